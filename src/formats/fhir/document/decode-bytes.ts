// The text of a JSON document that came as bytes: UTF-8, or UTF-16 where a byte order mark says so; strict.
import { ProblemError } from '../../../core/problem.ts'
import { LineCounter } from '../json/line-counter.ts'

export interface DecodedText {
  readonly text: string
  /** `utf-8`, `utf-16le`, `utf-16be`. */
  readonly charset: string
}

/** @throws ProblemError `unreadable_input` at the first byte that is not of the character set */
export function decodeJsonBytes(bytes: Uint8Array): DecodedText {
  const charset = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
  const text = tryDecode(bytes, charset)
  if (text !== undefined) return { text, charset }
  throw new ProblemError(`The document is not written in ${charset.toUpperCase()}.`, {
    code: 'unreadable_input',
    ...(charset === 'utf-8' ? { at: placeOf(bytes, firstBadByte(bytes)) } : {}),
  })
}

function tryDecode(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function placeOf(bytes: Uint8Array, byteOffset: number): { byteOffset: number; line: number; column: number } {
  const before = new TextDecoder().decode(bytes.subarray(0, byteOffset))
  const { line, column } = new LineCounter(before).at(before.length)
  return { byteOffset, line, column }
}

/** By halving: a prefix that ends inside a character is told from one that holds a bad byte by decoding it as a stream. */
function firstBadByte(bytes: Uint8Array): number {
  let good = 0
  let bad = bytes.length
  while (bad - good > 1) {
    const middle = (good + bad) >> 1
    if (isGoodBeginning(bytes.subarray(0, middle))) good = middle
    else bad = middle
  }
  // What is bad may be the end of a character that was begun before.
  while (good > 0 && tryDecode(bytes.subarray(0, good), 'utf-8') === undefined) good--
  return good
}

function isGoodBeginning(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}
