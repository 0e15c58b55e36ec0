// Who is calling: exactly one credential of one kind, or a refusal that never says which part of it was wrong.
import { ProblemError } from '../core/problem.ts'
import type { Caller } from './caller.ts'
import type { KeyCheck } from './keys/key-check.ts'
import { looksLikeKey, parseKey } from './keys/key-text.ts'
import type { Connection } from './proxy/connection.ts'
import type { ProxyCheck } from './proxy/proxy-check.ts'
import type { RateLimit } from './quota/plan.ts'
import { Refusals } from './refusals.ts'
import type { Awaitable } from './store.ts'
import type { Thumbprint } from './tokens/binding.ts'
import type { TokenCheck } from './tokens/token-check.ts'
import { MAX_TOKEN_LENGTH } from './tokens/token-text.ts'
import type { Verdict } from './verdict.ts'

export interface Presented {
  /** The Authorization headers as received, one each: how many there are matters. */
  readonly authorizationValues: readonly string[]
  /** Name, value, name, value … as received. */
  readonly rawHeaders: readonly string[]
  readonly connection: Connection
  /** Of the caller, as clientAddressOf tells it; undefined or empty where it is not known. */
  readonly address: string | undefined
  /** Milliseconds since 1970 UTC. */
  readonly now: number
}

/**
 * @throws ProblemError `missing_credentials`, `invalid_credentials`, `expired_credentials`, `invalid_header` (more than one credential),
 * `rate_limited` (too many refusals of this address), `plan_restricted` (a user or token without a plan), `storage_unavailable`,
 * `identity_unavailable`
 */
export type Authenticate = (presented: Presented) => Awaitable<Caller>

/** The checks of the kinds of credential that the configuration takes. */
export interface AuthenticationParts {
  readonly keys: KeyCheck | null
  readonly tokens: TokenCheck | null
  readonly proxy: ProxyCheck | null
  /** A header that may carry a key instead of Authorization, such as X-API-Key. */
  readonly keyHeader?: string | null
  /** How many refusals an address gets; null: no limit. */
  readonly failures: RateLimit | null
}

export function createAuthentication({ keys, tokens, proxy, keyHeader = null, failures }: AuthenticationParts): Authenticate {
  const refusals = new Refusals(failures)
  const keyHeaderName = keyHeader?.toLowerCase()

  return (presented) => {
    const { authorizationValues, rawHeaders, connection } = presented
    const claim = proxy?.find(rawHeaders)
    if (authorizationValues.length > 1) {
      throw new ProblemError('The request has more than one Authorization header.', { code: 'invalid_header' })
    }
    const bareKey = keyHeaderName === undefined ? undefined : readKeyHeader(rawHeaders, keyHeaderName)
    if (bareKey !== undefined && keys) {
      if (authorizationValues.length > 0 || claim?.namesUser) throw severalCredentials()
      if (claim && proxy && !proxy.isProven(claim, connection)) throw refusals.count(presented.address, presented.now)
      const found = keys.checkText(bareKey, presented.address, presented.now) ?? 'refused'
      return found instanceof Promise ? found.then((verdict) => conclude(verdict, presented)) : conclude(found, presented)
    }
    if (proxy && claim && (claim.namesUser || (proxy.namesUsers && authorizationValues.length === 0))) {
      if (authorizationValues.length > 0) throw severalCredentials()
      return conclude(proxy.check(claim, connection), presented)
    }
    if (claim && proxy && !proxy.isProven(claim, connection)) throw refusals.count(presented.address, presented.now)
    if (authorizationValues.length === 0) throw missingCredentials(keyHeader)
    // Before a proxy the certificate of the connection is its own and not the caller's.
    const thumbprint = connection.isForProxy ? () => claim && proxy?.thumbprintOf(claim, connection) : connection.thumbprint
    const [header] = authorizationValues as [string]
    if (!isBearer(header)) throw refusals.count(presented.address, presented.now, otherScheme(keyHeader))
    const verdict = checkBearer(readBearer(header), presented, thumbprint)
    return verdict instanceof Promise ? verdict.then((found) => conclude(found, presented)) : conclude(verdict, presented)
  }

  function checkBearer(token: string | undefined, { address, now }: Presented, thumbprint: Thumbprint | undefined): Awaitable<Verdict> {
    if (token === undefined) return 'refused'
    const verdict = keys ? keys.checkText(token, address, now) : parseKey(token) && 'refused'
    if (verdict !== undefined) return verdict
    // A mistyped key must not be shown to the identity provider.
    return tokens && !looksLikeKey(token) ? tokens(token, now, address, thumbprint) : 'refused'
  }

  function conclude(verdict: Verdict, { address, now }: Presented): Caller {
    if (typeof verdict === 'object') return verdict
    if (verdict === 'refused') throw refusals.count(address, now)
    throw refusals.count(address, now, new ProblemError('The credentials have expired.', { code: 'expired_credentials' }))
  }
}

function severalCredentials(): ProblemError {
  return new ProblemError('The request has more than one kind of credential.', { code: 'invalid_header' })
}

function missingCredentials(keyHeader: string | null): ProblemError {
  return new ProblemError(`The request has no credentials. ${howToSend(keyHeader)} To create a key, run health-tools keys create.`, {
    code: 'missing_credentials',
  })
}

/** A key alone, or what a browser sends. */
function otherScheme(keyHeader: string | null): ProblemError {
  return new ProblemError(`The Authorization header has no bearer token. ${howToSend(keyHeader)}`, { code: 'invalid_credentials' })
}

function howToSend(keyHeader: string | null): string {
  return `Send Authorization: Bearer KEY${keyHeader === null ? '' : `, or ${keyHeader}: KEY`}.`
}

/**
 * @param name in lower case
 * @throws ProblemError `invalid_header` if the header occurs more than once
 */
function readKeyHeader(rawHeaders: readonly string[], name: string): string | undefined {
  let found: string | undefined
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const received = rawHeaders[i]!
    if (received.length !== name.length || received.toLowerCase() !== name) continue
    if (found !== undefined) throw severalCredentials()
    found = rawHeaders[i + 1]!.trim()
  }
  return found
}

const BEARER = 'bearer '
const MAX_BEARER_LENGTH = BEARER.length + MAX_TOKEN_LENGTH

function isBearer(header: string): boolean {
  return header.startsWith('Bearer ') || header.slice(0, BEARER.length).toLowerCase() === BEARER
}

function readBearer(header: string): string | undefined {
  if (header.length > MAX_BEARER_LENGTH) return undefined
  const token = header.slice(BEARER.length)
  return token.startsWith(' ') ? token.trimStart() : token
}
