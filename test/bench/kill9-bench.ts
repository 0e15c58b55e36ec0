// Counts that are lost when the server is killed under load, by the durability of the counters: answered calls less what the database has.
// Long form: node test/bench/kill9-bench.ts KILLS [MILLISECONDS of load before each] [crash-safe|power-safe]
import { openStores } from '../../src/platform/access/open-access.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { type Caller, composeRequest, openCaller } from './load.ts'
import { type BenchRow, formatTable } from './row.ts'
import { endProcess, makeSite, removeSite, type Site, serveSite } from './served-program.ts'

const CONNECTIONS = 64
/** A longer load than the interval of the flush: what is lost of batched counters is then not all of the load. */
const SHORT_FORM: Kills = { kills: 5, loadMs: 2_700 }

interface Kills {
  readonly kills: number
  readonly loadMs: number
}

export async function benchKill9(): Promise<BenchRow[]> {
  const batched = await killAgainAndAgain('batched', SHORT_FORM)
  const rows: BenchRow[] = []
  for (const durability of ['crash-safe', 'power-safe']) {
    const { answered, lost } = await killAgainAndAgain(durability, SHORT_FORM)
    rows.push({
      id: `${durability}-lost`,
      what: `${durability} counters: answered calls that were lost in ${SHORT_FORM.kills} kills under load, of ${answered}`,
      measured: String(lost),
      reference: `${batched.lost} of ${batched.answered} batched, flushed every second`,
      ratio: undefined,
      // Without calls nothing was shown.
      figure: answered === 0 ? Number.NaN : lost,
    })
  }
  return rows
}

async function killAgainAndAgain(
  durability: string,
  { kills, loadMs }: Kills,
  note: (text: string) => void = () => undefined,
): Promise<{ answered: number; lost: number }> {
  const site = await makeSite({ yaml: `usage: { durability: ${durability}, flush: 1s }` })
  let answered = 0
  let lost = 0
  try {
    for (let kill = 1; kill <= kills; kill++) {
      const before = await countRequests(site)
      const calls = await serveAndKill(site, loadMs)
      answered += calls
      // Calls whose answer the kill cut off may be counted, and must not hide others that are not.
      lost += Math.max(0, calls - ((await countRequests(site)) - before))
      if (kill % 50 === 0) note(`${durability}: ${kill} kills, ${answered} answered calls, ${lost} lost`)
    }
    return { answered, lost }
  } finally {
    removeSite(site)
  }
}

async function serveAndKill(site: Site, loadMs: number): Promise<number> {
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
  await new Promise((resolve) => setTimeout(resolve, loadMs))
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

if (import.meta.main) {
  const [kills, loadMs = '500', durability = 'crash-safe'] = process.argv.slice(2)
  if (kills === undefined) console.log(formatTable(await benchKill9()))
  else {
    const { answered, lost } = await killAgainAndAgain(durability, { kills: Number(kills), loadMs: Number(loadMs) }, console.log)
    console.log(`${durability}: ${kills} kills under load, ${answered} answered calls, ${lost} lost`)
    process.exitCode = answered === 0 || lost > 0 ? 1 : 0
  }
}
