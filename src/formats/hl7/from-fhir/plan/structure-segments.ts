// Which segments the structure of a message has.
import { type GroupNode, messageStructure, structureOfEvent } from '../../dictionary/structures.ts'
import type { MessageBuilder } from '../draft/message-builder.ts'

/** True where the structure has the segment; also for a structure that the tables do not have. */
export function structureHas({ version, segments, structure, code }: MessageBuilder, id: string): boolean {
  const trigger = segments[0]?.textIn(9, 1, [2]) ?? ''
  const found = messageStructure(version, structure === '*' ? (structureOfEvent(version, code, trigger) ?? '') : structure)
  return found === undefined ? id !== 'MRG' : hasSegment(found.root, id)
}

function hasSegment({ of }: GroupNode, id: string): boolean {
  return of.some((each) => (each.kind === 'segment' ? each.id === id : hasSegment(each, id)))
}
