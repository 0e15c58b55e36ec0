// The caller's rules for places of X12, checked against the segments: a misspelt place is refused, because a rule without effect would leave
// what it was meant to remove.
import { nearestName } from '../../../core/nearest-name.ts'
import { ProblemError, type ProblemItem } from '../../../core/problem.ts'
import type { PhiAction, PhiPolicy } from '../policy/policy-schema.ts'
import { type Objection, objectToAction } from '../policy/rule-actions.ts'
import { isKnownX12Segment, ruleOf, x12SegmentNames } from './segment-rules.ts'
import type { X12Part } from './x12-part.ts'

export interface X12Rule {
  /** `NM1`, `NM109`, `CLM05-1`. */
  readonly path: string
  /** NM101 or N101 of the name that the place belongs to. */
  readonly entity?: string | undefined
  /** The code before the place, or the first element of its segment. */
  readonly qualifier?: string | undefined
  readonly action: PhiAction
}

export type X12RuleFor = (part: X12Part) => PhiAction | undefined

/** @throws ProblemError `invalid_input` with a pointer for every rule that is for no place of X12 or contradicts another one or the policy */
export function compileX12Rules(rules: readonly X12Rule[], { policy, hasKey }: { policy: PhiPolicy; hasKey: boolean }): X12RuleFor {
  const findings: ProblemItem[] = []
  const seen = new Set<string>()
  for (const [i, { path, entity, qualifier, action }] of rules.entries()) {
    const target = [path, entity, qualifier].join('/')
    const objection = objectToPath(path) ?? objectToAction(action, { policy, hasKey, isRepeated: seen.has(target) })
    if (objection) findings.push({ pointer: `/options/rules/${i}`, ...objection })
    seen.add(target)
  }
  for (const [i, { path }] of (typeof policy === 'string' ? [] : policy.rules).entries()) {
    const objection = path === undefined ? undefined : objectToPath(path)
    if (objection) findings.push({ pointer: `/options/policy/rules/${i}/path`, ...objection })
  }
  if (findings.length > 0) throw new ProblemError('A rule cannot be applied.', { code: 'invalid_input', errors: findings })
  const sorted = [...rules].sort((a, b) => weightOf(b) - weightOf(a))
  return (part) => sorted.find((rule) => covers(rule, part))?.action
}

/** A longer path wins over a shorter one, then more conditions over fewer. */
function weightOf({ path, entity, qualifier }: X12Rule): number {
  return path.length * 4 + (entity === undefined ? 0 : 1) + (qualifier === undefined ? 0 : 1)
}

function covers({ path, entity, qualifier }: X12Rule, { place, owner, qualifier: before }: X12Part): boolean {
  const { id, elements } = owner.segment
  if (path !== place && path !== id && !(place.startsWith(path) && place[path.length] === '-' && path.length > id.length)) return false
  if (entity !== undefined && owner.entity !== entity) return false
  return qualifier === undefined || before === qualifier || elements[0] === qualifier
}

function objectToPath(path: string): Objection | undefined {
  const [, segment = '', element, component] = /^([A-Z][A-Z0-9]{1,2}?)(?:(\d{2})(?:-(\d{1,2}))?)?$/.exec(path) ?? []
  if (segment === '') return { code: 'unknown_path', detail: `expected a segment, element or component such as NM1, NM109 or CLM05-1` }
  if (!isKnownX12Segment(segment)) {
    const nearest = nearestName(segment, x12SegmentNames())
    return { code: 'unknown_path', detail: `the segment is not known${nearest === undefined ? '' : `; did you mean ${nearest}?`}` }
  }
  if (element === undefined || hasRule(segment, Number(element), component === undefined ? undefined : Number(component))) return undefined
  return { code: 'unknown_path', detail: 'the segment has no such element or component' }
}

const MOST_COMPONENTS = 15

function hasRule(segment: string, element: number, component: number | undefined): boolean {
  if (component !== undefined) return ruleOf(segment, element, component) !== undefined
  return Array.from({ length: MOST_COMPONENTS }, (_, i) => ruleOf(segment, element, i + 1)).some((rule) => rule !== undefined)
}
