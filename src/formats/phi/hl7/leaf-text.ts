// The plain text of a part of a message with its way back: every code unit of the text knows the code units of the message it came from.
import type { Delimiters } from '../../hl7/delimiters.ts'
import { decodeEscapes, type EscapeContext } from '../../hl7/escapes.ts'

export interface LeafText {
  readonly text: string
  /** Where a code unit of the text begins and ends in the raw part; undefined where both are the same. */
  readonly starts: readonly number[] | undefined
  readonly ends: readonly number[] | undefined
  /** True where a sequence hides what stands there: it switches the character set or is of the site. */
  readonly isOpaque: boolean
}

/** @param raw a part without delimiters but escape characters */
export function readLeafText(raw: string, context: EscapeContext): LeafText {
  const escapeChar = context.delimiters.escape
  if (escapeChar === null || !raw.includes(escapeChar)) return { text: raw, starts: undefined, ends: undefined, isOpaque: false }
  const starts: number[] = []
  const ends: number[] = []
  let text = ''
  let isOpaque = false
  const push = (value: string, start: number, end: number) => {
    text += value
    for (let i = 0; i < value.length; i++) {
      starts.push(start)
      ends.push(end)
    }
  }
  let at = 0
  while (at < raw.length) {
    const end = raw[at] === escapeChar ? endOfSequence(raw, at, escapeChar) : -1
    const sequence = end < 0 ? '' : raw.slice(at, end)
    const decoded = end < 0 ? '' : decodeEscapes(sequence, context)
    if (end < 0 || decoded === sequence) {
      if (end > 0 && /^[CMZ][0-9A-Za-z]{0,31}$/.test(sequence.slice(1, -1))) isOpaque = true
      push(raw[at]!, at, at + 1)
      at++
      continue
    }
    push(decoded, at, end)
    at = end
  }
  return { text, starts, ends, isOpaque }
}

/** Hexadecimal sequences that follow each other are one: senders escape each byte of a character by itself. */
function endOfSequence(raw: string, at: number, escapeChar: string): number {
  let end = raw.indexOf(escapeChar, at + 1) + 1
  if (end === 0) return -1
  while (raw[at + 1] === 'X' && raw[end] === escapeChar && raw[end + 1] === 'X') {
    const next = raw.indexOf(escapeChar, end + 1) + 1
    if (next === 0) break
    end = next
  }
  return end
}

/** The part of the raw text that some of the plain text came from. */
export function rawSpan({ starts, ends }: LeafText, start: number, end: number): { start: number; end: number } {
  return starts && ends && end > start ? { start: starts[start]!, end: ends[end - 1]! } : { start, end }
}

export function escapesOf(delimiters: Delimiters, charset: EscapeContext['charset']): EscapeContext {
  return { delimiters, mode: 'text', charset }
}
