// Identifiers of Sweden, Denmark, Norway, Finland and Iceland.

import { compareDays, dateRule, isDay, type NumberDate, two, writeDate } from '../calendar.ts'
import { digit, weigh } from '../check-sums.ts'
import { isLuhn } from '../checksums.ts'
import { type CivilDay, type Context, checkRule, defineScheme, type Facts, rule, type Scheme } from '../scheme.ts'

/** The ten digits that the Luhn sum is taken over; a sign or a century before them does not count. */
function swedishTen(text: string): string {
  return text.replace(/[-+]/, '').slice(-10)
}

function swedishDate(text: string): NumberDate {
  const ten = swedishTen(text)
  const [month, day] = [two(ten, 2), two(ten, 4) % 60]
  const digits = text.replace(/[-+]/, '')
  return digits.length === 12 ? { year: Number(digits.slice(0, 4)), month, day } : { year: two(ten, 0), month, day, century: 'open' }
}

function swedishFacts(text: string, context: Context): Facts {
  return { birthDate: writeDate(swedishDate(text), context), sex: digit(swedishTen(text), 8) % 2 === 1 ? 'male' : 'female' }
}

/** Numbers exist since 1947: nobody with one was born before 1800. */
const swedishCentury = rule('date', 0, (text) => swedishDate(text).century === 'open' || swedishDate(text).year >= 1800)

const SWEDISH_SHAPES = ['d{10}', 'd{6}[-+]d{4}', 'd{12}', 'd{8}[-+]d{4}']

/** The century by the seventh digit and the year (CPR-kontoret). */
function cprDate(text: string): NumberDate {
  const year = two(text, 4)
  const seventh = digit(text, 6)
  const century = seventh < 4 ? 1900 : seventh === 4 || seventh === 9 ? (year < 37 ? 2000 : 1900) : year < 58 ? 2000 : 1800
  return { year: century + year, month: two(text, 2), day: two(text, 0) }
}

/** D numbers add 40 to the day; H numbers 40 to the month; synthetic ones 40, 65 or 80 to the month. */
function fnrDate(text: string): NumberDate {
  const day = two(text, 0) % 40
  const marked = two(text, 2)
  const month = marked > 80 ? marked - 80 : marked > 65 ? marked - 65 : marked > 40 ? marked - 40 : marked
  const century = fnrCentury(text)
  const year = two(text, 4)
  return century === undefined ? { year, month, day, century: 'open' } : { year: century + year, month, day }
}

/**
 * By individual number (Skatteetaten): 000 to 499 for births of 1900 to 1999, 500 to 749 of 1854 to 1899, 500 to 999 of 2000 to 2039, 900 to 999 of 1940 to
 * 1999. Undefined for others.
 */
function fnrCentury(text: string): number | undefined {
  const [year, individual] = [two(text, 4), Number(text.slice(6, 9))]
  if (individual < 500) return 1900
  if (individual < 750 && year >= 54) return 1800
  if (year < 40) return 2000
  return individual >= 900 ? 1900 : undefined
}

const isFh = (text: string): boolean => text[0]! >= '8'

function isFnr(text: string, { today }: Context): boolean {
  const first = weigh(text, [3, 7, 6, 1, 8, 9, 4, 5, 2, 1]) % 11
  const second = weigh(text, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11
  return second === 0 && (first === 0 || (isRelaxed(today) && first <= 3))
}

/** From 2032 on the first control digit may leave a remainder of 0 to 3, and the individual number tells no century (Folkeregisterforskriften § 2-2-1). */
function isRelaxed(today: CivilDay | undefined): boolean {
  return today !== undefined && compareDays(today, { year: 2032, month: 1, day: 1 }) >= 0
}

const HETU_CHECKS = '0123456789ABCDEFHJKLMNPRSTUVWXY'

function hetuDate(text: string): NumberDate {
  const sign = text[6]!
  const century = sign === '+' ? 1800 : '-YXWVU'.includes(sign) ? 1900 : 2000
  return { year: century + two(text, 4), month: two(text, 2), day: two(text, 0) }
}

function kennitalaDate(text: string): NumberDate {
  const century = text[9] === '8' ? 1800 : text[9] === '9' ? 1900 : 2000
  return { year: century + two(text, 4), month: two(text, 2), day: two(text, 0) % 40 }
}

/** System numbers (kerfiskennitala) begin with 8 or 9 and hold no date. */
const isSystemNumber = (text: string): boolean => text[0]! >= '8'

export const NORDIC: readonly Scheme[] = [
  defineScheme({
    id: 'se-personnummer',
    name: 'Personnummer',
    country: 'SE',
    shape: SWEDISH_SHAPES,
    separators: ' ',
    source: 'Folkbokföringslag (1991:481) § 18; Skatteverket SKV 704',
    rarity: 1,
    rules: [
      rule('range', 1, (text) => two(swedishTen(text), 4) <= 31, 'date'),
      swedishCentury,
      dateRule(swedishDate),
      checkRule(3.3, (text) => isLuhn(swedishTen(text))),
    ],
    decode: swedishFacts,
  }),
  defineScheme({
    id: 'se-samordningsnummer',
    name: 'Samordningsnummer',
    country: 'SE',
    shape: SWEDISH_SHAPES,
    separators: ' ',
    source: 'Skatteverket SKV 707 (60 is added to the day)',
    rules: [
      rule('range', 2, (text) => two(swedishTen(text), 4) > 60, 'date'),
      swedishCentury,
      dateRule(swedishDate),
      checkRule(3.3, (text) => isLuhn(swedishTen(text))),
    ],
    decode: swedishFacts,
  }),
  defineScheme({
    id: 'dk-cpr',
    name: 'CPR-nummer',
    country: 'DK',
    shape: 'd{10}',
    source: 'CPR-kontoret, Personnummeret i CPR (numbers without modulus 11 since October 2007)',
    rarity: 1,
    rules: [dateRule(cprDate)],
    decode: (text, context) => ({ birthDate: writeDate(cprDate(text), context), sex: digit(text, 9) % 2 === 1 ? 'male' : 'female' }),
    format: (text) => `${text.slice(0, 6)}-${text.slice(6)}`,
  }),
  defineScheme({
    id: 'no-fnr',
    name: 'Fødselsnummer, D-nummer, H-nummer, FH-nummer',
    country: 'NO',
    shape: 'd{11}',
    source: 'Folkeregisterforskriften § 2-2-1; KITH 1001:2010 (H and FH numbers); Skatteetaten, Tenor (synthetic)',
    rarity: 1,
    rules: [
      rule('range', 0.3, (text, { today }) => isFh(text) || isRelaxed(today) || fnrCentury(text) !== undefined),
      dateRule((text) => (isFh(text) ? undefined : fnrDate(text))),
      checkRule(6.9, isFnr, () => 9),
    ],
    issued: (text) => (!isFh(text) && two(text, 2) > 52 ? 'synthetic' : undefined),
    decode(text, context): Facts {
      if (isFh(text)) return { form: 'FH-nummer' }
      const form = text[0]! >= '4' ? 'D-nummer' : two(text, 2) > 40 && two(text, 2) <= 52 ? 'H-nummer' : 'fødselsnummer'
      return { form, birthDate: writeDate(fnrDate(text), context), sex: digit(text, 8) % 2 === 1 ? 'male' : 'female' }
    },
    format: (text) => `${text.slice(0, 6)} ${text.slice(6)}`,
  }),
  defineScheme({
    id: 'no-hpr',
    name: 'HPR-nummer of a health professional',
    country: 'NO',
    shape: '[1-9]d{6,8}',
    source: 'Helsedirektoratet, Helsepersonellregisteret; shape only',
    rarity: 3,
  }),
  defineScheme({
    id: 'fi-hetu',
    name: 'Henkilötunnus',
    country: 'FI',
    shape: 'd{6}[-+A-FU-Y]d{3}[0-9A-FHJ-NPR-Y]',
    separators: ' ',
    source: 'Valtioneuvoston asetus 128/2010 § 2, with the signs of asetus 690/2022 (2023)',
    rarity: 1,
    rules: [
      rule('range', 0, (text) => Number(text.slice(7, 10)) >= 2),
      dateRule(hetuDate),
      checkRule(5, (text) => HETU_CHECKS[Number(text.slice(0, 6) + text.slice(7, 10)) % 31] === text[10]),
    ],
    issued: (text) => (text[7] === '9' ? 'temporary' : undefined),
    decode: (text, context) => ({ birthDate: writeDate(hetuDate(text), context), sex: digit(text, 9) % 2 === 1 ? 'male' : 'female' }),
  }),
  defineScheme({
    id: 'is-kennitala',
    name: 'Kennitala',
    country: 'IS',
    shape: ['[0-7]d{8}[089]', '[89]d{9}'],
    source: 'Þjóðskrá, Um kennitölur; lög 140/2019',
    rules: [
      rule('date', 0, (text) => isSystemNumber(text) || isDay(2000, two(text, 2), two(text, 0) % 40)),
      dateRule((text) => (isSystemNumber(text) ? undefined : kennitalaDate(text))),
      checkRule(
        3.5,
        (text) => isSystemNumber(text) || weigh(text, [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
        () => 8,
      ),
    ],
    issued: (text) => (isSystemNumber(text) ? 'temporary' : undefined),
    decode(text, context): Facts {
      if (isSystemNumber(text)) return { form: 'system number' }
      const form = text[0]! >= '4' ? 'organization' : 'person'
      return { form, [form === 'person' ? 'birthDate' : 'registered']: writeDate(kennitalaDate(text), context) }
    },
    format: (text) => `${text.slice(0, 6)}-${text.slice(6)}`,
  }),
]
