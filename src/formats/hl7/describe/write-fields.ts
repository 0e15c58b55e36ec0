// Writes the fields of a segment as JSON straight from the bytes of the document, in one pass over the index: nearly all the time of a parse goes
// into it, so that places in the bytes are numbers of this pass and no objects.
import { isHeaderLine, pieceCount } from '../field-spans.ts'
import { fieldFlags, fieldStart, firstField, HAS_ESCAPES, HAS_REPETITIONS, lineEnd } from '../index/segment-index.ts'
import { DIVIDED_GROWTH, putDivided, putRepetition } from './divide-json.ts'
import type { JsonBytes } from './json-bytes.ts'
import { constants, isPlain, putNumber, SCRATCH_BYTES, WORD_BYTES } from './json-parts.ts'
import { ONE, RAW, ROW, typedHead } from './segment-templates.ts'
import { countParts, type OpenSegment, type WriteContext, writeContent, writeField } from './write-field.ts'

/** A longer field is looked at and copied as a whole. */
const MAX_PLAIN = 1_024
/** Of a row beside its constants. */
const ROW_BYTES = 64 + SCRATCH_BYTES
/** A character stands there twice, the second time divided. */
const BYTES_PER_CHARACTER = 2 + DIVIDED_GROWTH
const OPEN = 0x5b
const CLOSE = 0x5d

const BETWEEN = '","value":'
const TEXT_VALUE = constants.add(`${BETWEEN}"`).start
const TEXT_VALUE_LENGTH = BETWEEN.length + 1
const REPEATED = constants.add(RAW).start

/** Appends the rows of a segment, a comma behind each. @throws ProblemError `resource_limit` */
export function writeFields(out: JsonBytes, context: WriteContext, segment: OpenSegment): void {
  const { index, place, template, prefixStart, prefixLength, isFirst } = segment
  const { line } = place
  const { budget, repetition, component, subcomponent } = context
  const { bytes: text, view: textView, wordEnd, plain } = context.bytes
  const { rows: knownRows, typed } = template
  const { rows: unknownRows } = context.templates.unknown
  const maxRow = Math.max(template.maxRow, context.templates.unknown.maxRow)
  const ownPrefix = template.prefix.length
  let constant = constants.view
  const first = firstField(index, line)
  const count = pieceCount(index, line)
  const lineStop = lineEnd(index, line)
  const shift = isHeaderLine(index, line) ? 1 : 0
  if (shift === 1) writeDelimiters(out, context, segment)
  let { bytes, view, length: at } = out
  for (let piece = 1 + shift; piece < count; piece++) {
    const start = fieldStart(index, first + piece)
    const end = piece + 1 < count ? fieldStart(index, first + piece + 1) - 1 : lineStop
    if (start === end) continue
    const position = piece + shift
    const flags = fieldFlags(index, first + piece)
    const row = ROW * position
    const isKnown = row < knownRows.length && knownRows[row + 1] !== 0
    const rows = isKnown ? knownRows : unknownRows
    if (prefixLength < 0 || row >= rows.length) {
      out.setLength(at)
      writeField(out, context, segment, position, start, end, flags)
      ;({ bytes, view, length: at } = out)
      continue
    }
    budget.spendRow(end - start)
    const isPlainRow = (flags & HAS_ESCAPES) === 0 && end - start <= MAX_PLAIN && (plain || isPlain(text, start, end))
    const room = maxRow + ROW_BYTES + (isPlainRow ? BYTES_PER_CHARACTER * (end - start) : 0)
    if (at + room + WORD_BYTES > bytes.length) {
      out.setLength(at)
      out.reserve(room)
      ;({ bytes, view } = out)
    }
    let head = rows[row]!
    let headEnd = head + rows[row + 1]!
    const own = typed && isKnown ? typedHead(typed, position, index, line) : undefined
    if (own) {
      head = own.start
      headEnd = head + own.length
      // A new type may have needed more room.
      constant = constants.view
    }
    if (!isFirst || !isKnown) {
      const from = prefixStart
      for (let i = 0; i < prefixLength; i += WORD_BYTES) view.setFloat64(at + i, constant.getFloat64(from + i, true), true)
      at += prefixLength
      if (isKnown) head += ownPrefix
    }
    const isOne = isPlainRow && (flags & HAS_REPETITIONS) === 0
    if (!isOne) headEnd -= ONE.length
    for (let i = head; i < headEnd; i += WORD_BYTES) view.setFloat64(at + i - head, constant.getFloat64(i, true), true)
    at += headEnd - head
    let tail = rows[row + 2]!
    const tailEnd = tail + rows[row + 3]!
    if (!isPlainRow) {
      out.setLength(at)
      writeContent(out, context, segment, position, start, end, flags)
      out.reserve(maxRow)
      ;({ bytes, view, length: at } = out)
      // Without the quotation mark behind a text.
      for (let i = tail + 1; i < tailEnd; i += WORD_BYTES) view.setFloat64(at + i - tail - 1, constant.getFloat64(i, true), true)
      at += tailEnd - tail - 1
      continue
    }
    if (!isOne) {
      at = putNumber(bytes, at, countParts(text, start, end, repetition))
      for (let i = 0; i < RAW.length; i += WORD_BYTES) view.setFloat64(at + i, constant.getFloat64(REPEATED + i, true), true)
      at += RAW.length
    }
    const isWord = end <= wordEnd
    if (isWord) for (let i = start; i < end; i += WORD_BYTES) view.setFloat64(at + i - start, textView.getFloat64(i, true), true)
    else for (let i = start; i < end; i++) bytes[at + i - start] = text[i]!
    at += end - start
    for (let i = 0; i < TEXT_VALUE_LENGTH; i += WORD_BYTES) view.setFloat64(at + i, constant.getFloat64(TEXT_VALUE + i, true), true)
    if (flags === 0) {
      at += TEXT_VALUE_LENGTH
      if (isWord) for (let i = start; i < end; i += WORD_BYTES) view.setFloat64(at + i - start, textView.getFloat64(i, true), true)
      else for (let i = start; i < end; i++) bytes[at + i - start] = text[i]!
      at += end - start
    } else {
      // Without the quotation marks around a text.
      at += TEXT_VALUE_LENGTH - 1
      tail++
      if ((flags & HAS_REPETITIONS) !== 0) at = putDivided(bytes, at, text, start, end, context)
      else {
        bytes[at] = OPEN
        at = putRepetition(bytes, at + 1, text, start, end, component, subcomponent)
        bytes[at++] = CLOSE
      }
    }
    for (let i = tail; i < tailEnd; i += WORD_BYTES) view.setFloat64(at + i - tail, constant.getFloat64(i, true), true)
    at += tailEnd - tail
  }
  out.setLength(at)
}

/** MSH-1 is the separator in front of the second piece; MSH-2 is never divided or decoded. */
function writeDelimiters(out: JsonBytes, context: WriteContext, segment: OpenSegment): void {
  const { index, place, template, isFirst } = segment
  const { line } = place
  const count = pieceCount(index, line)
  if (count < 2) return
  const start = fieldStart(index, firstField(index, line) + 1)
  const end = count > 2 ? fieldStart(index, firstField(index, line) + 2) - 1 : lineEnd(index, line)
  const usual = isFirst && template.delimiters.find(({ value }) => value.length === end - start && context.text.startsWith(value, start))
  if (usual && context.text[start - 1] === '|') {
    context.budget.spendRow(1)
    context.budget.spendRow(end - start)
    out.putConstant(usual.rows)
    return
  }
  writeField(out, context, segment, 1, start - 1, start, 0)
  if (end > start) writeField(out, context, segment, 2, start, end, 0)
}
