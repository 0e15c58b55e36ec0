// Requests for appointments (ARQ), and organizations that take part without a person (PRT): the guide maps neither.
import type { OwnMap } from './own-map.ts'

const PROVENANCE_PARTICIPANT = 'http://terminology.hl7.org/CodeSystem/provenance-participant-type'

export const REQUEST_MAPS: readonly OwnMap[] = [
  // HL7 v2 §10.6.1, by the guide's map of SCH, which has most of the same fields.
  {
    name: 'ARQ[Appointment]',
    root: 'Appointment',
    rows: `
      1 | | identifier[1] | EI[Identifier-Extension]
      2 | | identifier[2] | EI[Identifier-Extension]
      6 | IF MSH-9.2 IN ("S04", "S05") | cancelationReason | CWE[CodeableConcept]
      7 | | reasonCode | CWE[CodeableConcept] | AppointmentReasonCodes
      8 | | appointmentType | CWE[CodeableConcept] | AppointmentTypeCodes
      9 | IF ARQ-10.1 IN ("MIN", "min", "M", "m", "minutes") | minutesDuration
      11 | | requestedPeriod | DR[Period]
      15 | | participant[1].actor(Practitioner) | XCN[Practitioner]
      16 | | participant[1].actor(Practitioner.telecom) | XTN[ContactPoint]
      17 | | participant[1].actor(Practitioner.address) | XAD[Address]
      19 | | participant[2].actor(Practitioner) | XCN[Practitioner]
      19 | | participant[2].type.coding.code | | | "enterer"
      19 | | participant[2].type.coding.system | | | "${PROVENANCE_PARTICIPANT}"
      20 | | participant[2].actor(Practitioner.telecom) | XTN[ContactPoint]`,
  },
  {
    name: 'ARQ[ServiceRequest]',
    root: 'ServiceRequest',
    rows: `
      0 | | status | | | "active"
      0 | | intent | | | "order"
      24 | | identifier[1] | EI[Identifier-Extension]
      25 | | identifier[2] | EI[Identifier-Extension]`,
  },
  {
    name: 'PRT[Organization]',
    root: 'Organization',
    rows: `
      7 | | type | CWE[CodeableConcept] | ParticipantOrganizationUnitType
      8 | | $this | XON[Organization]
      14 | | address | XAD[Address]
      15 | | telecom | XTN[ContactPoint]`,
  },
]

/** Segment, groups, order, condition, label, path, map, links. */
export const REQUEST_ROWS: readonly (readonly string[])[] = [
  ['ARQ', '', '1', '', 'Appointment[1]', '', 'ARQ[Appointment]', 'Appointment[1].participant.actor=Patient[1]'],
  [
    'ARQ',
    '',
    '2',
    'IF ARQ-24 VALUED OR ARQ-25 VALUED',
    'ServiceRequest[1]',
    '',
    'ARQ[ServiceRequest]',
    'Appointment[1].basedOn=ServiceRequest[1] ServiceRequest[1].subject=Patient[1]',
  ],
]

const ALONE = 'IF PRT-5 NOT VALUED AND PRT-8 VALUED'

/** Who performed: an organization without a person. */
export const ORGANIZATION_ROWS: readonly (readonly string[])[] = [
  ['PATIENT_RESULT/ORDER_OBSERVATION', 'DiagnosticReport[1]'],
  ['PATIENT_RESULT/ORDER_OBSERVATION/OBSERVATION', 'Observation[2]'],
].map(([groups = '', performed = '']) => [
  'PRT',
  groups,
  '20',
  ALONE,
  'Organization[participant]',
  '',
  'PRT[Organization]',
  `${performed}.performer=Organization[participant]`,
])
