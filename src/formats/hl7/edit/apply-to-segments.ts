// Deletes, inserts, copies and moves whole segments of a message.
import { ProblemError } from '../../../core/problem.ts'
import { findSegments } from '../query/locate.ts'
import { MessageView } from '../query/message-view.ts'
import { type EditTarget, missing } from './edit-target.ts'
import type { EditableMessage } from './editable-message.ts'
import { encodeText } from './encode-text.ts'
import type { Operation } from './operations.ts'
import { recodeText, USUAL_DELIMITERS } from './recode-text.ts'
import type { SegmentText } from './segment-text.ts'

/** @param places of the segments that the operation's path means; at least one */
export function applyToSegments(target: EditTarget, operation: Operation, view: MessageView, places: readonly number[]): void {
  const { message, trace } = target
  const chosen = new Set(places.map((place) => message.segments[place]!))
  if (operation.op === 'delete') {
    for (const place of places) trace.change(view.segmentPath(place))
    message.remove(chosen)
    return
  }
  if (operation.op === 'insert') {
    const text = recodeSegment(target, operation, view.segmentPath(places[0]!))
    nameSegments(target, insert(target, operation, chosen, text))
    return
  }
  const sourcePlace = findSegments(view, operation.source!)[0]
  if (sourcePlace === undefined) {
    missing(target, operation, 'no_source', null)
    return
  }
  const source = message.segments[sourcePlace]!
  const path = view.segmentPath(sourcePlace)
  if (operation.op === 'move' && chosen.has(source)) {
    trace.skip('does_not_fit', path)
    return
  }
  const inserted = insert(target, operation, chosen, source.text)
  if (operation.op === 'move') {
    trace.change(path)
    message.remove(new Set([source]))
  }
  nameSegments(target, inserted)
}

function insert({ message, charset }: EditTarget, { position }: Operation, beside: ReadonlySet<SegmentText>, text: string): SegmentText[] {
  if (charset) encodeText(text, charset, () => text.slice(0, 3))
  return message.insertBeside(beside, position, text)
}

function nameSegments({ message, trace }: EditTarget, segments: readonly SegmentText[]): void {
  const places = placesOf(message)
  const view = new MessageView(message.context, message.segments)
  for (const segment of segments) trace.change(view.segmentPath(places.get(segment)!))
}

function placesOf({ segments }: EditableMessage): Map<SegmentText, number> {
  return new Map(segments.map((segment, place) => [segment, place]))
}

/** The segment of an operation with the delimiters of the message. */
function recodeSegment({ message }: EditTarget, { text, pointer }: Operation, path: string): string {
  const recoded = recodeText(text, USUAL_DELIMITERS, message.context.delimiters)
  if (recoded !== undefined) return recoded
  throw new ProblemError('The delimiters of the message cannot represent a segment.', {
    code: 'unsupported_variant',
    at: { pointer, path },
  })
}
