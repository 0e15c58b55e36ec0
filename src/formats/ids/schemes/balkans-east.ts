// Identifiers of the Balkans, Romania, Bulgaria, Greece, Cyprus, Malta and Ukraine.

import { dateRule, type NumberDate, two, writeDate } from '../calendar.ts'
import { digit, isMod11And10, weigh } from '../check-sums.ts'
import { isLuhn } from '../checksums.ts'
import { checkRule, defineScheme, type Facts, rule, type Scheme } from '../scheme.ts'

const sexOf = (male: boolean): string => (male ? 'male' : 'female')

function jmbgDate(text: string): NumberDate {
  const year = Number(text.slice(4, 7))
  return { year: year < 800 ? 2000 + year : 1000 + year, month: two(text, 2), day: two(text, 0) }
}

/** A remainder of 0 and of 1 are both written 0. */
function isJmbg(text: string): boolean {
  const rest = 11 - (weigh(text, [7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)
  return (rest > 9 ? 0 : rest) === digit(text, 12)
}

/** @param regions first and last value of places 8 and 9 */
function jmbg(id: string, country: string, name: string, regions: readonly (readonly [number, number])[], source: string): Scheme {
  return defineScheme({
    id,
    name,
    country,
    shape: 'd{13}',
    source,
    rules: [
      dateRule(jmbgDate),
      rule('region', 3, (text) => regions.some(([first, last]) => two(text, 7) >= first && two(text, 7) <= last)),
      checkRule(3.4, isJmbg),
    ],
    decode: (text, context) => ({
      birthDate: writeDate(jmbgDate(text), context),
      sex: sexOf(Number(text.slice(9, 12)) < 500),
      region: text.slice(7, 9),
    }),
  })
}

function cnpDate(text: string): NumberDate {
  const first = digit(text, 0)
  const rest = { month: two(text, 3), day: two(text, 5) }
  // 7 to 9 stand for foreigners; these do not tell the century.
  if (first > 6) return { year: two(text, 1), ...rest, century: 'open' }
  return { year: [1900, 1800, 2000][(first - 1) >> 1]! + two(text, 1), ...rest }
}

/** Counties 01 to 46, two former sectors, Călărași, Giurgiu, and the codes that are given without a county since 2019. */
function isCounty(code: number): boolean {
  return (code >= 1 && code <= 48) || code === 51 || code === 52 || code === 70 || (code >= 80 && code <= 83)
}

/** Months from 21 on stand for the 19th century, from 41 on for the 21st. */
function egnDate(text: string): NumberDate {
  const month = two(text, 2)
  const [century, offset] = month > 40 ? [2000, 40] : month > 20 ? [1800, 20] : [1900, 0]
  return { year: century + two(text, 0), month: month - offset, day: two(text, 4) }
}

/** Days since 31 December 1899 stand in the first five places. */
function rntrcDate(text: string): NumberDate {
  const date = new Date(Date.UTC(1899, 11, 31) + Number(text.slice(0, 5)) * 86_400_000)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

const CYPRUS_ODD_POSITION_VALUES = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21]

function isCyprusTic(text: string): boolean {
  let sum = 0
  for (let i = 0; i < 8; i++) sum += i % 2 === 0 ? CYPRUS_ODD_POSITION_VALUES[digit(text, i)]! : digit(text, i)
  return String.fromCharCode(65 + (sum % 26)) === text[8]
}

const YUGOSLAV = 'Zakon o uvođenju jedinstvenog matičnog broja građana (Službeni list SFRJ 58/76)'

export const BALKANS_EAST: readonly Scheme[] = [
  jmbg('si-emso', 'SI', 'EMŠO', [[50, 59]], 'Zakon o centralnem registru prebivalstva (Uradni list RS 72/06), EMŠO'),
  jmbg(
    'rs-jmbg',
    'RS',
    'JMBG (Serbia)',
    [
      [70, 99],
      [0, 9],
    ],
    YUGOSLAV,
  ),
  jmbg('ba-jmbg', 'BA', 'JMBG (Bosnia and Herzegovina)', [[10, 19]], YUGOSLAV),
  jmbg('me-jmbg', 'ME', 'JMBG (Montenegro)', [[20, 29]], YUGOSLAV),
  jmbg('mk-jmbg', 'MK', 'EMBG (North Macedonia)', [[40, 49]], YUGOSLAV),
  jmbg('hr-jmbg', 'HR', 'JMBG (Croatia)', [[30, 39]], YUGOSLAV),
  defineScheme({
    id: 'hr-oib',
    name: 'Osobni identifikacijski broj',
    country: 'HR',
    shape: 'd{11}',
    source: 'Zakon o osobnom identifikacijskom broju (NN 60/08); ISO/IEC 7064 MOD 11-10',
    rarity: 1,
    rules: [checkRule(3.3, isMod11And10)],
  }),
  defineScheme({
    id: 'hr-mbo',
    name: 'Matični broj osiguranika',
    country: 'HR',
    shape: 'd{9}',
    source: 'HZZO, matični broj osigurane osobe; shape only',
    rarity: 3,
  }),
  defineScheme({
    id: 'ro-cnp',
    name: 'Cod numeric personal',
    country: 'RO',
    shape: '[1-9]d{12}',
    source: 'Ordonanța de urgență 97/2005; Legea 105/1996, art. 5',
    rarity: 1,
    rules: [
      dateRule(cnpDate),
      rule('region', 0.8, (text) => isCounty(two(text, 7))),
      checkRule(3.4, (text) => {
        const rest = weigh(text, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11
        return (rest === 10 ? 1 : rest) === digit(text, 12)
      }),
    ],
    decode: (text, context): Facts => ({
      birthDate: writeDate(cnpDate(text), context),
      region: text.slice(7, 9),
      ...(text[0] !== '9' && { sex: sexOf(digit(text, 0) % 2 === 1) }),
    }),
  }),
  defineScheme({
    id: 'bg-egn',
    name: 'Единен граждански номер (EGN)',
    country: 'BG',
    shape: 'd{10}',
    source: 'Наредба № РД-02-20-9 от 2012, ГРАО, приложение',
    rarity: 1,
    rules: [dateRule(egnDate), checkRule(3.4, (text) => (weigh(text, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10 === digit(text, 9))],
    decode: (text, context) => ({ birthDate: writeDate(egnDate(text), context), sex: sexOf(digit(text, 8) % 2 === 0) }),
  }),
  defineScheme({
    id: 'bg-lnch',
    name: 'Личен номер на чужденец (LNCh)',
    country: 'BG',
    shape: 'd{10}',
    source: 'Закон за чужденците в Република България; ГРАО',
    rules: [checkRule(3.3, (text) => weigh(text, [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10 === digit(text, 9))],
  }),
  defineScheme({
    id: 'gr-amka',
    name: 'ΑΜΚΑ',
    country: 'GR',
    shape: 'd{11}',
    source: 'ΗΔΙΚΑ, Αριθμός Μητρώου Κοινωνικής Ασφάλισης; νόμος 3655/2008, άρθρο 153',
    rarity: 1,
    rules: [dateRule((text) => ({ year: two(text, 4), month: two(text, 2), day: two(text, 0), century: 'open' })), checkRule(3.3, isLuhn)],
    decode: (text, context) => ({
      birthDate: writeDate({ year: two(text, 4), month: two(text, 2), day: two(text, 0), century: 'open' }, context),
      sex: sexOf(digit(text, 9) % 2 === 1),
    }),
  }),
  defineScheme({
    id: 'cy-tic',
    name: 'Tax identification code (Cyprus)',
    country: 'CY',
    shape: '[013-59]d{7}[A-Z]',
    source: 'Cyprus Tax Department, TIC; OECD, Tax identification numbers, Cyprus',
    rules: [checkRule(4.7, isCyprusTic)],
    rarity: 3,
  }),
  defineScheme({
    id: 'mt-id',
    name: 'Identity card number (Malta)',
    country: 'MT',
    shape: 'd{7}[MGAPLHBZ]',
    source: 'Identity Card and other Identity Documents Act, Cap. 258; shape only',
    rarity: 3,
  }),
  defineScheme({
    id: 'ua-rntrc',
    name: 'РНОКПП (RNTRC)',
    country: 'UA',
    shape: 'd{10}',
    source: 'Податковий кодекс України, стаття 70; ДПС, РНОКПП',
    rules: [
      dateRule(rntrcDate),
      checkRule(3.4, (text) => (((weigh(text, [-1, 5, 7, 9, 4, 6, 10, 5, 7]) % 11) + 11) % 11) % 10 === digit(text, 9)),
    ],
    decode: (text, context) => ({ birthDate: writeDate(rntrcDate(text), context), sex: sexOf(digit(text, 8) % 2 === 1) }),
  }),
]
