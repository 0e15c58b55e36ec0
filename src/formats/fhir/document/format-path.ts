// The path of a value in a resource, as FHIRPath.
import { isObject, type JsonObject, type JsonPath } from '../json/json-value.ts'
import type { FhirModel } from '../model/element-plan.ts'
import { TEXT_STEP } from '../xml/element-path.ts'

/**
 * The path of a value as FHIRPath; a member that the definition does not have is `?`, for its name is of the input.
 * @param value the resource
 */
export function formatPath(model: FhirModel, value: JsonObject, path: JsonPath): string {
  const type = typeof value.resourceType === 'string' ? value.resourceType : ''
  let plan = model.resource(type)
  let at: unknown = value
  let text = plan?.name ?? 'Resource'
  for (const step of path) {
    at = typeof at === 'object' && at !== null ? (at as Record<string | number, unknown>)[step] : undefined
    if (typeof step === 'number') {
      text += `[${step}]`
      plan = resourcePlan(model, at) ?? plan
      continue
    }
    const property = plan?.properties.get(step.startsWith('_') ? step.slice(1) : step)
    if (!property) return step === 'resourceType' || step === TEXT_STEP ? text : `${text}.?`
    text += `.${property.element.name}`
    plan = property.type.plan
    if (plan.kind === 'resource') plan = resourcePlan(model, at) ?? plan
  }
  return text
}

function resourcePlan(model: FhirModel, value: unknown) {
  const known = value as JsonObject | undefined
  return isObject(known) && typeof known.resourceType === 'string' ? model.resource(known.resourceType) : undefined
}
