// Who calls: every way to be refused, that a refusal does not say which part was wrong, and that changes hold from the next request on.
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createAuthentication, type Presented } from '../../src/access/authenticate.ts'
import { issueKey, type NewKey, revokeKey, rotateKey } from '../../src/access/keys/key.ts'
import { createKeyCheck } from '../../src/access/keys/key-check.ts'
import { KeyDirectory } from '../../src/access/keys/key-directory.ts'
import { composeKey } from '../../src/access/keys/key-text.ts'
import type { KeyStore } from '../../src/access/store.ts'
import { ProblemError } from '../../src/core/problem.ts'
import { DAY_MS, loadTestConfig, openTestAccess, START } from '../platform/access/open-test-access.ts'
import { newKey } from './keys/new-key.ts'
import { answerLater } from './quota/later-store.ts'

const DIRECT = { peerAddress: '192.0.2.1', isForProxy: false, isUnixSocket: false, hasClientCertificate: false }

async function open({ later = false, failuresPerMinute = 1_000, keyHeader = null as string | null } = {}) {
  const { keyStore, office } = await openTestAccess(loadTestConfig(''))
  const looked = { count: 0, hashes: 0 }
  const store: KeyStore = later ? answerLater(keyStore) : keyStore
  const counting = new Proxy(store, {
    get(target, name) {
      if (name === 'find') looked.count++
      const member = target[name as keyof KeyStore]
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  const directory = new KeyDirectory(counting, 60_000)
  const keys = createKeyCheck({
    directory,
    hash: (text) => {
      looked.hashes++
      return office.hash(text)
    },
    digest: (text) => createHash('sha256').update(text).digest('hex'),
  })
  const authenticate = createAuthentication({
    keys,
    tokens: null,
    proxy: null,
    keyHeader,
    failures: { perMinute: failuresPerMinute, burst: failuresPerMinute },
  })
  const call = async (text: string | readonly string[], fields: Partial<Presented> = {}) =>
    authenticate({
      authorizationValues: typeof text === 'string' ? [`Bearer ${text}`] : text,
      rawHeaders: [],
      connection: DIRECT,
      address: '192.0.2.1',
      now: START,
      ...fields,
    })
  const codeOf = (text: string | readonly string[], fields: Partial<Presented> = {}): Promise<string> =>
    call(text, fields).then(
      () => 'accepted',
      (error: unknown) => (error instanceof ProblemError ? error.code : String(error)),
    )
  const issue = (fields: Partial<NewKey> = {}) => issueKey(office, newKey(fields), START)
  return { store: keyStore, office, directory, call, codeOf, issue, looked }
}

describe.each([
  ['at once', false],
  ['later', true],
])('with a store that answers %s', (_title, later) => {
  test('a key names its caller', async () => {
    const { call, issue } = await open({ later })
    const { text, record } = await issue({ kind: 'trial', trialQuota: 5, scopes: ['tools:phi/*'] })
    const caller = {
      credentialId: record.id,
      kind: 'trial',
      owner: 'Ward 7',
      plan: 'standard',
      scopes: ['tools:phi/*'],
      expiresAt: START + 365 * DAY_MS,
      trialQuota: 5,
    }
    for (let i = 0; i < 3; i++) expect(await call(text)).toEqual(caller)
  })

  test('a wrong secret, an unknown id and a typing error are refused with the same words', async () => {
    const { call, issue } = await open({ later })
    const { record, text } = await issue()
    const secret = 'x'.repeat(32)
    const refusals = [
      composeKey('ht', 'live', record.id, secret).text,
      composeKey('ht', 'live', 'AAAAAAAAAAAA', secret).text,
      composeKey('ht', 'trial', record.id, text.slice(-38, -6)).text,
      `${text.slice(0, -1)}${text.endsWith('0') ? '1' : '0'}`,
      'x',
    ]
    for (const refused of refusals) {
      const error = await call(refused).catch((fault: unknown) => fault)
      expect(error).toBeInstanceOf(ProblemError)
      const { code, message, at, errors, facts } = error as ProblemError
      expect({ code, message, at, errors, facts }).toEqual({ code: 'invalid_credentials', message: 'The credentials are not accepted.' })
    }
  })

  test('a part of a key is refused, also once the whole was accepted', async () => {
    const { codeOf, issue } = await open({ later })
    const { text, record } = await issue()
    for (let i = 0; i < 2; i++) {
      expect(await codeOf(text)).toBe('accepted')
      const parts = [text.slice(3), text.slice(3, -6), text.slice(0, -6), `x${text}`, text.replace('ht_', 'hx_'), `${text}0`, record.id]
      for (const part of parts) expect(await codeOf(part)).toBe('invalid_credentials')
    }
  })

  test('a revoked key is refused from the next request on', async () => {
    const { codeOf, issue, store } = await open({ later })
    const { text, record } = await issue()
    expect(await codeOf(text)).toBe('accepted')
    await revokeKey(store, record.id, START)
    expect(await codeOf(text)).toBe('invalid_credentials')
  })

  test('an expired key is told so, but only to who has its secret', async () => {
    const { codeOf, issue } = await open({ later })
    const { text, record } = await issue({ expiresAt: START + 1000 })
    expect(await codeOf(text, { now: START + 999 })).toBe('accepted')
    expect(await codeOf(text, { now: START + 1000 })).toBe('expired_credentials')
    expect(await codeOf(composeKey('ht', 'live', record.id, 'x'.repeat(32)).text, { now: START + 1000 })).toBe('invalid_credentials')
  })

  test('both secrets are taken during the overlap of a rotation, and only the new one after it', async () => {
    const { codeOf, issue, office } = await open({ later })
    const old = await issue()
    expect(await codeOf(old.text)).toBe('accepted')
    const renewed = await rotateKey(office, old.record.id, 60_000, START)
    expect(renewed.text).not.toBe(old.text)
    for (const now of [START, START + 59_999]) {
      expect(await codeOf(old.text, { now })).toBe('accepted')
      expect(await codeOf(renewed.text, { now })).toBe('accepted')
    }
    expect(await codeOf(old.text, { now: START + 60_000 })).toBe('invalid_credentials')
    expect(await codeOf(renewed.text, { now: START + 60_000 })).toBe('accepted')
    const third = await rotateKey(office, old.record.id, 0, START + 60_000)
    expect(await codeOf(renewed.text, { now: START + 60_000 })).toBe('invalid_credentials')
    expect(await codeOf(third.text, { now: START + 60_000 })).toBe('accepted')
  })

  test('a key of certain networks is taken from there alone', async () => {
    const { codeOf, issue } = await open({ later })
    const { text } = await issue({ networks: ['10.0.0.0/8', '2001:db8::/32'] })
    for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '2001:db8::7']) expect(await codeOf(text, { address })).toBe('accepted')
    for (const address of ['11.1.2.3', '::1', '', undefined]) expect(await codeOf(text, { address })).toBe('invalid_credentials')
  })

  test('a refusal asks the store once, whether the id is known, in memory, or not', async () => {
    const { codeOf, issue, looked } = await open({ later })
    const { record, text } = await issue()
    const wrong = composeKey('ht', 'live', record.id, 'x'.repeat(32)).text
    const unknown = composeKey('ht', 'live', 'AAAAAAAAAAAA', 'x'.repeat(32)).text
    const costs: string[] = []
    const measure = async (refused: string): Promise<void> => {
      Object.assign(looked, { count: 0, hashes: 0 })
      expect(await codeOf(refused)).toBe('invalid_credentials')
      costs.push(`${looked.count} look-ups, ${looked.hashes} hashes`)
    }
    await measure(wrong)
    await measure(wrong)
    await codeOf(text)
    await measure(wrong)
    await measure(unknown)
    await measure(unknown)
    expect(new Set(costs)).toEqual(new Set(['1 look-ups, 1 hashes']))
    Object.assign(looked, { count: 0, hashes: 0 })
    expect(await codeOf(text)).toBe('accepted')
    expect(looked).toEqual({ count: 0, hashes: 0 })
  })
})

describe('the Authorization header', () => {
  test.each([
    ['is missing', [], 'missing_credentials'],
    ['stands twice', ['Bearer a', 'Bearer b'], 'invalid_header'],
    ['is empty', [''], 'invalid_credentials'],
    ['has another scheme', ['Basic aHQ6aHQ='], 'invalid_credentials'],
    ['has no key', ['Bearer '], 'invalid_credentials'],
    ['has a JWT', ['Bearer eyJhbGciOiJub25lIn0.e30.'], 'invalid_credentials'],
    ['is very long', [`Bearer ${'A'.repeat(100_000)}`], 'invalid_credentials'],
  ])('that %s', async (_title, values, code) => {
    const { codeOf } = await open()
    expect(await codeOf(values)).toBe(code)
  })

  test('takes its scheme in any case, and refuses a key that is followed by anything', async () => {
    const { codeOf, issue } = await open()
    const { text } = await issue()
    expect(await codeOf([`bearer ${text}`])).toBe('accepted')
    expect(await codeOf([`BEARER   ${text}`])).toBe('accepted')
    expect(await codeOf([`Bearer ${text}, Bearer ${text}`])).toBe('invalid_credentials')
    expect(await codeOf([`Bearer ${text} `])).toBe('invalid_credentials')
    expect(await codeOf([text])).toBe('invalid_credentials')
    expect(await codeOf([`Bearer${text}`])).toBe('invalid_credentials')
  })
})

describe('refusals of one address', () => {
  test('are limited, while a good key from there still passes and other addresses do not notice', async () => {
    const { call, codeOf, issue } = await open({ failuresPerMinute: 3 })
    const { text } = await issue()
    const codes: string[] = []
    for (let i = 0; i < 5; i++) codes.push(await codeOf('wrong'))
    expect(codes).toEqual(['invalid_credentials', 'invalid_credentials', 'invalid_credentials', 'rate_limited', 'rate_limited'])
    expect(await codeOf(text)).toBe('accepted')
    expect(await codeOf('wrong', { address: '192.0.2.2' })).toBe('invalid_credentials')
    const fault = (await call('wrong').catch((error: unknown) => error)) as ProblemError
    expect(fault.retryAfterSeconds).toBe(20)
    expect(await codeOf('wrong', { now: START + 20_000 })).toBe('invalid_credentials')
  })

  test('do not count requests without credentials', async () => {
    const { codeOf } = await open({ failuresPerMinute: 1 })
    for (let i = 0; i < 5; i++) expect(await codeOf([])).toBe('missing_credentials')
    expect(await codeOf('wrong')).toBe('invalid_credentials')
  })
})

describe('the last use', () => {
  test('is written at most once in its resolution', async () => {
    const { codeOf, issue, directory, store } = await open()
    const { text, record } = await issue()
    const lastUse = async (): Promise<number | null | undefined> => {
      await directory.flush()
      return (await store.find(record.id))?.record.lastUsedAt
    }
    expect(await lastUse()).toBeNull()
    await codeOf(text, { now: START })
    await codeOf(text, { now: START + 59_000 })
    expect(await lastUse()).toBe(START)
    await codeOf(text, { now: START + 60_000 })
    expect(await lastUse()).toBe(START + 60_000)
  })

  test('is none of a refused request', async () => {
    const { codeOf, issue, directory, store } = await open()
    const { record } = await issue()
    await codeOf(composeKey('ht', 'live', record.id, 'x'.repeat(32)).text)
    await directory.flush()
    expect((await store.find(record.id))?.record.lastUsedAt).toBeNull()
  })
})

describe('a header for keys beside Authorization', () => {
  const NONE: readonly string[] = []

  test('lets a key in where the configuration allows it, and nowhere else', async () => {
    const { issue, codeOf } = await open({ keyHeader: 'X-API-Key' })
    const { text } = await issue()
    expect(await codeOf(NONE, { rawHeaders: ['X-API-Key', text] })).toBe('accepted')
    expect(await codeOf(text)).toBe('accepted')
    expect(await codeOf(NONE, { rawHeaders: ['x-api-key', `${text}x`] })).toBe('invalid_credentials')
    expect(await codeOf(NONE, { rawHeaders: ['x-api-key', ''] })).toBe('invalid_credentials')
    const other = await open()
    const key = await other.issue()
    expect(await other.codeOf(NONE, { rawHeaders: ['X-API-Key', key.text] })).toBe('missing_credentials')
  })

  test('is one credential: with another one, of either kind, nobody is let in', async () => {
    const { issue, codeOf } = await open({ keyHeader: 'X-API-Key' })
    const { text } = await issue()
    expect(await codeOf(text, { rawHeaders: ['X-API-Key', text] })).toBe('invalid_header')
    expect(await codeOf(NONE, { rawHeaders: ['X-API-Key', text, 'x-api-key', text] })).toBe('invalid_header')
  })

  test('is told of to who sends no credentials', async () => {
    const { call } = await open({ keyHeader: 'X-API-Key' })
    await expect(call(NONE)).rejects.toThrow(/Authorization: Bearer KEY, or X-API-Key: KEY/)
    await expect((await open()).call(NONE)).rejects.toThrow(/Authorization: Bearer KEY\./)
  })
})
