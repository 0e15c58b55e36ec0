// A process that serves calls of one trial key as fast as it can, and says each that was granted, until it is killed or refused.
import { writeSync } from 'node:fs'
import type { Caller } from '../../../src/access/caller.ts'
import { ProblemError } from '../../../src/core/problem.ts'
import { openAccess } from '../../../src/platform/access/open-access.ts'
import { loadConfig } from '../../../src/platform/config/config.ts'

const [dataFolder = '', quota = '', seed = '1'] = process.argv.slice(2)
const config = loadConfig({ dataFolder, env: {}, cwd: dataFolder, systemFile: '/nonexistent' })
const access = await openAccess(
  { ...config, plans: new Map([['trial', { ...config.plans.get('standard')!, rate: null }]]) },
  { env: {}, logError: () => undefined },
)
const caller: Caller = {
  credentialId: 'AAAAAAAAAAAA',
  kind: 'trial',
  owner: 'o',
  plan: 'trial',
  scopes: ['tools:*'],
  expiresAt: null,
  trialQuota: Number(quota),
}
/** @returns the units that were granted */
async function serveCall(i: number): Promise<number> {
  const lease = await access.admission.admit({ caller, toolId: 'text/diff', now: Date.now(), units: 1, bytes: 0 })
  // Some calls are batches, whose units are reserved in two steps.
  const units = i % 7 === 0 ? 3 : 1
  await lease.reserve(units, Date.now())
  lease.settle({ bytesIn: 1, bytesOut: 1, errors: 0, ms: 1 })
  return units
}

for (let i = Number(seed); ; i++) {
  try {
    writeSync(1, `${await serveCall(i)}\n`)
    if (i % 50 === 0) await access.flush(Date.now())
  } catch (error) {
    const code = error instanceof ProblemError ? error.code : String(error)
    writeSync(1, `${code}\n`)
    // On a machine with much to do the others may keep the database longer than a server waits; a client tries again then.
    if (code !== 'storage_unavailable') break
  }
}
