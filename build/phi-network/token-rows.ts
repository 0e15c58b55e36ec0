// What the network of the PHI detector sees of a token, as rows of numbers that training writes to files.
import type { ContextKind } from '../../src/formats/phi/network/kinds.ts'
import { CHARS, readChars } from '../../src/formats/phi/network/token-input.ts'
import { KIND, type Tokens } from '../../src/formats/phi/tokens.ts'

/** Not learned from. */
export const IGNORED = 255

/** An annotated stretch of a training text. `tag` counts as the network's tags do (name 0, location 1, organization 2), -1 for other kinds. */
export interface Mark {
  readonly start: number
  readonly end: number
  readonly tag: number
  readonly kind: ContextKind | typeof IGNORED
}

/** Arrays of a file, one entry for each token of each text, texts side by side. */
export class Rows {
  readonly lengths: number[] = []
  readonly hashes: number[] = []
  readonly lex: number[] = []
  readonly role: number[] = []
  /** Shape, gap, kind, tag, kind of identifier: five bytes a token. */
  readonly small: number[] = []
  readonly chars: number[] = []

  add(tokens: Tokens, marks: readonly Mark[], lexOf: (at: number, isMarked: boolean) => number): void {
    this.lengths.push(tokens.count)
    let mark = 0
    const chars = new Uint8Array(CHARS)
    for (let i = 0; i < tokens.count; i++) {
      while (mark < marks.length && marks[mark]!.end <= tokens.start[i]!) mark++
      const own = mark < marks.length && marks[mark]!.start < tokens.end[i]! ? marks[mark] : undefined
      const inside = own !== undefined && i > 0 && tokens.start[i - 1]! >= own.start
      const tag = own === undefined ? 0 : own.tag < 0 ? IGNORED : 1 + own.tag * 2 + (inside ? 1 : 0)
      this.hashes.push(tokens.kind[i] === KIND.word ? tokens.hash[i]! : 0)
      this.lex.push(lexOf(i, own !== undefined))
      this.role.push(tokens.role[i]!)
      this.small.push(tokens.shape[i]!, tokens.gap[i]!, tokens.kind[i]!, tag, own?.kind ?? 0)
      readChars(tokens, i, chars)
      this.chars.push(...chars)
    }
  }
}
