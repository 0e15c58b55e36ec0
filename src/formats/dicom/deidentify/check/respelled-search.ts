// Finds originals that a text writes otherwise in plain letters: a number with other separators or without its letters, a date with the name of its month,
// a name beside digits, with an initial or inside a longer word, and escaped signs. The search by bytes finds none of these.
import { encodeUtf8 } from '../../../../core/encode-utf8.ts'
import type { DicomElement } from '../../dicom-file.ts'
import type { CharacterSet } from '../../value/character-set.ts'
import { decodeText } from '../../value/decode-text.ts'
import { hasFieldWordsAlone } from '../words/mask-words.ts'
import { isLetter } from '../words/name-bytes.ts'
import { judgeWord } from '../words/plain-words.ts'
import { containsWrittenDate, LEAST_WRITTEN_DIGITS } from '../words/written-numbers.ts'
import type { IdentityKind } from './identity.ts'
import type { Needle } from './originals.ts'
import { createScanner, type Scanner } from './scan-bytes.ts'

export interface RespelledSearch {
  /** The kind of the first original found in the text; undefined if there is none. */
  find(data: Uint8Array, element: DicomElement, set: CharacterSet): IdentityKind | undefined
}

/** Shorter numbers stand in too many values; longer ones fit in no attribute of numbers. */
const LEAST_NUMBER = 6
const MAX_NUMBER = 64
/** Shorter names are in too many words, even with the right initials. */
const LEAST_NAME = 5
/** Between any other letters a name of so many is no chance. */
const LEAST_INNER_NAME = 8
/** Longer runs of letters are no words. */
const MAX_WORD = 64
/** Begins a change of the character set. */
const ESCAPE = 0x1b
const SEPARATORS = /[-_./ ]/g
const FORM = { multiple: true, isName: false }
const IGNORED = { add: () => undefined }

/** @param scanner of the same needles */
export function createRespelledSearch(needles: readonly Needle[], scanner: Scanner): RespelledSearch {
  let opened: Respellings | undefined
  return {
    find(data, element, set) {
      const { valueStart, valueEnd } = element
      const hasDigits = countDigits(data, valueStart, valueEnd) >= LEAST_WRITTEN_DIGITS
      // Most values are such, and hold nothing that would count.
      if (!hasDigits && hasFieldWordsAlone(data, element)) return undefined
      opened ??= listRespellings(needles)
      const { numbers, lengths, dates, names, initials } = opened
      const named = names.find(data, valueStart, valueEnd, ({ text }, at) => isNamed(data, element, text, at, initials))
      if (named) return named.kind
      const hasNumbers = hasDigits && (numbers.size > 0 || dates.size > 0)
      const isEscaped = mayBeEscaped(data, valueStart, valueEnd)
      if (!hasNumbers && !isEscaped) return undefined
      const text = decodeText(data.subarray(valueStart, valueEnd), set, FORM, IGNORED)
      const resolved = isEscaped ? resolveEscapes(text) : text
      for (const form of hasNumbers ? new Set([text, resolved]) : []) {
        if (containsNumber(form.toLowerCase(), numbers, lengths)) return 'id'
        if (dates.size > 0 && containsWrittenDate(form, dates)) return 'date'
      }
      if (resolved === text) return undefined
      const bytes = encodeUtf8(resolved)
      return scanner.find(bytes, 0, bytes.length, () => true)?.kind
    },
  }
}

interface Respellings {
  readonly numbers: ReadonlySet<string>
  /** Of the numbers. */
  readonly lengths: ReadonlySet<number>
  /** YYYYMMDD */
  readonly dates: ReadonlySet<string>
  readonly names: Scanner
  readonly initials: ReadonlySet<string>
}

function listRespellings(needles: readonly Needle[]): Respellings {
  const plain = needles.filter(({ wide, inside }) => !wide && !inside)
  const numbers = new Set(plain.filter(({ kind }) => kind === 'id').flatMap(({ text }) => numbersOf(text)))
  const words = plain.filter(({ kind, text }) => kind === 'name' && text.length >= LEAST_NAME && /^[a-z]+$/.test(text))
  return {
    numbers,
    lengths: new Set(Array.from(numbers, ({ length }) => length)),
    dates: new Set(plain.filter(({ kind, weak, text }) => kind === 'date' && !weak && /^\d{8}$/.test(text)).map(({ text }) => text)),
    names: createScanner(words.map((needle) => ({ ...needle, inside: true }))),
    initials: new Set(plain.filter(({ kind }) => kind === 'name').flatMap(({ text }) => initialsOf(text))),
  }
}

/** Without separators, and its digits alone where letters stand on one side of them and they are no date. */
function numbersOf(text: string): string[] {
  const bare = text.replace(SEPARATORS, '')
  if (bare.length > MAX_NUMBER || !/^(?=.*\d)[a-z0-9]+$/.test(bare)) return []
  const digits = /^[a-z]*(\d+)$|^(\d+)[a-z]*$/.exec(bare)?.slice(1).join('') ?? ''
  return [bare, digits].filter((number) => number.length >= LEAST_NUMBER && (number === bare || !/^(?:19|20)\d{6}$/.test(number)))
}

/** Of the given names, alone and in a row: c and cm of wetherington^cordelia^may. */
function initialsOf(name: string): string[] {
  const [, ...given] = name.split('^')
  const letters = given.map((part) => part.trim().slice(0, 1)).filter((letter) => /^[a-z]$/.test(letter))
  return letters.map((_letter, i) => letters.slice(0, i + 1).join(''))
}

/** Percent signs and entities of HTML. */
const ESCAPED = /((?:%[0-9a-f]{2}){1,64})|&#(\d{1,5});|&#x([0-9a-f]{1,4});|&([a-z]{2,14});/gi
/** Those without a width. */
const JOINERS: ReadonlySet<string> = new Set(['shy', 'zwj', 'zwnj', 'zerowidthspace'])
/** A letter with a mark is looked for without it, too. */
const MARKED = /^([a-z])(?:uml|acute|grave|circ|tilde|ring|cedil|slash|caron|stroke)$|^(ae|oe|sz)lig$/i
const CONTROLS = /[\0-\x1f\x7f]+/g
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
/** Control characters are left out; between digits they end a number. */
function betweenDigits(run: string, at: number, text: string): string {
  return isFigure(text[at - 1]) && isFigure(text[at + run.length]) ? run : ''
}

function isFigure(sign: string | undefined): boolean {
  return sign !== undefined && sign >= '0' && sign <= '9'
}

const AMPERSAND = 0x26
const PERCENT = 0x25

function mayBeEscaped(data: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const byte = data[i]!
    if (byte === AMPERSAND || byte === PERCENT || (byte < 0x20 && byte !== 0 && byte !== ESCAPE)) return true
  }
  return false
}

function resolveEscapes(text: string): string {
  return text
    .replace(CONTROLS, betweenDigits)
    .replace(ESCAPED, (_all, percent?: string, decimal?: string, hex?: string, entity?: string) => {
      if (percent !== undefined) return readPercents(percent)
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16))
      if (decimal !== undefined) return String.fromCharCode(Number(decimal))
      const [, letter, pair] = MARKED.exec(entity!) ?? []
      return letter ?? pair?.replace(/sz/i, 'ss') ?? (JOINERS.has(entity!.toLowerCase()) ? '' : ' ')
    })
}

/** In UTF-8, and in Latin-1 what is no UTF-8. */
function readPercents(text: string): string {
  const bytes = Uint8Array.from(text.slice(1).split('%'), (digits) => Number.parseInt(digits, 16))
  try {
    return utf8.decode(bytes)
  } catch {
    return String.fromCharCode(...bytes)
  }
}

function countDigits(data: Uint8Array, start: number, end: number): number {
  let digits = 0
  for (let i = start; i < end; i++) if (data[i]! >= 0x30 && data[i]! <= 0x39) digits++
  return digits
}

const RUN = /[a-z]+|\d+/g
const MAX_BETWEEN = 3
const BETWEEN = /^[-_./ \\#:\t\r\n]*$/

/** Whether runs of letters and of digits, side by side or with separators between, are one of the numbers. Keeps few runs of a long text. */
function containsNumber(text: string, numbers: ReadonlySet<string>, lengths: ReadonlySet<number>): boolean {
  const longest = Math.max(0, ...lengths)
  const runs: string[] = []
  let end = 0
  RUN.lastIndex = 0
  for (let found = RUN.exec(text); found; found = RUN.exec(text)) {
    const { 0: run, index } = found
    if (index - end > MAX_BETWEEN || !BETWEEN.test(text.slice(end, index))) runs.length = 0
    end = index + run.length
    runs.push(run)
    let joined = ''
    for (let i = runs.length - 1; i >= 0; i--) {
      joined = runs[i]! + joined
      if (lengths.has(joined.length) && numbers.has(joined)) return true
      if (joined.length < longest) continue
      runs.splice(0, i + 1)
      break
    }
  }
  return false
}

/** Whether the word around a name that stands between other letters or digits says the name, and is no word that happens to hold it. */
function isNamed(
  data: Uint8Array,
  { valueStart, valueEnd }: DicomElement,
  name: string,
  at: number,
  initials: ReadonlySet<string>,
): boolean {
  const behind = at + name.length
  let start = at
  while (start > valueStart && isLetter(data[start - 1]!)) start--
  let end = behind
  while (end < valueEnd && isLetter(data[end]!)) end++
  if (end - start > MAX_WORD) return true
  if (start === at && end === behind) return (isDigit(data[start - 1]) || isDigit(data[end])) && judgeWord(name) === 'unknown'
  const word = String.fromCharCode(...data.subarray(start, end))
  if (judgeWord(word) !== 'unknown') return false
  const isPart = (at === start || isCapital(data, at)) && (behind === end || isCapital(data, behind))
  const rest = (word.slice(0, at - start) + word.slice(behind - start)).toLowerCase()
  return name.length >= LEAST_INNER_NAME || initials.has(rest) || (isPart && judgeWord(name) !== 'plain')
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39
}

/** A capital behind a small letter. */
function isCapital(data: Uint8Array, at: number): boolean {
  return data[at]! <= 0x5a && data[at - 1]! >= 0x61
}
