// Members of a resource in the order of the definition, the extensions of a primitive behind its value.
import { isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import type { FhirModel, TypePlan } from '../model/element-plan.ts'

/** A copy; members that the definition does not have come last, as they stood. */
export function orderMembers(resource: JsonObject, model: FhirModel): JsonObject {
  const plan = typeof resource.resourceType === 'string' ? model.resource(resource.resourceType) : undefined
  return plan ? orderObject(resource, plan, model) : resource
}

function orderObject(value: JsonObject, plan: TypePlan, model: FhirModel): JsonObject {
  const rows = Object.keys(value).map((name) => {
    const isExtra = name.startsWith('_')
    const property = plan.properties.get(isExtra ? name.slice(1) : name)
    const rank = name === 'resourceType' ? -1 : property ? 2 * property.element.order + (isExtra ? 1 : 0) : Number.POSITIVE_INFINITY
    const type = property && (isExtra ? model.type('Element') : property.type.plan)
    return { name, rank, type }
  })
  // Names that no definition has are equal: infinity less infinity is no number.
  rows.sort((a, b) => (a.rank === b.rank ? 0 : a.rank - b.rank))
  return Object.fromEntries(rows.map(({ name, type }) => [name, type ? orderValue(value[name]!, type, model) : value[name]!]))
}

function orderValue(value: JsonValue, type: TypePlan, model: FhirModel): JsonValue {
  if (Array.isArray(value)) return value.map((each) => orderValue(each, type, model))
  if (!isObject(value)) return value
  return type.kind === 'resource' ? orderMembers(value, model) : orderObject(value, type, model)
}
