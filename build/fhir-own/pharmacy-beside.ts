// Rows beside the guide's own for orders of drugs: timing, units and texts, and what RXO has besides.
import { doseRows, noteRow, otherCodes, rateRows, V2_0203 } from './pharmacy-parts.ts'

const NO_DOSE = 'RXO-2 NOT VALUED AND RXE-3 NOT VALUED AND RXG-5 NOT VALUED'

const HAS_DOSE = '(RXO-2 VALUED OR RXE-3 VALUED OR RXG-5 VALUED)'

/** Timing, beside what the guide maps of it: by segment or data type. The dose of RXO, RXE or RXG is the dose; another quantity is told in words. */
export const TIMING_ROWS: Readonly<Record<string, string>> = {
  'TQ1[MedicationRequest]': `
    2 | IF ${NO_DOSE} | dosageInstruction.doseAndRate.doseQuantity | CQ[Quantity]
    2 | IF ${HAS_DOSE} AND (TQ1-2.2 VALUED OR TQ1-2.1 NOT EQUALS "1") | dosageInstruction.text | | | "Quantity each time: "+TQ1-2.1+" "+TQ1-2.2
    4 | IF TQ1-3.8 NOT VALUED | dosageInstruction.timing.repeat.timeOfDay`,
  'TQ[MedicationRequest]': `
    1 | IF ${NO_DOSE} | dosageInstruction.doseAndRate[1].doseQuantity | CQ[Quantity]
    1 | IF ${HAS_DOSE} AND TQ.1.2 VALUED | dosageInstruction.text | | | "Quantity each time: "+TQ.1.1+" "+TQ.1.2
    2 | IF TQ.2.2 VALUED | dosageInstruction.additionalInstruction[2].text | | | "At: "+TQ.2.2
    3 | IF TQ.4 NOT VALUED AND TQ.5 NOT VALUED | dosageInstruction.timing.repeat.boundsDuration | | | @duration
    3 | IF TQ.4 VALUED AND TQ.5 NOT VALUED | dosageInstruction.additionalInstruction[3].text | | | "Duration: "+TQ.3
    7 | | dosageInstruction.additionalInstruction[7].text`,
  // A text that stands where the code belongs.
  'CWE[string]': '1 | IF CWE.2 NOT VALUED AND CWE.9 NOT VALUED | $value',
  // A code without a system is a part of the unit's text.
  'CWE[Quantity]': '1 | IF CWE.2 VALUED AND CWE.3 NOT VALUED | code',
}

/** Beside what the guide maps of RXO. */
export const RXO_ROWS = `
  1 | IF RXO-18 VALUED | medicationReference(Medication.ingredient.itemCodeableConcept) | CWE[CodeableConcept]
  ${doseRows(2, 3, 4, 'dosageInstruction', 'RXO')}
  12 | | dispenseRequest.quantity | CWE[Quantity]
  19 | IF RXO-18 VALUED | medicationReference(Medication.ingredient.strength.numerator) | CWE[Quantity]
  ${otherCodes(24)}
  26 | IF RXO-18 AND RXO-25 VALUED | medicationReference(Medication.ingredient.strength.denominator) | CWE[Quantity]
  6 | | note[6].text | CWE[string]
  7 | | dosageInstruction.additionalInstruction | CWE[CodeableConcept]
  10 | IF RXO-1 NOT VALUED | medicationReference(Medication.code) | CWE[CodeableConcept]
  14 | IF ORC-12 VALUED AND RXO-14.1 VALUED | requester(PractitionerRole.practitioner(Practitioner.identifier[9].value)) | | | RXO-14.1
  14 | IF ORC-12 VALUED AND RXO-14.1 VALUED | requester(PractitionerRole.practitioner(Practitioner.identifier[9].type.coding.code)) | | | "DEA"
  14 | IF ORC-12 VALUED AND RXO-14.1 VALUED | requester(PractitionerRole.practitioner(Practitioner.identifier[9].type.coding.system)) | | | "${V2_0203}"
  ${rateRows(17, 21, 22, 'dosageInstruction.doseAndRate[1]', 'RXO')}
  20 | | reasonCode | CWE[CodeableConcept]
  ${noteRow(23, 23, 'Total daily dose', 'RXO-23.1+" "+RXO-23.2')}
  28 | | note[28].text | | | "Dispensing interval: "+RXO-28
  32 | | dispenseRequest.performer(Organization) | CWE[Organization]
  33 | | dispenseRequest.performer(Organization.address) | XAD[Address]`
