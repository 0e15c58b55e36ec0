// A real issuer (oidc-provider) that changes its keys: new tokens are taken after the cooldown, old ones as long as their key is published, and no
// flood of unknown key ids has the key set fetched more often.
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { configVerbs } from '../../src/cli/commands/config-verbs.ts'
import { usageVerbs } from '../../src/cli/commands/usage-verbs.ts'
import { makeKey, signToken } from '../access/tokens/token-issuer.ts'
import { callVerb } from '../cli/commands/call-verb.ts'
import { freePort } from '../platform/server/free-port.ts'
import { AUDIENCE, issuerYaml, makeSigningJwk, startIssuer, startTools } from './issuer.ts'

const FREE = 'rate_limit: { failed_auth: null }\n'
/** Between two fetches of a key set. */
const COOLDOWN_MS = 30_000
/** After this a key set is fetched again. */
const MAX_AGE_MS = 600_000
const FLOOD = 150

/** A clock that stands still until it is told to go on; timers and sockets are real. */
function openClock(): (ms: number) => void {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  return (ms) => void vi.setSystemTime(Date.now() + ms)
}

async function open() {
  // Before the service, which keeps the clock that it starts with.
  const goOn = openClock()
  const [a, b] = [await makeSigningJwk('a'), await makeSigningJwk('b')]
  const issuer = await startIssuer('jwt', [a], await freePort())
  const ask = await startTools(issuerYaml(issuer.issuer, `url: "${issuer.issuer}/jwks"`), FREE)
  const statusOf = async (token: string): Promise<number> => (await ask(token)).status
  return { a, b, issuer, ask, statusOf, goOn }
}

describe('an issuer that rotates its keys', () => {
  test('has its new tokens taken after the cooldown, and the old ones until their key is gone', async () => {
    const { a, b, issuer, statusOf, goOn } = await open()
    const first = await issuer.requestToken()
    expect([await statusOf(first), issuer.keyFetches]).toEqual([200, 1])
    issuer.rotate([b, a])
    const second = await issuer.requestToken()
    expect([await statusOf(second), issuer.keyFetches]).toEqual([401, 1])
    goOn(COOLDOWN_MS)
    expect([await statusOf(second), await statusOf(first), issuer.keyFetches]).toEqual([200, 200, 2])

    // The old key goes: what it has signed is not taken any more once the set was fetched again, remembered or not.
    issuer.rotate([b])
    goOn(MAX_AGE_MS - 2 * COOLDOWN_MS)
    const third = await issuer.requestToken()
    expect([await statusOf(third), issuer.keyFetches]).toEqual([200, 2])
    goOn(3 * COOLDOWN_MS)
    await vi.waitFor(async () => expect([await statusOf(first), await statusOf(third)]).toEqual([401, 200]), { timeout: 10_000 })
    expect(issuer.keyFetches).toBe(3)
  })

  test('is asked once in the cooldown, however many unknown key ids come', async () => {
    const { issuer, statusOf, goOn } = await open()
    const good = await issuer.requestToken()
    expect(await statusOf(good)).toBe(200)
    const forger = await makeKey('x')
    const seconds = Math.floor(Date.now() / 1000)
    const forge = (kid: string): Promise<string> =>
      signToken(
        { ...forger, jwk: { ...forger.jwk, kid } },
        { iss: issuer.issuer, aud: AUDIENCE, iat: seconds, exp: seconds + 900, ht_plan: 'standard' },
      )
    const flood = async (round: string): Promise<Set<number>> => {
      const tokens = await Promise.all(Array.from({ length: FLOOD }, (_, i) => forge(`${round}-${i}`)))
      return new Set(await Promise.all(tokens.map(statusOf)))
    }
    expect([await flood('a'), issuer.keyFetches]).toEqual([new Set([401]), 1])
    goOn(COOLDOWN_MS)
    expect([await flood('b'), issuer.keyFetches]).toEqual([new Set([401]), 2])
    expect([await flood('c'), issuer.keyFetches]).toEqual([new Set([401]), 2])
    expect(await statusOf(good)).toBe(200)
  })
})

test('a client is the owner of what it uses in the report', async () => {
  const { issuer, ask } = await open()
  const token = await issuer.requestToken()
  const { configFile: config, folder: cwd } = ask
  const called = await ask(token, '/v1/tools/text/word-count', '{"text":"a b"}')
  expect([called.status, called.body.words]).toEqual([200, 2])
  const report = async (): Promise<unknown> =>
    ((await callVerb(usageVerbs, 'usage report', { flags: { config }, cwd })).value as { rows: unknown }).rows
  await expect.poll(report, { timeout: 10_000 }).toMatchObject([{ owner: 'ward', requests: 1, units: 1, bytesIn: 14 }])
})

describe('config check', () => {
  const check = (config: string, cwd: string, online: boolean) => callVerb(configVerbs, 'config check', { flags: { config, online }, cwd })

  test('asks nobody unless it is told to, and then says that the key set is there', async () => {
    const { issuer, ask } = await open()
    const url = `${issuer.issuer}/jwks`
    // The test writes no log.
    const found = { ok: true, file: ask.configFile, warnings: [expect.objectContaining({ setting: 'logging.sinks' })] }
    expect((await check(ask.configFile, ask.folder, false)).value).toEqual({ ...found, notAsked: [url] })
    expect(issuer.keyFetches).toBe(0)
    expect((await check(ask.configFile, ask.folder, true)).value).toEqual({ ...found, asked: [url] })
    expect(issuer.keyFetches).toBe(1)
  })

  test('names the setting of a provider that does not answer, or does not as it should', async () => {
    const { issuer, requestToken } = await startIssuer('opaque', [await makeSigningJwk('a')], await freePort())
    expect(await requestToken()).not.toBe('')
    const introspection = (secret: string): string =>
      `    introspection: { endpoint: "${issuer}/token/introspection", client_id: tools, client_secret: { file: ${secret} }, plan: standard, scope_map: { ht.text: "tools:text/*" } }\n`
    const good = await startTools(introspection('introspection-secret'))
    expect((await check(good.configFile, good.folder, true)).exitCode).toBe(0)
    // Another secret: the issuer does not let this server ask.
    const wrong = await startTools(introspection('another-secret'))
    const down = await startTools(issuerYaml('https://idp.example', 'url: "http://127.0.0.1:1/keys"'))
    for (const [site, pointer] of [
      [wrong, '/auth/oauth/introspection/endpoint'],
      [down, '/auth/oauth/issuers/0/jwks/url'],
    ] as const) {
      await expect(check(site.configFile, site.folder, true)).rejects.toMatchObject({
        code: 'identity_unavailable',
        at: { file: site.configFile },
        errors: [{ pointer, code: 'no_answer', detail: expect.stringMatching(/^cannot be reached/) }],
      })
    }
  })
})
