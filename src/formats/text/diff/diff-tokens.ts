// Cuts two texts into the units that a diff compares and numbers them, so that equal units have equal numbers.
import { classOf, isWhite, LETTER, MARK, NUMBER, SPACELESS } from '../sentences/char-class.ts'

export type Granularity = 'char' | 'word' | 'line'

export interface DiffRules {
  readonly ignoreCase: boolean
  readonly ignoreWhitespace: boolean
}

/** The units of one text; offsets are UTF-16 code units. */
export interface Tokens {
  readonly count: number
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  /** Equal numbers are equal units, on both sides. */
  readonly keys: Int32Array
}

/** Numbers strings in the order in which they appear. */
export class KeyBook {
  readonly #numbers = new Map<string, number>()

  numberOf(key: string): number {
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    this.#numbers.set(key, this.#numbers.size)
    return this.#numbers.size - 1
  }

  get size(): number {
    return this.#numbers.size
  }
}

type Cut = (text: string, start: number) => number

/**
 * char: code points. word: runs of letters, digits and what joins them ("don't", "2.5", "120/80" is three), runs of white space, single signs;
 * in scripts without spaces each character with its marks. line: up to and with LF, CR LF or CR.
 * With ignoreWhitespace, units that are white space are left out, and lines compare without theirs.
 */
export function tokenize(text: string, granularity: Granularity, rules: DiffRules, book: KeyBook): Tokens {
  return tokenizeBy(text, granularity === 'char' ? endOfCharacter : granularity === 'word' ? endOfWord : endOfLine, {
    rules,
    book,
    dropsWhite: rules.ignoreWhitespace && granularity !== 'line',
    keyOf: (token) => keyOf(token, rules),
  })
}

/** Lines as `patch` counts them: they end at LF alone, and one that the end of the text cuts off is another than the whole one. */
export function tokenizeUnixLines(text: string, rules: DiffRules, book: KeyBook): Tokens {
  const endOfUnixLine: Cut = (source, start) => {
    const end = source.indexOf('\n', start)
    return end < 0 ? source.length : end + 1
  }
  const unixKey = (token: string) => `${keyOf(token, rules)}${token.endsWith('\n') ? '\n' : ''}`
  return tokenizeBy(text, endOfUnixLine, { rules, book, dropsWhite: false, keyOf: unixKey })
}

interface Tokenizing {
  readonly rules: DiffRules
  readonly book: KeyBook
  readonly dropsWhite: boolean
  keyOf(token: string): string
}

function tokenizeBy(text: string, cut: Cut, { book, dropsWhite, keyOf }: Tokenizing): Tokens {
  const starts: number[] = []
  const ends: number[] = []
  const keys: number[] = []
  for (let start = 0; start < text.length; ) {
    const end = cut(text, start)
    if (!dropsWhite || !isWhite(text.charCodeAt(start))) {
      starts.push(start)
      ends.push(end)
      keys.push(book.numberOf(keyOf(text.slice(start, end))))
    }
    start = end
  }
  return { count: starts.length, starts, ends, keys: Int32Array.from(keys) }
}

function keyOf(token: string, { ignoreCase, ignoreWhitespace }: DiffRules): string {
  // Upper case first, so that letters with one capital (ς and σ, K and the Kelvin sign) become one.
  const folded = ignoreCase ? token.toUpperCase().toLowerCase() : token
  return ignoreWhitespace ? withoutWhite(folded) : folded
}

function withoutWhite(text: string): string {
  let kept = ''
  let from = 0
  for (let i = 0; i < text.length; i++) {
    if (!isWhite(text.charCodeAt(i))) continue
    kept += text.slice(from, i)
    from = i + 1
  }
  return from === 0 ? text : kept + text.slice(from)
}

const endOfCharacter: Cut = (text, start) => (text.codePointAt(start)! > 0xffff ? start + 2 : start + 1)

const endOfLine: Cut = (text, start) => {
  for (let i = start; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === 0x0a) return i + 1
    if (unit === 0x0d) return text.charCodeAt(i + 1) === 0x0a ? i + 2 : i + 1
  }
  return text.length
}

const endOfWord: Cut = (text, start) => {
  const first = text.codePointAt(start)!
  const bits = classOf(first)
  let i = endOfCharacter(text, start)
  if (isWhite(text.charCodeAt(start))) {
    while (i < text.length && isWhite(text.charCodeAt(i))) i++
    return i
  }
  const isWord = (bits & (LETTER | NUMBER)) !== 0 && (bits & SPACELESS) === 0
  while (i < text.length) {
    const next = classOf(text.codePointAt(i)!)
    if ((next & MARK) !== 0 || (isWord && (next & (LETTER | NUMBER)) !== 0 && (next & SPACELESS) === 0)) i = endOfCharacter(text, i)
    else if (isWord && joinsWord(text, i)) i++
    else break
  }
  return i
}

/** An apostrophe between letters, a point or comma between digits, an underscore. */
function joinsWord(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  if (unit === 0x5f) return true
  if (at + 1 >= text.length) return false
  if (unit === 0x27 || unit === 0x2019) return isLetter(text.charCodeAt(at - 1)) && isLetter(text.charCodeAt(at + 1))
  return (unit === 0x2e || unit === 0x2c) && isDigit(text.charCodeAt(at - 1)) && isDigit(text.charCodeAt(at + 1))
}

function isLetter(unit: number): boolean {
  return (classOf(unit) & (LETTER | SPACELESS)) === LETTER
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39
}
