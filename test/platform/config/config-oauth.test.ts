// An identity provider that cannot work, or could be anybody, stops the start with file, line and reason.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openTokenCheck } from '../../../src/platform/access/oauth.ts'
import { makeKey } from '../../access/tokens/token-issuer.ts'
import { thrownProblem } from '../../thrown-problem.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import { loadYaml } from './load-yaml.ts'

const issuer = (more = 'plan_claim: p, scope_map: { a: "tools:*" }', jwks = 'url: "https://idp.example/keys"'): string =>
  `{ issuer: "https://idp.example", audience: a, jwks: { ${jwks} }, algorithms: [RS256], ${more} }`

function load(oauth: string, folder = makeScratchFolder()) {
  return loadYaml(`version: 1\nauth:\n  order: [api_key, oauth]\n  oauth: { enabled: true, ${oauth} }\n`, {}, folder)
}

describe('the configuration of identity providers', () => {
  test.each([
    ['keys of an address', `issuers: [${issuer()}]`],
    ['keys of loopback without TLS', `issuers: [${issuer(undefined, 'url: "http://127.0.0.1:9000/keys"')}]`],
    ['keys of a file', `issuers: [${issuer('plan: standard, scope_map: { a: "tools:*" }', 'file: keys.json')}]`],
    [
      'introspection alone',
      'introspection: { endpoint: "https://idp.example/i", client_id: a, client_secret: { file: s }, plan: standard, scope_map: { a: "tools:*" } }',
    ],
  ])('may be %s', (_title, oauth) => {
    expect(load(oauth).auth.oauth).not.toBeNull()
  })

  test.each([
    ['nobody', 'issuers: []', '/auth/oauth/enabled', /introspection is required/],
    ['no plan', `issuers: [${issuer('scope_map: { a: "tools:*" }')}]`, '/auth/oauth/issuers/0', /plan_claim/],
    [
      'a plan that there is not',
      `issuers: [${issuer('plan: none, scope_map: { a: "tools:*" }')}]`,
      '/auth/oauth/issuers/0/plan',
      /expected a plan/,
    ],
    ['no scopes', `issuers: [${issuer('plan: standard')}]`, '/auth/oauth/issuers/0', /scope_map/],
    [
      'a scope that is none',
      `issuers: [${issuer('plan: standard, scope_map: { a: "tools" }')}]`,
      '/auth/oauth/issuers/0/scope_map/a',
      /tools:\*/,
    ],
    [
      'a sign-in over plain HTTP',
      `issuers: [${issuer()}], sign_in: { issuer: "http://idp.example", client_id: page }`,
      '/auth/oauth/sign_in/issuer',
      /https/,
    ],
    ['one issuer twice', `issuers: [${issuer()}, ${issuer()}]`, '/auth/oauth/issuers/1/issuer', /issuer is repeated/],
    [
      'keys over plain HTTP',
      `issuers: [${issuer(undefined, 'url: "http://idp.example/keys"')}]`,
      '/auth/oauth/issuers/0/jwks/url',
      /https/,
    ],
    [
      'keys of a name that begins like loopback',
      `issuers: [${issuer(undefined, 'url: "http://localhost.evil.example/keys"')}]`,
      '/auth/oauth/issuers/0/jwks/url',
      /https/,
    ],
    [
      'a password in an address',
      `issuers: [${issuer(undefined, 'url: "https://a:b@idp.example/keys"')}]`,
      '/auth/oauth/issuers/0/jwks/url',
      /https/,
    ],
    [
      'an algorithm that is none',
      `issuers: [${issuer().replace('RS256', 'none')}]`,
      '/auth/oauth/issuers/0/algorithms/0',
      /expected one of/,
    ],
    ['a symmetric algorithm', `issuers: [${issuer().replace('RS256', 'HS256')}]`, '/auth/oauth/issuers/0/algorithms/0', /expected one of/],
    ['no algorithm', `issuers: [${issuer().replace('[RS256]', '[]')}]`, '/auth/oauth/issuers/0/algorithms', /at least 1/],
    [
      'introspection without a plan',
      'introspection: { endpoint: "https://a.example", client_id: a, client_secret: { file: s }, scope_map: { a: "tools:*" } }',
      '/auth/oauth/introspection',
      /plan/,
    ],
    [
      'bound tokens without a certificate of anybody',
      `issuers: [${issuer('plan: standard, scope_map: { a: "tools:*" }, mtls_bound: optional')}]`,
      '/auth/oauth/issuers/0/mtls_bound',
      /server\.tls\.client_ca/,
    ],
  ])('may not have %s', (_title, oauth, pointer, detail) => {
    const fault = thrownProblem(() => load(oauth))
    expect(fault).toMatchObject({ code: 'bad_configuration', at: { file: expect.stringMatching(/config\.yaml$/), line: 4 } })
    expect(fault.errors).toHaveLength(1)
    expect(fault.errors![0]).toMatchObject({ pointer, detail: expect.stringMatching(detail) })
  })
})

describe('tokens that are bound to certificates', () => {
  const BOUND = issuer('plan: standard, scope_map: { a: "tools:*" }, mtls_bound: required')
  const TLS = 'tls: { enabled: true, cert: { file: c }, key: { file: k }, client_ca: { file: a } }'
  const PROXY = 'enabled: true, trusted: [10.0.0.1/32], mapping: [{ group: a, plan: standard, scopes: ["tools:*"] }]'
  const SECRET = 'secret: { value: { file: s } }'
  const compose = (server: string, proxy?: string): (() => unknown) => {
    const kinds = proxy === undefined ? 'order: [api_key, oauth]' : `order: [api_key, oauth, proxy]\n  proxy: { ${PROXY}, ${proxy} }`
    return () => loadYaml(`server: { ${server} }\nauth:\n  ${kinds}\n  oauth: { enabled: true, issuers: [${BOUND}] }\n`)
  }

  test.each([
    ['TLS that asks callers for one', TLS, undefined],
    ['a proxy that tells it', '', `listen: [tcp], ${SECRET}, headers: { client_cert: X-Client-Cert }`],
    ['both, with a secret of the proxy', TLS, `listen: [tcp], ${SECRET}, headers: { client_cert: X-Client-Cert }`],
    ['TLS, and a proxy on a unix socket without a secret', `${TLS}, listen: [{ socket: /s }]`, 'listen: [socket]'],
  ])('are taken with %s', (_title, server, proxy) => {
    expect(compose(server, proxy)).not.toThrow()
  })

  test.each([
    [
      'TLS that asks for none',
      TLS.replace(/, client_ca: .*$/, ' }'),
      undefined,
      /client certificates are not available: set server\.tls\.client_ca/,
    ],
    ['TLS that is off', TLS.replace('true', 'false'), undefined, /client certificates are not available: set server\.tls\.client_ca/],
    ['a proxy that tells none', '', `listen: [tcp], ${SECRET}`, /client certificates are not available: set server\.tls\.client_ca/],
    ['a proxy whose proof is a certificate as well', TLS, 'listen: [tcp]', /auth\.proxy\.secret/],
  ])('stop the start with %s', (_title, server, proxy, detail) => {
    expect(thrownProblem(compose(server, proxy)).errors).toMatchObject([
      { pointer: '/auth/oauth/issuers/0/mtls_bound', detail: expect.stringMatching(detail) },
    ])
  })

  test('cannot have their header by the name of another', () => {
    const { errors } = thrownProblem(compose('', `listen: [tcp], ${SECRET}, headers: { client_cert: X-Remote-User }`))
    expect(errors).toMatchObject([{ pointer: '/auth/proxy/headers/client_cert' }])
  })
})

describe('a file of keys', () => {
  const open = async (text: string | undefined): Promise<unknown> => {
    const folder = makeScratchFolder()
    if (text !== undefined) writeFileSync(join(folder, 'keys.json'), text)
    const { oauth } = load(`issuers: [${issuer(undefined, 'file: keys.json')}]`, folder).auth
    return openTokenCheck(oauth!, null, (token) => token, 0).then(
      () => 'opened',
      (error: unknown) => error,
    )
  }

  test('is read at the start', async () => {
    const { jwk } = await makeKey('a')
    expect(await open(JSON.stringify({ keys: [jwk] }))).toBe('opened')
  })

  test.each([
    ['is missing', undefined],
    ['is no JSON', 'keys'],
    ['is no set', '[]'],
    ['is empty', '{"keys":[]}'],
    ['holds no public key', '{"keys":[{"kty":"oct","k":"AAAA"}]}'],
  ])('that %s stops the start', async (_title, text) => {
    expect(await open(text)).toMatchObject({ code: 'bad_configuration', at: { file: expect.stringContaining('keys.json') } })
  })
})
