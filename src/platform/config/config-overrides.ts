// Settings that stand outside the file, as a container has them: HEALTH_TOOLS__SERVER__LISTEN and its kind, and flags of a command.
import { readYaml } from './config-yaml.ts'
import type { Finding, SettingPath } from './finding.ts'

export interface Override {
  /** What a person wrote: the name of a variable or of a flag. */
  readonly name: string
  readonly path: readonly string[]
  readonly value: unknown
}

const PREFIX = 'HEALTH_TOOLS__'

/**
 * One override for each variable `HEALTH_TOOLS__SECTION__SETTING`; the parts are the names of the file in capitals, the value is YAML:
 * `HEALTH_TOOLS__SERVER__LISTEN='[{address: 0.0.0.0, port: 8080}]'`. In the order of their names.
 */
export function readOverrides(env: Readonly<Record<string, string | undefined>>): { overrides: Override[]; findings: Finding[] } {
  const overrides: Override[] = []
  const findings: Finding[] = []
  for (const name of Object.keys(env)
    .filter((candidate) => candidate.startsWith(PREFIX))
    .sort()) {
    const path = name.slice(PREFIX.length).toLowerCase().split('__')
    const { value, findings: ofValue } = readYaml(env[name] ?? '', null)
    overrides.push({ name, path, value })
    if (ofValue.length > 0) findings.push(...ofValue.map(({ code, detail }) => ({ path, code, detail })))
    else if (path.includes('')) findings.push({ path, code: 'unknown_setting', detail: 'the variable name has an empty part' })
  }
  return { overrides, findings }
}

/** A copy of what the file holds with the overrides in it, later ones over earlier ones. */
export function applyOverrides(value: unknown, overrides: readonly Override[]): unknown {
  return overrides.reduce((settings, { path, value: own }) => withValueAt(settings, path, own), value)
}

function withValueAt(settings: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value
  const members = typeof settings === 'object' && settings !== null && !Array.isArray(settings) ? (settings as Record<string, unknown>) : {}
  return { ...members, [step]: withValueAt(Object.hasOwn(members, step) ? members[step] : undefined, rest, value) }
}

/** The override that a setting comes from. */
export function overrideOf(path: SettingPath, overrides: readonly Override[]): Override | undefined {
  return overrides.findLast((override) => override.path.every((step, i) => path[i] === step))
}
