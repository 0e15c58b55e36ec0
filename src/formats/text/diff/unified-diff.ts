// Unified diffs that `patch` applies: lines end at LF alone, so that CR and every other character stays as it is.
import { diffSequences, type Edit } from './diff-sequences.ts'
import { type DiffRules, KeyBook, type Tokens, tokenizeUnixLines } from './diff-tokens.ts'

interface UnifiedForm {
  /** Equal lines shown around a change. */
  readonly context: number
  readonly leftName: string
  readonly rightName: string
}

interface Sides {
  readonly left: string
  readonly right: string
  readonly leftLines: Tokens
  readonly rightLines: Tokens
}

/** Empty where no line differs. Equal lines are shown as the left text has them. */
export function writeUnifiedDiff(left: string, right: string, rules: DiffRules, form: UnifiedForm): string {
  const book = new KeyBook()
  const leftLines = tokenizeUnixLines(left, rules, book)
  const rightLines = tokenizeUnixLines(right, rules, book)
  const edits = diffSequences(leftLines.keys, rightLines.keys, book.size)
  if (edits.length === 0) return ''
  const sides = { left, right, leftLines, rightLines }
  const parts = [`--- ${fileName(form.leftName)}\n+++ ${fileName(form.rightName)}\n`]
  for (const hunk of groupHunks(edits, form.context)) writeHunk(parts, sides, hunk, form.context)
  return parts.join('')
}

/** A name with a space ends at a tab, else `patch` takes the rest for a date. */
function fileName(name: string): string {
  return name.includes(' ') ? `${name}\t` : name
}

/** Edits whose context would touch share a hunk. */
function groupHunks(edits: readonly Edit[], context: number): Edit[][] {
  const hunks: Edit[][] = []
  let lastEnd = -Infinity
  for (const edit of edits) {
    if (edit.leftStart - lastEnd > 2 * context || hunks.length === 0) hunks.push([])
    hunks.at(-1)!.push(edit)
    lastEnd = edit.leftEnd
  }
  return hunks
}

function writeHunk(parts: string[], sides: Sides, edits: readonly Edit[], context: number): void {
  const first = edits[0]!
  const last = edits.at(-1)!
  const before = Math.min(context, first.leftStart)
  const after = Math.min(context, sides.leftLines.count - last.leftEnd)
  const leftStart = first.leftStart - before
  const rightStart = first.rightStart - before
  const leftCount = last.leftEnd + after - leftStart
  const rightCount = last.rightEnd + after - rightStart
  parts.push(`@@ -${rangeText(leftStart, leftCount)} +${rangeText(rightStart, rightCount)} @@\n`)
  let at = leftStart
  for (const edit of edits) {
    writeLines(parts, ' ', sides.left, sides.leftLines, at, edit.leftStart)
    writeLines(parts, '-', sides.left, sides.leftLines, edit.leftStart, edit.leftEnd)
    writeLines(parts, '+', sides.right, sides.rightLines, edit.rightStart, edit.rightEnd)
    at = edit.leftEnd
  }
  writeLines(parts, ' ', sides.left, sides.leftLines, at, last.leftEnd + after)
}

/** Lines count from 1; an empty range names the line before it. */
function rangeText(start: number, count: number): string {
  if (count === 0) return `${start},0`
  return count === 1 ? `${start + 1}` : `${start + 1},${count}`
}

function writeLines(parts: string[], sign: string, text: string, lines: Tokens, from: number, to: number): void {
  for (let i = from; i < to; i++) {
    const line = text.slice(lines.starts[i], lines.ends[i])
    parts.push(sign, line)
    if (!line.endsWith('\n')) parts.push('\n\\ No newline at end of file\n')
  }
}
