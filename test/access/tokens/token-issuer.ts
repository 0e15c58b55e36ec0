// An issuer of a test's own: signs what it is told to, right or wrong, as RFC 9068 wants it where nothing else is said.
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import type { KeyRing } from '../../../src/access/tokens/key-ring.ts'
import type { TokenIssuer } from '../../../src/access/tokens/token-check.ts'

export const ISSUER = 'https://idp.hosp.example/realms/main'
export const AUDIENCE = 'health-tools'
export const MAPPING = { planClaim: 'ht_plan', ownerClaim: null, plan: null, scopeMap: new Map([['ht.phi', 'tools:phi/*']]) }
/** Milliseconds since 1970 UTC. */
export const NOW = Date.UTC(2026, 5, 1, 12)
const NOW_S = NOW / 1000

export interface TestKey {
  readonly kid: string
  readonly algorithm: string
  readonly privateKey: CryptoKey
  readonly jwk: JWK
}

export async function makeKey(kid: string, algorithm = 'RS256'): Promise<TestKey> {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true })
  return { kid, algorithm, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: algorithm, use: 'sig' } }
}

export const CLAIMS = {
  iss: ISSUER,
  aud: AUDIENCE,
  sub: 'alice',
  client_id: 'ward',
  jti: 'token-1',
  iat: NOW_S,
  exp: NOW_S + 300,
  scope: 'ht.phi openid',
  ht_plan: 'research',
}

/** Members that are undefined are left out. */
export function signToken(key: TestKey, claims: Record<string, unknown> = {}, header: Record<string, unknown> = {}): Promise<string> {
  const payload = JSON.parse(JSON.stringify({ ...CLAIMS, ...claims })) as Record<string, unknown>
  const protectedHeader = JSON.parse(JSON.stringify({ alg: key.algorithm, kid: key.kid, typ: 'at+jwt', ...header })) as { alg: string }
  return new SignJWT(payload).setProtectedHeader(protectedHeader).sign(key.privateKey)
}

/** A token of any header with the signature part that is given. */
export function composeToken(header: Record<string, unknown>, claims: Record<string, unknown> = CLAIMS, signature = ''): string {
  return [encode(JSON.stringify(header)), encode(JSON.stringify(claims)), signature].join('.')
}

export function encode(text: string | Uint8Array): string {
  return Buffer.from(text as string).toString('base64url')
}

/** Of these keys, as a configuration sets it where nothing else is said. */
export function makeTokenIssuer(keys: KeyRing, fields: Partial<TokenIssuer> = {}): TokenIssuer {
  return {
    issuer: ISSUER,
    audience: AUDIENCE,
    algorithms: ['RS256', 'ES256'],
    type: 'at+jwt',
    clockSkewMs: 30_000,
    keys,
    mapping: MAPPING,
    bindingRule: 'off',
    ...fields,
  }
}
