// What each component of a data type of HL7 v2 is to a patient's privacy, of all versions from 2.1 to 2.8.2. A type that is not here is
// divided by the dictionary until its parts are, or are primitive.
import { PHI_CATEGORIES, type PhiCategory } from '../category.ts'

/**
 * A category: the part is of it, whatever stands there. text: searched by the detector. label: the name of a code, searched too. wording: the
 * name of a code of nobody's terminology, kept where it holds plain words alone. code: kept where it looks like a code. strict: kept
 * where the code's table has it or it has at most three characters. number, time: kept where
 * it is one, otherwise strict. result: kept where it is a number, otherwise text. title: kept where
 * it is a title, suffix or degree, otherwise a name. state: kept where it is a state, otherwise a place. data: an encapsulated document.
 * block: of no known meaning.
 */
export type Treatment =
  | PhiCategory
  | 'text'
  | 'label'
  | 'wording'
  | 'code'
  | 'strict'
  | 'number'
  | 'result'
  | 'time'
  | 'title'
  | 'state'
  | 'data'
  | 'block'

/** What stands at a position of a type: a treatment, `main` for the category of the field, `-` for what the dictionary says of the part. */
type Position = Treatment | 'main' | '-'

export interface TypeRule {
  readonly positions: readonly Position[]
  /** Of positions that are not listed. */
  readonly rest: Position
  /** What `main` is where no rule is for the field. */
  readonly main: PhiCategory
}

const CODED = 'code label code code label code code code label code label code code code code code code code code code code code'
/** A code with components where the standard has a bare code: its texts have no terminology to answer for them. */
export const BARE_CODE = 'ID_CODED'
const ADDRESS =
  'location location location state location strict strict location location location strict date date date strict strict strict strict name location number strict other-id'
const PERSON = 'main name name name title title title strict facility strict other-id strict strict facility strict strict'

/** Positions by type; what stands behind the list is `main`, behind a `~` what the dictionary says. */
const LINES = `
PN:name: name name name title title title
XPN:name: name name name title title title strict strict strict date strict date date title name
XCN:other-id: ${PERSON} date strict date date title facility facility other-id strict
PPN:other-id: main name name name title title title strict facility strict other-id strict strict facility date strict strict date strict date date title
CN:other-id: main name name name title title title strict facility other-id strict
CNN:other-id: main name name name title title title strict facility other-id strict
CNS:other-id: main name name name title title title strict facility other-id strict
CN_SIMPLE:other-id: main name name name title title title strict facility
FN:name:
AD:location: ${ADDRESS}
XAD:location: ${ADDRESS}
SAD:location:
TN:phone:
XTN:phone: main strict strict email phone phone phone phone phone phone phone phone date date strict strict strict other-id number
CX:mrn: main other-id strict facility strict facility date date facility facility other-id strict
CK:mrn: main other-id strict facility strict
CK_ACCOUNT_NO:account: main other-id strict facility
CM_PAT_ID:mrn: main other-id strict facility strict
CM_PAT_ID_0192:mrn: main other-id strict facility strict
EI:other-id: main facility other-id strict
CM_PLACER:other-id: main facility
CM_FILLER:other-id: main facility
CM_GROUP_ID:other-id: main facility
HD:facility: main other-id strict
XON:organization: main strict other-id other-id strict facility strict facility strict other-id
PL:facility: facility facility facility facility strict strict facility facility facility other-id facility
CM_INTERNAL_LOCATION:facility: facility facility facility facility strict
LA1:facility: facility facility facility facility strict strict facility facility location
CM_LA1:facility: facility facility facility facility strict strict facility facility location location location state location strict strict location
LA2:facility: facility facility facility facility strict strict facility facility location location location state location strict strict location
NDL:other-id: other-id date date facility facility facility facility strict strict facility facility
CM_NDL:other-id: other-id date date facility facility facility facility strict strict facility facility
DLN:license: main location date
PLN:license: main strict location date
CM_PLN:license: main strict location date
PI:other-id: main strict other-id
CM_PI:other-id: main strict other-id
CM_LICENSE_NO:license: main location
DR:date: date date
DR_SIMPLE:date: date date
TS:date: date strict
DIN:facility: date facility
CM_DIN:facility: date facility
DLD:facility: facility date
CM_DLD:facility: facility date
SPD:organization: text organization strict date
CM_SPD:organization: text organization strict date
AUI:other-id: main date organization
CM_AUI:other-id: main date organization
ED:other-id: facility strict strict strict data
RP:url: main facility strict strict
QIP:other-id: code other-id
QSC:other-id: code strict other-id strict
OSD:other-id: strict other-id facility other-id facility text number other-id strict other-id strict
CM_OS:other-id: strict other-id facility other-id facility text number other-id strict other-id strict
CM_EIP:other-id: - -
JCC:profession: code code profession
CM_POSITION:facility: facility facility facility
CE:other-id: ${CODED}~
CF:other-id: ${CODED}~
CWE:other-id: ${CODED}~
${BARE_CODE}:other-id: code wording code code wording code code code wording~
CNE:other-id: ${CODED}~
`

const POSITIONS: ReadonlySet<string> = new Set<string>([
  ...PHI_CATEGORIES,
  ...'text label wording code strict number time title state data block main -'.split(' '),
])

export const TYPE_RULES: ReadonlyMap<string, TypeRule> = new Map(LINES.trim().split('\n').map(readLine))

function readLine(line: string): readonly [string, TypeRule] {
  const [type = '', main = '', list = ''] = line.split(':')
  const positions = list
    .replace('~', '')
    .split(' ')
    .filter((word) => POSITIONS.has(word)) as Position[]
  return [type, { positions, rest: list.endsWith('~') ? 'block' : 'main', main: main as PhiCategory }]
}

/** What a part is by a primitive type. */
export function primitiveTreatment(type: string): Treatment {
  switch (type) {
    case 'ID':
    case 'IS':
      return 'code'
    case 'NM':
    case 'SI':
    case 'SNM':
      return 'number'
    case 'TM':
      return 'time'
    case 'DT':
    case 'DTM':
    case 'TS':
      return 'date'
    case 'TN':
      return 'phone'
    default:
      return 'text'
  }
}
