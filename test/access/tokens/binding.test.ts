// Access tokens that are bound to a certificate (RFC 8705): which bindings are taken, what proves them, and in which forms proxies tell a certificate.
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createAuthentication } from '../../../src/access/authenticate.ts'
import type { Connection } from '../../../src/access/proxy/connection.ts'
import { parseNetwork } from '../../../src/access/proxy/network.ts'
import { createProxyCheck } from '../../../src/access/proxy/proxy-check.ts'
import { type BindingRule, isProvenBy, readBinding, readCertificateHeader } from '../../../src/access/tokens/binding.ts'
import { createIntrospectionCheck } from '../../../src/access/tokens/introspection.ts'
import { KeyRing } from '../../../src/access/tokens/key-ring.ts'
import { createTokenCheck } from '../../../src/access/tokens/token-check.ts'
import type { ProblemError } from '../../../src/core/problem.ts'
import { makeKey, makeTokenIssuer, NOW, signToken, type TestKey } from './token-issuer.ts'

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
const DER = Uint8Array.from({ length: 300 }, (_, i) => (i * 7) % 256)
const MINE = createHash('sha256').update(DER).digest('base64url')
const OTHER_THUMBPRINT = createHash('sha256').update('another').digest('base64url')
const BASE64 = Buffer.from(DER).toString('base64')
const pem = (lineEnd: string): string =>
  ['-----BEGIN CERTIFICATE-----', ...BASE64.match(/.{1,64}/g)!, '-----END CERTIFICATE-----', ''].join(lineEnd)

describe('a binding (RFC 8705 §3.1, RFC 7800 §3.1)', () => {
  test.each<[string, unknown, BindingRule, unknown]>([
    ['none, where none is looked at', undefined, 'off', null],
    ['none, where it may be', undefined, 'optional', null],
    ['none, where it must be', undefined, 'required', undefined],
    ['to a certificate, where none is looked at', { 'x5t#S256': MINE }, 'off', undefined],
    ['to a certificate, where it may be', { 'x5t#S256': MINE }, 'optional', { thumbprint: MINE }],
    ['to a certificate, where it must be', { 'x5t#S256': MINE }, 'required', { thumbprint: MINE }],
    ['to a key of DPoP', { jkt: MINE }, 'optional', undefined],
    ['to a certificate and a key of DPoP', { 'x5t#S256': MINE, jkt: MINE }, 'required', undefined],
    ['to a certificate by SHA-1', { x5t: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA' }, 'optional', undefined],
    ['to nothing', {}, 'optional', undefined],
    ['null', null, 'optional', undefined],
    ['a text', MINE, 'optional', undefined],
    ['a list', [MINE], 'optional', undefined],
    ['to a list of certificates', { 'x5t#S256': [MINE] }, 'optional', undefined],
    ['to a thumbprint with padding', { 'x5t#S256': `${MINE}=` }, 'optional', undefined],
    ['to a short thumbprint', { 'x5t#S256': MINE.slice(1) }, 'optional', undefined],
    ['to an empty thumbprint', { 'x5t#S256': '' }, 'required', undefined],
  ])('%s', (_title, confirmation, rule, binding) => {
    expect(readBinding(confirmation, rule)).toEqual(binding)
  })

  test('is proven by its certificate alone', () => {
    expect(isProvenBy(null, undefined)).toBe(true)
    expect(isProvenBy({ thumbprint: MINE }, () => MINE)).toBe(true)
    expect(isProvenBy({ thumbprint: MINE }, () => OTHER_THUMBPRINT)).toBe(false)
    expect(isProvenBy({ thumbprint: MINE }, () => undefined)).toBe(false)
    expect(isProvenBy({ thumbprint: MINE }, undefined)).toBe(false)
  })
})

describe('a certificate in a header', () => {
  test.each([
    ['a byte sequence (RFC 9440 §2.1)', `:${BASE64}:`],
    ['PEM with spaces, of Apache', pem(' ')],
    ['PEM with line ends as tabs', pem('\t')],
    ['PEM percent-encoded, of nginx', encodeURIComponent(pem('\n'))],
    ['PEM percent-encoded with CR LF', encodeURIComponent(pem('\r\n'))],
  ])('%s', (_title, text) => {
    expect(readCertificateHeader(text)).toEqual(DER)
  })

  test.each([
    ['nothing', ''],
    ['what Apache says without one', '(null)'],
    ['an empty byte sequence', '::'],
    ['one colon', ':'],
    ['a byte sequence without an end', `:${BASE64}`],
    ['base64 alone', BASE64],
    ['two certificates', `${pem(' ')}${pem(' ')}`],
    ['two byte sequences', `:${BASE64}:, :${BASE64}:`],
    ['base64 of another length', `:${BASE64}A:`],
    ['base64 with a sign of base64url', `:${BASE64.slice(0, -4)}A_AA:`],
    ['a broken percent code', `${encodeURIComponent(pem('\n'))}%zz`],
    ['a percent code that is no UTF-8', `%ff${encodeURIComponent(pem('\n'))}`],
    ['a private key', pem(' ').replaceAll('CERTIFICATE', 'PRIVATE KEY')],
    ['more than a certificate is long', `:${'A'.repeat(12_004)}:`],
  ])('is none: %s', (_title, text) => {
    expect(readCertificateHeader(text)).toBeUndefined()
  })
})

const MAPPING = { planClaim: null, ownerClaim: null, plan: 'standard', scopeMap: new Map([['a', 'tools:*']]) }
const DIRECT: Connection = { peerAddress: '192.0.2.1', isForProxy: false, isUnixSocket: false, hasClientCertificate: false }
const proving = (thumbprint: string | undefined): Connection => ({ ...DIRECT, hasClientCertificate: true, thumbprint: () => thumbprint })
const VIA_PROXY: Connection = { ...DIRECT, peerAddress: '10.0.0.1', isForProxy: true }
const PROVEN = ['X-HT-Proxy-Secret', 'right']
const CERTIFICATE = ['X-Client-Cert', `:${BASE64}:`]

let key: TestKey
beforeAll(async () => {
  key = await makeKey('k', 'ES256')
})

function open(bindingRule: BindingRule) {
  const keys = new KeyRing(async () => [key.jwk])
  const checkToken = createTokenCheck([makeTokenIssuer(keys, { mapping: MAPPING, bindingRule })], digest)
  const ask = async (token: string): Promise<Record<string, unknown>> => ({
    active: true,
    sub: 'alice',
    cnf: JSON.parse(atob(token)) as unknown,
  })
  const introspection = { ask, cacheMs: 1_000, audience: null, mapping: MAPPING, bindingRule, issuerTag: 'i' }
  const checkOpaque = createIntrospectionCheck(introspection, digest)
  const proxy = createProxyCheck({
    trusted: [parseNetwork('10.0.0.1/32')!],
    userHeader: 'X-Remote-User',
    groupsHeader: 'X-Remote-Groups',
    groupsSeparator: ',',
    secret: { header: 'X-HT-Proxy-Secret', isRight: (value) => value === 'right' },
    certificate: { header: 'X-Client-Cert', thumbprint: (der) => createHash('sha256').update(der).digest('base64url') },
    requireGroups: true,
    isUser: () => true,
    mapping: [],
  })
  const authenticate = createAuthentication({
    keys: null,
    tokens: (token, ...rest) => (token.includes('.') ? checkToken : checkOpaque)(token, ...rest),
    proxy,
    failures: null,
  })
  return async (token: string, connection: Connection, rawHeaders: readonly string[] = []): Promise<unknown> => {
    const presented = { authorizationValues: [`Bearer ${token}`], rawHeaders, connection, address: connection.peerAddress, now: NOW }
    try {
      return (await authenticate(presented)).owner
    } catch (error) {
      return (error as ProblemError).code
    }
  }
}

const jwt = (cnf: unknown): Promise<string> => signToken(key, { cnf })
const opaque = async (cnf: unknown): Promise<string> => btoa(JSON.stringify(cnf)).replace(/=+$/, '')
const REFUSED = 'invalid_credentials'

describe.each([
  ['a JWT', jwt],
  ['an opaque token', opaque],
])('%s that is bound', (_title, make) => {
  test('is good with its certificate alone, whoever has shown it before', async () => {
    const ask = open('optional')
    const token = await make({ 'x5t#S256': MINE })
    for (let i = 0; i < 2; i++) {
      expect(await ask(token, proving(OTHER_THUMBPRINT))).toBe(REFUSED)
      expect(await ask(token, proving(undefined))).toBe(REFUSED)
      expect(await ask(token, DIRECT)).toBe(REFUSED)
      expect(await ask(token, proving(MINE))).toBe('alice')
    }
  })

  test('is good at the same moment for the one who proves it, and for nobody else', async () => {
    const ask = open('required')
    const token = await make({ 'x5t#S256': MINE })
    expect(await Promise.all([ask(token, proving(OTHER_THUMBPRINT)), ask(token, proving(MINE)), ask(token, DIRECT)])).toEqual([
      REFUSED,
      'alice',
      REFUSED,
    ])
  })

  test('to another kind of proof, or where bindings are off, is refused with any certificate', async () => {
    expect(await open('required')(await make({ jkt: MINE }), proving(MINE))).toBe(REFUSED)
    expect(await open('off')(await make({ 'x5t#S256': MINE }), proving(MINE))).toBe(REFUSED)
  })

  test('is good behind the proxy with the certificate that the proxy tells', async () => {
    const ask = open('required')
    const token = await make({ 'x5t#S256': MINE })
    expect(await ask(token, VIA_PROXY, [...PROVEN, ...CERTIFICATE])).toBe('alice')
    expect(await ask(token, VIA_PROXY, [...PROVEN, 'x-client-cert', pem(' ')])).toBe('alice')
  })

  test.each<[string, Connection, readonly string[]]>([
    ['without the secret', VIA_PROXY, CERTIFICATE],
    ['with a wrong secret', VIA_PROXY, ['X-HT-Proxy-Secret', 'wrong', ...CERTIFICATE]],
    ['from another address', { ...VIA_PROXY, peerAddress: '10.0.0.2' }, [...PROVEN, ...CERTIFICATE]],
    ['on another listener', DIRECT, [...PROVEN, ...CERTIFICATE]],
    ['on another listener without the secret', DIRECT, CERTIFICATE],
    ['twice', VIA_PROXY, [...PROVEN, ...CERTIFICATE, ...CERTIFICATE]],
    ['twice, once of another', VIA_PROXY, [...PROVEN, ...CERTIFICATE, 'X-Client-Cert', ':AAAA:']],
    ['beside an alias of it', VIA_PROXY, [...PROVEN, ...CERTIFICATE, 'X_Client_Cert', ':AAAA:']],
    ['by an alias of it', VIA_PROXY, [...PROVEN, 'X_Client_Cert', `:${BASE64}:`]],
    ['of another', VIA_PROXY, [...PROVEN, 'X-Client-Cert', ':AAAA:']],
    ['that says there is none', VIA_PROXY, [...PROVEN, 'X-Client-Cert', '(null)']],
    ['that is not there', VIA_PROXY, PROVEN],
    [
      'that is not there, from a proxy with the certificate',
      { ...VIA_PROXY, ...proving(MINE), isForProxy: true, peerAddress: '10.0.0.1' },
      PROVEN,
    ],
  ])('is refused with a header %s', async (_attack, connection, headers) => {
    const ask = open('required')
    // A name that some programs take for another is refused before anything is believed.
    const code = headers.includes('X_Client_Cert') ? 'invalid_header' : REFUSED
    expect(await ask(await make({ 'x5t#S256': MINE }), connection, headers)).toBe(code)
  })
})

test('a token that is not bound is refused where bindings are required, with any certificate', async () => {
  const [bare, bound] = [await signToken(key), await jwt({ 'x5t#S256': MINE })]
  expect(await open('required')(bare, proving(MINE))).toBe(REFUSED)
  expect(await open('optional')(bare, proving(OTHER_THUMBPRINT))).toBe('alice')
  expect(await open('optional')(bare, VIA_PROXY, [...PROVEN, 'X-Client-Cert', '(null)'])).toBe('alice')
  expect(await open('required')(bound, proving(MINE))).toBe('alice')
})
