// What a site was promised, and whether a folder keeps it: keys, revocations, usage, trial units and audit events that were acknowledged.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { openStores } from '../../src/platform/access/open-access.ts'
import { createSeal } from '../../src/platform/audit/audit-chain.ts'
import { verifyAuditLog } from '../../src/platform/audit/audit-verify.ts'
import { type Config, loadConfig } from '../../src/platform/config/config.ts'

export const TRIAL_KEY = 'AAAAAAAAAAAA'
export const USED_KEY = 'BBBBBBBBBBBB'
export const DAY = '2026-05-31'
export const SEAL = createSeal(null)
const ALL = { from: '2000-01-01', to: '2099-12-31', by: ['tool'], keyId: USED_KEY } as const

/** Without a pepper of its own, so that a copy of the folder opens as well. */
export function configOf(folder: string): Config {
  const file = join(folder, '..', 'config.yaml')
  if (!existsSync(file)) {
    writeFileSync(join(folder, '..', 'pepper'), 'p'.repeat(64), { mode: 0o600 })
    writeFileSync(file, `auth: { api_key: { pepper: { file: ${join(folder, '..', 'pepper')} } } }\nusage: { durability: power-safe }\n`)
  }
  return loadConfig({ file, dataFolder: folder, env: {}, cwd: folder, systemFile: '/nonexistent' })
}

export function auditPathOf(folder: string): string {
  return join(folder, 'audit.log')
}

/** Sums count what was acknowledged, and what was begun: a call that failed may have been done or not. */
export interface Promised {
  readonly keys: string[]
  readonly revoked: string[]
  readonly audits: number[]
  requests: number
  requestsBegun: number
  units: number
  unitsBegun: number
}

export function noPromises(): Promised {
  return { keys: [], revoked: [], audits: [], requests: 0, requestsBegun: 0, units: 0, unitsBegun: 0 }
}

/** @returns a line for each promise that is broken; opening the folder recovers what a crash left */
export async function findBroken(folder: string, promised: Promised): Promise<string[]> {
  const broken: string[] = []
  const config = configOf(folder)
  try {
    if (existsSync(config.storage.path)) await checkStores(config, promised, broken)
    else if (promised.keys.length + promised.requests + promised.units > 0) broken.push('the database is gone')
  } catch (error) {
    broken.push(`the database needs a hand: ${(error as Error).message}`)
  }
  await checkAudit(folder, promised, broken)
  return broken
}

async function checkStores(config: Config, promised: Promised, broken: string[]): Promise<void> {
  const stores = await openStores(config, {}, { create: false })
  try {
    for (const id of promised.keys) if (!(await stores.keyStore.find(id))) broken.push('a key is lost')
    for (const id of promised.revoked) {
      if ((await stores.keyStore.find(id))?.record.revokedAt === null) broken.push('a revocation is lost')
    }
    const requests = (await stores.usageStore.report(ALL)).reduce((sum, row) => sum + row.requests, 0)
    checkSum('requests', requests, promised.requests, promised.requestsBegun, broken)
    const { totalUnits } = await stores.usageStore.totals(TRIAL_KEY, DAY)
    checkSum('units', totalUnits, promised.units, promised.unitsBegun, broken)
  } finally {
    await stores.close()
  }
  const database = new Sqlite(config.storage.path, { readonly: true })
  if (database.pragma('integrity_check', { simple: true }) !== 'ok') broken.push('the database is damaged')
  database.close()
}

function checkSum(what: string, found: number, acknowledged: number, begun: number, broken: string[]): void {
  if (found < acknowledged) broken.push(`${acknowledged - found} ${what} are lost`)
  if (found > begun) broken.push(`${found - begun} ${what} are counted twice`)
}

async function checkAudit(folder: string, { audits }: Promised, broken: string[]): Promise<void> {
  const path = auditPathOf(folder)
  if (!existsSync(path)) {
    if (audits.length > 0) broken.push('the audit log is gone')
    return
  }
  const { broken: gap } = await verifyAuditLog(path, SEAL)
  // A line that a crash cut is taken out by the next process that opens the log, and said there; so is a head made that is not there yet.
  const isFirstStart = gap?.kind === 'no-head' && audits.length === 0
  if (gap && gap.kind !== 'cut-line' && !isFirstStart) broken.push(`the audit log is broken: ${gap.kind}`)
  const text = readFileSync(path, 'utf8')
  for (const n of audits) if (!text.includes(`"n":${n},`)) broken.push('an audit event is lost')
}
