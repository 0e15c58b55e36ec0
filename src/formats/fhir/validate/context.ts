// What the parts of the validator share while one resource is walked.
import type { JsonObject, JsonPath, JsonValue } from '../json/json-value.ts'
import type { ElementPlan, FhirModel, TypePlan } from '../model/element-plan.ts'
import type { IssueList } from './issue-list.ts'

/** A resource within the document: the one that is validated, a contained one, an entry of a Bundle. */
export interface ResourceNode {
  readonly value: JsonObject
  readonly plan: TypePlan
  readonly path: JsonPath
  /** The resource that it stands in; undefined for the one that is validated. */
  readonly parent: ResourceNode | undefined
  /** It stands in `contained`. */
  readonly contained: boolean
}

/** A reference met on the way. */
export interface ReferenceNode {
  readonly value: JsonObject
  readonly path: JsonPath
  readonly resource: ResourceNode
  /** Types that the element admits; empty for any. */
  readonly targets: readonly string[]
}

/** One value of an element, while it is visited. */
export interface Visit {
  readonly value: JsonValue
  /** Shared and changing: copy it to keep it. */
  readonly path: JsonPath
  readonly plan: TypePlan
  /** The element that the value is of; undefined for a resource. */
  readonly element: ElementPlan | undefined
  /** The type that has the element. */
  readonly owner: TypePlan | undefined
  readonly resource: ResourceNode
}

export interface Context {
  readonly model: FhirModel
  readonly issues: IssueList
  readonly resources: ResourceNode[]
  readonly references: ReferenceNode[]
  /** Codes that were not checked, by system. */
  readonly unchecked: Map<string, number>
  /** Codes that were checked. */
  checkedCodes: number
}
