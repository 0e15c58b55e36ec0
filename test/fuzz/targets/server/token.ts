// Access tokens: no text is believed but the one that the issuer signed; whatever is changed in it, the verdict is a refusal and never an error.
import { createHash } from 'node:crypto'
import { KeyRing } from '../../../../src/access/tokens/key-ring.ts'
import { createTokenCheck } from '../../../../src/access/tokens/token-check.ts'
import { looksLikeToken, readTokenText } from '../../../../src/access/tokens/token-text.ts'
import { CLAIMS, composeToken, makeKey, makeTokenIssuer, NOW, signToken } from '../../../access/tokens/token-issuer.ts'
import { bytesOf, Decisions, expectThat, type FuzzTarget, textOf } from '../../engine/target.ts'

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const key = await makeKey('es-1', 'ES256')
const genuine = await signToken(key)
const [head = '', body = '', signature = ''] = genuine.split('.')
const check = createTokenCheck([makeTokenIssuer(new KeyRing(async () => [key.jwk]))], digest)

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
  ],
  // The genuine token is new in each process, so an input says what to change in it.
  async run(input) {
    const decisions = new Decisions(input)
    const way = decisions.below(5)
    const rest = decisions.rest()
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
