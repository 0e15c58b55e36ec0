// Names a line or a field in the notation of the standard: `OBX[2]-5` is field 5 of the second OBX of its message.
import { countLeading } from '../../core/count-leading.ts'
import type { Hl7Document, Hl7Message } from './document-types.ts'
import { segmentId } from './field-spans.ts'
import { hasFields } from './index/line-start.ts'
import { lineCount, lineKind, lineStart, type SegmentIndex } from './index/segment-index.ts'

/** `PID`, or `OBX[2]` for what is not the first of its name; a line without identifier is named by its place alone. */
export function segmentPath(document: Hl7Document, line: number): string | null {
  const id = segmentId(document.index, line)
  // An identifier that is none is a value of the document.
  if (!/^[A-Z][A-Z0-9]{2}$/.test(id)) return null
  const occurrence = occurrenceOf(document, id, line)
  return occurrence === 1 ? id : `${id}[${occurrence}]`
}

/** `PID-5`, or `OBX[2]-5`. */
export function fieldPath(document: Hl7Document, line: number, position: number): string | null {
  const segment = segmentPath(document, line)
  return segment === null ? null : `${segment}-${position}`
}

function occurrenceOf({ index, messages }: Hl7Document, id: string, line: number): number {
  let occurrence = 1
  for (let i = messageAt(messages, line)?.firstLine ?? line; i < line; i++) {
    if (hasFields(lineKind(index, i)) && index.text.startsWith(id, lineStart(index, i)) && segmentId(index, i) === id) occurrence++
  }
  return occurrence
}

/** The message that the line is of; undefined for what lies between messages. */
function messageAt(messages: readonly Hl7Message[], line: number): Hl7Message | undefined {
  const message = messages[countLeading(messages.length, (place) => messages[place]!.endLine <= line)]
  return message && message.firstLine <= line ? message : undefined
}

/** The line that holds a code unit. */
export function lineAt(index: SegmentIndex, unit: number): number {
  return countLeading(lineCount(index) - 1, (place) => lineStart(index, place + 1) <= unit)
}
