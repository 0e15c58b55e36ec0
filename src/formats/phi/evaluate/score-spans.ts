// Compares predicted spans with gold ones: what was missed, what was cut short, what was taken too much. Only letters and digits count:
// a comma more or less in a span is neither leak nor loss.
import { ProblemError } from '../../../core/problem.ts'
import { PHI_CATEGORIES, type PhiCategory } from '../category.ts'
import type { AnnotatedDocument, AnnotatedSpan } from './annotation.ts'
import { type Confidence, measureProportion, type Proportion } from './proportion.ts'

export interface Scores {
  readonly spans: number
  /** Gold spans of which something is covered. */
  readonly recallOverlap: Proportion
  /** Gold spans that are covered whole. */
  readonly recallFull: Proportion
  /** Letters and digits of gold spans that are covered. */
  readonly recallCharacters: Proportion
  /** Gold spans that a prediction of the same category touches. */
  readonly recallSameCategory: Proportion
}

export interface CategoryScores extends Scores {
  readonly category: PhiCategory | 'other'
}

export interface SpanPlace {
  /** Position of the document from 1. */
  readonly document: number
  readonly start: number
  readonly end: number
}

export interface Leak extends SpanPlace {
  readonly category: PhiCategory | 'other'
  /** Share of its letters and digits that is covered. */
  readonly covered: number
}

export interface Evaluation extends Scores {
  readonly documents: number
  /** Documents of which every gold span is covered whole. */
  readonly cleanDocuments: Proportion
  /** Predictions, those that touch each other taken together, that touch a gold span. */
  readonly precisionSpans: Proportion
  readonly precisionCharacters: Proportion
  /** Ranges that must stay and were touched. */
  readonly traps: Proportion
  readonly perCategory: CategoryScores[]
  readonly leakCount: number
  readonly leaks: Leak[]
  readonly falseAlarmCount: number
  readonly falseAlarms: SpanPlace[]
}

export interface DocumentPair {
  readonly gold: AnnotatedDocument
  readonly text: string
  readonly predicted: readonly AnnotatedSpan[]
}

interface Tally {
  spans: number
  overlap: number
  full: number
  characters: number
  covered: number
  sameCategory: number
}

const newTally = (): Tally => ({ spans: 0, overlap: 0, full: 0, characters: 0, covered: 0, sameCategory: 0 })

/** @throws ProblemError `resource_limit` where the spans lie over each other beyond all use */
export function scoreSpans(
  pairs: readonly DocumentPair[],
  { confidence, maxListed }: { confidence: Confidence; maxListed: number },
): Evaluation {
  checkWork(pairs)
  const total = newTally()
  const perCategory = new Map<PhiCategory | 'other', Tally>()
  const leaks: Leak[] = []
  const falseAlarms: SpanPlace[] = []
  const precision = { spans: 0, right: 0, characters: 0, rightCharacters: 0 }
  const traps = { all: 0, touched: 0 }
  let clean = 0
  for (const [i, { gold, text, predicted }] of pairs.entries()) {
    const leaksBefore = leaks.length
    const map = mapDocument(text, gold, predicted)
    for (const span of gold.spans) {
      let tally = perCategory.get(span.category)
      if (!tally) {
        tally = newTally()
        perCategory.set(span.category, tally)
      }
      const covered = tallySpan(span, map, [total, tally])
      if (covered < 1)
        leaks.push({ document: i + 1, start: span.start, end: span.end, category: span.category, covered: Math.round(covered * 1e6) / 1e6 })
    }
    if (leaks.length === leaksBefore) clean++
    tallyPrecision(predicted, map, precision, (start, end) => falseAlarms.push({ document: i + 1, start, end }))
    for (const [start, end] of gold.traps) {
      traps.all++
      if (some(start, end, (at) => map.isPredicted[at] === 1 && map.isGold[at] === 0)) traps.touched++
    }
  }
  const share = (hits: number, of: number) => measureProportion(hits, of, confidence)
  return {
    documents: pairs.length,
    cleanDocuments: share(clean, pairs.length),
    ...scoresOf(total, confidence),
    precisionSpans: share(precision.right, precision.spans),
    precisionCharacters: share(precision.rightCharacters, precision.characters),
    traps: share(traps.touched, traps.all),
    perCategory: [...perCategory.entries()]
      .map(([category, tally]) => ({ category, ...scoresOf(tally, confidence) }))
      .sort((a, b) => b.spans - a.spans),
    leakCount: leaks.length,
    leaks: leaks.slice(0, maxListed),
    falseAlarmCount: falseAlarms.length,
    falseAlarms: falseAlarms.slice(0, maxListed),
  }
}

function scoresOf({ spans, overlap, full, characters, covered, sameCategory }: Tally, confidence: Confidence): Scores {
  return {
    spans,
    recallOverlap: measureProportion(overlap, spans, confidence),
    recallFull: measureProportion(full, spans, confidence),
    recallCharacters: measureProportion(covered, characters, confidence),
    recallSameCategory: measureProportion(sameCategory, spans, confidence),
  }
}

/** One byte for each UTF-16 code unit. */
interface DocumentMap {
  readonly isWord: Uint8Array
  readonly isPredicted: Uint8Array
  readonly isGold: Uint8Array
  readonly isIgnored: Uint8Array
  /** One bit for each category that is predicted. */
  readonly categories: Uint32Array
}

function bitOf(category: PhiCategory | 'other'): number {
  return 1 << (category === 'other' ? PHI_CATEGORIES.length : PHI_CATEGORIES.indexOf(category))
}

/** Characters of all spans together: spans that lie over each other a thousand times are no annotation. */
const MAX_SPAN_CHARACTERS = 500_000_000

function checkWork(pairs: readonly DocumentPair[]): void {
  let work = 0
  for (const { gold, predicted } of pairs) {
    for (const { start, end } of [...gold.spans, ...predicted]) work += end - start
    for (const [start, end] of [...gold.ignore, ...gold.traps]) work += end - start
  }
  if (work > MAX_SPAN_CHARACTERS)
    throw new ProblemError(`The spans can cover at most ${MAX_SPAN_CHARACTERS} characters in total.`, {
      code: 'resource_limit',
      facts: { limit: MAX_SPAN_CHARACTERS },
    })
}

function mapDocument(text: string, gold: AnnotatedDocument, predicted: readonly AnnotatedSpan[]): DocumentMap {
  const mark = (ranges: Iterable<readonly [number, number]>) => {
    const bytes = new Uint8Array(text.length)
    for (const [start, end] of ranges) bytes.fill(1, start, end)
    return bytes
  }
  const rangesOf = (spans: readonly AnnotatedSpan[]) => spans.map(({ start, end }) => [start, end] as const)
  const categories = new Uint32Array(text.length)
  for (const { start, end, category } of predicted) for (let at = start; at < end; at++) categories[at]! |= bitOf(category)
  return {
    categories,
    isWord: markWords(text),
    isPredicted: mark(rangesOf(predicted)),
    isGold: mark(rangesOf(gold.spans)),
    isIgnored: mark(gold.ignore),
  }
}

function markWords(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (const { 0: run, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) bytes.fill(1, index, index + run.length)
  return bytes
}

/** @returns the share of the span's letters and digits that is covered; of all its characters where it has neither */
function tallySpan(span: AnnotatedSpan, map: DocumentMap, tallies: readonly Tally[]): number {
  const isCounted = some(span.start, span.end, (at) => map.isWord[at] === 1) ? map.isWord : undefined
  let characters = 0
  let covered = 0
  for (let at = span.start; at < span.end; at++) {
    if (isCounted && isCounted[at] === 0) continue
    characters++
    covered += map.isPredicted[at]!
  }
  const bit = bitOf(span.category)
  const isSame = some(span.start, span.end, (at) => (map.categories[at]! & bit) !== 0)
  for (const tally of tallies) {
    tally.spans++
    tally.characters += characters
    tally.covered += covered
    if (covered > 0) tally.overlap++
    if (covered === characters) tally.full++
    if (isSame) tally.sameCategory++
  }
  return covered / characters
}

interface PrecisionTally {
  spans: number
  right: number
  characters: number
  rightCharacters: number
}

/** Predictions that touch are one; one that lies mostly in an ignored range counts for nothing. */
function tallyPrecision(
  predicted: readonly AnnotatedSpan[],
  map: DocumentMap,
  tally: PrecisionTally,
  report: (start: number, end: number) => void,
): void {
  for (const [start, end] of mergeRanges(predicted)) {
    let words = 0
    let gold = 0
    let ignored = 0
    for (let at = start; at < end; at++) {
      if (map.isWord[at] === 0) continue
      words++
      gold += map.isGold[at]!
      ignored += map.isIgnored[at]!
      if (map.isIgnored[at] === 0 || map.isGold[at] === 1) {
        tally.characters++
        tally.rightCharacters += map.isGold[at]!
      }
    }
    if (words === 0 || (gold === 0 && ignored * 2 >= words)) continue
    tally.spans++
    if (gold > 0) tally.right++
    else report(start, end)
  }
}

function mergeRanges(spans: readonly AnnotatedSpan[]): [number, number][] {
  const merged: [number, number][] = []
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else merged.push([start, end])
  }
  return merged
}

function some(start: number, end: number, test: (at: number) => boolean): boolean {
  for (let at = start; at < end; at++) if (test(at)) return true
  return false
}
