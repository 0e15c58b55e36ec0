// The grammar of FHIRPath (normative release 2.0.0, appendix B) as a tree.
import { readTokens, syntaxError, type Token } from './lex.ts'

export type Expression =
  | {
      readonly kind: 'literal'
      readonly type: 'string' | 'number' | 'date' | 'dateTime' | 'time' | 'boolean' | 'null'
      readonly text: string
      readonly at: number
    }
  | { readonly kind: 'quantity'; readonly number: string; readonly unit: string; readonly isCalendar: boolean; readonly at: number }
  | { readonly kind: 'special'; readonly name: string; readonly at: number }
  | { readonly kind: 'variable'; readonly name: string; readonly at: number }
  | { readonly kind: 'member'; readonly of: Expression | undefined; readonly name: string; readonly at: number }
  | {
      readonly kind: 'call'
      readonly of: Expression | undefined
      readonly name: string
      readonly args: readonly Expression[]
      readonly at: number
    }
  | { readonly kind: 'index'; readonly of: Expression; readonly index: Expression; readonly at: number }
  | { readonly kind: 'sign'; readonly sign: string; readonly of: Expression; readonly at: number }
  | { readonly kind: 'type'; readonly operator: 'is' | 'as'; readonly of: Expression; readonly type: string; readonly at: number }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: Expression; readonly right: Expression; readonly at: number }

/** From the loosest to the tightest; `is` and `as` stand between union and addition. */
const LEVELS: readonly (readonly string[])[] = [
  ['implies'],
  ['or', 'xor'],
  ['and'],
  ['in', 'contains'],
  ['=', '~', '!=', '!~'],
  ['<=', '<', '>', '>='],
  ['|'],
]
const TIGHTER: readonly (readonly string[])[] = [
  ['+', '-', '&'],
  ['*', '/', 'div', 'mod'],
]
const TYPES: ReadonlySet<string> = new Set(['is', 'as'])
const UNITS = /^(?:year|month|week|day|hour|minute|second|millisecond)s?$/
const MAX_DEPTH = 300
const MAX_TREE = 1_500

/** @throws ProblemError `invalid_input` with the column of what does not belong there */
export function parseExpression(text: string): Expression {
  const tokens = readTokens(text)
  const expression = new Parser(tokens).whole()
  // Each part has a token of its own.
  if (tokens.length > MAX_TREE) checkDepth(expression)
  return expression
}

/** Evaluation goes as deep as the tree; a chain of calls or operators is a tree as deep as it is long. */
function checkDepth(expression: Expression): void {
  const rest: (readonly [Expression, number])[] = [[expression, 1]]
  for (let next = rest.pop(); next; next = rest.pop()) {
    const [{ kind: _, ...parts }, depth] = next
    if (depth > MAX_TREE) throw syntaxError('The expression has too many parts in a row.', next[0].at)
    for (const part of Object.values(parts).flat()) if (typeof part === 'object') rest.push([part as Expression, depth + 1])
  }
}

class Parser {
  private readonly tokens: readonly Token[]
  private at = 0
  private depth = 0

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens
  }

  whole(): Expression {
    const result = this.expression()
    if (this.token.kind !== 'end') throw this.unexpected()
    return result
  }

  private get token(): Token {
    return this.tokens[this.at]!
  }

  private next(): Token {
    return this.tokens[this.at++]!
  }

  private unexpected() {
    const isEnd = this.token.kind === 'end'
    return syntaxError(
      isEnd ? 'The expression ends before it is complete.' : 'The expression has something that does not belong here.',
      this.token.at,
    )
  }

  private isOperator(operators: { has(text: string): boolean } | ReadonlySet<string>): boolean {
    const { kind, text, isQuoted } = this.token
    return (kind === 'symbol' || (kind === 'name' && !isQuoted)) && operators.has(text)
  }

  private isSymbol(text: string): boolean {
    return this.token.kind === 'symbol' && this.token.text === text
  }

  private take(text: string): void {
    if (!this.isSymbol(text)) throw this.unexpected()
    this.at++
  }

  private expression(): Expression {
    if (++this.depth > MAX_DEPTH) throw syntaxError('The expression is nested too deeply.', this.token.at)
    const result = this.level(0)
    this.depth--
    return result
  }

  private level(level: number): Expression {
    if (level === LEVELS.length) return this.typed()
    const operators = SETS[level]!
    let left = this.level(level + 1)
    while (this.isOperator(operators)) {
      const { text, at } = this.next()
      left = { kind: 'binary', operator: text, left, right: this.level(level + 1), at }
    }
    return left
  }

  private typed(): Expression {
    let of = this.tighter(0)
    while (this.isOperator(TYPES)) {
      const { text, at } = this.next()
      of = { kind: 'type', operator: text as 'is' | 'as', of, type: this.typeName(), at }
    }
    return of
  }

  private typeName(): string {
    const name = this.name()
    if (!this.isSymbol('.')) return name
    this.at++
    return `${name}.${this.name()}`
  }

  private name(): string {
    if (this.token.kind !== 'name') throw this.unexpected()
    return this.next().text
  }

  private tighter(level: number): Expression {
    if (level === TIGHTER.length) return this.signed()
    const operators = TIGHTER_SETS[level]!
    let left = this.tighter(level + 1)
    while (this.isOperator(operators)) {
      const { text, at } = this.next()
      left = { kind: 'binary', operator: text, left, right: this.tighter(level + 1), at }
    }
    return left
  }

  private signed(): Expression {
    if (!this.isSymbol('-') && !this.isSymbol('+')) return this.path()
    const { text, at } = this.next()
    if (++this.depth > MAX_DEPTH) throw syntaxError('The expression is nested too deeply.', at)
    const result: Expression = { kind: 'sign', sign: text, of: this.signed(), at }
    this.depth--
    return result
  }

  private path(): Expression {
    let of = this.term()
    for (;;) {
      const { at } = this.token
      if (this.isSymbol('.')) {
        this.at++
        of = this.token.kind === 'special' ? { kind: 'special', name: this.next().text, at } : this.invocation(of)
      } else if (this.isSymbol('[')) {
        this.at++
        of = { kind: 'index', of, index: this.expression(), at }
        this.take(']')
      } else return of
    }
  }

  private invocation(of: Expression | undefined): Expression {
    const { at } = this.token
    const name = this.name()
    if (!this.isSymbol('(')) return { kind: 'member', of, name, at }
    this.at++
    const args: Expression[] = []
    if (!this.isSymbol(')')) {
      args.push(this.argument(name))
      while (this.isSymbol(',')) {
        this.at++
        args.push(this.argument(name))
      }
    }
    this.take(')')
    return { kind: 'call', of, name, args, at }
  }

  /** A key of sort may be followed by its direction (FHIRPath 3.0); `desc` is read as the sign that turns the order round. */
  private argument(call: string): Expression {
    const of = this.expression()
    const { kind, text, at, isQuoted } = this.token
    if (call !== 'sort' || kind !== 'name' || isQuoted || (text !== 'asc' && text !== 'desc')) return of
    this.at++
    return text === 'asc' ? of : { kind: 'sign', sign: '-', of, at }
  }

  private term(): Expression {
    const { kind, text, at, isQuoted } = this.token
    switch (kind) {
      case 'string':
      case 'date':
      case 'dateTime':
      case 'time':
        this.at++
        return { kind: 'literal', type: kind, text, at }
      case 'number':
        return this.number()
      case 'variable':
      case 'special':
        this.at++
        return { kind, name: text, at }
      case 'name':
        if (!isQuoted && (text === 'true' || text === 'false') && this.tokens[this.at + 1]!.text !== '(') {
          this.at++
          return { kind: 'literal', type: 'boolean', text, at }
        }
        return this.invocation(undefined)
      default:
        break
    }
    if (this.isSymbol('{')) {
      this.at++
      this.take('}')
      return { kind: 'literal', type: 'null', text: '', at }
    }
    if (!this.isSymbol('(')) throw this.unexpected()
    this.at++
    const inner = this.expression()
    this.take(')')
    return inner
  }

  private number(): Expression {
    const { text, at } = this.next()
    const number = text.replace(/L$/, '')
    const { kind, text: unit } = this.token
    const isCalendar = kind === 'name' && UNITS.test(unit)
    if (kind !== 'string' && !isCalendar) return { kind: 'literal', type: 'number', text: number, at }
    this.at++
    return { kind: 'quantity', number, unit, isCalendar, at }
  }
}

const SETS = LEVELS.map((operators) => new Set(operators))
const TIGHTER_SETS = TIGHTER.map((operators) => new Set(operators))
