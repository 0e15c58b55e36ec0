// What it costs that no answered call is forgotten: calls with counters written before the answer, beside counters in memory that are
// written every second. kill9-bench.ts shows what each of them loses.
import { compareRows } from './compare-rows.ts'
import { compareSides, composeRequest, type Round, type Side } from './load.ts'
import { type BenchRow, formatTable } from './row.ts'
import { type ServedProgram, startServed } from './served-program.ts'
import { compareStarts } from './starts.ts'

const SHAPE = { connections: 64, milliseconds: 400 }
const ROUNDS = 9
const DURABILITIES = ['batched', 'crash-safe', 'power-safe'] as const

export async function benchSqlite(): Promise<BenchRow[]> {
  const [batched = [], crashSafe = [], powerSafe = []] = await compareStarts(compareStart)
  const reference = 'batched, flushed every second'
  return [
    ...compareRows(crashSafe, batched, { id: 'crash-safe', what: 'crash-safe counters', reference }),
    ...compareRows(powerSafe, batched, { id: 'power-safe', what: 'power-safe counters', reference }),
  ]
}

async function compareStart(): Promise<Round[][]> {
  const served: ServedProgram[] = []
  try {
    for (const durability of DURABILITIES) served.push(await startServed({ yaml: `usage: { durability: ${durability}, flush: 1s }` }))
    const sides = served.map(({ port, pid, key }, i): Side => {
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
      const requests = [composeRequest('/v1/tools/text/word-count', '{"text":"BP 120/80 mmHg, HR 72.5"}', headers)]
      return { name: DURABILITIES[i]!, port, pid, requests: () => requests }
    })
    return await compareSides(sides, SHAPE, ROUNDS)
  } finally {
    await Promise.all(served.map((program) => program.stop()))
  }
}

if (import.meta.main) console.log(formatTable(await benchSqlite()))
