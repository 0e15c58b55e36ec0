// What the code that stands before a value says of it: kinds of identifiers, of contacts, and of codes of terminologies with the form they have.
import type { PhiCategory } from '../category.ts'

function readLists(lines: string): ReadonlyMap<string, PhiCategory> {
  return new Map(
    lines
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [category = '', codes = ''] = line.split(': ')
        return codes.split(' ').map((code) => [code, category as PhiCategory] as const)
      }),
  )
}

/** Data element 128, as REF01 has it. */
const REFERENCES = readLists(`
ssn: SY
mrn: EA MRN
health-plan-id: 0F 18 1L 1W 23 3H 49 6P A6 ABB F6 HJ IG NQ
account: 11 14 AZ EJ SD Y4
license: 0B 1A 1B 1C 1D 1E 1G 1H 1J D3 DH G2 G5 HPI N5 X5
national-id: EI TJ
other-id: 00 06 0K 17 19 1K 1S 2U 38 4A 4N 5N 6O 6R 7C 9A 9B 9C 9D 9F 9H 9J 9K 9V 9X AP B7 BB BLT BT CE CT D7 D8 D9 DP DX E9 EO EV EW F2 F4 F5 F8 FJ FY G1 G3 G4 GH HB ID IK IX IV KW LB LU LX M7 N6 N7 NF OZ P4 PID PQ PS RB SB ST T4 TN TV U3 VP VV VY WU X4 XM XP XX1 XX2 XZ ZH ZX ZZ 2F 3L QQ
`)

/** Data element 66, as NM108 and N103 have it. */
const IDENTIFICATIONS = readLists(`
ssn: 34
health-plan-id: C1 C5 II MI MR
license: FA SL SV XX
national-id: 1 9 24 EI FI
other-id: 20 21 31 36 46 57 65 75 94 A3 A4 A6 AC AD BD BS C CF N NI PI PP SA UP UL XV ZZ
`)

/** Data element 365, as PER03 has it; RDM01 (756) has some of the same. */
const CONTACTS = readLists(`
phone: AP BN CP EX HP PH TE WP
fax: FX
email: EM
url: OL UR
other-id: ED FT IA
location: BM
`)

export function referenceCategory(qualifier: string): PhiCategory | undefined {
  return REFERENCES.get(qualifier)
}

export function identificationCategory(qualifier: string): PhiCategory | undefined {
  return IDENTIFICATIONS.get(qualifier)
}

export function contactCategory(qualifier: string): PhiCategory | undefined {
  return CONTACTS.get(qualifier)
}

const DIAGNOSIS = /^(?:[A-Z]\d[0-9A-Z](?:\.?[0-9A-Z]{1,4})?|[EV]?\d{2,4}(?:\.\d{1,2})?|\d{5})$/
const PROCEDURE = /^[A-Z0-9]\d{3}[A-Z0-9]$/
const SHORT = /^(?:[A-Z0-9]{1,3}|\d{4}|[A-Z]\d{2,3})$/

/** Forms of codes by data element 235 or 1270, which stands before them. */
const FORMS: ReadonlyMap<string, RegExp> = new Map(
  (
    [
      [PROCEDURE, 'AD BO BP CJ ER HC IV'],
      [/^(?=[A-Z]*\d)[A-Z0-9]{5}$/, 'HP'],
      [DIAGNOSIS, 'ABF ABJ ABK ABN APR ATD BF BJ BK BN DX PR TD'],
      [/^(?:\d{2,4}|\d{2}\.\d{1,2})$/, 'BQ BR ID'],
      [/^(?=[A-Z]{0,6}\d)[0-9A-Z]{7}$/, 'BBQ BBR'],
      [/^(?:\d{11}|\d{4,5}-\d{3,4}-\d{1,2})$/, 'N4'],
      [SHORT, 'BE BG BH BI DR JP NU TC TQ'],
      [/^(?:[A-Z]{0,3}\d{1,4}[A-Z]?|\d{1,2}\.\d{1,2}[A-Z]?|[A-Z]{1,3})$/, 'AS HE RX UT'],
      [/^\d{1,5}-\d$/, 'LOI'],
      [/^(?:\d{4}-\d|[RE]\d(?:\.\d{2,3}){0,3}|[A-Z0-9])$/, 'REC RET'],
      [/^(?:[A-Z0-9]\d{3}[A-Z0-9]|[A-Z0-9]{1,3})$/, 'ZZ'],
    ] as const
  ).flatMap(([form, codes]) => codes.split(' ').map((code) => [code, form] as const)),
)

/** Undefined for a code list that is not known. */
export function formOfCode(qualifier: string): RegExp | undefined {
  return FORMS.get(qualifier)
}
