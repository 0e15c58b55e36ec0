// What fhir/validate says of the examples of a FHIR package: files with an error, by code.
// Usage: node test/bench/fhir-examples.ts PACKAGE.tgz|FOLDER [R4|R4B|R5] [code to list the places of]
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ProblemError } from '../../src/core/problem.ts'
import { runTool } from '../../src/core/run.ts'
import { readArchive } from '../../src/formats/fhir/profile/read-archive.ts'
import { fhirValidate } from '../../src/tools/fhir/validate.ts'

interface Finding {
  readonly severity: string
  readonly code: string
  readonly path: string
  readonly rule: string | null
  readonly expected: string | null
}

const [place = '', version = 'R4', detail] = process.argv.slice(2)
const byCode = new Map<string, string[]>()
let files = 0
let flagged = 0
for (const { name, bytes } of filesOf(place)) {
  files++
  const errors = findingsOf(bytes).filter(({ severity }) => severity === 'error')
  if (errors.length > 0) flagged++
  for (const { code, path, rule, expected } of errors) {
    const key = `${code} ${rule ?? ''}`.trim()
    byCode.set(key, [...(byCode.get(key) ?? []), `${name} ${path}: ${expected ?? ''}`])
  }
}
console.log(`${flagged} of ${files} files have an error`)
for (const [code, places] of [...byCode].sort(([, a], [, b]) => b.length - a.length)) {
  console.log(`  ${code}: ${places.length}`)
  if (detail !== undefined && (code.startsWith(detail) || detail === 'all'))
    for (const each of places.slice(0, 40)) console.log(`    ${each}`)
}

function findingsOf(resource: Uint8Array): readonly Finding[] {
  try {
    return (runTool(fhirValidate, { resource }, { version }) as unknown as { readonly issues: readonly Finding[] }).issues
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return [{ severity: 'error', code: error.code, path: '', rule: null, expected: error.message }]
  }
}

function filesOf(path: string): { readonly name: string; readonly bytes: Uint8Array }[] {
  if (statSync(path).isDirectory()) {
    const names = readdirSync(path).filter((name) => /\.(?:json|xml)$/.test(name))
    return names.map((name) => ({ name, bytes: readFileSync(join(path, name)) }))
  }
  const isResource = (name: string): boolean => /^package\/[A-Z][^/]*\.json$/.test(name)
  const found = readArchive(readFileSync(path), isResource, { maxBytes: 2 ** 31, maxFiles: 100_000 })
  return found.map(({ path: name, bytes }) => ({ name: name.slice('package/'.length), bytes }))
}
