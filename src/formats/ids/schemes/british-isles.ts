// Identifiers of the United Kingdom and Ireland.

import { isDay, two } from '../calendar.ts'
import { weigh } from '../check-sums.ts'
import { isNhsNumber } from '../checksums.ts'
import { checkRule, defineScheme, rule, type Scheme } from '../scheme.ts'

const isSameDigits = (text: string): boolean => text === text[0]!.repeat(text.length)

/** Which body issues the range that a number lies in; undefined for ranges that are not in use. */
function nhsRegion(text: string): string | undefined {
  if (text[0]! < '3' || (text[0] === '3' && text < '3200000000'))
    return isDay(2000, two(text, 2), two(text, 0)) ? 'Scotland (CHI)' : undefined
  if (text >= '3200000000' && text < '4000000000') return 'Northern Ireland (H&C)'
  return text[0] === '4' || text[0] === '6' || text[0] === '7' ? 'England, Wales and Isle of Man' : undefined
}

const PPS_LETTERS = 'WABCDEFGHIJKLMNOPQRSTUV'

export const BRITISH_ISLES: readonly Scheme[] = [
  defineScheme({
    id: 'gb-nhs',
    name: 'NHS number, CHI number, H&C number',
    country: 'GB',
    shape: 'd{10}',
    source: 'NHS Data Model and Dictionary, NHS NUMBER; ISB 0149',
    rarity: 1,
    rules: [rule('range', 0, (text) => !isSameDigits(text)), checkRule(3.5, (text) => isSameDigits(text) || isNhsNumber(text))],
    issued: (text) => (text.startsWith('999') ? 'test_range' : nhsRegion(text) === undefined ? 'not_issued' : undefined),
    decode(text) {
      const region = nhsRegion(text)
      if (region === undefined) return {}
      if (region !== 'Scotland (CHI)') return { region }
      // CHI: the century is not told; the ninth digit is even for women.
      return { region, birthDay: `${text.slice(2, 4)}-${text.slice(0, 2)}`, sex: Number(text[8]) % 2 === 0 ? 'female' : 'male' }
    },
    format: (text) => `${text.slice(0, 3)} ${text.slice(3, 6)} ${text.slice(6)}`,
  }),
  defineScheme({
    id: 'gb-nino',
    name: 'National Insurance number',
    country: 'GB',
    shape: '[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]d{6}[A-D]',
    source: 'HMRC, National Insurance Manual NIM39110',
    rules: [rule('range', 0.2, (text) => !['BG', 'GB', 'NK', 'KN', 'TN', 'NT', 'ZZ'].includes(text.slice(0, 2)))],
    format: (text) => `${text.slice(0, 2)} ${text.slice(2, 4)} ${text.slice(4, 6)} ${text.slice(6, 8)} ${text[8]}`,
  }),
  defineScheme({
    id: 'gb-gmc',
    name: 'General Medical Council reference number',
    country: 'GB',
    shape: 'd{7}',
    source: 'GMC, List of registered medical practitioners; shape only',
    rarity: 3,
  }),
  defineScheme({
    id: 'gb-nmc',
    name: 'Nursing and Midwifery Council PIN',
    country: 'GB',
    shape: 'd{2}[A-Z]d{4}[A-Z]',
    source: 'NMC register, PIN; NHS England, identifiers of professionals (NNANNNNA); shape only',
    rarity: 3,
  }),
  defineScheme({
    id: 'ie-pps',
    name: 'Personal Public Service number',
    country: 'IE',
    shape: ['d{7}[A-W]', 'd{7}[A-W][ABHTWX]'],
    source: 'Department of Social Protection, PPS Number; Social Welfare Consolidation Act 2005 s. 262',
    rules: [
      checkRule(
        4.5,
        (text) => {
          const second = text.length < 9 || !/[ABH]/.test(text[8]!) ? 0 : text.charCodeAt(8) - 64
          return PPS_LETTERS[(weigh(text, [8, 7, 6, 5, 4, 3, 2]) + second * 9) % 23] === text[7]
        },
        () => 7,
      ),
    ],
  }),
]
