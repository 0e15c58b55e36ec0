// What a reload cannot change, because it is opened once at the start. Such settings keep the value that the process started with, and the
// rest of the file is judged together with those values: what comes into force always fits together.
import type { SettingPath } from './finding.ts'
import type { Settings } from './schema/config-schema.ts'

const START_SETTINGS: readonly SettingPath[] = [
  ['server', 'listen'],
  ['server', 'base_path'],
  ['server', 'fast_path'],
  ['server', 'tls', 'enabled'],
  ['server', 'tls', 'min_version'],
  ['server', 'tls', 'client_ca'],
  ['server', 'limits', 'header_kb'],
  ['server', 'limits', 'queue'],
  ['server', 'timeouts', 'headers'],
  ['server', 'timeouts', 'request'],
  ['server', 'timeouts', 'keep_alive'],
  ['workers'],
  ['node'],
  ['jobs'],
  ['storage'],
  ['auth', 'api_key', 'pepper'],
  ['auth', 'api_key', 'last_used_resolution'],
  ['usage', 'flush'],
  ['usage', 'durability'],
  ['usage', 'retention'],
  ['rate_limit', 'backend'],
  ['tools', 'defaults'],
  ['logging', 'sinks'],
  ['audit'],
  ['operations'],
  ['tracing'],
]

export interface ReloadedSettings {
  readonly settings: Settings
  /** Paths whose new value waits for a restart, such as `server.listen`. */
  readonly kept: readonly string[]
}

export function keepStartSettings(next: Settings, running: Settings): ReloadedSettings {
  const changed = START_SETTINGS.filter((path) => JSON.stringify(valueAt(next, path)) !== JSON.stringify(valueAt(running, path)))
  const settings = changed.reduce<unknown>((merged, path) => replaceAt(merged, path, valueAt(running, path)), next) as Settings
  return { settings, kept: changed.map((path) => path.join('.')) }
}

function valueAt(settings: Settings, path: SettingPath): unknown {
  return path.reduce<unknown>((current, step) => (current as Record<string, unknown>)[step], settings)
}

/** A copy with another value at the path. */
function replaceAt(target: unknown, [step, ...rest]: SettingPath, value: unknown): unknown {
  if (step === undefined) return value
  const members = target as Record<string, unknown>
  return { ...members, [step]: replaceAt(members[step], rest, value) }
}
