// Writes segments as JSON straight from the bytes of the document: the same bytes as JSON.stringify gives for what describeSegment makes.
import type { SegmentIndex } from '../index/segment-index.ts'
import { pathPrefix, type SegmentPlace } from './describe-segments.ts'
import type { JsonBytes } from './json-bytes.ts'
import { constants } from './json-parts.ts'
import { rowPrefix, type SegmentTemplate, segmentOpen } from './segment-templates.ts'
import type { OpenSegment, WriteContext } from './write-field.ts'
import { writeFields } from './write-fields.ts'

const NO_GROUP = constants.add('null,"fields":[')
const END = constants.add(']}')

/** Appends one segment as the tree view shows it. @throws ProblemError `resource_limit` */
export function writeSegment(out: JsonBytes, context: WriteContext, index: SegmentIndex, place: SegmentPlace, group: string | null): void {
  context.budget.spendSegment(place.id.length)
  const segment = openSegment(context, index, place)
  if (segment.template.open) out.putConstant(segment.template.open)
  else out.append(segmentOpen(shownId(context, place), null, context.names))
  if (group === null) out.putConstant(NO_GROUP)
  else out.append(`${JSON.stringify(group)},"fields":[`)
  const start = out.length
  writeFields(out, context, segment)
  // Each row ends with a comma.
  if (out.length > start) out.setLength(out.length - 1)
  out.putConstant(END)
}

function openSegment(context: WriteContext, index: SegmentIndex, place: SegmentPlace): OpenSegment {
  const template = context.templates.of(place.id)
  const isFirst = place.occurrence === 1 && template.definition !== undefined
  return {
    index,
    place,
    template,
    prefixStart: isFirst ? template.prefix.start : 0,
    prefixLength: putPrefix(context, place, template),
    isFirst,
  }
}

/** @returns the length of the prefix, -1 where it has to be written by itself */
function putPrefix(context: WriteContext, place: SegmentPlace, { definition, prefix }: SegmentTemplate): number {
  if (!definition) return constants.setScratch(rowPrefix(pathPrefix(shownId(context, place), place.occurrence)))
  return place.occurrence === 1 ? prefix.length : constants.setNumberedPrefix(prefix, place.occurrence)
}

function shownId({ illFormed }: WriteContext, { id }: SegmentPlace): string {
  return illFormed ? id.toWellFormed() : id
}
