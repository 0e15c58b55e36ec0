// Values that the guide, and the own maps for its gaps, had no element for: times, roles, risks, restrictions, accidents, disability and consent.
import type { OwnCodes, OwnMap } from './own-map.ts'

const V2 = 'http://terminology.hl7.org/CodeSystem/v2-'
const CORE = 'http://hl7.org/fhir/StructureDefinition/'

/** A value as text with its name, for elements that R4 does not have. */
function noted(segment: string, position: number, name: string, components = [1, 2]): string {
  const value = components.map((each) => `${segment}-${position}.${each}`).join('+" "+')
  return `${position} | | note[${position}].text | | | "${name}: "+${value}`
}

const ANALYSIS_TIME = `
    19 | IF OBX-14 VALUED OR OBR-7 VALUED | extension[19].url | | | "${CORE}observation-analysis-date-time"
    19 | IF OBX-14 VALUED OR OBR-7 VALUED | extension[19].valueDateTime`

const WITHOUT_TIME = 'IF SCH-11.4 NOT VALUED AND TQ1-7 NOT VALUED'

/** Rows by the map that they are added to. */
export const KEPT_ROWS: Readonly<Record<string, string>> = {
  'OBX[Observation]': ANALYSIS_TIME,
  'OBX[Observation-Component]': ANALYSIS_TIME,
  // These messages have no report or specimen of the order.
  'OBR[ServiceRequest]': `
    7 | IF MSH-9.1 IN ("ORM", "MDM") | note[7].text | | | "Observation time: "+OBR-7
    8 | IF MSH-9.1 IN ("ORM", "MDM") | note[8].text | | | "Observation end: "+OBR-8
    ${noted('OBR', 13, 'Relevant clinical information')}
    17 | | extension[17].url | | | "${CORE}servicerequest-order-callback-phone-number"
    17 | | extension[17].valueContactPoint | XTN[ContactPoint]
    ${noted('OBR', 18, 'Placer field 1')}
    ${noted('OBR', 19, 'Placer field 2')}
    ${noted('OBR', 20, 'Filler field 1')}
    ${noted('OBR', 21, 'Filler field 2')}`,
  'SPM[Specimen]': `
    ${noted('SPM', 5, 'Specimen type modifier')}
    ${noted('SPM', 9, 'Specimen source site modifier')}
    ${noted('SPM', 11, 'Role')}
    ${noted('SPM', 13, 'Grouped specimen count', [1])}
    ${noted('SPM', 15, 'Handling')}
    ${noted('SPM', 16, 'Risk')}
    ${noted('SPM', 19, 'Expires', [1])}
    21 | IF SPM-20 NOT VALUED | status | | | "unsatisfactory"
    ${noted('SPM', 21, 'Reject reason')}
    ${noted('SPM', 22, 'Quality')}
    ${noted('SPM', 23, 'Appropriateness')}
    25 | | container.specimenQuantity | CQ[Quantity]
    ${noted('SPM', 26, 'Number of containers', [1])}
    ${noted('SPM', 28, 'Container condition')}
    ${noted('SPM', 29, 'Specimen child role')}`,
  // The time of a resource is that of the appointment if nothing else says one.
  'AIS[Appointment]': `4 | ${WITHOUT_TIME} | start`,
  'AIG[Appointment]': `8 | ${WITHOUT_TIME} AND AIS-4 NOT VALUED | start`,
  'AIL[Appointment]': `6 | ${WITHOUT_TIME} AND AIS-4 NOT VALUED | start`,
  'AIP[Appointment]': `6 | ${WITHOUT_TIME} AND AIS-4 NOT VALUED | start`,
  'TXA[DocumentReference]': `
    4 | | context.period.start
    5 | | context.related[5](Practitioner) | XCN[Practitioner]
    14 | | context.related[14].identifier | EI[Identifier-Extension]
    15 | | context.related[15].identifier | EI[Identifier-Extension]`,
  'PV1[Encounter]': '39 | | serviceProvider(Organization) | CWE[Organization]',
  'PV2[Encounter]': '23 | IF PV1-39 NOT VALUED | serviceProvider(Organization) | XON[Organization]',
  'RXA[Immunization]': '11 | IF RXA-27 NOT VALUED | location[11](Location) | LA2[Location]',
  'PRB[Condition]': `
    7 | IF PRB-16 VALUED | extension[7].url | | | "${CORE}condition-assertedDate"
    7 | IF PRB-16 VALUED | extension[7].valueDateTime
    ${noted('PRB', 8, 'Anticipated resolution', [1])}
    26 | | severity | CWE[CodeableConcept]`,
}

export const KEPT_MAPS: readonly OwnMap[] = [
  {
    name: 'TQ1[Appointment]',
    root: 'Appointment',
    rows: `
      6 | IF TQ1-7 VALUED AND TQ1-8 NOT VALUED | end | | | @later TQ1-7 TQ1-6.1 TQ1-6.2
      7 | | start
      8 | | end
      11 | | patientInstruction`,
  },
  {
    // Where a vaccine was given, up to HL7 v2.6 (RXA-11): point of care, room, bed, facility and its address.
    name: 'LA2[Location]',
    root: 'Location',
    rows: `
      1 | | alias[1]
      2 | | alias[2]
      3 | | alias[3]
      4 | | identifier[4] | HD[Identifier]
      9 | | address.line
      11 | | address.city
      12 | | address.state
      13 | | address.postalCode
      14 | | address.country`,
  },
  {
    name: 'PID[Observation-Veteran]',
    root: 'Observation',
    rows: `
      0 | | status | | | "final"
      0 | | category.coding.code | | | "social-history"
      0 | | category.coding.system | | | "http://terminology.hl7.org/CodeSystem/observation-category"
      0 | | code.text | | | "Veterans military status"
      27 | | valueCodeableConcept | CWE[CodeableConcept]`,
  },
  {
    // HL7 v2 §3.4.8.
    name: 'DB1[Observation]',
    root: 'Observation',
    rows: `
      0 | | status | | | "final"
      0 | | code.text | | | "Disability"
      4 | | valueCodeableConcept.coding.code
      4 | | valueCodeableConcept.coding.system | | | "${V2}0136"
      5 | | effectivePeriod.start
      6 | | effectivePeriod.end
      ${noted('DB1', 7, 'Returned to work', [1])}
      ${noted('DB1', 8, 'Unable to work', [1])}`,
  },
  {
    // HL7 v2 §6.5.9.
    name: 'ACC[Observation]',
    root: 'Observation',
    rows: `
      0 | | status | | | "final"
      0 | | code.text | | | "Accident"
      1 | | effectiveDateTime
      2 | | valueCodeableConcept | CWE[CodeableConcept]
      ${noted('ACC', 3, 'Location', [1])}
      ${component(4, 'Auto accident state', 'valueCodeableConcept', 'CWE[CodeableConcept]')}
      ${component(5, 'Job related', 'valueString', '')}
      ${component(6, 'Death', 'valueString', '')}
      7 | | performer(Practitioner) | XCN[Practitioner]
      8 | | note[8].text
      ${noted('ACC', 9, 'Brought in by', [1])}
      ${component(10, 'Police notified', 'valueString', '')}
      ${noted('ACC', 11, 'Address', [1, 2, 3, 4, 5, 6])}
      ${noted('ACC', 12, 'Degree of patient liability', [1])}
      13 | | identifier | EI[Identifier-Extension]`,
  },
  {
    // HL7 v2 §9.9.1. A policy is required by R4 (ppc-1) and is the form that was signed.
    name: 'CON[Consent]',
    root: 'Consent',
    rows: `
      0 | | status | | | "active"
      0 | | scope.coding.code | | | "treatment"
      0 | | scope.coding.system | | | "http://terminology.hl7.org/CodeSystem/consentscope"
      0 | | policyRule.text | | | "Consent form"
      2 | | category | CWE[CodeableConcept]
      3 | | policyRule.text | | | CON-3.1+" "+CON-3.2
      4 | | identifier | EI[Identifier-Extension]
      11 | | status | | ConsentStatus[Consent.status]
      13 | | dateTime
      15 | | provision.period.start
      16 | | provision.period.end`,
  },
  { name: 'ARV[Patient]', root: 'Patient', rows: restriction() },
  { name: 'ARV[Encounter]', root: 'Encounter', rows: restriction() },
  { name: 'NTE[ChargeItem]', root: 'ChargeItem', rows: '3 | | note.text' },
  {
    name: 'SAC[Specimen]',
    root: 'Specimen',
    rows: `
      2 | IF SPM-30 NOT VALUED | accessionIdentifier | EI[Identifier-Extension]
      3 | | container.identifier | EI[Identifier-Extension]`,
  },
]

export const KEPT_CODES: readonly OwnCodes[] = [
  {
    // Table 0498.
    name: 'ConsentStatus[Consent.status]',
    system: 'http://hl7.org/fhir/consent-state-codes',
    codes: ['A L B:active', 'P:proposed', 'R:rejected', 'X:inactive'],
  },
]

/** Segment, groups, order, condition, label, path, map, links. */
export const KEPT_MESSAGE_ROWS: readonly (readonly string[])[] = [
  [
    'DB1',
    '',
    '1',
    'IF DB1-2 NOT VALUED OR DB1-2 EQUALS "PT"',
    'Observation[disability]',
    '',
    'DB1[Observation]',
    'Observation[disability].subject=Patient[1]',
  ],
  [
    'ACC',
    '',
    '1',
    '',
    'Observation[accident]',
    '',
    'ACC[Observation]',
    'Observation[accident].subject=Patient[1] Observation[accident].encounter=Encounter[1]',
  ],
  ['CON', '', '1', '', 'Consent[consent]', '', 'CON[Consent]', 'Consent[consent].patient=Patient[1]'],
  ...['PID', 'PD1'].map((before) => ['ARV', `@${before}`, '1', 'IF ARV-2.1 NOT EQUALS "D"', 'Patient', '', 'ARV[Patient]', '']),
  ...['PV1', 'PV2'].map((before) => ['ARV', `@${before}`, '1', 'IF ARV-2.1 NOT EQUALS "D"', 'Encounter', '', 'ARV[Encounter]', '']),
  ['TQ1', '@SCH', '1', '', 'Appointment', '', 'TQ1[Appointment]', ''],
  ['NTE', '@FT1', '1', '', 'ChargeItem', '', 'NTE[ChargeItem]', ''],
  ['NTE', '@TXA', '1', '', 'DocumentReference', '', 'NTE[DocumentReference]', ''],
  ['SAC', '', '1', '', 'Specimen', '', 'SAC[Specimen]', ''],
]

/** Rows that stand with the row of a segment map in each message map: condition, label, map, links. */
export const KEPT_ROWS_WITH: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'PID[Patient]': [['IF PID-27 VALUED', 'Observation[veteran]', 'PID[Observation-Veteran]', 'Observation[veteran].subject=Patient[1]']],
  // What kind of diagnosis it is for the visit, and its rank.
  'DG1[Condition]': [
    [
      'IF PV1 VALUED AND (DG1-6 VALUED OR DG1-15 VALUED)',
      'Encounter[1]',
      'DG1[Encounter]',
      'Encounter[1].diagnosis.condition=Condition[1]',
    ],
  ],
}

/** A part of an observation with its name. */
function component(position: number, name: string, element: string, map: string): string {
  return `${position} | | component[${position}].code.text | | | "${name}"
      ${position} | | component[${position}].${element} | ${map}`
}

/** What of a record is restricted, and why (HL7 v2.9 §3.4.14). */
function restriction(): string {
  return `
      3 | | meta.security[3] | CWE[Coding]
      4 | | meta.security[4] | CWE[Coding]`
}
