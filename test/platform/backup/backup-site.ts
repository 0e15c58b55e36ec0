// A database of a test's own with keys in it, its backups, and what is in them.
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { issueKey } from '../../../src/access/keys/key.ts'
import { openStores } from '../../../src/platform/access/open-access.ts'
import { createBackup } from '../../../src/platform/backup/backup.ts'
import { type Config, loadConfig } from '../../../src/platform/config/config.ts'
import { connectDatabase } from '../../../src/platform/storage/sqlite/sqlite.ts'
import { newKey } from '../../access/keys/new-key.ts'
import { START } from '../access/open-test-access.ts'

export const FIRST_SCHEMA = join(import.meta.dirname, '..', '..', 'fixtures', 'storage', 'schema-1.db')
export const FIRST_KEY = 'ECvus88NSgr7'

export const configOf = (folder: string): Config => loadConfig({ dataFolder: folder, env: {}, cwd: folder, systemFile: '/nonexistent' })
export const open = (config: Config) => openStores(config, {}, { create: true })
export const addKeys = async (config: Config, count: number): Promise<string[]> => {
  const stores = await open(config)
  const office = await stores.openOffice()
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.push((await issueKey(office, newKey({ note: 'x'.repeat(300) }), START)).record.id)
  await stores.close()
  return ids
}
export const backUp = async (config: Config, folder = config.storage.backup.folder, now = START) => {
  const database = await connectDatabase({ path: config.storage.path, busyTimeoutMs: 1_000, addonFolders: [] })
  try {
    return await createBackup(database, { folder, addonFolders: [] }, 'manual', now)
  } finally {
    database.close()
  }
}
export const targetOf = ({ storage, auth }: Config) => ({ path: storage.path, pepper: auth.apiKey.pepper, addonFolders: [] })
export const idsOf = async (config: Config): Promise<string[]> => {
  const stores = await open(config)
  const ids = (await stores.keyStore.list({ limit: 1_000 })).map(({ id }) => id)
  await stores.close()
  return ids
}
export const setSchema = (path: string, version: number): void => {
  const database = new Sqlite(path)
  database.pragma(`user_version = ${version}`)
  database.close()
}
