// Identifiers of China, Hong Kong, Taiwan, Korea and Japan.

import { compareDays, dateRule, type NumberDate, two, writeDate } from '../calendar.ts'
import { alphaValue, digit, isMod11And2, weigh } from '../check-sums.ts'
import { checkRule, defineScheme, rule, type Scheme } from '../scheme.ts'

const CHINESE_PROVINCES = /^(?:1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[123]|91)/

function ricDate(text: string): NumberDate {
  return { year: Number(text.slice(6, 10)), month: two(text, 10), day: two(text, 12) }
}

function rrnDate(text: string): NumberDate {
  const code = digit(text, 6)
  const century = code === 9 || code === 0 ? 1800 : [1, 2, 5, 6].includes(code) ? 1900 : 2000
  return { year: century + two(text, 0), month: two(text, 2), day: two(text, 4) }
}

/** Numbers given since October 2020 are random behind the seventh digit and have no check digit; which they are is not told. */
const RANDOM_SINCE = { year: 2020, month: 10, day: 5 }

function isHkid(text: string): boolean {
  const letters = text.length === 9 ? text.slice(0, 2) : ` ${text[0]}`
  const values = [letters[0] === ' ' ? 36 : alphaValue(letters[0]!), alphaValue(letters[1]!)]
  const sum = values[0]! * 9 + values[1]! * 8 + weigh(text.slice(-7, -1), [7, 6, 5, 4, 3, 2])
  const last = text.at(-1) === 'A' ? 10 : digit(text, text.length - 1)
  return (sum + last) % 11 === 0
}

/** Letters of the household register stand for 10 to 35 in this order. */
const TAIWAN_LETTERS = 'ABCDEFGHJKLMNPQRSTUVXYWZIO'

function isTaiwan(text: string): boolean {
  const first = TAIWAN_LETTERS.indexOf(text[0]!) + 10
  const second = /\d/.test(text[1]!) ? digit(text, 1) : (TAIWAN_LETTERS.indexOf(text[1]!) + 10) % 10
  const sum = Math.floor(first / 10) + (first % 10) * 9 + second * 8 + weigh(text, [7, 6, 5, 4, 3, 2, 1, 1], 2)
  return sum % 10 === 0
}

function isMyNumber(text: string): boolean {
  const rest = weigh(text, [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11
  return (rest < 2 ? 0 : 11 - rest) === digit(text, 11)
}

const sexOf = (odd: boolean): string => (odd ? 'male' : 'female')

export const EAST_ASIA: readonly Scheme[] = [
  defineScheme({
    id: 'cn-ric',
    name: '居民身份证号码 (resident identity number)',
    country: 'CN',
    shape: 'd{17}[0-9X]',
    source: 'GB 11643-1999; ISO/IEC 7064 MOD 11-2; GB/T 2260 (provinces)',
    rarity: 1,
    rules: [rule('region', 1.4, (text) => CHINESE_PROVINCES.test(text)), dateRule(ricDate), checkRule(3.5, isMod11And2)],
    decode: (text, context) => ({
      birthDate: writeDate(ricDate(text), context),
      region: text.slice(0, 6),
      sex: sexOf(digit(text, 16) % 2 === 1),
    }),
  }),
  defineScheme({
    id: 'hk-hkid',
    name: 'Hong Kong identity card number',
    country: 'HK',
    shape: ['[A-Z]{1,2}d{6}[0-9A]'],
    separators: ' -()',
    source: 'Immigration Department, Registration of Persons Regulations (modulus 11)',
    rarity: 1,
    rules: [checkRule(3.5, isHkid)],
    format: (text) => `${text.slice(0, -1)}(${text.at(-1)})`,
  }),
  defineScheme({
    id: 'tw-id',
    name: 'National identification number and resident number (Taiwan)',
    country: 'TW',
    shape: ['[A-Z][1289]d{8}', '[A-Z][A-D]d{8}'],
    source: 'Household Registration Act; National Immigration Agency, UI number (new form since January 2021)',
    rarity: 1,
    rules: [checkRule(3.3, isTaiwan)],
    decode: (text) => ({
      form: /[12]/.test(text[1]!) ? 'citizen' : /[89]/.test(text[1]!) ? 'resident' : 'resident, old form',
      sex: sexOf('18AC'.includes(text[1]!)),
    }),
  }),
  defineScheme({
    id: 'kr-rrn',
    name: '주민등록번호 (resident registration number)',
    country: 'KR',
    shape: 'd{13}',
    source: 'Resident Registration Act, Enforcement Rule art. 2 (random digits since October 2020)',
    rarity: 1,
    rules: [
      dateRule(rrnDate),
      rule('region', 0, (text) => compareDays(rrnDate(text), RANDOM_SINCE) >= 0 || two(text, 7) <= 96),
      checkRule(3.4, (text) => {
        if (compareDays(rrnDate(text), RANDOM_SINCE) >= 0) return true
        return (11 - (weigh(text, [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]) % 11)) % 10 === digit(text, 12)
      }),
    ],
    issued: (text) => (compareDays(rrnDate(text), RANDOM_SINCE) < 0 ? 'retired_scheme' : undefined),
    decode: (text, context) => ({ birthDate: writeDate(rrnDate(text), context), sex: sexOf(digit(text, 6) % 2 === 1) }),
    format: (text) => `${text.slice(0, 6)}-${text.slice(6)}`,
  }),
  defineScheme({
    id: 'jp-mynumber',
    name: 'マイナンバー (Individual Number)',
    country: 'JP',
    shape: 'd{12}',
    source: '行政手続における特定の個人を識別するための番号の利用等に関する法律; Ministry ordinance 85 of 2014, art. 5',
    rarity: 1,
    rules: [checkRule(3.4, isMyNumber)],
    format: (text) => `${text.slice(0, 4)} ${text.slice(4, 8)} ${text.slice(8)}`,
  }),
]
