// When a store that looks for other processes once a turn of the event loop sees what has changed: its own writes at once, those of others
// in the next turn, and in a turn that lasts after a moment.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SqliteKeyStore } from '../../src/platform/key-store.ts'
import { openDatabase } from '../../src/platform/sqlite.ts'

type Databases = Awaited<ReturnType<typeof openDatabase>>

let folder: string
let databases: Databases[]
let turns: (() => void)[]
let own: SqliteKeyStore
let other: SqliteKeyStore

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'health-tools-revision-'))
  const file = { path: join(folder, 'keys.db'), create: true, busyTimeoutMs: 5_000, addonFolders: [] }
  databases = [await openDatabase(file, 'NORMAL'), await openDatabase(file, 'NORMAL')]
  const [first, second] = databases as [Databases, Databases]
  turns = []
  own = new SqliteKeyStore({ durable: first, counters: first }, (callback) => void turns.push(callback))
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

function endTurn(): void {
  for (const callback of turns.splice(0)) callback()
}

function wait(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

describe('the revision of the keys', () => {
  it('changes with an own write in the same turn', () => {
    const before = own.revision()
    own.create(key('000000000001'))
    expect(own.revision()).not.toBe(before)
  })

  it('changes in the turn after a write of another process', () => {
    const before = own.revision()
    other.create(key('000000000002'))
    endTurn()
    expect(own.revision()).not.toBe(before)
  })

  it('changes within a turn that lasts', () => {
    const before = own.revision()
    other.create(key('000000000003'))
    wait(2)
    expect(own.revision()).not.toBe(before)
  })

  it('is looked for again in each turn', () => {
    for (const id of ['000000000004', '000000000005', '000000000006']) {
      const before = own.revision()
      expect(turns.length).toBeGreaterThan(0)
      other.create(key(id))
      endTurn()
      expect(own.revision()).not.toBe(before)
    }
  })
})
