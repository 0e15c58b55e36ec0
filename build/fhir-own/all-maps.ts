// All maps, rows and code maps that the guide does not have.
import { BESIDE_CODES, BESIDE_MAPS, BESIDE_MESSAGE_ROWS, BESIDE_ROWS, ROWS_WITH } from './beside-rows.ts'
import { IDENTIFIER_MAPS, IDENTIFIER_ROWS } from './identifier-maps.ts'
import { KEPT_CODES, KEPT_MAPS, KEPT_MESSAGE_ROWS, KEPT_ROWS, KEPT_ROWS_WITH } from './kept-rows.ts'
import { MERGE_MAPS, MERGE_ROWS } from './merge-maps.ts'
import type { OwnCodes, OwnMap } from './own-map.ts'
import { PERSON_MESSAGE_ROWS, PERSON_ROWS, PERSON_ROWS_WITH } from './person-rows.ts'
import { RXO_ROWS, TIMING_ROWS } from './pharmacy-beside.ts'
import { PHARMACY_CODES } from './pharmacy-codes.ts'
import { PHARMACY_MAPS } from './pharmacy-maps.ts'
import { IS_NO_PHARMACY, PHARMACY_ROWS } from './pharmacy-rows.ts'
import { RECORD_CODES, RECORD_MAPS } from './record-maps.ts'
import { RECORD_MESSAGE_ROWS, RECORD_ROWS } from './record-rows.ts'
import { ORGANIZATION_ROWS, REQUEST_MAPS, REQUEST_ROWS } from './request-maps.ts'
import { RESULT_MAPS, RESULT_MESSAGE_ROWS } from './result-rows.ts'

export const OWN_MAPS: readonly OwnMap[] = [
  ...IDENTIFIER_MAPS,
  ...MERGE_MAPS,
  ...PHARMACY_MAPS,
  ...RECORD_MAPS,
  ...BESIDE_MAPS,
  ...KEPT_MAPS,
  ...REQUEST_MAPS,
  ...RESULT_MAPS,
]
export const OWN_CODES: readonly OwnCodes[] = [...PHARMACY_CODES, ...RECORD_CODES, ...BESIDE_CODES, ...KEPT_CODES]

const ROWS_BESIDE: readonly Readonly<Record<string, string>>[] = [
  IDENTIFIER_ROWS,
  RECORD_ROWS,
  TIMING_ROWS,
  { 'RXO[MedicationRequest]': RXO_ROWS },
  BESIDE_ROWS,
  KEPT_ROWS,
  PERSON_ROWS,
]

/** Rows that are added to a map of the guide, or to one of the project. */
export function rowsBeside(name: string, root: string): OwnMap {
  return { name, root, rows: ROWS_BESIDE.map((rows) => rows[name] ?? '').join('\n') }
}

/** Rows for messages that the guide does not map, and for segments that its message maps leave out. */
export const OWN_MESSAGE_ROWS: readonly (readonly string[])[] = [
  ...MERGE_ROWS,
  ...PHARMACY_ROWS,
  ...RECORD_MESSAGE_ROWS,
  ...BESIDE_MESSAGE_ROWS,
  ...KEPT_MESSAGE_ROWS,
  ...REQUEST_ROWS,
  ...PERSON_MESSAGE_ROWS,
  ...RESULT_MESSAGE_ROWS,
]

/** Rows that are added to a message map of the guide. */
export const ROWS_OF_MESSAGES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  // A reason, or who ordered it, without an order of its own.
  ORU_R01: [
    ...ORGANIZATION_ROWS,
    [
      'OBR',
      'PATIENT_RESULT/ORDER_OBSERVATION',
      '2',
      'IF ORC NOT VALUED AND (OBR-31 VALUED OR OBR-16 VALUED OR OBR-13 VALUED)',
      'ServiceRequest[1]',
      '',
      'OBR[ServiceRequest]',
      'DiagnosticReport[1].basedOn=ServiceRequest[1] ServiceRequest[1].subject=Patient[1]',
    ],
  ],
  ADT_A06: [
    ['MRG', '', '15', '', 'Patient[1]', '', 'MRG[Patient-Same]', ''],
    ['PV1', '', '17', 'IF MRG-5 VALUED OR MRG-6 VALUED', 'Encounter[1]', '', 'MRG[Encounter]', ''],
  ],
  ORM_O01: [
    [
      'ORC',
      'ORDER',
      '1',
      'IF RXO VALUED',
      'MedicationRequest[1]',
      '',
      'ORC[MedicationRequest]',
      'MedicationRequest[1].subject=Patient[1] MedicationRequest[1].encounter=Encounter[1]',
    ],
    ['ORC', 'ORDER', '1', 'IF RXO VALUED', 'Provenance[2]', '', 'ORC[Provenance]', 'Provenance[2].target=MedicationRequest[1]'],
    ['NTE', 'ORDER_DETAIL', '2', 'IF RXO VALUED', 'MedicationRequest[1]', '', 'NTE[MedicationRequest]', ''],
  ],
}

/** What a row of a message map of the guide, or of the fallback, asks beside its own condition: a drug is no ServiceRequest. */
export function conditionBeside(structure: string, segment: string, label: string, map: string): string {
  if (!/^(?:ServiceRequest|Provenance)/.test(label)) return ''
  if (structure === 'ORM_O01' && (segment === 'ORC' || segment === 'NTE')) return 'RXO NOT VALUED'
  if (structure === '*' && segment === 'ORC') return IS_NO_PHARMACY
  return structure === '*' && map === 'TQ1[ServiceRequest]' ? 'RXE NOT VALUED' : ''
}

/** Rows that every message map has beside the one of a segment map: condition, label, map, links. */
export const ROWS_BESIDE_ROWS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  ...KEPT_ROWS_WITH,
  ...ROWS_WITH,
  ...PERSON_ROWS_WITH,
  'PID[Patient]': [...ROWS_WITH['PID[Patient]']!, ...KEPT_ROWS_WITH['PID[Patient]']!],
}

/** Rows of a message map that stand with the row of a segment map, those left out that it has: segment, groups, order, condition, label, path, map, links. */
export function rowsWith(row: readonly string[], all: readonly (readonly string[])[]): string[][] {
  const [segment = '', groups = '', order = '', , , , map = ''] = row
  const labelled = all.filter(([id, place]) => id === segment && place === groups)
  return (ROWS_BESIDE_ROWS[map] ?? [])
    .filter(([, , own]) => !labelled.some((each) => each[6] === own))
    .map(([condition = '', label = '', own = '', links = '']) => [segment, groups, order, condition, label, '', own, links])
}
