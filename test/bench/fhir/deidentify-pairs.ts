// Writes official examples of R4 and every fifth resource of Synthea before and after phi/deidentify-fhir, one a line, for the validator in ../fhir-validator:
// what is valid before has to be valid after. The same files time fhir/validate beside it.
// Usage: node test/bench/fhir/deidentify-pairs.ts before.ndjson after.ndjson [options as JSON]; then the validator on both, as in fhir-bundles.ts
import { writeFileSync } from 'node:fs'
import { ProblemError } from '../../../src/core/problem.ts'
import { runTool } from '../../../src/core/run.ts'
import { fhirValidate } from '../../../src/tools/fhir/validate.ts'
import { phiDeidentifyFhir } from '../../../src/tools/phi/deidentify-fhir.ts'
import { clinicalOf, packageFiles, syntheaResources } from './corpus.ts'

const [before = 'before.ndjson', after = 'after.ndjson', options = '{}'] = process.argv.slice(2)
const STEP = 5
const texts = [
  ...clinicalOf(packageFiles('hl7.fhir.r4.examples@4.0.1') ?? []).map(({ text }) => text),
  ...syntheaResources().filter((_, i) => i % STEP === 0),
]

const pairs = texts.flatMap((text) => {
  try {
    const { resource } = runTool(phiDeidentifyFhir, { resource: text }, JSON.parse(options)) as unknown as { resource: string }
    return [[oneLine(text), oneLine(resource)] as const]
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return []
  }
})
writeFileSync(before, pairs.map(([text]) => `${text}\n`).join(''))
writeFileSync(after, pairs.map(([, text]) => `${text}\n`).join(''))

const valid = pairs.map((pair) => pair.map(isValid))
const broken = valid.flatMap(([was, is], i) => (was && !is ? [i + 1] : []))
console.log(
  `${pairs.length} of ${texts.length} pairs; valid by fhir/validate: ${valid.filter(([was]) => was).length} before, not after: ${broken.join(', ') || 'none'}`,
)
const start = process.cpuUsage()
for (const [text] of pairs) isValid(text)
const { user, system } = process.cpuUsage(start)
console.log(`fhir/validate, warm: ${((user + system) / 1000 / pairs.length).toFixed(3)} CPU ms a resource`)

/** Without line ends, every number as it was written. */
function oneLine(text: string): string {
  return text.replace(/^\uFEFF/, '').replace(/\r?\n\s*/g, ' ')
}

function isValid(resource: string): boolean {
  return (runTool(fhirValidate, { resource }, {}) as unknown as { valid: boolean }).valid
}
