// Describes a segment: all of its fields that are valued, or the parts that a selection names.
import type { SegmentDefinition } from '../dictionary/dictionary.ts'
import type { Hl7Dictionary } from '../dictionary/standard.ts'
import { fieldCount, fieldSpan, isDelimiterField, isHeaderLine, pieceCount, segmentId } from '../field-spans.ts'
import { fieldFlags, fieldStart, firstField, lineEnd, type SegmentIndex } from '../index/segment-index.ts'
import type { Hl7Path } from '../paths.ts'
import { type DescribeContext, describeField, describeParts, describeWhole, type FieldFrame, type FieldResult } from './describe-fields.ts'

export interface SegmentResult {
  id: string
  name?: string | null
  group: string | null
  fields: FieldResult[]
}

/** Where a segment stands: its line, and its place among the segments of its name in the message. */
export interface SegmentPlace {
  readonly line: number
  readonly id: string
  /** 1-based. */
  readonly occurrence: number
}

/** Fields whose data type another field of the segment names. */
const TYPE_FIELDS: ReadonlyMap<string, number> = new Map([
  ['OBX-5', 2],
  ['MFE-4', 5],
  ['MFA-5', 6],
])
/** A line that begins with no identifier may be one long text; it does not stand in the path of each of its fields. */
const MAX_ID_IN_PATH = 16

/** A segment whose fields are being described. */
interface OpenSegment {
  readonly index: SegmentIndex
  readonly line: number
  readonly occurrence: number
  readonly definition: SegmentDefinition | undefined
  /** What stands in its paths before the position of a field. */
  readonly prefix: string
  readonly result: SegmentResult
}

export function describeSegment(
  context: DescribeContext,
  index: SegmentIndex,
  place: SegmentPlace,
  group: string | null = null,
): SegmentResult {
  const segment = openSegment(context, index, place, group)
  const { line, result } = segment
  const first = firstField(index, line)
  const count = pieceCount(index, line)
  const end = lineEnd(index, line)
  const header = isHeaderLine(index, line)
  if (header) addDelimiterFields(context, segment)
  for (let piece = header ? 2 : 1; piece < count; piece++) {
    const from = fieldStart(index, first + piece)
    const to = piece + 1 < count ? fieldStart(index, first + piece + 1) - 1 : end
    if (to === from) continue
    const frame = frameOf(context, segment, header ? piece + 1 : piece)
    describeField(context, frame, from, to, fieldFlags(index, first + piece), context.rows)
  }
  result.fields = context.rows.take()
  return result
}

/** @param paths those that name this segment; at least one. A part that is not valued gives no field. */
export function describeSelected(
  context: DescribeContext,
  index: SegmentIndex,
  place: SegmentPlace,
  group: string | null,
  paths: readonly Hl7Path[],
): SegmentResult {
  if (paths.some(({ field }) => field === undefined)) return describeSegment(context, index, place, group)
  const segment = openSegment(context, index, place, group)
  const { line, result } = segment
  for (const path of paths) {
    const position = path.field!
    const span = fieldSpan(index, line, position)
    if (!span || span.start === span.end) continue
    const frame = frameOf(context, segment, position)
    if (isDelimiterField(index, line, position)) {
      describeWhole(context, frame, span.start, span.end, 0, context.rows)
      continue
    }
    const piece = isHeaderLine(index, line) ? position - 1 : position
    describeParts(context, frame, span, fieldFlags(index, firstField(index, line) + piece), path, context.rows)
  }
  result.fields = context.rows.take()
  return result
}

function openSegment(context: DescribeContext, index: SegmentIndex, place: SegmentPlace, group: string | null): OpenSegment {
  context.budget.spendSegment(place.id.length)
  const { line, occurrence } = place
  const definition = context.dictionary.segment(context.version, place.id)
  // The identifier of the definition is one text for all segments of its name.
  const id = definition?.id ?? (context.illFormed ? place.id.toWellFormed() : place.id)
  const prefix = pathPrefix(id, occurrence)
  const result: SegmentResult = context.names ? { id, name: definition?.name ?? null, group, fields: [] } : { id, group, fields: [] }
  return { index, line, occurrence, definition: context.names ? definition : undefined, prefix, result }
}

/** What stands in the paths of a segment before the position of a field. */
export function pathPrefix(id: string, occurrence: number): string {
  const shown = id.length <= MAX_ID_IN_PATH ? id : '?'
  return occurrence === 1 ? `${shown}-` : `${shown}[${occurrence}]-`
}

/** MSH-1 and MSH-2 are characters, never parts. */
function addDelimiterFields(context: DescribeContext, segment: OpenSegment): void {
  const { index, line } = segment
  for (let position = 1; position <= Math.min(2, fieldCount(index, line)); position++) {
    const { start, end } = fieldSpan(index, line, position)!
    if (end > start) describeWhole(context, frameOf(context, segment, position), start, end, 0, context.rows)
  }
}

/** What is known of a field by its position. */
function frameOf({ dictionary }: DescribeContext, segment: OpenSegment, position: number): FieldFrame {
  const { definition, prefix, occurrence } = segment
  const field = definition?.fields[position]
  if (!field) return { path: prefix + position, name: null, dataType: null, composite: null, table: null }
  if (field.dataType === 'varies') {
    const type = namedType(dictionary, segment.index, segment.line, field.path)
    if (type) return { path: prefix + position, name: field.name, dataType: type, composite: type, table: field.table }
  }
  if (occurrence === 1) return field
  const { name, dataType, composite, table } = field
  return { path: prefix + position, name, dataType, composite, table, definition: field }
}

/** The type that OBX-2 gives to OBX-5, and its like; undefined where it gives none that there is. */
export function namedType(dictionary: Hl7Dictionary, index: SegmentIndex, line: number, path: string): string | undefined {
  const position = TYPE_FIELDS.get(path)
  const span = position === undefined ? undefined : fieldSpan(index, line, position)
  const type = span ? index.text.slice(span.start, span.end) : ''
  return dictionary.isDataType(type) ? type : undefined
}

/** @param occurrences how many segments of each name came before in the message; counted on */
export function placeOf(index: SegmentIndex, line: number, occurrences: Map<string, number>): SegmentPlace {
  const id = segmentId(index, line)
  const occurrence = (occurrences.get(id) ?? 0) + 1
  occurrences.set(id, occurrence)
  return { line, id, occurrence }
}
