// Identifiers of Germany, Austria and Switzerland.

import { dateRule, isDay, type NumberDate, two } from '../calendar.ts'
import { digit, isGs1, isMod11And10, weigh, weighCross } from '../check-sums.ts'
import { checkRule, defineScheme, rule, type Scheme } from '../scheme.ts'

/** The place of a letter in the alphabet as two digits. */
function letterDigits(letter: string): string {
  return String(letter.charCodeAt(0) - 64).padStart(2, '0')
}

/**
 * An unknown day or month is 00. If all serial numbers of a date are used, 32 or 64 is added to the day (§ 2 VKVV, paragraphs 3 and 5, and what the
 * insurers agreed on). An unknown part counts as 1.
 */
function rvnrDate(text: string): NumberDate {
  const [day, month] = [two(text, 2), two(text, 4)]
  if (day > 95) return { year: two(text, 6), month, day, century: 'open' }
  return { year: two(text, 6), month: month || 1, day: month === 0 ? 1 : day % 32 || 1, century: 'open' }
}

/** § 139b AO: of the first ten digits one stands twice or three times, never three in a row, and all others at most once. */
function hasIdnrDigits(text: string): boolean {
  const counts = new Map<string, number>()
  for (const char of text.slice(0, 10)) counts.set(char, (counts.get(char) ?? 0) + 1)
  const repeated = [...counts.values()].filter((count) => count > 1)
  return repeated.length === 1 && repeated[0]! <= 3 && !/(.)\1\1/.test(text.slice(0, 10))
}

const ALTERNATE = [1, 2, 1, 2, 1, 2, 1, 2, 1, 2]

export const GERMAN_SPEAKING: readonly Scheme[] = [
  defineScheme({
    id: 'de-kvnr',
    name: 'Krankenversichertennummer',
    country: 'DE',
    shape: 'ad{9}',
    source: '§ 290 SGB V; GKV-Spitzenverband, Richtlinie zum Aufbau der Krankenversichertennummer, Anlage 1',
    rarity: 1,
    rules: [checkRule(3.3, (text) => weighCross(letterDigits(text[0]!) + text.slice(1, 9), ALTERNATE) % 10 === digit(text, 9))],
  }),
  defineScheme({
    id: 'de-idnr',
    name: 'Steuerliche Identifikationsnummer',
    country: 'DE',
    shape: '[1-9]d{10}',
    source: '§ 139b AO; ISO/IEC 7064 MOD 11-10',
    rules: [rule('range', 2, hasIdnrDigits), checkRule(3.3, isMod11And10)],
  }),
  defineScheme({
    id: 'de-rvnr',
    name: 'Rentenversicherungsnummer',
    country: 'DE',
    shape: 'd{8}ad{3}',
    source: '§ 147 SGB VI; VKVV § 2 to § 4',
    rules: [
      dateRule(rvnrDate),
      checkRule(
        3.3,
        (text) =>
          weighCross(text.slice(0, 8) + letterDigits(text[8]!) + text.slice(9, 11), [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1]) % 10 ===
          digit(text, 11),
      ),
    ],
    decode: (text) => ({ area: text.slice(0, 2), sex: two(text, 9) < 50 ? 'male' : 'female' }),
  }),
  defineScheme({
    id: 'de-lanr',
    name: 'Lebenslange Arztnummer',
    country: 'DE',
    shape: 'd{9}',
    source: 'KBV, Richtlinie nach § 75 Abs. 7 SGB V zur Vergabe der Arztnummer',
    rules: [
      checkRule(
        3.3,
        (text) => (10 - (weigh(text, [4, 9, 4, 9, 4, 9]) % 10)) % 10 === digit(text, 6),
        () => 6,
      ),
    ],
    issued: (text) => (text.startsWith('999999') || text.startsWith('555555') ? 'synthetic' : undefined),
    decode: (text) => ({ specialty: text.slice(7) }),
  }),
  defineScheme({
    id: 'de-bsnr',
    name: 'Betriebsstättennummer',
    country: 'DE',
    shape: 'd{9}',
    source: 'KBV, Richtlinie nach § 75 Abs. 7 SGB V; shape only',
    rarity: 3,
    decode: (text) => ({ region: text.slice(0, 2) }),
  }),
  defineScheme({
    id: 'de-ik',
    name: 'Institutionskennzeichen',
    country: 'DE',
    shape: '[1-9]d{8}',
    source: '§ 293 SGB V; ARGE IK, Gemeinsames Rundschreiben Institutionskennzeichen',
    rules: [checkRule(3.3, (text) => weighCross(text, [2, 1, 2, 1, 2, 1], 2) % 10 === digit(text, 8))],
    decode: (text) => ({ classification: text.slice(0, 2), region: text.slice(2, 4) }),
  }),
  defineScheme({
    id: 'at-svnr',
    name: 'Sozialversicherungsnummer (Austria)',
    country: 'AT',
    shape: '[1-9]d{9}',
    source: 'Dachverband der Sozialversicherungsträger, Versicherungsnummer; § 31 ASVG',
    rarity: 1,
    rules: [
      // Months 13 to 15 stand where all serial numbers of a birthday are used.
      rule('date', 3, (text) => two(text, 6) >= 1 && two(text, 6) <= 15 && isDay(2000, Math.min(two(text, 6), 12), two(text, 4))),
      checkRule(
        3.5,
        (text) => (weigh(text, [3, 7, 9]) + weigh(text, [5, 8, 4, 2, 1, 6], 4)) % 11 === digit(text, 3),
        () => 3,
      ),
    ],
    decode: (text): Record<string, string> =>
      two(text, 6) > 12 ? {} : { birthDay: `${text.slice(6, 8)}-${text.slice(4, 6)}`, birthYear: text.slice(8) },
    format: (text) => `${text.slice(0, 4)} ${text.slice(4)}`,
  }),
  defineScheme({
    id: 'ch-ahv',
    name: 'AHV number (Switzerland)',
    country: 'CH',
    shape: '756d{10}',
    source: 'Bundesamt für Sozialversicherungen, AHV-Nummer; GS1 General Specifications 7.9',
    rarity: 1,
    rules: [checkRule(3.3, isGs1)],
    format: (text) => `${text.slice(0, 3)}.${text.slice(3, 7)}.${text.slice(7, 11)}.${text.slice(11)}`,
  }),
  defineScheme({
    id: 'ch-insurance-card',
    name: 'Swiss health insurance card number',
    country: 'CH',
    shape: '80756d{15}',
    source: 'VVK, SR 832.105; eCH-0064; shape only',
    decode: (text) => ({ insurer: text.slice(5, 10) }),
  }),
  defineScheme({
    id: 'ch-gln',
    name: 'GLN of a Swiss health professional',
    country: 'CH',
    shape: '7601d{9}',
    source: 'Refdata, Partner; GS1 General Specifications 7.9',
    rules: [checkRule(3.3, isGs1)],
    rarity: 3,
  }),
]
