// Which pharmacy segment fills which resource: an order group with a drug is no ServiceRequest.

/** Messages of pharmacy (HL7 v2 §4A.3), whose ORC is an order of a drug with or without RXO. */
const ORDERS = '("OMP", "ORP", "RDE", "RRE", "RDR", "RER", "ROR")'
const EVENTS = '("RDS", "RRD", "RGV", "RRG", "RAS", "RRA", "RAR", "RGR")'

const IS_ORDER = `RXO VALUED OR RXE VALUED OR (MSH-9.1 IN ${ORDERS} AND RXD NOT VALUED AND RXG NOT VALUED)`
/** The order group is one of pharmacy. */
export const IS_NO_PHARMACY = `RXO NOT VALUED AND RXE NOT VALUED AND RXD NOT VALUED AND RXG NOT VALUED AND MSH-9.1 NOT IN ${ORDERS} AND MSH-9.1 NOT IN ${EVENTS}`
/** What RXA is of a vaccination: VXU, VXX, VXR and the answers to QBP^Z34 and Z44. */
const VACCINATION = 'MSH-9.1 IN ("VXU", "VXX", "VXR", "RSP")'
const NO_VACCINATION = 'MSH-9.1 NOT IN ("VXU", "VXX", "VXR", "RSP")'

const OF_PATIENT = (label: string) => `${label}.subject=Patient[1]`
const DISPENSE = 'MedicationDispense[1]'
const ADMINISTRATION = 'MedicationAdministration[1]'
const GIVE = 'MedicationRequest[3]'

/** Segment, groups, order, condition, label, path, map, links. */
export const PHARMACY_ROWS: readonly (readonly string[])[] = [
  [
    'ORC',
    '',
    '1',
    `IF ${IS_ORDER}`,
    'MedicationRequest[1]',
    '',
    'ORC[MedicationRequest]',
    `${OF_PATIENT('MedicationRequest[1]')} MedicationRequest[1].encounter=Encounter[1]`,
  ],
  ['ORC', '', '1', `IF ${IS_ORDER}`, 'Provenance[5]', '', 'ORC[Provenance]', 'Provenance[5].target=MedicationRequest[1]'],
  [
    'RXO',
    '',
    '1',
    '',
    'MedicationRequest[1]',
    '',
    'RXO[MedicationRequest]',
    `${OF_PATIENT('MedicationRequest[1]')} MedicationRequest[1].encounter=Encounter[1]`,
  ],
  ['RXE', '', '1', 'IF RXO NOT VALUED', 'MedicationRequest[1]', '', 'RXE[MedicationRequest]', OF_PATIENT('MedicationRequest[1]')],
  [
    'RXE',
    '',
    '1',
    'IF RXO VALUED',
    'MedicationRequest[2]',
    '',
    'RXE[MedicationRequest]',
    `${OF_PATIENT('MedicationRequest[2]')} MedicationRequest[2].encounter=Encounter[1] MedicationRequest[2].basedOn=MedicationRequest[1]`,
  ],
  ['RXE', '', '1', 'IF RXO VALUED', 'MedicationRequest[2]', '', 'ORC[MedicationRequest-Encoded]', ''],
  [
    'RXG',
    '',
    '1',
    '',
    GIVE,
    '',
    'RXG[MedicationRequest]',
    `${OF_PATIENT(GIVE)} ${GIVE}.encounter=Encounter[1] ${GIVE}.basedOn=MedicationRequest[1]`,
  ],
  ['RXG', '', '1', 'IF RXO NOT VALUED AND RXE NOT VALUED', GIVE, '', 'ORC[MedicationRequest-Encoded]', ''],
  ['RXG', '', '1', 'IF RXO VALUED OR RXE VALUED', GIVE, '', 'ORC[MedicationRequest-Status]', ''],
  ['RXD', '', '1', '', DISPENSE, '', 'ORC[MedicationDispense]', ''],
  [
    'RXD',
    '',
    '1',
    '',
    DISPENSE,
    '',
    'RXD[MedicationDispense]',
    `${OF_PATIENT(DISPENSE)} ${DISPENSE}.context=Encounter[1] ${DISPENSE}.authorizingPrescription=MedicationRequest[1]`,
  ],
  [
    'RXA',
    '',
    '1',
    `IF ${NO_VACCINATION}`,
    ADMINISTRATION,
    '',
    'RXA[MedicationAdministration]',
    `${OF_PATIENT(ADMINISTRATION)} ${ADMINISTRATION}.context=Encounter[1] ${ADMINISTRATION}.request=MedicationRequest[1]`,
  ],
  ['RXA', '', '1', `IF ${NO_VACCINATION}`, ADMINISTRATION, '', 'ORC[MedicationAdministration]', ''],
  ['RXA', '', '1', `IF ${NO_VACCINATION}`, ADMINISTRATION, '', 'ORC[MedicationAdministration-Request]', ''],
  // As in VXU_V04: answers of registries (RSP_K11, VXR_V03) have an ORC for each vaccination, and results that belong to it.
  ['ORC', '', '2', `IF ${VACCINATION} AND RXA VALUED`, 'Immunization[1]', '', 'ORC[Immunization]', 'Immunization[1].patient=Patient[1]'],
  ['RXA', '', '1', `IF ${VACCINATION}`, 'Immunization[1]', '', 'RXA[Immunization]', 'Immunization[1].patient=Patient[1]'],
  [
    'OBX',
    '',
    '2',
    `IF ${VACCINATION} AND RXA VALUED`,
    'Observation[2]',
    '',
    'OBX[Observation-Result]',
    'Observation[2].partOf=Immunization[1]',
  ],
  ...['RXO', 'RXE', 'RXG', 'ORC'].flatMap((segment) => [
    ['TQ1', `@${segment}`, '1', '', 'MedicationRequest', '', 'TQ1[MedicationRequest]', ''],
    ['TQ2', `@${segment}`, '1', '', 'MedicationRequest', '', 'TQ2[MedicationRequest]', ''],
    ['RXR', `@${segment}`, '1', '', 'MedicationRequest', '', 'RXR[MedicationRequest]', ''],
    ['RXC', `@${segment}`, '1', '', 'MedicationRequest', '', 'RXC[MedicationRequest]', ''],
    ['NTE', `@${segment}`, '1', '', 'MedicationRequest', '', 'NTE[MedicationRequest]', ''],
  ]),
  // An order that is none of a drug.
  ['TQ1', '@ORC', '1', '', 'ServiceRequest', '', 'TQ1[ServiceRequest]', ''],
  ['NTE', '@ORC', '1', '', 'ServiceRequest', '', 'NTE[ServiceRequest]', ''],
  ['TQ1', '@OBR', '1', '', 'ServiceRequest', '', 'TQ1[ServiceRequest]', ''],
  ['TQ1', '@RXD', '1', '', 'MedicationDispense', '', 'TQ1[MedicationDispense]', ''],
  ['RXR', '@RXD', '1', '', 'MedicationDispense', '', 'RXR[MedicationDispense]', ''],
  ['RXC', '@RXD', '1', '', 'MedicationDispense', '', 'RXC[MedicationDispense]', ''],
  ['NTE', '@RXD', '1', '', 'MedicationDispense', '', 'NTE[MedicationDispense]', ''],
  ['RXR', '@RXA', '1', `IF ${NO_VACCINATION}`, 'MedicationAdministration', '', 'RXR[MedicationAdministration]', ''],
  ['RXC', '@RXA', '1', `IF ${NO_VACCINATION}`, 'MedicationAdministration', '', 'RXC[MedicationAdministration]', ''],
  ['NTE', '@RXA', '1', `IF ${NO_VACCINATION}`, 'MedicationAdministration', '', 'NTE[MedicationAdministration]', ''],
  ['RXR', '@RXA', '1', `IF ${VACCINATION}`, 'Immunization', '', 'RXR[Immunization]', ''],
]
