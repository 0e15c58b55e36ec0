// Replaces what the detector finds in a text, then searches the result again: for every value that was removed, and by the detector.
import { countLeading } from '../../core/count-leading.ts'
import { letterOf, type PhiCategory } from './category.ts'
import type { DetectOptions } from './compiled-options.ts'
import { detectPhi, type PhiSpan } from './detect-phi.ts'
import { hashWord } from './fold.ts'
import { type ConventionsOf, readConventions } from './language/conventions.ts'
import { lookUp } from './lexicon.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_NAME } from './lexicon-bits.ts'
import { checkJson, type JsonPlaces, type JsonScalar, readJsonPlaces, writeJsonScalar } from './markup/json-scalars.ts'
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

/** Rounds of mode fail-closed. Each replaces what the search of the last result found; few texts need more than two. */
const MOST_ROUNDS = 8

/**
 * In mode fail-closed, also replaces what the search of the result finds, until it finds nothing new.
 * @throws ProblemError where a layer, the policy or the search of the result cannot finish: there is no result then
 */
export function deidentifyText(text: string, options: DetectOptions, deidentifier: Deidentifier): DeidentifiedText {
  const json = readJsonPlaces(text)
  const isGuessOfForm = (span: PhiSpan) => json !== undefined && DOUBTS.has(span.rule) && isForm(text, json, span)
  const conventions = readConventions(text, options)
  let found = detectPhi(text, options).filter((span) => !isGuessOfForm(span))
  for (let round = 1; ; round++) {
    const { shifts, ...replaced } = replaceSpans({ text, scalars: json?.scalars, conventions }, found, deidentifier)
    const residual = rescan(text, replaced.text, found, replaced.spans, options).filter(
      (each) => each.reason === 'original' || !isGuessOfForm(inOriginal(each, replaced.spans, shifts)),
    )
    if (options.mode !== 'fail-closed' || residual.length === 0 || round === MOST_ROUNDS) {
      if (json && replaced.text !== text) checkJson(text, replaced.text)
      return { ...replaced, residual }
    }
    found = [...found, ...residual.map((each) => inOriginal(each, replaced.spans, shifts))].sort((a, b) => a.start - b.start)
  }
}

/** Rules of findings that are only not known to be safe. */
const DOUBTS: ReadonlySet<string> = new Set(['unknown', 'rescan'])
/** Length of short forms such as hr, mrn, spo2. */
const SHORT_KEY = 4

/** True for `true`, `false`, `null`, and for keys that are ordinary words or short forms. They are the structure of the document. */
function isForm(text: string, { scalars, keys }: JsonPlaces, { start, end }: PhiSpan): boolean {
  const key = placeAt(keys, start, end)
  if (key)
    return text
      .slice(key.start, key.end)
      .split(/[^\p{L}]+|(?<=\p{Ll})(?=\p{Lu})/u)
      .every(isPlainKey)
  const scalar = placeAt(scalars, start, end)
  return scalar !== undefined && /^(?:true|false|null)$/.test(text.slice(scalar.start, scalar.end))
}

function isPlainKey(word: string): boolean {
  const lex = lookUp(hashWord(word))
  if ((lex & LEX_NAME) !== 0 && (lex & LEX.common) === 0) return false
  return word.length <= SHORT_KEY || (lex & (LEX_ENGLISH | LEX_MEDICAL | LEX.abbreviation)) !== 0
}

function placeAt(places: readonly JsonScalar[], start: number, end: number): JsonScalar | undefined {
  const place = places[countLeading(places.length, (i) => places[i]!.end < end)]
  return place && place.start <= start && place.end >= end ? place : undefined
}

interface Replaced {
  readonly text: string
  readonly spans: readonly ChangedSpan[]
  /** For each span, how much earlier the text after its replacement is in the result. */
  readonly shifts: readonly number[]
}

interface GivenText {
  readonly text: string
  readonly scalars: readonly JsonScalar[] | undefined
  readonly conventions: ConventionsOf
}

function replaceSpans({ text, scalars, conventions }: GivenText, found: readonly PhiSpan[], deidentifier: Deidentifier): Replaced {
  const parts: string[] = []
  const spans: ChangedSpan[] = []
  const shifts: number[] = []
  let at = 0
  let length = 0
  for (const span of found) {
    const { action, text: replacement } = deidentifier.replace({
      category: span.category,
      text: readValue(text.slice(span.start, span.end)),
      ...conventions(span),
    })
    const place = action === 'keep' ? span : placeIn(scalars, span)
    const written = place.end <= at ? '' : place === span ? replacement : writeJsonScalar(replacement)
    const start = Math.max(at, place.start)
    parts.push(text.slice(at, start), written)
    length += start - at
    spans.push({ start: span.start, end: span.end, category: span.category, action, newStart: length, newEnd: length + written.length })
    length += written.length
    at = Math.max(at, place.end)
    shifts.push(at - length)
  }
  parts.push(text.slice(at))
  return { text: parts.join(''), spans, shifts }
}

/** Converts a finding in the result to its place in the given text. */
function inOriginal({ start, end, category }: Residual, spans: readonly ChangedSpan[], shifts: readonly number[]): PhiSpan {
  const shift = shifts[countLeading(spans.length, (i) => spans[i]!.newEnd <= start) - 1] ?? 0
  return { start: start + shift, end: end + shift, category, letter: letterOf(category), score: 0.4, rule: 'rescan' }
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
