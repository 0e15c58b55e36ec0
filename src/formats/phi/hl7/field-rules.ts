// What the data type of a field cannot tell: fields of text, codes and plain numbers that hold names, identifiers, places or institutions,
// and identifiers that are of another kind than their type says. Reviewed field by field over the dictionary of 2.1 to 2.8.2.
import type { Treatment } from './type-rules.ts'

/** By segment: positions and what they are; `3-6` is a range. */
const LINES = `
ACC: 3 location, 9 name, 11 location, 13 other-id
ADD: 1 other-id
AUT: 3 organization
BHS: 3-6 facility, 8-12 other-id, 13-14 facility
BTS: 2 other-id
CER: 2 other-id, 13 name, 14 other-id
DB1: 3 other-id
DON: 26 device
DSC: 1 other-id
DSP: 5 other-id
EQL: 1 other-id, 4 other-id
EQP: 2 other-id, 5 other-id
EQU: 1 device
ERQ: 1 other-id
EVN: 7 facility
FAC: 1 facility
FHS: 3-6 facility, 8-12 other-id, 13-14 facility
FT1: 2-3 other-id, 13 facility, 16 facility, 42 other-id
FTS: 2 other-id
GT1: 2 account, 12 ssn, 16 organization, 19 other-id, 21 organization, 29 other-id, 49 profession, 56 location
IN1: 3 other-id, 4 organization, 8 health-plan-id, 9 organization, 10 other-id, 11 organization, 14 other-id, 28 other-id, 36 health-plan-id, 46 health-plan-id, 49 health-plan-id, 52 location
IN2: 1 other-id, 2 ssn, 4 other-id, 6 health-plan-id, 8 health-plan-id, 10 health-plan-id, 12 organization, 13 facility, 25 other-id, 26 health-plan-id, 46 profession, 61 health-plan-id, 70 health-plan-id
IN3: 2 other-id, 15 name, 21 name
IPC: 7 device, 9 device
IVC: 1-4 account, 26-27 other-id, 30 other-id
IVT: 2-3 facility, 4-5 facility
MFA: 2 other-id, 5 other-id
MFE: 2 other-id, 4 other-id
MRG: 1 mrn, 2 mrn, 3 account, 4 mrn, 5 other-id, 6 other-id
MSA: 2 other-id
MSH: 3-6 facility, 8 other-id, 10 other-id, 14 other-id, 24-25 facility
NK1: 10 profession, 12 other-id, 13 organization, 33 other-id, 37 ssn, 38 location
NSC: 2-9 other-id
NST: 2 other-id
OBR: 18-21 other-id
OBX: 18 device
PCR: 12 device
PEO: 25 other-id
PID: 1 number, 2 mrn, 3 mrn, 4 mrn, 6 name, 12 location, 18 account, 19 ssn, 20 license, 21 mrn, 23 location, 34 facility
PMT: 7 account, 9 account, 12 account
PRA: 1 other-id
PRC: 2 facility
PRT: 10 device, 16 device, 20 device
PV1: 5 other-id, 19 other-id, 39 facility, 50 other-id
PV2: 6 text
QAK: 1 other-id
QID: 1 other-id
QPD: 2 other-id
QRD: 4 other-id, 8 other-id, 10 other-id, 11 other-id
QRF: 1 facility, 4 other-id, 5 other-id
RX1: 23 license, 26 other-id
RXD: 7 other-id
RXE: 15 other-id
SCP: 4 device
SDD: 2 device, 7 name
SFT: 2 code, 3 code, 4 code
SLT: 1 device
SPR: 1 other-id, 4 other-id
STF: 1 other-id, 2 other-id, 15 email, 18 profession, 30 facility
TXA: 16 other-id
UB2: 12 other-id
UDI: 1 device
URD: 3 other-id, 5 facility, 6 facility
URS: 1 facility, 4 other-id, 5 other-id
VND: 3 organization
VTQ: 1 other-id
`

/** Fields that go on without end and hold whatever a query asks for or answers. */
const OPEN_ENDED: ReadonlyMap<string, number> = new Map([
  ['QPD', 3],
  ['RDT', 1],
])

const RULES: ReadonlyMap<string, ReadonlyMap<number, Treatment>> = new Map(
  LINES.trim()
    .split('\n')
    .map((line) => {
      const [segment = '', rules = ''] = line.split(': ')
      return [segment, new Map(rules.split(', ').flatMap(readRule))] as const
    }),
)

function readRule(rule: string): (readonly [number, Treatment])[] {
  const [range = '', treatment = ''] = rule.split(' ')
  const [first = 0, last = first] = range.split('-').map(Number)
  return Array.from({ length: last - first + 1 }, (_, i) => [first + i, treatment as Treatment] as const)
}

/** Undefined where the data type tells it. */
export function fieldTreatment(segment: string, position: number): Treatment | undefined {
  const from = OPEN_ENDED.get(segment)
  if (from !== undefined && position >= from) return 'other-id'
  return RULES.get(segment)?.get(position)
}

/** LOINC codes of observations whose value is an age or a date of birth. */
export const AGE_CODES: ReadonlySet<string> = new Set(['30525-0', '21611-9', '21612-7', '29553-5', '63900-5', '39016-1', '35659-2'])

/** Coded fields that hold units of a quantity or a duration. */
const UNITS =
  /^(?:OBX-6|ARQ-10|SCH-10|AIS-[68]|AI[LP]-(?:8|10)|AIG-(?:7|10|12)|RXA-(?:7|14)|RXC-[46]|RXD-(?:5|17)|RXE-(?:5|11|24|26)|RXG-(?:7|16|18)|RXO-(?:4|12|19|22)|INV-11|OM7-9|DON-6)(?:\.[1245])?$/

/** True where nothing but a unit, or its name, belongs. */
export function isUnitPlace(place: string): boolean {
  return UNITS.test(place)
}
