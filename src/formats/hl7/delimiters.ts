// The delimiters that a header segment declares, and what is wrong with them (HL7 v2.5.1 §2.5.4).

export interface Delimiters {
  /** MSH-1, FHS-1 or BHS-1. */
  readonly field: string
  readonly component: string
  readonly repetition: string
  /** These three are null where the header does not declare them: their usual characters are then data. */
  readonly escape: string | null
  readonly subcomponent: string | null
  /** Since 2.7 (§2.5.5.2). */
  readonly truncation: string | null
}

export type DelimiterProblem =
  | 'header_cut_short'
  | 'delimiters_missing'
  | 'delimiters_repeated'
  | 'delimiters_unusual'
  | 'delimiters_excess'

export interface DeclaredDelimiters {
  readonly delimiters: Delimiters
  readonly problems: readonly DelimiterProblem[]
}

const STANDARD: Delimiters = { field: '|', component: '^', repetition: '~', escape: '\\', subcomponent: '&', truncation: null }
const STANDARD_FIELD = STANDARD.field.charCodeAt(0)
const NO_PROBLEMS: readonly DelimiterProblem[] = []
const STANDARD_DELIMITERS: DeclaredDelimiters = { delimiters: STANDARD, problems: NO_PROBLEMS }
const STANDARD_2_7: DeclaredDelimiters = { delimiters: { ...STANDARD, truncation: '#' }, problems: NO_PROBLEMS }

/**
 * @param text the document
 * @param start where the header's identifier begins
 */
export function readDelimiters(text: string, start: number): DeclaredDelimiters {
  if (text.charCodeAt(start + 3) === STANDARD_FIELD) {
    if (text.startsWith('^~\\&|', start + 4)) return STANDARD_DELIMITERS
    if (text.startsWith('^~\\&#|', start + 4)) return STANDARD_2_7
  }
  const field = text.charAt(start + 3)
  if (field === '' || field === '\r' || field === '\n') return { delimiters: STANDARD, problems: ['header_cut_short'] }
  let end = start + 4
  while (end < text.length && end - start < 24 && !endsEncoding(text.charAt(end), field)) end++
  return assign(field, text.slice(start + 4, end))
}

function endsEncoding(char: string, field: string): boolean {
  return char === field || char === '\r' || char === '\n'
}

function assign(field: string, encoding: string): DeclaredDelimiters {
  const problems: DelimiterProblem[] = []
  if (encoding.length < 4) problems.push('delimiters_missing')
  if (encoding.length > 5) problems.push('delimiters_excess')
  const roles = encoding.length < 4 ? assignFew(encoding) : [...encoding.slice(0, 5)]
  const [component = '^', repetition = '~', third = null, subcomponent = null, truncation = null] = roles
  const delimiters = { field, component, repetition, escape: third, subcomponent, truncation }
  const declared = [field, ...encoding.slice(0, 5)]
  if (new Set(declared).size < declared.length) problems.push('delimiters_repeated')
  if (declared.some(isUnusual)) problems.push('delimiters_unusual')
  return { delimiters, problems }
}

/**
 * Fewer than four characters: those of the standard keep their role whatever their place, because `^~&` has lost its backslash rather than
 * made the ampersand its escape character; what is missing before the last one takes its usual character, what is missing after it is not
 * used. No character at all: the usual four. Other characters count by their place.
 */
function assignFew(encoding: string): string[] {
  const usual = ['^', '~', '\\', '&']
  if (encoding === '') return usual
  const places = [...encoding].map((char) => usual.indexOf(char))
  const inOrder = places.every((place, i) => place >= 0 && (i === 0 || place > places[i - 1]!))
  return inOrder ? usual.slice(0, places.at(-1)! + 1) : [...encoding]
}

/** Letters, digits, blanks and what is no character at all cannot be told from data. */
function isUnusual(char: string): boolean {
  return /[A-Za-z0-9\s\ud800-\udfff]/.test(char)
}
