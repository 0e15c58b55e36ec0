// Patterns that a caller supplies, run by an engine that is linear in the text (RE2's), so that no pattern can hold up the server.
import { RE2JS } from 're2js'
import { ProblemError } from '../../../core/problem.ts'
import { spend } from '../budget.ts'
import { RANK } from '../candidate.ts'
import type { PhiCategory } from '../category.ts'
import type { LayerContext } from './layer.ts'

export interface CallerPattern {
  /** RE2 syntax: no look-around, no back-references. */
  readonly pattern: string
  readonly category: PhiCategory
  readonly ignoreCase?: boolean | undefined
}

export interface CompiledPattern {
  readonly regex: RE2JS
  readonly category: PhiCategory
}

/** @throws ProblemError `invalid_input` that points at the pattern; the engine's own message quotes it and stays here */
export function compilePatterns(patterns: readonly CallerPattern[]): CompiledPattern[] {
  return patterns.map(({ pattern, category, ignoreCase = false }, index) => {
    try {
      return { regex: RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0), category }
    } catch {
      throw new ProblemError('Invalid pattern.', {
        code: 'invalid_input',
        errors: [{ pointer: `/options/patterns/${index}/pattern`, code: 'invalid_format', detail: 'expected a pattern in RE2 syntax' }],
      })
    }
  })
}

export function findCallerPatterns({ tokens, budget, found }: LayerContext, patterns: readonly CompiledPattern[]): void {
  for (const { regex, category } of patterns) {
    const matcher = regex.matcher(tokens.text)
    while (matcher.find()) {
      spend(budget, 8)
      const start = matcher.start()
      const end = matcher.end()
      if (end > start) found.push({ start, end, category, score: 1, rule: 'pattern/caller', rank: RANK.known })
    }
  }
}
