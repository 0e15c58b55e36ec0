// Counts of a text: words, characters, sentences, lines. A text of plain ASCII is counted in one pass without Intl.Segmenter, to the same result.
import { classOf, isLineBreak, isWhite, LETTER, MARK, NUMBER, PLAIN, SPACELESS, WHITE } from './char-class.ts'
import { countSegmentedWords, type LocaleSegmenters, segmentersFor } from './segmenters.ts'
import { countSentences } from './sentences.ts'
import { countSimpleWords, isBeyondSimple } from './simple-words.ts'

export interface TextCounts {
  words: number
  unicodeWords: number
  characters: number
  charactersNoSpaces: number
  graphemes: number
  sentences: number
  lines: number
  paragraphs: number
  bytes: number
}

/**
 * @param locale a BCP 47 language tag
 * @throws ProblemError `invalid_input` at /options/locale
 */
export function countText(text: string, locale: string): TextCounts {
  const segmenters = segmentersFor(locale)
  const ascii = countAscii(text)
  const counts = ascii ?? countAny(text, segmenters)
  if (!segmenters.simpleWords) counts.unicodeWords = countSegmentedWords(text, segmenters.word)
  // Nothing of ASCII is beyond simple.
  else counts.unicodeWords = ascii ? countSimpleWords(text, 0, text.length) : countUnicodeWords(text, segmenters.word)
  // Nothing but white space and signs holds no sentence either.
  counts.sentences = counts.words > 0 ? countSentences(text, segmenters.language) : 0
  return counts
}

/** All counts but unicodeWords and sentences, or undefined at the first character beyond ASCII. */
function countAscii(text: string): TextCounts | undefined {
  const { length } = text
  const rows = new RowCounter()
  let words = 0
  let white = 0
  let pairs = 0
  let inWord = false
  for (let i = 0; i < length; i++) {
    const unit = text.charCodeAt(i)
    if (unit > 0x20) {
      if (unit >= 0x80) return undefined
      rows.solid = true
      if (!inWord && isAsciiAlphanumeric(unit)) {
        inWord = true
        words++
      }
    } else if (unit === 0x20 || (unit >= 0x09 && unit <= 0x0d)) {
      white++
      inWord = false
      if (unit < 0x0a || unit === 0x20) continue
      const isPair = unit === 0x0a && i > 0 && text.charCodeAt(i - 1) === 0x0d
      if (isPair) pairs++
      else rows.endLine()
      rows.open = i + 1 < length && !(unit === 0x0d && i + 2 === length && text.charCodeAt(i + 1) === 0x0a)
    } else rows.solid = true
  }
  rows.finish(length > 0)
  const { lines, paragraphs } = rows
  return {
    words,
    unicodeWords: 0,
    characters: length,
    charactersNoSpaces: length - white,
    graphemes: length - pairs,
    sentences: 0,
    lines,
    paragraphs,
    bytes: length,
  }
}

/** The same counts for any text. */
export function countAny(text: string, segmenters: LocaleSegmenters): TextCounts {
  const rows = new RowCounter()
  const { length } = text
  let characters = 0
  let white = 0
  let bytes = 0
  for (let i = 0; i < length; ) {
    const codePoint = text.codePointAt(i)!
    const next = i + (codePoint > 0xffff ? 2 : 1)
    characters++
    bytes += codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4
    if (isWhite(codePoint)) {
      white++
      if (isLineBreak(codePoint)) {
        if (codePoint !== 0x0a || text.charCodeAt(i - 1) !== 0x0d) rows.endLine()
        if (codePoint === 0x2029) rows.endParagraph()
        rows.open = next < length && !(codePoint === 0x0d && next + 1 === length && text.charCodeAt(next) === 0x0a)
      }
    } else rows.solid = true
    i = next
  }
  rows.finish(length > 0)
  const { lines, paragraphs } = rows
  const words = countWords(text, segmenters.word)
  const graphemes = countGraphemes(text, segmenters.grapheme)
  return { words, unicodeWords: 0, characters, charactersNoSpaces: characters - white, graphemes, sentences: 0, lines, paragraphs, bytes }
}

/** Lines end at a break, the last one also without; a paragraph is a run of lines that are not blank. */
class RowCounter {
  lines = 0
  paragraphs = 0
  /** Something that is not white stood in the line under way. */
  solid = false
  /** Something follows the last break. */
  open = true
  #inParagraph = false

  endLine(): void {
    this.lines++
    if (!this.solid) this.#inParagraph = false
    else if (!this.#inParagraph) this.#beginParagraph()
    this.solid = false
  }

  endParagraph(): void {
    this.#inParagraph = false
  }

  finish(hasText: boolean): void {
    if (hasText && this.open) this.endLine()
  }

  #beginParagraph(): void {
    this.paragraphs++
    this.#inParagraph = true
  }
}

function isAsciiAlphanumeric(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a)
}

/** White-space tokens that hold a letter or digit; inside them, a run of a script without spaces counts as the words that the segmenter finds. */
function countWords(text: string, segmenter: Intl.Segmenter): number {
  let words = 0
  let inWord = false
  for (let i = 0; i < text.length; ) {
    const codePoint = text.codePointAt(i)!
    const bits = classOf(codePoint)
    if ((bits & SPACELESS) !== 0) {
      const end = endOfSpaceless(text, i)
      words += countSegmentedWords(text.slice(i, end), segmenter)
      inWord = false
      i = end
      continue
    }
    if ((bits & WHITE) !== 0) inWord = false
    else if (!inWord && (bits & (LETTER | NUMBER)) !== 0) {
      inWord = true
      words++
    }
    i += codePoint > 0xffff ? 2 : 1
  }
  return words
}

function endOfSpaceless(text: string, start: number): number {
  let i = start
  while (i < text.length) {
    const codePoint = text.codePointAt(i)!
    const isJoiner = codePoint >= 0x200b && codePoint <= 0x200d
    if (!isJoiner && (classOf(codePoint) & (SPACELESS | MARK)) === 0) break
    i += codePoint > 0xffff ? 2 : 1
  }
  return i
}

/** Words of UAX #29: simple stretches by the state machine, the others, from one safe boundary to another, by the segmenter. */
function countUnicodeWords(text: string, segmenter: Intl.Segmenter): number {
  let words = 0
  let from = 0
  let safe = 0
  for (let i = 0; i < text.length; i++) {
    if (isSafeBoundary(text, i)) safe = i
    if (!isBeyondSimple(text.charCodeAt(i))) continue
    words += countSimpleWords(text, from, safe)
    const end = endOfStretch(text, i)
    words += countSegmentedWords(text.slice(safe, end), segmenter)
    from = safe = end
    i = end - 1
  }
  return words + countSimpleWords(text, from, text.length)
}

/** A boundary whatever stands around: a visible ASCII character behind a space or line feed. */
function isSafeBoundary(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  if (unit <= 0x20 || unit >= 0x7f || at === 0) return false
  const before = text.charCodeAt(at - 1)
  return before === 0x20 || before === 0x0a
}

/** A safe boundary with some simple text behind it, so that neighbouring words go to the segmenter in one call. */
function endOfStretch(text: string, start: number): number {
  const MAX_GAP = 64
  let safe = -1
  for (let i = start; i < text.length; i++) {
    if (isBeyondSimple(text.charCodeAt(i))) safe = -1
    else if (safe < 0 && isSafeBoundary(text, i)) safe = i
    else if (safe >= 0 && i - safe > MAX_GAP) return safe
  }
  return text.length
}

/** Grapheme clusters: between two plain characters there is always a boundary; stretches with others go to the segmenter. */
function countGraphemes(text: string, segmenter: Intl.Segmenter): number {
  if (text === '') return 0
  let boundaries = 0
  for (let i = 1; i < text.length; i++) {
    if (isPlain(text, i) && isPlain(text, i - 1)) {
      boundaries++
      continue
    }
    const end = endOfCluttered(text, i)
    boundaries += countSegments(text.slice(i - 1, end), segmenter) - 1
    i = end - 1
  }
  return boundaries + 1
}

function isPlain(text: string, at: number): boolean {
  return (classOf(text.charCodeAt(at)) & PLAIN) !== 0
}

/** Behind the first plain character that some more follow, so that one call of the segmenter takes many clusters. */
function endOfCluttered(text: string, start: number): number {
  const MIN_PLAIN = 32
  let plain = 0
  for (let i = start; i < text.length; i++) {
    plain = isPlain(text, i) ? plain + 1 : 0
    if (plain > MIN_PLAIN) return i + 1 - MIN_PLAIN
  }
  return text.length
}

function countSegments(text: string, segmenter: Intl.Segmenter): number {
  let segments = 0
  for (const _ of segmenter.segment(text)) segments++
  return segments
}
