// Writes as JSON what is said of a document and of its messages before their segments: the bytes that JSON.stringify gives, in the order in which
// describe-document.ts makes the members. Most of it is the same for most messages: constants.
import type { Delimiters } from '../delimiters.ts'
import { DIAGNOSTICS, type Diagnostic, type DiagnosticCode } from '../diagnostics.ts'
import type { ListedFacts, SourceResult } from './describe-document.ts'
import type { MessageFacts } from './describe-message.ts'
import type { ByteSpan, JsonBytes } from './json-bytes.ts'
import { constants, type JsonConstant } from './json-parts.ts'

const SOURCE = constants.add('{"source":{"charset":')
const CHARSET_FROM = constants.add(',"charsetFrom":"')
const LINE_END = constants.add('","lineEnd":"')
const BOM = constants.add('","bom":')
const MLLP = constants.add(',"mllp":')
const BYTES = constants.add(',"bytes":')
const END_SOURCE = constants.add('},')
const DELIMITERS = constants.add('"delimiters":')
const CODE = constants.add(',"type":{"code":')
const TRIGGER = constants.add(',"trigger":')
const STRUCTURE = constants.add(',"structure":')
const DECLARED = constants.add('},"version":{"declared":')
const USED = constants.add(',"used":"')
const CONTROL_ID = constants.add('"},"controlId":')
const DIAGNOSTICS_LIST = constants.add(',"diagnostics":[')
const SEGMENTS = constants.add('],"segments":')
const CHARSET = constants.add('{"charset":')
const PATH = constants.add(',"path":')
const BYTE_START = constants.add(',"byteStart":')
const BYTE_END = constants.add(',"byteEnd":')

/** Appends a document up to the segments of its first message. */
export function writeDocumentHead(out: JsonBytes, source: SourceResult, facts: MessageFacts, diagnostics: readonly Diagnostic[]): ByteSpan {
  const start = out.length
  out.putConstant(SOURCE)
  writeText(out, source.charset)
  out.putConstant(CHARSET_FROM)
  out.append(source.charsetFrom)
  out.putConstant(LINE_END)
  out.append(source.lineEnd)
  out.putConstant(BOM)
  out.append(source.bom ? 'true' : 'false')
  out.putConstant(MLLP)
  out.append(source.mllp ? 'true' : 'false')
  out.putConstant(BYTES)
  out.putNumber(source.bytes)
  out.putConstant(END_SOURCE)
  writeMembers(out, facts, diagnostics)
  return { start, end: out.length }
}

/** Appends a message of several up to its segments. */
export function writeMessageHead(out: JsonBytes, facts: ListedFacts): ByteSpan {
  const start = out.length
  out.putConstant(CHARSET)
  writeText(out, facts.charset)
  out.putConstant(BYTE_START)
  out.putNumber(facts.byteStart)
  out.putConstant(BYTE_END)
  out.putNumber(facts.byteEnd)
  out.append(',')
  writeMembers(out, facts, facts.diagnostics)
  return { start, end: out.length }
}

function writeMembers(out: JsonBytes, { delimiters, type, version, controlId }: MessageFacts, diagnostics: readonly Diagnostic[]): void {
  out.putConstant(DELIMITERS)
  out.append(delimitersJson(delimiters))
  out.putConstant(CODE)
  writeText(out, type.code)
  out.putConstant(TRIGGER)
  writeText(out, type.trigger)
  out.putConstant(STRUCTURE)
  writeText(out, type.structure)
  out.putConstant(DECLARED)
  writeText(out, version.declared)
  out.putConstant(USED)
  out.append(version.used)
  out.putConstant(CONTROL_ID)
  writeText(out, controlId)
  out.putConstant(DIAGNOSTICS_LIST)
  for (const [i, each] of diagnostics.entries()) {
    if (i > 0) out.append(',')
    writeDiagnostic(out, each)
  }
  out.putConstant(SEGMENTS)
}

let lastDelimiters: Delimiters | undefined
let lastJson = ''

function delimitersJson(delimiters: Delimiters): string {
  if (delimiters !== lastDelimiters) {
    lastJson = JSON.stringify(delimiters)
    lastDelimiters = delimiters
  }
  return lastJson
}

const beginnings = new Map<DiagnosticCode, JsonConstant>()

function writeDiagnostic(out: JsonBytes, { code, severity, message, path, byteStart, byteEnd }: Diagnostic): void {
  // Some findings say how many they stand for.
  if (message === DIAGNOSTICS[code].message) out.putConstant(beginningOf(code, severity, message))
  else out.append(openDiagnostic(code, severity, message))
  out.putConstant(PATH)
  writeText(out, path)
  out.putConstant(BYTE_START)
  out.putNumber(byteStart)
  out.putConstant(BYTE_END)
  out.putNumber(byteEnd)
  out.append('}')
}

function beginningOf(code: DiagnosticCode, severity: string, message: string): JsonConstant {
  let beginning = beginnings.get(code)
  if (!beginning) {
    beginning = constants.add(openDiagnostic(code, severity, message))
    beginnings.set(code, beginning)
  }
  return beginning
}

function openDiagnostic(code: DiagnosticCode, severity: string, message: string): string {
  return JSON.stringify({ code, severity, message }).slice(0, -1)
}

function writeText(out: JsonBytes, text: string | null): void {
  if (text === null) out.append('null')
  else if (!out.putPlainText(text)) out.append(JSON.stringify(text))
}
