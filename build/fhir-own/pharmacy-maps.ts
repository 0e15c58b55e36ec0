// Pharmacy (HL7 v2 §4A): the guide maps RXO alone, and in part. Orders become MedicationRequest, dispenses MedicationDispense, administrations MedicationAdministration.
import { groupRows } from './identifier-maps.ts'
import type { OwnMap } from './own-map.ts'
import { ENDING } from './pharmacy-codes.ts'
import { doseRows, noteRow, otherCodes, rateRows, strengthRows, V2_0203 } from './pharmacy-parts.ts'

const STATUS_OF_ORC = `
  1 | IF ORC-5 NOT VALUED OR ORC-1 IN ${ENDING} | status | | OrderControlCode[MedicationRequest.status]
  5 | IF ORC-1 NOT IN ${ENDING} | status | | OrderStatus[MedicationRequest.status]`

/** What ORC says of an order, whichever segment holds the drug. */
const REQUEST_OF_ORC = `
  ${STATUS_OF_ORC}
  1 | | extension[1].url | | | "http://hl7.org/fhir/StructureDefinition/businessEvent"
  1 | | extension[1].extension[1].url | | | "value"
  1 | | extension[1].extension[1].valueCodeableConcept.coding.code
  1 | | extension[1].extension[1].valueCodeableConcept.coding.system | | | "http://terminology.hl7.org/CodeSystem/v2-0119"
  3 | | identifier[2] | EI[Identifier-Extension]
  3 | | identifier[2].type.coding.code | | | "FILL"
  3 | | identifier[2].type.coding.system | | | "${V2_0203}"
  9 | IF ORC-1 IN ("NW", "SN", "RO", "RF") OR ORC-1 NOT VALUED | authoredOn
  9 | IF ORC-1 VALUED AND ORC-1 NOT IN ("NW", "SN", "RO", "RF") | extension[1].extension[2].url | | | "date"
  9 | IF ORC-1 VALUED AND ORC-1 NOT IN ("NW", "SN", "RO", "RF") | extension[1].extension[2].valueDateTime
  12 | | requester(PractitionerRole.practitioner(Practitioner)) | XCN[Practitioner]
  14 | | requester(PractitionerRole.telecom) | XTN[ContactPoint]
  16 | | statusReason | CWE[CodeableConcept]
  21 | | requester(PractitionerRole.organization(Organization)) | XON[Organization]
  22 | | requester(PractitionerRole.organization(Organization.address)) | XAD[Address]
  23 | | requester(PractitionerRole.organization(Organization.telecom)) | XTN[ContactPoint]
  24 | | requester(PractitionerRole.practitioner(Practitioner.address)) | XAD[Address]
  28 | | meta.security | CWE[Coding] | ConfidentialityCode
  29 | | category | CWE[CodeableConcept] | OrderType[MedicationRequest.category]`

const EVENT_OF_ORC = `
  2 | | identifier[1] | EI[Identifier-Extension]
  2 | | identifier[1].type.coding.code | | | "PLAC"
  2 | | identifier[1].type.coding.system | | | "${V2_0203}"
  3 | | identifier[2] | EI[Identifier-Extension]
  3 | | identifier[2].type.coding.code | | | "FILL"
  3 | | identifier[2].type.coding.system | | | "${V2_0203}"
  28 | | meta.security | CWE[Coding] | ConfidentialityCode`

export const PHARMACY_MAPS: readonly OwnMap[] = [
  {
    name: 'ORC[MedicationRequest]',
    root: 'MedicationRequest',
    rows: `
      0 | | intent | | | "order"
      2 | | identifier[1] | EI[Identifier-Extension]
      2 | | identifier[1].type.coding.code | | | "PLAC"
      2 | | identifier[1].type.coding.system | | | "${V2_0203}"
      ${groupRows('groupIdentifier', undefined)}
      7 | | $this | TQ[MedicationRequest]
      ${REQUEST_OF_ORC}`,
  },
  { name: 'ORC[MedicationRequest-Encoded]', root: 'MedicationRequest', rows: REQUEST_OF_ORC },
  { name: 'ORC[MedicationRequest-Status]', root: 'MedicationRequest', rows: STATUS_OF_ORC },
  {
    name: 'ORC[MedicationDispense]',
    root: 'MedicationDispense',
    rows: `
      1 | IF ORC-1 IN ${ENDING} OR (ORC-1 EQUALS "UF" AND ORC-5 NOT VALUED) | status | | OrderControlCode[MedicationDispense.status]
      5 | IF ORC-1 NOT IN ${ENDING} | status | | OrderStatus[MedicationDispense.status]
      ${EVENT_OF_ORC}
      2 | IF RXO NOT VALUED AND RXE NOT VALUED | authorizingPrescription.identifier | EI[Identifier-Extension]`,
  },
  {
    name: 'ORC[MedicationAdministration-Request]',
    root: 'MedicationAdministration',
    rows: '2 | IF RXO NOT VALUED AND RXE NOT VALUED | request.identifier | EI[Identifier-Extension]',
  },
  {
    name: 'RXE[MedicationRequest]',
    root: 'MedicationRequest',
    rows: `
      0 | IF RXO VALUED | intent | | | "filler-order"
      0 | IF RXO NOT VALUED | intent | | | "order"
      1 | | $this | TQ[MedicationRequest]
      2 | | medicationReference(Medication.code) | CWE[CodeableConcept]
      ${doseRows(3, 4, 5, 'dosageInstruction', 'RXE')}
      6 | | medicationReference(Medication.form) | CWE[CodeableConcept] | RequestedDosageForm
      7 | | dosageInstruction.additionalInstruction | CWE[CodeableConcept]
      9 | | substitution.allowedCodeableConcept.coding.code
      9 | | substitution.allowedCodeableConcept.coding.system | | | "http://terminology.hl7.org/CodeSystem/v2-0167"
      10 | | dispenseRequest.quantity.value
      11 | | dispenseRequest.quantity | CWE[Quantity]
      12 | | dispenseRequest.numberOfRepeatsAllowed
      13 | IF ORC-12 NOT VALUED | requester(PractitionerRole.practitioner(Practitioner)) | XCN[Practitioner]
      13 | IF ORC-12 VALUED AND RXE-13.1 VALUED | requester(PractitionerRole.practitioner(Practitioner.identifier[9].value)) | | | RXE-13.1
      13 | IF ORC-12 VALUED AND RXE-13.1 VALUED | requester(PractitionerRole.practitioner(Practitioner.identifier[9].type.coding.code)) | | | "DEA"
      13 | IF ORC-12 VALUED AND RXE-13.1 VALUED | requester(PractitionerRole.practitioner(Practitioner.identifier[9].type.coding.system)) | | | "${V2_0203}"
      15 | | identifier[3].value
      15 | | identifier[3].type.text | | | "Prescription number"
      ${noteRow(16, 16, 'Refills remaining', 'RXE-16')}
      ${noteRow(17, 17, 'Refills dispensed', 'RXE-17')}
      ${noteRow(18, 18, 'Most recent refill', 'RXE-18')}
      ${noteRow(19, 19, 'Total daily dose', 'RXE-19.1+" "+RXE-19.2')}
      21 | | note[21].text | CWE[string]
      ${rateRows(22, 23, 24, 'dosageInstruction.doseAndRate[1]', 'RXE')}
      ${strengthRows('RXE', 2, 25, 26, 33, 34)}
      ${otherCodes(31)}
      27 | | reasonCode | CWE[CodeableConcept]
      32 | | authoredOn
      39 | | dispenseRequest.initialFill.quantity.value
      40 | | dispenseRequest.performer(Organization) | CWE[Organization]
      41 | | dispenseRequest.performer(Organization.address) | XAD[Address]`,
  },
  {
    name: 'RXG[MedicationRequest]',
    root: 'MedicationRequest',
    rows: `
      0 | | intent | | | "instance-order"
      0 | | status | | | "active"
      3 | | $this | TQ[MedicationRequest]
      4 | | medicationReference(Medication.code) | CWE[CodeableConcept]
      ${doseRows(5, 6, 7, 'dosageInstruction', 'RXG')}
      8 | | medicationReference(Medication.form) | CWE[CodeableConcept] | RequestedDosageForm
      9 | | note[9].text | CWE[string]
      13 | | dosageInstruction.additionalInstruction | CWE[CodeableConcept]
      ${rateRows(14, 15, 16, 'dosageInstruction.doseAndRate[1]', 'RXG')}
      ${strengthRows('RXG', 4, 17, 18, 23, 24)}
      19 | | medicationReference(Medication.batch.lotNumber)
      20 | | medicationReference(Medication.batch.expirationDate)
      21 | | medicationReference(Medication.manufacturer(Organization)) | CWE[Organization]
      22 | | reasonCode | CWE[CodeableConcept]`,
  },
  {
    name: 'RXD[MedicationDispense]',
    root: 'MedicationDispense',
    rows: `
      0 | | status | | | "completed"
      ${noteRow(1, 1, 'Dispense number', 'RXD-1')}
      2 | | medicationReference(Medication.code) | CWE[CodeableConcept]
      3 | | whenHandedOver
      4 | | quantity.value
      5 | | quantity | CWE[Quantity]
      6 | | medicationReference(Medication.form) | CWE[CodeableConcept] | RequestedDosageForm
      7 | | identifier[3].value
      7 | | identifier[3].type.text | | | "Prescription number"
      ${noteRow(8, 8, 'Refills remaining', 'RXD-8')}
      9 | | note[9].text
      10 | | performer.actor(Practitioner) | XCN[Practitioner]
      11 | IF RXD-11 IN ("G", "T", "1", "2", "3", "4", "5", "7", "8") | substitution.wasSubstituted | | | "true"
      11 | IF RXD-11 IN ("N", "0") | substitution.wasSubstituted | | | "false"
      11 | | substitution.type.coding.code
      11 | | substitution.type.coding.system | | | "http://terminology.hl7.org/CodeSystem/v2-0167"
      ${noteRow(12, 12, 'Total daily dose', 'RXD-12.1+" "+RXD-12.2')}
      13 | | destination(Location) | PL[Location]
      15 | | note[15].text | CWE[string]
      ${strengthRows('RXD', 2, 16, 17, 28, 29)}
      ${otherCodes(25)}
      18 | | medicationReference(Medication.batch.lotNumber)
      19 | | medicationReference(Medication.batch.expirationDate)
      20 | | medicationReference(Medication.manufacturer(Organization)) | CWE[Organization]
      ${noteRow(21, 21, 'Indication', 'RXD-21.2')}
      33 | | type | CWE[CodeableConcept]`,
  },
  {
    name: 'RXA[MedicationAdministration]',
    root: 'MedicationAdministration',
    rows: `
      ${noteRow(2, 2, 'Administration number', 'RXA-2')}
      3 | IF RXA-4 NOT VALUED | effectiveDateTime
      3 | IF RXA-4 VALUED | effectivePeriod.start
      4 | | effectivePeriod.end
      5 | | medicationReference(Medication.code) | CWE[CodeableConcept]
      6 | | dosage.dose.value
      7 | IF RXA-6 VALUED | dosage.dose | CWE[Quantity]
      8 | | medicationReference(Medication.form) | CWE[CodeableConcept] | RequestedDosageForm
      9 | | note[9].text | CWE[string]
      10 | | performer.actor(Practitioner) | XCN[Practitioner]
      ${noteRow(12, 12, 'Administered per', 'RXA-12')}
      ${strengthRows('RXA', 5, 13, 14, 23, 24)}
      15 | | medicationReference(Medication.batch.lotNumber)
      16 | | medicationReference(Medication.batch.expirationDate)
      17 | | medicationReference(Medication.manufacturer(Organization)) | CWE[Organization]
      18 | | statusReason | CWE[CodeableConcept]
      19 | | reasonCode | CWE[CodeableConcept]
      20 | IF RXA-21 NOT EQUALS "D" | status | | CompletionStatus[MedicationAdministration.status]
      20 | IF NOT VALUED AND RXA-21 NOT EQUALS "D" | status | | | "completed"
      21 | IF RXA-21 EQUALS "D" | status | | | "entered-in-error"`,
  },
  {
    name: 'RXR[MedicationDispense]',
    root: 'MedicationDispense',
    rows: `
      1 | | dosageInstruction.route | CWE[CodeableConcept] | RouteOfAdministration
      2 | | dosageInstruction.site | CWE[CodeableConcept] | BodyParts
      4 | | dosageInstruction.method | CWE[CodeableConcept] | AdministrationMethod
      5 | | dosageInstruction.additionalInstruction | CWE[CodeableConcept] | RoutingInstruction`,
  },
  {
    name: 'RXR[MedicationAdministration]',
    root: 'MedicationAdministration',
    rows: `
      1 | | dosage.route | CWE[CodeableConcept] | RouteOfAdministration
      2 | | dosage.site | CWE[CodeableConcept] | BodyParts
      3 | | device(Device.type) | CWE[CodeableConcept]
      4 | | dosage.method | CWE[CodeableConcept] | AdministrationMethod`,
  },
  ...['MedicationRequest', 'MedicationDispense', 'MedicationAdministration'].map((root) => ({
    name: `RXC[${root}]`,
    root,
    rows: `
      1 | IF RXC-1 EQUALS "B" | medicationReference(Medication.ingredient[1].isActive) | | | "false"
      1 | IF RXC-1 EQUALS "A" | medicationReference(Medication.ingredient[1].isActive) | | | "true"
      2 | | medicationReference(Medication.ingredient[1].itemCodeableConcept) | CWE[CodeableConcept]
      3 | | medicationReference(Medication.ingredient[1].strength.numerator.value)
      4 | IF RXC-3 VALUED | medicationReference(Medication.ingredient[1].strength.numerator) | CWE[Quantity]
      ${noteRow(5, 5, 'Component strength', 'RXC-2.2+" "+RXC-5+" "+RXC-6.1')}
      8 | | medicationReference(Medication.ingredient[1].strength.denominator.value)
      9 | | medicationReference(Medication.ingredient[1].strength.denominator) | CWE[Quantity]`,
  })),
  {
    name: 'TQ1[MedicationDispense]',
    root: 'MedicationDispense',
    rows: `
      3 | | dosageInstruction.timing | RPT[Timing]
      7 | | dosageInstruction.timing.repeat.boundsPeriod.start
      8 | | dosageInstruction.timing.repeat.boundsPeriod.end
      10 | | dosageInstruction.additionalInstruction.text
      11 | | note.text
      14 | | dosageInstruction.timing.repeat.count`,
  },
  ...['MedicationRequest', 'MedicationDispense', 'MedicationAdministration'].map((root) => ({
    name: `NTE[${root}]`,
    root,
    rows: `
      3 | | note.text
      5 | | note.authorReference(Practitioner) | XCN[Practitioner]
      6 | | note.time`,
  })),
  {
    // How orders hang together: before, after or in a cycle with others (§4.5.5).
    name: 'TQ2[MedicationRequest]',
    root: 'MedicationRequest',
    rows: `
      2 | | note[2].text | | | "Sequence with related orders: "+TQ2-2
      3 | | note[3].text | | | "Related placer number: "+TQ2-3.1
      4 | | note[4].text | | | "Related filler number: "+TQ2-4.1
      6 | | note[6].text | | | "Sequence condition: "+TQ2-6
      7 | | note[7].text | | | "Cyclic group: "+TQ2-7
      8 | | note[8].text | | | "Repeats of the cycle: "+TQ2-8.1
      9 | | note[9].text | | | "Interval of the cycle: "+TQ2-9.1+" "+TQ2-9.2
      10 | | note[10].text | | | "Special service request relationship: "+TQ2-10`,
  },
]
