// Writes segments as JSON straight from the bytes of the document: the same bytes as JSON.stringify gives for what describeSegment makes.
import { pathPrefix, type SegmentPlace } from './describe-segments.ts'
import { segmentDefinition } from './dictionary.ts'
import type { JsonBytes } from './json-bytes.ts'
import { constants } from './json-parts.ts'
import type { SegmentIndex } from './segment-index.ts'
import { rowPrefix, segmentOpen, segmentTemplate, unknownTemplate } from './segment-templates.ts'
import type { OpenSegment, WriteContext } from './write-field.ts'
import { writeFields } from './write-fields.ts'

const NO_GROUP = constants.add('null,"fields":[')
const END = constants.add(']}')

/** Appends one segment as the tree view shows it. @throws Fault `resource_limit` */
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
  const { line, occurrence } = place
  const definition = segmentDefinition(context.version, place.id)
  const template = definition ? segmentTemplate(definition, context.names) : unknownTemplate(context.names)
  const prefix = pathPrefix(definition?.id ?? shownId(context, place), occurrence)
  const isFirst = definition !== undefined && occurrence === 1
  const prefixLength = isFirst ? template.prefixLength : constants.setScratch(rowPrefix(prefix))
  return { index, line, definition, template, prefix, prefixLength, isFirst }
}

function shownId({ illFormed }: WriteContext, { id }: SegmentPlace): string {
  return illFormed ? id.toWellFormed() : id
}
