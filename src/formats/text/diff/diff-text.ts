// The changes that make one text out of another, as ranges of both.
import type { Span } from '../sentences/sentences.ts'
import { diffSequences } from './diff-sequences.ts'
import { type DiffRules, type Granularity, KeyBook, tokenize } from './diff-tokens.ts'

export type ChangeOp = 'insert' | 'delete' | 'replace'

export interface Change {
  readonly op: ChangeOp
  /** Empty, at the place of the insertion, for `insert`. */
  readonly left: Span
  /** Empty, at the place where it stood, for `delete`. */
  readonly right: Span
}

export interface TextDiff {
  readonly equal: boolean
  readonly changes: Change[]
  readonly stats: DiffStats
}

export interface DiffStats {
  readonly leftTokens: number
  readonly rightTokens: number
  readonly equalTokens: number
  readonly insertedTokens: number
  readonly deletedTokens: number
  readonly insertions: number
  readonly deletions: number
  readonly replacements: number
  readonly similarity: number
}

/** Without the rules that ignore something, replacing each left range by the right one gives the right text exactly. */
export function diffText(left: string, right: string, granularity: Granularity, rules: DiffRules): TextDiff {
  const book = new KeyBook()
  const a = tokenize(left, granularity, rules, book)
  const b = tokenize(right, granularity, rules, book)
  const edits = diffSequences(a.keys, b.keys, book.size)
  const changes: Change[] = []
  const ops = { insert: 0, delete: 0, replace: 0 }
  let deleted = 0
  let inserted = 0
  for (const { leftStart, leftEnd, rightStart, rightEnd } of edits) {
    const op = leftStart === leftEnd ? 'insert' : rightStart === rightEnd ? 'delete' : 'replace'
    ops[op]++
    deleted += leftEnd - leftStart
    inserted += rightEnd - rightStart
    changes.push({ op, left: rangeOf(a, leftStart, leftEnd), right: rangeOf(b, rightStart, rightEnd) })
  }
  const equalTokens = a.count - deleted
  const all = a.count + b.count
  return {
    equal: changes.length === 0,
    changes,
    stats: {
      leftTokens: a.count,
      rightTokens: b.count,
      equalTokens,
      insertedTokens: inserted,
      deletedTokens: deleted,
      insertions: ops.insert,
      deletions: ops.delete,
      replacements: ops.replace,
      similarity: all === 0 ? 1 : Math.round((20_000 * equalTokens) / all) / 10_000,
    },
  }
}

/** An empty range lies behind the token before it. */
function rangeOf(tokens: { starts: readonly number[]; ends: readonly number[] }, start: number, end: number): Span {
  if (start < end) return { start: tokens.starts[start]!, end: tokens.ends[end - 1]! }
  const place = start > 0 ? tokens.ends[start - 1]! : 0
  return { start: place, end: place }
}
