// When a store that looks for other processes once a millisecond sees what has changed: its own writes at once, those of others then.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SqliteKeyStore } from '../../../src/platform/storage/sqlite/key-store.ts'
import { openDatabase } from '../../../src/platform/storage/sqlite/sqlite.ts'

type Databases = Awaited<ReturnType<typeof openDatabase>>

let folder: string
let databases: Databases[]
let now: number
let own: SqliteKeyStore
let other: SqliteKeyStore

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'health-tools-revision-'))
  const file = { path: join(folder, 'keys.db'), create: true, busyTimeoutMs: 5_000, addonFolders: [] }
  databases = [await openDatabase(file, 'NORMAL'), await openDatabase(file, 'NORMAL')]
  const [first, second] = databases as [Databases, Databases]
  now = 5
  own = new SqliteKeyStore({ durable: first, counters: first }, () => now)
  other = new SqliteKeyStore({ durable: second, counters: second })
})
afterEach(() => {
  for (const database of databases) database.close()
  rmSync(folder, { recursive: true, force: true })
})

const key = (id: string) => ({
  record: {
    ...{ id, kind: 'live' as const, owner: 'test', note: '', plan: 'unlimited', scopes: ['tools:*'], networks: [], createdAt: 1 },
    ...{ expiresAt: null, revokedAt: null, rotatedAt: null, previousUntil: null, lastUsedAt: null, trialQuota: null },
  },
  hash: 'a'.repeat(64),
  previousHash: null,
})

describe('the revision of the keys', () => {
  it('changes with an own write in the same turn', () => {
    const before = own.revision()
    own.create(key('000000000001'))
    expect(own.revision()).not.toBe(before)
  })

  it('changes a millisecond after a look that saw no write of another process', () => {
    const before = own.revision()
    other.create(key('000000000002'))
    now += 0.9
    expect(own.revision()).toBe(before)
    now += 0.1
    expect(own.revision()).not.toBe(before)
  })

  it('is looked for again and again', () => {
    for (const id of ['000000000004', '000000000005', '000000000006']) {
      const before = own.revision()
      other.create(key(id))
      now++
      expect(own.revision()).not.toBe(before)
    }
  })

  it('is looked for at every call without a clock', () => {
    const before = other.revision()
    own.create(key('000000000007'))
    expect(other.revision()).not.toBe(before)
  })
})
