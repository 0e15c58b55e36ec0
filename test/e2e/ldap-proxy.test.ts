// Users of a real directory through Apache httpd and nginx, and everybody who would like to be one: the shipped samples are what runs here.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { programCommand } from '../program.ts'
import { missingPrograms, runProgram } from './peers.ts'
import { PROXY_SECRET, type ProxiedService, startProxiedService } from './proxied-service.ts'
import { basic, composeRequest, exchangeRaw, statusesOf, type Target } from './raw-http.ts'
import { casesStraight, casesThroughProxy, composeProxied, type SpoofingCase } from './spoofing-cases.ts'

const missing = missingPrograms('slapd', 'ldapadd', 'apache2', 'nginx', 'openssl')
const title = missing === '' ? 'an LDAP directory behind a proxy' : `an LDAP directory behind a proxy (skipped, not installed: ${missing})`

const FRONTS = ['apache', 'nginx'] as const
const KEY = 'ht_live_000000000000_00000000000000000000000000000000000000'

describe.skipIf(missing !== '')(title, () => {
  let service: ProxiedService
  beforeAll(async () => {
    service = await startProxiedService()
  })
  afterAll(async () => {
    await service?.stop()
  })

  const front = (name: 'apache' | 'nginx'): Target => ({ port: name === 'apache' ? service.apachePort : service.nginxPort, isTls: true })
  const callMe = async (target: Target, ...headers: string[]): Promise<{ status: number | undefined; body: Record<string, unknown> }> => {
    const text = await exchangeRaw(target, composeRequest(['Host: localhost', ...headers, 'Connection: close']))
    const start = text.indexOf('{')
    const end = text.lastIndexOf('}') + 1
    return { status: statusesOf(text)[0], body: start < 0 ? {} : (JSON.parse(text.slice(start, end)) as Record<string, unknown>) }
  }

  /** The line may come a moment after the answer. */
  const readLogLine = (id: string): Promise<Record<string, unknown>> =>
    vi.waitFor(
      () => {
        const lines = readFileSync(join(service.folder, 'access.log'), 'utf8').split('\n')
        return JSON.parse(lines.find((text) => text.includes(id)) ?? '') as Record<string, unknown>
      },
      { timeout: 20_000 },
    )

  describe.each(FRONTS)('through %s', (name) => {
    test.each([
      ['alice', 'standard', ['tools:phi/*', 'tools:text/*']],
      ['bob', 'unlimited', ['tools:*', 'admin:read']],
    ])('%s has the plan and the scopes of the first group that fits', async (user, plan, scopes) => {
      const { status, body } = await callMe(front(name), basic(user))
      expect([status, body.owner, body.credentialId, body.plan, body.scopes]).toEqual([200, user, `proxy:${user}`, plan, scopes])
    })

    test('a name is one user however it is typed', async () => {
      const { body } = await callMe(front(name), basic('ALICE', 'alice-password'))
      expect(body).toMatchObject({ owner: 'alice', credentialId: 'proxy:alice' })
    })

    test('a user without groups is refused, and one whose groups have no plan is told so', async () => {
      expect(await callMe(front(name), basic('carol'))).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } })
      expect(await callMe(front(name), basic('dave'))).toMatchObject({ status: 403, body: { code: 'plan_restricted' } })
    })

    test('a tool is called, and one outside the scopes is not', async () => {
      const call = (tool: string): Promise<string> => {
        const head = ['Host: localhost', basic('alice'), 'Content-Type: text/plain', 'Content-Length: 5', 'Connection: close']
        return exchangeRaw(front(name), `${composeRequest(head, `POST /v1/tools/${tool} HTTP/1.1`)}a b c`)
      }
      expect(await call('text/word-count')).toContain('"words":3')
      expect(await call('hl7/parse')).toContain('"code":"tool_not_allowed"')
    })

    test('the log has the address that the proxy saw, whatever the client says', async () => {
      await callMe(front(name), basic('alice'), 'X-Forwarded-For: 10.1.2.3', `X-Request-Id: address-${name}-1`)
      const line = await readLogLine(`address-${name}-1`)
      expect(line).toMatchObject({ client: '127.0.0.1', credentialId: 'proxy:alice', status: 200 })
    })

    test.each(casesThroughProxy(name, PROXY_SECRET, KEY).map((attempt) => [attempt.title, attempt] as const))(
      'not: %s',
      async (_title, attempt) => {
        await expectOutcome(attempt, front(name), 'alice')
        expect(await callMe(front(name), basic('alice'))).toMatchObject({ status: 200, body: { owner: 'alice' } })
      },
    )
  })

  test.each(casesStraight(PROXY_SECRET, KEY).map((attempt) => [attempt.title, attempt] as const))(
    'straight to the listener of the proxy, not: %s',
    async (_title, attempt) => {
      const target = { port: service.flaggedPort }
      await expectOutcome(attempt, target, 'nobody')
      expect(await exchangeRaw(target, composeProxied(PROXY_SECRET))).toContain('"owner":"bob"')
    },
  )

  test.each<[string, () => Target]>([
    ["a listener that is not the proxy's", () => ({ port: service.plainPort })],
    ['the listener of the proxy from another address', () => ({ port: service.flaggedPort, localAddress: '127.0.0.2' })],
  ])('the right headers at %s are refused, with a key as well, and a key alone is served', async (_title, target) => {
    expect(statusesOf(await exchangeRaw(target(), composeProxied(PROXY_SECRET)))).toEqual([401])
    expect(statusesOf(await exchangeRaw(target(), composeProxied(PROXY_SECRET, 'bob', `Authorization: Bearer ${service.key}`)))).toEqual([
      400,
    ])
    expect(
      statusesOf(await exchangeRaw(target(), composeRequest(['Host: a', `X-HT-Proxy-Secret: ${PROXY_SECRET}`, 'Connection: close']))),
    ).toEqual([401])
    expect(await callMe(target(), `Authorization: Bearer ${service.key}`)).toMatchObject({ status: 200, body: { owner: 'keyholder' } })
  })

  test('users are the owners of what they use in the report', async () => {
    const report = (name: 'apache' | 'nginx'): Record<string, unknown>[] => {
      const args = ['usage', 'report', '--by', 'owner,tool', '--json', '--config', service.configs[name]]
      return (JSON.parse(runProgram(...programCommand(...args))) as { rows: Record<string, unknown>[] }).rows
    }
    const head = ['Host: localhost', basic('ALICE', 'alice-password'), 'Content-Type: text/plain', 'Content-Length: 5', 'Connection: close']
    for (const name of FRONTS) {
      await exchangeRaw(front(name), `${composeRequest(head, 'POST /v1/tools/text/readability HTTP/1.1')}a b c`)
      const used = { owner: 'alice', tool: 'text/readability', requests: 1, units: 1, bytesIn: 5 }
      await vi.waitFor(() => expect(report(name)).toContainEqual(expect.objectContaining(used)), { timeout: 30_000 })
    }
  })

  test('the unix socket wants the secret, too', async () => {
    const target = { socket: service.socket }
    expect(await exchangeRaw(target, composeProxied(PROXY_SECRET))).toContain('"owner":"bob"')
    expect(statusesOf(await exchangeRaw(target, composeProxied('wrong')))).toEqual([401])
  })

  test('a key passes the listener of the proxy with the address that the proxy saw', async () => {
    const headers = [`Authorization: Bearer ${service.key}`, `X-HT-Proxy-Secret: ${PROXY_SECRET}`, 'X-Forwarded-For: 10.0.0.9, 192.0.2.7']
    expect(await callMe({ port: service.flaggedPort }, ...headers, 'X-Request-Id: key-through-proxy')).toMatchObject({ status: 200 })
    expect(await callMe({ port: service.plainPort }, headers[0]!, headers[2]!, 'X-Request-Id: key-without-proxy')).toMatchObject({
      status: 200,
    })
    const clientOf = async (id: string): Promise<unknown> => (await readLogLine(id)).client
    expect([await clientOf('key-through-proxy'), await clientOf('key-without-proxy')]).toEqual(['192.0.2.7', '127.0.0.1'])
    const { status } = await fetch(`http://127.0.0.1:${service.flaggedPort}/docs`, {
      headers: { 'X-HT-Proxy-Secret': PROXY_SECRET, 'X-Forwarded-For': '192.0.2.8' },
    })
    expect(status).toBe(200)
    await vi.waitFor(
      () => expect(readFileSync(join(service.folder, 'access.log'), 'utf8')).toMatch(/"route":"\/docs".*"client":"192\.0\.2\.8"/),
      { timeout: 20_000 },
    )
  })

  test('every refusal of a bearer token has the same words', async () => {
    const bodies = new Set<unknown>()
    const hints = new Set<unknown>()
    for (const { bytes } of casesStraight(PROXY_SECRET, KEY)) {
      const text = await exchangeRaw({ port: service.flaggedPort }, bytes)
      if (!text.includes('"code":"invalid_credentials"')) continue
      const {
        requestId: _id,
        instance: _instance,
        ...body
      } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Record<string, unknown>
      // A header without one says how to send one, whatever else it holds.
      const kind = text.includes('has no bearer token') ? hints : bodies
      kind.add(JSON.stringify(body))
    }
    expect([bodies.size, hints.size]).toEqual([1, 1])
  })
})

/** Nobody is ever served as bob; what is served at all is the user who has authenticated. */
async function expectOutcome({ bytes, outcome }: SpoofingCase, target: Target, own: string): Promise<void> {
  const text = await exchangeRaw(target, bytes)
  const statuses = statusesOf(text)
  expect(text).not.toMatch(/"owner":"bob"|"plan":"unlimited"/)
  if (outcome === 'refused') {
    expect(statuses.length, text).toBeGreaterThan(0)
    for (const status of statuses) expect(status, text).toBeGreaterThanOrEqual(400)
    for (const status of statuses) expect(status, text).toBeLessThan(502)
    return
  }
  expect(statuses.filter((status) => status < 400).length, text).toBeLessThanOrEqual(1)
  if (text.includes('"owner"')) expect(text).toContain(`"owner":"${own}"`)
}
