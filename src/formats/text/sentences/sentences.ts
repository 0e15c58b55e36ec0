// Sentences of clinical prose: each ends at a terminator that is no part of an abbreviation, number or list mark, or at a line break that is no mere wrap.
// The spans cover everything but the white space between them; time is linear in the text.
import { ProblemError } from '../../../core/problem.ts'
import { languageRules } from './abbreviations.ts'
import { classOf, isLineBreak, isWhite, LETTER, NUMBER } from './char-class.ts'
import { LineLayout } from './line-layout.ts'
import { endsSentence, type StopContext } from './sentence-stops.ts'

/** Offsets in UTF-16 code units, end exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** More than any text within the tools' limits holds, unless it is made to; a longer list could not be written as one JSON text. */
const MAX_SENTENCES = 3_000_000

/**
 * The sentences of a text in order.
 * @param language subtag such as `en`, which chooses the abbreviations
 * @throws ProblemError `resource_limit`
 */
export function splitSentences(text: string, language = 'en'): Span[] {
  const spans: Span[] = []
  eachSentence(text, language, (start, end) => {
    if (spans.length === MAX_SENTENCES) {
      throw new ProblemError(`The text has more than ${MAX_SENTENCES} sentences.`, {
        code: 'resource_limit',
        facts: { limit: MAX_SENTENCES },
      })
    }
    spans.push({ start, end })
  })
  return spans
}

/** Number of sentences that hold a letter or digit. */
export function countSentences(text: string, language = 'en'): number {
  let sentences = 0
  eachSentence(text, language, (start, end) => {
    if (hasLetterOrDigit(text, start, end)) sentences++
  })
  return sentences
}

function hasLetterOrDigit(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const codePoint = text.codePointAt(i)!
    if ((classOf(codePoint) & (LETTER | NUMBER)) !== 0) return true
    if (codePoint > 0xffff) i++
  }
  return false
}

function eachSentence(text: string, language: string, visit: (start: number, end: number) => void): void {
  const context: StopContext = { text, rules: languageRules(language), sentenceStart: -1, greek: language === 'el' }
  const layout = new LineLayout(text)
  let i = 0
  while (i < text.length) {
    const unit = text.charCodeAt(i)
    if (isLineBreak(unit)) {
      const next = skipWhite(text, i)
      const parted =
        context.sentenceStart >= 0 && (next === context.joinedAt ? layout.isBlankBetween(i, next) : layout.endsSentence(i, next))
      if (parted) {
        visit(context.sentenceStart, trimEnd(text, i))
        context.sentenceStart = -1
      }
      i = next
      continue
    }
    if (unit <= 0x20 ? isWhite(unit) : unit >= 0x80 && isWhite(unit)) {
      i++
      continue
    }
    if (context.sentenceStart < 0) context.sentenceStart = i
    if (!isTerminator(unit, context.greek)) {
      i++
      continue
    }
    const { end, ends } = endsSentence(context, i)
    if (ends) {
      visit(context.sentenceStart, end)
      context.sentenceStart = -1
    }
    i = end
  }
  if (context.sentenceStart >= 0) visit(context.sentenceStart, trimEnd(text, text.length))
}

/** Full stop, exclamation and question marks of the scripts that have them; the semicolon asks in Greek. */
function isTerminator(unit: number, greek: boolean): boolean {
  if (unit < 0x80) return unit === 0x2e || unit === 0x21 || unit === 0x3f || (greek && unit === 0x3b)
  if (unit >= 0x2026 && unit <= 0x2049) return unit === 0x2026 || unit === 0x203c || unit >= 0x2047
  return FAR_TERMINATORS.has(unit)
}

const FAR_TERMINATORS = new Set([...';։؟۔।॥။។៕።፧。．！？｡'].map((sign) => sign.charCodeAt(0)))

function skipWhite(text: string, from: number): number {
  let i = from
  while (i < text.length && isWhite(text.charCodeAt(i))) i++
  return i
}

function trimEnd(text: string, end: number): number {
  let i = end
  while (i > 0 && isWhite(text.charCodeAt(i - 1))) i--
  return i
}
