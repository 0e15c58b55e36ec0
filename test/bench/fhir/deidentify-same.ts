// Whether phi/deidentify-fhir answers as before: one line for each document and set of options, with a hash of the whole answer. Run it before and after
// a change, and compare both files.
// Usage: node test/bench/fhir/deidentify-same.ts FILE [folder]
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ProblemError } from '../../../src/core/problem.ts'
import { runTool } from '../../../src/core/run.ts'
import { phiDeidentifyFhir } from '../../../src/tools/phi/deidentify-fhir.ts'

const [file = '', folder = new URL('../../../../shared/corpora/fhir/', import.meta.url).pathname] = process.argv.slice(2)
const KEY = 'a key for comparisons'
const OPTIONS: readonly Record<string, unknown>[] = [
  {},
  { mode: 'fail-closed', narrative: 'clean' },
  { key: KEY, policy: 'pseudonymize', unknown: 'search', narrative: 'clean' },
  { idKey: KEY, rules: [{ fhirPath: 'Patient.address.city', action: 'remove' }], attachments: 'remove', labels: false },
]

const lines: string[] = []
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
  if (!/\.(?:json|xml|ndjson)$/.test(name)) continue
  const resource = readFileSync(join(folder, name))
  for (const [i, options] of OPTIONS.entries())
    for (const version of i === 0 ? ['R4', 'R5'] : ['R4'])
      lines.push(`${name} ${i} ${version} ${answerOf(resource, { ...options, version })}`)
}
writeFileSync(file, `${lines.join('\n')}\n`)
console.log(`${lines.length} answers, ${lines.filter((line) => !line.includes(' problem ')).length} without a problem`)

function answerOf(resource: Uint8Array, options: Record<string, unknown>): string {
  try {
    return hashOf(runTool(phiDeidentifyFhir, { resource }, options))
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return `problem ${hashOf({ ...error, message: error.message })}`
  }
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32)
}
