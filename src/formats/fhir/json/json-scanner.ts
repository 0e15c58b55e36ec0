// The tokens of RFC 8259 over a text: what the reader, the locator and the splitter of a document walk by.
import { encodeUtf8 } from '../../../core/encode-utf8.ts'
import { type ProblemCode, ProblemError } from '../../../core/problem.ts'
import { LineCounter } from './line-counter.ts'

export const MAX_DEPTH = 64
/** UTF-16 code units of one string; base64 of a 12 MB attachment. */
const MAX_STRING = 16 * 1024 * 1024

const QUOTE = 0x22
const BACKSLASH = 0x5c
const ESCAPES: Readonly<Record<string, string>> = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }
const CONTROL = /[\0-\x1f]/
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/** The problem of a document at a place of its text; line and column count from 1, in UTF-16 code units. */
export function errorAt(text: string, offset: number, message: string, code: ProblemCode = 'unreadable_input'): ProblemError {
  const { line, column } = new LineCounter(text).at(offset)
  return new ProblemError(message, { code, at: { byteOffset: encodeUtf8(text.slice(0, offset)).length, line, column } })
}

export class JsonScanner {
  readonly text: string
  at: number

  constructor(text: string, at = 0) {
    this.text = text
    this.at = at
  }

  fail(message: string, offset = this.at, code: ProblemCode = 'unreadable_input'): never {
    throw errorAt(this.text, offset, message, code)
  }

  /** The code of the next character that is no white space, which is not taken; NaN at the end. */
  peek(): number {
    const { text } = this
    let code = text.charCodeAt(this.at)
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) code = text.charCodeAt(++this.at)
    return code
  }

  /** Takes a string, whose opening quote is next. */
  string(): string {
    const start = this.at
    const end = this.endOfString()
    const raw = this.text.slice(start + 1, end - 1)
    return raw.includes('\\') ? this.unescape(raw, start + 1) : raw
  }

  /** Moves behind a string, whose opening quote is next, and gives that place; its escapes are not looked at. */
  endOfString(): number {
    const { text } = this
    const start = this.at
    let end = start
    for (;;) {
      end = text.indexOf('"', end + 1)
      if (end < 0) this.fail('A string of the JSON has no end.', start)
      if (text.charCodeAt(end - 1) !== BACKSLASH || isQuote(text, end)) break
    }
    if (end - start > MAX_STRING) this.fail(`A string is longer than ${MAX_STRING} characters.`, start, 'resource_limit')
    // Most strings are short; a test per character is cheaper there than the call of an expression.
    if (end - start < 24) {
      for (let i = start + 1; i < end; i++) if (text.charCodeAt(i) < 0x20) this.fail('A string holds a control character.', i)
    } else {
      const control = text.slice(start, end).search(CONTROL)
      if (control >= 0) this.fail('A string holds a control character.', start + control)
    }
    this.at = end + 1
    return this.at
  }

  private unescape(raw: string, start: number): string {
    let out = ''
    let from = 0
    for (let i = raw.indexOf('\\'); i >= 0; i = raw.indexOf('\\', from)) {
      out += raw.slice(from, i)
      const letter = raw[i + 1]!
      if (letter === 'u') {
        const digits = raw.slice(i + 2, i + 6)
        if (!/^[\da-fA-F]{4}$/.test(digits)) this.fail('An escape of a string is none of JSON.', start + i)
        out += String.fromCharCode(Number.parseInt(digits, 16))
        from = i + 6
      } else {
        const plain = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined
        if (plain === undefined) this.fail('An escape of a string is none of JSON.', start + i)
        out += plain
        from = i + 2
      }
    }
    return out + raw.slice(from)
  }

  /** Takes a number and gives its text. */
  number(): string {
    NUMBER.lastIndex = this.at
    const match = NUMBER.exec(this.text)
    if (!match) this.fail('A value of the JSON cannot be read.')
    const next = this.text.charCodeAt(this.at + match[0].length)
    // A digit, a point or a letter behind it: 01, 1., 1e.
    if ((next >= 0x30 && next <= 0x39) || next === 0x2e || next === 0x65 || next === 0x45)
      this.fail('A number is not written as JSON has it.')
    this.at += match[0].length
    return match[0]
  }

  /** Takes a word, if it is next. */
  word(word: string): void {
    if (!this.text.startsWith(word, this.at)) this.fail('A value of the JSON cannot be read.')
    this.at += word.length
  }
}

/** Whether the quote at the place closes its string: an even number of backslashes stand before it. */
function isQuote(text: string, at: number): boolean {
  let first = at
  while (text.charCodeAt(first - 1) === BACKSLASH) first--
  return (at - first) % 2 === 0 && text.charCodeAt(at) === QUOTE
}
