// Why a value of another converter does not stand in a resource of the same type here: one reason for each value, by general rules.
import { readFileSync } from 'node:fs'
import { readDocument } from '../../../src/formats/hl7/document.ts'
import { CodeMaps } from '../../../src/formats/hl7/fhir/code-systems.ts'
import { convertDocument } from '../../../src/formats/hl7/fhir/convert-document.ts'
import { readMessage } from '../../../src/formats/hl7/fhir/source-message.ts'
import { type Bundle, likeness, likenessInMessage, momentOf, type Value, valuesOf } from './bundle-values.ts'

// Times without an offset are compared as the message writes them: each converter puts them in a zone of its own.
const SETTINGS = { zone: () => 'Z', systems: new Map<string, string>(), codes: new CodeMaps([]), timestamp: undefined }
const BUNDLE = { type: 'collection', writes: 'upsert', ids: 'message', namespace: '' } as const

export type Reason = keyof typeof REASONS

export const REASONS = {
  terminology: 'system, display, type or text of a code or number that is found: the other converter names it otherwise',
  invented: 'an address or text that the other converter makes up of a name or of several values',
  constant: 'a constant or a default of the other converter that the message does not hold',
  translated:
    'a code or text of the other converter for a value that the message writes otherwise; the same value stands in another type here',
  otherType: 'a value of the message that stands in a resource of another type here, as the guide says',
  repeated: 'a value that the guide takes from another field of the message',
  noElement: 'a value without an element in the guide and in R4: listed as unmapped in the answer',
  notMapped: 'a value of a segment that is not mapped here: listed as unmapped in the answer',
} as const

/** Whose choice a reason is. */
export const GROUPS: Readonly<Record<string, readonly Reason[]>> = {
  'the other converter names, makes up, assumes or rewords it': ['terminology', 'invented', 'constant', 'translated'],
  'the guide has it in another type or takes it from another field': ['otherType', 'repeated'],
  'no Bundle here holds it; the answer lists it as unmapped': ['noElement', 'notMapped'],
}

/** What this program makes of a message. */
export interface Source {
  readonly inType: ReadonlySet<string>
  /** By value, the types of resources that hold it. */
  readonly types: ReadonlyMap<string, ReadonlySet<string>>
  /** By value, where it stands in the message. */
  readonly paths: ReadonlyMap<string, readonly string[]>
  /** By path, why it is unmapped. */
  readonly unmapped: ReadonlyMap<string, string>
}

export function readSource(file: string): Source {
  const document = readDocument(new Uint8Array(readFileSync(file)))
  const { messages } = convertDocument(document, SETTINGS, BUNDLE)
  // As a receiver reads it: decimals that keep their zeros are numbers in JSON alone.
  const own = messages.flatMap(({ bundle }) => valuesOf(JSON.parse(JSON.stringify(bundle)) as Bundle))
  const types = new Map<string, Set<string>>()
  for (const { type, text } of own) types.set(likeness(text), (types.get(likeness(text)) ?? new Set()).add(type))
  const paths = new Map<string, string[]>()
  for (const message of document.messages) {
    for (const { path, value } of readMessage(document, message).leaves)
      for (const text of new Set([likeness(value), likenessInMessage(value)])) paths.set(text, [...(paths.get(text) ?? []), path])
  }
  return {
    inType: new Set(own.flatMap(({ type, text }) => [`${type} ${likeness(text)}`, `${type} ${momentOf(text)}`])),
    types,
    paths,
    unmapped: new Map(messages.flatMap(({ unmapped }) => unmapped.map(({ path, reason }): [string, string] => [path, reason]))),
  }
}

export function isFound({ type, text }: Value, { inType }: Source): boolean {
  return inType.has(`${type} ${likeness(text)}`) || inType.has(`${type} ${momentOf(text)}`)
}

const INVENTED = /^(?:https?:\/\/example\.com\/|urn:id:|http:\/\/ibm\.com\/)|.--.|^Invalid input: /
const NO_ELEMENT = new Set(['no_map', 'no_place', 'no_code', 'invalid_value', 'no_timezone', 'null_value'])

/** @returns the reason, and the field of the message and the types that it is about */
export function reasonOf(value: Value, source: Source): { readonly reason: Reason; readonly detail: string } {
  const { text, type, anchor } = value
  if (anchor !== undefined && source.inType.has(`${type} ${likeness(anchor)}`)) return { reason: 'terminology', detail: '' }
  if (INVENTED.test(text)) return { reason: 'invented', detail: '' }
  const elsewhere = [...(source.types.get(likeness(text)) ?? [])].sort().slice(0, 3).join(' ')
  const places = source.paths.get(likeness(text))
  if (!places) return elsewhere === '' ? { reason: 'constant', detail: '' } : { reason: 'translated', detail: `in ${elsewhere}` }
  const mapped = places.find((path) => !source.unmapped.has(path))
  if (mapped !== undefined) return { reason: 'otherType', detail: `${fieldOf(mapped)} in ${elsewhere || 'another form'}` }
  const why = source.unmapped.get(places[0]!)!
  const reason = why === 'condition_false' ? 'repeated' : NO_ELEMENT.has(why) ? 'noElement' : 'notMapped'
  return { reason, detail: `${fieldOf(places[0]!)} ${why}` }
}

/** `PID-3.4` of `PID-3[2].4.1`. */
function fieldOf(path: string): string {
  return path.replace(/\[\d+\]/g, '')
}
