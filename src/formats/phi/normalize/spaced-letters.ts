// Closes up words whose letters stand apart: M a r g a r e t, M-A-R-G-A-R-E-T. Letters in a row that are no word (A B C) stay as they are.
import type { NormalizedText } from './normalize-text.ts'

const LEAST_LETTERS = 4
const LEAST_CAPITALS = 5

/** The text with such words closed up; two blanks, or a capital behind a small letter, keep a blank between two words. */
export function closeSpacedLetters(given: NormalizedText): NormalizedText {
  const { text, offsets } = given
  let closed = ''
  let from = 0
  let kept: number[] | undefined
  const originOf = (at: number) => (offsets ? offsets[at]! : at)
  for (let at = 0; at + 2 < text.length; at++) {
    if (!isLetter(text, at) || !isSeparator(text.charCodeAt(at + 1)) || isLetter(text, at - 1)) continue
    const end = endOfRun(text, at)
    if (!isWord(text, at, end)) {
      at = end - 1
      continue
    }
    kept ??= []
    closed += text.slice(from, at)
    for (let i = from; i < at; i++) kept.push(originOf(i))
    for (let i = at; i < end; i++) {
      const isJoint = !isLetter(text, i)
      if (isJoint && !isGapOfWords(text, i)) continue
      closed += isJoint ? ' ' : text[i]!
      kept.push(originOf(i))
    }
    from = end
    at = end - 1
  }
  if (!kept) return given
  for (let i = from; i <= text.length; i++) kept.push(originOf(i))
  return { text: closed + text.slice(from), offsets: Int32Array.from(kept) }
}

/** A blank, a hyphen, a dot or an underscore. */
function isSeparator(code: number): boolean {
  return code === 0x20 || code === 0x2d || code === 0x2e || code === 0x5f
}

function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 0xc0 && code < 0x250 && code !== 0xd7 && code !== 0xf7)
}

function isUpper(text: string, at: number): boolean {
  return text[at] !== text[at]!.toLowerCase()
}

/** Behind the last letter of a run of single letters with one sign, or two blanks, between each two. */
function endOfRun(text: string, first: number): number {
  const separator = text[first + 1]!
  let last = first
  for (;;) {
    const wide = separator === ' ' && text[last + 1] === ' ' && text[last + 2] === ' ' ? 3 : 2
    if (text[last + 1] !== separator || !isLetter(text, last + wide)) break
    // The letter must stand alone.
    if (isLetter(text, last + wide + 1)) break
    last += wide
  }
  return last + 1
}

/** One capital and small letters behind it, or more capitals than any list of choices has. */
function isWord(text: string, first: number, end: number): boolean {
  let letters = 0
  let small = 0
  for (let i = first; i < end; i++) {
    if (!isLetter(text, i)) continue
    letters++
    if (!isUpper(text, i)) small++
  }
  if (letters < LEAST_LETTERS || !isUpper(text, first)) return false
  return small === 0 ? letters >= LEAST_CAPITALS && !isAlphabet(text, first, end) : small * 2 > letters
}

/** A B C D E: choices. */
function isAlphabet(text: string, first: number, end: number): boolean {
  return /^A.B.C/.test(text.slice(first, Math.min(end, first + 5)))
}

function isGapOfWords(text: string, at: number): boolean {
  if (text[at] === ' ' && text[at + 1] === ' ') return true
  return isLetter(text, at - 1) && isLetter(text, at + 1) && !isUpper(text, at - 1) && isUpper(text, at + 1)
}
