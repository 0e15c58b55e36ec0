// FHIR documents with a person in one place each: identifiers and what is said of a person, as the fixtures have them, with and without the resource of
// the person beside it.
import { readFileSync } from 'node:fs'

export interface Person {
  readonly given: string
  readonly family: string
  readonly record: string
  readonly phone: string
  readonly mail: string
  readonly street: string
  /** YYYY-MM-DD */
  readonly born: string
}

type Json = { readonly [member: string]: unknown; readonly resourceType: string }

export interface PlantedDocument {
  /** What is planted, and the line of the fixture. */
  readonly place: string
  readonly document: Json
}

const linesOf = (name: string): string[] =>
  readFileSync(new URL(`../../fixtures/phi/fhir-places/${name}.ndjson`, import.meta.url), 'utf8')
    .trim()
    .split('\n')

/** Every document: 16 with each of 9 identifiers, 91 with each of 9 texts. */
export function plantedDocuments(person: Person): PlantedDocument[] {
  const identifiers = linesOf('identifiers')
  const texts = linesOf('texts')
  return [
    ...identifiersOf(person).flatMap((value) => plantAll('identifier', identifiers, value, person)),
    ...Object.entries(textsOf(person)).flatMap(([name, value]) => plantAll(name, texts, value, person)),
  ]
}

function plantAll(name: string, lines: readonly string[], value: string, { record }: Person): PlantedDocument[] {
  return lines.map((line, number) => ({
    place: `${name} ${number + 1}`,
    document: plantIn(JSON.parse(line), value, record) as Json,
  }))
}

function identifiersOf({ given, family, record }: Person): string[] {
  return [
    `${given}-${family}`,
    `${family}_${record}`,
    record,
    `MRN${record}`,
    `${family}.${given}`,
    `${given}${family}`,
    family,
    `pat:${record}`,
    `${family} ${given}`,
  ]
}

function textsOf({ given, family, record, phone, mail, street, born }: Person): Record<string, string> {
  return {
    name: `${given} ${family}`,
    reversed: `${family}, ${given}`,
    capitals: `${given} ${family}`.toUpperCase(),
    titled: `Mr. ${family}`,
    record: `MRN ${record}`,
    phone: `call ${phone}`,
    mail,
    street: `lives at ${street}, 9000 Gent`,
    born: `born ${born}`,
  }
}

/** A copy with the value in place of what stands between braces; a text behind `base64:` is encoded. */
function plantIn(node: unknown, value: string, record: string): unknown {
  if (Array.isArray(node)) return node.map((each) => plantIn(each, value, record))
  if (typeof node === 'object' && node !== null)
    return Object.fromEntries(Object.entries(node).map(([key, each]) => [key, plantIn(each, value, record)]))
  if (typeof node !== 'string') return node
  const filled = fill(node, value, record)
  return filled.startsWith('base64:') ? Buffer.from(filled.slice('base64:'.length)).toString('base64') : filled
}

function fill(template: string, value: string, record: string): string {
  const spellings: Record<string, () => string> = {
    text: () => value,
    escaped: () => encodeURIComponent(value),
    letters: () => value.replace(/\W/g, ''),
    dashed: () => value.replace(/\W+/g, '-'),
    underscored: () => value.replace(/\W+/g, '_'),
    entities: () => [...value].map((letter) => `&#${letter.codePointAt(0)};`).join(''),
    record: () => record,
  }
  return template.replace(/\{([a-z]+)\}/g, (whole, name: string) => spellings[name]?.() ?? whole)
}

/** The same documents in a bundle with the resource of the person. */
export function besidePatient(document: Json, { given, family, record, phone, mail, street, born }: Person): Json {
  if (document.resourceType === 'Bundle') return document
  const patient = {
    resourceType: 'Patient',
    id: 'pp',
    name: [{ family, given: [given] }],
    identifier: [{ system: 'http://zorg.test/mrn', value: record }],
    birthDate: born,
    telecom: [
      { system: 'phone', value: phone },
      { system: 'email', value: mail },
    ],
    address: [{ line: [street] }],
  }
  return {
    resourceType: 'Bundle',
    type: 'collection',
    entry: [
      { fullUrl: 'urn:uuid:11111111-1111-4111-8111-111111111111', resource: patient },
      { fullUrl: 'urn:uuid:22222222-2222-4222-8222-222222222222', resource: document },
    ],
  }
}

/** What of the person a text still shows, in base64, in the form of URLs and as character references, too. */
export function survivorsIn(text: string, { given, family, record, phone, mail, street, born }: Person): string[] {
  const secrets = [given, family, record, phone.replace(/\D/g, '').slice(-7), phone, mail, nameOfStreet(street), born].map((each) =>
    each.toLowerCase(),
  )
  const left = new Set<string>()
  for (const reading of readings(text.replaceAll('\\/', '/'))) {
    const small = reading.toLowerCase()
    for (const secret of secrets) if (small.includes(secret)) left.add(secret)
  }
  return [...left]
}

const STREET_KINDS =
  /^(?:street|road|lane|drive|court|blvd|terrace|circle|pkwy|loop|trail|place|lower|saint|rue|impasse|avenida|calle|county|unit)$/i

/** The first word that is no kind of street, or all of it. */
function nameOfStreet(street: string): string {
  return (street.match(/\p{L}{4,}/gu) ?? []).find((word) => !STREET_KINDS.test(word)) ?? street
}

const DEEPEST = 3

function* readings(text: string, depth = 0): Generator<string> {
  yield text
  if (depth > DEEPEST) return
  for (const decoded of [unescaped(text), text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))])
    if (decoded !== text) yield* readings(decoded, depth + 1)
  for (const encoded of text.match(/[A-Za-z0-9+/]{8,}={0,2}/g) ?? []) {
    const decoded = Buffer.from(encoded, 'base64').toString('latin1')
    if (/^[\t-~]+$/.test(decoded)) yield* readings(decoded, depth + 1)
  }
}

/** The text itself if it is no escaped one. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
