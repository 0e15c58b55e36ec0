// Reads the notation of paths and conditions character by character; what does not fit is a ProblemError that names the character's place.
import { ProblemError } from '../../../core/problem.ts'
import { type PathNames, QUOTES } from '../dictionary/path-names.ts'

/** A position with more digits is none: no segment has so many fields and no message so many segments. */
const MAX_DIGITS = 7

export class TextReader {
  readonly text: string
  readonly #pointer: string
  /** In place of positions. */
  readonly names: PathNames | undefined
  at = 0

  /** @param pointer JSON pointer of the text in the request */
  constructor(text: string, pointer: string, names: PathNames | undefined) {
    this.text = text
    this.names = names
    this.#pointer = pointer
  }

  get isDone(): boolean {
    return this.at === this.text.length
  }

  peek(sign: string): boolean {
    return this.text.startsWith(sign, this.at)
  }

  take(sign: string): boolean {
    if (!this.peek(sign)) return false
    this.at += sign.length
    return true
  }

  /** The first of some signs that stands here. */
  takeOne<T extends string>(signs: readonly T[]): T | undefined {
    return signs.find((sign) => this.take(sign))
  }

  expect(sign: string): void {
    if (!this.take(sign)) throw this.problem(`expected ${sign}`)
  }

  skipBlanks(): void {
    while (this.peek(' ')) this.at++
  }

  /** A word of letters, digits and underscores; empty where none stands here. */
  readWord(): string {
    const start = this.at
    while (this.at < this.text.length && /^[A-Za-z0-9_]$/.test(this.text[this.at]!)) this.at++
    return this.text.slice(start, this.at)
  }

  /** 1-based. */
  readNumber(): number {
    const start = this.at
    while (/^[0-9]$/.test(this.text[this.at] ?? '')) this.at++
    const digits = this.text.slice(start, this.at)
    if (digits === '' || digits.length > MAX_DIGITS || Number(digits) === 0) {
      this.at = start
      throw this.problem('expected a number from 1')
    }
    return Number(digits)
  }

  /** A text in double or single quotes; the quote itself is written twice. */
  readQuoted(): string {
    const quote = this.takeOne(QUOTES)
    if (!quote) throw this.problem('expected a text in quotes')
    let value = ''
    for (;;) {
      const end = this.text.indexOf(quote, this.at)
      if (end < 0) throw this.problem('expected a closing quote')
      value += this.text.slice(this.at, end)
      this.at = end + 1
      if (!this.take(quote)) return value
      value += quote
    }
  }

  /** What is wrong at the place that was reached. */
  problem(detail: string): ProblemError {
    return new ProblemError('Invalid path or condition.', {
      code: 'invalid_input',
      at: { pointer: this.#pointer, column: this.at + 1 },
      errors: [{ pointer: this.#pointer, code: 'invalid_format', detail: `character ${this.at + 1}: ${detail}` }],
    })
  }
}

/** Runs a reader over several texts and throws the findings of all that are wrong together. */
export function readEach<S, T>(items: readonly S[], read: (item: S, i: number) => T): T[] {
  const results: T[] = []
  const problems: ProblemError[] = []
  for (const [i, item] of items.entries()) {
    try {
      results.push(read(item, i))
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'invalid_input') throw error
      problems.push(error)
    }
  }
  const [first] = problems
  if (!first) return results
  throw new ProblemError(first.message, {
    code: 'invalid_input',
    ...(first.at && { at: first.at }),
    errors: problems.flatMap(({ errors }) => errors ?? []),
  })
}
