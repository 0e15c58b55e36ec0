// What speaks against the action of a caller's rule for a place, in every format alike.
import type { ProblemItem } from '../../../core/problem.ts'
import type { PhiAction, PhiPolicy } from './policy-schema.ts'

export type Objection = Omit<ProblemItem, 'pointer'>

export interface RuleBounds {
  readonly policy: PhiPolicy
  readonly hasKey: boolean
  /** True where another rule is for the same place. */
  readonly isRepeated: boolean
}

const KEYED: readonly PhiAction[] = ['hash', 'surrogate', 'date-shift']

export function objectToAction(action: PhiAction, { policy, hasKey, isRepeated }: RuleBounds): Objection | undefined {
  const isSafeHarbor = (typeof policy === 'string' ? policy : policy.default) === 'safe-harbor'
  if (isRepeated) return { code: 'contradiction', detail: 'another rule is for the same place' }
  if (isSafeHarbor && KEYED.includes(action))
    return { code: 'contradiction', detail: `safe-harbor allows no value made from the original (45 CFR 164.514(c)): ${action}` }
  if (isSafeHarbor && action === 'keep') return { code: 'contradiction', detail: 'safe-harbor keeps nothing unread' }
  if (KEYED.includes(action) && !hasKey) return { code: 'missing', detail: `${action} needs a key` }
  return undefined
}
