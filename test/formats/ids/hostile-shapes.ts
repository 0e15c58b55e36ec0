// Further hostile lines for identifiers, UDIs and units: valid ones in masses, values of many readings, and writings at the edge of each grammar.
import { GS, long, times } from './hostile-parts.ts'

const count = (size: number, make: (i: number) => string) => {
  const lines: string[] = []
  for (let i = 1, length = 0; length < size; i++) {
    const line = `${make(i)}\n`
    lines.push(line)
    length += line.length
  }
  return lines.join('')
}
const digits = (i: number, length: number) =>
  String(i * 7_919)
    .padStart(length, '1')
    .slice(-length)

export const HOSTILE_SHAPES: Readonly<Record<string, (size: number) => string>> = {
  'different numbers of nine digits': (size) => count(size, (i) => digits(i, 9)),
  'different numbers of eleven digits': (size) => count(size, (i) => digits(i, 11)),
  'different numbers of thirteen digits': (size) => count(size, (i) => digits(i, 13)),
  'dates as identifiers': (size) => count(size, (i) => `${String(1 + (i % 28)).padStart(2, '0')}0170${digits(i, 4)}`),
  'letters before digits': (size) => count(size, (i) => `${'ABCDEFGHIJ'[i % 10]}${digits(i, 8)}`),
  'letters behind digits': (size) => count(size, (i) => `${digits(i, 8)}${'TRWAGMYFPD'[i % 10]}`),
  'identifiers with labels': (size) => count(size, (i) => `NHS number: ${digits(i, 10)}`),
  'codes of ICD-10': (size) => count(size, (i) => `${'ABCDEFGH'[i % 8]}${digits(i, 2)}.${i % 10}XXA`),
  'codes of LOINC': (size) => count(size, (i) => `${digits(i, 5)}-${i % 10}`),
  'codes of SNOMED CT': (size) => count(size, (i) => `${digits(i, 15)}103`),
  'codes of drugs': (size) => count(size, (i) => `${digits(i, 5)}-${digits(i * 3, 4)}-${digits(i, 2)}`),
  'numbers of books': (size) => count(size, (i) => `978-${i % 10}-${digits(i, 4)}-${digits(i, 4)}-${i % 10}`),
  UUIDs: (size) => count(size, (i) => `123e4567-e89b-12d3-a456-${digits(i, 12)}`),
  'object identifiers of one root': (size) => count(size, (i) => `2.16.840.1.${i}`),
  'UDIs of GS1': (size) => count(size, (i) => `(01)05102222223336(17)150707(10)A${i}(21)${i}`),
  'UDIs with a lost separator': (size) => count(size, (i) => `010510222222333610A${i}B17150707211234`),
  'UDIs with lost separators and digits alone': (size) => count(size, (i) => `010510222222333610${digits(i, 8)}1715070721${digits(i, 8)}`),
  'UDIs of all application identifiers': (size) =>
    count(
      size,
      (i) => `(01)05102222223336(11)141231(13)141231(15)141231(17)150707(30)${i}(3103)000123(422)840(703${i % 10})840A(8008)14123112`,
    ),
  'UDIs with a check digit that is wrong': (size) => count(size, (i) => `(01)0510222222333${i % 10}(10)${i}`),
  'UDIs with many internal elements': (size) =>
    times(`(01)05102222223336${Array.from({ length: 9 }, (_, i) => `(9${i + 1})A`).join('')}\n`, size),
  'bytes of scanners': (size) => count(size, (i) => `]d2010510222222333610A${i}${GS}17150707${GS}21${i}`),
  'HIBC of many': (size) => count(size, (i) => `+A99912345${i % 10}/$$520001510X${i}`),
  'ISBT of many': (size) => count(size, (i) => `=/A9999XYZ100T0944=,000025=A99971312345600=>014032=}013032&,1000000000${digits(i, 8)}`),
  'IFA of many': (size) => count(size, (i) => `9N110375286414${GS}1TA${i}${GS}D150707${GS}S${i}`),
  'Digital Links of many': (size) => count(size, (i) => `https://id.gs1.org/01/05102222223336/10/A${i}/21/${i}?17=150707`),
  'Digital Links of many queries': (size) =>
    count(size, (i) => `https://id.gs1.org/01/05102222223336?${Array.from({ length: 12 }, (_, k) => `${90 + (k % 10)}=${i}`).join('&')}`),
  'units with annotations': (size) => count(size, (i) => `mg{a${i}}/dL`),
  'units with values': (size) => count(size, (i) => `${i}.${i} mg/dL`),
  'units of laboratories': (size) => count(size, (i) => `${['mcg', 'cc', 'mEq', 'x10^9/L', 'thou/mm3', 'bpm', 'degC', 'hr'][i % 8]}/${i}`),
  'units that are misspelled': (size) =>
    count(size, (i) => `${'abcdefghij'[i % 10]}${'milimol'.slice(0, 2 + (i % 5))}/${'klmnop'[i % 6]}L`),
  'units with brackets': (size) => count(size, (i) => `[iU]/mL.[${i}]`),
  'units of deep parentheses': (size) => times(`${'(m/'.repeat(60)}s${')'.repeat(60)}\n`, size),
  'units of great exponents': (size) => count(size, (i) => `m${i}.s-${i}`),
  'units of prefixes': (size) => long('Ym.ym.', size, 'm'),
  'values with many decimal places': (size) => count(size, (i) => `0.${'3'.repeat(200)}${i} mg/dL`),
  'blanks around each line': (size) => count(size, (i) => `  \t ${digits(i, 10)} \t  `),
  'tabs between fields': (size) => count(size, (i) => `${digits(i, 10)}\tmg\t(01)${digits(i, 14)}`),
  'quoted lines': (size) => count(size, (i) => `"${digits(i, 10)}"`),
  'full-width letters': (size) => long('ＡＢＣ１２３', size),
  emoji: (size) => long('👩‍⚕️', size),
}
