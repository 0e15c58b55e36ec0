// Tells a line break that was meant from one that only wraps a long line: it was meant where the next word would still have fitted on the line.
import { classOf, isLineBreak, isWhite, LETTER, LOWER } from './char-class.ts'

/** A block narrower than this is no wrapped prose: its widest line says nothing about a margin. */
const MIN_WRAP_WIDTH = 40
/** Lines broken by hand end unevenly: one that fills so much of the widest goes on where the next begins with a small letter. */
const RAGGED_SHARE = 0.6
const MAX_LABEL = 40

export class LineLayout {
  readonly #text: string
  /** The block (lines up to the next blank line) last measured. */
  #blockEnd = -1
  #blockWidth = 0

  constructor(text: string) {
    this.#text = text
  }

  /** @param lineEnd offset of a line break behind text @param next offset of the next character that is not white */
  endsSentence(lineEnd: number, next: number): boolean {
    const text = this.#text
    if (next >= text.length || this.isBlankBetween(lineEnd, next)) return true
    const last = lastSolid(text, lineEnd)
    if (text.charCodeAt(last) === 0x3a || isListMark(text, next) || isLabel(text, next)) return true
    const lineStart = startOfLine(text, last)
    if (isRule(text, lineStart, last + 1) || isRule(text, next, endOfLine(text, next))) return true
    if (text.charCodeAt(last) === 0x2c) return false
    const width = this.#widthOfBlock(lineStart, lineEnd)
    const length = last + 1 - lineStart
    const beginsSmall = (classOf(text.codePointAt(next)!) & LOWER) !== 0
    if (beginsSmall && (width < MIN_WRAP_WIDTH || length >= width * RAGGED_SHARE)) return false
    return width < MIN_WRAP_WIDTH || length + 1 + wordLength(text, next) <= width
  }

  /** True where a blank line, a page or a paragraph separator stands between two offsets. */
  isBlankBetween(lineEnd: number, next: number): boolean {
    let breaks = 0
    for (let i = lineEnd; i < next; i++) {
      const unit = this.#text.charCodeAt(i)
      if (!isLineBreak(unit)) continue
      // A form feed and a paragraph separator part whatever stands around them.
      if (unit === 0x0c || unit === 0x2029) return true
      if (unit === 0x0a && i > lineEnd && this.#text.charCodeAt(i - 1) === 0x0d) continue
      breaks++
    }
    return breaks > 1
  }

  /** Width of the widest line of the block around a line; each block is measured once. */
  #widthOfBlock(lineStart: number, lineEnd: number): number {
    if (lineEnd < this.#blockEnd) return this.#blockWidth
    const text = this.#text
    let width = 0
    let start = lineStart
    while (start < text.length) {
      const end = endOfLine(text, start)
      if (lastSolid(text, end) < start) break
      width = Math.max(width, end - start)
      start = end + 1
      if (text.charCodeAt(end) === 0x0d && text.charCodeAt(start) === 0x0a) start++
    }
    this.#blockEnd = start
    this.#blockWidth = width
    return width
  }
}

function startOfLine(text: string, from: number): number {
  let i = from
  while (i > 0 && !isLineBreak(text.charCodeAt(i - 1))) i--
  return i
}

function endOfLine(text: string, from: number): number {
  let i = from
  while (i < text.length && !isLineBreak(text.charCodeAt(i))) i++
  return i
}

function lastSolid(text: string, end: number): number {
  let i = end - 1
  while (i >= 0 && isWhite(text.charCodeAt(i))) i--
  return i
}

function wordLength(text: string, start: number): number {
  let i = start
  while (i < text.length && !isWhite(text.charCodeAt(i))) i++
  return i - start
}

/** A bullet, `1.`, `2)`, `(a)`, `iv.` or a Markdown heading before white space. */
function isListMark(text: string, start: number): boolean {
  let i = start
  const first = text.charCodeAt(i)
  if (first === 0x23) {
    while (text.charCodeAt(i) === 0x23 && i - start < 6) i++
    return isWhite(text.charCodeAt(i))
  }
  if (BULLETS.has(first)) return isWhite(text.charCodeAt(i + 1))
  if (first === 0x28 || first === 0x5b) i++
  const from = i
  while (i - from < 4 && isAsciiAlphanumeric(text.charCodeAt(i))) i++
  if (i === from || !isMark(text.slice(from, i))) return false
  const closing = text.charCodeAt(i)
  if (closing !== 0x29 && closing !== 0x5d && (closing !== 0x2e || from !== start)) return false
  return isWhite(text.charCodeAt(i + 1))
}

const BULLETS = new Set([...'-*+•◦▪‣·–—►➢●○■□✓✔'].map((sign) => sign.charCodeAt(0)))

/** True for what numbers an item: up to three digits, one letter, or a Roman numeral up to xii. */
export function isMark(word: string): boolean {
  return /^(?:\d{1,3}|[A-Za-z]|[ivxIVX]{2,4})$/.test(word)
}

function isAsciiAlphanumeric(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a)
}

/** `Assessment and Plan:`: a few words with a capital first and a colon behind. */
function isLabel(text: string, start: number): boolean {
  const first = classOf(text.codePointAt(start)!)
  if ((first & LETTER) === 0 || (first & LOWER) !== 0) return false
  const limit = Math.min(text.length, start + MAX_LABEL)
  for (let i = start; i < limit; i++) {
    const unit = text.charCodeAt(i)
    if (unit === 0x3a) return i + 1 >= text.length || isWhite(text.charCodeAt(i + 1))
    if (isLineBreak(unit) || unit === 0x2e || unit === 0x2c || unit === 0x3b) return false
  }
  return false
}

/** A line of signs alone, such as `-----`. */
function isRule(text: string, start: number, end: number): boolean {
  if (end - start < 3) return false
  const sign = text.charCodeAt(start)
  if (sign !== 0x2d && sign !== 0x3d && sign !== 0x2a && sign !== 0x5f && sign !== 0x7e && sign !== 0x23) return false
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i)
    if (unit !== sign && !isWhite(unit)) return false
  }
  return true
}
