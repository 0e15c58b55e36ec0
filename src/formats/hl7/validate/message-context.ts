// What every check of one message works with: its segments in order, the version whose tables hold, and where findings go.
import type { SegmentPlace } from '../describe/describe-segments.ts'
import { placeOf } from '../describe/describe-segments.ts'
import type { Hl7Dictionary } from '../dictionary/standard.ts'
import type { Hl7Version } from '../dictionary/versions.ts'
import type { Hl7Document, Hl7Message } from '../document-types.ts'
import { decodeEscapes, type EscapeContext } from '../escapes.ts'
import type { Span } from '../field-spans.ts'
import { hasFields, LINE } from '../index/line-start.ts'
import { lineEnd, lineKind, lineStart } from '../index/segment-index.ts'
import { type MessageType, messageCharset, messageType } from '../message-header.ts'
import type { IssueList } from './issue-list.ts'

export interface MessageContext {
  readonly document: Hl7Document
  readonly message: Hl7Message
  readonly type: MessageType
  readonly version: Hl7Version
  readonly dictionary: Hl7Dictionary
  /** True for a message of a version after the newest one that the tables cover: its codes are known, but not its segments. */
  readonly isNewer: boolean
  /** Every line with an identifier. */
  readonly segments: readonly SegmentPlace[]
  readonly escapes: EscapeContext
  readonly issues: IssueList
  /** Checks of the standard that the profile takes over, as `PID-8 table`. */
  readonly overridden: ReadonlySet<string>
}

export function createMessageContext(
  document: Hl7Document,
  message: Hl7Message,
  { version, issues, overridden, isNewer }: Pick<MessageContext, 'version' | 'issues' | 'overridden' | 'isNewer'>,
): MessageContext {
  const { index } = document
  const occurrences = new Map<string, number>()
  const segments: SegmentPlace[] = []
  for (let line = message.firstLine; line < message.endLine; line++) {
    const kind = lineKind(index, line)
    // A line without identifier is a diagnostic of the document.
    if (hasFields(kind) && kind !== LINE.odd) segments.push(placeOf(index, line, occurrences))
  }
  const { forEscapes } = messageCharset(document, message)
  const escapes: EscapeContext = { delimiters: message.delimiters, mode: 'escapes', charset: forEscapes }
  const { dictionary } = document
  return { document, message, type: messageType(document, message), version, dictionary, isNewer, segments, escapes, issues, overridden }
}

export function segmentSpan({ document }: MessageContext, { line }: SegmentPlace): Span {
  return { start: lineStart(document.index, line), end: lineEnd(document.index, line) }
}

/** `OBX[2]`. */
export function formatSegment({ id, occurrence }: SegmentPlace): string {
  return occurrence === 1 ? id : `${id}[${occurrence}]`
}

/** A place below a segment; what is left out or 1 for a repetition does not stand in the path. */
export interface FieldPlace {
  readonly segment: SegmentPlace
  readonly field: number
  readonly repetition?: number
  readonly component?: number
  readonly subcomponent?: number
}

export function formatPlace({ segment, field, repetition = 1, component, subcomponent }: FieldPlace): string {
  const index = repetition === 1 ? '' : `[${repetition}]`
  const below = component === undefined ? '' : subcomponent === undefined ? `.${component}` : `.${component}.${subcomponent}`
  return `${formatSegment(segment)}-${field}${index}${below}`
}

/** The decoded text of a part without separators. */
export function leafText({ document, escapes }: MessageContext, { start, end }: Span): string {
  return decodeEscapes(document.index.text.slice(start, end), escapes)
}

/** True where the profile has its own say on an aspect of the place. */
export function isOverridden(
  { overridden }: MessageContext,
  aspect: string,
  { segment, field, component, subcomponent }: FieldPlace,
): boolean {
  if (overridden.size === 0) return false
  const below = component === undefined ? '' : subcomponent === undefined ? `.${component}` : `.${component}.${subcomponent}`
  return overridden.has(`${segment.id}-${field}${below} ${aspect}`)
}
