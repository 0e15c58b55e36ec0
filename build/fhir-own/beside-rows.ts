// Rows beside the guide's own, and rows of messages, for what it leaves out of visits, observations, appointments, documents and staff.
import type { OwnCodes, OwnMap } from './own-map.ts'

const V2 = 'http://terminology.hl7.org/CodeSystem/v2-'
const V3_ROLE = 'http://terminology.hl7.org/CodeSystem/v3-RoleCode'

/** Rows by the map that they are added to. */
export const BESIDE_ROWS: Readonly<Record<string, string>> = {
  // MSH-23 names who is responsible for the receiving device, which stands at the facility of MSH-6.
  'MSH[MessageHeader]': '6 | IF MSH-23 VALUED AND MSH-5 VALUED | destination[1].target(Device.owner(Organization)) | HD[Organization]',
  'HD[Identifier]': '3 | IF HD.3 IN ("ISO", "UUID") | [2].system | | | "urn:ietf:rfc:3986"',
  'PV1[Encounter]': `
    18 | | type[18] | CWE[CodeableConcept]
    43 | | location[43].location(Location) | PL[Location]
    43 | | location[43].status | | | "completed"`,
  // Several given names, a degree and a second suffix are of one practitioner.
  'XCN[PractitionerRole]': `
    4 | IF XCN.3 VALUED | practitioner(Practitioner.name.given[2])
    7 | IF XCN.5 VALUED | practitioner(Practitioner.qualification.code) | IS[CodeableConcept] | DegreeLicenseCertificate
    21 | IF XCN.5 VALUED OR XCN.7 VALUED | practitioner(Practitioner.name.suffix[2])`,
  'OBX[Observation-Component]': `
    15 | | performer[3](Organization) | CWE[Organization]
    25 | IF OBX-23 VALUED OR OBX-24 VALUED | performer[25](PractitionerRole) | XCN[PractitionerRole]
    25 | IF OBX-23 VALUED OR OBX-24 VALUED | performer[25](PractitionerRole.code.coding.code) | | | "MDIR"
    25 | IF OBX-23 VALUED OR OBX-24 VALUED | performer[25](PractitionerRole.code.coding.system) | | | "${V2}0912"`,
  'OBX[DocumentReference]': `
    3 | | category | CWE[CodeableConcept]
    11 | IF TXA-17 NOT VALUED AND OBX-11 IN ("F", "C", "P", "R", "S", "W") | docStatus | | ObservationStatus[DocumentStatus]`,
  'ORC[ServiceRequest]': '15 | IF ORC-7 NOT VALUED AND TQ1 NOT VALUED | occurrenceDateTime',
  'TQ1[ServiceRequest]': '10 | | asNeededCodeableConcept.text',
  'TQ1[MedicationRequest]': '10 | | dosageInstruction.asNeededCodeableConcept.text',
  'SCH[Appointment]': `
    7 | IF CWE.3 NOT IN ("HL70276", "HL70277") | reasonCode[7] | CWE[CodeableConcept] | AppointmentReasonCodes
    8 | IF CWE.3 NOT EQUALS "HL70277" AND SCH-7.3 NOT EQUALS "HL70277" | appointmentType[1] | CWE[CodeableConcept] | AppointmentTypeCodes
    13 | | participant[1].actor(Practitioner.telecom) | XTN[ContactPoint]
    14 | | participant[1].actor(Practitioner.address) | XAD[Address]
    17 | | participant[2].actor(Practitioner.telecom) | XTN[ContactPoint]
    18 | | participant[2].actor(Practitioner.address) | XAD[Address]
    21 | | participant[3].actor(Practitioner.telecom) | XTN[ContactPoint]`,
  'AIG[Appointment]': '3 | | participant.actor(Device) | CWE[Device]',
  'AIL[Appointment]': '4 | | participant.type | CWE[CodeableConcept]',
  'ROL[Encounter-PractitionerRole]': `
    9 | | participant[1].individual(PractitionerRole.specialty) | CWE[CodeableConcept]
    10 | | participant[1].individual(PractitionerRole.organization(Organization.type)) | CWE[CodeableConcept] | ParticipantOrganizationUnitType`,
  // Whose record of the vaccination it is; NIP001 has 00 for the one who gave it.
  'RXA[Immunization]': `
    9 | | reportOrigin | CWE[CodeableConcept]
    9 | IF CWE.1 EQUALS "00" | primarySource | | | "true"
    9 | IF CWE.1 IN ("01", "02", "03", "04", "05", "06", "07", "08") AND CWE.3 EQUALS "NIP001" | primarySource | | | "false"`,
  'IN1[Coverage]': `
    2 | IF CWE.2 VALUED | class[2].value
    2 | IF CWE.2 VALUED | class[2].name | CWE[string]
    2 | IF CWE.2 VALUED | class[2].type.coding.code | | | "plan"
    2 | IF CWE.2 VALUED | class[2].type.coding.system | | | "http://terminology.hl7.org/CodeSystem/coverage-class"
    37 | | costToBeneficiary[37].valueMoney | CP[Money]
    37 | IF CP.2 VALUED | costToBeneficiary[37].type | ID[CodeableConcept]
    49 | | identifier[49] | CX[Identifier]`,
  'IN2[Coverage]': `
    10 | | identifier[10].value
    10 | | identifier[10].type.coding.code | | | "MI"
    10 | | identifier[10].type.coding.system | | | "${V2}0203"`,
}

export const BESIDE_MAPS: readonly OwnMap[] = [
  // A referral (HL7 v2 §11.6.1) is a request for care by somebody else.
  {
    name: 'RF1[ServiceRequest]',
    root: 'ServiceRequest',
    rows: `
      0 | | category[1].coding.code | | | "3457005"
      0 | | category[1].coding.system | | | "http://snomed.info/sct"
      0 | | category[1].coding.display | | | "Patient referral"
      0 | | intent | | | "order"
      1 | | status | | ReferralStatus[ServiceRequest.status]
      2 | | priority | CWE[code] | ReferralPriority[RequestPriority]
      3 | | category[3] | CWE[CodeableConcept]
      4 | | orderDetail[4] | CWE[CodeableConcept]
      5 | | category[5] | CWE[CodeableConcept]
      6 | | identifier[6] | EI[Identifier-Extension]
      7 | | authoredOn
      8 | IF RF1-7 VALUED | occurrencePeriod.end
      7 | IF RF1-8 VALUED | occurrencePeriod.start
      10 | | reasonCode[10] | CWE[CodeableConcept]
      11 | | identifier[11] | EI[Identifier-Extension]
      14 | | reasonCode[14].text
      24 | | note[24].text`,
  },
  // An observation that does not tell its time has that of its report (HL7 v2 §7.4.2.14).
  {
    name: 'OBR[Observation-Time]',
    root: 'Observation',
    rows: `
      7 | IF OBR-8 NOT VALUED | effectiveDateTime
      7 | IF OBR-8 VALUED | effectivePeriod.start
      8 | IF OBR-7 VALUED | effectivePeriod.end`,
  },
  { name: 'OBR[Observation-Issued]', root: 'Observation', rows: '22 | | issued' },
  { name: 'OBX[Observation-Time]', root: 'Observation', rows: '19 | | effectiveDateTime' },
  {
    name: 'NTE[Patient]',
    root: 'Patient',
    rows: `
      3 | | extension[3].url | | | "http://hl7.org/fhir/StructureDefinition/note"
      3 | | extension[3].valueAnnotation.text`,
  },
  { name: 'NTE[AllergyIntolerance]', root: 'AllergyIntolerance', rows: '3 | | note.text' },
  { name: 'NTE[Specimen]', root: 'Specimen', rows: '3 | | note.text' },
  {
    name: 'PID[RelatedPerson-Mother]',
    root: 'RelatedPerson',
    rows: `
      21 | | identifier | CX[Identifier]
      0 | | relationship.coding.code | | | "MTH"
      0 | | relationship.coding.system | | | "${V3_ROLE}"`,
  },
]

export const BESIDE_CODES: readonly OwnCodes[] = [
  {
    // Table 0283.
    name: 'ReferralStatus[ServiceRequest.status]',
    system: 'http://hl7.org/fhir/request-status',
    codes: ['A:active', 'P:draft', 'R:revoked', 'E:completed'],
  },
  {
    // Table 0280.
    name: 'ReferralPriority[RequestPriority]',
    system: 'http://hl7.org/fhir/request-priority',
    codes: ['S:stat', 'A:asap', 'R:routine'],
  },
  {
    // Table 0085, for the text of a document that does not tell its state otherwise.
    name: 'ObservationStatus[DocumentStatus]',
    system: 'http://hl7.org/fhir/composition-status',
    codes: ['F:final', 'C:amended', 'P R S:preliminary', 'W:entered-in-error'],
  },
]

/** Segment, groups, order, condition, label, path, map, links. */
export const BESIDE_MESSAGE_ROWS: readonly (readonly string[])[] = [
  ['DG1', '', '1', 'IF PV1 VALUED', 'Encounter[1]', '', 'DG1[Encounter]', 'Encounter[1].diagnosis.condition=Condition[1]'],
  ['RF1', '', '1', '', 'ServiceRequest[referral]', '', 'RF1[ServiceRequest]', 'ServiceRequest[referral].subject=Patient[1]'],
  ['NTE', '@PID', '1', '', 'Patient', '', 'NTE[Patient]', ''],
  ['NTE', '@AL1', '1', '', 'AllergyIntolerance', '', 'NTE[AllergyIntolerance]', ''],
  ['NTE', '@IAM', '1', '', 'AllergyIntolerance', '', 'NTE[AllergyIntolerance]', ''],
  ['NTE', '@DG1', '1', '', 'Condition', '', 'NTE[Condition]', ''],
  ['NTE', '@SPM', '1', '', 'Specimen', '', 'NTE[Specimen]', ''],
  ...['SCH', 'AIS', 'AIG', 'AIL', 'AIP'].map((segment) => [
    'NTE',
    `@${segment}`,
    '1',
    '',
    'Appointment',
    '',
    'NTE[Appointment-Comment]',
    '',
  ]),
  [
    'PRT',
    '',
    '1',
    'IF PRT-10 VALUED OR PRT-16 VALUED OR PRT-20 VALUED OR PRT-21 VALUED',
    'Device[participant]',
    '',
    'PRT[Device]',
    'Device[participant].patient=Patient[1]',
  ],
]

/** Rows that each message map has beside the one of a segment map, where it has none of them: condition, label, map, links. */
export const ROWS_WITH: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'PID[Patient]': [
    ['IF PID-18 VALUED', 'Account', 'PID[Account]', 'Account.subject=Patient[1]'],
    ['IF PID-21 VALUED', 'RelatedPerson[mother]', 'PID[RelatedPerson-Mother]', 'RelatedPerson[mother].patient=Patient[1]'],
  ],
}
