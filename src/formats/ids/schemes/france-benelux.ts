// Identifiers of France, Belgium, the Netherlands and Luxembourg.

import { dateRule, isDay, isPastYear, two, writeDate } from '../calendar.ts'
import { digit, modulo, weigh } from '../check-sums.ts'
import { isLuhn, isVerhoeff } from '../checksums.ts'
import { checkRule, defineScheme, type Facts, rule, type Scheme } from '../scheme.ts'

/** Corsica's departments count as 19 and 18, so that the number is one (INSEE). */
function nirDigits(text: string): string {
  return text.slice(0, 13).replace('2A', '19').replace('2B', '18')
}

/** Months 1 to 12; 20 to 42 and 50 to 99 stand where the month is not known or its numbers have run out. */
function isNirMonth(month: number): boolean {
  return (month >= 1 && month <= 12) || (month >= 20 && month <= 42) || month >= 50
}

/** The number that the two last digits check: 97 minus its remainder; births from 2000 on have a 2 before them. */
function isNiss(text: string, prefix: '' | '2'): boolean {
  return 97 - modulo(prefix + text.slice(0, 9), 97) === two(text, 9)
}

function nissDate(text: string) {
  const month = two(text, 2) % 20
  const year = (isNiss(text, '2') ? 2000 : 1900) + two(text, 0)
  return { year, month, day: two(text, 4) }
}

/** Digits seven and eight are what the first six lack to a multiple of 97, or of 89 since numbers of 97 have run out. */
function isInami(text: string): boolean {
  const six = Number(text.slice(0, 6))
  return [97, 89].some((modulus) => modulus - (six % modulus) === two(text, 6))
}

export const FRANCE_BENELUX: readonly Scheme[] = [
  defineScheme({
    id: 'fr-nir',
    name: 'Numéro de sécurité sociale (NIR, NIA)',
    country: 'FR',
    shape: '[1-478]d{4}[0-9][0-9AB]d{6}d{2}',
    source: 'INSEE, Répertoire national d’identification des personnes physiques; décret 82-103, art. 4',
    rarity: 1,
    rules: [
      rule('date', 0.5, (text) => isNirMonth(two(text, 3))),
      rule('region', 0.5, (text) => /^(?:\d\d|2[AB])$/.test(text.slice(5, 7)) && text.slice(5, 7) !== '00'),
      checkRule(
        6.6,
        (text) => /^\d+$/.test(nirDigits(text)) && 97 - modulo(nirDigits(text), 97) === two(text, 13),
        () => 13,
      ),
    ],
    issued: (text) => (/^[3478]/.test(text) ? 'temporary' : undefined),
    decode(text) {
      const month = two(text, 3)
      return {
        sex: Number(text[0]) % 2 === 1 ? 'male' : 'female',
        birthYear: text.slice(1, 3),
        ...(month <= 12 && { birthMonth: text.slice(3, 5) }),
        region: text.slice(5, 7),
      }
    },
    format: (text) => text.replace(/^(.)(..)(..)(..)(...)(...)(..)$/, '$1 $2 $3 $4 $5 $6 $7'),
  }),
  defineScheme({
    id: 'fr-rpps',
    name: 'RPPS number of a health professional',
    country: 'FR',
    shape: '[18]d{10}',
    source: 'ANS, Répertoire partagé des professionnels de santé; ISO/IEC 7812-1 Annex B',
    rules: [checkRule(3.3, isLuhn)],
  }),
  defineScheme({
    id: 'fr-finess',
    name: 'FINESS number of an establishment',
    country: 'FR',
    shape: 'd[0-9AB]d{7}',
    source: 'DREES, Fichier national des établissements sanitaires et sociaux',
    rules: [
      rule('region', 0.3, (text) => /^(?:\d\d|2[AB])/.test(text) && !text.startsWith('00')),
      // The letter of Corsica counts as a digit: A as 1, B as 2 of its department, as the register computes it.
      checkRule(3.3, (text) => /[AB]/.test(text) || isLuhn(text)),
    ],
    decode: (text) => ({ region: text.slice(0, 2) }),
  }),
  defineScheme({
    id: 'be-niss',
    name: 'Rijksregisternummer, numéro national (NISS, BIS)',
    country: 'BE',
    shape: 'd{11}',
    source: 'Royal Decree of 3 April 1984; BCSS, numéro d’identification de la sécurité sociale',
    rarity: 1,
    rules: [
      rule('date', 3, (text, context) => {
        const { year, month, day } = nissDate(text)
        if (two(text, 2) > 52 || month > 12 || !isPastYear(year, context)) return false
        return month === 0 || day === 0 || isDay(year, month, day)
      }),
      checkRule(
        6,
        (text) => isNiss(text, '') || isNiss(text, '2'),
        () => 9,
      ),
    ],
    decode(text, context) {
      const date = nissDate(text)
      const form = two(text, 2) > 12 ? 'BIS' : 'NISS'
      const known = isDay(date.year, date.month, date.day)
      // In BIS numbers the sex is known only where 40 was added to the month.
      const sex = form === 'NISS' || two(text, 2) >= 40 ? { sex: Number(text.slice(6, 9)) % 2 === 1 ? 'male' : 'female' } : {}
      return { form, ...(known && { birthDate: writeDate(date, context) }), ...sex }
    },
    format: (text) => `${text.slice(0, 2)}.${text.slice(2, 4)}.${text.slice(4, 6)}-${text.slice(6, 9)}.${text.slice(9)}`,
  }),
  defineScheme({
    id: 'be-inami',
    name: 'INAMI-RIZIV number of a care provider',
    country: 'BE',
    // Eight digits are the number, three more the qualification.
    shape: ['[1-9]d{7}', '[1-9]d{10}'],
    source: 'INAMI-RIZIV, numéro d’identification (modulo 97; since note I 2012/26 modulo 89 as well)',
    rarity: 3,
    rules: [checkRule(5.6, isInami, () => 6)],
    decode: (text): Facts => (text.length === 11 ? { qualification: text.slice(8) } : {}),
    format: (text) => `${text[0]}-${text.slice(1, 6)}-${text.slice(6, 8)}${text.length === 11 ? `-${text.slice(8)}` : ''}`,
  }),
  defineScheme({
    id: 'nl-bsn',
    name: 'Burgerservicenummer',
    country: 'NL',
    shape: 'd{9}',
    source: 'Logisch Ontwerp BSN, elfproef; Wet algemene bepalingen burgerservicenummer',
    rarity: 1,
    rules: [rule('range', 0, (text) => !/^0+$/.test(text)), checkRule(3.5, (text) => weigh(text, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0)],
  }),
  defineScheme({
    id: 'nl-agb',
    name: 'AGB code of a care provider',
    country: 'NL',
    shape: 'd{8}',
    source: 'Vektis, AGB-register; shape only',
    rarity: 3,
    decode: (text) => ({ providerKind: text.slice(0, 2) }),
  }),
  defineScheme({
    id: 'nl-uzovi',
    name: 'UZOVI code of an insurer',
    country: 'NL',
    shape: 'd{4}',
    source: 'Vektis, UZOVI-register; shape only',
    rarity: 3,
  }),
  defineScheme({
    id: 'lu-matricule',
    name: 'Luxembourg identification number (matricule)',
    country: 'LU',
    shape: '[12]d{12}',
    source: 'Règlement grand-ducal du 21 décembre 2012, art. 2 (Luhn and Verhoeff over the first eleven digits)',
    rules: [
      dateRule((text) => ({ year: Number(text.slice(0, 4)), month: two(text, 4), day: two(text, 6) })),
      checkRule(
        6.6,
        (text) => isLuhn(text.slice(0, 12)) && isVerhoeff(text.slice(0, 11) + text[12]),
        () => 11,
      ),
    ],
    decode: (text, context) => ({
      birthDate: writeDate({ year: Number(text.slice(0, 4)), month: two(text, 4), day: two(text, 6) }, context),
      sequence: String(digit(text, 8) * 100 + two(text, 9)),
    }),
  }),
]
