// Users and groups that a proxy in front has authenticated. Its headers are believed only on the listeners meant for it, from its own
// address and with its proof, each exactly once; whatever is doubtful is refused, and what is missing never means a default.
import { ProblemError } from '../../core/problem.ts'
import { readCertificateHeader } from '../tokens/binding.ts'
import type { Verdict } from '../verdict.ts'
import type { Connection } from './connection.ts'
import { isInNetworks, type Network, parseAddress } from './network.ts'

export interface ProxySettings {
  /** Of the proxy on TCP listeners. */
  readonly trusted: readonly Network[]
  readonly userHeader: string
  readonly groupsHeader: string
  readonly groupsSeparator: string
  /** Null where the proxy proves itself by the unix socket or a client certificate alone. */
  readonly secret: { readonly header: string; readonly isRight: (value: string) => boolean } | null
  /** The header with the certificate that the caller has shown to the proxy, and its SHA-256 in base64url; null: the proxy tells none. */
  readonly certificate: { readonly header: string; readonly thumbprint: (der: Uint8Array) => string } | null
  readonly requireGroups: boolean
  readonly isUser: (text: string) => boolean
  /** The first group that the user is in gives plan and scopes. */
  readonly mapping: readonly { readonly group: string; readonly plan: string; readonly scopes: readonly string[] }[]
}

/** What a request holds of the proxy's headers. */
export interface ProxyClaim {
  readonly users: readonly string[]
  readonly groups: readonly string[]
  readonly secrets: readonly string[]
  readonly certificates: readonly string[]
  /** A header whose name some programs take for one of these, such as X_Remote_User. */
  readonly hasAlias: boolean
  /** Whether it speaks of a user, and not only of the proxy. */
  readonly namesUser: boolean
}

export interface ProxyCheck {
  /** False: the proxy tells addresses alone, and a request without a user is one without credentials. */
  readonly namesUsers: boolean
  /** Undefined where none of the headers is there. */
  find(rawHeaders: readonly string[]): ProxyClaim | undefined
  /** Whether the request came from the proxy. */
  isProven(claim: ProxyClaim | undefined, connection: Connection): boolean
  /** @throws ProblemError `plan_restricted` where no group of the user has a plan */
  check(claim: ProxyClaim, connection: Connection): Verdict
  /** Of the certificate that the caller has proved to the proxy; undefined where there is none or the request is not proven to come from it. */
  thumbprintOf(claim: ProxyClaim, connection: Connection): string | undefined
  /** The address that the proxy saw, where the request is proven to come from it; else that of the socket. Undefined: not known. */
  clientAddressOf(rawHeaders: readonly string[], connection: Connection): string | undefined
}

const FORWARDED_FOR = 'x-forwarded-for'

export function createProxyCheck(settings: ProxySettings): ProxyCheck {
  const { trusted, groupsSeparator, secret, certificate, requireGroups, isUser, mapping } = settings
  const userName = settings.userHeader.toLowerCase()
  const groupsName = settings.groupsHeader.toLowerCase()
  const secretName = secret?.header.toLowerCase()
  const certificateName = certificate?.header.toLowerCase()
  const names = [userName, groupsName, secretName, certificateName].filter((name) => name !== undefined)
  const lengths = new Set(names.map((name) => name.length))
  const folded = new Set(names.map(foldSigns))

  return { namesUsers: mapping.length > 0, find, isProven, check, thumbprintOf, clientAddressOf }

  function find(rawHeaders: readonly string[]): ProxyClaim | undefined {
    let found: { users: string[]; groups: string[]; secrets: string[]; certificates: string[]; hasAlias: boolean } | undefined
    for (let i = 0; i < rawHeaders.length; i += 2) {
      const received = rawHeaders[i]!
      if (!lengths.has(received.length)) continue
      const name = received.toLowerCase()
      const value = rawHeaders[i + 1]!
      if (!isAlias(name)) continue
      found ??= { users: [], groups: [], secrets: [], certificates: [], hasAlias: false }
      if (name === userName) found.users.push(value)
      else if (name === groupsName) found.groups.push(value)
      else if (name === secretName) found.secrets.push(value)
      else if (name === certificateName) found.certificates.push(value)
      else found.hasAlias = true
    }
    return found && { ...found, namesUser: found.users.length > 0 || found.groups.length > 0 || found.hasAlias }
  }

  /** True for the names themselves, too. CGI and its heirs make one name of all that differ in signs alone. */
  function isAlias(name: string): boolean {
    return folded.has(foldSigns(name))
  }

  function isProven(claim: ProxyClaim | undefined, { isForProxy, isUnixSocket, peerAddress, hasClientCertificate }: Connection): boolean {
    if (!isForProxy || claim?.hasAlias || (claim && claim.certificates.length > 1)) return false
    if (!isUnixSocket && !isInNetworks(trusted, peerAddress)) return false
    if (secret) return claim?.secrets.length === 1 && secret.isRight(claim.secrets[0]!)
    return isUnixSocket || hasClientCertificate
  }

  function check(claim: ProxyClaim, connection: Connection): Verdict {
    if (!isProven(claim, connection) || claim.users.length !== 1) return 'refused'
    const [user] = claim.users
    if (!isUser(user!)) return 'refused'
    const groups = readGroups(claim.groups)
    if (!groups) return 'refused'
    const entry = mapping.find(({ group }) => groups.has(group))
    if (!entry) throw new ProblemError('No group of this user has a plan.', { code: 'plan_restricted' })
    // Directories do not tell small letters from large ones: however a user writes the name, there is one quota.
    const owner = user!.toLowerCase()
    const { plan, scopes } = entry
    return { credentialId: `proxy:${owner}`, kind: 'live', owner, plan, scopes, expiresAt: null, trialQuota: null }
  }

  function thumbprintOf(claim: ProxyClaim, connection: Connection): string | undefined {
    const [text] = claim.certificates
    if (!certificate || text === undefined || !isProven(claim, connection)) return undefined
    const der = readCertificateHeader(text)
    return der && certificate.thumbprint(der)
  }

  /** Undefined where the header must not be believed. */
  function readGroups(values: readonly string[]): ReadonlySet<string> | undefined {
    if (values.length > 1) return undefined
    const text = decodeUtf8(values[0] ?? '')
    if (text === undefined) return undefined
    const names = text.split(groupsSeparator).map((name) => name.trim())
    const groups = new Set(names.filter((name) => name !== ''))
    return requireGroups && groups.size === 0 ? undefined : groups
  }

  /** The last address is what the proxy itself saw; those before it are what it was told. */
  function clientAddressOf(rawHeaders: readonly string[], connection: Connection): string | undefined {
    if (!connection.isForProxy || !isProven(find(rawHeaders), connection)) return connection.peerAddress
    let forwarded: string | undefined
    for (let i = 0; i < rawHeaders.length; i += 2) {
      if (rawHeaders[i]!.length === FORWARDED_FOR.length && rawHeaders[i]!.toLowerCase() === FORWARDED_FOR) forwarded = rawHeaders[i + 1]!
    }
    if (forwarded === undefined) return connection.peerAddress
    const address = forwarded.slice(forwarded.lastIndexOf(',') + 1).trim()
    return parseAddress(address) ? address : undefined
  }
}

function foldSigns(name: string): string {
  let folded = ''
  for (const letter of name) folded += (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') ? letter : '-'
  return folded
}

/** Node hands headers over as one character a byte; names of groups are UTF-8. */
function decodeUtf8(text: string): string | undefined {
  let isAscii = true
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > 0xff || code < 0x20 || code === 0x7f) return undefined
    if (code > 0x7f) isAscii = false
  }
  if (isAscii) return text
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(text, (letter) => letter.charCodeAt(0)))
  } catch {
    return undefined
  }
}
