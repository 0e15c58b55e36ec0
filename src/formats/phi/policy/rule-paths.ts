// Rules of a policy that name a path, held against the places that a document has: a rule for no place would do nothing without a word.
import { ProblemError } from '../../../core/problem.ts'
import { covers } from './compile-policy.ts'
import type { PhiPolicy } from './policy-schema.ts'

/**
 * @param places in the notation of the format; none for a format without places
 * @param detail what to do about a rule that is for none of them
 * @throws ProblemError `invalid_input` with a pointer for every rule whose path is no place and holds none
 */
export function checkRulePaths(policy: PhiPolicy, places: readonly string[], detail: string): void {
  const rules = typeof policy === 'string' ? [] : policy.rules
  const errors = rules.flatMap(({ path }, i) => {
    if (path === undefined || places.some((place) => covers(path, place))) return []
    return [{ pointer: `/options/policy/rules/${i}/path`, code: 'unknown_path', detail }]
  })
  if (errors.length > 0) throw new ProblemError('A rule does not match any path of the document.', { code: 'invalid_input', errors })
}
