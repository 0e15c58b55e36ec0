// Codes of pharmacy orders, dispenses and administrations: status and category by the tables of HL7 v2.
import type { OwnCodes } from './own-map.ts'

/** Order controls (table 0119) that end or hold an order, whatever status ORC-5 still holds. */
export const ENDING = '("CA", "OC", "CR", "UA", "DF", "DC", "OD", "DR", "RP", "RQ", "RU", "HD", "OH", "HR", "DE")'

export const PHARMACY_CODES: readonly OwnCodes[] = [
  {
    // Table 0119. Requests to hold, cancel or discontinue count as done: nobody may give a drug that was called off.
    name: 'OrderControlCode[MedicationRequest.status]',
    system: 'http://hl7.org/fhir/CodeSystem/medicationrequest-status',
    codes: [
      'NW OK XO XX XR RO RF AF RL OR OE OF OP SC SN NA PA CH CN RE RR SR SS LI UN UC UD UF UH UM UX FU PR PY MC CP:active',
      'HD OH HR UR:on-hold',
      'CA OC CR UA DF:cancelled',
      'DC OD DR RP RQ RU:stopped',
      'DE:entered-in-error',
    ],
  },
  {
    // Table 0038.
    name: 'OrderStatus[MedicationRequest.status]',
    system: 'http://hl7.org/fhir/CodeSystem/medicationrequest-status',
    codes: ['A IP SC:active', 'HD:on-hold', 'CA:cancelled', 'DC RP:stopped', 'CM:completed', 'ER:entered-in-error'],
  },
  {
    name: 'OrderControlCode[MedicationDispense.status]',
    system: 'http://terminology.hl7.org/CodeSystem/medicationdispense-status',
    codes: ['CA OC CR UA UF:cancelled', 'DC OD DR RP RQ RU:stopped', 'HD OH HR:on-hold', 'DE:entered-in-error'],
  },
  {
    name: 'OrderStatus[MedicationDispense.status]',
    system: 'http://terminology.hl7.org/CodeSystem/medicationdispense-status',
    codes: ['CA:cancelled', 'DC RP:stopped', 'HD:on-hold', 'CM A:completed', 'IP SC:in-progress', 'ER:entered-in-error'],
  },
  {
    // Table 0322.
    name: 'CompletionStatus[MedicationAdministration.status]',
    system: 'http://terminology.hl7.org/CodeSystem/medication-admin-status',
    codes: ['CP PA:completed', 'RE NA:not-done'],
  },
  {
    // Table 0482.
    name: 'OrderType[MedicationRequest.category]',
    system: 'http://terminology.hl7.org/CodeSystem/medicationrequest-category',
    codes: ['I:inpatient', 'O:outpatient'],
  },
]
