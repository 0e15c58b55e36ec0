// The conditions of the v2-to-FHIR maps: a small grammar, read once into a tree and evaluated for each place that a row is for.
//
//   IF PID-33 AND PID-34 VALUED · IF OBX-2 IN ("ST", "FT") · IF OBX-5 LST.COUNT GREATER THAN 1 · IF CX.5 IS "SN" · IF RXE-24.1 NOT CONTAINS "/" · IF NOT VALUED
//   IF MRG-1.1 AMONG PID-3.1 (a repetition is one of those of the other field; with NOT it is valued, and none is)

/** A segment, a field or component of one, a component of the part at hand, or the part itself. */
export interface Operand {
  /** `PID`, or `CX` for a data type; empty for the part that the row is for. */
  readonly name: string
  /** True for `PID-3` and `PID`, false for `CX.4`. */
  readonly ofSegment: boolean
  readonly field: number
  readonly component: number
}

export type Condition =
  | { readonly kind: 'all' | 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'valued'; readonly operand: Operand; readonly not: boolean }
  | { readonly kind: 'in'; readonly operand: Operand; readonly values: readonly string[]; readonly not: boolean }
  | { readonly kind: 'contains'; readonly operand: Operand; readonly text: string; readonly not: boolean }
  | { readonly kind: 'differs'; readonly operand: Operand; readonly other: Operand }
  | { readonly kind: 'among'; readonly operand: Operand; readonly other: Operand; readonly not: boolean }
  | {
      readonly kind: 'count' | 'length'
      readonly operand: Operand
      readonly compare: 'greater' | 'at-most' | 'equal'
      readonly than: number
    }

/** What a condition asks of a message. */
export interface Facts {
  isValued(operand: Operand): boolean
  textOf(operand: Operand): string
  /** Of all repetitions that are valued. */
  textsOf(operand: Operand): readonly string[]
  countOf(operand: Operand): number
}

export function holds(condition: Condition, facts: Facts): boolean {
  switch (condition.kind) {
    case 'all':
      for (const each of condition.of) if (!holds(each, facts)) return false
      return true
    case 'any':
      for (const each of condition.of) if (holds(each, facts)) return true
      return false
    case 'valued':
      return facts.isValued(condition.operand) !== condition.not
    case 'in':
      return condition.values.includes(facts.textOf(condition.operand)) !== condition.not
    case 'contains':
      return facts.textOf(condition.operand).includes(condition.text) !== condition.not
    case 'differs':
      return facts.isValued(condition.operand) && facts.textOf(condition.operand) !== facts.textOf(condition.other)
    case 'among': {
      const others = facts.textsOf(condition.other)
      const texts = facts.textsOf(condition.operand)
      return texts.length > 0 && texts.some((text) => others.includes(text)) !== condition.not
    }
    default: {
      const { compare, than } = condition
      const found = condition.kind === 'count' ? facts.countOf(condition.operand) : facts.textOf(condition.operand).length
      if (compare === 'equal') return found === than
      return compare === 'greater' ? found > than : found <= than
    }
  }
}

/** True where the condition can hold although the field, or component, of the row is not valued. */
export function requiresAbsence(condition: Condition | undefined, name: string, position: number): boolean {
  if (!condition) return false
  if (condition.kind === 'all' || condition.kind === 'any') return condition.of.some((each) => requiresAbsence(each, name, position))
  if (condition.kind !== 'valued' || !condition.not) return false
  const { operand } = condition
  return operand.name === '' || (operand.name === name && operand.field === position && operand.component === 0)
}

/** @throws Error where the text is not of the grammar: the build repairs or lists those */
export function parseCondition(text: string): Condition {
  const reader = new Reader(tokensOf(text))
  const condition = reader.readAny()
  if (!reader.isDone) throw new Error('text behind the condition')
  return condition
}

const WORD = /^(?:[A-Za-z0-9.-]+)$/

function tokensOf(text: string): string[] {
  const tokens: string[] = []
  let at = 0
  while (at < text.length) {
    const char = text[at]!
    if (char === ' ' || char === '\n') at++
    else if (char === '"' || char === "'") {
      const end = text.indexOf(char, at + 1)
      if (end < 0) throw new Error('open quote')
      tokens.push(`"${text.slice(at + 1, end)}`)
      at = end + 1
    } else if ('(),=><'.includes(char)) {
      tokens.push(char)
      at++
    } else {
      let end = at
      while (end < text.length && WORD.test(text[end]!)) end++
      if (end === at) throw new Error('unexpected character')
      tokens.push(text.slice(at, end))
      at = end
    }
  }
  return tokens
}

const SELF: Operand = { name: '', ofSegment: false, field: 0, component: 0 }
const KEYWORDS: ReadonlySet<string> = new Set(
  'IF AND OR NOT IS IN AMONG CONTAINS VALUED EQUALS EQUAL TO COUNT LST.COUNT LENGTH EMPTY'.split(' '),
)

class Reader {
  readonly #tokens: readonly string[]
  #at = 0

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens
  }

  get isDone(): boolean {
    return this.#at === this.#tokens.length
  }

  readAny(): Condition {
    const of = [this.#readAll()]
    while (this.#take('OR')) of.push(this.#readAll())
    return of.length === 1 ? of[0]! : { kind: 'any', of }
  }

  #readAll(): Condition {
    const of = [this.#readTest()]
    while (this.#take('AND')) of.push(this.#readTest())
    return of.length === 1 ? of[0]! : { kind: 'all', of }
  }

  #readTest(): Condition {
    this.#take('IF')
    if (this.#take('(')) {
      const inner = this.readAny()
      this.#expect(')')
      return inner
    }
    // `PL.1 AND PL.2 NOT VALUED`, `SCH-26 OR SCH-27 VALUED`: operands that share what follows the last one.
    const operands = [this.#readOperand()]
    let joint: 'all' | 'any' = 'all'
    while (this.#isJoint()) {
      joint = this.#tokens[this.#at]!.toUpperCase() === 'OR' ? 'any' : 'all'
      this.#at++
      operands.push(this.#readOperand())
    }
    const start = this.#at
    const of = operands.map((operand) => {
      this.#at = start
      return this.#readPredicate(operand)
    })
    return of.length === 1 ? of[0]! : { kind: joint, of }
  }

  /** AND or OR directly behind an operand that has no predicate of its own. */
  #isJoint(): boolean {
    const word = this.#tokens[this.#at]?.toUpperCase()
    return word === 'AND' || word === 'OR'
  }

  #readOperand(): Operand {
    const token = this.#tokens[this.#at]
    if (token === undefined || token.startsWith('"') || KEYWORDS.has(token.toUpperCase())) return SELF
    this.#at++
    return parseOperand(token)
  }

  #readPredicate(operand: Operand): Condition {
    this.#take('IS')
    let not = this.#take('NOT')
    // `IS VALUED NOT EQUAL PID-12`
    if (this.#take('VALUED')) {
      if (!this.#take('NOT')) return { kind: 'valued', operand, not }
      this.#expect('EQUAL')
      return { kind: 'differs', operand, other: this.#readOperand() }
    }
    if (this.#take('EMPTY')) return { kind: 'valued', operand, not: !not }
    if (this.#take('LST.COUNT') || this.#take('COUNT')) return { kind: 'count', operand, ...this.#readComparison() }
    if (this.#take('LENGTH')) return { kind: 'length', operand, ...this.#readComparison() }
    not = this.#take('NOT') || not
    if (this.#take('CONTAINS')) return { kind: 'contains', operand, text: this.#readText(), not }
    if (this.#take('AMONG')) return { kind: 'among', operand, other: this.#readOperand(), not }
    if (this.#take('IN')) return { kind: 'in', operand, values: this.#readList(), not }
    if (this.#take('EQUALS') || this.#take('EQUAL') || this.#take('=')) this.#take('TO')
    return { kind: 'in', operand, values: [this.#readText()], not }
  }

  #readComparison(): { compare: 'greater' | 'at-most' | 'equal'; than: number } {
    if (this.#take('EQUALS') || this.#take('=')) return { compare: 'equal', than: this.#readNumber() }
    if (this.#take('LESS')) {
      for (const word of ['THAN', 'OR', 'EQUALS']) this.#expect(word)
      return { compare: 'at-most', than: this.#readNumber() }
    }
    if (!this.#take('>')) for (const word of ['GREATER', 'THAN']) this.#expect(word)
    return { compare: 'greater', than: this.#readNumber() }
  }

  #readList(): string[] {
    this.#expect('(')
    const values = [this.#readText()]
    while (this.#take(',')) values.push(this.#readText())
    this.#expect(')')
    return values
  }

  #readText(): string {
    const token = this.#tokens[this.#at++]
    if (!token?.startsWith('"')) throw new Error('expected a text in quotes')
    return token.slice(1)
  }

  #readNumber(): number {
    const token = this.#tokens[this.#at++] ?? ''
    if (!/^[0-9]{1,4}$/.test(token)) throw new Error('expected a number')
    return Number(token)
  }

  #take(word: string): boolean {
    if (this.#tokens[this.#at]?.toUpperCase() !== word) return false
    this.#at++
    return true
  }

  #expect(word: string): void {
    if (!this.#take(word)) throw new Error(`expected ${word}`)
  }
}

/** Reads `PID`, `PID-3`, `PID-11.9`, `CX.4` and `CX.4.2`. */
export function parseOperand(text: string): Operand {
  const match = /^([A-Z][A-Z0-9]{1,2})(?:-([0-9]{1,3})(?:\.([0-9]{1,3}))?|\.([0-9]{1,3})(?:\.([0-9]{1,3}))?)?$/.exec(text)
  if (!match) throw new Error('expected a field or component')
  const [, name = '', field, component, part, subpart] = match
  if (part !== undefined) return { name, ofSegment: false, field: Number(part), component: Number(subpart ?? 0) }
  return { name, ofSegment: true, field: Number(field ?? 0), component: Number(component ?? 0) }
}
