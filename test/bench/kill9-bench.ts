// Counts that are lost when the server is killed under load, by the durability of the counters: answered calls less what the database has.
import { openStores } from '../../src/platform/access/open-access.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { type Caller, composeRequest, openCaller } from './load.ts'
import { type BenchRow, formatTable } from './row.ts'
import { endProcess, makeSite, removeSite, type Site, serveSite } from './served-program.ts'

const CONNECTIONS = 64
const KILLS = 5
const LOAD_MS = 2_700

export async function benchKill9(): Promise<BenchRow[]> {
  const batched = await killAgainAndAgain('batched')
  const rows: BenchRow[] = []
  for (const durability of ['crash-safe', 'power-safe']) {
    const { answered, lost } = await killAgainAndAgain(durability)
    rows.push({
      id: `${durability}-lost`,
      what: `${durability} counters: answered calls that were lost in ${KILLS} kills under load, of ${answered}`,
      measured: String(lost),
      reference: `${batched.lost} of ${batched.answered} batched, flushed every second`,
      ratio: undefined,
      // Without calls nothing was shown.
      figure: answered === 0 ? Number.NaN : lost,
    })
  }
  return rows
}

async function killAgainAndAgain(durability: string): Promise<{ answered: number; lost: number }> {
  const site = await makeSite({ yaml: `usage: { durability: ${durability}, flush: 1s }` })
  let answered = 0
  let lost = 0
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      const before = await countRequests(site)
      const calls = await serveAndKill(site)
      answered += calls
      // Calls whose answer the kill cut off may be counted, and must not hide others that are not.
      lost += Math.max(0, calls - ((await countRequests(site)) - before))
    }
    return { answered, lost }
  } finally {
    removeSite(site)
  }
}

async function serveAndKill(site: Site): Promise<number> {
  const child = await serveSite(site)
  const headers = { Authorization: `Bearer ${site.key}`, 'Content-Type': 'application/json' }
  const request = composeRequest('/v1/tools/text/word-count', '{"text":"a"}', headers)
  const callers = await Promise.all(Array.from({ length: CONNECTIONS }, () => openCaller(site.port)))
  let answered = 0
  const work = async (caller: Caller): Promise<void> => {
    try {
      for (;;) if ((await caller.call(request)).status === 200) answered++
    } catch {
      // The server is gone.
    }
  }
  const done = callers.map(work)
  await new Promise((resolve) => setTimeout(resolve, LOAD_MS))
  await endProcess(child, 'SIGKILL')
  await Promise.all(done)
  return answered
}

async function countRequests({ config, keyId }: Site): Promise<number> {
  const stores = await openStores(loadConfig({ file: config, env: {}, cwd: '/' }), {}, { create: false })
  try {
    const rows = await stores.usageStore.report({ from: '2000-01-01', to: '2999-01-01', by: ['key'], keyId })
    return rows[0]?.requests ?? 0
  } finally {
    await stores.close()
  }
}

if (import.meta.main) console.log(formatTable(await benchKill9()))
