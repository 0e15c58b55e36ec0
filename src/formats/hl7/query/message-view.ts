// A message as queries and edits see it: segments as ranges of text, whether they stand in a document or were just changed.
import type { Delimiters } from '../delimiters.ts'
import { structureOfMessage } from '../dictionary/standard.ts'
import type { Hl7Document, Hl7Message } from '../document-types.ts'
import type { EscapeContext } from '../escapes.ts'
import { segmentId } from '../field-spans.ts'
import { hasFields } from '../index/line-start.ts'
import { SegmentPlacer } from '../index/place-segments.ts'
import { lineEnd, lineKind, lineStart } from '../index/segment-index.ts'
import { messageCharset, messageType } from '../message-header.ts'

/** Code units of a text, end exclusive; the identifier stands first. */
export interface SegmentRange {
  readonly id: string
  readonly text: string
  readonly start: number
  readonly end: number
}

export interface MessageContext {
  readonly document: Hl7Document
  readonly message: Hl7Message
  readonly delimiters: Delimiters
  readonly escapes: EscapeContext
}

export function openMessage(document: Hl7Document, message: Hl7Message): MessageContext {
  const { delimiters } = message
  const { forEscapes } = messageCharset(document, message)
  return { document, message, delimiters, escapes: { delimiters, mode: 'escapes', charset: forEscapes } }
}

/** The segments of a message as they stand in the document. */
export function segmentsOf({ index }: Hl7Document, message: Hl7Message): SegmentRange[] {
  const segments: SegmentRange[] = []
  for (let line = message.firstLine; line < message.endLine; line++) {
    if (!hasFields(lineKind(index, line))) continue
    segments.push({ id: segmentId(index, line), text: index.text, start: lineStart(index, line), end: lineEnd(index, line) })
  }
  return segments
}

export class MessageView {
  readonly context: MessageContext
  readonly segments: readonly SegmentRange[]
  #groupPaths: readonly string[] | undefined
  #occurrences: readonly number[] | undefined

  constructor(context: MessageContext, segments: readonly SegmentRange[]) {
    this.context = context
    this.segments = segments
  }

  /** For each segment the groups that it stands in, as `PATIENT_RESULT/ORDER_OBSERVATION[2]`; empty texts where the structure is not known. */
  groupPaths(): readonly string[] {
    this.#groupPaths ??= placeSegments(this)
    return this.#groupPaths
  }

  /** `OBX[2]` for the segment at a place. */
  segmentPath(place: number): string {
    const { id } = this.segments[place]!
    // An identifier that is none is a value of the document.
    const shown = /^[A-Z][A-Z0-9]{2}$/.test(id) ? id : '?'
    this.#occurrences ??= countOccurrences(this.segments)
    const occurrence = this.#occurrences[place]!
    return occurrence === 1 ? shown : `${shown}[${occurrence}]`
  }
}

function countOccurrences(segments: readonly SegmentRange[]): number[] {
  const counts = new Map<string, number>()
  return segments.map(({ id }) => {
    const count = (counts.get(id) ?? 0) + 1
    counts.set(id, count)
    return count
  })
}

function placeSegments({ context, segments }: MessageView): string[] {
  const { document, message } = context
  const tree = structureOfMessage(document.dictionary, message.version.used, messageType(document, message))
  if (!tree) return segments.map(() => '')
  const placer = new SegmentPlacer(tree)
  return segments.map(({ id }) => placer.place(id).path)
}
