// What must hold before the headers of an authenticating proxy are believed. A server that would believe anybody does not start.
import { RE2JS } from 're2js'
import { parseNetwork } from '../../../access/proxy/network.ts'
import type { Finding, SettingPath } from '../finding.ts'
import type { Settings } from '../schema/config-schema.ts'

/** A network that is larger than this is no proxy. */
const MIN_PREFIX_BITS = 8

/** Headers that a proxy or HTTP itself gives another meaning. */
const TAKEN_HEADERS = new Set([
  ...['authorization', 'connection', 'content-encoding', 'content-length', 'content-type', 'cookie', 'expect', 'forwarded', 'host'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-request-id'],
  'x-api-key',
])

/** @param isWritten whether the file itself holds a setting: nobody forgets groups that he writes to be none */
export function findProxyProblems(settings: Settings, isWritten: (path: SettingPath) => boolean): Finding[] {
  const { auth, server } = settings
  const findings = server.tls.enabled ? findTlsProblems(settings) : []
  if (!auth.proxy.enabled) return findings
  return [
    ...findings,
    ...findListenerProblems(settings),
    ...findTrustProblems(settings),
    ...findHeaderProblems(settings),
    ...findMappingProblems(settings, isWritten),
  ]
}

const at = (...steps: SettingPath): SettingPath => ['auth', 'proxy', ...steps]
const contradiction = (path: SettingPath, detail: string): Finding => ({ path, code: 'contradiction', detail })

function findTlsProblems({ server: { tls } }: Settings): Finding[] {
  return (['cert', 'key'] as const)
    .filter((name) => tls[name] === null)
    .map((name) =>
      contradiction(['server', 'tls', 'enabled'], `with TLS server.tls.${name} is required; use {file: PATH} or {credential: NAME}`),
    )
}

function findListenerProblems({ auth: { proxy }, server }: Settings): Finding[] {
  if (proxy.listen.length === 0) {
    return [
      contradiction(at('enabled'), 'auth.proxy.listen names no listener; write the name of one in server.listen, for example [socket]'),
    ]
  }
  return proxy.listen.flatMap((name, i) => {
    const count = server.listen.filter((place) => place.name === name).length
    if (count === 1) return []
    return [
      contradiction(
        at('listen', i),
        count === 0 ? 'expected the name of a listener in server.listen' : 'several listeners have this name; choose other names',
      ),
    ]
  })
}

function findTrustProblems({ auth: { proxy }, server }: Settings): Finding[] {
  const findings = proxy.trusted.flatMap((text, i) => {
    const isWide = (parseNetwork(text)?.prefixLength ?? 0) < MIN_PREFIX_BITS
    return isWide
      ? [contradiction(at('trusted', i), 'the network is too large for a proxy; write the address of the proxy, such as 10.1.2.3/32')]
      : []
  })
  const isOnTcp = server.listen.some((place) => !('socket' in place) && proxy.listen.includes(place.name))
  if (!isOnTcp) return findings
  if (proxy.trusted.length === 0)
    findings.push(
      contradiction(at('enabled'), 'a TCP listener needs the networks of the proxy in auth.proxy.trusted, for example [10.1.2.3/32]'),
    )
  const hasCertificates = server.tls.enabled && server.tls.client_ca !== null
  if (proxy.secret === null && !hasCertificates) {
    findings.push(contradiction(at('enabled'), 'a TCP listener needs auth.proxy.secret, or TLS with server.tls.client_ca'))
  }
  return findings
}

function findHeaderProblems({ auth: { proxy } }: Settings): Finding[] {
  const { headers, secret } = proxy
  const names: [SettingPath, string][] = [
    [at('headers', 'user'), headers.user],
    [at('headers', 'groups'), headers.groups],
  ]
  if (headers.client_cert !== null) names.push([at('headers', 'client_cert'), headers.client_cert])
  if (secret) names.push([at('secret', 'header'), secret.header])
  const findings = names.flatMap(([path, name], i) => {
    if (!/^[A-Za-z0-9-]+$/.test(name))
      return [contradiction(path, 'expected letters, digits and dashes: proxies confuse other characters with dashes')]
    if (TAKEN_HEADERS.has(name.toLowerCase()))
      return [contradiction(path, 'this header has another meaning in HTTP; choose another name, such as X-Remote-User')]
    const isDouble = names.slice(0, i).some(([, other]) => other.toLowerCase() === name.toLowerCase())
    return isDouble ? [contradiction(path, 'another of the headers has this name; choose another')] : []
  })
  if (/[\sA-Za-z0-9]/.test(headers.groups_separator)) {
    findings.push(contradiction(at('headers', 'groups_separator'), 'expected a character other than a letter, digit or space'))
  }
  if (!isPattern(proxy.user_pattern)) findings.push(contradiction(at('user_pattern'), 'expected a regular expression in the syntax of RE2'))
  return findings
}

function findMappingProblems(
  { auth: { proxy, api_key: keys, oauth }, plans }: Settings,
  isWritten: (path: SettingPath) => boolean,
): Finding[] {
  if (proxy.mapping.length === 0) {
    const tellsAddresses = isWritten(at('mapping')) && (keys.enabled || oauth.enabled)
    return tellsAddresses
      ? []
      : [
          contradiction(
            at('enabled'),
            'auth.proxy.mapping gives no group a plan, so all calls would be rejected; write {group, plan, scopes}',
          ),
        ]
  }
  return proxy.mapping.flatMap(({ group, plan, scopes }, i) => {
    const findings: Finding[] = []
    if (!Object.hasOwn(plans, plan)) {
      findings.push({ path: at('mapping', i, 'plan'), code: 'unknown_plan', detail: `expected a plan: ${Object.keys(plans).join(', ')}` })
    }
    if (group.includes(proxy.headers.groups_separator) || group.trim() !== group) {
      findings.push(
        contradiction(
          at('mapping', i, 'group'),
          'expected a group without the separator of groups and without outer spaces: it would never match',
        ),
      )
    }
    if (proxy.mapping.slice(0, i).some((other) => other.group === group)) {
      findings.push(contradiction(at('mapping', i, 'group'), 'the group is repeated; write each once'))
    }
    if (scopes.length === 0) findings.push(contradiction(at('mapping', i, 'scopes'), 'expected at least one scope, such as tools:*'))
    return findings
  })
}

function isPattern(text: string): boolean {
  try {
    RE2JS.compile(text)
    return true
  } catch {
    return false
  }
}
