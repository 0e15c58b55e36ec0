// The original values that were taken out, as bytes to look for in the result: as they stood in the file, and as UTF-8 and UTF-16.
import { encodeUtf8 } from '../../../../core/encode-utf8.ts'
import type { DicomElement } from '../../dicom-file.ts'
import { type CharacterSet, resolveCharacterSet } from '../../value/character-set.ts'
import { decodeText, isAscii, isUnescaped } from '../../value/decode-text.ts'
import { splitValues } from '../../value/split-values.ts'
import { joinViews } from '../../write/part-list.ts'
import { dummyText, isRegistered } from '../pseudonyms.ts'
import { asciiForms, foldText } from './folded-text.ts'
import type { IdentityKind } from './identity.ts'

export interface Needle {
  /** A byte a character, ASCII capitals as small letters. */
  readonly text: string
  /**
   * Looked for in UTF-16: a byte of zeros between each two. Of a Latin letter at the end it may be cut, or be another letter's in the other
   * byte order.
   */
  readonly wide: boolean
  readonly kind: IdentityKind
  /** Too short or too common to mean the original in numbers and codes; counts in text. */
  readonly weak: boolean
  /** In a character set in which the bytes around it may be any. */
  readonly inside: boolean
}

/** Shorter values stand in too many places to say anything. */
const LEAST_LENGTH = 4
/** Texts of digits below this length are numbers in most places. */
const STRONG_LENGTH = 6
const MAX_BYTES = 65_536
/** Letters of two words that are no third one. */
const PAIR_LENGTH = 8
/** What stands in place of one, such as 00000000, is in numbers of every kind. */
const BIRTH_DATE = /^((?:18|19|20)\d\d)\.?(0[1-9]|1[0-2])\.?(0[1-9]|[12]\d|3[01])/
const DATE_SIGNS = ['', '-', '/', '.']
/** What stands in place of a name, and words that are in names and in technical text. */
const NO_NAMES = new Set(['none', 'null', 'anonymous', 'anonymized', 'unknown', 'patient', 'name', 'test'])

export class Originals {
  private readonly byText = new Map<string, Needle>()
  /** What is ASCII, and looked for in UTF-16 too; the same map as long as there is nothing else. */
  private ascii = this.byText
  private readonly added: Record<IdentityKind, Set<string>> = {
    name: new Set(),
    id: new Set(),
    uid: new Set(),
    date: new Set(),
    institution: new Set(),
  }
  private readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  get needles(): Needle[] {
    const needles = [...this.byText.values()]
    for (const { text, kind, weak, inside } of this.ascii.values()) needles.push({ text, wide: true, kind, weak, inside })
    return needles
  }

  /** Texts of one kind as they were, for the detector. */
  readonly names = new Set<string>()
  readonly ids = new Set<string>()
  readonly institutions = new Set<string>()
  /** YYYYMMDD */
  readonly birthDates = new Set<string>()
  /** Words and texts that are not ASCII, folded for the search in decoded text. */
  readonly foreign = new Map<string, IdentityKind>()

  add(kind: IdentityKind, { valueStart, valueEnd }: DicomElement, set: CharacterSet): void {
    const raw = this.bytes.subarray(valueStart, Math.min(valueEnd, valueStart + MAX_BYTES))
    if (raw.length === 0) return
    const form = { multiple: true, isName: kind === 'name' }
    const text = decodeText(raw, kind === 'name' || kind === 'institution' || kind === 'id' ? set : ASCII, form, IGNORED)
    for (const value of splitValues(text)) this.addOnce(kind, trimValue(value))
    if (!isUnescaped(raw)) this.addRaw(kind, raw)
  }

  addBirthDate(element: DicomElement): void {
    const date = BIRTH_DATE.exec(this.read(element, false, ASCII))
    if (date) this.birthDates.add(date.slice(1).join(''))
  }

  /** The text of an element of the file, padding removed. */
  read({ valueStart, valueEnd }: DicomElement, isName: boolean, set: CharacterSet): string {
    const raw = this.bytes.subarray(valueStart, Math.min(valueEnd, valueStart + MAX_BYTES))
    return trimValue(decodeText(raw, set, { multiple: true, isName }, IGNORED))
  }

  /** The same dates and UIDs stand in many elements. */
  private addOnce(kind: IdentityKind, value: string): void {
    const added = this.added[kind]
    if (added.has(value)) return
    added.add(value)
    this.addValue(kind, value)
  }

  private addValue(kind: IdentityKind, value: string): void {
    if (kind === 'uid') this.addUid(value)
    else if (kind === 'date') this.addDate(value)
    else if (kind === 'name') this.addName(value)
    else {
      this.addText(kind, value, value.length < STRONG_LENGTH)
      const bare = value.replace(/[-_./ ]/g, '')
      if (kind === 'id' && bare.length >= STRONG_LENGTH) this.addText(kind, bare, true)
      if (value.length >= LEAST_LENGTH) (kind === 'id' ? this.ids : this.institutions).add(value)
    }
  }

  private addUid(value: string): void {
    if (value.length >= 8 && !isRegistered(value)) this.addText('uid', value, false)
  }

  /** In the format of DICOM and of ISO 8601, and as people write it; what is no whole date says nothing. */
  private addDate(value: string): void {
    const digits = /^(\d{4})[.-]?(\d{2})[.-]?(\d{2})/.exec(value)
    if (!digits) return
    const [, year, month, day] = digits
    if (`${year}${month}${day}` === dummyText('DA')) return
    for (const sign of DATE_SIGNS) {
      this.addText('date', `${year}${sign}${month}${sign}${day}`, false)
      this.addText('date', `${day}${sign}${month}${sign}${year}`, true)
      this.addText('date', `${month}${sign}${day}${sign}${year}`, true)
    }
  }

  /** Each component group whole, and its words. */
  private addName(value: string): void {
    for (const group of value.split('=')) {
      const bare = trimValue(group, '^')
      if (NO_NAMES.has(bare.toLowerCase())) continue
      if (isLongEnough(bare)) this.names.add(bare.replaceAll('^', ' ').trim())
      this.addText('name', bare, bare.length < STRONG_LENGTH)
      const words = bare.split(/[\^\s,;()[\]/]+/).filter((word) => !NO_NAMES.has(word.toLowerCase()))
      for (const word of words) this.addText('name', word, true)
      this.addPair(words)
    }
  }

  /** Two words in one, and those that are too short to be looked for alone with a sign between them. */
  private addPair([family = '', given = '']: readonly string[]): void {
    if (family === '' || given === '') return
    const signs = isLongEnough(family) && isLongEnough(given) ? [] : [' ', ', ', ',']
    // Few letters of two words may be another word.
    if (family.length + given.length >= PAIR_LENGTH || !isAscii(encodeUtf8(family + given))) signs.push('')
    for (const sign of signs) {
      this.addText('name', `${family}${sign}${given}`, true)
      this.addText('name', `${given}${sign}${family}`, true)
    }
  }

  private addText(kind: IdentityKind, text: string, weak: boolean): void {
    if (!isLongEnough(text)) return
    if (isAsciiText(text)) {
      const folded = text.toLowerCase()
      addNeedle(this.byText, kind, folded, weak, false)
      if (this.ascii !== this.byText) addNeedle(this.ascii, kind, folded, weak, false)
      return
    }
    this.foreign.set(foldText(text), kind)
    for (const form of asciiForms(text)) this.addText(kind, form, true)
    this.addNeedle(kind, encodeUtf8(text), weak)
    const wide = new Uint8Array(text.length * 2)
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      wide[i * 2] = code & 255
      wide[i * 2 + 1] = code >> 8
    }
    this.addNeedle(kind, wide.at(-1) === 0 ? wide.subarray(0, -1) : wide, weak)
  }

  /** As the bytes of the file's own character set, value by value. */
  private addRaw(kind: IdentityKind, raw: Uint8Array): void {
    const parts = splitBytes(raw, kind === 'name' ? NAME_SIGNS : NO_SIGNS).flatMap(withoutEscapes)
    for (const part of parts) if (part.length >= LEAST_LENGTH) this.addNeedle(kind, part, false, true)
    const [family, given] = parts
    if (kind === 'name' && family && given && (family.length < LEAST_LENGTH || given.length < LEAST_LENGTH)) {
      this.addNeedle(kind, joinViews([family, given]), false, true)
    }
  }

  private addNeedle(kind: IdentityKind, bytes: Uint8Array, weak: boolean, inside = false): void {
    if (bytes.length < LEAST_LENGTH) return
    const folded = new Uint8Array(bytes.length)
    for (let i = 0; i < bytes.length; i++) folded[i] = foldByte(bytes[i]!)
    if (this.ascii === this.byText) this.ascii = new Map(this.byText)
    // At once, because a text that grows by single letters is joined anew when it is looked up.
    addNeedle(this.byText, kind, String.fromCharCode.apply(null, folded as unknown as number[]), weak, inside)
  }
}

function addNeedle(needles: Map<string, Needle>, kind: IdentityKind, text: string, weak: boolean, inside: boolean): void {
  const known = needles.get(text)
  if (!known || (known.weak && !weak)) needles.set(text, { text, wide: false, kind, weak, inside })
}

function isAsciiText(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 0x80) return false
  return true
}

const ESC = 0x1b
const NAME_SIGNS: ReadonlySet<number> = new Set([0x3d, 0x5e])
const NO_SIGNS: ReadonlySet<number> = new Set()

function splitBytes(raw: Uint8Array, signs: ReadonlySet<number>): Uint8Array[] {
  const parts: Uint8Array[] = []
  let start = 0
  for (let i = 0; i <= raw.length; i++) {
    if (i < raw.length && !signs.has(raw[i]!)) continue
    parts.push(trimBytes(raw.subarray(start, i)))
    start = i + 1
  }
  return parts
}

/** What is written in signs of two bytes between the escape sequences of ISO 2022, or the whole where it has none and is not ASCII. */
function withoutEscapes(part: Uint8Array): Uint8Array[] {
  if (!part.includes(ESC)) return isAscii(part) ? [] : [part]
  const runs: Uint8Array[] = []
  for (let at = part.indexOf(ESC); at >= 0; ) {
    // ESC, intermediate bytes from 20 to 2F, a final byte; $ announces two bytes a sign.
    let end = at + 1
    while (end < part.length && part[end]! >= 0x20 && part[end]! <= 0x2f) end++
    const next = part.indexOf(ESC, end)
    const run = part.subarray(end + 1, next < 0 ? part.length : next)
    if (run.length > 0 && (part[at + 1] === 0x24 || !isAscii(run))) runs.push(run)
    at = next
  }
  return runs
}

const ASCII = resolveCharacterSet('')
const IGNORED = { add: () => undefined }

/** Long enough to mean something: two signs of Chinese do. */
function isLongEnough(text: string): boolean {
  return text.length >= LEAST_LENGTH || encodeUtf8(text).length >= STRONG_LENGTH
}

export function foldByte(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte + 32 : byte
}

/** Without spaces and NULs around it, and without one more sign at its end. */
function trimValue(value: string, sign = ' '): string {
  let end = value.length
  while (end > 0 && (value.charCodeAt(end - 1) <= 0x20 || value[end - 1] === sign)) end--
  return value.slice(0, end).trimStart()
}

function trimBytes(bytes: Uint8Array): Uint8Array {
  let start = 0
  let end = bytes.length
  while (end > start && (bytes[end - 1] === 0x20 || bytes[end - 1] === 0)) end--
  while (start < end && bytes[start] === 0x20) start++
  return bytes.subarray(start, end)
}
