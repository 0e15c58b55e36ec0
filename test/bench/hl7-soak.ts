// Runs damaged HL7 messages through the parser and hl7/parse: node test/bench/hl7-soak.ts [count] [seed]
// Exits with 1 at the first input that breaks a promise (see checkInput), naming the seed and the turn that repeat it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildFixtures } from '../fixtures/hl7/make-fixtures.ts'
import { checkInput, createRandom, mutate } from '../formats/hl7/mutate.ts'

const corpus = new URL('../../../shared/corpora/hl7/', import.meta.url).pathname
const count = Number(process.argv[2] ?? 1_000_000)
const seed = Number(process.argv[3] ?? 1)
const seeds = [...buildFixtures().values(), ...listCorpus()]
const random = createRandom(seed)

let read = 0
let slowestMs = 0
for (let turn = 0; turn < count; turn++) {
  const bytes = mutate(seeds, random)
  const started = performance.now()
  try {
    if (checkInput(bytes, turn)) read++
  } catch (error) {
    console.error(`seed ${seed}, turn ${turn}:`, error)
    process.exit(1)
  }
  slowestMs = Math.max(slowestMs, performance.now() - started)
  if ((turn + 1) % 100_000 === 0) console.log(`${turn + 1}: ${read} read, the others refused; slowest ${slowestMs.toFixed(0)} ms`)
}
console.log(
  `${count} damaged copies of ${seeds.length} files: ${read} read and written back, ${count - read} refused, slowest ${slowestMs.toFixed(0)} ms`,
)

/** Files of at most 8 kB, so that a turn takes about a millisecond. */
function listCorpus(): Uint8Array[] {
  if (!existsSync(corpus)) return []
  return readdirSync(corpus, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'MANIFEST.tsv')
    .map((entry) => new Uint8Array(readFileSync(join(entry.parentPath, entry.name))))
    .filter((bytes) => bytes.length <= 8_000)
}
