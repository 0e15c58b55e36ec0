// Opaque access tokens, which only their issuer understands (RFC 7662): it is asked, and its answer is remembered for a short time.
import { ProblemError } from '../../core/problem.ts'
import { BoundedMap } from '../bounded-map.ts'
import type { Caller } from '../caller.ts'
import type { Verdict } from '../verdict.ts'
import { type Binding, type BindingRule, isProvenBy, readBinding } from './binding.ts'
import { type ClaimMapping, callerOfClaims } from './claims.ts'
import type { TokenCheck } from './token-check.ts'
import { MAX_TOKEN_LENGTH } from './token-text.ts'

export interface Introspection {
  /** Asks the issuer within a limited time; rejects where it does not answer as RFC 7662 says. */
  readonly ask: (token: string) => Promise<Readonly<Record<string, unknown>>>
  readonly cacheMs: number
  /** What `aud` must hold; null: it is not looked at. */
  readonly audience: string | null
  readonly mapping: ClaimMapping
  readonly bindingRule: BindingRule
  /** Tells the subjects of this issuer from those of others. */
  readonly issuerTag: string
}

const MAX_CACHED = 10_000
/** Questions that are under way at the same time: a flood of wrong tokens is not passed on to the issuer. */
const MAX_PENDING_QUERIES = 32
/** RFC 6750 §2.1. */
const TOKEN = /^[A-Za-z0-9._~+/-]+=*$/

interface CachedToken {
  readonly caller: Caller
  readonly binding: Binding
  readonly until: number
}

export function createIntrospectionCheck(
  { ask, cacheMs, audience, mapping, bindingRule, issuerTag }: Introspection,
  digest: (text: string) => string,
): TokenCheck {
  const known = new BoundedMap<string, CachedToken>(MAX_CACHED)
  const pending = new Map<string, Promise<CachedToken | 'refused'>>()

  return (token, now, _address, thumbprint) => {
    if (token.length > MAX_TOKEN_LENGTH || !TOKEN.test(token)) return 'refused'
    const name = digest(token)
    const found = known.get(name)
    const judge = (known: CachedToken | 'refused'): Verdict =>
      known !== 'refused' && isProvenBy(known.binding, thumbprint) ? known.caller : 'refused'
    if (found && now < found.until) return judge(found)
    const underWay = pending.get(name)
    if (underWay) return underWay.then(judge)
    if (pending.size >= MAX_PENDING_QUERIES) throw unavailable()
    const answer = decide(token, name, now).finally(() => pending.delete(name))
    pending.set(name, answer)
    return answer.then(judge)
  }

  async function decide(token: string, name: string, now: number): Promise<CachedToken | 'refused'> {
    const claims = await ask(token).catch(() => {
      throw unavailable()
    })
    const { active, exp, nbf, aud, cnf } = claims
    const binding = readBinding(cnf, bindingRule)
    if (active !== true || binding === undefined || !isAudience(aud)) return 'refused'
    if (exp !== undefined && !(typeof exp === 'number' && now < exp * 1000)) return 'refused'
    if (nbf !== undefined && !(typeof nbf === 'number' && now >= nbf * 1000)) return 'refused'
    const caller = callerOfClaims({ ...claims, sub: claims.sub ?? claims.client_id }, mapping, issuerTag, digest)
    if (!caller) return 'refused'
    const answer = { caller, binding, until: Math.min(now + cacheMs, caller.expiresAt ?? Number.POSITIVE_INFINITY) }
    known.set(name, answer)
    return answer
  }

  function isAudience(aud: unknown): boolean {
    return audience === null || aud === audience || (Array.isArray(aud) && aud.includes(audience))
  }
}

function unavailable(): ProblemError {
  return new ProblemError('The identity provider does not respond.', { code: 'identity_unavailable' })
}
