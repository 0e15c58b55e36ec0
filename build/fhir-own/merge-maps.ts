// Merges, moves and changes of identifiers (HL7 v2 §3.3, the events with MRG): the guide maps MRG-3 to an Account and nothing else.
import type { OwnMap } from './own-map.ts'

function listOf(codes: string): string {
  const quoted = codes.split(' ').map((code) => `"${code}"`)
  return `(${quoted.join(', ')})`
}

/** The event of the message, from MSH-9.2, else from EVN-1. */
function isEvent(codes: string): string {
  return `(MSH-9.2 IN ${listOf(codes)} OR (MSH-9.2 NOT VALUED AND EVN-1 IN ${listOf(codes)}))`
}

function isNotEvent(codes: string): string {
  return `(MSH-9.2 NOT IN ${listOf(codes)} AND (MSH-9.2 VALUED OR EVN-1 NOT IN ${listOf(codes)}))`
}

/** The record of MRG is merged into that of PID, and no longer in use. */
const MERGED = isEvent('A18 A30 A34 A36 A39 A40')
/** The record of MRG stays in use: some of its identifiers, accounts or visits move to the one of PID. */
const MOVED = isEvent('A43 A44')
/** One record, an identifier of which changes. */
const CHANGED = isEvent('A46 A47 A48')
/** The account of MRG-3 is merged into that of PID-18. */
const ACCOUNT_MERGED = isEvent('A35 A36 A41')
/** Events whose MRG-1 tells whose account or visit it is, which by the standard is the patient of PID. */
const OF_ACCOUNTS = 'A35 A41 A42 A45 A49 A50 A51'
/** Events that say themselves what becomes of the record of MRG. */
const OF_RECORDS = 'A18 A30 A34 A36 A39 A40 A43 A44 A46 A47 A48'
/** MRG-1 has a number of PID-3, or none. */
const SAME_NUMBER = '(MRG-1.1 NOT VALUED OR MRG-1.1 AMONG PID-3.1)'
const OTHER_NUMBER = 'MRG-1.1 NOT AMONG PID-3.1'
const SAME_PATIENT = `((${isEvent(OF_ACCOUNTS)} AND ${SAME_NUMBER}) OR (${isNotEvent(`${OF_ACCOUNTS} ${OF_RECORDS}`)} AND MRG-1.1 AMONG PID-3.1))`
/** Another patient all the same, as senders have it who move a visit from one patient to another: this number must not become one of PID's. */
const OTHER_PATIENT = `${isEvent(OF_ACCOUNTS)} AND ${OTHER_NUMBER}`
/** MRG-3 is an account of its own, which stays in use. */
const OTHER_ACCOUNT = isNotEvent('A35 A36 A41 A44 A49')
/** All other events that have MRG: two records of one person, both in use as far as the message says. */
const OTHER = `${isNotEvent(`${OF_ACCOUNTS} ${OF_RECORDS}`)} AND (MRG-1.1 NOT VALUED OR ${OTHER_NUMBER})`

export const MERGE_MAPS: readonly OwnMap[] = [
  {
    name: 'MRG[Patient]',
    root: 'Patient',
    rows: `
      1 | | identifier[1] | CX[Identifier]
      2 | | identifier[2] | CX[Identifier]
      4 | | identifier[3] | CX[Identifier]
      7 | | name | XPN[HumanName]
      0 | IF ${MERGED} | active | | | "false"`,
  },
  {
    // What moves is of the other record from now on.
    name: 'MRG[Patient-Moved]',
    root: 'Patient',
    rows: `
      4 | | identifier[3] | CX[Identifier]
      2 | | identifier[2] | CX[Identifier]
      1 | | identifier[1] | CX[Identifier]
      1 | IF ${isEvent('A43')} AND MRG-4 VALUED | identifier[1].use | | | "old"
      7 | | name | XPN[HumanName]`,
  },
  {
    name: 'MRG[Patient-Changed]',
    root: 'Patient',
    rows: `
      1 | | identifier[11] | CX[Identifier]
      1 | | identifier[11].use | | | "old"
      2 | | identifier[12] | CX[Identifier]
      2 | | identifier[12].use | | | "old"
      4 | | identifier[13] | CX[Identifier]
      4 | | identifier[13].use | | | "old"
      7 | | name[11] | XPN[HumanName]
      7 | | name[11].use | | | "old"`,
  },
  {
    name: 'MRG[Patient-Same]',
    root: 'Patient',
    rows: `
      1 | | identifier[11] | CX[Identifier]
      2 | | identifier[12] | CX[Identifier]
      4 | | identifier[13] | CX[Identifier]
      7 | | name[11] | XPN[HumanName]`,
  },
  {
    name: 'MRG[Account-Merged]',
    root: 'Account',
    rows: `
      0 | | status | | | "inactive"
      3 | | identifier | CX[Identifier]`,
  },
  {
    name: 'MRG[Account-Changed]',
    root: 'Account',
    rows: `
      3 | | identifier[11] | CX[Identifier]
      3 | | identifier[11].use | | | "old"`,
  },
  {
    name: 'MRG[Encounter]',
    root: 'Encounter',
    rows: `
      5 | | identifier[11] | CX[Identifier]
      5 | | identifier[11].use | | | "old"
      6 | | identifier[12] | CX[Identifier]
      6 | | identifier[12].use | | | "old"`,
  },
]

/** Segment, groups, order, condition, label, path, map, links. A map of another segment takes its values from the one of the same group. */
export const MERGE_ROWS: readonly (readonly string[])[] = [
  ['MRG', '', '1', `IF ${MERGED}`, 'Patient[merged]', '', 'MRG[Patient]', linked('replaced-by', 'replaces')],
  ['MRG', '', '1', `IF ${OTHER}`, 'Patient[merged]', '', 'MRG[Patient]', linked('seealso', 'seealso')],
  ['MRG', '', '1', `IF ${MOVED}`, 'Patient[merged]', '', 'MRG[Patient-Moved]', ''],
  ['MRG', '', '1', `IF ${CHANGED}`, 'Patient[1]', '', 'MRG[Patient-Changed]', ''],
  ['MRG', '', '1', `IF ${SAME_PATIENT}`, 'Patient[1]', '', 'MRG[Patient-Same]', ''],
  ['MRG', '', '1', `IF ${OTHER_PATIENT}`, 'Patient[merged]', '', 'MRG[Patient]', ''],
  ['MRG', '', '1', `IF ${ACCOUNT_MERGED}`, 'Account[2]', '', 'MRG[Account-Merged]', 'Account[2].subject=Patient[1]'],
  [
    'MRG',
    '',
    '1',
    `IF ${OTHER_ACCOUNT} AND (${isNotEvent(OF_ACCOUNTS)} OR ${SAME_NUMBER})`,
    'Account[2]',
    '',
    'MRG[Account]',
    'Account[2].subject=Patient[1]',
  ],
  // The account stays with its patient where a visit alone has moved.
  ['MRG', '', '1', `IF ${OTHER_ACCOUNT} AND ${OTHER_PATIENT}`, 'Account[2]', '', 'MRG[Account]', 'Account[2].subject=Patient[merged]'],
  [
    'PID',
    '',
    '1',
    `IF MRG-3 VALUED AND ${isEvent('A35 A36 A41 A49')}`,
    'Account',
    '',
    'MRG[Account-Changed]',
    'Account.subject=Patient[1]',
  ],
  ['PID', '', '1', `IF MRG-3 VALUED AND ${isEvent('A44')}`, 'Account', '', 'MRG[Account]', 'Account.subject=Patient[1]'],
  ['PV1', '', '1', 'IF MRG-5 VALUED OR MRG-6 VALUED', 'Encounter[1]', '', 'MRG[Encounter]', ''],
  [
    'MRG',
    '',
    '1',
    'IF PV1 NOT VALUED AND (MRG-5 VALUED OR MRG-6 VALUED)',
    'Encounter[1]',
    '',
    'MRG[Encounter]',
    'Encounter[1].subject=Patient[1]',
  ],
]

function linked(from: string, to: string): string {
  return [
    'Patient[merged].link.other=Patient[1]',
    `Patient[merged].link.type="${from}"`,
    'Patient[1].link.other=Patient[merged]',
    `Patient[1].link.type="${to}"`,
  ].join(' ')
}
