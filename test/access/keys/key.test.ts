// Making and ending keys: what is refused, and that a leaked database gives no key away.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { expireKey, issueKey, type NewKey, revokeKey, rotateKey, showKey, stateOf } from '../../../src/access/keys/key.ts'
import type { ProblemError } from '../../../src/core/problem.ts'
import { loadTestConfig, openTestAccess, START } from '../../platform/access/open-test-access.ts'
import { newKey } from './new-key.ts'

const open = async () => {
  const config = loadTestConfig('')
  return { ...(await openTestAccess(config)), config }
}
const rejectionOf = (promise: Promise<unknown>): Promise<ProblemError> =>
  promise.then(
    () => Promise.reject(new Error('not refused')),
    (error: ProblemError) => error,
  )

describe('a new key', () => {
  test('is in the store without its text', async () => {
    const { office, keyStore, config } = await open()
    const { text, record } = await issueKey(office, newKey({ note: 'for the gateway' }), START)
    expect(text).toMatch(new RegExp(`^ht_live_${record.id}_[0-9A-Za-z]{38}$`))
    expect(await showKey(keyStore, record.id)).toEqual(record)
    const secret = text.slice(-38, -6)
    for (const file of [config.storage.path, `${config.storage.path}-wal`]) {
      const bytes = readFileSync(file).toString('latin1')
      expect(bytes.includes(secret)).toBe(false)
    }
    expect(readFileSync(`${config.storage.path}-wal`).toString('latin1')).toContain(record.id)
  })

  test('is another one every time', async () => {
    const { office } = await open()
    const texts = new Set<string>()
    for (let i = 0; i < 50; i++) texts.add((await issueKey(office, newKey(), START)).text)
    expect(texts.size).toBe(50)
  })

  test.each([
    ['/owner', { owner: '' }],
    ['/owner', { owner: '=cmd' }],
    ['/owner', { owner: '@ward' }],
    ['/owner', { owner: 'a\nb' }],
    ['/owner', { owner: ' ward' }],
    ['/owner', { owner: 'x'.repeat(101) }],
    ['/note', { note: 'a\u0000b' }],
    ['/scopes', { scopes: [] }],
    ['/scopes/1', { scopes: ['tools:*', 'tools'] }],
    ['/networks/0', { networks: ['10.0.0.1/8'] }],
    ['/expiresAt', { expiresAt: START }],
    ['/expiresAt', { kind: 'trial', trialQuota: 5, expiresAt: null }],
    ['/trialQuota', { kind: 'trial' }],
    ['/trialQuota', { kind: 'trial', trialQuota: 0 }],
    ['/trialQuota', { kind: 'trial', trialQuota: 1.5 }],
    ['/trialQuota', { trialQuota: 5 }],
  ] as const)('with a bad %s is refused: %j', async (pointer, fields) => {
    const { office, keyStore } = await open()
    const fault = await rejectionOf(issueKey(office, newKey(fields as Partial<NewKey>), START))
    expect(fault.code).toBe('invalid_input')
    expect(fault.errors?.map((item) => item.pointer)).toEqual([pointer])
    expect(await keyStore.list({ limit: 10 })).toEqual([])
  })
})

describe('a key', () => {
  test('goes from active to expired, back, and to revoked for good', async () => {
    const { office, keyStore } = await open()
    const { record } = await issueKey(office, newKey(), START)
    expect(stateOf(record, START)).toBe('active')
    expect(stateOf(await expireKey(keyStore, record.id, START), START)).toBe('expired')
    expect(stateOf(await expireKey(keyStore, record.id, START + 1), START)).toBe('active')
    expect(stateOf(await revokeKey(keyStore, record.id, START), START)).toBe('revoked')
    expect(stateOf(await expireKey(keyStore, record.id, START + 9), START)).toBe('revoked')
  })

  test('that is revoked or has expired is not rotated', async () => {
    const { office, keyStore } = await open()
    const { record } = await issueKey(office, newKey(), START)
    await expireKey(keyStore, record.id, START + 5)
    expect((await rejectionOf(rotateKey(office, record.id, 0, START + 5))).code).toBe('invalid_input')
    await expireKey(keyStore, record.id, START + 50)
    await revokeKey(keyStore, record.id, START)
    expect((await rejectionOf(rotateKey(office, record.id, 0, START + 5))).code).toBe('invalid_input')
  })

  test('that there is not is said so', async () => {
    const { office, keyStore } = await open()
    const id = 'AAAAAAAAAAAA'
    for (const attempt of [
      rotateKey(office, id, 0, START),
      revokeKey(keyStore, id, START),
      expireKey(keyStore, id, START),
      showKey(keyStore, id),
    ]) {
      expect((await rejectionOf(attempt)).code).toBe('not_found')
    }
  })
})
