// All maps, rows and code maps that the guide does not have.
import { IDENTIFIER_MAPS, IDENTIFIER_ROWS } from './identifier-maps.ts'
import { MERGE_MAPS, MERGE_ROWS } from './merge-maps.ts'
import type { OwnCodes, OwnMap } from './own-map.ts'
import { RXO_ROWS, TIMING_ROWS } from './pharmacy-beside.ts'
import { PHARMACY_CODES } from './pharmacy-codes.ts'
import { PHARMACY_MAPS } from './pharmacy-maps.ts'
import { IS_NO_PHARMACY, PHARMACY_ROWS } from './pharmacy-rows.ts'
import { RECORD_CODES, RECORD_MAPS } from './record-maps.ts'
import { RECORD_MESSAGE_ROWS, RECORD_ROWS } from './record-rows.ts'

export const OWN_MAPS: readonly OwnMap[] = [...IDENTIFIER_MAPS, ...MERGE_MAPS, ...PHARMACY_MAPS, ...RECORD_MAPS]
export const OWN_CODES: readonly OwnCodes[] = [...PHARMACY_CODES, ...RECORD_CODES]

const ROWS_BESIDE: Readonly<Record<string, string>> = {
  ...IDENTIFIER_ROWS,
  ...RECORD_ROWS,
  ...TIMING_ROWS,
  'RXO[MedicationRequest]': RXO_ROWS,
}

/** Rows that are added to a map of the guide. */
export function rowsBeside(name: string, root: string): OwnMap {
  return { name, root, rows: ROWS_BESIDE[name] ?? '' }
}

/** Rows for messages that the guide does not map, and for segments that its message maps leave out. */
export const OWN_MESSAGE_ROWS: readonly (readonly string[])[] = [...MERGE_ROWS, ...PHARMACY_ROWS, ...RECORD_MESSAGE_ROWS]

/** Rows that are added to a message map of the guide. */
export const ROWS_OF_MESSAGES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  // A reason without an order of its own.
  ORU_R01: [
    [
      'OBR',
      'PATIENT_RESULT/ORDER_OBSERVATION',
      '2',
      'IF ORC NOT VALUED AND OBR-31 VALUED',
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
