// Replaces what the detector finds in a text, then searches the result again: for every value that was removed, and by the detector.
import { countLeading } from '../../core/count-leading.ts'
import type { PhiCategory } from './category.ts'
import type { DetectOptions } from './compiled-options.ts'
import { detectPhi, type PhiSpan } from './detect-phi.ts'
import { checkJson, type JsonScalar, readJsonScalars, writeJsonScalar } from './markup/json-scalars.ts'
import { readValue } from './markup/read-markup.ts'
import type { Deidentifier } from './policy/deidentifier.ts'
import type { PhiAction } from './policy/policy-schema.ts'

export interface ChangedSpan {
  readonly start: number
  readonly end: number
  readonly category: PhiCategory
  readonly action: PhiAction
  /** Where the replacement stands in the result. */
  readonly newStart: number
  readonly newEnd: number
}

export interface Residual {
  /** Offsets in the result. */
  readonly start: number
  readonly end: number
  readonly category: PhiCategory
  /** `original`: a value that was removed elsewhere; `detector`: what the detector finds in the result. */
  readonly reason: 'original' | 'detector'
}

export interface DeidentifiedText {
  readonly text: string
  readonly spans: readonly ChangedSpan[]
  readonly residual: readonly Residual[]
}

/** @throws Fault where a layer, the policy or the search of the result cannot finish: there is no result then */
export function deidentifyText(text: string, options: DetectOptions, deidentifier: Deidentifier): DeidentifiedText {
  const found = detectPhi(text, options)
  const scalars = readJsonScalars(text)
  const parts: string[] = []
  const spans: ChangedSpan[] = []
  let at = 0
  let length = 0
  for (const span of found) {
    const { action, text: replacement } = deidentifier.replace({
      category: span.category,
      text: readValue(text.slice(span.start, span.end)),
    })
    const place = action === 'keep' ? span : placeIn(scalars, span)
    const written = place.end <= at ? '' : place === span ? replacement : writeJsonScalar(replacement)
    const start = Math.max(at, place.start)
    parts.push(text.slice(at, start), written)
    length += start - at
    spans.push({ start: span.start, end: span.end, category: span.category, action, newStart: length, newEnd: length + written.length })
    length += written.length
    at = Math.max(at, place.end)
  }
  parts.push(text.slice(at))
  const result = parts.join('')
  if (scalars && result !== text) checkJson(result)
  return { text: result, spans, residual: rescan(text, result, found, spans, options) }
}

/** The whole number that a span of a JSON document is in; otherwise the span itself. */
function placeIn(scalars: readonly JsonScalar[] | undefined, span: PhiSpan): JsonScalar {
  const next = scalars?.[countLeading(scalars.length, (i) => scalars[i]!.end <= span.start)]
  if (next === undefined || next.start >= span.end) return span
  return { start: Math.min(next.start, span.start), end: Math.max(next.end, span.end) }
}

/** A shorter value stands in too many words to say anything. */
const LEAST_ORIGINAL = 3

function rescan(
  text: string,
  result: string,
  found: readonly PhiSpan[],
  spans: readonly ChangedSpan[],
  options: DetectOptions,
): Residual[] {
  const originals = new Map<string, PhiCategory>()
  for (let i = 0; i < found.length; i++) {
    const value = readValue(text.slice(found[i]!.start, found[i]!.end))
    if (spans[i]!.action !== 'keep' && value.length >= LEAST_ORIGINAL) originals.set(value, found[i]!.category)
  }
  const again = detectPhi(result, { ...options, deny: [...(options.deny ?? []), ...originals.keys()] })
  const residual: Residual[] = []
  let next = 0
  for (const span of again) {
    while (next < spans.length && spans[next]!.newEnd <= span.start) next++
    if (next < spans.length && spans[next]!.newStart < span.end) continue
    const original = span.rule === 'known/deny'
    const category = original ? (originals.get(result.slice(span.start, span.end)) ?? span.category) : span.category
    residual.push({ start: span.start, end: span.end, category, reason: original ? 'original' : 'detector' })
  }
  return residual
}
