// What the parts of the profile check share: the check as they see it, and one pass of it.
import type { JsonPath } from '../json/json-value.ts'
import type { NodeItem } from '../path/item.ts'
import type { Bindings } from '../validate/binding.ts'
import type { IssueCode } from '../validate/issue-codes.ts'
import type { Issue, IssueFacts, IssueList } from '../validate/issue-list.ts'
import type { Profiles } from './compile-profile.ts'
import type { Discriminators } from './discriminators.ts'
import type { CompiledProfile, ElementRule } from './element-rule.ts'
import type { ProfileNodes } from './profile-nodes.ts'
import type { GuidePackage } from './read-package.ts'

/** One pass over a value against a profile; a silent one only counts. */
export interface Run {
  readonly profile: CompiledProfile
  /** %resource of its rules: the resource that the profile is for, or that the value is in. */
  readonly resource: NodeItem
  readonly issues: IssueList
  readonly bindings: Bindings
  readonly isSilent: boolean
}

export interface ProfileCheck {
  readonly profiles: Profiles
  readonly nodes: ProfileNodes
  readonly discriminators: Discriminators
  /** Reports what a profile finds in a value; once for each value and profile. */
  check(node: NodeItem, profile: CompiledProfile): void
  /** Whether a value conforms; a cycle of profiles that demand each other holds where nothing else breaks it. */
  conforms(node: NodeItem, profile: CompiledProfile): boolean
  /** What keeps a value from conforming: some of the findings. */
  obstacles(node: NodeItem, profile: CompiledProfile): readonly Issue[]
  /** Undefined where the profile is not loaded or cannot be used. */
  conformsTo(node: NodeItem, canonical: string, from: GuidePackage | undefined): boolean | undefined
  /** Reports a canonical that nothing could be checked against, once for the document. */
  reportUnusable(run: Run, canonical: string, path: JsonPath, from: GuidePackage | undefined): void
  /** Reports a finding, unless the base validation or another profile has reported it. */
  add(run: Run, code: IssueCode, path: JsonPath, facts?: IssueFacts): void
  /** One value by the rules of its element, and what is below it. */
  element(rule: ElementRule, node: NodeItem, run: Run): void
}

/** Whether a value is of the type that a profile constrains. */
export function isOfType({ nodes }: ProfileCheck, { plan }: NodeItem, { structure }: CompiledProfile): boolean {
  return nodes.model.isA(plan.name, structure.type)
}

export function cardinalityOf({ id, min = 0, element, ...rule }: ElementRule): string {
  const { max = element?.list === false ? 1 : Number.POSITIVE_INFINITY } = rule
  return `${id}: ${min}..${max === Number.POSITIVE_INFINITY ? '*' : max}`
}
