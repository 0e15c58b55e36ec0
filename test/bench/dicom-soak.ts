// Runs damaged DICOM files through the reader until told to stop: node test/bench/dicom-soak.ts [seed] [files] [folder …]
// Exits with 1 at the first thing that does not hold, naming the seed and the number that repeat it.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { mutate, seededRandom } from '../formats/dicom/mutate-bytes.ts'
import { soakStep } from '../formats/dicom/soak-reader.ts'

const MAX_SOURCE_BYTES = 100_000
const root = new URL('../..', import.meta.url).pathname
const [seed = '1', count = '20000', ...given] = process.argv.slice(2)
const folders =
  given.length > 0
    ? given
    : ['test/fixtures/dicom', '../shared/corpora/dicom', '../shared/corpora/bad/pydicom', '../shared/corpora/bad/fo-dicom']

const sources = folders.map((folder) => resolve(root, folder)).flatMap((folder) => (existsSync(folder) ? listSources(folder) : []))
if (sources.length === 0) throw new Error('no files to damage')
const random = seededRandom(Number(seed))
const outcomes = new Map<string, number>()
let slowest = 0
for (let i = 0; i < Number(count); i++) {
  const bytes = mutate(sources[Math.floor(random() * sources.length)]!, random)
  try {
    const { outcome, milliseconds } = soakStep(bytes, random)
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    slowest = Math.max(slowest, milliseconds)
  } catch (error) {
    console.error(`seed ${seed}, number ${i}:`, error)
    process.exit(1)
  }
}
console.log(`${count} damaged copies of ${sources.length} files:`, Object.fromEntries(outcomes), `slowest ${slowest.toFixed(0)} ms`)

function listSources(folder: string): Uint8Array[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && statSync(path).size <= MAX_SOURCE_BYTES && !path.endsWith('.ts'))
    .sort()
    .map((path) => new Uint8Array(readFileSync(path)))
}
