// The separators around a part: which ones a new part needs before it, which one goes with a repetition, and which ones may stand in a part.
import type { Delimiters } from '../delimiters.ts'
import { partSpans, type Span } from '../field-spans.ts'
import type { Locator } from '../query/locator.ts'
import type { MessageContext, SegmentRange } from '../query/message-view.ts'
import { fieldOf, isHeaderId } from '../query/parts.ts'

export interface NewPart {
  readonly at: number
  readonly separators: string
}

/** Where a part that is not there would begin; undefined where the message has no separator for it. */
export function createPart({ delimiters }: MessageContext, segment: SegmentRange, locator: Locator): NewPart | undefined {
  const { field, component, subcomponent } = locator
  const repetition = typeof locator.repetition === 'number' ? locator.repetition : 1
  const { start, end, text } = segment
  const steps: readonly (readonly [separator: string | null, position: number | undefined])[] = [
    [delimiters.field, field! + (isHeaderId(segment.id) ? 0 : 1)],
    [delimiters.repetition, repetition],
    [delimiters.component, component],
    [delimiters.subcomponent, subcomponent],
  ]
  let span: Span = { start, end }
  let separators = ''
  let isNew = false
  for (const [separator, position] of steps) {
    if (position === undefined) break
    const parts: readonly Span[] = isNew ? [span] : partSpans(text, span, separator)
    const part = parts[position - 1]
    if (part) {
      span = part
      continue
    }
    if (separator === null) return undefined
    separators += separator.repeat(position - parts.length)
    span = { start: span.end, end: span.end }
    isNew = true
  }
  return { at: span.end, separators }
}

/** The repetition and the separator beside it. */
export function removalOf(context: MessageContext, segment: SegmentRange, field: number, repetition: number): Span {
  const whole = fieldOf(context, segment, field)!
  const parts = partSpans(segment.text, whole, context.delimiters.repetition)
  const { start, end } = parts[repetition - 1]!
  if (repetition > 1) return { start: start - 1, end }
  return parts.length > 1 ? { start, end: end + 1 } : { start, end }
}

/** False where the text would be divided further up than the place that it goes to. */
export function fitsLevel(text: string, { repetition, component, subcomponent }: Locator, delimiters: Delimiters): boolean {
  const forbidden: (string | null)[] = [delimiters.field]
  if (repetition !== undefined || component !== undefined) forbidden.push(delimiters.repetition)
  if (component !== undefined) forbidden.push(delimiters.component)
  if (subcomponent !== undefined) forbidden.push(delimiters.subcomponent)
  return forbidden.every((separator) => separator === null || !text.includes(separator))
}
