// Writes one field as JSON whatever it holds: a long one, one with escape sequences or characters that JSON escapes, one without definition.
import { isExplicitNull } from '../field-values.ts'
import { HAS_ESCAPES, HAS_REPETITIONS, type SegmentIndex } from '../index/segment-index.ts'
import { type DescribeContext, readValue } from './describe-fields.ts'
import { namedType, pathPrefix, type SegmentPlace } from './describe-segments.ts'
import { divideLong } from './divide-json.ts'
import type { JsonBytes } from './json-bytes.ts'
import { isPlain, type TextBytes } from './json-parts.ts'
import { rowParts, rowPrefix, type SegmentTemplate, type SegmentTemplates } from './segment-templates.ts'

/** What is written of, and the text in bytes. */
export interface WriteContext extends DescribeContext {
  readonly bytes: TextBytes
  readonly templates: SegmentTemplates
}

export interface OpenSegment {
  readonly index: SegmentIndex
  readonly place: SegmentPlace
  readonly template: SegmentTemplate
  /** `{"path":"OBX[2]-` among the constants; its length is -1 where it cannot be there. */
  readonly prefixStart: number
  readonly prefixLength: number
  /** True where the heads of the template begin with it. */
  readonly isFirst: boolean
}

/** What stands in the paths of a segment before the position of a field. */
function prefixOf({ illFormed }: WriteContext, { template, place }: OpenSegment): string {
  const { id, occurrence } = place
  return pathPrefix(template.definition?.id ?? (illFormed ? id.toWellFormed() : id), occurrence)
}

/** A longer text is copied from the bytes as a whole, where it can be. */
const MIN_LONG = 1_024

/** Appends a row and a comma. @throws ProblemError `resource_limit` */
export function writeField(
  out: JsonBytes,
  context: WriteContext,
  segment: OpenSegment,
  position: number,
  start: number,
  end: number,
  flags: number,
): void {
  context.budget.spendRow(end - start)
  const { index, place, template } = segment
  const field = template.definition?.fields[position]
  const type =
    field?.dataType === 'varies'
      ? (namedType(context.dictionary, index, place.line, field.path) ?? field.dataType)
      : (field?.dataType ?? null)
  const [head, tail] = rowParts(field, position, type, context.names)
  out.append(rowPrefix(prefixOf(context, segment)))
  out.append(head)
  writeContent(out, context, segment, position, start, end, flags)
  out.append(tail)
}

/** Appends repetitions, text and value. */
export function writeContent(
  out: JsonBytes,
  context: WriteContext,
  segment: OpenSegment,
  position: number,
  start: number,
  end: number,
  flags: number,
): void {
  if (isPlainLong(context.bytes, start, end, flags)) writeLong(out, context, start, end, flags)
  else writeAny(out, context, prefixOf(context, segment) + position, start, end, flags)
}

function isPlainLong({ bytes, plain }: TextBytes, start: number, end: number, flags: number): boolean {
  return end - start > MIN_LONG && (flags & HAS_ESCAPES) === 0 && (plain || isPlain(bytes, start, end))
}

/** Repetitions, text and value of a field whose characters all stand in JSON as they are. */
function writeLong(out: JsonBytes, context: WriteContext, start: number, end: number, flags: number): void {
  const text = context.bytes.bytes.subarray(start, end)
  out.append(`${(flags & HAS_REPETITIONS) === 0 ? 1 : countParts(text, 0, text.length, context.repetition)},"raw":"`)
  out.appendBytes(text)
  if (flags !== 0) {
    out.append('","value":')
    divideLong(text, context, (json) => out.appendBytes(json))
    return
  }
  out.append('","value":"')
  out.appendBytes(text)
  out.append('"')
}

export function countParts(text: Uint8Array, start: number, end: number, separator: number): number {
  let parts = 1
  for (let i = start; i < end; i++) if (text[i] === separator) parts++
  return parts
}

function writeAny(out: JsonBytes, context: WriteContext, path: string, start: number, end: number, flags: number): void {
  const text = context.text.slice(start, end)
  const raw = context.illFormed ? text.toWellFormed() : text
  const value = flags === 0 ? (isExplicitNull(raw) ? null : raw) : readValue(context, path, start, end, flags)
  const repetitions = typeof value === 'object' && value ? value.length : 1
  // One by one: a long field is not copied together before it is copied here.
  out.append(`${repetitions},"raw":`)
  out.append(JSON.stringify(raw))
  out.append(',"value":')
  out.append(JSON.stringify(value))
}
