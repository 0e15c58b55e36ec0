// Characters of all fields: escape sequences that are none, control characters, and units whose power was taken for a component.
import { unescapedPower } from '../charset/unescaped-power.ts'
import type { SegmentPlace } from '../describe/describe-segments.ts'
import { decodeEscapes } from '../escapes.ts'
import { fieldCount, fieldSpan, isDelimiterField, partSpans, type Span } from '../field-spans.ts'
import { formatPlace, type MessageContext, segmentSpan } from './message-context.ts'

/** Control characters but the tabulator, which stands in formatted text. */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u0080-\u009f]/

export function checkText(context: MessageContext): void {
  const { document, issues, message } = context
  if (issues.isOff('dataType')) return
  const mark = message.delimiters.escape
  for (const segment of context.segments) {
    const { start, end } = segmentSpan(context, segment)
    const text = document.index.text.slice(start, end)
    if (segment.id === 'OBX') checkUnit(context, segment)
    if (!(mark !== null && text.includes(mark)) && !CONTROL.test(text)) continue
    const count = fieldCount(document.index, segment.line)
    for (let field = 1; field <= count; field++) {
      const span = fieldSpan(document.index, segment.line, field)
      if (span && span.end > span.start && !isDelimiterField(document.index, segment.line, field)) checkField(context, segment, field, span)
    }
  }
}

function checkField(context: MessageContext, segment: SegmentPlace, field: number, span: Span): void {
  const { document, issues, message, escapes } = context
  const text = document.index.text.slice(span.start, span.end)
  const path = () => formatPlace({ segment, field })
  const at = text.search(CONTROL)
  if (at >= 0) {
    const place = { start: span.start + at, end: span.start + at + 1, path, expected: 'no control characters, or \\Xhh\\ in their place' }
    issues.add('dataType', 'control_character', place, { lowered: true })
  }
  if (message.delimiters.escape === null || !text.includes(message.delimiters.escape)) return
  let isBroken = false
  const report = () => {
    isBroken = true
  }
  for (const component of partsOf(context, span)) {
    decodeEscapes(document.index.text.slice(component.start, component.end), { ...escapes, report })
    if (!isBroken) continue
    const expected = `a sequence of HL7 between two escape characters, or \\E\\ for one of them`
    issues.add('dataType', 'escape_invalid', { ...component, path, expected }, { lowered: true })
    return
  }
}

/** A sequence ends within its component. */
function partsOf({ document, message }: MessageContext, span: Span): Span[] {
  const { text } = document.index
  return partSpans(text, span, message.delimiters.repetition).flatMap((each) => partSpans(text, each, message.delimiters.component))
}

/** `10^9/L` in OBX-6: the `^` divides components, and the unit loses its power. */
function checkUnit({ document, issues, message }: MessageContext, segment: SegmentPlace): void {
  const span = unescapedPower(document.index, segment.line, message.delimiters)
  if (!span) return
  const expected = 'the ^ of a power as \\S\\, or * instead'
  issues.add(
    'dataType',
    'unit_not_escaped',
    { ...span, kind: 'OBX-6', path: () => formatPlace({ segment, field: 6 }), expected },
    { lowered: true },
  )
}
