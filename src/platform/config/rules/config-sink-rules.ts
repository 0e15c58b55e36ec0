// What must fit together in the settings of one log sink: nothing without effect, and no secret in the clear.
import type { Finding, SettingPath } from '../finding.ts'
import type { Settings } from '../schema/config-schema.ts'

type AnySink = Settings['logging']['sinks'][number] | NonNullable<Settings['audit']>['sinks'][number]

export function findSinkProblems({ logging, audit }: Settings): Finding[] {
  return [
    ...logging.sinks.flatMap((sink, i) => findProblemsOf(sink, ['logging', 'sinks', i])),
    ...findSharedSpools(logging.sinks, ['logging', 'sinks']),
    ...findSharedSpools(audit?.sinks ?? [], ['audit', 'sinks']),
    ...(audit ? findAuditProblems(audit) : []),
    ...(audit?.sinks ?? []).flatMap((sink, i) => findProblemsOf(sink, ['audit', 'sinks', i])),
  ]
}

function findProblemsOf(sink: AnySink, path: SettingPath): Finding[] {
  if (sink.type === 'stdout' || sink.type === 'file') return []
  const findings: Finding[] = []
  const report = (name: string, detail: string): void => void findings.push({ path: [...path, name], code: 'contradiction', detail })
  const isTls = sink.type === 'syslog' ? sink.transport === 'tls' : sink.url.startsWith('https://')
  for (const name of ['ca', 'cert', 'key'] as const) {
    if (sink[name] !== null && !isTls) report(name, 'needs TLS: use transport: tls, or a URL with https://')
  }
  if ((sink.cert === null) !== (sink.key === null)) report(sink.cert === null ? 'key' : 'cert', 'cert and key must be set together')
  if (sink.type === 'syslog') {
    if (sink.framing === 'newline' && sink.transport !== 'tcp') report('framing', 'newline needs transport: tcp; omit the setting')
    return findings
  }
  const { username, password, hostname, hash } = new URL(sink.url)
  if (username !== '' || password !== '') report('url', 'a name or a password must not be in a URL; use token')
  if (hash !== '') report('url', 'expected a URL without a fragment (#…)')
  if (sink.token !== null && !isTls && !isLoopback(hostname))
    report('token', 'the token would be sent unencrypted; use a URL with https://')
  return findings
}

/** Its folder is named for what goes there and where to. */
function findSharedSpools(sinks: readonly AnySink[], path: SettingPath): Finding[] {
  const names = sinks.map((sink) =>
    'spool' in sink && sink.spool ? JSON.stringify([sink.spool.dir, sink.type, sink.url, 'streams' in sink && sink.streams]) : undefined,
  )
  return names.flatMap((name, i) =>
    name !== undefined && names.indexOf(name) < i
      ? [{ path: [...path, i, 'spool'], code: 'contradiction', detail: 'another sink above has the same spool; choose another folder' }]
      : [],
  )
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}

function findAuditProblems({ hash_chain: isChained, key, atna }: NonNullable<Settings['audit']>): Finding[] {
  const report = (path: SettingPath, detail: string): Finding => ({ path: ['audit', ...path], code: 'contradiction', detail })
  return [
    ...(key !== null && !isChained ? [report(['key'], 'needs hash_chain: true')] : []),
    ...(atna && (atna.cert === null) !== (atna.key === null) ? [report(['atna'], 'cert and key must be set together')] : []),
  ]
}
