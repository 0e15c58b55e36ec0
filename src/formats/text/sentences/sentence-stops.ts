// Decides whether a terminator ends its sentence, from the word before it and the one after it.
import type { AbbreviationKind, LanguageRules } from './abbreviations.ts'
import { classOf, isLineBreak, isWhite, LETTER, LOWER, NUMBER, UPPER } from './char-class.ts'
import { isMark } from './line-layout.ts'

/** Longer words are no abbreviations; a bound keeps the work per terminator constant. */
const MAX_WORD = 24
const MAX_LOOKAHEAD = 80

export interface StopContext {
  readonly text: string
  readonly rules: LanguageRules
  /** Where the sentence under way began. */
  sentenceStart: number
  readonly greek: boolean
  /** True where the text has no capital at all, so that a small letter may begin a sentence; worked out when first asked. */
  caseless?: boolean
  /** The number expected next in a list that runs on in one line, as "1. Diabetes 2. Hypertension". */
  expectedMark?: number
  /** Offset of what the last abbreviation goes on with, across a line break too. */
  joinedAt?: number
  /** Offset of the next ` 2. `, kept so that a text of many ones is searched once. */
  nextTwo?: number
}

interface Stop {
  /** Behind the terminators and what closes with them; never before the terminator itself. */
  readonly end: number
  readonly ends: boolean
}

/** @param at offset of a terminator */
export function endsSentence(context: StopContext, at: number): Stop {
  const { text } = context
  let mark = at + 1
  while (mark < text.length && isStopSign(text.charCodeAt(mark))) mark++
  let end = mark
  while (end < text.length && CLOSERS.has(text.charCodeAt(end))) end++
  end = skipReference(text, end)
  const first = text.charCodeAt(at)
  if (isFullWidth(first)) return { end, ends: true }
  if (end >= text.length) return { end, ends: true }
  if (!isWhite(text.charCodeAt(end))) return { end: mark, ends: false }
  const next = skipBlanks(text, end)
  if (next >= text.length) return { end, ends: true }
  const ends = decide(context, { at, mark, end, next })
  return { end: ends ? end : mark, ends }
}

interface Site {
  readonly at: number
  readonly mark: number
  readonly end: number
  readonly next: number
}

function decide(context: StopContext, site: Site): boolean {
  const { text } = context
  const { at, mark, end, next } = site
  const afterWhite = at === context.sentenceStart || isWhite(text.charCodeAt(at - 1))
  if (text.charCodeAt(at) !== 0x2e || hasStrongSign(text, at, mark)) {
    if (text.charCodeAt(at) === 0x2026 && !hasStrongSign(text, at, mark)) return endsAtEllipsis(context, next, afterWhite)
    // "? pneumonia": a question mark that stands before what is doubted.
    if (text.charCodeAt(at) === 0x3f && afterWhite) return false
    return end === mark || !isLower(text, next)
  }
  if (mark - at === 2 || mark - at === 3) return endsAtEllipsis(context, next, afterWhite)
  if (mark - at > 3) return !isLower(text, next)
  return endsAtStop(context, site)
}

function endsAtEllipsis(context: StopContext, next: number, afterWhite: boolean): boolean {
  return !afterWhite && isStarter(context, next)
}

function endsAtStop(context: StopContext, { at, end, next }: Site): boolean {
  const { text, rules, sentenceStart } = context
  const wordStart = startOfWord(text, at, sentenceStart)
  const word = at - wordStart > MAX_WORD ? '' : text.slice(wordStart, at)
  if (isItemNumber(context, word, wordStart)) return false
  const kind = kindOf(context, word, wordStart)
  if (kind === 'never') {
    context.joinedAt = next
    return false
  }
  const opening = skipOpeners(text, next)
  const following = classAt(text, opening)
  if ((following & LOWER) !== 0) return isCaseless(context) && kind === undefined && word.length > 1 && end === at + 1
  if (kind !== undefined && ((following & NUMBER) !== 0 || isCode(text, opening))) return false
  if (kind === 'starter') return isStarter(context, opening)
  if (kind === 'unit') return !DOSE_WORDS.has(wordAt(text, opening).toLowerCase())
  if (rules.ordinalStop && /^\d{1,2}$/.test(word) && (following & UPPER) !== 0) return isStarter(context, opening)
  return true
}

/** "No. R4471": capitals that lead to a digit. */
function isCode(text: string, at: number): boolean {
  return /^[A-Z]{1,3}-?\d/.test(text.slice(at, at + 5))
}

/** What the word before a full stop is, as far as it keeps the sentence going. */
function kindOf(context: StopContext, word: string, wordStart: number): AbbreviationKind | undefined {
  if (word === '') return undefined
  const key = word.toLowerCase()
  const listed = context.rules.abbreviations.get(key)
  if (listed === 'unit') return followsNumber(context.text, wordStart, context.sentenceStart) ? 'unit' : undefined
  if (listed) return listed
  const unit = /^\d[\d.,/]{0,11}([a-zµμ]{1,5})$/.exec(key)?.[1]
  if (unit) return context.rules.abbreviations.get(unit) === 'unit' ? 'unit' : undefined
  // "b.i.d", "U.S", "J.R", "q.4h": short parts between full stops, one of them a letter.
  if (/^(?:\p{L}|\d{1,2}\p{L}?|\p{Lu}\p{Ll})(?:\.(?:\p{L}|\d{1,2}\p{L}?|\p{Lu}\p{Ll})){1,5}$/u.test(word) && /\p{L}/u.test(word))
    return 'starter'
  return isInitial(context, word, wordStart) ? 'starter' : undefined
}

/** A single letter is an initial or a spaced abbreviation ("z. B."), unless the word before makes it a type ("hepatitis B", "vitamin C"). */
function isInitial(context: StopContext, word: string, wordStart: number): boolean {
  if (!/^\p{L}$/u.test(word)) return false
  return !LETTERED.has(previousWord(context.text, wordStart, context.sentenceStart).toLowerCase())
}

const LETTERED = new Set(
  'vitamin hepatitis type group grade class stage plan factor option arm part phase category level section appendix figure table exhibit strep influenza'.split(
    ' ',
  ),
)

/** "1. Aspirin": a number that opens an item, at the start of the sentence, behind a colon, or in a list that runs on in one line. */
function isItemNumber(context: StopContext, word: string, wordStart: number): boolean {
  const { text, sentenceStart } = context
  const atStart = wordStart === sentenceStart || isBulletBefore(text, wordStart, sentenceStart)
  if (atStart && (isMark(word) || /^\d{1,2}(?:\.\d{1,2}){1,3}$/.test(word))) return noteItem(context, Number(word))
  if (!/^\d{1,2}$/.test(word)) return false
  const number = Number(word)
  const before = previousSolid(text, wordStart, sentenceStart)
  if (before === 0x3a) return noteItem(context, number)
  if (number > 1 && number === context.expectedMark) return noteItem(context, number)
  if (number !== 1) return false
  const from = wordStart + 2
  if (context.nextTwo === undefined || (context.nextTwo !== -1 && context.nextTwo < from)) context.nextTwo = text.indexOf(' 2. ', from)
  return context.nextTwo !== -1 && context.nextTwo - from < 200 && noteItem(context, 1)
}

function noteItem(context: StopContext, number: number): true {
  context.expectedMark = number + 1
  return true
}

function isBulletBefore(text: string, wordStart: number, sentenceStart: number): boolean {
  if (wordStart - sentenceStart > 4) return false
  for (let i = sentenceStart; i < wordStart; i++) {
    const unit = text.charCodeAt(i)
    if (!isWhite(unit) && (classOf(unit) & (LETTER | NUMBER)) !== 0) return false
  }
  return true
}

function isStarter(context: StopContext, at: number): boolean {
  const opening = skipOpeners(context.text, at)
  if ((classAt(context.text, opening) & UPPER) === 0) return false
  return context.rules.starters.has(wordAt(context.text, opening).toLowerCase())
}

function isCaseless(context: StopContext): boolean {
  context.caseless ??= !/\p{Lu}/u.test(context.text)
  return context.caseless
}

/** Behind a unit, these go on with the dose: "5 mg. PO". */
const DOSE_WORDS = new Set(
  'po iv im sc sq sl pr pv bid tid qid qd qhs qod qam qpm prn hs ac pc stat daily every per once twice x'.split(' '),
)

const CLOSERS = new Set([...')]}"\'’”»›」』）】〉》*_'].map((sign) => sign.charCodeAt(0)))
const OPENERS = new Set([...'([{"\'‘“«‹„¿¡「『（【*_#-–—•'].map((sign) => sign.charCodeAt(0)))

function isStopSign(unit: number): boolean {
  return (
    unit === 0x2e ||
    unit === 0x21 ||
    unit === 0x3f ||
    unit === 0x2026 ||
    (unit >= 0x203c && unit <= 0x2049 && unit !== 0x203d) ||
    isFullWidth(unit)
  )
}

/** Terminators of scripts that put no space behind them. */
function isFullWidth(unit: number): boolean {
  return unit === 0x3002 || unit === 0xff01 || unit === 0xff0e || unit === 0xff1f || unit === 0xff61
}

function hasStrongSign(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (text.charCodeAt(i) !== 0x2e && text.charCodeAt(i) !== 0x2026) return true
  return false
}

/** "[1]" and "[2,3]" behind a terminator belong to the sentence they support. */
function skipReference(text: string, at: number): number {
  if (text.charCodeAt(at) !== 0x5b) return at
  let i = at + 1
  while (i - at < 12 && /[\d,–-]/.test(text.charAt(i))) i++
  return i > at + 1 && text.charCodeAt(i) === 0x5d ? i + 1 : at
}

/** The next solid character of this line or the next one; behind a blank line there is nothing that goes on with the sentence. */
function skipBlanks(text: string, from: number): number {
  let i = from
  const limit = Math.min(text.length, from + MAX_LOOKAHEAD)
  while (i < limit && isWhite(text.charCodeAt(i))) i++
  return i === limit && i < text.length && isWhite(text.charCodeAt(i)) ? text.length : i
}

function skipOpeners(text: string, from: number): number {
  let i = from
  while (i - from < 6 && i < text.length && (OPENERS.has(text.charCodeAt(i)) || (i > from && text.charCodeAt(i) === 0x20))) i++
  return i
}

function classAt(text: string, at: number): number {
  return at < text.length ? classOf(text.codePointAt(at)!) : 0
}

function isLower(text: string, at: number): boolean {
  return (classAt(text, skipOpeners(text, at)) & LOWER) !== 0
}

function wordAt(text: string, at: number): string {
  let i = at
  while (i - at <= MAX_WORD && i < text.length && (classOf(text.charCodeAt(i)) & LETTER) !== 0) i++
  return text.slice(at, i)
}

function startOfWord(text: string, at: number, sentenceStart: number): number {
  let i = at
  const limit = Math.max(sentenceStart, at - MAX_WORD - 1)
  while (i > limit && !isWhite(text.charCodeAt(i - 1)) && !OPENERS.has(text.charCodeAt(i - 1)) && !WORD_BREAKS.has(text.charCodeAt(i - 1)))
    i--
  return i
}

const WORD_BREAKS = new Set([...',;:/)'].map((sign) => sign.charCodeAt(0)))

function previousSolid(text: string, at: number, sentenceStart: number): number {
  let i = at - 1
  while (i >= sentenceStart && i > at - MAX_WORD && isWhite(text.charCodeAt(i))) i--
  return i >= sentenceStart ? text.charCodeAt(i) : 0
}

function previousWord(text: string, at: number, sentenceStart: number): string {
  let end = at
  while (end > sentenceStart && end > at - 4 && isWhite(text.charCodeAt(end - 1)) && !isLineBreak(text.charCodeAt(end - 1))) end--
  return text.slice(startOfWord(text, end, sentenceStart), end)
}

function followsNumber(text: string, wordStart: number, sentenceStart: number): boolean {
  const before = previousWord(text, wordStart, sentenceStart)
  return /^[<>~≤≥]?\d/.test(before)
}
