// The refusal of a document that holds too much for its index.
import { ProblemError } from '../../../core/problem.ts'

export function tooLarge(what: 'fields' | 'lines' | 'headers' | 'characters', limit: number): ProblemError {
  return new ProblemError(`The document has more than ${limit} ${what}.`, { code: 'resource_limit', facts: { limit } })
}
