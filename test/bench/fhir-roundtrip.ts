// FHIR from JSON to XML and back, over the files of folders: how many come back equal, and how fast beside JSON.parse of the same texts.
// Usage: node test/bench/fhir-roundtrip.ts R4|R4B|R5 FOLDER [MAX_BYTES]
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { ProblemError } from '../../src/core/problem.ts'
import { convertDocument } from '../../src/formats/fhir/convert/convert-document.ts'
import { orderMembers } from '../../src/formats/fhir/convert/order-members.ts'
import { isObject, type JsonValue } from '../../src/formats/fhir/json/json-value.ts'
import { readJson } from '../../src/formats/fhir/json/read-json.ts'
import { writeJson } from '../../src/formats/fhir/json/write-json.ts'
import { modelOf } from '../../src/formats/fhir/model/element-plan.ts'
import { FHIR_VERSIONS, type FhirVersion } from '../../src/formats/fhir/model/versions.ts'

const [version = 'R4', folder = '.', limit = '400000'] = process.argv.slice(2)
if (!(FHIR_VERSIONS as readonly string[]).includes(version)) throw new Error('the first argument is R4, R4B or R5')
const model = modelOf(version as FhirVersion)
const settings = { model, pretty: false, order: 'keep', bundleType: 'collection', base: undefined } as const
const files = readdirSync(folder, { recursive: true })
  .map((name) => `${folder}/${name}`)
  .filter((path) => /\.(?:json|xml)$/.test(path) && statSync(path).isFile() && statSync(path).size <= Number(limit))

const counts = { json: 0, equal: 0, xml: 0, xmlEqual: 0, refused: 0 }
const times = { parse: 0, toXml: 0, toJson: 0 }
let characters = 0
const reasons = new Map<string, string[]>()

for (const path of files) {
  const text = readFileSync(path, 'utf8')
  if (path.endsWith('.json') && !/"resourceType"\s*:/.test(text)) continue
  try {
    if (path.endsWith('.json')) fromJson(path, text)
    else if (/<[A-Za-z][^<>]*"http:\/\/hl7\.org\/fhir"/.test(text)) fromXml(path)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    counts.refused++
    note(`refused: ${error.message}`, `${path} ${error.at?.path ?? ''} ${error.at?.line ?? ''}`)
  }
}
console.log(
  `JSON to XML to JSON: ${counts.equal} of ${counts.json} equal; XML to JSON to XML to JSON: ${counts.xmlEqual} of ${counts.xml}; refused ${counts.refused}`,
)
const speed = (time: number) => `${(characters / time / 1000).toFixed(1)} MB/s, ${(times.parse / time).toFixed(2)} of JSON.parse`
if (characters > 0)
  console.log(
    `to XML ${speed(times.toXml)}; to JSON ${speed(times.toJson)}; JSON.parse ${(characters / times.parse / 1000).toFixed(0)} MB/s`,
  )
for (const [reason, places] of reasons) console.log(`${places.length} × ${reason}\n    ${places.slice(0, 5).join('\n    ')}`)

function fromJson(path: string, text: string): void {
  counts.json++
  const started = performance.now()
  parse(text)
  const parsed = performance.now()
  const xml = convertDocument(text, { ...settings, to: 'xml' })
  const written = performance.now()
  const json = convertDocument(xml.content, { ...settings, to: 'json' })
  const back = performance.now()
  characters += text.length
  times.parse += parsed - started
  times.toXml += written - parsed
  times.toJson += back - written
  if (same(readJson(text), readJson(json.content))) counts.equal++
  else note(`different${xml.losses.length > 0 ? `, losses told: ${xml.losses[0]!.kind}` : ''}`, path)
}

/** Only for its time: what JSON.parse refuses the converter has to refuse. */
function parse(text: string): void {
  try {
    JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    note('no JSON', '')
  }
}

function fromXml(path: string): void {
  counts.xml++
  const json = convertDocument(readFileSync(path), { ...settings, to: 'json' })
  const xml = convertDocument(json.content, { ...settings, to: 'xml' })
  const again = convertDocument(xml.content, { ...settings, to: 'json' })
  if (same(readJson(json.content), readJson(again.content))) counts.xmlEqual++
  else note('different XML', path)
}

/** Order of members aside, and nulls at the end of a list, which come back where one of the two lists of a primitive is shorter. */
function same(a: JsonValue, b: JsonValue): boolean {
  const show = (value: JsonValue) => writeJson(isObject(value) ? orderMembers(value, model) : value).replace(/(?:,null)+\]/g, ']')
  return isDeepStrictEqual(show(a), show(b))
}

function note(reason: string, place: string): void {
  const places = reasons.get(reason)
  if (places) places.push(place)
  else reasons.set(reason, [place])
}
