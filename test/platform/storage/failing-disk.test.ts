// A disk that gives errors: nobody is told that a call was counted that is not on it, health says so, and the count is kept for later.
import { existsSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { afterEach, expect, test, vi } from 'vitest'
import { issueKey } from '../../../src/access/keys/key.ts'
import { CountsJournal } from '../../../src/platform/storage/sqlite/counts-journal.ts'
import { newKey } from '../../access/keys/new-key.ts'
import { loadTestConfig, openTestAccess, START } from '../access/open-test-access.ts'

afterEach(() => vi.restoreAllMocks())

const DAY = '2026-05-30'

function failSyncs(): void {
  const error = Object.assign(new Error('EIO: i/o error, write'), { code: 'EIO' })
  vi.spyOn(CountsJournal.prototype, 'append').mockImplementation(() => {
    throw error
  })
  vi.spyOn(CountsJournal.prototype, 'appendOnThread').mockImplementation(() => Promise.reject(error))
}

test.each(['crash-safe', 'power-safe'])('the journal, and the database too, under %s counters', async (durability) => {
  const config = loadTestConfig(`usage: { durability: ${durability} }`)
  const access = await openTestAccess(config)
  const { text, record } = await issueKey(access.office, newKey(), START)
  const caller = await access.authenticate({
    authorizationValues: [`Bearer ${text}`],
    rawHeaders: [],
    connection: { peerAddress: '192.0.2.1', isForProxy: false, isUnixSocket: false, hasClientCertificate: false },
    address: undefined,
    now: START,
  })
  const call = async (): Promise<void> => {
    const lease = await access.admission.admit({ caller, toolId: 'text/diff', now: START, units: 1, bytes: 0 })
    lease.settle({ bytesIn: 1, bytesOut: 1, errors: 0, ms: 1 })
    await access.admission.commit(lease)
  }
  const requests = async (): Promise<unknown> => (await access.usageStore.report({ from: DAY, to: DAY, by: ['key'] }))[0]
  for (let i = 0; i < 2; i++) await call()
  await access.flush(START)
  expect(existsSync(`${config.storage.path}-counts`)).toBe(true)
  await call()

  failSyncs()
  await call()
  expect(access.notReadyBecause()).toEqual([])

  const other = new Sqlite(config.storage.path)
  other.exec('BEGIN IMMEDIATE')
  await expect(call()).rejects.toMatchObject({ code: 'storage_unavailable' })
  await expect(access.flush(START)).rejects.toMatchObject({ code: 'storage_unavailable' })
  expect(access.notReadyBecause()).toEqual(['the usage counters cannot be written'])
  expect(await requests()).toMatchObject({ keyId: record.id, requests: 4 })

  other.exec('ROLLBACK')
  other.close()
  await access.flush(START)
  expect(access.notReadyBecause()).toEqual([])
  vi.restoreAllMocks()
  await call()
  expect(await requests()).toMatchObject({ keyId: record.id, requests: 6 })
})
