// The token endpoint with its clients: what it gives, to whom, what the token is good for, and that ending a client ends its tokens.
import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, onTestFinished, test } from 'vitest'
import { issueKey, type NewKey, revokeKey, rotateKey } from '../../src/access/keys/key.ts'
import { type Service, startService } from '../../src/cli/service/service.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { makeScratchFolder } from '../platform/scratch-folder.ts'
import { freePort } from '../platform/server/free-port.ts'

const RESOURCE = 'https://tools.hosp.example/v1'
type Curve = 'P-256' | 'P-384' | 'ed25519' | 'rsa'

function makePem(kind: Curve, bits = 2048): string {
  const { privateKey } =
    kind === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: bits })
      : kind === 'ed25519'
        ? generateKeyPairSync('ed25519')
        : generateKeyPairSync('ec', { namedCurve: kind })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
}

async function start(pem = makePem('P-256'), failures = 'null') {
  const folder = makeScratchFolder()
  const [port, operationsPort] = [await freePort(), await freePort()]
  writeFileSync(join(folder, 'signing.pem'), pem, { mode: 0o600 })
  const file = join(folder, 'config.yaml')
  writeFileSync(
    file,
    `server: { listen: [{ address: 127.0.0.1, port: ${port} }] }
operations: { listen: { address: 127.0.0.1, port: ${operationsPort} } }
storage: { path: ${join(folder, 'data', 'health-tools.db')} }
logging: { sinks: [] }
rate_limit: { failed_auth: ${failures} }
auth:
  order: [api_key, oauth]
  oauth: { enabled: true, resource: "${RESOURCE}", token_endpoint: { enabled: true, signing_key: { file: ${join(folder, 'signing.pem')} } } }
`,
  )
  const service = await startService(loadConfig({ file, env: {}, cwd: folder }), {})
  onTestFinished(() => service.stop())
  const origin = `http://127.0.0.1:${port}`
  const post = (body: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${origin}/oauth/token`, { method: 'POST', body, headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers } })
  const callMe = async (token: string): Promise<Record<string, unknown> & { status: number }> => {
    const answer = await fetch(`${origin}/v1/me`, { headers: { Authorization: `Bearer ${token}` } })
    return { ...((await answer.json()) as Record<string, unknown>), status: answer.status }
  }
  return { service, origin, post, callMe }
}

function makeClient({ access }: Service, fields: Partial<NewKey> = {}) {
  const client: NewKey = {
    kind: 'client',
    owner: 'Ward 7',
    note: '',
    plan: 'standard',
    scopes: ['tools:text/*', 'tools:phi/*'],
    networks: [],
    expiresAt: null,
    trialQuota: null,
    ...fields,
  }
  return issueKey(access.office, client, Date.now())
}

const basic = (id: string, secret: string): Record<string, string> => ({ Authorization: `Basic ${btoa(`${id}:${secret}`)}` })
const GRANT = 'grant_type=client_credentials'
const tokenOf = async (answer: Response): Promise<string> => ((await answer.json()) as { access_token: string }).access_token

describe('a token of the endpoint', () => {
  test.each<[Curve, string]>([
    ['P-256', 'ES256'],
    ['ed25519', 'EdDSA'],
    ['rsa', 'RS256'],
  ])('signed with %s names the client, its plan and its scopes (RFC 9068)', async (kind, algorithm) => {
    const { service, post, callMe } = await start(makePem(kind))
    const { text, record } = await makeClient(service)
    const answer = await post(GRANT, basic(record.id, text))
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const body = (await answer.json()) as Record<string, string>
    expect(body).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 600, scope: 'tools:text/* tools:phi/*' })
    const token = body.access_token!
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: algorithm, typ: 'at+jwt' })
    expect(decodeJwt(token)).toMatchObject({ iss: 'https://tools.hosp.example', aud: RESOURCE, sub: record.id, client_id: record.id })
    expect(await callMe(token)).toMatchObject({
      status: 200,
      credentialId: record.id,
      owner: 'Ward 7',
      plan: 'standard',
      scopes: ['tools:text/*', 'tools:phi/*'],
    })
  })

  test('has fewer scopes where fewer are asked for, and never more', async () => {
    const { service, post, callMe } = await start()
    const { text, record } = await makeClient(service)
    const fewer = await tokenOf(await post(`${GRANT}&scope=tools:phi/*`, basic(record.id, text)))
    expect(await callMe(fewer)).toMatchObject({ scopes: ['tools:phi/*'] })
    const more = await post(`${GRANT}&scope=tools:*`, basic(record.id, text))
    expect([more.status, await more.json()]).toEqual([400, { error: 'invalid_scope' }])
  })

  test('is what a client calls with: its secret, or a part of it, is refused as a token also after it was good for one', async () => {
    const { service, post, callMe } = await start()
    const { text, record } = await makeClient(service)
    for (let i = 0; i < 2; i++) {
      expect((await post(GRANT, basic(record.id, text))).status).toBe(200)
      for (const part of [text, text.slice(3), text.slice(3, -6), text.slice(0, -6)]) {
        expect(await callMe(part)).toMatchObject({ status: 401, code: 'invalid_credentials' })
      }
    }
  })

  test('ends with its client from the next request on, and a new secret does not end it', async () => {
    const { service, post, callMe } = await start()
    const { text, record } = await makeClient(service)
    const token = await tokenOf(await post(GRANT, basic(record.id, text)))
    const renewed = await rotateKey(service.access.office, record.id, 0, Date.now())
    expect((await callMe(token)).status).toBe(200)
    expect((await post(GRANT, basic(record.id, text))).status).toBe(401)
    expect((await post(GRANT, basic(record.id, renewed.text))).status).toBe(200)
    await revokeKey(service.access.keyStore, record.id, Date.now())
    expect(await callMe(token)).toMatchObject({ status: 401, code: 'invalid_credentials' })
    expect((await post(GRANT, basic(record.id, renewed.text))).status).toBe(401)
  })

  test('is not taken from elsewhere than its client, nor changed, nor after a restart with another key', async () => {
    const { service, post, callMe } = await start()
    const { text, record } = await makeClient(service, { networks: ['127.0.0.0/8'] })
    const token = await tokenOf(await post(GRANT, basic(record.id, text)))
    expect((await callMe(token)).status).toBe(200)
    expect((await callMe(`${token.slice(0, -6)}AAAAAA`)).status).toBe(401)
    const far = await makeClient(service, { networks: ['10.0.0.0/8'] })
    expect((await post(GRANT, basic(far.record.id, far.text))).status).toBe(401)
    const other = await start()
    expect((await other.callMe(token)).status).toBe(401)
  })
})

describe('the endpoint refuses', () => {
  test('wrong, mixed and foreign credentials with the same words', async () => {
    const { service, post, callMe } = await start()
    const [a, b] = [await makeClient(service), await makeClient(service)]
    const key = await makeClient(service, { kind: 'live' })
    const pairs: [string, string][] = [
      [a.record.id, b.text],
      [a.record.id, `${a.text.slice(0, -1)}${a.text.endsWith('0') ? '1' : '0'}`],
      ['AAAAAAAAAAAA', a.text],
      [a.record.id, ''],
      [key.record.id, key.text],
      [a.record.id, a.text.replace('_client_', '_live_')],
    ]
    for (const [id, secret] of pairs) {
      const answer = await post(GRANT, basic(id, secret))
      expect([answer.status, await answer.json()]).toEqual([401, { error: 'invalid_client' }])
    }
    expect(await callMe(a.text)).toMatchObject({ status: 401, code: 'invalid_credentials' })
  })

  test('requests that are none', async () => {
    const { service, post } = await start()
    const { text, record } = await makeClient(service)
    const inBody = `${GRANT}&client_id=${record.id}&client_secret=${text}`
    expect((await post(inBody)).status).toBe(200)
    const wrong: [string, Record<string, string>][] = [
      [inBody, basic(record.id, text)],
      [`${inBody}&scope=tools:phi/*&scope=tools:phi/*`, {}],
      [`${inBody}&grant_type=client_credentials`, {}],
      [inBody, { 'Content-Type': 'application/json' }],
      [GRANT, {}],
      [GRANT, { Authorization: `Bearer ${text}` }],
      [`${GRANT}&client_id=other`, basic(record.id, text)],
    ]
    for (const [body, headers] of wrong) {
      const answer = await post(body, headers)
      expect([answer.status, await answer.json()]).toEqual([400, { error: 'invalid_request' }])
    }
    const grant = await post('grant_type=password', basic(record.id, text))
    expect([grant.status, await grant.json()]).toEqual([400, { error: 'unsupported_grant_type' }])
    expect((await post(`${GRANT}&x=${'x'.repeat(9_000)}`, basic(record.id, text))).status).toBe(413)
  })

  test('too many attempts of an address', async () => {
    const { post } = await start(undefined, '{ per_minute: 2, per: ip }')
    const statuses: number[] = []
    for (let i = 0; i < 4; i++) statuses.push((await post(GRANT, basic('AAAAAAAAAAAA', 'x'))).status)
    expect(statuses).toEqual([401, 401, 429, 429])
  })

  test.each<[string, string]>([
    ['of another curve', makePem('P-384')],
    ['that is short', makePem('rsa', 1024)],
    ['that is none', 'secret'],
  ])('to start with a key %s', async (_title, pem) => {
    await expect(start(pem)).rejects.toMatchObject({ code: 'bad_configuration', at: { file: expect.stringContaining('signing.pem') } })
  })
})

test('its metadata are there without credentials (RFC 8414, RFC 9728)', async () => {
  const { origin } = await start()
  const read = async (path: string): Promise<unknown> => (await fetch(`${origin}/.well-known/${path}`)).json()
  expect(await read('oauth-protected-resource/v1')).toMatchObject({
    resource: RESOURCE,
    authorization_servers: ['https://tools.hosp.example'],
    scopes_supported: ['tools:*'],
  })
  expect(await read('oauth-authorization-server')).toMatchObject({
    issuer: 'https://tools.hosp.example',
    token_endpoint: 'https://tools.hosp.example/oauth/token',
    grant_types_supported: ['client_credentials'],
  })
})
