// Finds the parts of a segment that a locator means, and reads their values.
import { shownText } from '../document.ts'
import { decodeEscapes } from '../escapes.ts'
import { partSpan, partSpans, type Span } from '../field-spans.ts'
import { codeOf, EXPLICIT_NULL, type Leaf } from '../field-values.ts'
import type { Occurrence } from '../paths.ts'
import type { Locator } from './locator.ts'
import type { MessageContext, SegmentRange } from './message-view.ts'

export function isHeaderId(id: string): boolean {
  return id === 'MSH' || id === 'FHS' || id === 'BHS'
}

/** The field at a 1-based position; undefined where the segment ends before it. */
export function fieldOf({ delimiters }: MessageContext, segment: SegmentRange, position: number): Span | undefined {
  const { text, start, end } = segment
  const isHeader = isHeaderId(segment.id)
  if (isHeader && position === 1) return end > start + 3 ? { start: start + 3, end: start + 4 } : undefined
  return partSpan(text, { start, end }, delimiters.field, isHeader ? position : position + 1)
}

/** MSH-1 and MSH-2 are never divided or decoded. */
function isDelimiterPart(segment: SegmentRange, locator: Locator): boolean {
  return locator.field !== undefined && locator.field <= 2 && isHeaderId(segment.id)
}

export interface Part {
  readonly span: Span
  /** 1-based; undefined where the whole field is meant. */
  readonly repetition: number | undefined
}

/** The parts of a segment that a locator means, as far as they are there; the whole segment where it names no field. */
export function partsOf(context: MessageContext, segment: SegmentRange, locator: Locator): Part[] {
  const { text } = segment
  const { delimiters } = context
  const { field, repetition, component, subcomponent } = locator
  if (field === undefined) return [{ span: { start: segment.start, end: segment.end }, repetition: undefined }]
  const whole = fieldOf(context, segment, field)
  if (!whole) return []
  if (isDelimiterPart(segment, locator)) return component === undefined ? [{ span: whole, repetition: undefined }] : []
  if (repetition === undefined && component === undefined) return [{ span: whole, repetition: undefined }]
  return repetitionsOf(text, whole, delimiters.repetition, repetition ?? 1).flatMap(({ span, repetition: number }) => {
    const part = component === undefined ? span : partSpan(text, span, delimiters.component, component)
    const leaf = part && subcomponent !== undefined ? partSpan(text, part, delimiters.subcomponent, subcomponent) : part
    return leaf ? [{ span: leaf, repetition: number }] : []
  })
}

function repetitionsOf(text: string, field: Span, separator: string, wanted: Occurrence): { span: Span; repetition: number }[] {
  if (wanted === 'all') return partSpans(text, field, separator).map((span, i) => ({ span, repetition: i + 1 }))
  const span = partSpan(text, field, separator, wanted)
  return span ? [{ span, repetition: wanted }] : []
}

/**
 * The value of a part: decoded text, null for the explicit null, and as it stands where it is divided further, because its delimiters could
 * not be told from decoded ones.
 */
export function valueAt(context: MessageContext, segment: SegmentRange, span: Span): Leaf {
  const raw = segment.text.slice(span.start, span.end)
  if (raw === EXPLICIT_NULL) return null
  const value = isDivided(context, segment, span) ? raw : decodeEscapes(raw, context.escapes)
  return shownText(context.document, value)
}

function isDivided({ delimiters }: MessageContext, { text, id, start: segmentStart }: SegmentRange, { start, end }: Span): boolean {
  // MSH-1 and MSH-2 are the delimiters themselves.
  if (isHeaderId(id) && start <= segmentStart + 4) return true
  const codes = [delimiters.field, delimiters.component, delimiters.repetition, delimiters.subcomponent].map(codeOf)
  for (let i = start; i < end; i++) if (codes.includes(text.charCodeAt(i))) return true
  return false
}
