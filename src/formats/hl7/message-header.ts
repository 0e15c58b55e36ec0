// What the headers and trailers say: type, control id and character set of a message, and how much a batch declares to hold.
import { type Charset, charsetNamed } from './charset/charsets.ts'
import { delimitersAt } from './document.ts'
import type { Hl7Document, Hl7Message } from './document-types.ts'
import { component, fieldSpan, partSpan } from './field-spans.ts'
import { lineEnd, lineStart } from './index/segment-index.ts'
import { type CharsetFrom, runAt } from './source.ts'

export interface MessageType {
  /** MSH-9.1. */
  readonly code: string | null
  /** MSH-9.2. */
  readonly trigger: string | null
  /** MSH-9.3, or what the version lays down for code and trigger where MSH-9.3 is empty. */
  readonly structure: string | null
}

export interface MessageCharset {
  /** Null for a document that came as text. */
  readonly charset: Charset | null
  readonly from: CharsetFrom
  /** What hexadecimal escape sequences are written in: for a text, what MSH-18 names. */
  readonly forEscapes: Charset | null
}

const NO_TYPE: MessageType = { code: null, trigger: null, structure: null }

export function messageType({ index, dictionary }: Hl7Document, message: Hl7Message): MessageType {
  const { header, delimiters, version } = message
  const field = header === undefined ? undefined : fieldSpan(index, header, 9)
  if (header === undefined || !field || field.start === field.end) return NO_TYPE
  const code = component(index, header, 9, 1, delimiters)
  const trigger = component(index, header, 9, 2, delimiters)
  const structure = component(index, header, 9, 3, delimiters) || dictionary.structureOfEvent(version.used, code, trigger)
  return { code: code || null, trigger: trigger || null, structure: structure ?? null }
}

/** MSH-10 as it stands; null where it is empty. */
export function controlId({ index }: Hl7Document, { header }: Hl7Message): string | null {
  const field = header === undefined ? undefined : fieldSpan(index, header, 10)
  return field && field.end > field.start ? index.text.slice(field.start, field.end) : null
}

/** The character set that the message was read in. */
export function messageCharset({ source, index }: Hl7Document, message: Hl7Message): MessageCharset {
  const run = runAt(source, lineStart(index, message.firstLine))
  if (!run.ascii && run.charset) return { charset: run.charset, from: run.from, forEscapes: run.charset }
  const named = charsetNamed(declaredCharset(index, message))?.charset ?? null
  if (!run.ascii) return { charset: null, from: run.from, forEscapes: named }
  // Bytes that are ASCII alone are read alike in what MSH-18 names, unless that has more than one byte for each character.
  const usable = named && named.kind !== 'wide' ? named : undefined
  return { charset: usable ?? run.charset, from: usable ? 'msh-18' : run.from, forEscapes: named }
}

/** The first repetition of MSH-18 as it stands. */
function declaredCharset(index: Hl7Document['index'], { header, delimiters }: Hl7Message): string {
  const field = header === undefined ? undefined : fieldSpan(index, header, 18)
  if (!field || field.start === field.end) return ''
  const first = partSpan(index.text, field, delimiters.repetition, 1)!
  return index.text.slice(first.start, first.end)
}

/** Adds what is wrong with MSH-9, MSH-10, MSH-12 and MSH-18 to the findings of the document. */
export function reportHeader(document: Hl7Document, message: Hl7Message): void {
  const { index, findings } = document
  const { header, version, declaredVersion } = message
  if (header === undefined) return
  const report = (code: Parameters<typeof findings.add>[0], position: number) => {
    const field = fieldSpan(index, header, position) ?? { start: lineEnd(index, header), end: lineEnd(index, header) }
    findings.add(code, field.start, field.end, () => `MSH-${position}`)
  }
  if (isEmpty(index, header, 9)) report('message_type_missing', 9)
  if (isEmpty(index, header, 10)) report('control_id_missing', 10)
  if (version.how === 'nearest') report('version_fallback', 12)
  if (version.how === 'default') report(declaredVersion === '' ? 'version_missing' : 'version_unknown', 12)
  const declared = declaredCharset(index, message)
  if (declared === '') return
  const named = charsetNamed(declared)
  if (!named) report('charset_unknown', 18)
  else if (!named.inTable) report('charset_name_outside_table', 18)
  const { charset, from } = messageCharset(document, message)
  if (named && charset && from !== 'msh-18' && from !== 'option' && !isSameEncoding(declared, named.charset, charset))
    report('charset_mismatch', 18)
}

/** MSH-18 does not tell the byte order of a wide encoding, and UNICODE not even the encoding. */
function isSameEncoding(declared: string, named: Charset, used: Charset): boolean {
  if (declared === 'UNICODE') return used.kind === 'utf-8' || used.kind === 'wide'
  return named.name === used.name || (named.kind === 'wide' && used.kind === 'wide' && named.name.slice(0, 6) === used.name.slice(0, 6))
}

function isEmpty(index: Hl7Document['index'], header: number, position: number): boolean {
  const field = fieldSpan(index, header, position)
  return !field || field.start === field.end
}

/** The number in field 1 of the trailer of a batch or file; null where it is none. */
export function declaredCount({ index }: Hl7Document, { trailer }: { readonly trailer: number | undefined }): number | null {
  if (trailer === undefined) return null
  const text = component(index, trailer, 1, 1, delimitersAt(index, trailer))
  return /^[0-9]{1,9}$/.test(text) ? Number(text) : null
}
