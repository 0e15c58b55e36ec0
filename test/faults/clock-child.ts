// A process under the library of faults whose clock of the day is moved while it serves one trial key and one key with a rate: FOLDER CONTROL.
import type { Caller } from '../../src/access/caller.ts'
import { ProblemError } from '../../src/core/problem.ts'
import { openAccess } from '../../src/platform/access/open-access.ts'
import { Control } from './shim.ts'
import { configOf } from './storage-model.ts'

const [folder = '', controlPath = '', quota = '100'] = process.argv.slice(2)
const control = new Control(controlPath)
const HOUR = 3_600
const JUMPS_S = [0, 24 * HOUR, -24 * HOUR, 365 * 24 * HOUR, -365 * 24 * HOUR, 0]
const CALLS_AFTER_EACH = 40
const config = configOf(folder)
const standard = config.plans.get('standard')!
const plans = new Map([
  ['trial', { ...standard, rate: null }],
  ['slow', { ...standard, rate: { perMinute: 1, burst: 5 } }],
])
const access = await openAccess({ ...config, plans }, { env: {}, logError: () => undefined })
const caller = (id: string, fields: Partial<Caller>): Caller =>
  ({
    credentialId: id.repeat(12),
    kind: 'live',
    owner: 'o',
    plan: 'slow',
    scopes: ['tools:*'],
    expiresAt: null,
    trialQuota: null,
    ...fields,
  }) as Caller
const callers = [caller('A', { kind: 'trial', plan: 'trial', trialQuota: Number(quota) }), caller('B', {})]
const granted = [0, 0]
const years = new Set<number>()
const unexpected: string[] = []

for (const jump of JUMPS_S) {
  control.set('clockShift', BigInt(jump) * 1_000_000_000n)
  years.add(new Date().getUTCFullYear())
  for (let i = 0; i < CALLS_AFTER_EACH; i++) for (const [which, each] of callers.entries()) if (await isGranted(each)) granted[which]!++
  await access.flush(Date.now())
}
const { totalUnits } = await access.usageStore.totals('A'.repeat(12), new Date().toISOString().slice(0, 10))
await access.close(Date.now())
process.stdout.write(JSON.stringify({ granted, totalUnits, years: years.size, unexpected }))

async function isGranted(each: Caller): Promise<boolean> {
  try {
    const lease = await access.admission.admit({ caller: each, toolId: 'text/diff', now: Date.now(), units: 1, bytes: 0 })
    lease.settle({ bytesIn: 1, bytesOut: 1, errors: 0, ms: 1 })
    return true
  } catch (error) {
    if (!(error instanceof ProblemError)) unexpected.push(String(error))
    return false
  }
}
