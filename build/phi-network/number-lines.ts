// Lines of records with numbers, days, initials and codes: what identifies somebody is marked, the rest looks like it and does not.
//
// Marks: [[date:…]], [[id:…]], [[contact:…]], [[name:…]], [[location:…]]. Slots: {d} digit, {dd} … several digits, {D} day of a month, {M} month as a
// number, {m} month in words, {y} year, {yy} its last two digits, {F} given name, {L} surname, {f} {l} the same in small letters, {i} small initials,
// {I} capital ones, {C} place, {drug}, {age} below 90, {old} above 89.

/** Numbers and short forms that stay. */
export const SAFE_LINES = `
CPT {d5}, ICD {A}{d2}.{d}, LOINC {d4}-{d}, NCT0{d7}
CPT code {d5} and HCPCS J{d4}
ICD-10 {A}{d2}.{d2}
billed {d5} with modifier {d2}
NDC {d5}-{d4}-{d2}
SNOMED {d8}; RxNorm {d6}
doi 10.{d4}/{d3} and PMID {d8}
see PMC{d7}, Vol. {d2}, pp. {d3}-{d3}
trial NCT0{d7} enrolled {d3} patients
DRG {d3}, CVX {d2}
BP {d3}/{d2}, HR {d2}, RR {d2}, SpO2 {d2}
VS {d2}.{d} {d3}/{d2} {d2} {d2} {d2}% RA
T {d2}.{d} P {d2} R {d2}
wt {d2} kg, BMI {d2}.{d}
weight stable at {d2}.
Na {d3}, K {d}.{d}, Cr {d}.{d}
WBC {d2}.{d}, Hgb {d}.{d}, plt {d3}
A1c {d}.{d}, TSH {d}.{d2}
BNP {d4}, troponin 0.{d2}
strength {s}/5 in both legs
pain {s}/10, was {s}/10
Apgar {s}/{s}
murmur {s}/6
MMSE {d2}/30, MoCA {d2}/30
Bishop {s}/13
nodes {s}/14 positive
VA OD 6/{d2} OS 6/{d}
6/18 6/9 unaided
20/{d2} and 20/{d2}
{drug} {s}/{d}
{drug} {d}/325 q6h prn
{drug} {d2} mg, {s}-{s} tabs
{drug} {d3} mg BID x {d} days, #{d2}
may {d}-{d2} tabs
takes {s}-{s} tabs at night
POD {d}, HD {d}
POD#{d}
G{s}P{s}
GCS {d2}, NIHSS {d}
PHQ-9 {d2}, GAD-7 {d}
ASA {s}, Mallampati {s}
grade {s}/{s}
stage {s}, T{s}N{s}M0
has the 2nd dose
the 3rd and 4th toes
1st degree block
ratio of {s}:{s}
reflexes {s}+
{d2} G needle, {d} Fr
ETT {d}.{d} at {d2} cm
Table {d}, Figure {d}
step {d} of {d2}
page {d} of {d}
version {d}.{d}
8 A.M. and 6 P.M.
given at {d2}:{d2}
{d2}{d2}h: turned, comfortable
given I.M. in the arm
1 tab P.O. at night
sold in the U.S. only
q.i.d. and p.r.n.
{age}M with chest pain
{age}F, s/p fall
{age} yo man
{age}-year-old woman
a {age} y/o with cough
q4-6h, {s}-{s} weeks
for {d} days, then {d} weeks
{d2} of {d3} patients
n = {d3}, p < 0.0{d}
{d2} % (95 % CI {d}.{d} to {d}.{d})
dose {d}.{d} mg/kg
{d4} mL in, {d4} mL out
EF {d2}-{d2}%
LVEF {d2}, RVSP {d2}
the {y} guideline
50/50 split
24/7 cover
L4-5, C5-6
S1, T12
V{s}, II-IV
CN II-XII intact
B12 and D3
COVID-19, H1N1
CA 19-9 of {d2}
HbA1c over {d}
O2 at {s} L
FiO2 {d2}, PEEP {d}
`

/** Numbers, days and initials that identify. */
export const MARKED_LINES = `
seen [[date:{M}/{D}/{y}]], MRN [[id:{d5}]]
visit [[date:{y}-{MM}-{DD}]]
MRN [[id:{d7}]] DOB [[date:{M}/{D}/{y}]]
mrn [[id:{d7}]]
mrn# [[id:{d3}-{d3}-{d2}]]
pt [[id:{d7}]] needs refill
#[[id:{d7}]] ready for discharge
acct [[id:{d8}]]
Acct: [[id:{d4}-{d4}]]
case [[id:{d2}-{d5}]]
accession [[id:S{d2}-{d5}]]
policy [[id:{A}{A}{d8}]]
member [[id:{d9}]], group [[id:{d5}]]
SSN ending [[id:{d4}]]
ssn xxx-xx-[[id:{d4}]]
xxx-xx-[[id:{d4}]]
NHS no [[id:{d3} {d3} {d4}]]
badge [[id:{d5}]]
device serial [[id:{A}{A}{d7}]]
S/N [[id:{A}{d6}]]
lap chole [[date:{M}/{D}]]
f/u [[date:{M}/{D}]]
s/p fall [[date:{M}/{D}]], CT neg
CXR [[date:{M}/{D}]] clear
labs [[date:{M}/{D}/{yy}]]
next visit [[date:{m} {D}]]
back on [[date:{D} {m}]]
admitted [[date:Tues {D}th]]
dc'd [[date:{m} {D}th]]
onset [[date:{M}/xx/{yy}]]
Onset [[date:{M}-{D}]]. Exposure unclear
since [[date:{m} {y}]]
[[date:{D}.{M}.{y}]] Aufnahme
[[date:{D}.III.{y}]] kontrola
den [[date:{D} maj {y}]]
le [[date:{D} avril {y}]]
el [[date:{D} de marzo de {y}]]
[[date:Jan/Feb {y}]]
seen [[date:Q3 {y}]]
[[date:Mon, {D} Jan {y}]] {d2}:{d2}
dob [[date:{m} {D} {yy}]]
DoB [[date:{yy}-{MM}-{DD}]]
DOB [[date:{y}]]
born [[date:{D} {m} {y}]]
b. [[date:{M}/{D}/{yy}]]
[[date:{M}/{D}]] - called [[name:{F}]], no answer
{d2}:{d2} PM Dr [[name:{L}]]
Dr [[name:{L}]] {d2}:{d2}
[[date:{M}/{D}/{yy}]] {d2}:{d2} [[name:{I}]]
Dictated by: [[name:{I}]]/[[name:{i}]] D: [[date:{MM}/{DD}/{yy}]]
-[[name:{i}]]
- [[name:{F}]]
/[[name:{i}]]
tech: [[name:{i}]]/[[name:{i}]]
reviewed, [[name:{I}]]
ns [[name:{i}]] {d2}{d2}h
call [[contact:{d3}-{d4}]]
cell [[contact:{d3} {d3} {d4}]]
ph [[contact:({d3}) {d3}-{d4}]]
fax [[contact:{d3}.{d3}.{d4}]]
pager [[contact:{d4}]]
x[[contact:{d4}]]
[[contact:{f}.{l}@example.org]]
@[[contact:{f}{d2}]] on the portal
which patients live in [[location:{d5}]]?
lives in [[location:{C} {d5}]]
[[location:{d3} {L} Street]], [[location:{C}]]
at [[location:{d4} {L} Rd]]
apt [[location:{d2}B, {d3} {L} Ave]]
[[age:{old}]]M with a fall
[[age:{old}]]F, lives alone
[[age:{old}]] yo woman
a [[age:{old}]]-year-old
turned [[age:{old}]] last week
pt [[name:{f} {l}]] seen, mrn [[id:{d7}]]
why is [[name:{l}]] on {drug}
give [[name:{l}]] {drug}?
[[name:{l}]] {age}m cp
bed {d}A [[name:{l}]] npo
[[name:{L}]] was admitted with chest pain
Patient: [[name:{F} {L}]]
[[name:{L}]], {age}{sex}, was seen.
Mr. [[name:{L}]] takes {s}-{s} tabs
Mr. [[name:{L}]]: strength {s}/5, pain {s}/10
Mr. [[name:{L}]]: weight stable at {d2}.
Mrs. [[name:{L}]] has the 2nd dose
I saw [[name:{F} {L}]] today.
`

export interface NumberSlots {
  given(): string
  surname(): string
  place(): string
  drug(): string
}

const MONTHS =
  'January February March April May June July August September October November December Jan Feb Mar Apr Jun Jul Aug Sept Oct Nov Dec'.split(
    ' ',
  )
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Fills the slots of a line; marks stay. */
export function fillNumbers(line: string, names: NumberSlots, random: () => number): string {
  const below = (limit: number): number => Math.floor(random() * limit)
  const digits = (count: number): string => Array.from({ length: count }, (_, i) => String(i === 0 ? 1 + below(9) : below(10))).join('')
  const letters = (): string => Array.from({ length: 2 + below(2) }, () => LETTERS[below(26)]).join('')
  const two = (value: number): string => String(value).padStart(2, '0')
  return line.replace(/\{(\w+)\}/g, (_, slot: string) => {
    if (/^d\d?$/.test(slot)) return digits(Number(slot[1] ?? 1))
    switch (slot) {
      case 's':
        return String(1 + below(5))
      case 'A':
        return LETTERS[below(26)]!
      case 'D':
        return String(1 + below(28))
      case 'DD':
        return two(1 + below(28))
      case 'M':
        return String(1 + below(12))
      case 'MM':
        return two(1 + below(12))
      case 'm':
        return MONTHS[below(MONTHS.length)]!
      case 'y':
        return String(1930 + below(97))
      case 'yy':
        return two(below(100))
      case 'age':
        return String(1 + below(89))
      case 'old':
        return String(90 + below(19))
      case 'sex':
        return random() < 0.5 ? 'M' : 'F'
      case 'I':
        return letters()
      case 'i':
        return letters().toLowerCase()
      case 'F':
        return names.given()
      case 'L':
        return names.surname()
      case 'f':
        return names.given().toLowerCase()
      case 'l':
        return names.surname().toLowerCase()
      case 'C':
        return names.place()
      case 'drug':
        return names.drug()
      default:
        throw new Error(`no slot is called ${slot}`)
    }
  })
}
