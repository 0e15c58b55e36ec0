// References: the five entities that need no declaration, and characters by their number (XML 1.0, 4.1 and 4.6).

const PREDEFINED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

export interface Reference {
  /** What the reference stands for. */
  readonly value: string
  /** Behind its semicolon. */
  readonly end: number
}

export type EntityError = 'unterminated' | 'unknown_entity' | 'not_a_character'

/** The longest name of an entity that is known. */
const LONGEST_NAME = 4

/**
 * Reads the reference that begins with `&` at `start`.
 * @param limit where the text or value that it stands in ends
 */
export function readReference(text: string, start: number, limit: number): Reference | EntityError {
  if (text.charCodeAt(start + 1) === HASH) return readCharacter(text, start + 2, limit)
  let end = start + 1
  while (end < limit && end - start <= LONGEST_NAME + 1 && text.charCodeAt(end) !== SEMICOLON) end++
  if (end >= limit) return 'unterminated'
  const name = text.slice(start + 1, end)
  const isKnown = text.charCodeAt(end) === SEMICOLON && Object.hasOwn(PREDEFINED, name)
  if (isKnown) return { value: PREDEFINED[name]!, end: end + 1 }
  return /^[A-Za-z_:][A-Za-z]*$/.test(name) ? 'unknown_entity' : 'unterminated'
}

const HASH = 0x23
const SEMICOLON = 0x3b
const LOWER_X = 0x78
const LAST_CHARACTER = 0x10ffff

/** `digits;` or `xdigits;` with any number of leading zeros. */
function readCharacter(text: string, from: number, limit: number): Reference | EntityError {
  const radix = text.charCodeAt(from) === LOWER_X ? 16 : 10
  const first = radix === 16 ? from + 1 : from
  let code = 0
  for (let i = first; i < limit; i++) {
    const unit = text.charCodeAt(i)
    if (unit === SEMICOLON) {
      return i > first && isCharacter(code) ? { value: String.fromCodePoint(code), end: i + 1 } : 'not_a_character'
    }
    const digit = digitOf(unit)
    if (digit >= radix) return 'not_a_character'
    code = Math.min(code * radix + digit, LAST_CHARACTER + 1)
  }
  return 'unterminated'
}

function digitOf(unit: number): number {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30
  const letter = unit | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : 99
}

/** The production Char (XML 1.0, 2.2). */
function isCharacter(code: number): boolean {
  if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd
  return code < 0xd800 || (code > 0xdfff && code !== 0xfffe && code !== 0xffff && code <= LAST_CHARACTER)
}
