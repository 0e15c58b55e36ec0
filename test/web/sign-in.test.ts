// Signing in on the page: the checks of what a provider says, and a real provider (oidc-provider) in a real browser.
import type { RequestListener } from 'node:http'
// @ts-expect-error The package has no types.
import { Provider } from 'oidc-provider'
import { describe, expect, test } from 'vitest'
import type { SignInSettings } from '../../src/core/page-settings.ts'
import { composeAuthorization, readCode, readProvider, readSession, requireSafeIssuer } from '../../src/web/sign-in/pkce.ts'
import { AUDIENCE, issuerYaml, makeSigningJwk, serve } from '../e2e/issuer.ts'
import { type Bench, hasChromium, openBench, showTool, WAIT_MS } from './browser.ts'

const settings: SignInSettings = { issuer: 'https://id.example', clientId: 'page', scope: 'openid', resource: null }
const provider = { issuer: settings.issuer, authorization: 'https://id.example/auth', token: 'https://id.example/token' }
const attempt = { state: 'S', nonce: 'N', verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk', redirectUri: 'https://tools.example/' }
const described = { issuer: provider.issuer, authorization_endpoint: provider.authorization, token_endpoint: provider.token }
const OTHER = 'The response does not belong to this sign-in.'

describe('the answer of a provider', () => {
  test('is asked for with the challenge of the verifier (example of RFC 7636, Appendix B)', async () => {
    const { origin, searchParams } = new URL(await composeAuthorization(settings, provider, attempt))
    expect(origin).toBe('https://id.example')
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: 'code',
      client_id: 'page',
      redirect_uri: 'https://tools.example/',
      scope: 'openid',
      state: 'S',
      nonce: 'N',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    })
  })

  test('comes from the origin that the server names', () => {
    expect(readProvider(settings.issuer, described)).toEqual(provider)
    for (const change of [
      { issuer: 'https://id.example/' },
      { token_endpoint: 'https://evil.example/token' },
      { authorization_endpoint: 'http://id.example/auth' },
      { token_endpoint: undefined },
    ])
      expect(() => readProvider(settings.issuer, { ...described, ...change })).toThrow('metadata of the identity provider')
    expect(() => readProvider(settings.issuer, undefined)).toThrow('metadata of the identity provider')
  })

  test('is asked for by HTTPS alone, but on this machine', () => {
    for (const issuer of ['https://id.example/realms/a', 'http://localhost:9000', 'http://127.0.0.1:9000', 'http://[::1]:9000'])
      expect(() => requireSafeIssuer(issuer)).not.toThrow()
    for (const issuer of ['http://id.example', 'http://localhost.evil.example', 'http://127.0.0.1.evil.example'])
      expect(() => requireSafeIssuer(issuer)).toThrow('must use HTTPS')
  })

  test.each([
    ['state=S&code=C&iss=https://id.example', 'C'],
    ['state=S&code=C', 'C'],
    ['state=T&code=C', OTHER],
    ['state=S&code=C&iss=https://evil.example', OTHER],
    ['state=S&error=access_denied', 'The sign-in was refused.'],
    ['state=S&error=server_error', 'The identity provider reports an error.'],
  ])('%s is %s', (query, result) => {
    const read = () => readCode(new URLSearchParams(query), attempt, provider)
    if (result === 'C') expect(read()).toBe(result)
    else expect(read).toThrow(result)
  })

  test('holds a token for this client and this sign-in', () => {
    const claims = { iss: provider.issuer, aud: 'page', nonce: 'N', exp: 200, sub: '7', name: 'Ada Núñez' }
    const tokens = (own: object) => ({
      access_token: 'T',
      token_type: 'Bearer',
      expires_in: 60,
      id_token: `x.${Buffer.from(JSON.stringify({ ...claims, ...own })).toString('base64url')}.y`,
    })
    const read = (answer: unknown) => readSession(settings, provider, attempt, answer, 100_000)
    expect(read(tokens({}))).toEqual({ token: 'T', name: 'Ada Núñez', expiresAt: 160_000 })
    expect(read(tokens({ aud: ['other', 'page'], azp: 'page', name: undefined }))).toMatchObject({ name: '7' })
    expect(read(tokens({ aud: ['page'] }))).toMatchObject({ token: 'T' })
    // The clock of the browser is up to a minute ahead.
    expect(read(tokens({ exp: 41 }))).toMatchObject({ token: 'T' })
    for (const own of [
      { nonce: 'M' },
      { nonce: undefined },
      { aud: 'other' },
      { aud: ['other', 'page'] },
      { azp: 'other' },
      { aud: ['other', 'page'], azp: 'other' },
      { iss: 'https://evil.example' },
      { exp: 40 },
      { exp: undefined },
    ])
      expect(() => read(tokens(own))).toThrow(OTHER)
    expect(() => read({ ...tokens({}), id_token: undefined })).toThrow(OTHER)
    expect(() => read({ ...tokens({}), token_type: 'DPoP' })).toThrow('sent no token')
  })
})

describe.skipIf(!hasChromium)('signing in in a browser', { timeout: 2 * WAIT_MS }, () => {
  test('takes a token in memory alone, runs tools with it, and tells what was refused', async () => {
    let listener: RequestListener = (_, response) => response.end()
    const { origin: issuer } = await serve((request, response) => listener(request, response))
    const bench = await openBench(configOf(issuer))
    try {
      listener = await openProvider(issuer, bench.origin)
      const { page } = bench
      await showTool(bench, 'text/word-count')
      const policy = (await page.request.get(bench.origin, { headers: { Accept: 'text/html' } })).headers()['content-security-policy']
      expect(policy).toContain(`connect-src 'self' ${issuer};`)
      await page.fill('.documents textarea', 'BP 120/80 mmHg')
      await page.click('text=On the server')

      await startSignIn(bench, (popup) => popup.click('text=Cancel'))
      await page.waitForSelector('.sign-in [role=alert]:has-text("The sign-in was refused.")')

      const query = await startSignIn(bench, async (popup) => {
        await popup.fill('[name=login]', 'ada')
        await popup.fill('[name=password]', 'any')
        await popup.click('button[type=submit]')
        await popup.click('button[type=submit]:has-text("Continue")')
      })
      await page.waitForSelector('.sign-in:has-text("Signed in as Ada Nurse until")')
      expect(query).toBe('')
      bench.readConsoleErrors()
      bench.readRequests()
      await page.click('.actions button.primary')
      await page.waitForSelector('.result-status:has-text("on the server"), .result :text("on the server")')
      expect(bench.readRequests().map(({ url }) => url.pathname)).toContain('/v1/tools/text/word-count')
      expect(await page.evaluate('[localStorage.length, sessionStorage.length, location.search, document.cookie]')).toEqual([0, 0, '', ''])
      expect(bench.readConsoleErrors()).toEqual([])

      await page.click('text=Sign out')
      await page.click('.actions button.primary')
      await page.waitForSelector('.problem:has-text("missing_credentials")')
    } finally {
      await bench.close()
    }
  })
})

/** @returns what is left of the query when the window of the provider came back */
async function startSignIn({ page }: Bench, act: (popup: Bench['page']) => Promise<void>): Promise<string> {
  const [popup] = await Promise.all([page.context().waitForEvent('page'), page.click('.sign-in button')])
  await popup.waitForSelector('[name=login]')
  await act(popup)
  if (!popup.isClosed()) await popup.waitForURL(`${new URL(page.url()).origin}/**`).catch(() => undefined)
  return popup.isClosed() ? '' : new URL(popup.url()).search
}

function configOf(issuer: string): string {
  return `auth:
  order: [api_key, oauth]
  oauth:
    enabled: true
    sign_in: { issuer: "${issuer}", client_id: page, scope: "openid profile ht.text", resource: "${AUDIENCE}" }
${issuerYaml(issuer, `url: "${issuer}/jwks"`)}`
}

async function openProvider(issuer: string, page: string): Promise<RequestListener> {
  const server = new Provider(issuer, {
    clients: [
      {
        client_id: 'page',
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code'],
        response_types: ['code'],
        redirect_uris: [`${page}/`],
        scope: 'openid profile ht.text',
      },
    ],
    jwks: { keys: [await makeSigningJwk('first')] },
    scopes: ['openid', 'profile', 'ht.text'],
    claims: { openid: ['sub'], profile: ['name'] },
    conformIdTokenClaims: false,
    clientBasedCORS: () => true,
    findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id, name: 'Ada Nurse' }) }),
    extraTokenClaims: () => ({ ht_plan: 'standard' }),
    features: {
      devInteractions: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({
          scope: 'ht.text',
          audience: AUDIENCE,
          accessTokenTTL: 600,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
  }) as { callback(): RequestListener }
  return server.callback()
}
