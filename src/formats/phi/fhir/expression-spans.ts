// Replacements that leave a FHIRPath expression valid: only within its literals, if everything else names elements and functions.
import { listMatches } from '../../../core/list-matches.ts'
import type { FhirVersion } from '../../fhir/model/versions.ts'
import type { PhiSpan } from '../detect-phi.ts'
import { isApart, partsWithin } from '../ranges.ts'
import { isExpression, isPlainRest, literalsIn, mayBeName, withoutRanges } from './judge/judge-expression.ts'
import { gluedNames } from './plain-words.ts'

const DATE = /(?<=@)[0-9T][0-9T:.+Z-]{1,40}/g

/**
 * @param spans of the detector, in order
 * @returns their parts within string and date literals; all of them unchanged if the text is not FHIRPath, or if anything else in it may identify somebody
 */
export function spansOfExpression(text: string, spans: readonly PhiSpan[], version: FhirVersion): PhiSpan[] {
  if (!isExpression(text)) return [...spans]
  const literals = literalsIn(text)
  const dates = listMatches(DATE, text, (date, start) => ({ start, end: start + date.length })).filter((date) => isApart(date, literals))
  const inOrder = [...literals, ...dates].sort((a, b) => a.start - b.start)
  const rest = withoutRanges(text, inOrder)
  if (!isPlainRest(rest, version) || mayBeName(rest, version) || gluedNames(rest, version).length > 0) return [...spans]
  const found = partsWithin(spans, literals)
  const dated = dates.filter((date) => !isApart(date, spans)).map((date): PhiSpan => ({ ...DATED, ...date }))
  return [...found, ...dated].sort((a, b) => a.start - b.start)
}

const DATED = { category: 'date', letter: 'C', score: 1, rule: 'dates/expression' } as const

/** @returns a replacement as it stands within a literal */
export function quoted(text: string): string {
  return text.replace(/['\\]/g, '\\$&')
}

/** @returns the expression with an empty collection, `{}`, in place of dates that became labels */
export function withoutDateLabels(expression: string): string {
  return expression.replace(/@\[[A-Z-]{2,20}(?:-\d{1,9})?\]/g, '{}')
}
