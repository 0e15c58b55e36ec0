// What each element and component of the segments of X12 healthcare transactions is to a person's privacy. A segment means the same in every
// transaction set and guide, so that one table holds for all of them; what is not in it is of no known meaning. Lengths are the shorter of
// 004010 and 005010.
import { PHI_CATEGORIES, type PhiCategory } from '../category.ts'

/**
 * A category: the part is of it, whatever stands there. code, reason, count, number, total, unit, time, loop, guide, release, control, line, language,
 * revenue: kept where it has the form of one. date, period: a date by its length, or by the format that stands before it. party: a name of a person or an
 * organization. title, state, text: as in HL7 v2. entity-id, reference, contact, medical, taxonomy: by the qualifier that stands before it.
 * delimiter: one character. binary: data or its length.
 */
const KINDS =
  'code reason count number total unit time loop guide release control line language revenue date period party title state text entity-id reference contact medical taxonomy delimiter binary' as const
type Words<Text extends string> = Text extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : Text
export type X12Treatment = PhiCategory | Words<typeof KINDS>

export interface ElementRule {
  readonly treatment: X12Treatment
  /** Most characters that a receiver takes. */
  readonly max: number
}

const PRODUCT = (at: number) => `${at}.1 code, ${at}.2 medical, ${at}.3-6 code, ${at}.7 text<80, ${at}.8 medical`

/** `3-9+2` is 3, 5, 7 and 9; `5.1-3` are components; `<60` the greatest length. */
const LINES = `
AAA: 1-4 code
ACT: 1 account<35, 2 party<60, 3 code, 4 entity-id<80, 5 code, 6 account<35, 7 text<80, 8-9 code
ADX: 1 total, 2-3 code, 4 reference<30
AK1: 1 code, 2 control, 3 guide
AK2: 1 code, 2 control, 3 guide
AK3: 1 code, 2 count, 3 loop, 4 code
AK4: 1 unit, 2 count, 3 code, 4 other-id<99
AK5: 1-6 code
AK9: 1 code, 2-4 count, 5-9 code
AMT: 1 code, 2 total, 3 code
BDS: 1 code, 2-3 binary
BGN: 1 code, 2 other-id<30, 3 date, 4 time, 5 code, 6 other-id<30, 7-9 code
BHT: 1 reason, 2 code, 3 other-id<30, 4 date, 5 time, 6 code
BIN: 1-2 binary
BPR: 1 code, 2 total, 3-5 code, 6 code, 7 account<12, 8 code, 9 account<35, 10 other-id<10, 11 account<9, 12 code, 13 account<12, 14 code, 15 account<35, 16 date, 17-18 code, 19 account<12, 20 code, 21 account<35
CAS: 1 code, 2-17+3 reason, 3-18+3 number, 4-19+3 number
CL1: 1-4 code
CLM: 1 account<38, 2 number, 3-4 code, 5.1-3 code, 6-10 code, 11.1-3 code, 11.4 state, 11.5 code, 12-20 code
CLP: 1 account<38, 2 code, 3-5 number, 6 code, 7 other-id<30, 8-10 code, 11 reason, 12-13 number, 14 code
CN1: 1 code, 2-3 number, 4 other-id<30, 5 number, 6 other-id<30
COB: 1 code, 2 health-plan-id<30, 3-4 code
CR1: 1 code, 2 number, 3-5 code, 6 number, 7-8 location<55, 9-10 text<80
CR2: 1-2 number, 3-5 code, 6-7 number, 8-9 code, 10-11 text<80, 12 code
CR3: 1-2 code, 3 number, 4 code, 5 text<80
CR5: 1 code, 2 number, 3-4 code, 5 text<80, 6-8 number, 9 text<80, 10-11 number, 12-15 code, 16 number, 17-18 code
CR6: 1 code, 2 date, 3 code, 4 period, 5 date, 6-8 code, 9 date, 10 code, 11 medical, 12-14 date, 15 code, 16 period, 17 code, 18-21 date
CR7: 1 code, 2-3 number
CRC: 1-7 code
CTP: 1-2 code, 3-4 number, 5 unit, 6 code, 7-8 number
CTX: 1.1 text<35, 1.2 other-id<35, 2 code, 3 count, 4 loop, 5-6 unit
CUR: 1-2 code, 3 number, 4-7 code, 8 date, 9 time, 10 code, 11 date, 12 time, 13 code, 14 date, 15 time, 16 code, 17 date, 18 time, 19 code, 20 date, 21 time
DMG: 1 code, 2 period, 3-4 code, 5.1-2 code, 5.3 medical, 6-8 code, 9 number, 10 code, 11 medical
DN1: 1-2 number, 3 code, 4 text<80
DN2: 1-2 code, 3 number, 4 code, 5 period, 6 code
DSB: 1 code, 2 number, 3 profession, 4-5 code, 6 number, 7 code, 8 medical
DTM: 1 code, 2 date, 3 time, 4-5 code, 6 period
DTP: 1-2 code, 3 period
EB: 1-4 code, 5 text<50, 6 code, 7-8 number, 9 code, 10 number, 11-12 code, ${PRODUCT(13)}, 14 count
EC: 1-3 code, 4 number, 5 code, 6 profession
ENT: 1 count, 2-3 code, 4 entity-id<80, 5-6 code, 7 entity-id<80, 8 code, 9 reference<30
EQ: 1 code, ${PRODUCT(2)}, 3-4 code, 5 count
FRM: 1 reason, 2 code, 3 text<30, 4 date, 5 number
GE: 1 count, 2 control
GS: 1 code, 2-3 facility<15, 4 date, 5 time, 6 control, 7 code, 8 guide
HCP: 1 code, 2-3 number, 4 other-id<30, 5 number, 6 reason, 7 number, 8 revenue, 9 code, 10 medical, 11 code, 12 number, 13-15 code
HCR: 1 code, 2 other-id<30, 3-4 code
HD: 1-3 code, 4 text<50, 5 code, 6-7 number, 8-11 code
HI: 1-12.1 code, 1-12.2 medical, 1-12.3 code, 1-12.4 period, 1-12.5-6 number, 1-12.7 reason, 1-12.8 medical, 1-12.9 code
HL: 1-2 count, 3-4 code
HLH: 1 code, 2-4 number, 5 text<80, 6 code, 7 text<80
HSD: 1 code, 2 number, 3 code, 4 number, 5 code, 6 number, 7-8 code
ICM: 1 code, 2-3 number, 4 location<30, 5 reason, 6 code
IDC: 1 text<50, 2 code, 3 number, 4 code
IEA: 1 count, 2 control
III: 1 code, 2 medical, 3 code, 4 text<264, 5 number, 6 unit, 7-9 code
IK3: 1 code, 2 count, 3 loop, 4 code
IK4: 1 unit, 2 count, 3 code, 4 other-id<99
IK5: 1-6 code
INS: 1-5 code, 6.1-4 code, 7-11 code, 12 period, 13 code, 14 location<30, 15 state, 16 code, 17 count
ISA: 1 code, 2 other-id<10, 3 code, 4 other-id<10, 5 code, 6 facility<15, 7 code, 8 facility<15, 9 date, 10 time, 11 delimiter, 12 release, 13 control, 14-15 code, 16 delimiter
IT1: 1 line<20, 2 number, 3 code, 4 number, 5 code, 6-24+2 code, 7-25+2 medical
K3: 1 text<80, 2 code, 3 unit
LE: 1 loop
LIN: 1 line<20, 2-30+2 code, 3-31+2 medical
LQ: 1 code, 2 medical
LS: 1 loop
LUI: 1 code, 2 language, 3 text<80, 4-5 code
LX: 1 count
MEA: 1-2 code, 3 number, 4 unit, 5-6 number, 7-11 code, 12 medical
MIA: 1-4 number, 5 reason, 6-19 number, 20-23 reason, 24 number
MOA: 1-2 number, 3-7 reason, 8-9 number
MPI: 1-3 code, 4 text<80, 5-6 code, 7 period
MSG: 1 text<264, 2 code, 3 count
N1: 1 code, 2 party<60, 3 code, 4 entity-id<80, 5-6 code
N2: 1-2 party<60
N3: 1-2 location<55
N4: 1 location<30, 2 state, 3 location<15, 4-5 code, 6 location<30, 7 state
NM1: 1-2 code, 3 party<35, 4-5 name<25, 6-7 title<10, 8 code, 9 entity-id<80, 10-11 code, 12 party<35
NTE: 1 code, 2 text<80
OI: 1-6 code
PAT: 1-5 code, 6 period, 7 code, 8 number, 9 code
PER: 1 code, 2 party<60, 3 code, 4 contact<80, 5 code, 6 contact<80, 7 code, 8 contact<80, 9 text<20
PLA: 1-2 code, 3 date, 4 time, 5 code
PLB: 1 license<30, 2 date, 3-13+2.1 code, 3-13+2.2 other-id<30, 4-14+2 total
PRV: 1-2 code, 3 taxonomy<30, 4 state, 5-6 code
PS1: 1 license<30, 2 number, 3 state
PWK: 1-2 code, 3 count, 4-5 code, 6 other-id<80, 7 text<80, 8-9 code
QTY: 1 code, 2 number, 3 unit, 4 text<30
RDM: 1 code, 2 party<60, 3 contact<80
REF: 1 code, 2 reference<30, 3 text<80, 4.1 code, 4.2 reference<30, 4.3 code, 4.4 reference<30, 4.5 code, 4.6 reference<30
RMR: 1 code, 2 reference<30, 3 code, 4-6 total, 7 code, 8 total
SBR: 1-2 code, 3 health-plan-id<30, 4 organization<60, 5-9 code
SE: 1 count, 2 control
SLN: 1-2 line<20, 3 code, 4 number, 5 unit, 6 number, 7-8 code, 9-27+2 code, 10-28+2 medical
ST: 1 code, 2 control, 3 guide
STC: 1.1-2 reason, 1.3-4 code, 2 date, 3 code, 4-5 number, 6 date, 7 code, 8 date, 9 other-id<16, 10-11.1-2 reason, 10-11.3-4 code, 12 text<264
SV1: ${PRODUCT(1)}, 2 number, 3 code, 4 number, 5-6 code, 7.1-4 count, 8 number, 9-16 code, 17 other-id<30, 18 location<15, 19 number, 20-21 code
SV2: 1 revenue, ${PRODUCT(2)}, 3 number, 4 code, 5-7 number, 8-10 code
SV3: ${PRODUCT(1)}, 2 number, 3 code, 4.1-5 code, 5 code, 6 number, 7 text<80, 8-10 code, 11.1-4 count
SV5: ${PRODUCT(1)}, 2 code, 3-5 number, 6-7 code
SVC: ${PRODUCT(1)}, 2-3 number, 4 revenue, 5 number, ${PRODUCT(6)}, 7 number
SVD: 1 other-id<80, 2 number, ${PRODUCT(3)}, 4 revenue, 5 number, 6 count
TA1: 1 control, 2 date, 3 time, 4-5 code
TOO: 1 code, 2 medical, 3.1-5 code
TRN: 1 code, 2 other-id<30, 3 other-id<10, 4 other-id<30
TS2: 1-19 total
TS3: 1 license<30, 2 code, 3 date, 4-24 total
UM: 1-3 code, 4.1-3 code, 5.1-3 code, 5.4 state, 5.5 code, 6-10 code
`

interface SegmentRules {
  /** By element; what holds for every part of it. */
  readonly elements: ReadonlyMap<number, ElementRule>
  /** By element and component, `5.1`. */
  readonly components: ReadonlyMap<string, ElementRule>
  readonly composites: ReadonlySet<number>
}

const TREATMENTS: ReadonlySet<string> = new Set<string>([...PHI_CATEGORIES, ...KINDS.split(' ')])
const RULES: ReadonlyMap<string, SegmentRules> = new Map(LINES.trim().split('\n').map(readLine))

function readLine(line: string): readonly [string, SegmentRules] {
  const [segment = '', rules = ''] = line.split(': ')
  const elements = new Map<number, ElementRule>()
  const components = new Map<string, ElementRule>()
  for (const each of rules.split(', ')) {
    const [, place = '', treatment = '', max] = /^(\S+) ([a-z0-9-]+)(?:<(\d+))?$/.exec(each)!
    if (!TREATMENTS.has(treatment)) continue
    const rule: ElementRule = { treatment: treatment as X12Treatment, max: max === undefined ? Number.POSITIVE_INFINITY : Number(max) }
    const [own = '', part] = place.split('.')
    for (const element of listRange(own)) {
      if (part === undefined) elements.set(element, rule)
      else for (const component of listRange(part)) components.set(`${element}.${component}`, rule)
    }
  }
  const composites = new Set([...components.keys()].map((key) => Number(key.split('.')[0])))
  return [segment, { elements, components, composites }]
}

function listRange(range: string): number[] {
  const [, from = '', to = from, step = '1'] = /^(\d+)(?:-(\d+))?(?:\+(\d+))?$/.exec(range) ?? []
  const count = Math.floor((Number(to) - Number(from)) / Number(step)) + 1
  return Array.from({ length: count }, (_, i) => Number(from) + i * Number(step))
}

export function isKnownX12Segment(segment: string): boolean {
  return RULES.has(segment)
}

export function x12SegmentNames(): string[] {
  return [...RULES.keys()]
}

/** @param component from 1; of an element that is no composite every part has its rule. @returns undefined for what is not known */
export function ruleOf(segment: string, element: number, component: number): ElementRule | undefined {
  const rules = RULES.get(segment)
  if (!rules) return undefined
  return rules.composites.has(element) ? rules.components.get(`${element}.${component}`) : rules.elements.get(element)
}
