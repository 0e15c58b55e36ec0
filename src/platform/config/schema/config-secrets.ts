// Adds the setting and its line to errors about files that a configuration names.
import { readFileSync } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'
import { ProblemError } from '../../../core/problem.ts'
import type { Config } from '../config.ts'
import { errorFromFindings } from '../config-finding.ts'
import { readOverrides } from '../config-overrides.ts'
import { readYaml } from '../config-yaml.ts'
import type { SettingPath } from '../finding.ts'
import { type SecretReference, secretSource } from './config-access.ts'

interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
}

/**
 * Runs work that reads the files of a configuration.
 * @throws ProblemError of the work, with the setting and its line if a setting names the file
 */
export async function namingSettings<T>(config: Config, process: Surroundings, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ProblemError ? withSetting(error, config, process) : error
  }
}

function withSetting(problem: ProblemError, { file, settings }: Config, { env, cwd }: Surroundings): ProblemError {
  if (problem.code !== 'bad_configuration' || problem.errors) return problem
  const named = problem.at?.file
  const path = named === undefined ? problem.at?.path?.split('.') : settingOf(named, settings, env, file === null ? cwd : dirname(file))
  if (!path) return problem
  // The place is that of the setting, so the message names the file that the setting names.
  const message = named === undefined ? problem.message : `${problem.message.replace(/\.$/, '')}: ${named}`
  const finding = { path, code: 'bad_file', detail: message }
  const locate = file === null ? () => undefined : readYaml(readFileSync(file, 'utf8')).locate
  const { errors = [], at } = errorFromFindings([finding], file, locate, readOverrides(env).overrides)
  return new ProblemError(message, { code: problem.code, errors, ...(at && { at }), cause: problem })
}

/** The setting that names a file, or a folder in which the file is. */
function settingOf(named: string, settings: Config['settings'], env: Surroundings['env'], base: string): SettingPath | undefined {
  const secret = referencesOf(settings).find(({ reference }) => secretSource(reference, env, base).path === named)
  const plain = namedPlaces(settings).find((place) => `${named}${sep}`.startsWith(resolve(base, place.file) + sep))
  return (secret ?? plain)?.path
}

interface NamedPlace {
  readonly path: SettingPath
  /** A file or a folder, as it is written. */
  readonly file: string
}

/** Files and folders that a configuration names and that are no secrets. */
export function namedPlaces({ license, branding, fhir }: Config['settings']): NamedPlace[] {
  const places = [
    [['license', 'file'], license.file],
    [['branding', 'logo'], branding.logo],
    [['fhir', 'packages'], fhir.packages],
  ] as const
  return places.flatMap(([path, file]) => (file === null ? [] : [{ path, file }]))
}

export interface PlacedReference {
  readonly path: SettingPath
  readonly reference: SecretReference
}

/** Every {file} and {credential} of a configuration with its place. */
export function referencesOf(value: unknown, path: SettingPath = []): PlacedReference[] {
  if (typeof value !== 'object' || value === null) return []
  if (isReference(value)) return [{ path, reference: value }]
  return Object.entries(value).flatMap(([key, child]) => referencesOf(child, [...path, Array.isArray(value) ? Number(key) : key]))
}

function isReference(value: object): value is SecretReference {
  const [only, ...others] = Object.entries(value)
  return others.length === 0 && only !== undefined && (only[0] === 'file' || only[0] === 'credential') && typeof only[1] === 'string'
}
