// Access tokens of this server's own, for sites without an identity provider: a client shows its secret and gets a short-lived token
// (RFC 6749 §4.4, RFC 9068). What a client may do is looked up at each request, so that a revocation holds at once.
import { type CryptoKey, SignJWT } from 'jose'
import { isScope } from '../caller.ts'
import { hasExpired } from '../keys/key.ts'
import type { KeyCheck } from '../keys/key-check.ts'
import type { KeyDirectory } from '../keys/key-directory.ts'
import { type KeyText, parseKey } from '../keys/key-text.ts'
import { isInNetworks } from '../proxy/network.ts'
import type { RateLimit } from '../quota/plan.ts'
import { Refusals } from '../refusals.ts'
import type { Verdict } from '../verdict.ts'
import type { ClaimMapping } from './claims.ts'
import type { TokenCheck } from './token-check.ts'

export interface TokenOfficeParts {
  readonly keys: KeyCheck
  readonly signingKey: CryptoKey
  readonly algorithm: string
  readonly keyId: string
  readonly issuer: string
  readonly audience: string
  readonly lifetimeMs: number
  readonly newTokenId: () => string
  readonly failures: RateLimit | null
}

export interface TokenRequest {
  readonly grantType: string | undefined
  readonly clientId: string
  readonly clientSecret: string
  /** Scopes with spaces between them; undefined: all of the client. */
  readonly scope: string | undefined
  readonly address: string | undefined
  readonly now: number
}

export interface TokenGrant {
  readonly token: string
  readonly expiresInSeconds: number
  readonly scope: string
}

/** Codes of RFC 6749 §5.2. */
export type TokenRefusal = 'invalid_client' | 'invalid_scope' | 'unsupported_grant_type'

export interface TokenOffice {
  /** @throws ProblemError `rate_limited`, `storage_unavailable` */
  issue(request: TokenRequest): Promise<TokenGrant | TokenRefusal>
}

/** A secret of nobody: a client that shows none costs the same look-up as one that shows a wrong one. */
const NO_SECRET: KeyText = { kind: 'client', id: '000000000000', hashed: '', decoyId: '000000000000' }

export function openTokenOffice(parts: TokenOfficeParts): TokenOffice {
  const { keys, signingKey, algorithm, keyId, issuer, audience, lifetimeMs, newTokenId, failures } = parts
  const refusals = new Refusals(failures)

  return {
    async issue({ grantType, clientId, clientSecret, scope, address, now }) {
      const secret = parseKey(clientSecret)
      const isPair = secret?.kind === 'client' && secret.id === clientId
      const verdict = await keys.checkKey(isPair ? secret : NO_SECRET, address, now)
      if (typeof verdict === 'string' || !isPair) {
        const error = refusals.count(address, now)
        if (error.code === 'rate_limited') throw error
        return 'invalid_client'
      }
      if (grantType !== 'client_credentials') return 'unsupported_grant_type'
      const requested = scope === undefined ? verdict.scopes : scope.split(' ')
      if (!requested.every((each) => verdict.scopes.includes(each))) return 'invalid_scope'
      const seconds = Math.floor(now / 1000)
      const lifetime = Math.floor(Math.min(lifetimeMs, (verdict.expiresAt ?? Number.POSITIVE_INFINITY) - now) / 1000)
      const text = requested.join(' ')
      const token = await new SignJWT({ scope: text, client_id: clientId })
        .setProtectedHeader({ alg: algorithm, typ: 'at+jwt', kid: keyId })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(clientId)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + lifetime)
        .setJti(newTokenId())
        .sign(signingKey)
      return { token, expiresInSeconds: lifetime, scope: text }
    },
  }
}

/** The scopes of own tokens are this program's; the plan is that of the client. */
export const OWN_MAPPING: ClaimMapping = {
  planClaim: null,
  ownerClaim: null,
  plan: 'client',
  scopeMap: { get: (scope) => (isScope(scope) ? scope : undefined) },
}

/** Own tokens, verified by `verify` and then held against the client as it is now. */
export function createOwnTokenCheck(verify: TokenCheck, directory: KeyDirectory): TokenCheck {
  return async (token, now, address) => {
    const verdict = await verify(token, now)
    if (typeof verdict === 'string') return verdict
    const entry = await directory.find(verdict.owner)
    return entry ? narrow(verdict) : 'refused'

    function narrow({ scopes, expiresAt }: Exclude<Verdict, string>): Verdict {
      const { key, caller, networks } = entry!
      const { record } = key
      if (record.kind !== 'client' || record.revokedAt !== null || hasExpired(record, now)) return 'refused'
      if (networks.length < record.networks.length) return 'refused'
      if (networks.length > 0 && !isInNetworks(networks, address)) return 'refused'
      directory.noteUse(entry!, now)
      return { ...caller, scopes: scopes.filter((scope) => caller.scopes.includes(scope)), expiresAt }
    }
  }
}
