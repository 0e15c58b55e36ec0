// A year alone where the profiles of an observation want a day.
import { isObject, type JsonObject, type JsonValue } from '../../fhir/json/json-value.ts'
import { VITAL_SIGNS } from '../../fhir/model/vital-signs.ts'
import type { FhirLeaf } from './fhir-leaf.ts'
import { GONE } from './prune.ts'

/**
 * The time of a vital sign, and of an observation of US Core, is precise to the day if it is a dateTime (vs-1, us-core-1). A period within the year
 * says the same and is valid.
 * @returns whether the year was written
 */
export function writeYearAsPeriod({ definition, type, holder, name }: FhirLeaf, year: string): boolean {
  if (definition !== 'Observation.effective[x]' || type !== 'dateTime' || !/^\d{4}$/.test(year) || !wantsDay(holder)) return false
  holder[name] = GONE
  delete holder[`_${name}`]
  holder.effectivePeriod = { start: year, end: year }
  return true
}

function wantsDay({ code, category, meta }: JsonObject): boolean {
  const categories = Array.isArray(category) ? category : []
  if (codesOf(code).some((each) => Object.hasOwn(VITAL_SIGNS, each))) return true
  if (categories.some((each) => codesOf(each).includes('vital-signs'))) return true
  return isObject(meta) && Array.isArray(meta.profile) && meta.profile.length > 0
}

function codesOf(concept: JsonValue | undefined): string[] {
  const codings = isObject(concept) && Array.isArray(concept.coding) ? concept.coding : []
  return codings.flatMap((coding) => (isObject(coding) && typeof coding.code === 'string' ? [coding.code] : []))
}
