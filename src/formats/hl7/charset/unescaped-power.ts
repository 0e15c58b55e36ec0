// A unit such as `10^9/L` or `x10^3/uL` in OBX-6 whose `^` was not escaped: it divides components, and the unit loses its power.
import type { Delimiters } from '../delimiters.ts'
import type { Hl7Document, Hl7Message } from '../document-types.ts'
import { fieldSpan, partSpans, type Span, segmentId } from '../field-spans.ts'
import type { SegmentIndex } from '../index/segment-index.ts'
import { fieldPath } from '../line-paths.ts'

/** @returns the place of OBX-6 where it holds such a unit */
export function unescapedPower(index: SegmentIndex, line: number, { component }: Delimiters): Span | undefined {
  const span = fieldSpan(index, line, 6)
  if (!span) return undefined
  const end = index.text.indexOf(component, span.start)
  // Most units end here, which this is asked of every OBX.
  if (end >= span.end || !/[0 ]/.test(index.text.charAt(end - 1))) return undefined
  const [base, exponent, system] = partSpans(index.text, span, component)
  const read = (part: Span | undefined) => (part ? index.text.slice(part.start, part.end) : '')
  return read(system) === '' && isPower(read(base), read(exponent)) ? span : undefined
}

/** True for what stands before and behind the `^` of a power of ten: `10`, `x10` or `*10`, and a small number with the rest of the unit. */
export function isPower(base: string, exponent: string): boolean {
  return /^[ ]{0,9}[xX*×]?[ ]?10[ ]{0,9}$/.test(base) && /^[+-]?[0-9]{1,2}(?:$|[/*.\s])/.test(exponent)
}

/** Adds such units of a message to the findings of the document. */
export function reportUnescapedPowers(document: Hl7Document, { firstLine, endLine, delimiters }: Hl7Message): void {
  const { index, findings } = document
  for (let line = firstLine; line < endLine; line++) {
    const span = segmentId(index, line) === 'OBX' ? unescapedPower(index, line, delimiters) : undefined
    if (span) findings.add('unit_not_escaped', span.start, span.end, () => fieldPath(document, line, 6))
  }
}
