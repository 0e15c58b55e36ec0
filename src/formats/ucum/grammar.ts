// The grammar of UCUM expressions (formal syntax rules, §§2 to 12): components with their places, or what breaks the grammar and where.
import { type SymbolTable, symbolTable, type UnitSymbol } from './symbols.ts'

export interface Component {
  readonly kind: 'unit' | 'factor' | 'annotation'
  readonly symbol: UnitSymbol | undefined
  /** The exponent as it is written; 1 without one. */
  readonly exponent: number
  /** -1 for what is divided by, the parentheses around it counted. */
  readonly sign: 1 | -1
  readonly factor: bigint | undefined
  readonly annotation: string | undefined
  /** Offsets of UTF-16 code units; the end exclusive. */
  readonly start: number
  readonly end: number
}

type Operator = '.' | '/' | '(' | ')'

export interface OperatorToken {
  readonly kind: Operator
  readonly start: number
  readonly end: number
  /** Of a closing parenthesis. */
  readonly annotation: string | undefined
}

export type Token = Component | OperatorToken

export const SYNTAX_ISSUES = [
  'empty',
  'unknown_unit',
  'prefix_not_allowed',
  'unexpected_character',
  'blank',
  'missing_unit',
  'missing_operator',
  'missing_exponent',
  'exponent_on_number',
  'exponent_after_parenthesis',
  'unclosed_bracket',
  'unclosed_annotation',
  'unclosed_parenthesis',
  'unexpected_parenthesis',
] as const

export type SyntaxIssueCode = (typeof SYNTAX_ISSUES)[number]

export interface SyntaxIssue {
  readonly code: SyntaxIssueCode
  readonly start: number
  readonly end: number
}

export interface ParsedUnit {
  readonly text: string
  /** Empty if and only if the expression is valid. */
  readonly errors: readonly SyntaxIssue[]
  readonly tokens: readonly Token[]
  readonly components: readonly Component[]
}

interface Settings {
  /** Read the codes for systems without lower case. */
  readonly caseInsensitive: boolean
}

/** An exponent of more digits than this is cut to it: no such unit can be converted, and the grammar has no limit. */
const MAX_EXPONENT_DIGITS = 9

/** Never throws. Unknown units are all reported; behind any other error reading stops. */
export function parseUnit(text: string, { caseInsensitive }: Settings): ParsedUnit {
  return new Reader(text, caseInsensitive, symbolTable()).read()
}

class Reader {
  readonly #text: string
  readonly #caseInsensitive: boolean
  readonly #table: SymbolTable
  readonly #tokens: Token[] = []
  readonly #components: Component[] = []
  readonly #errors: SyntaxIssue[] = []
  /** The sign before each open parenthesis, and that of its inside. */
  readonly #open: { readonly sign: 1 | -1; readonly start: number }[] = []
  #sign: 1 | -1 = 1
  #at = 0

  constructor(text: string, caseInsensitive: boolean, table: SymbolTable) {
    this.#text = text
    this.#caseInsensitive = caseInsensitive
    this.#table = table
  }

  read(): ParsedUnit {
    this.#readTerm()
    return { text: this.#text, errors: this.#errors, tokens: this.#tokens, components: this.#components }
  }

  #fail(code: SyntaxIssueCode, start: number, end = start + 1): false {
    this.#errors.push({ code, start, end: Math.min(end, this.#text.length) })
    return false
  }

  #readTerm(): void {
    const text = this.#text
    if (text === '') {
      this.#fail('empty', 0)
      return
    }
    if (text[0] === '/') this.#operator('/')
    let isComponentNext = true
    while (this.#at < text.length) {
      const character = text[this.#at]!
      if (isComponentNext) {
        if (character === '(') {
          this.#open.push({ sign: this.#sign, start: this.#at })
          this.#token('(')
          continue
        }
        if (!this.#readComponent(character)) return
        isComponentNext = false
      } else if (character === '.' || character === '/') {
        this.#operator(character)
        isComponentNext = true
      } else if (character === ')') {
        if (!this.#close()) return
      } else {
        this.#fail(this.#codeBetween(character), this.#at)
        return
      }
    }
    if (isComponentNext) this.#fail('missing_unit', text.length - 1, text.length)
    else if (this.#open.length > 0) this.#fail('unclosed_parenthesis', this.#open.at(-1)!.start)
  }

  /** What is wrong with a character where an operator should stand. */
  #codeBetween(character: string): SyntaxIssueCode {
    if (isBlank(character)) return 'blank'
    if (isInvalidCharacter(character) || character === '}' || character === ']') return 'unexpected_character'
    const before = this.#tokens.at(-1)
    return before?.kind === ')' && /[0-9+-]/.test(character) ? 'exponent_after_parenthesis' : 'missing_operator'
  }

  #token(kind: Operator, annotation?: string, start = this.#at): void {
    this.#tokens.push({ kind, start, end: start + 1, annotation })
    this.#at = Math.max(this.#at, start + 1)
  }

  #operator(kind: '.' | '/'): void {
    const outer = this.#open.at(-1)?.sign ?? 1
    this.#sign = kind === '/' ? (-outer as 1 | -1) : outer
    this.#token(kind)
  }

  #close(): boolean {
    const start = this.#at
    if (!this.#open.pop()) return this.#fail('unexpected_parenthesis', start)
    this.#at++
    // The grammar has no annotation here, but HL7's list of common units does: U/(10.g){feces}.
    const annotation = this.#text[this.#at] === '{' ? this.#readAnnotation() : undefined
    if (annotation === false) return false
    this.#token(')', annotation, start)
    return true
  }

  #readComponent(character: string): boolean {
    const start = this.#at
    if (character === '{') {
      const annotation = this.#readAnnotation()
      if (annotation === false) return false
      this.#add({ kind: 'annotation', symbol: undefined, exponent: 1, factor: undefined, annotation, start })
      return true
    }
    const end = this.#endOfSymbol()
    if (end === false) return false
    if (end === start) {
      if (character === ')') return this.#fail(this.#open.length > 0 ? 'missing_unit' : 'unexpected_parenthesis', start)
      if (isBlank(character)) return this.#fail('blank', start)
      return this.#fail(character === '.' || character === '/' ? 'missing_unit' : 'unexpected_character', start)
    }
    this.#at = end
    const found = this.#readSymbol(this.#text.slice(start, end), start)
    if (!found) return false
    const annotation = this.#text[this.#at] === '{' ? this.#readAnnotation() : undefined
    if (annotation === false) return false
    this.#add({ ...found, annotation, start })
    return true
  }

  #add(component: Omit<Component, 'sign' | 'end'>): void {
    const whole = { ...component, sign: this.#sign, end: this.#at }
    this.#tokens.push(whole)
    this.#components.push(whole)
  }

  /** @returns the text between the braces; false if it is no annotation */
  #readAnnotation(): string | false {
    const start = this.#at
    for (let i = start + 1; i < this.#text.length; i++) {
      const character = this.#text[i]!
      if (character === '}') {
        this.#at = i + 1
        return this.#text.slice(start + 1, i)
      }
      if (isBlank(character)) return this.#fail('blank', i)
      if (character === '{' || isInvalidCharacter(character)) return this.#fail('unexpected_character', i)
    }
    return this.#fail('unclosed_annotation', start)
  }

  /** The end of a symbol with its exponent: operators count inside of square brackets alone as a part of it. */
  #endOfSymbol(): number | false {
    const text = this.#text
    let i = this.#at
    while (i < text.length) {
      const character = text[i]!
      if (character === '[') {
        const close = text.indexOf(']', i)
        if (close < 0) return this.#fail('unclosed_bracket', i)
        for (let k = i; k < close; k++) {
          if (isBlank(text[k]!)) return this.#fail('blank', k)
          if (isInvalidCharacter(text[k]!)) return this.#fail('unexpected_character', k)
        }
        i = close + 1
      } else if (ENDS.has(character) || isBlank(character) || isInvalidCharacter(character)) break
      else i++
    }
    return i
  }

  #readSymbol(text: string, start: number): Pick<Component, 'kind' | 'symbol' | 'exponent' | 'factor'> | false {
    const digits = countFinalDigits(text)
    if (digits === text.length) return { kind: 'factor', symbol: undefined, exponent: 1, factor: BigInt(text) }
    const before = text[text.length - digits - 1]!
    const isSigned = before === '+' || before === '-'
    if (isSigned && digits === 0) return this.#fail('missing_exponent', start, start + text.length)
    const code = text.slice(0, text.length - digits - (isSigned ? 1 : 0))
    if (/^\d*$/.test(code)) return this.#fail('exponent_on_number', start, start + text.length)
    const exponent = digits === 0 ? 1 : readExponent(text.slice(text.length - digits)) * (before === '-' ? -1 : 1)
    const symbol = this.#find(code)
    // Reading goes on: that every unknown unit is reported helps to correct them all.
    if (!symbol) this.#fail(this.#table.nonMetric.has(code) ? 'prefix_not_allowed' : 'unknown_unit', start, start + code.length)
    return { kind: 'unit', symbol, exponent, factor: undefined }
  }

  #find(code: string): UnitSymbol | undefined {
    return this.#caseInsensitive ? this.#table.byUpperCode.get(code.toUpperCase()) : this.#table.byCode.get(code)
  }
}

const ENDS = new Set(['.', '/', '(', ')', '{', '}', ']'])

function isBlank(character: string): boolean {
  return character.trim() === ''
}

/** Codes are made of the characters 33 to 126, less the quotation mark and the equals sign. */
function isInvalidCharacter(character: string): boolean {
  return character < '!' || character > '~' || character === '"' || character === '='
}

function countFinalDigits(text: string): number {
  let count = 0
  while (count < text.length && isDigit(text.charCodeAt(text.length - 1 - count))) count++
  return count
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

function readExponent(digits: string): number {
  return digits.length > MAX_EXPONENT_DIGITS ? 10 ** MAX_EXPONENT_DIGITS : Number(digits)
}
