// Runs every tool that reads HL7 v2 on damaged messages with the options of its golden cases: node test/bench/hl7-tools-soak.ts [turns a tool] [seed]
// Exits with 1 at the first input that breaks a promise (see runDamaged), naming the case, the seed and the turn that repeat it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildFixtures } from '../fixtures/hl7/make-fixtures.ts'
import { createRandom } from '../formats/hl7/mutate.ts'
import { listCalls, runDamaged } from '../tools/hl7/run-damaged.ts'

const corpus = new URL('../../../shared/corpora/hl7/', import.meta.url).pathname
const turns = Number(process.argv[2] ?? 20_000)
const seed = Number(process.argv[3] ?? 1)
const seeds = [...buildFixtures().values(), ...listCorpus()].filter((bytes) => bytes.length <= 4_000)

for (const [id, calls] of Map.groupBy(listCalls(), ({ tool }) => tool.id)) {
  const random = createRandom(seed)
  let read = 0
  let slowestMs = 0
  for (let turn = 0; turn < turns; turn++) {
    const call = calls[Math.floor(random() * calls.length)]!
    const started = performance.now()
    try {
      if (await runDamaged(call, seeds, random)) read++
    } catch (error) {
      console.error(`${call.title}, seed ${seed}, turn ${turn}:`, error)
      process.exit(1)
    }
    slowestMs = Math.max(slowestMs, performance.now() - started)
  }
  console.log(`${id.padEnd(24)} ${turns} turns: ${read} read, ${turns - read} refused; slowest ${slowestMs.toFixed(0)} ms`)
}

function listCorpus(): Uint8Array[] {
  if (!existsSync(corpus)) return []
  return readdirSync(corpus, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'MANIFEST.tsv')
    .map((entry) => new Uint8Array(readFileSync(join(entry.parentPath, entry.name))))
}
