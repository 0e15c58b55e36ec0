// What is decided of each part of a segment: what it is, why, and what a rule of the caller does with it.
import { ProblemError } from '../../../core/problem.ts'
import { PHI_CATEGORIES, type PhiCategory } from '../category.ts'
import type { FieldValue } from '../hl7/known-of-message.ts'
import type { PhiMode } from '../layers/layer.ts'
import type { Deidentifier } from '../policy/deidentifier.ts'
import type { PhiAction } from '../policy/policy-schema.ts'
import { judgePart } from './judge-part.ts'
import type { PlacedSegment } from './section-segments.ts'
import type { X12Part } from './x12-part.ts'
import type { X12Reason } from './x12-reasons.ts'
import type { X12RuleFor } from './x12-rules.ts'

export interface PartWork {
  readonly part: X12Part
  /** What it is; undefined for what may stay or is searched. */
  category: PhiCategory | undefined
  reason: X12Reason
  /** By a rule of the caller; undefined for that of the policy. */
  action: PhiAction | undefined
  isScanned: boolean
  /** True where a rule is for the place, so that nothing else decides of it. */
  isRuled: boolean
}

export interface JudgeSettings {
  readonly deidentifier: Deidentifier
  readonly mode: PhiMode
  readonly ruleFor: X12RuleFor
  readonly unknown: 'block' | 'keep'
}

export function judgeWork(part: X12Part, { deidentifier, mode, ruleFor, unknown }: JudgeSettings): PartWork {
  const work: PartWork = { part, category: undefined, reason: 'form', action: undefined, isScanned: false, isRuled: false }
  const action = ruleFor(part)
  if (action !== undefined || deidentifier.hasRuleFor(policyPath(part, deidentifier))) {
    const { is } = judgePart(part, mode)
    return { ...work, category: isCategory(is) ? is : 'other-id', reason: 'rule', action, isRuled: true }
  }
  if (part.blocked === undefined || unknown === 'keep') refuseLong(part)
  if (part.blocked !== undefined && part.blocked !== 'unknown_transaction' && unknown === 'keep') return judgeAsText(work, mode)
  if (part.blocked !== undefined && unknown === 'block') return { ...work, category: 'other-id', reason: part.blocked, action: 'remove' }
  const { is, reason } = judgePart(part, mode)
  if (reason === 'binary') return { ...work, category: 'other-id', reason, action: 'remove' }
  if (is === 'scan') return { ...work, isScanned: true, reason }
  return isCategory(is) ? { ...work, category: is, reason } : work
}

/** Texts of X12 have at most 264 characters; only binary data is long. */
const LONGEST_TEXT = 100_000

function refuseLong({ rule, text, start, place }: X12Part): void {
  if (text.length <= LONGEST_TEXT || rule.treatment === 'binary') return
  throw new ProblemError(`Element ${place} has more than ${LONGEST_TEXT} characters. Remove it, or divide it into several segments.`, {
    code: 'resource_limit',
    at: { byteOffset: start },
    facts: { limit: LONGEST_TEXT },
  })
}

/** Shorter texts are codes, not identifiers of a person. */
const LEAST_NUMBER = 4

/** True for a part that is replaced or searched, and for a text long enough to be an identifier that another place has. */
export function mayChange({ part, category, isScanned }: PartWork): boolean {
  if (category !== undefined || isScanned) return true
  const { treatment } = part.rule
  return treatment !== 'time' && treatment !== 'guide' && part.text.trim().length >= LEAST_NUMBER
}

/** What no rule is for, as text: the caller wants it. */
function judgeAsText(work: PartWork, mode: PhiMode): PartWork {
  const part: X12Part = { ...work.part, rule: { treatment: 'text', max: work.part.rule.max } }
  const { is } = judgePart(part, mode)
  if (isCategory(is)) return { ...work, category: is, reason: 'text' }
  return { ...work, isScanned: is === 'scan', reason: 'text' }
}

const CATEGORIES: ReadonlySet<string> = new Set(PHI_CATEGORIES)

function isCategory(is: string): is is PhiCategory {
  return CATEGORIES.has(is)
}

/** The path by which a policy's rules know the part: its own, else its segment. */
export function policyPath({ place, owner }: X12Part, deidentifier: Deidentifier): string {
  const { id } = owner.segment
  return !deidentifier.hasRuleFor(place) && deidentifier.hasRuleFor(id) ? id : place
}

/** What the works say of persons; what the policy keeps is nothing that must go. */
export function fieldValues(works: Iterable<PartWork>, deidentifier: Deidentifier): FieldValue[] {
  const values: FieldValue[] = []
  let owner: PlacedSegment | undefined
  let repetition = -1
  for (const { part, category, reason, action } of works) {
    if (category === undefined || part.blocked !== undefined || reason === 'binary') continue
    if ((action ?? deidentifier.actionFor(category, policyPath(part, deidentifier))) === 'keep') continue
    if (part.owner !== owner) repetition++
    owner = part.owner
    values.push({ category, text: part.text, repetition })
  }
  return values
}
