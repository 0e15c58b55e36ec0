// What a configuration may say and an administrator should know: said by config check, by the doctor and by the log of a start.
import type { Config } from './config.ts'
import { PARSED_ONCE } from './config-fields.ts'
import { settingsSchema } from './config-schema.ts'

export interface ConfigWarning {
  /** Such as `server.listen`. */
  readonly setting: string
  /** In words of this program. */
  readonly message: string
  readonly advice: string
}

export function warningsOf(config: Config): ConfigWarning[] {
  return [...warnOfClearText(config), ...warnOfOpenMetrics(config), ...warnOfLostPlans(config)]
}

function warnOfClearText({ server }: Config): ConfigWarning[] {
  if (server.tls || !server.listen.some((place) => 'address' in place && !isLoopback(place.address))) return []
  const message = 'The API is open to the network without TLS: keys and patient data cross it in the clear.'
  return [{ setting: 'server.listen', message, advice: 'Enable server.tls, or listen on 127.0.0.1 behind a proxy that speaks TLS.' }]
}

function warnOfOpenMetrics({ operations: { listen } }: Config): ConfigWarning[] {
  if (isLoopback(listen.address)) return []
  const message = 'Metrics and health are open to the network without authentication.'
  return [{ setting: 'operations.listen', message, advice: 'Listen on 127.0.0.1, or let the firewall admit the monitoring alone.' }]
}

/** Keys, groups and tokens of a plan that is gone are refused. */
function warnOfLostPlans({ plans }: Config): ConfigWarning[] {
  const usual = Object.keys(settingsSchema.parse({}, PARSED_ONCE).plans)
  const lost = usual.filter((name) => !plans.has(name))
  if (lost.length === 0) return []
  const message = `Plans that are given replace the usual ones: ${lost.join(', ')} ${lost.length === 1 ? 'is' : 'are'} not in force.`
  return [{ setting: 'plans', message, advice: 'Write them too where keys, groups or tokens have them.' }]
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.')
}
