// Which setting a file that cannot be used comes from, so that a fault of a secret names its setting and the line.
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { Fault } from '../core/fault.ts'
import type { Config } from './config.ts'
import { secretSource } from './config-access.ts'
import { faultOfFindings, type SettingPath } from './config-finding.ts'
import { readYaml } from './config-yaml.ts'

interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
}

/**
 * Does work that reads what a configuration names.
 * @throws Fault of the work; one of a file that a setting names has that setting with its line among its errors
 */
export async function namingSettings<T>(config: Config, process: Surroundings, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Fault ? withSetting(error, config, process) : error
  }
}

function withSetting(fault: Fault, { file, settings }: Config, { env, cwd }: Surroundings): Fault {
  const named = fault.at?.file
  if (fault.code !== 'bad_configuration' || fault.errors || named === undefined) return fault
  const base = file === null ? cwd : dirname(file)
  const path = findReference(settings, (reference) => secretSource(reference, env, base).path === named)
  if (!path) return fault
  const locate = file === null ? () => undefined : readYaml(readFileSync(file, 'utf8')).locate
  const { errors = [], at } = faultOfFindings([{ path, code: 'bad_file', detail: fault.message }], file, locate)
  return new Fault(fault.message, { code: fault.code, errors, at: { ...at, file: named }, cause: fault })
}

/** The place of the first {file} or {credential} that fits. */
function findReference(
  value: unknown,
  fits: (reference: Parameters<typeof secretSource>[0]) => boolean,
  path: SettingPath = [],
): SettingPath | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (isReference(value)) return fits(value) ? path : undefined
  for (const [key, child] of Object.entries(value)) {
    const found = findReference(child, fits, [...path, Array.isArray(value) ? Number(key) : key])
    if (found) return found
  }
  return undefined
}

function isReference(value: object): value is Parameters<typeof secretSource>[0] {
  const [only, ...others] = Object.entries(value)
  return others.length === 0 && only !== undefined && (only[0] === 'file' || only[0] === 'credential') && typeof only[1] === 'string'
}
