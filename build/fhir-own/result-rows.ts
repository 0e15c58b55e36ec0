// Reports of results in messages that the guide does not map (OUL^R21 to R24, ORU^R30 to R32, ORF^R04, and ORU without an event), by its map of ORU^R01.
import type { OwnMap } from './own-map.ts'

const OF_RESULTS = 'MSH-9.1 IN ("ORU", "OUL", "ORF", "OPU")'
const REPORT = 'DiagnosticReport[1]'
const V2_0203 = 'http://terminology.hl7.org/CodeSystem/v2-0203'

export const RESULT_MAPS: readonly OwnMap[] = [
  {
    // Begins a report with each OBR: ORC stands before it in some messages, and behind it in others. OBR-2 and OBR-3 are the numbers of ORC-2 and ORC-3.
    name: 'OBR[DiagnosticReport-Result]',
    root: 'DiagnosticReport',
    rows: `
      2 | IF ORC-2 VALUED | identifier[1] | EI[Identifier-Extension]
      2 | IF ORC-2 VALUED | identifier[1].type.coding.code | | | "PLAC"
      2 | IF ORC-2 VALUED | identifier[1].type.coding.system | | | "${V2_0203}"
      3 | IF ORC-3 VALUED | identifier[2] | EI[Identifier-Extension]
      3 | IF ORC-3 VALUED | identifier[2].type.coding.code | | | "FILL"
      3 | IF ORC-3 VALUED | identifier[2].type.coding.system | | | "${V2_0203}"`,
  },
  // These hold nothing of their own: the report is of the specimen, and the observation is a result of the report.
  { name: 'OBR[DiagnosticReport-Specimen]', root: 'DiagnosticReport', rows: '' },
  { name: 'OBX[Observation-Result]', root: 'Observation', rows: '' },
]

/** Segment, groups, order, condition, label, path, map, links. */
export const RESULT_MESSAGE_ROWS: readonly (readonly string[])[] = [
  [
    'OBR',
    '',
    '2',
    `IF ${OF_RESULTS}`,
    REPORT,
    '',
    'OBR[DiagnosticReport-Result]',
    `${REPORT}.subject=Patient[1] ${REPORT}.encounter=Encounter[1] ${REPORT}.basedOn=ServiceRequest[1] ${REPORT}.specimen=Specimen[1]`,
  ],
  ['OBR', '', '3', `IF ${OF_RESULTS}`, REPORT, '', 'OBR[DiagnosticReport]', ''],
  // Each order of a specimen is of it, not only the first one.
  [
    'OBR',
    '',
    '4',
    'IF MSH-9.2 EQUALS "R22" AND SPM VALUED',
    REPORT,
    '',
    'OBR[DiagnosticReport-Specimen]',
    `${REPORT}.specimen=Specimen ServiceRequest[1].specimen=Specimen`,
  ],
  ['OBX', '', '2', `IF OBR VALUED AND ${OF_RESULTS}`, 'Observation[2]', '', 'OBX[Observation-Result]', `${REPORT}.result=Observation[2]`],
]
