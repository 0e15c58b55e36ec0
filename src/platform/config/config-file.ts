// The text of a configuration: which file it is, what stands over it, and every finding in it.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { ProblemError } from '../../core/problem.ts'
import type { Tool } from '../../core/tool.ts'
import { findUnavailable } from './config-availability.ts'
import { PARSED_ONCE } from './config-fields.ts'
import { errorFromFindings } from './config-finding.ts'
import { findingsOfIssues } from './config-issues.ts'
import { applyOverrides, type Override, readOverrides } from './config-overrides.ts'
import type { ReloadedSettings } from './config-reload.ts'
import { isWritten, readYaml, type YamlText } from './config-yaml.ts'
import type { Finding } from './finding.ts'
import { findContradictions } from './rules/config-rules.ts'
import { type Settings, settingsSchema } from './schema/config-schema.ts'

export interface ConfigSource {
  /** Without it: HEALTH_TOOLS_CONFIG, then systemFile where it exists, then the defaults alone. */
  readonly file?: string
  /** Folder of database and generated pepper, whatever the file says. */
  readonly dataFolder?: string
  /** HEALTH_TOOLS__SECTION__SETTING goes before the file. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Of the flags of a command; they go before the environment. */
  readonly overrides?: readonly Override[]
  readonly cwd: string
  /** The tools that there are, without which what is set for tools is not looked at. */
  readonly catalogue?: readonly Tool[]
  readonly systemFile?: string
}

const SYSTEM_FILE = '/etc/health-tools/config.yaml'
const MAX_FILE_BYTES = 1 << 20

/**
 * The settings of the file with those of environment and flags over them, checked as a whole.
 * @throws ProblemError `bad_configuration` with every finding, its path and its line
 */
export function readSettings(file: string | null, source: ConfigSource, keep: (settings: Settings) => ReloadedSettings): ReloadedSettings {
  const text = file === null ? NO_TEXT : readYaml(readText(file))
  const ofEnvironment = readOverrides(source.env)
  const overrides = [...ofEnvironment.overrides, ...(source.overrides ?? [])]
  const refuse = (findings: readonly Finding[]): ProblemError => errorFromFindings(findings, file, text.locate, overrides)
  if (text.value === undefined || ofEnvironment.findings.length > 0) throw refuse([...text.findings, ...ofEnvironment.findings])
  const value = applyOverrides(text.value, overrides)
  const parsed = settingsSchema.safeParse(value, PARSED_ONCE)
  if (!parsed.success) throw refuse([...text.findings, ...findingsOfIssues(settingsSchema, value, parsed.error.issues)])
  const kept = keep(parsed.data)
  const contradictions = findContradictions(kept.settings, (path) => isWritten(value, path), source.catalogue)
  const all = [...text.findings, ...contradictions, ...findUnavailable(kept.settings)]
  if (all.length > 0) throw refuse(all)
  return kept
}

const NO_TEXT: YamlText = { value: {}, findings: [], locate: () => undefined }

/** Null: the defaults alone. */
export function chooseFile({ file, env, cwd, systemFile = SYSTEM_FILE }: ConfigSource): string | null {
  const named = file ?? (env.HEALTH_TOOLS_CONFIG || undefined)
  if (named !== undefined) return resolve(cwd, named)
  return existsSync(systemFile) ? systemFile : null
}

function readText(file: string): string {
  try {
    if (statSync(file).size > MAX_FILE_BYTES) {
      throw new ProblemError(`The configuration is larger than ${MAX_FILE_BYTES} bytes.`, { code: 'bad_configuration', at: { file } })
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch (error) {
    if (error instanceof ProblemError) throw error
    const reasons: Record<string, string> = {
      ENOENT: 'The file does not exist.',
      EACCES: 'The file may not be read.',
      EISDIR: 'This is a folder and no file.',
      ERR_ENCODING_INVALID_ENCODED_DATA: 'The file is not UTF-8 text.',
    }
    const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''] ?? 'The file cannot be read.'
    throw new ProblemError(reason, { code: 'bad_configuration', at: { file }, cause: error })
  }
}
