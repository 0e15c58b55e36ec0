// Random work on the stores and the audit log of a folder, and what of it was acknowledged.
import { issueKey, revokeKey } from '../../src/access/keys/key.ts'
import { ProblemError } from '../../src/core/problem.ts'
import { type OpenedStores, openStores } from '../../src/platform/access/open-access.ts'
import { type AuditLog, openAuditLog } from '../../src/platform/audit/audit-log.ts'
import { newKey } from '../access/keys/new-key.ts'
import { createRandom } from '../fuzz/engine/mutator.ts'
import { auditPathOf, configOf, DAY, noPromises, type Promised, SEAL, TRIAL_KEY, USED_KEY } from './storage-model.ts'

export interface Work {
  readonly promised: Promised
  /** Errors that no ProblemError says in the words of the program. */
  readonly unexpected: string[]
  refused: number
}

interface Opened {
  readonly stores: OpenedStores
  readonly audit: AuditLog
}

export async function workOn(folder: string, seed: number, steps: number, onPromise: (promised: Promised) => void): Promise<Work> {
  const work: Work = { promised: noPromises(), unexpected: [], refused: 0 }
  const opened = await attempt(work, () => open(folder))
  if (!opened) return work
  const random = createRandom(seed)
  const unrevoked: string[] = []
  for (let step = 0; step < steps; step++) {
    await attempt(work, () => doStep(opened, work.promised, unrevoked, Math.floor(random() * 9), step))
    onPromise(work.promised)
  }
  await attempt(work, () => opened.audit.close(100))
  await attempt(work, () => opened.stores.close())
  return work
}

async function open(folder: string): Promise<Opened> {
  const stores = await openStores(configOf(folder), {}, { create: true })
  const settings = { file: auditPathOf(folder), hashChain: true, fsyncMs: 0, onFailure: 'refuse', addonFolders: [] } as const
  try {
    return { stores, audit: await openAuditLog(settings, { seal: SEAL, sinks: [], logError: () => undefined }) }
  } catch (error) {
    await stores.close()
    throw error
  }
}

async function doStep({ stores, audit }: Opened, promised: Promised, unrevoked: string[], kind: number, step: number): Promise<void> {
  const { keyStore, usageStore } = stores
  if (kind < 2) {
    const { record } = await issueKey(await stores.openOffice(), newKey(), Date.UTC(2026, 4, 31))
    promised.keys.push(record.id)
    unrevoked.push(record.id)
  } else if (kind === 2 && unrevoked.length > 0) {
    const id = unrevoked.shift()!
    await revokeKey(keyStore, id, Date.UTC(2026, 4, 31, 1))
    promised.revoked.push(id)
  } else if (kind < 5) {
    const units = 1 + (step % 3)
    promised.unitsBegun += units
    const claim = {
      keyId: TRIAL_KEY,
      day: DAY,
      units,
      quota: { unitsPerDay: null, unitsPerMonth: null, bytesPerDay: null, unitsTotal: 10_000 },
    }
    const { granted } = await usageStore.reserve(claim as never)
    if (granted) promised.units += units
  } else if (kind < 7) {
    promised.requestsBegun += 2
    const row = { keyId: USED_KEY, tool: 'text/diff', day: DAY, requests: 2, units: 2, bytesIn: 1, bytesOut: 1, errors: 0, ms: 1 }
    await usageStore.add([row], [{ keyId: USED_KEY, day: DAY, units: 2, bytes: 1 }])
    promised.requests += 2
  } else {
    await audit.record({ action: 'request', outcome: 'success', facts: { n: step } })
    promised.audits.push(step)
  }
}

/** A ProblemError is an answer; anything else is a finding. */
async function attempt<T>(work: Work, run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run()
  } catch (error) {
    work.refused++
    const isSystem = error instanceof Error && 'syscall' in error
    if (!(error instanceof ProblemError) && !isSystem) work.unexpected.push(String((error as Error).stack))
    return undefined
  }
}
