// Finds the parts of a date in a text that holds one date and nothing else, in the formats of notes, HL7 v2 (TS, DT, DTM), FHIR,
// DICOM (DA, DT) and spreadsheets. What cannot be read with certainty is not read: the caller then replaces the whole text.
import { isCivilDate } from './civil-date.ts'
import { type DateWord, isFiller, isOrdinal, readDateWord } from './date-words.ts'

export type DateOrder = 'mdy' | 'dmy' | 'ymd'

/** A part of a date at its place in the text. */
export interface DatePart {
  readonly start: number
  readonly end: number
  readonly value: number
}

export interface WordPart {
  readonly start: number
  readonly end: number
  readonly word: DateWord
}

/** The parts that a text has; month is 1 to 12 in digits, or a word. */
export interface DateParts {
  readonly year?: DatePart
  readonly month?: DatePart | WordPart
  readonly day?: DatePart
  /** `3rd`: where the letters stand. */
  readonly ordinal?: { readonly start: number; readonly end: number }
  readonly weekday?: WordPart
}

/** Longer texts are no single date. */
const MAX_LENGTH = 80

/** The parts of the one date in the text, or undefined. A time of day beside the date is passed over; a text that is only a time has no parts. */
export function readDate(text: string, order: DateOrder = 'mdy'): DateParts | undefined {
  if (text.length > MAX_LENGTH) return undefined
  const parts = readCompact(text) ?? readWords(text, order)
  return parts && isPossible(parts) ? parts : undefined
}

export function isWordPart(part: DatePart | WordPart): part is WordPart {
  return 'word' in part
}

/** The full year of a part: two digits below 70 are of this century, as spreadsheets read them. */
export function fullYear({ start, end, value }: DatePart): number {
  return end - start <= 2 ? value + (value < 70 ? 2000 : 1900) : value
}

export function monthNumber(part: DatePart | WordPart): number {
  return isWordPart(part) ? part.word.position + 1 : part.value
}

/** YYYY[MM[DD[HHMM[SS[.S]]]]][+ZZZZ] (HL7 v2.5.1 §2.A.22, PS3.5 §6.2); eight digits that are no such date but are one by MMDDYYYY. */
function readCompact(text: string): DateParts | undefined {
  const match = /^\s?(\d{4})(\d{2})?(\d{2})?(?:\d{2}){0,3}(?:\.\d{1,6})?(?:[+-]\d{4})?\s?$/.exec(text)
  if (!match) return undefined
  const offset = text.indexOf(match[1]!)
  const part = (from: number, length: number): DatePart => ({
    start: offset + from,
    end: offset + from + length,
    value: Number(text.slice(offset + from, offset + from + length)),
  })
  const parts: DateParts = {
    year: part(0, 4),
    ...(match[2] === undefined ? {} : { month: part(4, 2) }),
    ...(match[3] === undefined ? {} : { day: part(6, 2) }),
  }
  if (parts.year!.value >= 1000 && isPossible(parts)) return parts
  const american: DateParts = { month: part(0, 2), day: part(2, 2), year: part(4, 4) }
  return /^\d{8}$/.test(text.trim()) && isPossible(american) ? american : undefined
}

interface Token {
  readonly kind: 'number' | 'word' | 'sign'
  readonly start: number
  readonly end: number
  readonly text: string
}

function readTokens(text: string): Token[] {
  const tokens: Token[] = []
  for (const { 0: match, index } of text.matchAll(/\d+|[\p{L}ºª]+(?:-feira)?|[^\s]/gu)) {
    const kind = /^\d/.test(match) ? 'number' : /^[\p{L}ºª]/u.test(match) ? 'word' : 'sign'
    tokens.push({ kind, start: index, end: index + match.length, text: match })
  }
  return tokens
}

function readWords(text: string, order: DateOrder): DateParts | undefined {
  const tokens = dropTime(readTokens(text))
  if (!tokens) return undefined
  const numbers: Token[] = []
  const named: WordToken[] = []
  let ordinal: Token | undefined
  for (const [i, token] of tokens.entries()) {
    if (token.kind === 'number') numbers.push(token)
    else if (token.kind === 'sign') {
      if (!"/-.,'’()–".includes(token.text)) return undefined
    } else {
      const previous = tokens[i - 1]
      const meanings = readDateWord(token.text)
      if (previous?.kind === 'number' && previous.end === token.start && isOrdinal(token.text)) ordinal = token
      else if (meanings.length > 0) named.push({ token, meanings })
      else if (!isFiller(token.text)) return undefined
    }
  }
  const words = chooseWords(named, text)
  if (!words || (numbers.length === 0 && named.length === 0 && tokens.length > 0)) return undefined
  const figures = words.month
    ? readAroundMonth(numbers, words.month, text)
    : readFigures(numbers, separatorOf(text, numbers) === '.' && order === 'mdy' ? 'dmy' : order)
  if (!figures) return undefined
  if (ordinal && figures.day?.end !== ordinal.start) return undefined
  return { ...figures, ...words, ...(ordinal ? { ordinal: { start: ordinal.start, end: ordinal.end } } : {}) }
}

interface WordToken {
  readonly token: Token
  readonly meanings: readonly DateWord[]
}

/** At most one weekday and one month; the last word that can be a month is it. `03-MAY-2024` is written in short names, `May 3` in full ones. */
function chooseWords(named: readonly WordToken[], text: string): { month?: WordPart; weekday?: WordPart } | undefined {
  if (named.length > 2) return undefined
  const part = ({ token }: WordToken, word: DateWord): WordPart => ({ start: token.start, end: token.end, word })
  const monthAt = named.findLastIndex(({ meanings }) => meanings.some(({ kind }) => kind === 'month'))
  const chosen: { month?: WordPart; weekday?: WordPart } = {}
  for (const [i, entry] of named.entries()) {
    const kind = i === monthAt ? 'month' : 'weekday'
    const fitting = entry.meanings.filter((meaning) => meaning.kind === kind)
    const isTight = /[-/\d]/.test((text[entry.token.start - 1] ?? '') + (text[entry.token.end] ?? ''))
    const word = fitting.find(({ isShort }) => isShort === isTight) ?? fitting[0]
    if (!word || chosen[kind]) return undefined
    chosen[kind] = part(entry, word)
  }
  return chosen
}

/** The tokens without a time of day and its zone; undefined where the text is broken. */
function dropTime(tokens: readonly Token[]): Token[] | undefined {
  const colon = tokens.findIndex(({ text }) => text === ':')
  if (colon < 0) return [...tokens]
  const hour = tokens[colon - 1]
  if (hour?.kind !== 'number' || hour.text.length > 2 || tokens[colon + 1]?.kind !== 'number') return undefined
  let from = colon - 1
  if (/^(?:t|at|um|h|a)$/i.test(tokens[from - 1]?.text ?? '')) from--
  let to = colon + 2
  while (to < tokens.length && /^(?:[:.,]|am?|pm?|m|z|utc|gmt|uhr|hrs?|h|\d+)$/i.test(tokens[to]!.text)) {
    const { text, kind } = tokens[to]!
    if (kind === 'number' && !/[:.]/.test(tokens[to - 1]!.text)) break
    if (text === ',' && tokens[to - 1]!.kind !== 'number') break
    to++
  }
  if (/^[+-]$/.test(tokens[to]?.text ?? '') && tokens[to + 1]?.kind === 'number' && to > colon + 1) {
    to += 2
    if (tokens[to]?.text === ':' && tokens[to + 1]?.kind === 'number') to += 2
  }
  return [...tokens.slice(0, from), ...tokens.slice(to)]
}

const partOf = ({ start, end, text }: Token): DatePart => ({ start, end, value: Number(text) })
const isYear = ({ text }: Token): boolean => text.length === 4

function separatorOf(text: string, numbers: readonly Token[]): string {
  const [first, second] = numbers
  return first && second ? text.slice(first.end, second.start).trim() : ''
}

/** `3 March 2024`, `March 3, 2024`, `March 3`, `March 2024`, `March '24`, `March`. */
function readAroundMonth(numbers: readonly Token[], month: WordPart, text: string): DateParts | undefined {
  const [first, second] = numbers
  if (numbers.length > 2) return undefined
  if (!first) return { month }
  if (!second) {
    const apostrophe = /['’]/.test(text[first.start - 1] ?? '')
    return isYear(first) || apostrophe ? { month, year: partOf(first) } : first.text.length <= 2 ? { month, day: partOf(first) } : undefined
  }
  const [year, day] = isYear(first) ? [first, second] : [second, first]
  if (day.text.length > 2 || (year.text.length !== 2 && year.text.length !== 4)) return undefined
  return { month, day: partOf(day), year: partOf(year) }
}

/** Dates in figures alone. */
function readFigures(numbers: readonly Token[], order: DateOrder): DateParts | undefined {
  const [first, second, third] = numbers
  if (numbers.some(({ text }) => text.length === 3 || text.length > 4)) return undefined
  if (numbers.length === 0) return {}
  if (numbers.length === 1) return isYear(first!) ? { year: partOf(first!) } : undefined
  if (numbers.length === 2) return readTwoFigures(first!, second!, order)
  if (numbers.length > 3 || isYear(second!)) return undefined
  if (isYear(first!) || order === 'ymd') {
    if (isYear(third!)) return order === 'ymd' && !isYear(first!) ? readThree(third!, second!, first!) : undefined
    return { year: partOf(first!), month: partOf(second!), day: partOf(third!) }
  }
  const [month, day] = order === 'dmy' ? [second!, first!] : [first!, second!]
  return Number(month.text) > 12 ? readThree(third!, day, month) : readThree(third!, month, day)
}

function readThree(year: Token, month: Token, day: Token): DateParts {
  return { year: partOf(year), month: partOf(month), day: partOf(day) }
}

function readTwoFigures(first: Token, second: Token, order: DateOrder): DateParts | undefined {
  if (isYear(first)) return { year: partOf(first), month: partOf(second) }
  if (isYear(second)) return { month: partOf(first), year: partOf(second) }
  if (Number(second.text) > 31) return second.text.length === 2 ? { month: partOf(first), year: partOf(second) } : undefined
  const [month, day] = (order === 'dmy' || Number(first.text) > 12) && Number(second.text) <= 12 ? [second, first] : [first, second]
  return { month: partOf(month), day: partOf(day) }
}

/** True where the parts name a day, month or year that the calendar has; a day without a year may be 29 February. */
function isPossible({ year, month, day }: DateParts): boolean {
  return isCivilDate({
    year: year ? fullYear(year) : 2000,
    month: month ? monthNumber(month) : 1,
    day: day ? day.value : 1,
  })
}
