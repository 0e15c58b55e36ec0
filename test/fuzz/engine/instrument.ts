// Counts the branches of a TypeScript source: one counter for each function, branch, loop body, case and right side of && || ??, inserted into its text.
// Jazzer.js, the usual tool, ships a native part for glibc 2.38 and newer alone, which the systems of the product's users do not have.
import { parse } from '@babel/parser'

export interface Instrumented {
  readonly code: string
  /** Line of each counter, from the first one of this file on. */
  readonly lines: readonly number[]
  /** Literals that the source compares with: what a fuzzer has to write to pass. */
  readonly literals: readonly string[]
}

interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly loc?: { readonly start: { readonly line: number } }
  readonly [key: string]: unknown
}

/** Name of the array of counters in the bundle. */
export const COUNTERS = '__fuzzCounters'
const MAX_LITERAL = 40

/** @param first number of the first counter */
export function instrument(text: string, path: string, first: number): Instrumented {
  const tree = parse(text, { sourceType: 'module', plugins: ['typescript'], createParenthesizedExpressions: true, sourceFilename: path })
  return new Instrumenter(text, first).finish(tree.program as unknown as SyntaxNode)
}

class Instrumenter {
  readonly #text: string
  readonly #first: number
  readonly #lines: number[] = []
  readonly #literals = new Set<string>()
  readonly #opens = new Map<number, string>()
  readonly #closes = new Map<number, string>()

  constructor(text: string, first: number) {
    this.#text = text
    this.#first = first
  }

  finish(program: SyntaxNode): Instrumented {
    this.#visit(program)
    const places = [...new Set([...this.#opens.keys(), ...this.#closes.keys()])].sort((a, b) => a - b)
    let code = ''
    let from = 0
    for (const place of places) {
      code += this.#text.slice(from, place) + (this.#closes.get(place) ?? '') + (this.#opens.get(place) ?? '')
      from = place
    }
    return { code: code + this.#text.slice(from), lines: this.#lines, literals: [...this.#literals] }
  }

  #visit(node: SyntaxNode): void {
    if (node.type === 'ImportDeclaration' || (node.type.startsWith('TS') && !node.type.endsWith('Expression'))) return
    this.#count(node)
    for (const [key, value] of Object.entries(node)) {
      if (key === 'loc' || key.endsWith('Comments') || key === 'extra') continue
      if (Array.isArray(value)) for (const each of value) this.#visitIfNode(each)
      else this.#visitIfNode(value)
    }
  }

  #visitIfNode(value: unknown): void {
    if (typeof value === 'object' && value !== null && 'type' in value && 'start' in value) this.#visit(value as SyntaxNode)
  }

  #count(node: SyntaxNode): void {
    switch (node.type) {
      case 'IfStatement':
        if (node.alternate) this.#branch(node.alternate as SyntaxNode)
        else this.#close((node.consequent as SyntaxNode).end, ` else {${this.#counter(node)};}`)
        this.#branch(node.consequent as SyntaxNode)
        return
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement':
      case 'WhileStatement':
      case 'DoWhileStatement':
        this.#branch(node.body as SyntaxNode)
        return
      case 'SwitchCase': {
        const start = (node.consequent as SyntaxNode[])[0]?.start
        if (start !== undefined) this.#open(start, `${this.#counter(node)};`)
        return
      }
      case 'ConditionalExpression':
        this.#wrap(node.consequent as SyntaxNode)
        this.#wrap(node.alternate as SyntaxNode)
        return
      case 'LogicalExpression':
        this.#wrap(node.right as SyntaxNode)
        return
      case 'CatchClause':
        this.#branch(node.body as SyntaxNode)
        return
      case 'StringLiteral':
      case 'NumericLiteral':
        this.#keepLiteral(String(node.value))
        return
      default:
        if (/Function|ObjectMethod|ClassMethod|ClassPrivateMethod/.test(node.type)) this.#enter(node)
    }
  }

  #enter(node: SyntaxNode): void {
    const body = node.body as SyntaxNode | null | undefined
    if (!body) return
    if (body.type === 'BlockStatement') this.#branch(body)
    else this.#wrap(body)
  }

  #keepLiteral(value: string): void {
    if (value.length > 0 && value.length <= MAX_LITERAL) this.#literals.add(value)
  }

  #branch(node: SyntaxNode): void {
    if (node.type === 'BlockStatement') this.#open(node.start + 1, `${this.#counter(node)};`)
    else {
      this.#open(node.start, `{${this.#counter(node)};`)
      this.#close(node.end, '}')
    }
  }

  #wrap(node: SyntaxNode): void {
    this.#open(node.start, `(${this.#counter(node)},`)
    this.#close(node.end, ')')
  }

  #counter(node: SyntaxNode): string {
    const number = this.#first + this.#lines.length
    this.#lines.push(node.loc?.start.line ?? 0)
    return `${COUNTERS}[${number}]++`
  }

  /** Outer nodes are visited first: what they open comes first, what they close comes last. */
  #open(place: number, text: string): void {
    this.#opens.set(place, (this.#opens.get(place) ?? '') + text)
  }

  #close(place: number, text: string): void {
    this.#closes.set(place, text + (this.#closes.get(place) ?? ''))
  }
}
