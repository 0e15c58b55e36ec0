// Whether what is handed back is a resource by the definitions.
import type { JsonObject } from '../../fhir/json/json-value.ts'
import type { FhirModel } from '../../fhir/model/element-plan.ts'
import { RULES } from '../../fhir/validate/issue-codes.ts'
import type { RuleLevels } from '../../fhir/validate/issue-list.ts'
import { validateResource } from '../../fhir/validate/validate-resource.ts'

const LEVELS = Object.fromEntries(RULES.map((rule) => [rule, rule === 'bestPractice' ? 'off' : 'error'])) as RuleLevels

/** @returns whether the validator finds no error */
export function isValidResource(value: JsonObject, model: FhirModel): boolean {
  return validateResource(value, model, LEVELS, 1).counts.error === 0
}
