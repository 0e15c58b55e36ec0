// Identifiers of India, Pakistan, Indonesia, Malaysia, Singapore and Thailand.

import { dateRule, type NumberDate, two, writeDate } from '../calendar.ts'
import { digit, weigh } from '../check-sums.ts'
import { isVerhoeff } from '../checksums.ts'
import { checkRule, defineScheme, rule, type Scheme } from '../scheme.ts'

/** Two-digit birthplace codes that the National Registration Department does not issue. */
const UNUSED_BIRTHPLACES = [0, 17, 18, 19, 20, 69, 70, 73, 80, 81, 94, 95, 96, 97]
/** Provinces of Indonesia, as of 2022. */
const PROVINCES = /^(?:1[1-9]|21|3[1-6]|5[1-3]|6[1-5]|7[1-6]|8[12]|9[1-6])/

function nikDate(text: string): NumberDate {
  return { year: two(text, 10), month: two(text, 8), day: two(text, 6) % 40, century: 'open' }
}

function mykadDate(text: string): NumberDate {
  return { year: two(text, 0), month: two(text, 2), day: two(text, 4), century: 'open' }
}

const SINGAPORE_WEIGHTS = [2, 7, 6, 5, 4, 3, 2]
const SINGAPORE_CHECKS: Readonly<Record<string, readonly [offset: number, letters: string]>> = {
  S: [0, 'JZIHGFEDCBA'],
  T: [4, 'JZIHGFEDCBA'],
  F: [0, 'XWUTRQPNMLK'],
  G: [4, 'XWUTRQPNMLK'],
  M: [3, 'XWUTRQPNJLK'],
}

function isSingapore(text: string): boolean {
  const [offset, letters] = SINGAPORE_CHECKS[text[0]!]!
  return letters[(weigh(text, SINGAPORE_WEIGHTS, 1) + offset) % 11] === text[8]
}

const sexOf = (odd: boolean): string => (odd ? 'male' : 'female')

export const SOUTH_EAST_ASIA: readonly Scheme[] = [
  defineScheme({
    id: 'in-aadhaar',
    name: 'Aadhaar',
    country: 'IN',
    shape: '[2-9]d{11}',
    source: 'UIDAI, Aadhaar Act 2016; UIDAI, Aadhaar numbering scheme (Verhoeff)',
    rarity: 1,
    rules: [rule('range', 0, (text) => text !== [...text].reverse().join('')), checkRule(3.3, isVerhoeff)],
    format: (text) => `${text.slice(0, 4)} ${text.slice(4, 8)} ${text.slice(8)}`,
  }),
  defineScheme({
    id: 'in-abha',
    name: 'ABHA number',
    country: 'IN',
    shape: '[1-9]d{13}',
    source: 'National Health Authority, Ayushman Bharat Health Account; shape only',
    rarity: 3,
    format: (text) => `${text.slice(0, 2)}-${text.slice(2, 6)}-${text.slice(6, 10)}-${text.slice(10)}`,
  }),
  defineScheme({
    id: 'pk-cnic',
    name: 'CNIC, SNIC, NICOP',
    country: 'PK',
    shape: '[1-7]d{12}',
    source: 'NADRA, Computerised National Identity Card; region only',
    decode: (text) => ({ region: text[0]!, sex: sexOf(digit(text, 12) % 2 === 1) }),
    format: (text) => `${text.slice(0, 5)}-${text.slice(5, 12)}-${text[12]}`,
  }),
  defineScheme({
    id: 'id-nik',
    name: 'Nomor Induk Kependudukan',
    country: 'ID',
    shape: 'd{16}',
    source: 'Undang-Undang 24/2013; Peraturan Presiden 26/2009; date and province only',
    rules: [rule('region', 1.5, (text) => PROVINCES.test(text)), dateRule(nikDate)],
    decode: (text, context) => ({
      birthDate: writeDate(nikDate(text), context),
      sex: sexOf(two(text, 6) < 40),
      region: text.slice(0, 6),
    }),
  }),
  defineScheme({
    id: 'my-nric',
    name: 'MyKad number',
    country: 'MY',
    shape: 'd{12}',
    source: 'Jabatan Pendaftaran Negara, National Registration Regulations 1990; date and birthplace only',
    rarity: 1,
    rules: [dateRule(mykadDate), rule('region', 0.2, (text) => !UNUSED_BIRTHPLACES.includes(two(text, 6)))],
    decode: (text, context) => ({
      birthDate: writeDate(mykadDate(text), context),
      region: text.slice(6, 8),
      sex: sexOf(digit(text, 11) % 2 === 1),
    }),
    format: (text) => `${text.slice(0, 6)}-${text.slice(6, 8)}-${text.slice(8)}`,
  }),
  defineScheme({
    id: 'sg-nric',
    name: 'NRIC number',
    country: 'SG',
    shape: '[ST]d{7}[A-JZ]',
    source: 'National Registration Act 1965, ICA',
    rarity: 1,
    rules: [checkRule(3.5, isSingapore)],
  }),
  defineScheme({
    id: 'sg-fin',
    name: 'Foreign Identification Number',
    country: 'SG',
    shape: ['[FG]d{7}[KLMNPQRTUWX]', 'Md{7}[JKLNPQRTUWX]'],
    source: 'Immigration and Checkpoints Authority, FIN (series M since January 2022)',
    rarity: 1,
    rules: [checkRule(3.5, isSingapore)],
  }),
  defineScheme({
    id: 'th-pin',
    name: 'Thai personal identification number',
    country: 'TH',
    shape: '[1-8]d{12}',
    source: 'Civil Registration Act B.E. 2534; Department of Provincial Administration (modulus 11)',
    rarity: 1,
    rules: [checkRule(3.4, (text) => (11 - (weigh(text, [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === digit(text, 12))],
    format: (text) => `${text[0]}-${text.slice(1, 5)}-${text.slice(5, 10)}-${text.slice(10, 12)}-${text[12]}`,
  }),
]
