// What must fit together among the settings of a configuration that are each right in themselves.
import { isIPv4 } from 'node:net'
import type { Tool } from '../../../core/tool.ts'
import type { Finding, SettingPath } from '../finding.ts'
import type { Settings } from '../schema/config-schema.ts'
import { findDefaultProblems } from '../tool-defaults.ts'
import { findUnknownTools } from '../tool-names.ts'
import { findOAuthProblems } from './config-oauth-rules.ts'
import { findProxyProblems } from './config-proxy-rules.ts'
import { findSinkProblems } from './config-sink-rules.ts'
import { findStorageProblems } from './config-storage-rules.ts'

/**
 * @param isWritten whether the file itself holds a setting; a default that does not fit other settings is no error of the file
 * @param catalogue the tools that there are, where the caller knows them
 */
export function findContradictions(
  settings: Settings,
  isWritten: (path: SettingPath) => boolean,
  catalogue: readonly Tool[] | undefined,
): Finding[] {
  return [
    ...findUnknownPlans(settings, isWritten),
    ...findCredentialProblems(settings),
    ...findProxyProblems(settings, isWritten),
    ...findOAuthProblems(settings),
    ...findStorageProblems(settings),
    ...findDoubleListeners(settings, isWritten),
    ...findCorsProblems(settings),
    ...findSinkProblems(settings),
    ...(catalogue ? [...findUnknownTools(settings, catalogue), ...findDefaultProblems(settings.tools.defaults, catalogue)] : []),
  ]
}

function findUnknownPlans({ usage, plans }: Settings, isWritten: (path: SettingPath) => boolean): Finding[] {
  if (!isWritten(['usage', 'strict'])) return []
  return usage.strict.flatMap((name, i) =>
    Object.hasOwn(plans, name)
      ? []
      : [{ path: ['usage', 'strict', i], code: 'unknown_plan', detail: `expected a plan: ${Object.keys(plans).join(', ')}` }],
  )
}

function findCredentialProblems({ auth }: Settings): Finding[] {
  const enabled = (['api_key', 'oauth', 'proxy'] as const).filter((kind) => auth[kind].enabled)
  if (enabled.length === 0) {
    return [
      {
        path: ['auth', 'api_key', 'enabled'],
        code: 'contradiction',
        detail: 'no kind of credential is enabled, so all calls would be rejected; enable auth.api_key, auth.oauth or auth.proxy',
      },
    ]
  }
  return enabled
    .filter((kind) => !auth.order.includes(kind))
    .map((kind) => ({ path: ['auth', 'order'], code: 'contradiction', detail: `${kind} is enabled but missing here; add it` }))
}

function findDoubleListeners({ server, operations }: Settings, isWritten: (path: SettingPath) => boolean): Finding[] {
  const places = server.listen.flatMap((place, i) =>
    'address' in place ? [{ address: place.address, port: place.port, path: ['server', 'listen', i] as SettingPath }] : [],
  )
  // The second of two is reported: it should be one that the file has.
  if (isWritten(['operations', 'listen'])) places.push({ ...operations.listen, path: ['operations', 'listen'] })
  else places.unshift({ ...operations.listen, path: ['operations', 'listen'] })
  const doubleSockets = server.listen.flatMap((place, i) => {
    const isTaken = 'socket' in place && server.listen.slice(0, i).some((other) => 'socket' in other && other.socket === place.socket)
    return isTaken
      ? [{ path: ['server', 'listen', i], code: 'contradiction', detail: 'another listener has the same socket; choose another path' }]
      : []
  })
  const doublePorts = places.flatMap(({ address, port, path }, i) => {
    const other = places.slice(0, i).find((before) => port !== 0 && before.port === port && overlap(before.address, address))
    if (!other) return []
    const detail = `${other.path[0] === 'operations' ? 'operations.listen' : 'another listener'} has the same address and port; choose another port`
    return [{ path, code: 'contradiction', detail }]
  })
  const handedOver = server.listen.flatMap((place, i) => ('systemd' in place ? [['server', 'listen', i] as SettingPath] : []))
  const doubleSystemd = handedOver
    .slice(1)
    .map((path) => ({ path, code: 'contradiction', detail: 'the sockets of systemd are already used above; remove this listener' }))
  return [...doublePorts, ...doubleSockets, ...doubleSystemd]
}

/** 0.0.0.0 is every IPv4 address, and :: every address. */
function overlap(a: string, b: string): boolean {
  const covers = (all: string, one: string): boolean => all === one || all === '::' || (all === '0.0.0.0' && isIPv4(one))
  return covers(a, b) || covers(b, a)
}

/** A browser sends an origin in one form alone, so that any other would never be met. */
function findCorsProblems({ server: { cors } }: Settings): Finding[] {
  return cors.origins.flatMap((text, i) =>
    new URL(text).origin === text
      ? []
      : [{ path: ['server', 'cors', 'origins', i], code: 'contradiction', detail: 'expected an origin such as https://his.hosp.local' }],
  )
}
