// Identifiers of Spain, Portugal and Italy.

import { dateRule, two, writeDate } from '../calendar.ts'
import { alphaValue, digit, weigh } from '../check-sums.ts'
import { isDni } from '../checksums.ts'
import { checkRule, defineScheme, rule, type Scheme } from '../scheme.ts'

const MONTHS = 'ABCDEHLMPRST'
/** In homonyms digits give way to these letters (omocodia). */
const OMOCODIA = 'LMNPQRSTUV'
/** Consonants of the name, then its vowels, then X for what it lacks (articles 4 and 5). */
const NAME_TRIPLET = /^[B-DF-HJ-NP-TV-Z]{0,3}[AEIOU]{0,3}X{0,3}$/
/** Values of characters at odd places: of digits and the letters A to J, then K to Z. */
const ODD_POSITION_VALUES = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23]

function codiceDigits(text: string): string {
  return text.replace(/[LMNPQRSTUV]/g, (letter) => String(OMOCODIA.indexOf(letter)))
}

function codiceDate(text: string) {
  const day = Number(codiceDigits(text.slice(9, 11)))
  return { year: Number(codiceDigits(text.slice(6, 8))), month: MONTHS.indexOf(text[8]!) + 1, day: day % 40, century: 'open' as const }
}

function isCodice(text: string): boolean {
  let sum = 0
  for (let i = 0; i < 15; i++) {
    const value = alphaValue(text[i]!)
    const place = value > 9 ? value - 10 : value
    sum += i % 2 === 0 ? ODD_POSITION_VALUES[place]! : place
  }
  return String.fromCharCode(65 + (sum % 26)) === text[15]
}

/** Province and number without leading zeros, modulo 97. */
function isNuss(text: string): boolean {
  const serial = Number(text.slice(2, 10))
  const number = serial < 10_000_000 ? serial + two(text, 0) * 10_000_000 : Number(text.slice(0, 10))
  return number % 97 === two(text, 10)
}

export const IBERIA_ITALY: readonly Scheme[] = [
  defineScheme({
    id: 'es-dni',
    name: 'Documento nacional de identidad',
    country: 'ES',
    shape: 'd{8}[A-HJ-NP-TV-Z]',
    source: 'Real Decreto 1553/2005; Ministerio del Interior, cálculo del dígito de control',
    rarity: 1,
    rules: [checkRule(4.5, isDni)],
  }),
  defineScheme({
    id: 'es-nie',
    name: 'Número de identidad de extranjero',
    country: 'ES',
    shape: '[XYZ]d{7}[A-HJ-NP-TV-Z]',
    source: 'Real Decreto 557/2011; Ministerio del Interior, cálculo del dígito de control',
    rules: [checkRule(4.5, isDni)],
  }),
  defineScheme({
    id: 'es-nuss',
    name: 'Número de la Seguridad Social (Spain)',
    country: 'ES',
    shape: 'd{12}',
    separators: ' -./',
    source: 'Tesorería General de la Seguridad Social, dígitos de control',
    rules: [
      rule('region', 0.7, (text) => (two(text, 0) >= 1 && two(text, 0) <= 53) || text.startsWith('66')),
      checkRule(6.6, isNuss, () => 10),
    ],
    decode: (text) => ({ region: text.slice(0, 2) }),
  }),
  defineScheme({
    id: 'es-cip-sns',
    name: 'Código de identificación personal del SNS',
    country: 'ES',
    shape: 'B{8}[A-Z]{2}d{6}',
    source: 'Real Decreto 702/2013, tarjeta sanitaria individual; shape only',
    rarity: 3,
  }),
  defineScheme({
    id: 'pt-nif',
    name: 'Número de identificação fiscal',
    country: 'PT',
    // 45 is of people who are not resident, 70 to 79 of estates, funds and non-resident companies.
    shape: ['[1235689]d{8}', '45d{7}', '7[0-245789]d{7}'],
    source: 'Autoridade Tributária, Decreto-Lei 14/2013 (modulus 11)',
    rules: [
      checkRule(3.4, (text) => {
        const rest = weigh(text, [9, 8, 7, 6, 5, 4, 3, 2]) % 11
        return (rest < 2 ? 0 : 11 - rest) === digit(text, 8)
      }),
    ],
  }),
  defineScheme({
    id: 'pt-niss',
    name: 'Número de identificação de segurança social',
    country: 'PT',
    shape: '[12]d{10}',
    source: 'Instituto de Informática da Segurança Social, NISS',
    rules: [checkRule(3.3, (text) => 9 - (weigh(text, [29, 23, 19, 17, 13, 11, 7, 5, 3, 2]) % 10) === digit(text, 10))],
  }),
  defineScheme({
    id: 'it-cf',
    name: 'Codice fiscale',
    country: 'IT',
    shape: '[A-Z]{6}[0-9LMNPQRSTUV]{2}[ABCDEHLMPRST][0-9LMNPQRSTUV]{2}[A-ILMZ][0-9LMNPQRSTUV]{3}[A-Z]',
    source: 'D.M. 23 dicembre 1976, artt. 3–7 (omocodia: art. 6); Agenzia delle Entrate, codici catastali (letters of places)',
    rarity: 1,
    rules: [
      rule('range', 1, (text) => NAME_TRIPLET.test(text.slice(0, 3)) && NAME_TRIPLET.test(text.slice(3, 6))),
      rule('date', 1, (text) => {
        const day = Number(codiceDigits(text.slice(9, 11)))
        return (day >= 1 && day <= 31) || (day >= 41 && day <= 71)
      }),
      dateRule(codiceDate),
      checkRule(4.7, isCodice),
    ],
    decode: (text, context) => ({
      birthDate: writeDate(codiceDate(text), context),
      sex: Number(codiceDigits(text.slice(9, 11))) > 40 ? 'female' : 'male',
      birthPlace: text[11]! + codiceDigits(text.slice(12, 15)),
    }),
  }),
  defineScheme({
    id: 'it-stp',
    name: 'Codice STP, codice ENI',
    country: 'IT',
    shape: ['STPd{13}', 'ENId{13}'],
    source: 'D.P.R. 394/1999 art. 43 (straniero temporaneamente presente); shape only',
    rarity: 3,
  }),
]
