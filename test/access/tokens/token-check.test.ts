// Access tokens: what a right one says of its caller, and every attack that a wrong one can be.
import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { CompactEncrypt, CompactSign, exportSPKI, importJWK } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { createAuthentication } from '../../../src/access/authenticate.ts'
import { KeyRing } from '../../../src/access/tokens/key-ring.ts'
import { createTokenCheck, type TokenIssuer } from '../../../src/access/tokens/token-check.ts'
import { readTokenText } from '../../../src/access/tokens/token-text.ts'
import type { ProblemError } from '../../../src/core/problem.ts'
import {
  AUDIENCE,
  CLAIMS,
  composeToken,
  encode,
  ISSUER,
  MAPPING,
  makeKey,
  makeTokenIssuer,
  NOW,
  signToken,
  type TestKey,
} from './token-issuer.ts'

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

let rsa: TestKey
let ec: TestKey
let ed: TestKey
let stranger: TestKey
beforeAll(async () => {
  ;[rsa, ec, ed, stranger] = await Promise.all([makeKey('rsa-1'), makeKey('ec-1', 'ES256'), makeKey('ed-1', 'EdDSA'), makeKey('rsa-1')])
})

function open(fields: Partial<TokenIssuer> = {}) {
  const ring = new KeyRing(async () => [rsa.jwk, ec.jwk, ed.jwk])
  const check = createTokenCheck([makeTokenIssuer(ring, fields)], digest)
  return async (token: string, now = NOW): Promise<unknown> => {
    try {
      return await check(token, now)
    } catch (error) {
      return (error as ProblemError).code
    }
  }
}

describe('a token (RFC 9068)', () => {
  test('names its caller, plan and scopes', async () => {
    const caller = {
      credentialId: `oauth:${digest(ISSUER).slice(0, 8)}:alice`,
      kind: 'live',
      owner: 'alice',
      plan: 'research',
      scopes: ['tools:phi/*'],
      expiresAt: NOW + 300_000,
      trialQuota: null,
    }
    const check = open()
    for (const key of [rsa, ec]) expect(await check(await signToken(key))).toEqual(caller)
    expect(await check(await signToken(rsa, {}, { typ: 'application/AT+JWT' }))).toEqual(caller)
    expect(await check(await signToken(rsa, { aud: ['other', AUDIENCE] }))).toEqual(caller)
    expect(await check(await signToken(rsa, { scope: undefined, scp: ['ht.phi'] }))).toEqual(caller)
  })

  test('of the whole list of algorithms', async () => {
    for (const algorithm of ['RS384', 'RS512', 'PS256', 'ES384', 'ES512', 'EdDSA']) {
      const key = await makeKey('k', algorithm)
      const check = open({ algorithms: [algorithm], keys: new KeyRing(async () => [key.jwk]) })
      expect(await check(await signToken(key)), algorithm).toMatchObject({ owner: 'alice' })
    }
  })

  test('without a known scope reaches no tool, and without a plan nobody', async () => {
    expect(await open()(await signToken(rsa, { scope: 'openid tools:* admin:read' }))).toMatchObject({ scopes: [] })
    expect(await open()(await signToken(rsa, { ht_plan: undefined }))).toBe('plan_restricted')
    expect(await open()(await signToken(rsa, { ht_plan: ['research'] }))).toBe('plan_restricted')
    const mapping = { ...MAPPING, plan: 'standard' }
    expect(await open({ mapping })(await signToken(rsa, { ht_plan: undefined }))).toMatchObject({ plan: 'standard' })
  })

  test('is of the owner that its claim names, or of its subject where that is none', async () => {
    const check = open({ mapping: { ...MAPPING, ownerClaim: 'department' } })
    expect(await check(await signToken(rsa, { department: 'Ward 7' }))).toMatchObject({
      owner: 'Ward 7',
      credentialId: expect.stringContaining(':alice'),
    })
    for (const department of [undefined, '', '=1+1', 'a\nb', 7, ['Ward 7'], 'x'.repeat(101)]) {
      expect(await check(await signToken(rsa, { department, jti: String(department) }))).toMatchObject({ owner: 'alice' })
    }
  })

  test('of a subject with odd signs is counted under a digest, and subjects of two issuers are two', async () => {
    const verdict = await open()(await signToken(rsa, { sub: 'CN=Älice;x' }))
    expect(verdict).toMatchObject({ owner: digest('CN=Älice;x').slice(0, 32) })
    const other = await open({ issuer: 'https://other.example' })(await signToken(rsa, { iss: 'https://other.example' }))
    expect((other as { credentialId: string }).credentialId).not.toBe(
      ((await open()(await signToken(rsa))) as { credentialId: string }).credentialId,
    )
  })
})

describe('a token that is refused:', () => {
  const claims: [string, Record<string, unknown>][] = [
    ['another issuer', { iss: 'https://evil.example' }],
    ['an issuer with a slash more', { iss: `${ISSUER}/` }],
    ['an issuer as a list', { iss: [ISSUER] }],
    ['no issuer', { iss: undefined }],
    ['another audience', { aud: 'other' }],
    ['no audience', { aud: undefined }],
    ['an audience with the right beginning', { aud: 'health-tools-admin' }],
    ['not valid yet', { nbf: NOW / 1000 + 31 }],
    ['no expiry', { exp: undefined }],
    ['an expiry that is a text', { exp: '9999999999' }],
    ['no time of issue', { iat: undefined }],
    ['no subject', { sub: undefined }],
    ['an empty subject', { sub: '' }],
    ['a subject without end', { sub: 'x'.repeat(256) }],
    ['a subject that is a number', { sub: 7 }],
    ['bound to a certificate (RFC 8705)', { cnf: { 'x5t#S256': 'AAAA' } }],
    ['bound to a key (RFC 9449)', { cnf: { jkt: 'AAAA' } }],
  ]
  test.each(claims)('%s', async (_title, fields) => {
    expect(await open()(await signToken(rsa, fields))).toBe('refused')
    expect(await open()(await signToken(rsa))).toMatchObject({ owner: 'alice' })
  })

  const headers: [string, Record<string, unknown>][] = [
    ['type of an id token', { typ: 'JWT' }],
    ['no type', { typ: undefined }],
    ['type of another purpose', { typ: 'logout+jwt' }],
    ['an unknown key', { kid: 'rsa-2' }],
    ['a key id that is a path', { kid: '../../../../dev/null' }],
    ['a key id that is SQL', { kid: "x' UNION SELECT 'AAAA" }],
    ['a key id that is a command', { kid: '|/usr/bin/id' }],
    ['a key id that is a member of objects', { kid: '__proto__' }],
    ['a key id that is long', { kid: 'k'.repeat(257) }],
    ['a key id that is a number', { kid: 1 }],
    ['keys of an address', { jku: 'https://evil.example/jwks.json' }],
    ['a certificate of an address', { x5u: 'https://evil.example/cert.pem' }],
    ['a chain of its own', { x5c: ['AAAA'] }],
    ['a critical extension', { crit: ['exp'], exp: 1 }],
    ['the key of an algorithm for another one', { kid: 'ec-1' }],
  ]
  test.each(headers)('%s', async (_title, fields) => {
    expect(
      await open()(await signToken(rsa, {}, fields).catch(() => composeToken({ alg: 'RS256', kid: 'rsa-1', typ: 'at+jwt', ...fields }))),
    ).toBe('refused')
  })

  test('a key of its own', async () => {
    expect(await open()(await signToken(stranger, {}, { jwk: stranger.jwk, kid: undefined }))).toBe('refused')
    expect(await open()(await signToken(stranger))).toBe('refused')
  })

  test.each(['none', 'None', 'NONE', 'nOnE', ''])('algorithm %j', async (alg) => {
    for (const signature of ['', 'AAAA'])
      expect(await open()(composeToken({ alg, typ: 'at+jwt', kid: 'rsa-1' }, CLAIMS, signature))).toBe('refused')
    const all = open({ algorithms: [alg, 'RS256'] })
    expect(await all(composeToken({ alg, typ: 'at+jwt' }))).toBe('refused')
  })

  test('the public key as the secret of an HMAC', async () => {
    const publicKey = await importJWK(rsa.jwk, 'RS256', { extractable: true })
    const pem = await exportSPKI(publicKey as never)
    for (const secret of [pem, pem.trim(), rsa.jwk.n!, Buffer.from(rsa.jwk.n!, 'base64url')]) {
      const [head, body] = composeToken({ alg: 'HS256', typ: 'at+jwt', kid: 'rsa-1' }).split('.')
      const signature = createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url')
      expect(await open()(`${head}.${body}.${signature}`)).toBe('refused')
    }
  })

  test('an algorithm that is not on the list, with a key that is there', async () => {
    expect(await open()(await signToken(ed))).toBe('refused')
    expect(await open({ algorithms: ['EdDSA'] })(await signToken(ed))).toMatchObject({ owner: 'alice' })
  })

  test('a symmetric, a private, a short and an encryption key of the set', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
    const short = { ...publicKey.export({ format: 'jwk' }), kid: 'short', alg: 'RS256' }
    const [head, body] = composeToken({ alg: 'RS256', typ: 'at+jwt', kid: 'short' }).split('.')
    const forShort = `${head}.${body}.${sign('sha256', Buffer.from(`${head}.${body}`), privateKey).toString('base64url')}`
    const sets: [unknown, string][] = [
      [short, forShort],
      [{ kty: 'oct', k: 'AAAA', kid: 'rsa-1' }, await signToken(rsa)],
      [{ ...rsa.jwk, use: 'enc' }, await signToken(rsa)],
      [{ ...rsa.jwk, key_ops: ['encrypt'] }, await signToken(rsa)],
      [{ ...rsa.jwk, d: 'AAAA' }, await signToken(rsa)],
    ]
    for (const [jwk, token] of sets) {
      expect(await open({ keys: new KeyRing(async () => [ec.jwk, jwk]) })(token)).toBe('refused')
    }
  })

  test('changed in any part', async () => {
    const token = await signToken(rsa)
    const parts = token.split('.')
    const claims = encode(JSON.stringify({ ...CLAIMS, sub: 'bob' }))
    const wrong = [
      `${parts[0]}.${claims}.${parts[2]}`,
      `${parts[0]}.${parts[1]}.`,
      `${parts[0]}.${parts[1]}`,
      `${token}.x`,
      `.${parts[1]}.${parts[2]}`,
      `${token}=`,
      `${parts[0]}=.${parts[1]}.${parts[2]}`,
      `${parts[0]}.${parts[1]}.${parts[2]!.replace(/.$/, (letter) => (letter === 'A' ? 'E' : 'A'))}`,
      `${parts[0]}.${parts[1]}.${parts[2]!.slice(0, 20)}\n${parts[2]!.slice(20)}`,
      `${parts[0]}.${parts[1]}.${parts[2]!.slice(0, 20)}+${parts[2]!.slice(21)}`,
      encode('[]').concat('.', parts[1]!, '.', parts[2]!),
      encode('{"alg":"RS256"').concat('.', parts[1]!, '.', parts[2]!),
    ]
    for (const text of wrong) expect(await open()(text), text.slice(0, 40)).toBe('refused')
  })

  test('nested: a signed token in a signed one, and in an encrypted one', async () => {
    const inner = new TextEncoder().encode(await signToken(rsa))
    const header = { alg: 'RS256', kid: 'rsa-1', typ: 'at+jwt', cty: 'JWT' }
    expect(await open()(await new CompactSign(inner).setProtectedHeader(header).sign(rsa.privateKey))).toBe('refused')
    const secret = new Uint8Array(32)
    const sealed = await new CompactEncrypt(inner).setProtectedHeader({ ...header, alg: 'dir', enc: 'A256GCM' }).encrypt(secret)
    expect(await open()(sealed)).toBe('refused')
  })

  test('larger than any honest one, before it is looked at', async () => {
    const token = await signToken(rsa, { groups: 'x'.repeat(9_000) })
    expect(readTokenText(token)).toBeUndefined()
    expect(await open()(token)).toBe('refused')
  })

  test('bits behind the last byte (RFC 4648 §3.5)', () => {
    expect(readTokenText(composeToken({ alg: 'a' }, { iss: 'b' }, 'AA'))).toBeDefined()
    expect(readTokenText(composeToken({ alg: 'a' }, { iss: 'b' }, 'AB'))).toBeUndefined()
    expect(readTokenText(composeToken({ alg: 'a' }, { iss: 'b' }, 'AAB'))).toBeUndefined()
    expect(readTokenText(composeToken({ alg: 'a' }, { iss: 'b' }, 'A'))).toBeUndefined()
  })
})

test('refused tokens of an address are limited, and good ones from there still pass', async () => {
  const tokens = createTokenCheck([makeTokenIssuer(new KeyRing(async () => [rsa.jwk]))], digest)
  const authenticate = createAuthentication({ keys: null, tokens, proxy: null, failures: { perMinute: 2, burst: 2 } })
  const connection = { peerAddress: '192.0.2.1', isForProxy: false, isUnixSocket: false, hasClientCertificate: false }
  const ask = async (token: string): Promise<unknown> => {
    try {
      return (await authenticate({ authorizationValues: [`Bearer ${token}`], rawHeaders: [], connection, address: '192.0.2.1', now: NOW }))
        .owner
    } catch (error) {
      return (error as ProblemError).code
    }
  }
  const wrong = await signToken(rsa, { aud: 'other' })
  const verdicts = [await ask(wrong), await ask('x'), await ask(wrong), await ask(await signToken(rsa))]
  expect(verdicts).toEqual(['invalid_credentials', 'invalid_credentials', 'rate_limited', 'alice'])
})

describe('the time of a token', () => {
  test('has the clock skew on both sides, and expiry is said of genuine tokens alone', async () => {
    const check = open()
    const token = await signToken(rsa, { nbf: NOW / 1000 })
    const at = (seconds: number): Promise<unknown> => check(token, NOW + seconds * 1000)
    expect(await at(-31)).toBe('refused')
    expect(await at(-30)).toMatchObject({ owner: 'alice' })
    expect(await at(329)).toMatchObject({ owner: 'alice' })
    expect(await at(330)).toBe('expired')
    expect(await check(await signToken(stranger), NOW + 999_000)).toBe('refused')
    expect(await check(await signToken(rsa, { aud: 'other' }), NOW + 999_000)).toBe('refused')
  })

  test('holds for a token that was verified before, too', async () => {
    const check = open()
    const token = await signToken(rsa)
    expect(await check(token)).toMatchObject({ owner: 'alice' })
    expect(await check(token, NOW + 329_999)).toMatchObject({ owner: 'alice' })
    expect(await check(token, NOW + 330_000)).toBe('expired')
  })
})
