// An admission on the real store, with plans and callers for tests.
import type { Caller } from '../../../src/access/caller.ts'
import { Admission } from '../../../src/access/quota/admission.ts'
import type { Lease } from '../../../src/access/quota/lease.ts'
import type { UsageStore } from '../../../src/access/store.ts'
import type { ProblemError } from '../../../src/core/problem.ts'
import { loadTestConfig, openTestAccess, START } from '../../platform/access/open-test-access.ts'
import { answerLater } from './later-store.ts'

export const COUNTING = { durable: false, nextTurn: (callback: () => void) => void setImmediate(callback), clock: () => performance.now() }

export const TOOL = 'text/diff'
export const DONE = { bytesIn: 10, bytesOut: 20, errors: 0, ms: 1 }

const PLANS = `
plans:
  free: {}
  rated: { rate: { per_minute: 60, burst: 3 } }
  narrow: { tools: [phi/*, text/diff] }
  pair: { concurrent: 2 }
  daily: { quota: { per_day: 5, per_month: 8 } }
  total: { quota: { total: 3 } }
  bytes: { quota: { mb_per_day: 1 } }
  guarded: { quota: { per_day: 2, total: 3 }, rate: { per_minute: 600 } }
usage: { strict: [guarded] }
`

export function caller(plan: string, fields: Partial<Caller> = {}): Caller {
  return {
    credentialId: 'AAAAAAAAAAAA',
    kind: 'live',
    owner: 'Ward 7',
    plan,
    scopes: ['tools:*'],
    expiresAt: null,
    trialQuota: null,
    ...fields,
  }
}

export async function open(later: boolean, yaml = PLANS) {
  const config = loadTestConfig(yaml)
  const { usageStore } = await openTestAccess(config)
  const store: UsageStore = later ? answerLater(usageStore) : usageStore
  const admission = new Admission(store, config.plans, COUNTING)
  const admit = async (who: Caller, fields: { now?: number; units?: number; bytes?: number; toolId?: string } = {}): Promise<Lease> =>
    admission.admit({ caller: who, toolId: TOOL, now: START, units: 1, bytes: 0, ...fields })
  return { admission, admit, usageStore, config, store }
}

export const rejectionOf = (promise: Promise<unknown>): Promise<ProblemError> =>
  promise.then(
    () => Promise.reject(new Error('not refused')),
    (error: ProblemError) => error,
  )
