// What a profile says of an element, as a tree: elements below elements, and slices beside them.
import type { JsonValue } from '../json/json-value.ts'
import type { ElementPlan, TypePlan } from '../model/element-plan.ts'
import type { BindingRule, ConstraintRule, ElementControls, SlicingRule, StructureDefinition, TypedValue, TypeRule } from './definitions.ts'
import type { GuidePackage } from './read-package.ts'

/** Where a rule stands: the profile whose text it is. */
export interface RuleSource {
  /** Canonical, without a version. */
  readonly url: string
  readonly package: GuidePackage | undefined
}

export interface SourcedConstraint extends ConstraintRule {
  readonly source: RuleSource
}

/** What is undefined is as the base definition has it. */
export interface ElementRule {
  /** `Observation.component:systolic.value[x]`. */
  readonly id: string
  /** As FHIRPath calls it, without `[x]`; the name of the type for the root. */
  readonly name: string
  /** Of a slice; a slice within a slice has the whole name: `a/b`. */
  readonly sliceName: string | undefined
  /** Undefined for the root. */
  readonly element: ElementPlan | undefined
  /** The type of its values; undefined for a choice that is still open. */
  plan: TypePlan | undefined
  min: number | undefined
  max: number | undefined
  types: readonly TypeRule[] | undefined
  binding: (BindingRule & { readonly source: RuleSource }) | undefined
  maxValueSet: string | undefined
  readonly constraints: SourcedConstraint[]
  slicing: SlicingRule | undefined
  fixed: JsonValue | undefined
  pattern: JsonValue | undefined
  minValue: TypedValue | undefined
  maxValue: TypedValue | undefined
  maxLength: number | undefined
  modifier: boolean | undefined
  controls: ElementControls | undefined
  /** Id of the element whose rules hold here as well. */
  contentReference: string | undefined
  /** The package that canonicals of this rule are resolved from. */
  package: GuidePackage | undefined
  readonly children: Map<string, ElementRule>
  readonly slices: ElementRule[]
}

export interface CompiledProfile {
  /** Canonical, without a version. */
  readonly url: string
  readonly structure: StructureDefinition
  readonly package: GuidePackage | undefined
  readonly root: ElementRule
  /** By id. */
  readonly elements: ReadonlyMap<string, ElementRule>
  /** Ids that it or a base of it names, and that its type does not have. */
  readonly unknown: readonly { readonly url: string; readonly id: string }[]
}

export function newRule(
  id: string,
  name: string,
  { sliceName, element, plan }: { sliceName?: string; element?: ElementPlan | undefined; plan?: TypePlan | undefined },
): ElementRule {
  return {
    id,
    name,
    sliceName,
    element,
    plan,
    min: undefined,
    max: undefined,
    types: undefined,
    binding: undefined,
    maxValueSet: undefined,
    constraints: [],
    slicing: undefined,
    fixed: undefined,
    pattern: undefined,
    minValue: undefined,
    maxValue: undefined,
    maxLength: undefined,
    modifier: undefined,
    controls: undefined,
    contentReference: undefined,
    package: undefined,
    children: new Map(),
    slices: [],
  }
}
