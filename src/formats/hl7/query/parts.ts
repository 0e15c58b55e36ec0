// Finds the parts of a segment that a locator means, and reads their values.
import { shownText } from '../document.ts'
import { decodeEscapes } from '../escapes.ts'
import { partSpan, partSpans, type Span } from '../field-spans.ts'
import { codeOf, EXPLICIT_NULL, type Leaf } from '../field-values.ts'
import { evaluateCondition } from './evaluate-condition.ts'
import type { Index, Locator } from './locator.ts'
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
  const { field, repetition, component } = locator
  if (field === undefined) return [{ span: { start: segment.start, end: segment.end }, repetition: undefined }]
  const whole = fieldOf(context, segment, field)
  if (!whole) return []
  if (isDelimiterPart(segment, locator)) return component === undefined ? [{ span: whole, repetition: undefined }] : []
  if (repetition === undefined && component === undefined) return [{ span: whole, repetition: undefined }]
  return repetitionsOf(context, segment, whole, locator).flatMap(({ span, repetition: number }) => {
    const leaf = partIn(context, segment, span, locator)
    return leaf ? [{ span: leaf, repetition: number }] : []
  })
}

interface Repetition {
  readonly span: Span
  /** 1-based. */
  readonly repetition: number
}

function repetitionsOf(context: MessageContext, segment: SegmentRange, field: Span, locator: Locator): Repetition[] {
  const { repetition: requested = 1, repetitionCondition } = locator
  const separator = context.delimiters.repetition
  if (!repetitionCondition && typeof requested === 'number') {
    const span = partSpan(segment.text, field, separator, requested)
    return span ? [{ span, repetition: requested }] : []
  }
  const all = partSpans(segment.text, field, separator).map((span, i) => ({ span, repetition: i + 1 }))
  if (!repetitionCondition) return choose(all, requested)
  const valuesIn =
    ({ span }: Repetition) =>
    (part: Locator) => {
      const found = partIn(context, segment, span, part)
      return found ? [valueAt(context, segment, found)] : []
    }
  return choose(
    all.filter((each) => evaluateCondition(repetitionCondition, valuesIn(each))),
    requested,
  )
}

/** What an index chooses of what there is. */
export function choose<T>(items: readonly T[], index: Index): T[] {
  if (index === 'all') return [...items]
  return index === 'last' ? items.slice(-1) : items.slice(index - 1, index)
}

function partIn(
  { delimiters }: MessageContext,
  { text }: SegmentRange,
  repetition: Span,
  { component, subcomponent }: Locator,
): Span | undefined {
  const part = component === undefined ? repetition : partSpan(text, repetition, delimiters.component, component)
  return part && subcomponent !== undefined ? partSpan(text, part, delimiters.subcomponent, subcomponent) : part
}

/**
 * The numbers of the repetitions that a locator means by a condition or as the last one; undefined where it says them itself. Of an empty field the
 * last one is the first.
 */
export function chosenRepetitions(context: MessageContext, segment: SegmentRange, locator: Locator): readonly number[] | undefined {
  const { field, repetition, repetitionCondition } = locator
  if (field === undefined || (!repetitionCondition && repetition !== 'last')) return undefined
  const whole = fieldOf(context, segment, field)
  if (!whole) return repetitionCondition ? [] : [1]
  return repetitionsOf(context, segment, whole, locator).map((each) => each.repetition)
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
