// Numbers of drugs, substances, devices and trade items.
import { alphaValue, digit, gs1CheckDigit, ISO_37, ifaCheckDigits, isGs1, isMod37And2, isPzn, weigh } from '../check-sums.ts'
import { convertNdc } from '../ndc.ts'
import { checkRule, defineScheme, rule, type Scheme } from '../scheme.ts'

const GS1_SOURCE = 'GS1 General Specifications, section 7.9'

function withoutPrefix(pzn: string): string {
  return pzn.replace(/^PZN-?/, '')
}

/** The number of a pharmacy product: the agency code 11, the number, and two check digits (IFA, PPN). */
function ppnOf(pzn: string): string {
  return `11${pzn}${ifaCheckDigits(`11${pzn}`)}`
}

/** AIC in base 10: sums of digits of doubled even places (Ministero della Salute). */
function isAic(text: string): boolean {
  let sum = 0
  for (let i = 0; i < 8; i++) {
    const value = digit(text, i) * (i % 2 === 1 ? 2 : 1)
    sum += Math.floor(value / 10) + (value % 10)
  }
  return sum % 10 === digit(text, 8)
}

const AIC_LETTERS = '0123456789BCDFGHJKLMNPQRSTUVWXYZ'

/** The nine digits of a code in base 10 or base 32. */
function aicDigits(text: string): string {
  if (text.length > 6) return text.slice(-9)
  return String([...text].reduce((sum, char) => sum * 32 + AIC_LETTERS.indexOf(char), 0)).padStart(9, '0')
}

function aicLetters(digits: string): string {
  let text = ''
  for (let rest = Number(digits); text.length < 6; rest = Math.floor(rest / 32)) text = AIC_LETTERS[rest % 32] + text
  return text
}

/** CAS: the places before the check digit are weighed 1, 2, 3 from the right. */
function isCas(text: string): boolean {
  const digits = text.replace(/-/g, '')
  let sum = 0
  for (let i = 1; i < digits.length; i++) sum += i * digit(digits, digits.length - 1 - i)
  return sum % 10 === digit(digits, digits.length - 1)
}

function isIsbn10(text: string): boolean {
  const last = text[9] === 'X' ? 10 : digit(text, 9)
  return (weigh(text, [10, 9, 8, 7, 6, 5, 4, 3, 2]) + last) % 11 === 0
}

function isbnForms(text: string): Record<string, string[]> {
  if (text.length === 10) {
    const body = `978${text.slice(0, 9)}`
    return { isbn13: [body + gs1CheckDigit(body)] }
  }
  if (!text.startsWith('978')) return {}
  const body = text.slice(3, 12)
  const rest = (11 - (weigh(body, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11
  return { isbn10: [body + (rest === 10 ? 'X' : rest)] }
}

export const DRUGS_DEVICES: readonly Scheme[] = [
  defineScheme({
    id: 'ndc',
    name: 'National Drug Code',
    country: 'US',
    separators: '',
    shape: ['d{4}-d{4}-d{2}', 'd{5}-d{3}-d{2}', 'd{5}-d{4}-d', 'd{5}-d{4}-d{2}', 'd{6}-d{4}-d{2}', 'd{10}', 'd{11}', 'd{12}'],
    source: '21 CFR 207.33 and the final rule of 2026 on twelve digits (6-4-2); 45 CFR 162.1002 (5-4-2)',
    rarity: 1,
    decode: (text): Record<string, string> => {
      const [labeler, product, packageCode] = text.split('-')
      return packageCode === undefined ? {} : { labeler: labeler!, product: product!, package: packageCode }
    },
    convert: convertNdc,
  }),
  defineScheme({
    id: 'pzn',
    name: 'Pharmazentralnummer',
    country: 'DE',
    separators: ' ',
    shape: ['d{7}', 'd{8}', 'PZN-d{8}', 'PZN-d{7}', 'PZNd{8}'],
    source: 'IFA GmbH, Technische Hinweise zur PZN-Codierung, Prüfziffernberechnung (modulus 11)',
    rules: [checkRule(3.4, (text) => isPzn(withoutPrefix(text)))],
    convert(text): Record<string, string[]> {
      const bare = withoutPrefix(text).padStart(8, '0')
      return { pzn8: [bare], ppn: [ppnOf(bare)] }
    },
  }),
  defineScheme({
    id: 'ppn',
    name: 'Pharmacy Product Number',
    separators: ' ',
    shape: '11d{8}d{2}',
    source: 'IFA Coding System, PPN specification (modulus 97)',
    rules: [
      checkRule(
        6.6,
        (text) => ppnOf(text.slice(2, 10)) === text,
        () => 10,
      ),
      rule('check', 3.4, (text) => isPzn(text.slice(2, 10))),
    ],
    convert: (text) => ({ pzn8: [text.slice(2, 10)] }),
  }),
  defineScheme({
    id: 'cip13',
    name: 'Code CIP13',
    country: 'FR',
    shape: '34009d{8}',
    source: `CIP/ACL, codification; ${GS1_SOURCE}`,
    rules: [checkRule(3.3, isGs1)],
    convert: (text) => ({ cip7: [text.slice(5, 12)] }),
  }),
  defineScheme({
    id: 'aic',
    name: 'Codice AIC',
    country: 'IT',
    separators: ' ',
    shape: ['0d{8}', 'A0d{8}', '[0-9BCDFGHJ-NP-TUVWXYZ]{6}'],
    source: 'Ministero della Salute, D.M. 2 agosto 2001, codice AIC; D.M. 29 febbraio 1988 (base 32)',
    rules: [rule('range', 0, (text) => /^0\d{8}$/.test(aicDigits(text))), checkRule(3.3, (text) => isAic(aicDigits(text)))],
    convert: (text): Record<string, string[]> =>
      text.length === 6 ? { base10: [aicDigits(text)] } : { base32: [aicLetters(text.slice(-9))] },
  }),
  defineScheme({
    id: 'es-cn',
    name: 'Código nacional (Spain)',
    country: 'ES',
    separators: ' .',
    shape: ['d{6}', 'd{7}'],
    source: `AEMPS, código nacional de medicamentos (847000 before it makes a GTIN); ${GS1_SOURCE}`,
    rules: [checkRule(3.3, (text) => text.length === 6 || isGs1(`847000${text}`))],
    convert: (text) => ({ gtin13: [`847000${text.slice(0, 6)}${gs1CheckDigit(`847000${text.slice(0, 6)}`)}`] }),
  }),
  defineScheme({
    id: 'unii',
    name: 'Unique Ingredient Identifier',
    separators: '',
    shape: 'n{10}',
    source: 'FDA, Substance Registration System, UNII (sum modulo 36)',
    rules: [checkRule(5.2, (text) => [...text.slice(0, 9)].reduce((sum, char) => sum + alphaValue(char), 0) % 36 === alphaValue(text[9]!))],
  }),
  defineScheme({
    id: 'cas-rn',
    name: 'CAS Registry Number',
    separators: '',
    shape: '[1-9]d{1,6}-d{2}-d',
    source: 'CAS, Check digit verification of CAS Registry Numbers',
    rules: [checkRule(3.3, isCas)],
  }),
  defineScheme({
    id: 'gtin',
    name: 'GTIN',
    shape: ['d{8}', 'd{12}', 'd{13}', 'd{14}'],
    source: GS1_SOURCE,
    rules: [checkRule(3.3, isGs1)],
    convert: (text) => ({ gtin14: [text.padStart(14, '0')] }),
  }),
  defineScheme({ id: 'gln', name: 'GLN', shape: 'd{13}', source: GS1_SOURCE, rules: [checkRule(3.3, isGs1)] }),
  defineScheme({ id: 'sscc', name: 'SSCC', shape: 'd{18}', source: GS1_SOURCE, rules: [checkRule(3.3, isGs1)] }),
  defineScheme({
    id: 'isbt-din',
    name: 'ISBT 128 donation identification number',
    separators: ' ',
    shape: ['n{5}d{8}', 'n{5}d{8}d{2}', '=n{5}d{8}d{2}', 'n{5}d{8}d{2}[0-9A-Z*]', 'n{5}d{8}[0-9A-Z*]'],
    source: 'ICCBBA, ISBT 128 Standard Technical Specification, data structure 001 and appendix A (ISO/IEC 7064 MOD 37-2)',
    rules: [checkRule(4, isDonation)],
    decode: (text) => ({ facility: text.replace('=', '').slice(0, 5), year: text.replace('=', '').slice(5, 7) }),
  }),
  defineScheme({
    id: 'isbn',
    name: 'ISBN',
    shape: ['d{9}[0-9X]', '97[89]d{10}'],
    source: 'ISO 2108; International ISBN Agency, ISBN Users’ Manual',
    rules: [checkRule(3.4, (text) => (text.length === 10 ? isIsbn10(text) : isGs1(text)))],
    convert: isbnForms,
    rarity: 3,
  }),
  defineScheme({
    id: 'issn',
    name: 'ISSN',
    shape: 'd{7}[0-9X]',
    source: 'ISO 3297, annex A (modulus 11)',
    rules: [checkRule(3.5, (text) => (weigh(text, [8, 7, 6, 5, 4, 3, 2]) + (text[7] === 'X' ? 10 : digit(text, 7))) % 11 === 0)],
    rarity: 3,
    format: (text) => `${text.slice(0, 4)}-${text.slice(4)}`,
  }),
]

/** Flags from 60 on are 60 more than the check value (type 3). The keyboard check character is the last one. A number with neither has no check. */
function isDonation(text: string): boolean {
  const bare = text.replace('=', '')
  const number = bare.slice(0, 13)
  const flags = bare.length >= 15 ? Number(bare.slice(13, 15)) : 0
  if (flags >= 60 && flags <= 96 && !isMod37And2(number + ISO_37[flags - 60]!)) return false
  return bare.length === 13 || bare.length === 15 || isMod37And2(number + bare.at(-1))
}
