// Loops of a transaction set by what nests in every guide: levels (HL), and lines (LX) within them.
import type { Transaction } from './envelope.ts'

export interface Loop {
  /** HL or LX. */
  readonly id: string
  /** HL03 or LX01. */
  readonly code: string
  /** Position of its first and last own segment, ST being 1; loops within it are not its own. */
  readonly from: number
  to: number
  readonly loops: Loop[]
}

/** The outermost loops; segments before the first belong to the transaction set itself. */
export function loopsOf({ segments }: Transaction): Loop[] {
  const roots: Loop[] = []
  const levels = new Map<string, Loop>()
  let level: Loop | undefined
  let line: Loop | undefined
  for (const [i, { id, elements }] of segments.entries()) {
    const position = i + 1
    if (id === 'SE') break
    if (id === 'HL') {
      level = { id, code: elements[2] ?? '', from: position, to: position, loops: [] }
      line = undefined
      const parent = levels.get(elements[1] ?? '')
      ;(parent?.loops ?? roots).push(level)
      levels.set(elements[0] ?? '', level)
    } else if (id === 'LX') {
      line = { id, code: elements[0] ?? '', from: position, to: position, loops: [] }
      ;(level?.loops ?? roots).push(line)
    } else {
      const open = line ?? level
      if (open) open.to = position
    }
  }
  return roots
}
