// Rows that maps of several pharmacy segments have in common: dose, rate, strength, other codes and notes.

export const V2_0203 = 'http://terminology.hl7.org/CodeSystem/v2-0203'

/** A dose of so much, or from so much to so much, in its units. */
export function doseRows(least: number, most: number, units: number, at: string, segment: string): string {
  return `
  ${least} | IF ${segment}-${most} NOT VALUED | ${at}.doseAndRate[1].doseQuantity.value
  ${least} | IF ${segment}-${most} VALUED | ${at}.doseAndRate[1].doseRange.low.value
  ${most} | | ${at}.doseAndRate[1].doseRange.high.value
  ${units} | IF ${segment}-${least} VALUED AND ${segment}-${most} NOT VALUED | ${at}.doseAndRate[1].doseQuantity | CWE[Quantity]
  ${units} | IF ${segment}-${least} AND ${segment}-${most} VALUED | ${at}.doseAndRate[1].doseRange.low | CWE[Quantity]
  ${units} | IF ${segment}-${most} VALUED | ${at}.doseAndRate[1].doseRange.high | CWE[Quantity]`
}

/** A rate: the amount, and its units with the unit of time where that is told apart: they may hold it themselves, as `ml/hr`. */
export function rateRows(per: number, amount: number, units: number, at: string, segment: string): string {
  return `
  ${amount} | | ${at}.rateQuantity.value
  ${units} | IF ${segment}-${per} NOT VALUED OR ${segment}-${units}.1 CONTAINS "/" | ${at}.rateQuantity | CWE[Quantity]
  ${units} | IF ${segment}-${per} VALUED AND ${segment}-${units}.1 NOT CONTAINS "/" | ${at}.rateQuantity.unit | | | ${segment}-${units}.1+"/"+${segment}-${per}`
}

/** The strength of a drug (of the field drug): so much in a unit of it, or in a volume; the drug is the ingredient then. */
export function strengthRows(segment: string, drug: number, strength: number, units: number, volume: number, volumeUnits: number): string {
  const at = 'medicationReference(Medication.ingredient[1]'
  return `
  ${drug} | IF ${segment}-${strength} VALUED | ${at}.itemCodeableConcept) | CWE[CodeableConcept]
  ${strength} | | ${at}.strength.numerator.value)
  ${units} | IF ${segment}-${strength} VALUED | ${at}.strength.numerator) | CWE[Quantity]
  ${volume} | IF ${segment}-${strength} VALUED | ${at}.strength.denominator.value)
  ${volumeUnits} | IF ${segment}-${strength} AND ${segment}-${volume} VALUED | ${at}.strength.denominator) | CWE[Quantity]`
}

/** Other codes of the drug. */
export function otherCodes(position: number): string {
  return `
  ${position} | | medicationReference(Medication.code.coding[${position}]) | CWE[Coding]`
}

/** What R4 has no element for stands in a note, with its name in front. */
export function noteRow(position: number, label: number, name: string, value: string): string {
  return `
  ${position} | | note[${label}].text | | | "${name}: "+${value}`
}
