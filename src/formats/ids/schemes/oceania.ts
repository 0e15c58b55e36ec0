// Identifiers of Australia and New Zealand.

import { digit, weigh } from '../check-sums.ts'
import { isLuhn } from '../checksums.ts'
import { checkRule, defineScheme, type Scheme } from '../scheme.ts'

/** Letters without I and O have the values 1 to 24 (HISO 10046). */
const NHI_LETTERS = ' ABCDEFGHJKLMNPQRSTUVWXYZ'
const NHI_WEIGHTS = [7, 6, 5, 4, 3, 2]
const LETTER = '[A-HJ-NP-Z]'

function nhiSum(text: string): number {
  return NHI_WEIGHTS.reduce((sum, weight, i) => sum + weight * (/\d/.test(text[i]!) ? digit(text, i) : NHI_LETTERS.indexOf(text[i]!)), 0)
}

/** The old form: modulus 11, remainder 0 is not issued, 10 is written 0. */
function isOldNhi(text: string): boolean {
  const rest = nhiSum(text) % 11
  return rest !== 0 && (11 - rest) % 10 === digit(text, 6)
}

/** The new form: modulus 23, so that a remainder of 0 gives the 23rd letter, Y. */
function isNewNhi(text: string): boolean {
  return NHI_LETTERS[23 - (nhiSum(text) % 23)] === text[6]
}

const LOCATIONS = '0123456789ABCDEFGHJKLMNPQRTUVWXY'
const PROVIDER_CHECKS = 'YXWTLKJHFBA'

function hi(id: string, name: string, prefix: string): Scheme {
  return defineScheme({
    id,
    name,
    country: 'AU',
    shape: `${prefix}d{10}`,
    source: 'Healthcare Identifiers Act 2010; AS 5017 and AS 4846; ISO/IEC 7812-1 Annex B',
    rules: [checkRule(3.3, isLuhn)],
    format: (text) => text.replace(/(\d{4})(?=\d)/g, '$1 '),
  })
}

export const OCEANIA: readonly Scheme[] = [
  defineScheme({
    id: 'au-medicare',
    name: 'Medicare card number (Australia)',
    country: 'AU',
    shape: ['[2-6]d{8}[1-9]', '[2-6]d{8}[1-9][1-9]'],
    source: 'Services Australia, AIR technical specification TECH.SIS.AIR.01, appendix A',
    rules: [
      checkRule(
        3.3,
        (text) => weigh(text, [1, 3, 7, 9, 1, 3, 7, 9]) % 10 === digit(text, 8),
        () => 8,
      ),
    ],
    decode: (text): Record<string, string> => ({ issue: text[9]!, ...(text.length === 11 && { individualReference: text[10]! }) }),
    format: (text) => [text.slice(0, 4), text.slice(4, 9), text.slice(9, 10), text.slice(10)].filter(Boolean).join(' '),
  }),
  hi('au-ihi', 'Individual Healthcare Identifier', '800360'),
  hi('au-hpii', 'Healthcare Provider Identifier, Individual', '800361'),
  hi('au-hpio', 'Healthcare Provider Identifier, Organisation', '800362'),
  defineScheme({
    id: 'au-dva',
    name: 'Department of Veterans’ Affairs file number',
    country: 'AU',
    shape: ['[NVQWST][A-Z]{0,3}d{1,6}', '[NVQWST][A-Z]{0,3}d{1,6}[A-Z]'],
    source: 'DVA, file number (state, war code, number, dependency letter); shape only',
    rarity: 3,
  }),
  defineScheme({
    id: 'au-provider',
    name: 'Medicare provider number (Australia)',
    country: 'AU',
    shape: 'd{6}[0-9A-HJ-NP-RT-Y][ABFHJKLTWXY]',
    source: 'Services Australia, provider number check digit (SCTT Guide, volume 3)',
    rules: [
      checkRule(3.5, (text) => PROVIDER_CHECKS[(weigh(text, [3, 5, 8, 4, 2, 1]) + LOCATIONS.indexOf(text[6]!) * 6) % 11] === text[7]),
    ],
  }),
  defineScheme({
    id: 'au-prescriber',
    name: 'PBS prescriber number (Australia)',
    country: 'AU',
    shape: ['d{6}', 'd{7}'],
    source: 'Services Australia, PBS prescriber number; shape only',
    rarity: 3,
  }),
  defineScheme({
    id: 'nz-nhi',
    name: 'National Health Index number',
    country: 'NZ',
    shape: [`${LETTER}{3}d{4}`, `${LETTER}{3}d{2}${LETTER}{2}`],
    source: 'HISO 10046:2023, Consumer Health Identity Standard, NHI number check digit',
    rarity: 1,
    rules: [checkRule(3.5, (text) => (/\d$/.test(text) ? isOldNhi(text) : isNewNhi(text)))],
    decode: (text) => ({ form: /\d$/.test(text) ? 'old' : 'new' }),
    issued: (text) => (text.startsWith('Z') ? 'test_range' : undefined),
  }),
  defineScheme({
    id: 'nz-hpi',
    name: 'Health Provider Index (organisation or facility)',
    country: 'NZ',
    shape: [`[FG]${'[0-9A-HJ-NP-Z]'}{2}d{3}`, `[FG]${'[0-9A-HJ-NP-Z]'}{2}d{3}[0-9A-HJ-NP-Z]`],
    source: 'HISO 10005, Health Practitioner Index Data Set, appendix A3.1 (modulus 11)',
    rules: [
      checkRule(3.5, (text) => {
        if (text.length === 6) return true
        // The letter of the remainder, not of its complement as in an NHI number. No letter stands for 0.
        const rest = nhiSum(text) % 11
        return rest !== 0 && NHI_LETTERS[rest] === text[6]
      }),
    ],
  }),
]
