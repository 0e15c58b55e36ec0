// Warnings about a valid configuration, for config check, doctor and the log at startup.
import type { Config } from '../config.ts'
import { PARSED_ONCE } from '../config-fields.ts'
import { settingsSchema } from '../schema/config-schema.ts'

export interface ConfigWarning {
  /** Such as `server.listen`. */
  readonly setting: string
  /** In words of this program. */
  readonly message: string
  readonly advice: string
}

export function warningsOf(config: Config): ConfigWarning[] {
  return [...warnOfClearText(config), ...warnOfOpenMetrics(config), ...warnOfLostPlans(config), ...warnOfSinks(config)]
}

function warnOfClearText({ server }: Config): ConfigWarning[] {
  if (server.tls || !server.listen.some((place) => 'address' in place && !isLoopback(place.address))) return []
  const message = 'The API is reachable from the network without TLS. Keys and patient data are sent unencrypted.'
  return [{ setting: 'server.listen', message, advice: 'Enable server.tls, or listen on 127.0.0.1 behind a reverse proxy with TLS.' }]
}

function warnOfOpenMetrics({ operations: { listen } }: Config): ConfigWarning[] {
  if (isLoopback(listen.address)) return []
  const message = 'Metrics and health are reachable from the network without authentication.'
  return [{ setting: 'operations.listen', message, advice: 'Listen on 127.0.0.1, or restrict access with a firewall.' }]
}

/** Keys, groups and tokens of a plan that is gone are refused. */
function warnOfLostPlans({ plans }: Config): ConfigWarning[] {
  const usual = Object.keys(settingsSchema.parse({}, PARSED_ONCE).plans)
  const lost = usual.filter((name) => !plans.has(name))
  if (lost.length === 0) return []
  const message = `The configured plans replace the default plans. Not available: ${lost.join(', ')}.`
  return [{ setting: 'plans', message, advice: 'Add them if keys, groups or tokens use them.' }]
}

function warnOfSinks({ settings }: Config): ConfigWarning[] {
  const { sinks } = settings.logging
  if (sinks.length === 0) {
    return [
      { setting: 'logging.sinks', message: 'The list is empty. Nothing is logged.', advice: 'Add {type: stdout}, or another destination.' },
    ]
  }
  const tokenless = sinks.findIndex((sink) => sink.type === 'splunk_hec' && !sink.token)
  if (tokenless < 0) return []
  const advice = 'Write token: {file: PATH} or {credential: NAME}.'
  return [{ setting: `logging.sinks[${tokenless}]`, message: 'Splunk refuses lines without a token.', advice }]
}

/** @param address an IP address */
export function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.')
}
