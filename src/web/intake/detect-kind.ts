// Tells from its first bytes what a document is. A guess is only for offering tools first: every tool checks its input itself.

export type Kind =
  | 'hl7'
  | 'fhir-json'
  | 'fhir-xml'
  | 'cda'
  | 'x12'
  | 'dicom'
  | 'csv'
  | 'zip'
  | 'udi'
  | 'codes'
  | 'note'
  | 'json'
  | 'xml'
  | 'recipe'
  | 'other'
  | 'empty'

export interface Detected {
  readonly kind: Kind
  /** Set for text: its encoding is UTF-8. */
  readonly isUtf8: boolean
}

/** Bytes that are looked at. */
export const HEAD_BYTES = 65_536

/** @param head the first HEAD_BYTES of the document @param isWhole true if there is no more */
export function detectKind(head: Uint8Array, isWhole: boolean): Detected {
  if (head.length === 0) return { kind: 'empty', isUtf8: true }
  const binary = binaryKind(head)
  if (binary) return { kind: binary, isUtf8: false }
  const text = decodeHead(head, isWhole)
  if (text !== undefined) return { kind: textKind(text, isWhole), isUtf8: true }
  const latin = new TextDecoder('latin1').decode(head)
  return { kind: hasControls(latin) ? 'other' : textKind(latin, isWhole), isUtf8: false }
}

function binaryKind(head: Uint8Array): Kind | undefined {
  const at = (offset: number, ...bytes: number[]) => bytes.every((byte, i) => head[offset + i] === byte)
  // Some writers leave out the preamble before DICM.
  if (at(128, 0x44, 0x49, 0x43, 0x4d) || at(0, 0x44, 0x49, 0x43, 0x4d)) return 'dicom'
  // A data set without preamble begins with an element of group 0002 or 0008 and an even length.
  if ((at(0, 0x02, 0x00) || at(0, 0x08, 0x00)) && at(3, 0x00) && head.length > 8) return 'dicom'
  if (at(0, 0x50, 0x4b, 0x03, 0x04) || at(0, 0x50, 0x4b, 0x05, 0x06)) return 'zip'
  return undefined
}

/** Undefined for what is not UTF-8; a character that the head cuts does not count. */
function decodeHead(head: Uint8Array, isWhole: boolean): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: !isWhole })
    return hasControls(text) ? undefined : text
  } catch {
    return undefined
  }
}

/** Control characters of no text format; MLLP frames messages with 0B and 1C. */
function hasControls(text: string): boolean {
  return /[\x00-\x08\x0e-\x1a]/.test(text)
}

/** @param isWhole false if the text goes on */
export function textKind(text: string, isWhole = true): Kind {
  const start = text.replace(/^[\s\u000b\ufeff]+/, '')
  if (start === '') return isWhole ? 'empty' : 'note'
  if (/^(?:MSH|FHS|BHS)[^\w\s]/.test(start)) return 'hl7'
  if (/^ISA[^\w\s]/.test(start) || /^ISA\*/.test(start)) return 'x12'
  if (start.startsWith('<')) return xmlKind(start)
  if (start.startsWith('{') || start.startsWith('[')) return jsonKind(start)
  const lines = start.split(/\r\n|\r|\n/).slice(0, 200)
  if (!isWhole && lines.length > 1) lines.pop()
  const filled = lines.filter((line) => line.trim() !== '')
  if (filled.every(isDeviceCode)) return 'udi'
  if (filled.every((line) => line.length <= 80 && !/\s\S+\s\S+\s/.test(line) && /\d|[/%^]|^[a-zA-Z]{1,4}$/.test(line)) && !isTable(filled))
    return 'codes'
  return isTable(filled) ? 'csv' : 'note'
}

function isDeviceCode(line: string): boolean {
  return /^(?:\](?:d2|C1|Q3|e0))?\(?(?:01|02)\)?\d{14}|^\+[A-Z]\d|^=\/|^9N\d/.test(line.trim())
}

function xmlKind(start: string): Kind {
  const head = start.slice(0, 8_000)
  if (/<(?:\w+:)?ClinicalDocument[\s>]/.test(head)) return 'cda'
  if (/=\s?["']http:\/\/hl7\.org\/fhir["']/.test(head)) return 'fhir-xml'
  if (/=\s?["']urn:hl7-org:v2xml["']/.test(head)) return 'hl7'
  return 'xml'
}

function jsonKind(start: string): Kind {
  if (/"resourceType"\s*:\s*"/.test(start)) return 'fhir-json'
  return /^\{\s*(?:"\w+"\s*:\s*"[^"]*"\s*,\s*)*"steps"\s*:\s*\[/.test(start) ? 'recipe' : 'json'
}

/** The same number of delimiters, at least one, in the first lines. */
function isTable(lines: readonly string[]): boolean {
  if (lines.length < 2) return false
  const sample = lines.slice(0, 20).map((line) => line.replace(/"(?:[^"]|"")*"/g, ''))
  return [',', ';', '\t', '|'].some((delimiter) => {
    const [first, ...rest] = sample.map((line) => line.split(delimiter).length)
    return first! > 1 && rest.every((count) => count === first)
  })
}

/** Looks at the beginning of a file. */
export async function detectBlob(file: Blob): Promise<Detected> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  return detectKind(head, file.size <= HEAD_BYTES)
}
