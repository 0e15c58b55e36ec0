// Identifiers of Estonia, Latvia, Lithuania, Poland, Czechia, Slovakia and Hungary.

import { dateRule, type NumberDate, two, writeDate } from '../calendar.ts'
import { digit, weigh } from '../check-sums.ts'
import { checkRule, defineScheme, type Facts, rule, type Scheme } from '../scheme.ts'

/** Two passes of weights: the second where the first leaves 10. */
function isBaltic(text: string): boolean {
  const first = weigh(text, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11
  const rest = first < 10 ? first : weigh(text, [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 11
  return rest % 10 === digit(text, 10)
}

/** The first digit tells century and sex. */
function balticDate(text: string): NumberDate {
  return { year: 1800 + 100 * ((digit(text, 0) - 1) >> 1) + two(text, 1), month: two(text, 3), day: two(text, 5) }
}

const sexOf = (odd: boolean): string => (odd ? 'male' : 'female')

function peselDate(text: string): NumberDate {
  const century = [1900, 2000, 2100, 2200, 1800][Math.floor(two(text, 2) / 20)]!
  return { year: century + two(text, 0), month: two(text, 2) % 20, day: two(text, 4) }
}

/** Nine digits before 1954, ten since; 50 is added to the month for women, 20 more since 2004 where numbers have run out. */
function rodneDate(text: string): NumberDate {
  const year = two(text, 0)
  const century = text.length === 9 ? (year > 53 ? 1800 : 1900) : year < 54 ? 2000 : 1900
  const month = two(text, 2) % 50
  return { year: century + year, month: month > 20 && century === 2000 ? month - 20 : month, day: two(text, 4) }
}

/** Until 1985 a remainder of 10 was written 0. */
function isRodne(text: string): boolean {
  if (text.length === 9) return true
  const rest = Number(text.slice(0, 9)) % 11
  return rest === 10 ? rodneDate(text).year < 1986 && text[9] === '0' : rest === digit(text, 9)
}

function rodneCislo(id: string, country: string, name: string, source: string): Scheme {
  return defineScheme({
    id,
    name,
    country,
    shape: ['d{9}', 'd{10}'],
    separators: ' /',
    source,
    rarity: 1,
    rules: [
      rule('range', 0, (text) => text.length === 10 || two(text, 0) <= 53 || text.slice(6) !== '000'),
      dateRule(rodneDate),
      checkRule(3.4, isRodne),
    ],
    decode: (text, context) => ({ birthDate: writeDate(rodneDate(text), context), sex: sexOf(two(text, 2) < 50) }),
    format: (text) => `${text.slice(0, 6)}/${text.slice(6)}`,
  })
}

export const BALTIC_POLAND: readonly Scheme[] = [
  defineScheme({
    id: 'ee-ik',
    name: 'Isikukood',
    country: 'EE',
    shape: '[1-8]d{10}',
    source: 'EVS 585:2007, Personal code',
    rarity: 1,
    rules: [dateRule(balticDate), checkRule(3.4, isBaltic)],
    decode: (text, context) => ({ birthDate: writeDate(balticDate(text), context), sex: sexOf(digit(text, 0) % 2 === 1) }),
  }),
  defineScheme({
    id: 'lt-ak',
    name: 'Asmens kodas',
    country: 'LT',
    shape: '[1-69]d{10}',
    source: 'Lietuvos Respublikos gyventojų registro įstatymas, art. 8',
    rarity: 1,
    rules: [dateRule((text) => (text[0] === '9' ? undefined : balticDate(text))), checkRule(3.4, isBaltic)],
    decode: (text, context): Facts =>
      text[0] === '9' ? {} : { birthDate: writeDate(balticDate(text), context), sex: sexOf(digit(text, 0) % 2 === 1) },
  }),
  defineScheme({
    id: 'lv-pk',
    name: 'Personas kods',
    country: 'LV',
    shape: ['[0-3]d{5}[0-2]d{4}', '32d{9}'],
    source: 'Fizisko personu reģistra likums, § 12 (numbers from 32… since July 2017 hold no date)',
    rarity: 1,
    rules: [
      dateRule((text) =>
        text.startsWith('32') ? undefined : { year: 1800 + 100 * digit(text, 6) + two(text, 4), month: two(text, 2), day: two(text, 0) },
      ),
      checkRule(3.4, (text) => text.startsWith('32') || (1101 - weigh(text, [1, 6, 3, 7, 9, 10, 5, 8, 4, 2])) % 11 === digit(text, 10)),
    ],
    decode: (text, context): Facts =>
      text.startsWith('32')
        ? {}
        : { birthDate: writeDate({ year: 1800 + 100 * digit(text, 6) + two(text, 4), month: two(text, 2), day: two(text, 0) }, context) },
    format: (text) => `${text.slice(0, 6)}-${text.slice(6)}`,
  }),
  defineScheme({
    id: 'pl-pesel',
    name: 'PESEL',
    country: 'PL',
    shape: 'd{11}',
    source: 'Ustawa o ewidencji ludności z 24 września 2010, art. 15; rozporządzenie MSWiA, numer PESEL',
    rarity: 1,
    rules: [dateRule(peselDate), checkRule(3.3, (text) => weigh(text, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0)],
    decode: (text, context) => ({ birthDate: writeDate(peselDate(text), context), sex: sexOf(digit(text, 9) % 2 === 1) }),
  }),
  rodneCislo('cz-rc', 'CZ', 'Rodné číslo (Czechia)', 'Zákon č. 133/2000 Sb., § 13'),
  rodneCislo('sk-rc', 'SK', 'Rodné číslo (Slovakia)', 'Zákon č. 301/1995 Z. z., § 2'),
  defineScheme({
    id: 'hu-taj',
    name: 'TAJ number',
    country: 'HU',
    shape: 'd{9}',
    source: '1996. évi XX. törvény, 1. melléklet (weights 3 and 7)',
    rarity: 1,
    rules: [
      rule('range', 0, (text) => text !== '000000000'),
      checkRule(3.3, (text) => weigh(text, [3, 7, 3, 7, 3, 7, 3, 7]) % 10 === digit(text, 8)),
    ],
    format: (text) => `${text.slice(0, 3)} ${text.slice(3, 6)} ${text.slice(6)}`,
  }),
]
