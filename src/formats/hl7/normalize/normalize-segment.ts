// Writes one segment as the settings want it, and says what changed.
import { ProblemError } from '../../../core/problem.ts'
import type { Delimiters } from '../delimiters.ts'
import { delimitersAt } from '../document.ts'
import type { Hl7Document } from '../document-types.ts'
import { encodeText } from '../edit/encode-text.ts'
import { escapeNames, escapeValue } from '../edit/escape-value.ts'
import { createPart } from '../edit/part-text.ts'
import { recodeText } from '../edit/recode-text.ts'
import { fieldSpan, isHeaderLine, pieceCount, segmentId } from '../field-spans.ts'
import { LINE } from '../index/line-start.ts'
import { lineEnd, lineKind, lineStart } from '../index/segment-index.ts'
import { segmentPath } from '../line-paths.ts'
import type { MessageContext } from '../query/message-view.ts'
import { fieldOf } from '../query/parts.ts'
import { byteOffsetAt } from '../source.ts'
import type { NormalizeSettings } from './normalize-settings.ts'
import { recodeHex } from './recode-hex.ts'
import { trimSegment } from './trim-segment.ts'

export type SegmentChange = 'delimiters' | 'trailing' | 'line_end_in_field' | 'hexadecimal' | 'charset_name'

/** @param report called for each kind of change of the segment */
export function normalizeSegment(
  context: MessageContext,
  line: number,
  settings: NormalizeSettings,
  report: (change: SegmentChange) => void,
): string {
  const { document } = context
  const { index } = document
  const from = delimitersAt(index, line)
  const to = settings.delimiters ?? from
  // Of a line that begins with no identifier, nothing says that it is a segment.
  const isSegment = lineKind(index, line) !== LINE.odd
  const steps: readonly (readonly [SegmentChange, (text: string) => string])[] = [
    ['delimiters', (text) => (settings.delimiters ? redelimit(document, line, text, from, to) : text)],
    ['line_end_in_field', (text) => (settings.lineEnd === 'keep' ? text : escapeLineEnds(text, to))],
    ['trailing', (text) => (settings.trailing === 'trim' && isSegment ? trimSegment(text, to, bodyStart(document, line, text, to)) : text)],
    ['hexadecimal', (text) => convertHex(context, line, settings, text, to)],
    ['charset_name', (text) => nameCharset(context, line, settings, text, to)],
  ]
  let text = index.text.slice(lineStart(index, line), lineEnd(index, line))
  for (const [change, step] of steps) {
    const changed = step(text)
    if (changed !== text) report(change)
    text = changed
  }
  return text
}

/** Behind MSH-2 and its like, which are never divided; behind the identifier of other segments. */
function bodyStart({ index }: Hl7Document, line: number, text: string, { field }: Delimiters): number {
  if (!isHeaderLine(index, line)) return Math.min(text.length, segmentId(index, line).length)
  const end = text.indexOf(field, 4)
  return end < 0 ? text.length : end
}

function redelimit({ index, ...document }: Hl7Document, line: number, text: string, from: Delimiters, to: Delimiters): string {
  if (!isHeaderLine(index, line)) return recode({ index, ...document }, line, text, from, to)
  const { component, repetition, escape: escapeChar, subcomponent, truncation } = to
  const head = text.slice(0, 3) + to.field + component + repetition + (escapeChar ?? '') + (subcomponent ?? '') + (truncation ?? '')
  const body = pieceCount(index, line) > 2 ? fieldSpan(index, line, 3)!.start - lineStart(index, line) - 1 : text.length
  return head + recode({ index, ...document }, line, text.slice(body), from, to)
}

function recode(document: Hl7Document, line: number, text: string, from: Delimiters, to: Delimiters): string {
  const recoded = recodeText(text, from, to)
  if (recoded !== undefined) return recoded
  const path = segmentPath(document, line)
  throw new ProblemError('The new delimiters cannot represent a segment.', {
    code: 'unsupported_variant',
    ...(path !== null && { at: { path } }),
  })
}

/** A line end that is data would end the segment for other readers. */
function escapeLineEnds(text: string, delimiters: Delimiters): string {
  const { escape: escapeChar } = delimiters
  if (escapeChar === null || !/[\r\n\v\x1c]/.test(text)) return text
  const names = escapeNames(delimiters)
  return text.replace(/[\r\n\v\x1c]/g, (char) => escapeChar + names.get(char)! + escapeChar)
}

function convertHex(
  { document, escapes }: MessageContext,
  line: number,
  { charset }: NormalizeSettings,
  text: string,
  to: Delimiters,
): string {
  return charset ? recodeHex(text, to, escapes.charset, charset.charset, () => segmentPath(document, line)) : text
}

/** MSH-18 names the new character set; its alternates go. The characters themselves are checked while their place is known. */
function nameCharset(context: MessageContext, line: number, { charset }: NormalizeSettings, text: string, to: Delimiters): string {
  if (!charset) return text
  const { document } = context
  const { index } = document
  checkDecoded(document, line)
  const path = () => segmentPath(document, line)
  encodeText(text, charset.charset, path)
  if (segmentId(index, line) !== 'MSH' || pieceCount(index, line) < 2) return text
  const own = { ...context, delimiters: to }
  const segment = { id: 'MSH', text, start: 0, end: text.length }
  const name = escapeValue(charset.name, to, 'MSH-18')
  const span = fieldOf(own, segment, 18)
  if (span) return text.slice(0, span.start) + name + text.slice(span.end)
  const { segment: id, ...rest } = MSH_18
  return text + createPart(own, segment, { segment: id, ...rest })!.separators + name
}

const MSH_18 = {
  groups: [],
  segment: 'MSH',
  condition: undefined,
  segmentIndex: 1,
  field: 18,
  repetition: undefined,
  repetitionCondition: undefined,
  component: undefined,
  subcomponent: undefined,
} as const

function checkDecoded(document: Hl7Document, line: number): void {
  const { index, source, illFormed } = document
  if (!illFormed) return
  const start = lineStart(index, line)
  const text = index.text.slice(start, lineEnd(index, line))
  if (text.isWellFormed()) return
  let offset = 0
  for (const char of text) {
    if (!char.isWellFormed()) break
    offset += char.length
  }
  const path = segmentPath(document, line)
  throw new ProblemError('The document contains bytes that are not valid in its character set. It cannot be converted.', {
    code: 'unreadable_input',
    at: { byteOffset: byteOffsetAt(source, start + offset), ...(path !== null && { path }) },
  })
}
