// Tokens of FHIRPath.
import { ProblemError } from '../../../core/problem.ts'

export type TokenKind = 'name' | 'string' | 'number' | 'date' | 'dateTime' | 'time' | 'symbol' | 'variable' | 'special' | 'end'

export interface Token {
  readonly kind: TokenKind
  /** Names and strings without their quotes, dates without `@`. */
  readonly text: string
  /** Offset in the expression. */
  readonly at: number
  /** True for a name in back quotes, which is no keyword. */
  readonly isQuoted: boolean
}

const TOKEN =
  /\s+|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/|(@T[0-9]{2}(?::[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?)?)|(@[0-9]{4}(?:-[0-9]{2}(?:-[0-9]{2})?)?(?:T(?:[0-9]{2}(?::[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?)?)?(?:Z|[+-][0-9]{2}:[0-9]{2})?)?)|([0-9]+(?:\.[0-9]+)?L?)|(%(?:[A-Za-z_][A-Za-z0-9_]*|`(?:[^`\\]|\\.)*`|'(?:[^'\\]|\\.)*'))|(\$[a-z]+)|([A-Za-z_][A-Za-z0-9_]*)|(`(?:[^`\\]|\\.)*`)|('(?:[^'\\]|\\.)*')|(<=|>=|!=|!~|[-+*/&|=~<>.,()[\]{}])/y

const MAX_EXPRESSION = 1_000_000

/** @throws ProblemError `invalid_input` at the place of what is no token */
export function readTokens(expression: string): Token[] {
  if (expression.length > MAX_EXPRESSION) throw syntaxError('The expression is too long.', MAX_EXPRESSION)
  const tokens: Token[] = []
  let at = 0
  while (at < expression.length) {
    const end = endOfPlain(expression, at)
    if (end > at) {
      const code = expression.charCodeAt(at)
      if (code === QUOTE) tokens.push({ kind: 'string', text: expression.slice(at + 1, end - 1), at, isQuoted: false })
      else if (code !== SPACE)
        tokens.push({ kind: isLetter(code) ? 'name' : 'symbol', text: expression.slice(at, end), at, isQuoted: false })
      at = end
      continue
    }
    TOKEN.lastIndex = at
    const match = TOKEN.exec(expression)
    if (!match) throw syntaxError('The expression has a character or an open text that is no part of FHIRPath.', at)
    const [text, time, date, number, variable, special, name, quoted, string] = match
    const put = (kind: TokenKind, value: string, isQuoted = false) => tokens.push({ kind, text: value, at, isQuoted })
    if (time !== undefined) put('time', time.slice(2))
    else if (date !== undefined) put(date.includes('T') ? 'dateTime' : 'date', date.slice(1))
    else if (number !== undefined) put('number', number)
    else if (variable !== undefined) put('variable', /^%[`']/.test(variable) ? unescaped(variable.slice(2, -1), at) : variable.slice(1))
    else if (special !== undefined) put('special', special)
    else if (name !== undefined) put('name', name)
    else if (quoted !== undefined) put('name', unescaped(quoted.slice(1, -1), at), true)
    else if (string !== undefined) put('string', unescaped(string.slice(1, -1), at))
    else if (!/^(?:\s|\/[/*])/.test(text)) put('symbol', text)
    at += text.length
  }
  tokens.push({ kind: 'end', text: '', at, isQuoted: false })
  return tokens
}

const SPACE = 0x20
const QUOTE = 0x27
/** Those that begin no other token. */
const SYMBOLS: ReadonlySet<number> = new Set([...'.,()[]{}+-*&|=~'].map((symbol) => symbol.charCodeAt(0)))

/** The end of a blank, a name, a symbol or a text without escapes, of which nearly all of an expression consists; else the place itself. */
function endOfPlain(expression: string, at: number): number {
  const code = expression.charCodeAt(at)
  if (code === SPACE || SYMBOLS.has(code)) return at + 1
  if (code === QUOTE) {
    const close = expression.indexOf("'", at + 1)
    return close < 0 || expression.slice(at, close).includes('\\') ? at : close + 1
  }
  if (!isLetter(code)) return at
  let end = at + 1
  for (let next = expression.charCodeAt(end); isLetter(next) || (next >= 0x30 && next <= 0x39); next = expression.charCodeAt(end)) end++
  return end
}

function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f
}

const ESCAPES: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f', '"': '"', "'": "'", '`': '`', '\\': '\\', '/': '/' }

function unescaped(text: string, at: number): string {
  return text.replace(/\\(u[0-9A-Fa-f]{4}|[\s\S])/g, (_, code: string) => {
    if (code.length === 5) return String.fromCharCode(Number.parseInt(code.slice(1), 16))
    const character = ESCAPES[code]
    if (character === undefined) throw syntaxError('A text has an escape that FHIRPath does not know.', at)
    return character
  })
}

/** @param at offset in the expression */
export function syntaxError(message: string, at: number): ProblemError {
  return new ProblemError(message, { code: 'invalid_input', at: { column: at + 1 } })
}
