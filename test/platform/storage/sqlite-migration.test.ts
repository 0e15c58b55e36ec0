// A database of the first schema becomes one of the newest with every key as it was.
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { issueKey } from '../../../src/access/keys/key.ts'
import { SqliteKeyStore } from '../../../src/platform/storage/sqlite/key-store.ts'
import { openDatabase } from '../../../src/platform/storage/sqlite/sqlite.ts'
import { newKey } from '../../access/keys/new-key.ts'
import { START } from '../access/open-test-access.ts'
import { makeScratchFolder } from '../scratch-folder.ts'

test('keys outlive the schema that knows clients', async () => {
  const path = join(makeScratchFolder(), 'health-tools.db')
  const file = { path, create: true, busyTimeoutMs: 1_000, addonFolders: [] }
  const first = await openDatabase(file, 'FULL')
  const store = new SqliteKeyStore({ durable: first, counters: first })
  const office = {
    store,
    hash: (text: string) => `hash of ${text.length}`,
    randomBytes: (n: number) => crypto.getRandomValues(new Uint8Array(n)),
    prefix: 'ht',
  }
  const issued = await issueKey(office, newKey({ kind: 'trial', trialQuota: 7, scopes: ['tools:phi/*'] }), START)
  const before = store.find(issued.record.id)
  first.close()

  const old = new Sqlite(path)
  const table = String(old.prepare("SELECT sql FROM sqlite_schema WHERE name = 'keys'").pluck().get())
  const former = table.replace("('live', 'trial', 'client')", "('live', 'trial')")
  expect(former).not.toBe(table)
  old.exec(`ALTER TABLE keys RENAME TO k; ${former}; INSERT INTO keys SELECT * FROM k; DROP TABLE k`)
  old.exec('CREATE INDEX keys_by_creation ON keys (created_at, id)')
  for (const [name, event] of [
    ['created', 'INSERT'],
    ['deleted', 'DELETE'],
    ['changed', 'UPDATE'],
  ]) {
    old.exec(`CREATE TRIGGER keys_${name} AFTER ${event} ON keys BEGIN UPDATE meta SET value = value + 1 WHERE name = 'keys_revision'; END`)
  }
  old.exec('DROP TABLE owners')
  old.pragma('user_version = 1')
  old.close()

  const database = await openDatabase(file, 'FULL')
  const renewed = new SqliteKeyStore({ durable: database, counters: database })
  expect(renewed.find(issued.record.id)).toEqual(before)
  const revision = renewed.revision()
  await issueKey({ ...office, store: renewed }, newKey({ kind: 'client' }), START)
  expect(renewed.revision()).toBeGreaterThan(revision)
  const objects = database
    .prepare("SELECT name FROM sqlite_schema WHERE tbl_name = 'keys' AND name LIKE 'keys_%' ORDER BY name")
    .pluck()
    .all()
  expect(objects).toEqual(['keys_by_creation', 'keys_changed', 'keys_created', 'keys_deleted'])
  database.close()
})
