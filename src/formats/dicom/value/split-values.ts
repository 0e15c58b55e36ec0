// The values of a text, and their number without decoding it: a backslash byte separates values unless it is half of a character.
import { type CharacterSet, ESCAPES } from './character-set.ts'

const ESC = 0x1b
const BACKSLASH = 0x5c

/** The values of a decoded text. Most have one, and `split` is slow to find that out. */
export function splitValues(text: string): string[] {
  return text.includes('\\') ? text.split('\\') : [text]
}

/** @param set undefined for VRs to which Specific Character Set does not apply */
export function countValues(bytes: Uint8Array, start: number, end: number, set: CharacterSet | undefined): number {
  if (end <= start) return 0
  if (set?.standalone === 'gb18030' || set?.standalone === 'gbk') return countInGb(bytes, start, end)
  let count = 1
  let isDouble = false
  for (let i = start; i < end; i++) {
    const byte = bytes[i]!
    if (byte === ESC && set && !set.standalone) {
      const found = ESCAPES.find((candidate) => candidate.bytes.every((expected, at) => bytes[i + 1 + at] === expected))
      if (found?.g0) isDouble = found.g0 !== 'ascii' && found.g0 !== 'romaji'
      if (found) i += found.bytes.length
    } else if (isDouble && byte > 0x20 && byte < 0x7f) i++
    else if (byte < 0x20) isDouble = false
    else if (byte === BACKSLASH) count++
  }
  return count
}

/** The second byte of a character may be a backslash in GB18030 and GBK; a digit there begins a character of four bytes. */
function countInGb(bytes: Uint8Array, start: number, end: number): number {
  let count = 1
  for (let i = start; i < end; i++) {
    const byte = bytes[i]!
    if (byte >= 0x81 && byte <= 0xfe) {
      const next = bytes[i + 1] ?? 0
      i += next >= 0x30 && next <= 0x39 ? 3 : 1
    } else if (byte === BACKSLASH) count++
  }
  return count
}
