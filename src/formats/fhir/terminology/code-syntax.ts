// Systems whose codes follow a grammar or carry a check digit: a code that breaks it is wrong, whatever the system's content is.

import { isCurrency } from './currencies.ts'

/** True where the code follows the rules of its system, false where it breaks them, undefined where the system has none that are known. */
export function followsSyntax(system: string, code: string): boolean | undefined {
  return SYSTEMS.get(system)?.(code)
}

/** ISO 7064 Damm's elder: the dihedral check of SNOMED CT identifiers (SNOMED CT TIG 6.3). */
const MULTIPLY = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
]
const PERMUTE = ['0123456789', '1576283094', '5803796142', '8916043527', '9453126870', '4286573901', '2793806415', '7046913258']

function hasVerhoeffDigit(digits: string): boolean {
  let check = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    check = Number(MULTIPLY[check]![Number(PERMUTE[i % 8]![digit])])
  }
  return check === 0
}

/** Six to eighteen digits; the partition tells a concept (00, 10), a description or a relationship apart. */
function isSnomed(code: string): boolean {
  if (!/^[1-9]\d{5,17}$/.test(code)) return code.includes(':') || code.includes('=') || code.includes('|')
  return /[01]0\d$/.test(code) && hasVerhoeffDigit(code)
}

/** Mod 10 over the digits before the hyphen (LOINC Users' Guide, appendix C); answers and parts begin with LA, LL, LP, LG or MTHU. */
function isLoinc(code: string): boolean {
  const match = /^(?:LA|LL|LP|LG)?(\d{1,7})-(\d)$/.exec(code)
  if (!match) return /^MTHU\d{6}$/.test(code)
  return luhnDigit(match[1]!) === Number(match[2])
}

function luhnDigit(digits: string): number {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    sum += i % 2 === 0 ? (digit * 2 > 9 ? digit * 2 - 9 : digit * 2) : digit
  }
  return (10 - (sum % 10)) % 10
}

/** BCP 47, without the registry: language, script, region, variants, extensions, private use. */
function isLanguageTag(code: string): boolean {
  const [language = '', ...rest] = code.split('-')
  if (language.toLowerCase() === 'x') return rest.length > 0 && rest.every((part) => /^[a-z\d]{1,8}$/i.test(part))
  if (!/^[a-z]{2,8}$/i.test(language)) return /^i-[a-z]{3,8}$/i.test(code)
  return rest.every((part, i) => /^[a-z\d]{1,8}$/i.test(part) && (i < rest.length - 1 || part.length > 1))
}

/** BCP 13: type and subtype, and parameters behind them. */
function isMediaType(code: string): boolean {
  const [type = '', ...parameters] = code.split(';')
  if (!/^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+*-]{1,127}$/.test(type.trim())) return /^[a-z]{3,10}$/.test(code)
  return parameters.every((each) => /^\s*[\w!#$&^.+-]+=(?:"[^"]*"|[^\s"]+)\s*$/.test(each))
}

const SYSTEMS: ReadonlyMap<string, (code: string) => boolean> = new Map([
  ['http://snomed.info/sct', isSnomed],
  ['http://loinc.org', isLoinc],
  ['urn:ietf:bcp:47', isLanguageTag],
  ['urn:ietf:bcp:13', isMediaType],
  ['urn:iso:std:iso:4217', isCurrency],
  ['urn:iso:std:iso:3166', (code) => /^(?:[A-Z]{2,3}|\d{3})$/.test(code)],
  ['urn:iso:std:iso:3166:-2', (code) => /^[A-Z]{2}-[A-Z\d]{1,3}$/.test(code)],
  [
    'http://hl7.org/fhir/sid/icd-10',
    (code) => /^[A-Z]\d[\dA-Z](?:\.[\dA-Z]{1,4})?$|^[A-Z]\d\d(?:\.\d{1,4})?-[A-Z]\d\d(?:\.\d{1,4})?$/.test(code),
  ],
  ['http://hl7.org/fhir/sid/icd-10-cm', (code) => /^[A-Z]\d[\dA-Z](?:\.?[\dA-Z]{1,4})?$/.test(code)],
  ['http://www.nlm.nih.gov/research/umls/rxnorm', (code) => /^[1-9]\d{0,7}$/.test(code)],
  ['http://hl7.org/fhir/sid/cvx', (code) => /^\d{1,3}$/.test(code)],
  ['http://hl7.org/fhir/sid/ndc', (code) => /^(?:\d{10,12}|\d{4,5}-\d{3,4}-\d{1,2}|\d{5}-\d{4}|\d{4,5}-\d{3,4})$/.test(code)],
])
