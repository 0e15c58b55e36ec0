// Access tokens that this server issues itself: the signing key from its file, the office that issues, and the check that takes them again.
import { createHash, createPrivateKey, createPublicKey, type KeyObject, randomUUID } from 'node:crypto'
import { importPKCS8, type JWK } from 'jose'
import type { KeyCheck } from '../../access/keys/key-check.ts'
import type { KeyDirectory } from '../../access/keys/key-directory.ts'
import type { RateLimit } from '../../access/quota/plan.ts'
import { KeyRing } from '../../access/tokens/key-ring.ts'
import { createTokenCheck, type TokenCheck } from '../../access/tokens/token-check.ts'
import { createOwnTokenCheck, OWN_MAPPING, openTokenOffice, type TokenOffice } from '../../access/tokens/token-office.ts'
import { ProblemError } from '../../core/problem.ts'
import type { OAuthSources } from '../config/config-places.ts'
import { parseDuration } from '../config/config-units.ts'
import { readSecret, type SecretSource } from '../config/secrets.ts'

export interface OwnTokens {
  readonly issuer: string
  readonly office: TokenOffice
  readonly check: TokenCheck
}

export interface OwnTokenParts {
  readonly directory: KeyDirectory
  readonly keyCheck: KeyCheck
  /** Hexadecimal SHA-256. */
  readonly digest: (text: string) => string
  readonly failures: RateLimit | null
}

const MIN_RSA_BITS = 2048

/**
 * Null where no tokens are issued.
 * @throws ProblemError `bad_configuration` where the key cannot be used
 */
export async function openOwnTokens({ settings, signingKey: source }: OAuthSources, parts: OwnTokenParts): Promise<OwnTokens | null> {
  if (!source || settings.resource === null) return null
  const privateKey = readPrivateKey(source)
  const algorithm = algorithmOf(privateKey, source)
  const jwk = createPublicKey(privateKey).export({ format: 'jwk' }) as JWK
  const keyId = createHash('sha256').update(JSON.stringify(jwk)).digest('base64url').slice(0, 16)
  const signingKey = await importPKCS8(privateKey.export({ type: 'pkcs8', format: 'pem' }) as string, algorithm)
  const { origin: issuer } = new URL(settings.resource)
  const audience = settings.resource
  const { directory, keyCheck, digest, failures } = parts
  const lifetimeMs = parseDuration(settings.token_endpoint.lifetime)!
  const office = openTokenOffice({
    keys: keyCheck,
    signingKey,
    algorithm,
    keyId,
    issuer,
    audience,
    lifetimeMs,
    newTokenId: randomUUID,
    failures,
  })
  const keys = new KeyRing(async () => [{ ...jwk, kid: keyId, alg: algorithm, use: 'sig' }])
  const own = {
    issuer,
    audience,
    algorithms: [algorithm],
    type: 'at+jwt',
    clockSkewMs: 0,
    keys,
    mapping: OWN_MAPPING,
    bindingRule: 'off' as const,
  }
  return { issuer, office, check: createOwnTokenCheck(createTokenCheck([own], digest), directory) }
}

/** @throws ProblemError `bad_configuration` where no tokens can be signed with it */
export function checkSigningKey(source: SecretSource): void {
  algorithmOf(readPrivateKey(source), source)
}

function readPrivateKey(source: SecretSource): KeyObject {
  try {
    return createPrivateKey(new TextDecoder().decode(readSecret(source)))
  } catch (error) {
    if (error instanceof ProblemError) throw error
    throw refuse(source, 'The file has no private key in PEM format.')
  }
}

function algorithmOf({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject, source: SecretSource): string {
  if (type === 'ed25519') return 'EdDSA'
  if (type === 'ec' && details?.namedCurve === 'prime256v1') return 'ES256'
  if (type === 'rsa' && (details?.modulusLength ?? 0) >= MIN_RSA_BITS) return 'RS256'
  throw refuse(source, `The signing key is none of EC P-256, Ed25519, and RSA of at least ${MIN_RSA_BITS} bits.`)
}

function refuse({ path }: SecretSource, message: string): ProblemError {
  return new ProblemError(message, { code: 'bad_configuration', at: { file: path } })
}
