// Findings of rules that the network may take back: what has the form of a day, a ward or a code, and is a score, a dose or a day after an operation.
import type { Candidate } from '../candidate.ts'
import { firstAt } from '../token-tests.ts'
import { KIND, type Tokens } from '../tokens.ts'

/** Logarithm of the odds below which the network is sure that what a rule found identifies nobody. */
const SURELY_SAFE: ReadonlyMap<string, number> = new Map([
  ['date/month-day', -3.7],
  ['date/record-day', -3.7],
  ['place/ward', -3.7],
  ['labelled-id/short', -3.4],
])
/** In characters: ` and `. */
const LONGEST_JOINT = 5

/** Takes findings out of the list. @param odds of each token, as the network gave them */
export function dropDoubted(tokens: Tokens, odds: Float32Array, found: Candidate[]): void {
  let kept = 0
  for (const candidate of found) {
    const least = SURELY_SAFE.get(candidate.rule)
    const isListed = kept > 0 && isBeside(found[kept - 1]!, candidate)
    if (least !== undefined && !isListed && isBelow(tokens, odds, candidate, least)) continue
    found[kept++] = candidate
  }
  found.length = kept
}

/** Of a list of days: 1/6, 2/19 and 5/2. */
function isBeside(before: Candidate, { category, start }: Candidate): boolean {
  return before.category === category && start - before.end > 0 && start - before.end <= LONGEST_JOINT
}

function isBelow(tokens: Tokens, odds: Float32Array, { start, end }: Candidate, least: number): boolean {
  for (let i = firstAt(tokens, start); i < tokens.count && tokens.start[i]! < end; i++)
    if (tokens.kind[i] !== KIND.sign && odds[i]! > least) return false
  return true
}
