// What every layer gets and gives.
import type { Budget } from '../budget.ts'
import type { Candidate } from '../candidate.ts'
import type { PhiCategory } from '../category.ts'
import type { NamedWords } from '../search/named-words.ts'
import type { Tokens } from '../tokens.ts'
import type { LocaleRules } from '../words/locale-rules.ts'

export type PhiMode = 'balanced' | 'high-recall' | 'fail-closed'

export interface LayerContext {
  readonly tokens: Tokens
  readonly mode: PhiMode
  readonly locale: LocaleRules
  readonly budget: Budget
  readonly found: Candidate[]
  /** Where the text is one of several parts. */
  readonly named?: NamedWords | undefined
}

/** Adds the text from the first token to the last one. */
export function addTokens(
  { tokens, found }: LayerContext,
  first: number,
  last: number,
  category: PhiCategory,
  score: number,
  rule: string,
  rank: number,
): void {
  found.push({ start: tokens.start[first]!, end: tokens.end[last]!, category, score, rule, rank })
}
