// What the HL7 sources have wrong or leave out, each with its reason; the table generator applies it and fails where a correction no longer fits.

/** Segments that the list of names lacks: those of 2.1, and the query segments that later versions withdrew. */
export const SEGMENT_NAMES: Readonly<Record<string, string>> = {
  EQL: 'Embedded Query Language',
  ERQ: 'Event Replay Query',
  ORO: 'Order Other',
  QRD: 'Original-Style Query Definition',
  QRF: 'Original Style Query Filter',
  RX1: 'Pharmacy Order',
  SPR: 'Stored Procedure Request Definition',
  URD: 'Results/Update Definition',
  URS: 'Unsolicited Selection',
  VTQ: 'Virtual Table Query Request',
}

/** Fields that the dictionary lists too early because it skips reserved positions: OBX-20 to 22 of 2.5.1 are reserved (HL7 v2.5.1 §7.4.2). */
export const SKIPPED_FIELDS = [
  {
    version: '2.5.1',
    segment: 'OBX',
    position: 20,
    count: 3,
    name: 'Reserved for harmonization with V2.6',
    nextName: 'Performing Organization Name',
  },
] as const

/** Which of the composites that 2.1 to 2.3 all call CM a field holds. */
export const CM_FIELDS: Readonly<Record<string, string>> = {
  'BLG-1': 'CM_CCD',
  'BTS-3': 'CM_BATCH_TOTAL',
  'CTD-7': 'CM_PI',
  'ERR-1': 'CM_ELD',
  'FT1-16': 'CM_INTERNAL_LOCATION',
  'FT1-23': 'CM_FILLER',
  'IN1-14': 'CM_AUI',
  'IN2-28': 'CM_RMC',
  'IN2-29': 'CM_PTA',
  'IN2-30': 'CM_DDI',
  'IN3-5': 'CM_PEN',
  'IN3-11': 'CM_DTN',
  'IN3-20': 'CM_PCF',
  'MRG-1': 'CM_PAT_ID_0192',
  'MRG-2': 'CM_PAT_ID_0192',
  'MSH-9': 'CM_MSG',
  'NK1-11': 'CM_JOB_CODE',
  'NPU-1': 'CM_INTERNAL_LOCATION',
  'OBR-2': 'CM_PLACER',
  'OBR-3': 'CM_FILLER',
  'OBR-15': 'CM_SPS',
  'OBR-23': 'CM_MOC',
  'OBR-26': 'CM_PRL CM_PARENT_RESULT',
  'OBR-29': 'CM_EIP',
  'OBR-32': 'CM_NDL',
  'OBR-33': 'CM_NDL',
  'OBR-34': 'CM_NDL',
  'OBR-35': 'CM_NDL',
  'ORC-2': 'CM_PLACER',
  'ORC-3': 'CM_FILLER',
  'ORC-4': 'CM_GROUP_ID',
  'ORC-8': 'CM_EIP',
  'ORC-13': 'CM_INTERNAL_LOCATION',
  'PID-3': 'CM_PAT_ID',
  'PID-20': 'CM_LICENSE_NO',
  'PR1-12': 'CM_PRACTITIONER',
  'PRA-5': 'CM_SPD',
  'PRA-6': 'CM_PLN',
  'PRA-7': 'CM_PIP',
  'PRD-7': 'CM_PI',
  'PV1-3': 'CM_INTERNAL_LOCATION',
  'PV1-6': 'CM_INTERNAL_LOCATION',
  'PV1-11': 'CM_INTERNAL_LOCATION',
  'PV1-19': 'CM_PAT_ID',
  'PV1-20': 'CM_FINANCE',
  'PV1-37': 'CM_DLD',
  'PV1-42': 'CM_INTERNAL_LOCATION',
  'PV1-43': 'CM_INTERNAL_LOCATION',
  'PV1-50': 'CM_PAT_ID_0192',
  'PV2-1': 'CM_INTERNAL_LOCATION',
  'QRD-11': 'CM_VR',
  'RXA-11': 'CM_LA1',
  'RXD-13': 'CM_LA1',
  'RXE-8': 'CM_LA1',
  'RXG-11': 'CM_LA1',
  'RXO-8': 'CM_LA1',
  'STF-12': 'CM_DIN',
  'STF-13': 'CM_DIN',
  'UB1-10': 'CM_UVC',
  'UB1-16': 'CM_OCD',
  'UB2-6': 'CM_UVC',
  'UB2-7': 'CM_OCD',
  'UB2-8': 'CM_OSP',
}

/** The same where the position moved between 2.2 and 2.3. */
export const CM_FIELDS_BY_NAME: readonly (readonly [segment: string, nameStart: string, type: string])[] = [
  ['OM2', 'Reference', 'CM_RFR'],
  ['OM2', 'Critical', 'CM_RANGE'],
  ['OM2', 'Absolute', 'CM_ABS_RANGE'],
  ['OM2', 'Delta', 'CM_DLT'],
]

/** Words of names that the sources misspell or leave in German. */
export const SPELLING: Readonly<Record<string, string>> = {
  familiy: 'family',
  calue: 'value',
  certication: 'certification',
  windwow: 'window',
  etage: 'floor',
  klinik: 'clinic',
  zentrum: 'center',
  saal: 'room',
  tisch: 'table',
  stuhl: 'chair',
}

/** Words of names that stay capitals. */
export const CAPITALS: ReadonlySet<string> = new Set(['ID', 'OBX'])

/** Trigger events of table 0354 that carry a slip of the pen in some versions. */
export const EVENT_SLIPS: Readonly<Record<string, string>> = { '|17': 'I17', '|18': 'I18', '1II': 'I11', Mo5: 'M05', O022: 'O02' }

/**
 * Groups whose only content is what a query profile lays down: the sources of 2.4 to 2.6 leave the pattern out or have the rows of a tabular
 * answer or of one profile in its place, later ones have one segment for it (HL7 v2.5.1 chapter 5, the segment pattern response).
 */
export const SEGMENT_PATTERNS: Readonly<Record<string, { readonly after: string; readonly group: string }>> = {
  RSP_K11: { after: 'QPD', group: 'RSP_K11_SEGMENT_PATTERN' },
  RSP_Q11: { after: 'QPD', group: 'RSP_Q11_SEGMENT_PATTERN' },
}

/**
 * Fields that the sources have as required and the standard does not: OBX-2, OBX-4 and AIL-4 are conditional; ORC-7 and OBR-27 of 2.3 may stay
 * empty; FT1-14 of 2.2, OM3-7 and RXG-2 of 2.3 are optional. All are required in one version alone, between versions that do not require them.
 */
export const NOT_REQUIRED: readonly (readonly [version: string, segment: string, position: number])[] = [
  ['2.3', 'ORC', 7],
  ['2.3', 'OBR', 27],
  ['2.3.1', 'OBX', 4],
  ['2.7.1', 'OBX', 4],
  ['2.8', 'OBX', 4],
  ['2.7.1', 'OBX', 2],
  ['2.2', 'FT1', 14],
  ['2.3', 'OM3', 7],
  ['2.3', 'RXG', 2],
  ['2.3.1', 'AIL', 4],
  ['2.4', 'AIL', 4],
]

/**
 * Fields that the sources do not let repeat in one version, between versions in which they do. No version may take repetition away from a field
 * (HL7 v2.5.1 §2.8.2).
 */
export const REPEATING: readonly (readonly [version: string, segment: string, position: number])[] = [
  ['2.2', 'OBR', 16],
  ['2.3', 'OBR', 27],
  ['2.3', 'ODS', 4],
  ['2.3', 'OM1', 14],
  ['2.3', 'OM1', 28],
  ['2.3', 'ORC', 7],
  ['2.3.1', 'ORC', 7],
  ['2.3', 'PID', 26],
  // As in 2.3.1; the tables of HAPI HL7v2 2.5.1 have it for 2.3 too.
  ['2.3', 'PV1', 7],
  ['2.3', 'PV1', 15],
  ['2.3', 'RXG', 13],
  ['2.4', 'OBX', 8],
  ['2.4', 'OBX', 16],
]

/** Tables of components that the sources know for later versions alone: the check digit scheme of CX (HL7 v2.3 §2.8.5, v2.4 §2.9.12). */
export const COMPONENT_TABLES: readonly (readonly [versions: readonly string[], type: string, position: number, table: string])[] = [
  [['2.3', '2.3.1', '2.4'], 'CX', 3, '0061'],
]

/**
 * Trees that the sources have too narrow. A record of a master file has as many segments as its file wants (§8.5); the notes of an order of 2.2
 * may be left out (§4.2.2). A message that is not continued has no DSC (§2.10.2). Routes of an order do not need a note before them: the answers to
 * queries for the same orders have none (§4.13, RSP_Z82).
 */
export const TREE_REPAIRS: readonly { readonly structure: RegExp; readonly find: RegExp; readonly put: string }[] = [
  { structure: /^ORM_O01$/, find: /OBX\* NTE\+/, put: 'OBX* NTE*' },
  { structure: /./, find: /\bDSC(?=$|[ )])/g, put: 'DSC?' },
  { structure: /^R(?:AS|DS|GV)_O/, find: /\(NTE\+ RXR\+/g, put: '(NTE* RXR+' },
  { structure: /^MF[NR]_/, find: /ANYHL7SEGMENT\??(?=\))/, put: 'ANYHL7SEGMENT*' },
  { structure: /^MF[NR]_/, find: /(MF(?:_[A-Z]+)?)\(MFE\)\+/, put: '$1(MFE ANYHL7SEGMENT*)+' },
  { structure: /^MFN_M(?:09|10)$/, find: /(MF_TEST_[A-Z]+)\((?:MFE )?(?=MF_TEST_)/, put: '$1(MFE OM1? ' },
]
