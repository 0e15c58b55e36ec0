// Access tokens of a real issuer (oidc-provider): as JWT with keys from its address and from a file, and opaque ones by introspection; and
// what becomes of callers when the issuer rotates its keys, is down, slow, or answers what it should not.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { makeKey, signToken } from '../access/tokens/token-issuer.ts'
import { makeScratchFolder } from '../platform/scratch-folder.ts'
import { freePort } from '../platform/server/free-port.ts'
import { AUDIENCE, issuerYaml, makeSigningJwk, serve, startIssuer, startTools } from './issuer.ts'

const hasOpenSsl = spawnSync('openssl', ['version']).status === 0

describe('a JWT of a real issuer', () => {
  test('is taken with the keys of its address', async () => {
    const port = await freePort()
    const { issuer, requestToken } = await startIssuer('jwt', [await makeSigningJwk('a')], port)
    const ask = await startTools(issuerYaml(issuer, `url: "${issuer}/jwks"`))
    const token = await requestToken('ht.text ht.phi')
    expect(await ask(token)).toMatchObject({ status: 200, body: { owner: 'ward', plan: 'standard', scopes: ['tools:text/*'] } })
    expect(await ask(`${token.slice(0, -8)}AAAAAAAA`)).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } })
    expect(await ask(`${token}`, '/v1/tools')).toMatchObject({ status: 200 })
  })

  test('is taken with the keys of a file', async () => {
    const port = await freePort()
    const jwk = await makeSigningJwk('a')
    const { issuer, requestToken } = await startIssuer('jwt', [jwk], port)
    const { n, e, kty, kid, alg, use } = jwk
    const file = join(makeScratchFolder(), 'jwks.json')
    writeFileSync(file, JSON.stringify({ keys: [{ n, e, kty, kid, alg, use }] }))
    const ask = await startTools(issuerYaml(issuer, `file: ${file}`))
    expect(await ask(await requestToken())).toMatchObject({ status: 200, body: { owner: 'ward' } })
  })

  test('of another audience or issuer is refused', async () => {
    const { issuer, requestToken } = await startIssuer('jwt', [await makeSigningJwk('a')], await freePort())
    const token = await requestToken()
    const jwks = `url: "${issuer}/jwks"`
    const otherAudience = await startTools(issuerYaml(issuer, jwks).replace(AUDIENCE, 'other'))
    const otherIssuer = await startTools(issuerYaml('https://other.example', jwks))
    for (const ask of [otherAudience, otherIssuer]) expect(await ask(token)).toMatchObject({ status: 401 })
  })
})

describe('an opaque token of a real issuer', () => {
  const introspection = (endpoint: string): string =>
    `    introspection: { endpoint: "${endpoint}", client_id: tools, client_secret: { file: introspection-secret }, cache: 1s, audience: "${AUDIENCE}", plan: standard, scope_map: { ht.text: "tools:text/*" } }
`

  test('is taken while the issuer says so', async () => {
    const { issuer, requestToken } = await startIssuer('opaque', [await makeSigningJwk('a')], await freePort())
    const ask = await startTools(introspection(`${issuer}/token/introspection`))
    const token = await requestToken()
    expect(token).not.toContain('.')
    expect(await ask(token)).toMatchObject({ status: 200, body: { owner: 'ward', plan: 'standard', scopes: ['tools:text/*'] } })
    expect(await ask(`${token.slice(0, -4)}AAAA`)).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } })
    expect(await ask('a b')).toMatchObject({ status: 401 })
  })

  test.each<[string, unknown, number]>([
    ['active', { active: true, sub: 'x', aud: AUDIENCE, scope: 'ht.text' }, 200],
    ['not active', { active: false }, 401],
    ['active as a text', { active: 'true', sub: 'x', aud: AUDIENCE }, 401],
    ['nothing', {}, 401],
    ['another audience', { active: true, sub: 'x', aud: 'other' }, 401],
    ['no audience', { active: true, sub: 'x' }, 401],
    ['an end in the past', { active: true, sub: 'x', aud: AUDIENCE, exp: 1 }, 401],
    ['an end that is a text', { active: true, sub: 'x', aud: AUDIENCE, exp: 'soon' }, 401],
    ['a beginning in the future', { active: true, sub: 'x', aud: AUDIENCE, nbf: 9_999_999_999 }, 401],
    ['a bound token', { active: true, sub: 'x', aud: AUDIENCE, cnf: { jkt: 'a' } }, 401],
    ['nobody', { active: true, aud: AUDIENCE }, 401],
    ['a list', [], 503],
  ])('about which the issuer says: %s', async (_title, answer, status) => {
    const { origin } = await serve((_request, response) => void response.end(JSON.stringify(answer)))
    expect((await (await startTools(introspection(`${origin}/i`)))('opaque-token')).status).toBe(status)
  })

  test('is asked about once in the cache time, and a revocation holds after it', async () => {
    let active = true
    let asked = 0
    const { origin } = await serve((_request, response) => {
      asked++
      response.end(JSON.stringify(active ? { active, sub: 'x', aud: AUDIENCE } : { active }))
    })
    const ask = await startTools(introspection(`${origin}/i`))
    for (let i = 0; i < 5; i++) expect((await ask('opaque-token')).status).toBe(200)
    expect(asked).toBe(1)
    active = false
    await vi.waitFor(async () => expect((await ask('opaque-token')).status).toBe(401), { timeout: 20_000, interval: 100 })
    expect(asked).toBeGreaterThan(1)
  })

  test('is never a key, mistyped or not: the issuer sees none', async () => {
    let asked = 0
    const { origin } = await serve((_request, response) => {
      asked++
      response.end(JSON.stringify({ active: true, sub: 'x', aud: AUDIENCE }))
    })
    const ask = await startTools(introspection(`${origin}/i`))
    for (const text of [`ht_live_${'0'.repeat(12)}_${'0'.repeat(38)}`, 'ht_live_typo', 'ht_trial_x'])
      expect((await ask(text)).status).toBe(401)
    expect(asked).toBe(0)
  })

  test.skipIf(!hasOpenSsl)('is asked about over TLS alone where the certificate is of the configured authorities', async () => {
    const folder = makeScratchFolder()
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2', '-nodes']
    spawnSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', ...subject, '-keyout', key, '-out', cert])
    const answer: RequestListener = (_request, response) => void response.end(JSON.stringify({ active: true, sub: 'x', aud: AUDIENCE }))
    const server = createTlsServer({ cert: readFileSync(cert), key: readFileSync(key) }, answer).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const { port } = server.address() as AddressInfo
    const statusAt = async (host: string, ca: string): Promise<number> =>
      (await (await startTools(ca + introspection(`https://${host}:${port}/i`)))('opaque-token')).status
    const own = `    ca: { file: ${cert} }\n`
    expect(await statusAt('localhost', own)).toBe(200)
    expect(await statusAt('localhost', '')).toBe(503)
    expect(await statusAt('127.0.0.1', own)).toBe(503)
  })

  test('is refused as unavailable where the issuer does not answer as it should', async () => {
    const evil = await serve((_request, response) => void response.end(JSON.stringify({ active: true, sub: 'x', aud: AUDIENCE })))
    const answers: Record<string, RequestListener> = {
      redirect: (_request, response) => void response.writeHead(302, { Location: evil.origin }).end(),
      'permanent redirect': (_request, response) => void response.writeHead(308, { Location: evil.origin }).end(),
      'an error': (_request, response) => void response.writeHead(500).end('{"active":true,"sub":"x"}'),
      'no JSON': (_request, response) => void response.end('active'),
      'too much': (_request, response) => void response.end(`{"active":true,"sub":"x","pad":"${'x'.repeat(300_000)}"}`),
      'nothing at all': () => undefined,
    }
    for (const [title, listener] of Object.entries(answers)) {
      const { origin } = await serve(listener)
      const { status, body } = await (await startTools(introspection(`${origin}/i`)))('opaque-token')
      expect([status, body.code], title).toEqual([503, 'identity_unavailable'])
    }
  })
})

describe('the key endpoint', () => {
  async function startKeyServer() {
    const key = await makeKey('k')
    const state: { answer: RequestListener; asked: number } = {
      asked: 0,
      answer: (_request, response) => void response.end(JSON.stringify({ keys: [key.jwk] })),
    }
    const server = await serve((request, response) => {
      state.asked++
      state.answer(request, response)
    })
    const issuer = 'https://idp.hosp.example'
    const seconds = Math.floor(Date.now() / 1000)
    const sign = (jti: string): Promise<string> =>
      signToken(key, { iss: issuer, aud: AUDIENCE, iat: seconds, exp: seconds + 600, ht_plan: 'standard', jti })
    return { state, sign, server, ask: await startTools(issuerYaml(issuer, `url: "${server.origin}/keys"`)) }
  }

  test.each<[string, RequestListener]>([
    ['never answers', () => undefined],
    ['stops in the middle', (_request, response) => void response.write('{"keys":[')],
    ['redirects', (_request, response) => void response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end()],
    ['answers without end', (_request, response) => void response.end('x'.repeat(1_000_000))],
    ['answers no key set', (_request, response) => void response.end('{"keys":{}}')],
  ])('that %s refuses as unavailable, and everybody else is served meanwhile', async (_title, answer) => {
    const { state, sign, ask } = await startKeyServer()
    state.answer = answer
    const waiting = ask(await sign('1'))
    expect(await ask('')).toMatchObject({ status: 401, body: { code: 'missing_credentials' } })
    expect(await waiting).toMatchObject({ status: 503, body: { code: 'identity_unavailable' } })
    expect(await ask(await sign('2'))).toMatchObject({ status: 503 })
    expect(state.asked).toBe(1)
  })

  test('that goes away does not take the callers with it', async () => {
    const { sign, ask, server } = await startKeyServer()
    expect(await ask(await sign('1'))).toMatchObject({ status: 200 })
    server.closeAllConnections()
    server.close()
    expect(await ask(await sign('2'))).toMatchObject({ status: 200, body: { owner: 'alice' } })
  })
})

test('the metadata of the resource (RFC 9728) is there without credentials, and every 401 names it', async () => {
  const ask = await startTools(issuerYaml('https://idp.hosp.example', 'url: "https://idp.hosp.example/keys"'))
  const { status, body } = await ask('', '/.well-known/oauth-protected-resource/v1')
  expect([status, body]).toEqual([
    200,
    {
      resource: AUDIENCE,
      authorization_servers: ['https://idp.hosp.example'],
      scopes_supported: ['ht.text'],
      bearer_methods_supported: ['header'],
    },
  ])
  for (const token of ['', 'x', 'a.b.c']) {
    expect(await ask(token)).toMatchObject({
      status: 401,
      challenge: 'Bearer resource_metadata="https://tools.hosp.example/.well-known/oauth-protected-resource/v1"',
    })
  }
})
