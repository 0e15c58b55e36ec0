// Completes MSH with the defaults of the caller and of the version; what the message has already stays.
import type { Delimiters } from '../delimiters.ts'
import type { Hl7Dictionary } from '../dictionary/standard.ts'
import { HL7_VERSIONS, type Hl7Version } from '../dictionary/versions.ts'
import { escapeValue } from '../edit/escape-value.ts'
import type { SegmentDraft } from './segment-draft.ts'

export interface HeaderDefaults {
  readonly sendingApplication?: string | undefined
  readonly sendingFacility?: string | undefined
  readonly receivingApplication?: string | undefined
  readonly receivingFacility?: string | undefined
  readonly timestamp?: string | undefined
  readonly controlId?: string | undefined
  readonly processingId?: string | undefined
  readonly characterSet?: string | undefined
  /** MSH-9.1 and MSH-9.2 as `ADT^A04`, whatever the delimiters. */
  readonly type?: string | undefined
}

export interface HeaderContext {
  readonly defaults: HeaderDefaults
  readonly version: Hl7Version
  /** Where the structure of an event is looked up. */
  readonly dictionary: Hl7Dictionary
  /** MSH-9.3. */
  readonly structure: string | undefined
  readonly delimiters: Delimiters
  /** Place of the message among those that are built, from 0. */
  readonly place: number
  /** True where the message holds more than ASCII. */
  readonly needsCharset: boolean
}

export function completeHeader(header: SegmentDraft, context: HeaderContext): void {
  const { defaults, version, delimiters, place } = context
  const fill = (field: number, value: string | undefined) => {
    if (value && !header.isValued(field)) header.setWhole(field, escapeValue(value, delimiters, `MSH-${field}`))
  }
  fill(3, defaults.sendingApplication)
  fill(4, defaults.sendingFacility)
  fill(5, defaults.receivingApplication)
  fill(6, defaults.receivingFacility)
  fill(7, defaults.timestamp)
  if (!header.isValued(9)) header.setWhole(9, writeType(context))
  fill(10, controlIdAt(defaults.controlId, place))
  fill(11, defaults.processingId)
  fill(12, version)
  fill(18, defaults.characterSet)
  if (context.needsCharset && isAtLeast(version, '2.3')) fill(18, 'UNICODE UTF-8')
}

/** Each message of a call has a control id of its own. */
function controlIdAt(given: string | undefined, place: number): string {
  if (given === undefined) return String(place + 1)
  return place === 0 ? given : `${given}-${place + 1}`
}

/** Code, event, and since 2.3.1 the structure. */
function writeType({ defaults, structure, version, dictionary, delimiters }: HeaderContext): string {
  const [code = '', trigger = ''] = (defaults.type ?? structure?.replace('_', '^') ?? '').split('^')
  if (code === '') return ''
  const named = structure ?? dictionary.structureOfEvent(version, code, trigger) ?? ''
  const parts = isAtLeast(version, '2.3.1') ? [code, trigger, named] : [code, trigger]
  while (parts.at(-1) === '') parts.pop()
  return parts.map((part) => escapeValue(part, delimiters, 'MSH-9')).join(delimiters.component)
}

function isAtLeast(version: Hl7Version, since: Hl7Version): boolean {
  return HL7_VERSIONS.indexOf(version) >= HL7_VERSIONS.indexOf(since)
}
