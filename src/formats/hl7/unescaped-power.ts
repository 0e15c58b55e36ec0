// A unit such as `10^9/L` in OBX-6 whose `^` was not escaped: it divides components, and the unit loses its power.
import type { Delimiters } from './delimiters.ts'
import type { Hl7Document, Hl7Message } from './document.ts'
import { fieldSpan, partSpans, type Span, segmentId } from './field-spans.ts'
import { fieldPath } from './line-paths.ts'
import type { SegmentIndex } from './segment-index.ts'

/** @returns the place of OBX-6 where it holds such a unit */
export function unescapedPower(index: SegmentIndex, line: number, { component }: Delimiters): Span | undefined {
  const span = fieldSpan(index, line, 6)
  if (!span || span.end - span.start < 3 || !index.text.startsWith('10', span.start)) return undefined
  const [base, exponent, system] = partSpans(index.text, span, component)
  const read = (part: Span | undefined) => (part ? index.text.slice(part.start, part.end) : '')
  const isPower = read(base).trim() === '10' && read(system) === '' && /^-?[0-9]{1,2}(?:$|[/*. ])/.test(read(exponent))
  return isPower ? span : undefined
}

/** Adds such units of a message to the findings of the document. */
export function reportUnescapedPowers(document: Hl7Document, { firstLine, endLine, delimiters }: Hl7Message): void {
  const { index, findings } = document
  for (let line = firstLine; line < endLine; line++) {
    const span = segmentId(index, line) === 'OBX' ? unescapedPower(index, line, delimiters) : undefined
    if (span) findings.add('unit_not_escaped', span.start, span.end, () => fieldPath(document, line, 6))
  }
}
