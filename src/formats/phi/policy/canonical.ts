// One spelling for all spellings of a value, so that a name in capitals in a message and the same name in a note get the same surrogate.
import { listMatches } from '../../../core/list-matches.ts'
import type { PhiCategory } from '../category.ts'
import type { DateOrder } from './read-date.ts'
import { isoDate } from './shift-date.ts'

/** Categories whose values are identifiers: one number is one surrogate, whether it is called a record number or an account. */
const ID_CATEGORIES: ReadonlySet<PhiCategory> = new Set([
  'mrn',
  'health-plan-id',
  'account',
  'license',
  'vehicle',
  'device',
  'national-id',
  'other-id',
  'biometric',
  'photo',
])

/** The domain in which values are compared: equal texts of two categories meet where their domain is one. */
export function domainOf(category: PhiCategory, text: string): string {
  if (category === 'ssn' || isSsn(text)) return 'ssn'
  if (ID_CATEGORIES.has(category)) return 'id'
  if (category === 'fax') return 'phone'
  if (category === 'facility') return 'organization'
  return category
}

function isSsn(text: string): boolean {
  return /^\d{3}-\d{2}-\d{4}$/.test(text.trim())
}

/** The value without what differs between spellings: case, accents, spacing, punctuation, the layout of a number, the order of a name. */
export function canonicalize(domain: string, text: string, order?: DateOrder): string {
  switch (domain) {
    case 'ssn':
      return text.replace(/\D/g, '')
    case 'id':
      return foldLetters(withoutLabel(text)).replace(/[^\p{L}\p{N}]/gu, '')
    case 'phone':
      return readPhone(text).canonical
    case 'date':
      return isoDate(text, order) ?? foldWords(text)
    case 'name':
      return nameTokens(text)
        .filter(({ kind }) => kind === 'name')
        .map(({ folded }) => folded)
        .sort()
        .join(' ')
    case 'email':
      return text
        .trim()
        .toLowerCase()
        .replace(/^mailto:/, '')
    case 'url':
      return text.trim().replace(/\/$/, '').toLowerCase()
    case 'ip':
      return text.trim().toLowerCase().replace(/[-:]/g, ':')
    default:
      return foldWords(text).replace(/\b(?:saint|sainte|sankt|mount)\b/g, (word) => (word === 'mount' ? 'mt' : 'st'))
  }
}

/** `00-12` of `MRN: 00-12`: a label that was taken along with an identifier is no part of it. */
export function withoutLabel(text: string): string {
  return text.replace(
    /^\s{0,3}(?:mrn|id|no|nr|num|number|acct|account|ssn|member|policy|patient|case|chart|record|visit|encounter)?[\s:.#]{1,4}(?=[\p{L}\p{N}])/iu,
    '',
  )
}

/** Letters without accents, case and compatibility forms (full-width digits become plain ones). */
export function foldLetters(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ø/g, 'o')
    .replace(/æ/g, 'ae')
    .replace(/ł/g, 'l')
}

/** Words of letters and digits with one space between them. */
export function foldWords(text: string): string {
  return foldLetters(text)
    .replace(/['’.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

export interface PhoneNumber {
  /** `+` and all digits where the country is known, else the digits; an extension after `x`. */
  readonly canonical: string
  /** True for numbers of the North American plan. */
  readonly isNanp: boolean
  /** Digits of the number without its extension. */
  readonly digits: string
  readonly extension: string
}

/** A phone number from any layout: `(312) 555-0117`, `+1 312.555.0117`, `0044 20 7946 0000 ext. 12`. */
export function readPhone(text: string): PhoneNumber {
  const extensionAt = text.search(/(?:e?xt\.?|x|#|extension|durchwahl)\s{0,3}:?\s{0,3}\d{1,7}\D*$/i)
  const extension = extensionAt < 0 ? '' : text.slice(extensionAt).replace(/\D/g, '')
  const main = (extensionAt < 0 ? text : text.slice(0, extensionAt)).normalize('NFKC').replace('(0)', '')
  let digits = main.replace(/\D/g, '')
  let isInternational = /^[^\d]*\+/.test(main)
  if (!isInternational && digits.startsWith('00')) {
    digits = digits.slice(2)
    isInternational = true
  }
  if (!isInternational && digits.startsWith('011') && digits.length > 11) {
    digits = digits.slice(3)
    isInternational = true
  }
  const isLong = digits.length === 11 && digits.startsWith('1')
  const isNanp = (isLong || (!isInternational && digits.length === 10)) && /[2-9]\d{2}[2-9]\d{6}$/.test(digits)
  if (isNanp) digits = digits.slice(-10)
  const country = isNanp ? '+1' : isInternational ? '+' : ''
  return { canonical: country + digits + (extension === '' ? '' : `x${extension}`), isNanp, digits, extension }
}

export interface NameToken {
  readonly kind: 'name' | 'initial' | 'title' | 'particle'
  readonly start: number
  readonly end: number
  readonly folded: string
}

const TITLES = new Set(
  'mr mrs ms miss mx dr prof professor sir dame rev sra srta frau mme mlle jr sr ii iii iv md rn phd dds dmd lpn msn dnp cnm pharmd facs mbbs esq nurse doctor'.split(
    ' ',
  ),
)
/** Credentials that are names too (Do, Pa): they stay only behind a comma after two words of a name. */
const DOUBTFUL_TITLES = new Set(['DO', 'PA', 'NP', 'MA', 'RT'])
const PARTICLES = new Set(
  'van von der den de del della di da dos das du la le los las y e bin ibn bint al el ter ten zu zum zur af av'.split(' '),
)

const WORD = /[\p{L}\p{M}]+(?:['’](?!s\b)[\p{L}\p{M}]+)?/gu

/** The words of a name in any order and with any signs between them; titles, suffixes and particles are told apart. */
export function nameTokens(text: string): NameToken[] {
  const tokens: NameToken[] = []
  let nameCount = 0
  for (const { word, index } of listMatches(WORD, text, (match, start) => ({ word: match, index: start }))) {
    if (/^s$/i.test(word) && /['’]/.test(text[index - 1] ?? '')) continue
    const isCredential = DOUBTFUL_TITLES.has(word) && nameCount >= 2 && text.slice(tokens.at(-1)!.end, index).trim() === ','
    const folded = foldLetters(word).replace(/['’]/g, '')
    const kind = isCredential ? 'title' : kindOfWord(word, folded)
    if (kind === 'name') nameCount++
    tokens.push({ kind, start: index, end: index + word.length, folded })
  }
  if (tokens.length > 0 && !tokens.some(({ kind }) => kind === 'name')) {
    return tokens.map((token) => (token.kind === 'particle' ? { ...token, kind: 'name' } : token))
  }
  return tokens
}

function kindOfWord(word: string, folded: string): NameToken['kind'] {
  if (TITLES.has(folded)) return 'title'
  if ([...folded].length === 1 && word !== word.toLowerCase()) return 'initial'
  return PARTICLES.has(folded) ? 'particle' : [...folded].length === 1 ? 'initial' : 'name'
}
