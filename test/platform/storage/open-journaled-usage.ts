// The journaled store of usage on a database of a test's own, and copies of both as a crash leaves them.
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { UsageRow } from '../../../src/access/store.ts'
import type { Pace } from '../../../src/platform/storage/sqlite/disk-pace.ts'
import { JournaledUsageStore } from '../../../src/platform/storage/sqlite/journaled-usage-store.ts'
import type { KeyDatabases } from '../../../src/platform/storage/sqlite/key-store.ts'
import { openDatabase } from '../../../src/platform/storage/sqlite/sqlite.ts'
import { SqliteUsageStore } from '../../../src/platform/storage/sqlite/usage-store.ts'
import { makeScratchFolder } from '../scratch-folder.ts'

export const DAY = '2026-05-31'
export const ALL = { from: '2000-01-01', to: '2099-12-31', by: ['tool'] } as const

export interface OpenedUsage {
  readonly store: JournaledUsageStore
  readonly databases: KeyDatabases
  readonly path: string
  close(): Promise<void>
}

/** How records come to the disk. */
export const WAYS = ['crash-safe', 'power-safe, the loop waits', 'power-safe, a thread waits', 'power-safe, by turns'] as const
export type Way = (typeof WAYS)[number]

function paceOf(way: Way): Pace {
  let asked = 0
  const isQuick: Record<Way, () => boolean> = {
    'crash-safe': () => {
      throw new Error('nothing has to reach the disk')
    },
    'power-safe, the loop waits': () => true,
    'power-safe, a thread waits': () => false,
    'power-safe, by turns': () => asked++ % 2 === 0,
  }
  return { isQuick: isQuick[way], time: (write) => write() }
}

/** Without a journal yet; what a crash left is recovered. */
export async function openUsage(folder: string = makeScratchFolder(), way: Way = 'crash-safe'): Promise<OpenedUsage> {
  const isPowerSafe = way !== 'crash-safe'
  const path = join(folder, 'health-tools.db')
  const file = { path, create: true, busyTimeoutMs: 1_000, addonFolders: [] }
  const databases = { durable: await openDatabase(file, 'FULL'), counters: await openDatabase(file, isPowerSafe ? 'FULL' : 'NORMAL') }
  const store = new JournaledUsageStore(new SqliteUsageStore(databases), {
    databasePath: path,
    addonFolders: [],
    isPowerSafe,
    pace: paceOf(way),
  })
  await store.recover()
  let isOpen = true
  const close = async (): Promise<void> => {
    if (!isOpen) return
    isOpen = false
    await store.close()
    for (const database of Object.values(databases)) database.close()
  }
  onTestFinished(close)
  return { store, databases, path, close }
}

/** With a journal, as a process has one that has counted often. */
export async function openJournal(folder?: string, way?: Way): Promise<OpenedUsage> {
  const opened = await openUsage(folder, way)
  await beginJournal(opened.store)
  return opened
}

export async function beginJournal(store: JournaledUsageStore): Promise<void> {
  for (let i = 0; i < 2; i++) await store.add([], [])
  await store.settle()
}

/** What a process leaves behind that is killed now. */
export function copyCrashed(path: string): string {
  const folder = makeScratchFolder()
  rmSync(folder, { recursive: true })
  cpSync(join(path, '..'), folder, { recursive: true })
  return folder
}

export function usageOf(requests: number, fields: Partial<UsageRow> = {}): UsageRow {
  return { keyId: 'A', tool: 'text/diff', day: DAY, requests, units: requests, bytesIn: 3, bytesOut: 4, errors: 0, ms: 0.5, ...fields }
}

/** Requests in all, which the units of key A have to equal. */
export async function countsOf(folder: string): Promise<number> {
  const { store, close } = await openUsage(folder)
  const counted = await countIn(store)
  await close()
  return counted
}

export async function countIn(store: JournaledUsageStore): Promise<number> {
  const requests = (await store.report(ALL)).reduce((sum, row) => sum + row.requests, 0)
  const { totalUnits } = await store.totals('A', DAY)
  if (requests !== totalUnits) throw new Error(`${requests} requests, but ${totalUnits} units`)
  return requests
}

export async function count(store: JournaledUsageStore, requests = 1): Promise<void> {
  await store.add([usageOf(requests)], [{ keyId: 'A', day: DAY, units: requests, bytes: 3 }])
}

/** Without what is in the journal. */
export function requestsInDatabase({ durable }: KeyDatabases): unknown {
  return durable.prepare('SELECT coalesce(sum(requests), 0) FROM usage').pluck().get()
}
