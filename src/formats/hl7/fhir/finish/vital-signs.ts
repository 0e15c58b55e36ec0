// Observations of vital signs have the category that their profile in R4 demands, whatever the message says of its department.
import { VITAL_SIGNS } from '../../../fhir/model/vital-signs.ts'
import type { FhirNode } from '../fhir-node.ts'

const LOINC = 'http://loinc.org'
const CATEGORY = 'http://terminology.hl7.org/CodeSystem/observation-category'
const VITAL = 'vital-signs'

/** By the LOINC codes of the table of R4's vital signs. */
export function keepVitalSign(node: FhirNode): void {
  const codings = node.first('code')?.list('coding') ?? []
  const isVital = codings.some((each) => textOf(each, 'system') === LOINC && Object.hasOwn(VITAL_SIGNS, textOf(each, 'code')))
  if (!isVital || (node.list('category') ?? []).some(isVitalSigns)) return
  const coding = node.child('category', VITAL)!.child('coding', '')!
  for (const [name, value] of [
    ['system', CATEGORY],
    ['code', VITAL],
  ] as const) {
    const part = coding.child(name, '')!
    part.value = value
    part.isOwn = true
  }
}

function isVitalSigns(category: FhirNode): boolean {
  return (category.list('coding') ?? []).some((each) => textOf(each, 'system') === CATEGORY && textOf(each, 'code') === VITAL)
}

function textOf(coding: FhirNode, name: string): string {
  return String(coding.first(name)?.value ?? '')
}
