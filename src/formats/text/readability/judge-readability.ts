// Whether a measured text meets a target, and how far its scores can be trusted.
import type { HardWord, LongSentence, Readability, ReadabilityCounts, ReadabilityScores } from './readability.ts'

/** The scores that are school grades. */
export const SCORE_NAMES = ['fleschKincaidGrade', 'smog', 'gunningFog', 'colemanLiau', 'automatedReadability'] as const
export const READABILITY_REASONS = ['grade-above-target', 'ease-below-target', 'no-words', 'not-english'] as const
export const READABILITY_WARNINGS = ['few-words', 'few-sentences', 'not-english'] as const

export interface ReadabilityTarget {
  readonly maxGrade: number
  readonly formula: (typeof SCORE_NAMES)[number]
  readonly minEase?: number | undefined
}

type Nullable<T> = { -readonly [K in keyof T]: T[K] | null }

interface JudgedReadability extends Nullable<ReadabilityScores> {
  pass: boolean
  reasons: (typeof READABILITY_REASONS)[number][]
  counts: ReadabilityCounts
  hardWords: HardWord[]
  longSentences: LongSentence[]
  language: string
  warnings: (typeof READABILITY_WARNINGS)[number][]
}

const NO_SCORES: Nullable<ReadabilityScores> = {
  fleschKincaidGrade: null,
  fleschReadingEase: null,
  smog: null,
  gunningFog: null,
  colemanLiau: null,
  automatedReadability: null,
}

export function judgeReadability(measured: Readability, target: ReadabilityTarget): JudgedReadability {
  const { counts, scores, hardWords, longSentences, language } = measured
  const isOther = language !== 'en' && language !== 'und'
  const reasons: JudgedReadability['reasons'] = []
  if (!scores) reasons.push('no-words')
  if (isOther) reasons.push('not-english')
  if (scores && scores[target.formula] > target.maxGrade) reasons.push('grade-above-target')
  if (scores && target.minEase !== undefined && scores.fleschReadingEase < target.minEase) reasons.push('ease-below-target')
  const warnings: JudgedReadability['warnings'] = []
  if (counts.words < 100) warnings.push('few-words')
  if (counts.sentences < 30) warnings.push('few-sentences')
  if (isOther) warnings.push('not-english')
  return { pass: reasons.length === 0, reasons, ...(scores ?? NO_SCORES), counts, hardWords, longSentences, language, warnings }
}
