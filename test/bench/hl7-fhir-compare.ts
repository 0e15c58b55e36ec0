// Holds hl7/to-fhir against Bundles that other converters made of the same messages: how many of their values stand in a resource of the same
// type here, and why the others do not.
// Usage: node test/bench/hl7-fhir-compare.ts messages expected [rows [values]]
// messages: a folder of HL7 v2 files, one message each; expected: a folder of Bundles, `name.json` or `name-expected.json` for the message
// `name.hl7`. With values (`Encounter.status`, or `*`), those that were not found in elements with that beginning are listed, too.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readDocument } from '../../src/formats/hl7/document.ts'
import { CodeMaps } from '../../src/formats/hl7/fhir/code-systems.ts'
import { type ConvertedMessage, convertDocument } from '../../src/formats/hl7/fhir/convert-document.ts'
import { readMessage } from '../../src/formats/hl7/fhir/source-message.ts'

const [messageFolder, expectedFolder, rows = '60', asked] = process.argv.slice(2)
if (!messageFolder || !expectedFolder) throw new Error('usage: node test/bench/hl7-fhir-compare.ts messages expected [rows [values]]')
// Times without an offset are compared as the message writes them: each converter puts them in a zone of its own.
const SETTINGS = { zone: () => 'Z', systems: new Map<string, string>(), codes: new CodeMaps([]), timestamp: undefined }
const BUNDLE = { type: 'collection', writes: 'upsert', ids: 'message', namespace: '' } as const

/** Elements that say where a resource stands and not what a message says. */
const SKIPPED = new Set(['id', 'resourceType', 'reference', 'div', 'profile', 'versionId', 'lastUpdated'])

/** Why a value of the other converter does not stand in the same type here. */
type Class = 'invented' | 'derived' | 'otherType' | 'notMapped'

const CLASSES: Readonly<Record<Class, string>> = {
  invented: 'an address or text that the other converter makes up of a name or of several values',
  derived: 'a constant, a code or a display that is no value of the message: choices of the other converter',
  otherType: 'a value of the message that stands in a resource of another type here',
  notMapped: 'a value of the message that stands nowhere here',
}

interface Value {
  readonly type: string
  readonly element: string
  readonly text: string
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

interface Bundle {
  readonly entry?: readonly { readonly resource?: { readonly [name: string]: Json } }[]
}

/** The values of a Bundle by type of resource and element. */
function valuesOf({ entry = [] }: Bundle): Value[] {
  const values: Value[] = []
  for (const { resource } of entry) {
    if (!resource) continue
    const type = String(resource.resourceType)
    walk(resource, type, (element, text) => values.push({ type, element, text }))
  }
  return values
}

function walk(value: Json, element: string, add: (element: string, text: string) => void): void {
  if (Array.isArray(value)) for (const each of value) walk(each, element, add)
  else if (value !== null && typeof value === 'object') {
    for (const [name, child] of Object.entries(value)) {
      // A narrative is made from the elements, and an extension of meta tells how the converter came to them.
      const isMade = (name === 'text' && typeof child === 'object') || (name === 'extension' && element.endsWith('.meta'))
      if (!SKIPPED.has(name) && !isMade) walk(child, `${element}.${name}`, add)
    }
  } else if (value !== null && value !== '') add(element, String(value))
}

/** What converters may write otherwise is made alike: case, blanks, decimals, and of times the zone and the seconds. */
function likeness(text: string): string {
  const time = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d))?/.exec(text)
  if (time) return time[2] === undefined || time[2] === '00:00' ? time[1]! : `${time[1]}T${time[2]}`
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return String(Number(text))
  return text
    .trim()
    .toLowerCase()
    .replace(/^urn:oid:/, '')
    .replace(/\s+/g, ' ')
}

/** A time with its offset as the moment that it is: converters write it in zones of their own. */
function momentOf(text: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(?:Z|[+-]\d\d:\d\d)$/.test(text) ? new Date(text).toISOString().slice(0, 16) : likeness(text)
}

/** A value of a message in the form of FHIR, where it looks like a date. */
function likenessInMessage(text: string): string {
  const match = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d))?/.exec(text)
  if (!match) return likeness(text)
  const [, year, month, day, hour, minute] = match
  return likeness(`${year}-${month}-${day}${hour === undefined ? '' : `T${hour}:${minute}`}`)
}

interface Source {
  readonly inType: ReadonlySet<string>
  readonly inAny: ReadonlySet<string>
  /** By value, where it stands in the message. */
  readonly paths: ReadonlyMap<string, readonly string[]>
  readonly reasons: ReadonlyMap<string, string>
}

function readSource(file: string): Source {
  const document = readDocument(new Uint8Array(readFileSync(file)))
  const { messages } = convertDocument(document, SETTINGS, BUNDLE)
  // As a receiver reads it: decimals that keep their zeros are numbers in JSON alone.
  const own = messages.flatMap(({ bundle }) => valuesOf(JSON.parse(JSON.stringify(bundle)) as Bundle))
  const paths = new Map<string, string[]>()
  for (const message of document.messages) {
    for (const { path, value } of readMessage(document, message).leaves) {
      for (const text of new Set([likeness(value), likenessInMessage(value)])) paths.set(text, [...(paths.get(text) ?? []), path])
    }
  }
  return {
    inType: new Set(own.flatMap(({ type, text }) => [`${type} ${likeness(text)}`, `${type} ${momentOf(text)}`])),
    inAny: new Set(own.map(({ text }) => likeness(text))),
    paths,
    reasons: reasonsOf(messages),
  }
}

function reasonsOf(messages: readonly ConvertedMessage[]): Map<string, string> {
  return new Map(messages.flatMap(({ unmapped }) => unmapped.map(({ path, reason }): [string, string] => [path, reason])))
}

const INVENTED = /^(?:https?:\/\/example\.com\/|urn:id:|http:\/\/ibm\.com\/)|.--.|^Invalid input: /

function classify(text: string, { inAny, paths, reasons }: Source): { readonly name: Class; readonly why: string } {
  if (INVENTED.test(text)) return { name: 'invented', why: '' }
  const places = paths.get(likeness(text))
  if (!places) return { name: 'derived', why: inAny.has(likeness(text)) ? 'in another type' : '' }
  const [mapped] = places.filter((path) => !reasons.has(path))
  const [open = ''] = places
  if (mapped !== undefined) return { name: 'otherType', why: fieldOf(mapped) }
  return { name: 'notMapped', why: `${fieldOf(open)} ${reasons.get(open)}` }
}

/** `PID-3.4` of `PID-3[2].4.1`. */
function fieldOf(path: string): string {
  return path.replace(/\[\d+\]/g, '')
}

interface Gap {
  count: number
  readonly files: Set<string>
  readonly why: Map<string, number>
}

const messages = new Map(filesIn(messageFolder, '.hl7').map((path) => [nameOf(path), path]))
const types = new Map<string, { all: number; found: number }>()
const classes = new Map<Class, number>()
const gaps = new Map<string, Gap>()
const listed: string[] = []
let files = 0

for (const path of filesIn(expectedFolder, '.json')) {
  const file = messages.get(nameOf(path))
  if (!file) continue
  const source = readSource(file)
  files++
  for (const value of valuesOf(JSON.parse(readFileSync(path, 'utf8')) as Bundle)) count(value, source, basename(path))
}

function count({ type, element, text }: Value, source: Source, name: string): void {
  const row = types.get(type) ?? { all: 0, found: 0 }
  types.set(type, row)
  row.all++
  if (source.inType.has(`${type} ${likeness(text)}`) || source.inType.has(`${type} ${momentOf(text)}`)) {
    row.found++
    return
  }
  const found = classify(text, source)
  classes.set(found.name, (classes.get(found.name) ?? 0) + 1)
  const key = `${found.name}\t${element}`
  const gap = gaps.get(key) ?? { count: 0, files: new Set<string>(), why: new Map<string, number>() }
  gaps.set(key, gap)
  gap.count++
  gap.files.add(name)
  gap.why.set(found.why, (gap.why.get(found.why) ?? 0) + 1)
  if (asked !== undefined && (asked === '*' || element.startsWith(asked)))
    listed.push([name, found.name, element, text, found.why].join('\t'))
}

report()

function report(): void {
  const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`
  const all = [...types.values()].reduce((sum, row) => sum + row.all, 0)
  const found = [...types.values()].reduce((sum, row) => sum + row.found, 0)
  const made = (classes.get('invented') ?? 0) + (classes.get('derived') ?? 0)
  console.log(`${files} messages, ${all} values: ${found} in the same type (${percent(found, all)})`)
  console.log(`without those that no message holds: ${percent(found, all - made)}`)
  for (const [name, text] of Object.entries(CLASSES)) console.log(`${name}\t${classes.get(name as Class) ?? 0}\t${text}`)
  console.log('\ntype\tvalues\tfound')
  for (const [type, row] of [...types].sort((a, b) => b[1].all - b[1].found - (a[1].all - a[1].found)))
    console.log(`${type}\t${row.all}\t${percent(row.found, row.all)}`)
  console.log('\nclass\telement\tvalues\tmessages\tmost often')
  for (const [key, gap] of [...gaps].sort((a, b) => b[1].count - a[1].count).slice(0, Number(rows))) {
    const why = [...gap.why].sort((a, b) => b[1] - a[1]).slice(0, 3)
    console.log(`${key}\t${gap.count}\t${gap.files.size}\t${why.map(([text, times]) => `${text} ×${times}`).join(', ')}`)
  }
  for (const line of listed) console.log(line)
}

function nameOf(path: string): string {
  return basename(path).replace(/(?:-expected)?\.(?:json|hl7)$/, '')
}

function filesIn(folder: string, ending: string): string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesIn(path, ending) : path.endsWith(ending) ? [path] : []))
}
