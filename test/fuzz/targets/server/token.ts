// Access tokens: no text is believed but the one that the issuer signed; whatever is changed in it, the verdict is a refusal and never an error.
import { createHash } from 'node:crypto'
import { isProvenBy, readBinding, readCertificateHeader } from '../../../../src/access/tokens/binding.ts'
import { KeyRing } from '../../../../src/access/tokens/key-ring.ts'
import { createTokenCheck } from '../../../../src/access/tokens/token-check.ts'
import { looksLikeToken, readTokenText } from '../../../../src/access/tokens/token-text.ts'
import { ProblemError } from '../../../../src/core/problem.ts'
import { CLAIMS, composeToken, makeKey, makeTokenIssuer, NOW, signToken } from '../../../access/tokens/token-issuer.ts'
import { bytesOf, Decisions, expectThat, type FuzzTarget, refusableLater, textOf } from '../../engine/target.ts'

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const key = await makeKey('es-1', 'ES256')
const genuine = await signToken(key)
const [head = '', body = '', signature = ''] = genuine.split('.')
const check = createTokenCheck([makeTokenIssuer(new KeyRing(async () => [key.jwk]))], digest)

const SIGNED = [
  { sub: 'a b', ht_plan: 'ward', scope: 'ht.phi x', cnf: { 'x5t#S256': 'A'.repeat(43) } },
  { sub: '', ht_plan: 'ward' },
  { ht_plan: 'No plan' },
  { ht_plan: 'ward', scope: 1, scp: ['ht.phi', 2], exp: 1 },
  { ht_plan: 'ward', scope: null, scp: ['ht.phi', 2], cnf: { jkt: 'x' } },
]
const CERTIFICATES = [
  ':TUlJQw==:',
  '-----BEGIN CERTIFICATE----- TUlJQw== -----END CERTIFICATE-----',
  '-----BEGIN%20CERTIFICATE-----%0ATUlJQw==%0A-----END%20CERTIFICATE-----',
  '%zz',
  ':TUl:',
  '-----BEGIN CERTIFICATE-----',
]

export const target: FuzzTarget = {
  covers: [
    'src/access/tokens/token-text.ts',
    'src/access/tokens/token-check.ts',
    'src/access/tokens/claims.ts',
    'src/access/tokens/binding.ts',
  ],
  dictionary: [
    '.',
    '=',
    '{"alg":"none"}',
    '"alg":"HS256"',
    '"jku":"',
    '"crit":[',
    '"kid":"es-1"',
    '"typ":"at+jwt"',
    '"b64":false',
    '"exp":',
    '"aud":',
    '"iss":',
  ],
  maxBytes: 2000,
  seeds: () => [
    Uint8Array.of(0),
    Uint8Array.of(1, ...bytesOf(JSON.stringify({ alg: 'ES256', kid: 'es-1', typ: 'at+jwt' }))),
    Uint8Array.of(2, ...bytesOf(JSON.stringify(CLAIMS))),
    Uint8Array.of(3, ...bytesOf(composeToken({ alg: 'none', typ: 'at+jwt' }))),
    Uint8Array.of(4, 1, 2, 3),
    ...SIGNED.map((claims) => Uint8Array.of(5, ...bytesOf(JSON.stringify(claims)))),
    ...CERTIFICATES.map((text) => Uint8Array.of(6, ...bytesOf(text))),
  ],
  // The genuine token is new in each process, so an input says what to change in it.
  async run(input) {
    const decisions = new Decisions(input)
    const way = decisions.below(7)
    const rest = decisions.rest()
    if (way === 5) return checkSigned(rest)
    if (way === 6) return checkCertificate(textOf(rest))
    const encoded = Buffer.from(rest).toString('base64url')
    const token = [
      genuine,
      `${encoded}.${body}.${signature}`,
      `${head}.${encoded}.${signature}`,
      textOf(rest),
      `${head}.${body}.${encoded}`,
    ][way]!
    looksLikeToken(token)
    readTokenText(token)
    const verdict = await check(token, NOW)
    expectThat((typeof verdict === 'object') === (token === genuine), 'a token is believed if and only if it is the one that was signed')
  },
}

/** What the issuer signed is judged without an error other than a refusal, whatever it says. */
async function checkSigned(rest: Uint8Array): Promise<void> {
  const claims = objectOf(rest)
  if (!claims) return
  const token = await signToken(key, claims)
  const verdict = await refusableLater(async () => check(token, NOW))
  if (verdict instanceof ProblemError) expectThat(verdict.code === 'plan_restricted', 'a caller without a plan is refused')
  for (const rule of ['off', 'optional', 'required'] as const) {
    const binding = readBinding(claims.cnf, rule)
    if (binding)
      expectThat(isProvenBy(binding, () => binding.thumbprint) && !isProvenBy(binding, () => ''), 'one certificate proves a token')
  }
}

function checkCertificate(text: string): void {
  const certificate = readCertificateHeader(text)
  if (certificate) expectThat(certificate.length > 0 && text.length > certificate.length, 'a certificate is in its header')
}

function objectOf(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(textOf(bytes))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
