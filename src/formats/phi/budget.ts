// The work that one document may cost: a layer that would exceed it makes the call fail, because a partly searched text must not pass.
import { ProblemError } from '../../core/problem.ts'

/** Beyond the one look of each layer at each token. */
const UNITS_PER_CHARACTER = 64
const BASE_UNITS = 1_000_000

export interface Budget {
  left: number
}

/** @param layers how many look at each token; a token may be a single character */
export function createBudget(characters: number, layers: number): Budget {
  return { left: BASE_UNITS + characters * (UNITS_PER_CHARACTER + layers) }
}

/** @throws ProblemError `resource_limit` */
export function spend(budget: Budget, units: number): void {
  budget.left -= units
  if (budget.left < 0) throw new ProblemError('The text takes more work than one call allows.', { code: 'resource_limit' })
}
