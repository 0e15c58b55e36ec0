// Writes segments as JSON straight from the text of the document: the same bytes as JSON.stringify gives for what describeSegment makes.
import { type DescribeContext, readValue } from './describe-fields.ts'
import { namedType, pathPrefix, type SegmentPlace } from './describe-segments.ts'
import { segmentDefinition } from './dictionary.ts'
import { isHeaderLine, pieceCount } from './field-spans.ts'
import { EXPLICIT_NULL } from './field-values.ts'
import type { JsonBytes } from './json-bytes.ts'
import { fieldFlags, fieldStart, firstField, HAS_ESCAPES, HAS_REPETITIONS, lineEnd, type SegmentIndex } from './segment-index.ts'
import {
  type FieldHead,
  type FieldTemplate,
  rowPrefix,
  type SegmentTemplate,
  segmentOpen,
  segmentTemplate,
  unknownField,
} from './segment-templates.ts'

/** A longer field is looked at and copied as a whole. */
const MAX_PLAIN = 1_024
/** For each character of a plain field, which stands there twice, the second time divided. */
const BYTES_PER_CHARACTER = 9
/** Of a row beside its constants and its text. */
const ROW_BYTES = 64

const encoder = new TextEncoder()
const RAW = encoder.encode(',"raw":"')
const VALUE = encoder.encode('","value":"')
const DIVIDED_VALUE = encoder.encode('","value":')
const NO_GROUP = encoder.encode('null,"fields":[')
const END = encoder.encode(']}')
const QUOTE = 0x22

interface OpenSegment {
  readonly index: SegmentIndex
  readonly line: number
  readonly template: SegmentTemplate | undefined
  /** Of its paths. */
  readonly prefix: string
  /** `{"path":"OBX[2]-` */
  readonly rowPrefix: string
  readonly isFirst: boolean
}

/** Appends one segment as the tree view shows it. @throws Fault `resource_limit` */
export function writeSegment(
  out: JsonBytes,
  context: DescribeContext,
  index: SegmentIndex,
  place: SegmentPlace,
  group: string | null,
): void {
  context.budget.spendSegment(place.id.length)
  const segment = openSegment(context, index, place)
  if (segment.template) out.appendBytes(segment.template.open)
  else out.append(segmentOpen(shownId(context, place), null, context.names))
  if (group === null) out.appendBytes(NO_GROUP)
  else out.append(`${JSON.stringify(group)},"fields":[`)
  const start = out.length
  writeFields(out, context, segment)
  // Each row ends with a comma.
  if (out.length > start) out.cut(out.length - 1)
  out.appendBytes(END)
}

function openSegment(context: DescribeContext, index: SegmentIndex, place: SegmentPlace): OpenSegment {
  const { line, occurrence } = place
  const definition = segmentDefinition(context.version, place.id)
  const template = definition && segmentTemplate(definition, context.names)
  const prefix = pathPrefix(definition?.id ?? shownId(context, place), occurrence)
  const isFirst = occurrence === 1
  return { index, line, template, prefix, rowPrefix: rowPrefix(prefix), isFirst }
}

function shownId({ illFormed }: DescribeContext, { id }: SegmentPlace): string {
  return illFormed ? id.toWellFormed() : id
}

function writeFields(out: JsonBytes, context: DescribeContext, segment: OpenSegment): void {
  const { index, line } = segment
  const first = firstField(index, line)
  const count = pieceCount(index, line)
  const end = lineEnd(index, line)
  const header = isHeaderLine(index, line)
  if (header && count > 1) {
    // MSH-1 is the separator in front of the second piece; MSH-2 is never divided or decoded.
    const start = fieldStart(index, first + 1)
    const next = count > 2 ? fieldStart(index, first + 2) - 1 : end
    writeField(out, context, segment, 1, start - 1, start, 0)
    if (next > start) writeField(out, context, segment, 2, start, next, 0)
  }
  for (let piece = header ? 2 : 1; piece < count; piece++) {
    const from = fieldStart(index, first + piece)
    const to = piece + 1 < count ? fieldStart(index, first + piece + 1) - 1 : end
    if (to > from) writeField(out, context, segment, header ? piece + 1 : piece, from, to, fieldFlags(index, first + piece))
  }
}

function writeField(
  out: JsonBytes,
  context: DescribeContext,
  segment: OpenSegment,
  position: number,
  start: number,
  end: number,
  flags: number,
): void {
  context.budget.spendRow(end - start)
  const field = segment.template?.fields[position] ?? unknownField(position, context.names)
  const head = headOf(field, segment)
  const isWritten =
    end - start <= MAX_PLAIN
      ? writePlain(out, context, segment, field, head, start, end, flags)
      : writeLong(out, context, segment, field, head, start, end, flags)
  if (isWritten) return
  out.append(segment.rowPrefix)
  out.appendBytes(head.open)
  writeContent(out, context, segment.prefix + position, start, end, flags)
  out.appendBytes(field.tail)
}

/** The type that OBX-2 gives to OBX-5 stands in its head. */
function headOf({ head, typed }: FieldTemplate, { index, line }: OpenSegment): FieldHead {
  const type = typed && namedType(index, line, typed.path)
  if (type === undefined) return head
  let own = typed!.heads.get(type)
  if (!own) {
    own = typed!.compose(type)
    typed!.heads.set(type, own)
  }
  return own
}

/** The row of a short field without escapes whose characters all stand in JSON as they are; false, and nothing written, for another one. */
function writePlain(
  out: JsonBytes,
  context: DescribeContext,
  segment: OpenSegment,
  field: FieldTemplate,
  head: FieldHead,
  start: number,
  end: number,
  flags: number,
): boolean {
  if ((flags & HAS_ESCAPES) !== 0) return false
  const row = out.length
  out.reserve(3 * segment.rowPrefix.length + head.one.length + field.tail.length + ROW_BYTES + BYTES_PER_CHARACTER * (end - start))
  if ((flags & HAS_REPETITIONS) !== 0) {
    out.append(segment.rowPrefix)
    out.put(head.open)
    out.append(String(countParts(context, start, end)))
    out.put(RAW)
  } else if (segment.isFirst && head.whole) out.put(head.whole)
  else {
    out.append(segment.rowPrefix)
    out.put(head.one)
  }
  const from = out.length
  const isWritten = flags === 0 ? out.putPlainTwice(context.text, start, end, VALUE) : out.putPlain(context.text, start, end)
  if (!isWritten) {
    out.cut(row)
    return false
  }
  if (flags === 0) out.putByte(QUOTE)
  else {
    const to = out.length
    out.put(DIVIDED_VALUE)
    out.putDivided(from, to, context)
  }
  out.put(field.tail)
  return true
}

/** As writePlain for a long field. */
function writeLong(
  out: JsonBytes,
  context: DescribeContext,
  segment: OpenSegment,
  field: FieldTemplate,
  head: FieldHead,
  start: number,
  end: number,
  flags: number,
): boolean {
  if ((flags & HAS_ESCAPES) !== 0 || !segment.index.printable) return false
  const text = context.text.slice(start, end)
  if (text.includes('"') || text.includes('\\')) return false
  out.append(segment.rowPrefix)
  out.appendBytes(head.open)
  out.append(`${(flags & HAS_REPETITIONS) === 0 ? 1 : countParts(context, start, end)},"raw":"`)
  const from = out.length
  out.appendPlain(text)
  const to = out.length
  if (flags === 0) {
    out.appendBytes(VALUE)
    out.appendAgain(from, to)
    out.append('"')
  } else {
    out.appendBytes(DIVIDED_VALUE)
    out.appendDivided(from, to, context)
  }
  out.appendBytes(field.tail)
  return true
}

function countParts({ text, repetition }: DescribeContext, start: number, end: number): number {
  let parts = 1
  for (let i = start; i < end; i++) if (text.charCodeAt(i) === repetition) parts++
  return parts
}

/** Repetitions, text and value of any field. */
function writeContent(out: JsonBytes, context: DescribeContext, path: string, start: number, end: number, flags: number): void {
  const text = context.text.slice(start, end)
  const raw = context.illFormed ? text.toWellFormed() : text
  const value = flags === 0 ? (raw === EXPLICIT_NULL ? null : raw) : readValue(context, path, start, end, flags)
  const repetitions = typeof value === 'object' && value ? value.length : 1
  // One by one: a long field is not copied together before it is copied here.
  out.append(`${repetitions},"raw":`)
  out.append(JSON.stringify(raw))
  out.append(',"value":')
  out.append(JSON.stringify(value))
}
