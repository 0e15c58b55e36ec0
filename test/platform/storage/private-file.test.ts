// What root writes in a folder of the service's: it becomes the service's, and no link there leads root to other files.
import {
  chownSync,
  closeSync,
  constants,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSeal } from '../../../src/platform/audit/audit-chain.ts'
import { openAuditLog } from '../../../src/platform/audit/audit-log.ts'
import { readPepper } from '../../../src/platform/config/secrets.ts'
import { giveToFolderOwner, makePrivateFolder, openUnlinked, settleFile } from '../../../src/platform/storage/private-file.ts'
import { openDatabase } from '../../../src/platform/storage/sqlite/sqlite.ts'

const SERVICE_UID = 65_534
const WRITE = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC

let root: string
let folder: string
let foreign: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'health-tools-private-'))
  folder = join(root, 'data')
  mkdirSync(folder)
  foreign = join(root, 'foreign')
  writeFileSync(foreign, 'of the system', { mode: 0o644 })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe.skipIf(process.platform === 'win32')('a link in the place of a file', () => {
  it('is not followed by opening, and what it points to stays', () => {
    symlinkSync(foreign, join(folder, 'lock'))
    expect(() => openUnlinked(join(folder, 'lock'), WRITE)).toThrow(expect.objectContaining({ code: 'ELOOP' }))
    expect(readFileSync(foreign, 'utf8')).toBe('of the system')
  })

  it('is not followed by settling, and what it points to keeps its mode', () => {
    symlinkSync(foreign, join(folder, 'draft'))
    expect(() => settleFile(join(folder, 'draft'))).toThrow(expect.objectContaining({ code: 'ELOOP' }))
    expect(statSync(foreign).mode & 0o777).toBe(0o644)
  })
})

it.skipIf(process.platform === 'win32')('settling makes a file private', () => {
  const path = join(folder, 'draft')
  writeFileSync(path, 'x', { mode: 0o644 })
  settleFile(path)
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

describe.skipIf(process.getuid?.() !== 0)('root in a folder of the service', () => {
  beforeEach(() => chownSync(folder, SERVICE_UID, SERVICE_UID))

  it('gives it the files and folders that it makes', () => {
    const file = join(folder, 'made')
    closeSync(giveToFolderOwner(openUnlinked(file, WRITE), file))
    const inner = join(folder, 'deep', 'backups')
    makePrivateFolder(inner)
    makePrivateFolder(inner)
    expect([file, inner, join(folder, 'deep')].map((path) => statSync(path).uid)).toEqual([SERVICE_UID, SERVICE_UID, SERVICE_UID])
    expect(statSync(inner).mode & 0o777).toBe(0o700)
  })

  it('gives it the first pepper, which the service could not read otherwise', () => {
    const path = join(folder, 'secrets', 'pepper')
    expect(readPepper({ kind: 'generated', path }, { mayMake: true })).toHaveLength(64)
    expect([statSync(path).uid, statSync(join(folder, 'secrets')).uid]).toEqual([SERVICE_UID, SERVICE_UID])
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('gives it the folder of the audit log', async () => {
    const file = join(folder, 'audit', 'audit.log')
    const settings = { file, hashChain: true, fsyncMs: 0, onFailure: 'refuse', addonFolders: [] } as const
    const log = await openAuditLog(settings, { seal: createSeal(null), sinks: [], logError: () => undefined })
    await log.close(0)
    expect([file, join(folder, 'audit')].map((path) => statSync(path).uid)).toEqual([SERVICE_UID, SERVICE_UID])
  })

  it('gives it the database in a folder that is new as well', async () => {
    const path = join(folder, 'db', 'health-tools.db')
    const database = await openDatabase({ path, create: true, busyTimeoutMs: 1_000, addonFolders: [] }, 'FULL')
    database.close()
    expect([path, join(folder, 'db')].map((name) => statSync(name).uid)).toEqual([SERVICE_UID, SERVICE_UID])
  })

  it('keeps a file that has another name elsewhere', () => {
    const second = join(folder, 'second-name')
    linkSync(foreign, second)
    closeSync(giveToFolderOwner(openSync(second, 'r'), second))
    expect(lstatSync(foreign).uid).toBe(0)
  })

  it('takes nothing away from another user', () => {
    const path = join(folder, 'of-another')
    writeFileSync(path, '')
    chownSync(path, 1_234, 1_234)
    closeSync(giveToFolderOwner(openSync(path, 'r'), path))
    expect(statSync(path).uid).toBe(1_234)
  })
})
