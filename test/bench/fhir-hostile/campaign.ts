// Hostile resources against phi/deidentify-fhir: what is planted in each may not survive, references lead where they led, and what was valid stays so.
// Usage: node test/bench/fhir-hostile/campaign.ts [rounds] [seed] [alone]; alone: without the Patient, so that nothing in the document names the person.
import { ProblemError } from '../../../src/core/problem.ts'
import { runTool } from '../../../src/core/run.ts'
import { fhirConvert } from '../../../src/tools/fhir/convert.ts'
import { fhirValidate } from '../../../src/tools/fhir/validate.ts'
import { phiDeidentifyFhir } from '../../../src/tools/phi/deidentify-fhir.ts'
import type { Json } from './parts.ts'
import { type Person, patientOf, personOf, seeded } from './person.ts'
import { PLACES } from './places.ts'
import { survivorsIn } from './survivors.ts'

const KEY = 'a secret of sixteen or more'
const OPTIONS: Readonly<Record<string, object>> = {
  'safe-harbor': {},
  pseudonymize: { policy: 'pseudonymize', key: KEY },
  'fail-closed': { mode: 'fail-closed' },
  'search and clean': { unknown: 'search', narrative: 'clean', mode: 'high-recall' },
}

export interface CampaignResult {
  readonly runs: number
  readonly refused: readonly string[]
  readonly survivors: readonly string[]
  readonly broken: readonly string[]
  readonly unresolved: readonly string[]
}

/**
 * @param rounds over all places, each with another person and spelling
 * @param settings which options, by name
 * @param isAlone without the Patient: nothing in the document says how the person is called
 */
export function runCampaign(rounds: number, seed: number, settings = Object.keys(OPTIONS), isAlone = false): CampaignResult {
  const result = { runs: 0, refused: [] as string[], survivors: [] as string[], broken: [] as string[], unresolved: [] as string[] }
  for (let round = 0; round < rounds; round++) {
    for (const [place, make] of Object.entries(PLACES)) {
      const random = seeded(seed + round * 1_000 + result.runs)
      const person = personOf(random)
      const own = make({ person, random })
      const members = isAlone ? [own] : [patientOf(person), own]
      const entries = members.map((resource: Json) => ({
        fullUrl: `http://north.example.com/fhir/${resource.resourceType}/${resource.id ?? 'x'}`,
        resource,
      }))
      const bundle = {
        resourceType: 'Bundle',
        type: 'collection',
        entry: entries.map(({ fullUrl, resource }) => (resource.id === undefined ? { resource } : { fullUrl, resource })),
      }
      const json = JSON.stringify(bundle)
      const forms: [string, string][] = [['json', json]]
      if (random(4) === 0) forms.push(['xml', xmlOf(json)])
      if (random(4) === 0) forms.push(['escaped', escapedOf(json)])
      if (random(4) === 0) forms.push(['ndjson', `${members.map((each) => JSON.stringify(each)).join('\n')}\n`])
      for (const [form, document] of forms)
        for (const name of settings) runOne(`${place} ${form} ${name}`, document, OPTIONS[name]!, person, result)
    }
  }
  return result
}

function runOne(label: string, document: string, options: object, person: Person, result: Json): void {
  if (document === '') return
  result.runs++
  let output: Json
  try {
    output = runTool(phiDeidentifyFhir, { resource: document }, { ...options })
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    result.refused.push(`${label}: ${error.code} ${error.message}`)
    if (survivorsIn(JSON.stringify(error), person).length > 0) result.survivors.push(`${label}: in the problem`)
    return
  }
  for (const found of survivorsIn(output.resource, person))
    if (!isCodeAlone(output.resource, found))
      result.survivors.push(`${label}: ${kindOf(found, person)} ${process.env.SHOW ? around(output.resource, found) : ''}`)
  const { resource: _r, content: _c, ...report } = output
  if (survivorsIn(JSON.stringify(report), person).length > 0) result.survivors.push(`${label}: in the report`)
  const before = errorsOf(document)
  if (before.length === 0 && errorsOf(output.resource).length > 0) result.broken.push(`${label}: ${errorsOf(output.resource)[0]}`)
  if (resolvedIn(output.resource) < resolvedIn(document)) result.unresolved.push(label)
}

/** Digits alone are the code of a site where nobody in the document has that number: the keep list of mode balanced says so. */
function isCodeAlone(text: string, mark: string): boolean {
  if (!/^\d+$/.test(mark) || text.includes('"Patient"')) return false
  return !text.replace(new RegExp(`("(?:code|linkId)":"|<(?:code|linkId) value=")${mark}"`, 'g'), '').includes(mark)
}

function kindOf(mark: string, person: Person): string {
  return Object.entries(person).find(([, value]) => value === mark)?.[0] ?? 'birth, another order'
}

function around(text: string, mark: string): string {
  const at = text.toLowerCase().indexOf(mark.toLowerCase())
  return at < 0 ? text.slice(0, 3000) : text.slice(Math.max(0, at - 120), at + 60)
}

/** Every letter of a text as an escape. */
function escapedOf(json: string): string {
  const written = (text: string) => `"${[...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`
  return json.replace(/"([A-Za-z0-9 ]{3,80})"(?!:)/g, (_, text: string) => written(text))
}

function xmlOf(json: string): string {
  try {
    return (runTool(fhirConvert, { resource: json }, { to: 'xml' }) as Json).content
  } catch {
    return ''
  }
}

function errorsOf(resource: string): string[] {
  const { issues } = runTool(fhirValidate, { resource }, {}) as Json
  return issues.filter((each: Json) => each.severity === 'error').map((each: Json) => `${each.code} ${each.path} ${each.rule ?? ''}`)
}

/** References that lead to a resource of the document. */
function resolvedIn(document: string): number {
  const ids = new Set([...document.matchAll(/"resourceType":"([A-Za-z]+)","id":"([^"]+)"/g)].map(([, type, id]) => `${type}/${id}`))
  const contained = new Set([...document.matchAll(/"id":"([^"]+)"/g)].map(([, id]) => `#${id}`))
  return [...document.matchAll(/"reference":"([^"]+)"/g)].filter(([, to]) => ids.has(to!) || contained.has(to!)).length
}

if (import.meta.main) {
  const { runs, refused, survivors, broken, unresolved } = runCampaign(
    Number(process.argv[2] ?? 3),
    Number(process.argv[3] ?? 1),
    undefined,
    process.argv[4] === 'alone',
  )
  console.log(`${Object.keys(PLACES).length} places, ${runs} runs, ${refused.length} refused`)
  for (const [name, list] of Object.entries({ survivors, broken, unresolved, refused })) {
    console.log(`${name}: ${list.length}`)
    const kinds = new Map<string, number>()
    for (const each of list) kinds.set(each, (kinds.get(each) ?? 0) + 1)
    for (const [kind, count] of [...kinds].slice(0, 150)) console.log(`  ${count} × ${kind}`)
  }
  process.exitCode = survivors.length + broken.length + unresolved.length > 0 ? 1 : 0
}
