// What the claims of an access token say in this program's terms: who calls, with which plan and scopes.
import { ProblemError } from '../../core/problem.ts'
import { type Caller, isOwner } from '../caller.ts'

export interface ClaimMapping {
  /** The claim that names the plan; null: none does. */
  readonly planClaim: string | null
  /** The claim that names whom usage is summed for; null, or a token without it: the subject. */
  readonly ownerClaim: string | null
  /** Plan of a token that names none; null: such a token is refused. */
  readonly plan: string | null
  /** From scopes of the issuer to scopes of this program; others give nothing. */
  readonly scopeMap: { get(scope: string): string | undefined }
}

const MAX_SUBJECT_LENGTH = 255

/**
 * @param issuerTag tells the subjects of one issuer from those of another
 * @param digest hexadecimal SHA-256
 * @returns undefined where the token names nobody
 * @throws ProblemError `plan_restricted` where it names no plan
 */
export function callerOfClaims(
  claims: Readonly<Record<string, unknown>>,
  { planClaim, ownerClaim, plan: defaultPlan, scopeMap }: ClaimMapping,
  issuerTag: string,
  digest: (text: string) => string,
): Caller | undefined {
  const { sub, exp } = claims
  if (typeof sub !== 'string' || sub === '' || sub.length > MAX_SUBJECT_LENGTH) return undefined
  const named = planClaim === null ? undefined : claims[planClaim]
  const plan = named === undefined ? defaultPlan : named
  if (typeof plan !== 'string' || !/^[a-z][a-z0-9-]{0,39}$/.test(plan)) {
    throw new ProblemError('The access token has no plan.', { code: 'plan_restricted' })
  }
  const subject = /^[A-Za-z0-9._@-]{1,64}$/.test(sub) ? sub : digest(sub).slice(0, 32)
  const scopes = new Set(scopesOf(claims).flatMap((scope) => scopeMap.get(scope) ?? []))
  return {
    credentialId: `oauth:${issuerTag}:${subject}`,
    kind: 'live',
    owner: ownerOf(claims, ownerClaim) ?? subject,
    plan,
    scopes: [...scopes],
    expiresAt: typeof exp === 'number' ? exp * 1000 : null,
    trialQuota: null,
  }
}

function ownerOf(claims: Readonly<Record<string, unknown>>, claim: string | null): string | undefined {
  const named = claim === null ? undefined : claims[claim]
  return typeof named === 'string' && isOwner(named) ? named : undefined
}

/** `scope` of RFC 8693 §4.2, or the list that some issuers call `scp`. */
function scopesOf({ scope, scp }: Readonly<Record<string, unknown>>): string[] {
  const value = scope ?? scp
  if (typeof value === 'string') return value.split(' ')
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []
}
