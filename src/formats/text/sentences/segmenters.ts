// Intl.Segmenter by locale, made once: making one costs more than segmenting a short text. The cache is bounded.
import { ProblemError } from '../../../core/problem.ts'
import { countSimpleWords } from './simple-words.ts'

const MAX_LOCALES = 16

export interface LocaleSegmenters {
  /** The language subtag, lower-case: `en` of `en-US`. */
  readonly language: string
  readonly grapheme: Intl.Segmenter
  readonly word: Intl.Segmenter
  /** False where the locale tailors the word boundaries of plain European text, so that only `word` may count it. */
  readonly simpleWords: boolean
}

const cache = new Map<string, LocaleSegmenters>()

/**
 * @param locale a BCP 47 language tag; one that the platform has no data for segments as `en` does, which is the root's way
 * @param pointer where the locale stands in the request
 * @throws ProblemError `invalid_input` at the pointer where the tag is malformed
 */
export function segmentersFor(locale: string, pointer = '/options/locale'): LocaleSegmenters {
  const known = cache.get(locale)
  if (known) return known
  const made = makeSegmenters(locale, pointer)
  const oldest = cache.size >= MAX_LOCALES ? cache.keys().next() : undefined
  if (oldest && !oldest.done) cache.delete(oldest.value)
  cache.set(locale, made)
  return made
}

function makeSegmenters(locale: string, pointer: string): LocaleSegmenters {
  let language: string
  try {
    language = new Intl.Locale(locale).language
  } catch {
    const errors = [{ pointer, code: 'invalid_value', detail: 'expected a BCP 47 language tag' }]
    throw new ProblemError('The locale is not a valid language tag.', { code: 'invalid_input', at: { pointer }, errors })
  }
  // `en` comes second because the platform would else fall back to the locale of its host.
  const word = new Intl.Segmenter([locale, 'en'], { granularity: 'word' })
  const grapheme = new Intl.Segmenter([locale, 'en'], { granularity: 'grapheme' })
  return { language, grapheme, word, simpleWords: agreesOnSimpleWords(word) }
}

/** Locales tailor UAX #29 (the colon, the semicolon), and platforms differ in it; a probe finds out. */
function agreesOnSimpleWords(word: Intl.Segmenter): boolean {
  const probe = "a:b a;b a,b a.b a'b a\u2019b a\u00b7b a-b a/b 1:2 1;2 1,2 1.2 1'2 1-2 1/2 a1 1a a.1 1.a a_b _ __ 1_ _a a@b #a é.è я:я"
  return countSimpleWords(probe, 0, probe.length) === countSegmentedWords(probe, word)
}

/**
 * Segments of a text that hold a letter or digit, by the segmenter alone. Chromium's ICU breaks at a full stop between letters, where
 * UAX #29 (WB6, WB7) does not: such a pair counts as the one word that it is.
 */
export function countSegmentedWords(text: string, word: Intl.Segmenter): number {
  let words = 0
  let before = ''
  let last = ''
  for (const { segment, isWordLike } of word.segment(text)) {
    // ICU calls a run of connectors such as `__` word-like.
    if (isWordLike && (segment.charCodeAt(0) !== 0x5f || /[\p{L}\p{N}]/u.test(segment))) {
      if (last !== '.' || !endsWithLetter(before) || !isWordLetter(segment)) words++
    }
    before = last
    last = segment
  }
  return words
}

/** Letters of scripts with spaces between words: AHLetter of UAX #29. */
function isWordLetter(text: string): boolean {
  return (
    /^\p{Alphabetic}/u.test(text) &&
    !/^[\p{Ideographic}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(text)
  )
}

/** Marks and format characters behind the letter count with it (WB4). */
function endsWithLetter(segment: string): boolean {
  const last = [...segment].findLast((sign) => !/^[\p{M}\p{Cf}]/u.test(sign))
  return last !== undefined && isWordLetter(last)
}
