// Observations of vital signs as their profile in R4 demands: category, units, and a reason for a missing value.
import { VITAL_SIGNS } from '../../../fhir/model/vital-signs.ts'
import type { FhirNode } from '../fhir-node.ts'
import { keepVitalUnits } from './vital-units.ts'

const LOINC = 'http://loinc.org'
const CATEGORY = 'http://terminology.hl7.org/CodeSystem/observation-category'
const VITAL = 'vital-signs'

/** By the LOINC codes of the table of R4's vital signs. */
export function keepVitalSign(node: FhirNode): void {
  const codings = node.first('code')?.list('coding') ?? []
  const codes = codings.filter((each) => textOf(each, 'system') === LOINC).map((each) => textOf(each, 'code'))
  const code = codes.find((each) => Object.hasOwn(VITAL_SIGNS, each))
  if (code === undefined) return
  keepVitalUnits(node, VITAL_SIGNS[code]!)
  keepReason(node)
  if ((node.list('category') ?? []).some(isVitalSigns)) return
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

/** vs-2: without a value, components and members there is a reason for it. */
function keepReason(node: FhirNode): void {
  const { children } = node
  const hasValue = children.some((child) => child.element!.choice === 'value' && !child.isEmpty())
  if (hasValue || ['component', 'hasMember', 'dataAbsentReason'].some((name) => node.has(name))) return
  const coding = node.child('dataAbsentReason', '')!.child('coding', 'vital')!
  for (const [name, value] of [
    ['system', 'http://terminology.hl7.org/CodeSystem/data-absent-reason'],
    ['code', 'unknown'],
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
