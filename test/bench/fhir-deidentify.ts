// What phi/deidentify-fhir leaves of real documents: names that survive, references that lead nowhere, documents that are not valid any more, codes and
// quantities that are kept, and how long it takes.
// Usage: node test/bench/fhir-deidentify.ts [folder of JSON documents] [options as JSON]
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ProblemError } from '../../src/core/problem.ts'
import { runTool } from '../../src/core/run.ts'
import { fhirValidate } from '../../src/tools/fhir/validate.ts'
import { phiDeidentifyFhir } from '../../src/tools/phi/deidentify-fhir.ts'

const folder = process.argv[2] ?? new URL('../../../shared/corpora/fhir/synthea/', import.meta.url).pathname
const options = JSON.parse(process.argv[3] ?? '{}') as Record<string, unknown>

type Json = Record<string, unknown>

const sums = { files: 0, bytes: 0, ms: 0, changes: 0, residual: 0, refused: 0 }
const survivors: string[] = []
const broken: string[] = []
const lost = { references: 0, unresolved: 0, clinical: 0, kept: 0 }
for (const name of readdirSync(folder).filter((each) => each.endsWith('.json'))) {
  const text = readFileSync(join(folder, name), 'utf8')
  const before = parsed(text)
  if (typeof before.resourceType !== 'string') continue
  const start = process.cpuUsage().user
  const told = run(text)
  sums.ms += (process.cpuUsage().user - start) / 1000
  if (!told) {
    sums.refused++
    continue
  }
  sums.files++
  sums.bytes += text.length
  sums.changes += told.changes.length
  sums.residual += told.residual.length
  const after = JSON.parse(told.resource) as Json
  for (const word of wordsOfPersons(before))
    if (new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'u').test(told.resource)) survivors.push(`${name} ${word.length}`)
  const [own, others] = [resolved(before), resolved(after)]
  lost.references += own
  lost.unresolved += Math.max(0, own - others)
  const [clinical, kept] = [clinicalOf(before), new Set(clinicalOf(after))]
  lost.clinical += clinical.length
  lost.kept += clinical.filter((each) => kept.has(each)).length
  if (isValid(text) && !isValid(told.resource)) broken.push(name)
}
console.log(
  `${sums.files} documents, ${sums.refused} refused, ${(sums.bytes / 1e6).toFixed(1)} MB in ${(sums.ms / 1000).toFixed(1)} CPU s: ${(sums.bytes / 1000 / sums.ms).toFixed(1)} MB/s`,
)
console.log(`${sums.changes} changes, ${sums.residual} residuals`)
console.log(`words of names and numbers of persons that survive: ${survivors.length}`, survivors.slice(0, 20).join(', '))
console.log(`references that led somewhere: ${lost.references}, and do not any more: ${lost.unresolved}`)
console.log(`codes and quantities kept: ${lost.kept} of ${lost.clinical}`)
console.log(`valid before and not after: ${broken.length}`, broken.slice(0, 20).join(', '))

/** Empty for a text that is no JSON. */
function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return {}
  }
}

function run(resource: string) {
  try {
    return runTool(phiDeidentifyFhir, { resource }, options) as unknown as { resource: string; changes: unknown[]; residual: unknown[] }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return undefined
  }
}

function isValid(resource: string): boolean {
  return (runTool(fhirValidate, { resource }, {}) as unknown as { valid: boolean }).valid
}

/** Every object in a document. */
function* objectsIn(value: unknown): Generator<Json> {
  if (Array.isArray(value)) for (const each of value) yield* objectsIn(each)
  else if (typeof value === 'object' && value !== null) {
    yield value as Json
    for (const each of Object.values(value)) yield* objectsIn(each)
  }
}

function wordsOfPersons(document: Json): Set<string> {
  const words = new Set<string>()
  for (const each of objectsIn(document)) {
    const isPerson = ['Patient', 'Practitioner', 'RelatedPerson', 'Person'].includes(String(each.resourceType))
    if (!isPerson) continue
    for (const name of (each.name ?? []) as Json[])
      for (const word of [name.family, ...((name.given ?? []) as unknown[])])
        if (typeof word === 'string' && word.length > 3) words.add(escapeRegExp(word))
    for (const identifier of (each.identifier ?? []) as Json[])
      if (typeof identifier.value === 'string' && identifier.value.length > 4) words.add(escapeRegExp(identifier.value))
    for (const contact of (each.telecom ?? []) as Json[])
      if (typeof contact.value === 'string' && contact.value.length > 4) words.add(escapeRegExp(contact.value))
    for (const address of (each.address ?? []) as Json[])
      for (const line of (address.line ?? []) as unknown[]) if (typeof line === 'string') words.add(escapeRegExp(line))
    if (typeof each.birthDate === 'string') words.add(each.birthDate)
  }
  return words
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function resolved(document: Json): number {
  const targets = new Set<string>()
  const references: string[] = []
  for (const each of objectsIn(document)) {
    if (typeof each.fullUrl === 'string') targets.add(each.fullUrl)
    if (typeof each.resourceType === 'string' && typeof each.id === 'string')
      targets.add(`${each.resourceType}/${each.id}`).add(`#${each.id}`)
    if (typeof each.reference === 'string') references.push(each.reference)
  }
  return references.filter((reference) => targets.has(reference)).length
}

/** Codes and quantities; tags of `meta` say nothing clinical. */
function clinicalOf(document: Json): string[] {
  const found: string[] = []
  const tags = new Set([...objectsIn(document)].flatMap(({ meta }) => (meta as { tag?: Json[] } | undefined)?.tag ?? []))
  for (const each of objectsIn(document)) {
    if (tags.has(each)) continue
    if (typeof each.code === 'string' && typeof each.system === 'string') found.push(each.code)
    if (typeof each.value === 'number') found.push(`${each.value} ${String(each.unit)}`)
  }
  return found
}
