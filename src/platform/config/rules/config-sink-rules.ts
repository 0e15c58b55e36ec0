// What must fit together in the settings of one log sink: nothing without effect, and no secret in the clear.
import type { Finding, SettingPath } from '../finding.ts'
import type { Settings } from '../schema/config-schema.ts'

type AnySink = Settings['logging']['sinks'][number] | NonNullable<Settings['audit']>['sinks'][number]

export function findSinkProblems({ logging, audit }: Settings): Finding[] {
  return [
    ...logging.sinks.flatMap((sink, i) => faultsOf(sink, ['logging', 'sinks', i])),
    ...findSharedSpools(logging.sinks, ['logging', 'sinks']),
    ...findSharedSpools(audit?.sinks ?? [], ['audit', 'sinks']),
    ...(audit ? findAuditProblems(audit) : []),
    ...(audit?.sinks ?? []).flatMap((sink, i) => faultsOf(sink, ['audit', 'sinks', i])),
  ]
}

function faultsOf(sink: AnySink, path: SettingPath): Finding[] {
  if (sink.type === 'stdout' || sink.type === 'file') return []
  const findings: Finding[] = []
  const report = (name: string, detail: string): void => void findings.push({ path: [...path, name], code: 'contradiction', detail })
  const isTls = sink.type === 'syslog' ? sink.transport === 'tls' : sink.url.startsWith('https://')
  for (const name of ['ca', 'cert', 'key'] as const) {
    if (sink[name] !== null && !isTls) report(name, 'has an effect with TLS alone')
  }
  if ((sink.cert === null) !== (sink.key === null)) report(sink.cert === null ? 'key' : 'cert', 'certificate and key belong together')
  if (sink.type === 'syslog') {
    if (sink.framing === 'newline' && sink.transport !== 'tcp')
      report('framing', 'line ends are for tcp: TLS counts octets, UDP has datagrams')
    return findings
  }
  const { username, password, hostname, hash } = new URL(sink.url)
  if (username !== '' || password !== '') report('url', 'a name or a password must not be in a URL; use token')
  if (hash !== '') report('url', 'a fragment has no effect')
  if (sink.token !== null && !isTls && !isLoopback(hostname)) report('token', 'would be sent in the clear; use https')
  return findings
}

/** Its folder is named for what goes there and where to. */
function findSharedSpools(sinks: readonly AnySink[], path: SettingPath): Finding[] {
  const names = sinks.map((sink) =>
    'spool' in sink && sink.spool ? JSON.stringify([sink.spool.dir, sink.type, sink.url, 'streams' in sink && sink.streams]) : undefined,
  )
  return names.flatMap((name, i) =>
    name !== undefined && names.indexOf(name) < i
      ? [{ path: [...path, i, 'spool'], code: 'contradiction', detail: 'another sink above has the same spool' }]
      : [],
  )
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}

function findAuditProblems({ hash_chain: isChained, key, atna }: NonNullable<Settings['audit']>): Finding[] {
  const report = (path: SettingPath, detail: string): Finding => ({ path: ['audit', ...path], code: 'contradiction', detail })
  return [
    ...(key !== null && !isChained ? [report(['key'], 'has an effect with hash_chain alone')] : []),
    ...(atna && (atna.cert === null) !== (atna.key === null) ? [report(['atna'], 'cert and key belong together')] : []),
  ]
}
