// Access tokens as JWT (RFC 9068): the configured issuers alone, their algorithms alone, and every claim that says where a token holds.
// A token that was verified is remembered until it expires or the keys of its issuer change.
import { type JWTPayload, jwtVerify } from 'jose'
import { ProblemError } from '../../core/problem.ts'
import { BoundedMap } from '../bounded-map.ts'
import type { Caller } from '../caller.ts'
import type { Awaitable } from '../store.ts'
import type { Verdict } from '../verdict.ts'
import { type Binding, type BindingRule, isProvenBy, readBinding, type Thumbprint } from './binding.ts'
import { type ClaimMapping, callerOfClaims } from './claims.ts'
import type { KeyRing } from './key-ring.ts'
import { readTokenText, type TokenText } from './token-text.ts'

export interface TokenIssuer {
  readonly issuer: string
  readonly audience: string
  readonly algorithms: readonly string[]
  /** Of the header, such as `at+jwt`. */
  readonly type: string
  readonly clockSkewMs: number
  readonly keys: KeyRing
  readonly mapping: ClaimMapping
  readonly bindingRule: BindingRule
}

/** @throws ProblemError `plan_restricted`, `identity_unavailable` (the keys of the issuer are not known) */
export type TokenCheck = (token: string, now: number, address?: string, thumbprint?: Thumbprint) => Awaitable<Verdict>

interface Verified {
  readonly caller: Caller
  readonly binding: Binding
  /** Instant after which the token is not taken any more. */
  readonly until: number
  readonly issuer: TokenIssuer
  readonly revision: number
}

const MAX_VERIFIED = 20_000
const REQUIRED_CLAIMS = ['iss', 'aud', 'exp', 'iat', 'sub']

/** @param digest hexadecimal SHA-256: tokens are not kept in memory */
export function createTokenCheck(issuers: readonly TokenIssuer[], digest: (text: string) => string): TokenCheck {
  const verified = new BoundedMap<string, Verified>(MAX_VERIFIED)
  const tags = new Map(issuers.map((issuer) => [issuer, digest(issuer.issuer).slice(0, 8)]))

  return (token, now, _address, thumbprint) => {
    const name = digest(token)
    const known = verified.get(name)
    if (known && now < known.until && known.issuer.keys.revision(now) === known.revision) {
      return isProvenBy(known.binding, thumbprint) ? known.caller : 'refused'
    }
    const text = readTokenText(token)
    const issuer = issuers.find((candidate) => candidate.issuer === text?.issuer)
    if (!text || !issuer) return 'refused'
    if (!issuer.algorithms.includes(text.algorithm) || typeOf(text.type) !== typeOf(issuer.type)) return 'refused'
    return verify(token, text, issuer, name, now, thumbprint)
  }

  async function verify(
    token: string,
    text: TokenText,
    issuer: TokenIssuer,
    name: string,
    now: number,
    thumbprint: Thumbprint | undefined,
  ): Promise<Verdict> {
    const key = await issuer.keys.find(text.keyId, text.algorithm, now)
    if (key === 'unavailable') throw new ProblemError('Cannot get the keys of the identity provider.', { code: 'identity_unavailable' })
    if (!key) return 'refused'
    const revision = issuer.keys.revision(now)
    const claims = await verifyClaims(token, key, text.algorithm, issuer, now)
    if (typeof claims === 'string') return claims
    const binding = readBinding(claims.cnf, issuer.bindingRule)
    if (binding === undefined) return 'refused'
    const caller = callerOfClaims(claims, issuer.mapping, tags.get(issuer)!, digest)
    if (!caller) return 'refused'
    verified.set(name, { caller, binding, until: claims.exp! * 1000 + issuer.clockSkewMs, issuer, revision })
    return isProvenBy(binding, thumbprint) ? caller : 'refused'
  }
}

/** The signature is verified before any claim, so that `expired` is said of genuine tokens alone. */
async function verifyClaims(
  token: string,
  key: Exclude<Awaited<ReturnType<KeyRing['find']>>, string | undefined>,
  algorithm: string,
  { issuer, audience, type, clockSkewMs }: TokenIssuer,
  now: number,
): Promise<JWTPayload | 'refused' | 'expired'> {
  try {
    const { payload } = await jwtVerify(token, key, {
      issuer,
      audience,
      algorithms: [algorithm],
      typ: type,
      clockTolerance: clockSkewMs / 1000,
      currentDate: new Date(now),
      requiredClaims: REQUIRED_CLAIMS,
    })
    return payload
  } catch (error) {
    return (error as { code?: unknown }).code === 'ERR_JWT_EXPIRED' ? 'expired' : 'refused'
  }
}

/** RFC 7515 §4.1.9: `application/` may be left out. */
function typeOf(type: string | undefined): string | undefined {
  const small = type?.toLowerCase()
  return small?.startsWith('application/') ? small.slice('application/'.length) : small
}
