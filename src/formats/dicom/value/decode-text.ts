// Decodes text by Specific Character Set with code extensions (PS3.5 §6.1.2.5). Nothing is lost silently: undefined bytes are reported.
import { nativeMemory } from '../../../core/memory.ts'
import { type CharacterSet, type DoubleByteSet, ESCAPES, type Escape, type G0Set, type G1Set, type SingleByteSet } from './character-set.ts'

export interface TextForm {
  /** A backslash separates values: the initial sets are in force again behind it, and it is no Yen sign. */
  readonly multiple: boolean
  /** Person names: `^` and `=` delimit too. */
  readonly isName: boolean
}

export type TextProblem = 'charset_bytes' | 'charset_escape'
/** A set of these and perhaps others. */
interface ProblemSink {
  add(problem: TextProblem): unknown
}

const ESC = 0x1b
const BACKSLASH = 0x5c
const CARET = 0x5e
const EQUALS = 0x3d
const REPLACEMENT = '\ufffd'

const decoders = new Map<string, TextDecoder>()

/** Values are separated by backslashes in what is returned, where the form has several. */
export function decodeText(bytes: Uint8Array, set: CharacterSet, form: TextForm, problems: ProblemSink): string {
  if (isPlain(bytes, set)) return decodeAscii(bytes)
  if (set.standalone) {
    const text = decodeBytes(set.standalone, bytes)
    if (text.includes(REPLACEMENT)) problems.add('charset_bytes')
    return text
  }
  return new Iso2022Reader(bytes, set, form, problems).read()
}

/** ASCII alone means itself in every character set but those with JIS X 0201 romaji in G0. */
function isPlain(bytes: Uint8Array, set: CharacterSet): boolean {
  return set.g0 !== 'romaji' && (set.standalone === undefined ? isUnescaped(bytes) : isAscii(bytes))
}

/** ASCII without an escape sequence. */
export function isUnescaped(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) if (bytes[i]! >= 0x80 || bytes[i] === ESC) return false
  return true
}

export function isAscii(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) if (bytes[i]! >= 0x80) return false
  return true
}

/** Bytes below 0x80, from start to before end. */
export function decodeAscii(bytes: Uint8Array, start = 0, end = bytes.length): string {
  if (end - start > MAX_FEW) return decodeBytes('utf-8', bytes.subarray(start, end))
  const native = nativeMemory()
  if (native) return native.readLatin1(bytes, start, end)
  // By apply: a spread of typed arrays goes through their iterator and takes five times as long.
  return String.fromCharCode.apply(null, bytes.subarray(start, end) as unknown as number[])
}

/** More are worth a decoder. */
const MAX_FEW = 256

function decodeBytes(label: string, bytes: Uint8Array): string {
  let decoder = decoders.get(label)
  if (!decoder) {
    decoder = new TextDecoder(label, { ignoreBOM: true })
    decoders.set(label, decoder)
  }
  return decoder.decode(bytes)
}

class Iso2022Reader {
  private readonly bytes: Uint8Array
  private readonly set: CharacterSet
  private readonly form: TextForm
  private readonly problems: ProblemSink
  private position = 0
  private g0: G0Set
  private g1: G1Set | undefined
  /** The set that was in G1 before a delimiter took it away. */
  private lastG1: G1Set | undefined

  constructor(bytes: Uint8Array, set: CharacterSet, form: TextForm, problems: ProblemSink) {
    this.bytes = bytes
    this.set = set
    this.form = form
    this.problems = problems
    this.g0 = set.g0
    this.g1 = set.g1
  }

  read(): string {
    const { bytes } = this
    let text = ''
    while (this.position < bytes.length) {
      const byte = bytes[this.position]!
      if (byte === ESC) text += this.readEscape()
      else if (byte >= 0x80) {
        if (this.set.g1 === 'katakana' && isShiftJisLead(byte)) return this.readShiftJis()
        text += this.readG1()
      } else if (byte > 0x20 && (this.g0 === 'jis-x-0208' || this.g0 === 'jis-x-0212')) text += this.readPairs(this.g0, 0x21, 0x7e)
      else text += this.readG0(byte)
    }
    return text
  }

  private readEscape(): string {
    const found = ESCAPES.find((candidate) => this.isAt(candidate))
    if (!found) {
      this.problems.add('charset_escape')
      this.position++
      return '\x1b'
    }
    this.position += 1 + found.bytes.length
    const target = found.g0 ?? found.g1!
    if (!this.set.announced.has(target) && target !== 'romaji') this.problems.add('charset_escape')
    if (found.g0) this.g0 = found.g0
    if (found.g1) {
      this.g1 = found.g1
      this.lastG1 = found.g1
    }
    return ''
  }

  private isAt({ bytes }: Escape): boolean {
    return bytes.every((byte, i) => this.bytes[this.position + 1 + i] === byte)
  }

  private readG0(byte: number): string {
    this.position++
    const isDelimiter = byte < 0x20 || (byte === BACKSLASH ? this.form.multiple : this.form.isName && (byte === CARET || byte === EQUALS))
    if (isDelimiter) {
      this.g0 = this.set.g0
      this.g1 = this.set.g1
      return String.fromCharCode(byte)
    }
    // JIS X 0201 romaji: Yen sign and overline.
    if (this.g0 === 'romaji' && byte === BACKSLASH) return '\u00a5'
    if (this.g0 === 'romaji' && byte === 0x7e) return '\u203e'
    return String.fromCharCode(byte)
  }

  private readG1(): string {
    const set = this.g1 ?? this.guessG1()
    if (set === 'ks-x-1001' || set === 'gb-2312') return this.readPairs(set, 0xa1, 0xfe)
    const byte = this.bytes[this.position++]!
    if (byte < 0xa0 || set === undefined) {
      this.problems.add('charset_bytes')
      return String.fromCharCode(byte)
    }
    const char = singleByteTable(set)[byte - 0xa0]!
    if (char === REPLACEMENT) this.problems.add('charset_bytes')
    return char
  }

  /** Some writers do not repeat the escape sequence behind a delimiter, or leave it out where there is one set only. */
  private guessG1(): G1Set | undefined {
    const candidates = [...this.set.announced].filter(isG1Set)
    const guess = this.lastG1 ?? (candidates.length === 1 ? candidates[0] : undefined)
    if (guess) this.problems.add('charset_escape')
    return guess
  }

  /** A run of characters of two bytes. */
  private readPairs(set: DoubleByteSet, low: number, high: number): string {
    const { bytes } = this
    const start = this.position
    let end = start
    while (end + 1 < bytes.length && isWithin(bytes[end]!, low, high) && isWithin(bytes[end + 1]!, low, high)) end += 2
    if (end === start) {
      this.position++
      this.problems.add('charset_bytes')
      return REPLACEMENT
    }
    this.position = end
    const text = decodePairs(set, bytes.subarray(start, end))
    if (text.includes(REPLACEMENT)) this.problems.add('charset_bytes')
    return text
  }

  /** ISO_IR 13 has no such bytes: the writer meant Shift JIS, whose single bytes are the same. */
  private readShiftJis(): string {
    this.problems.add('charset_bytes')
    return decodeBytes('shift_jis', this.bytes)
  }
}

function isWithin(byte: number, low: number, high: number): boolean {
  return byte >= low && byte <= high
}

function isShiftJisLead(byte: number): boolean {
  return isWithin(byte, 0x81, 0x9f) || isWithin(byte, 0xe0, 0xfc)
}

function isG1Set(set: G0Set | G1Set): set is G1Set {
  return set !== 'ascii' && set !== 'romaji' && set !== 'jis-x-0208' && set !== 'jis-x-0212'
}

const tables = new Map<SingleByteSet, readonly string[]>()

/** The characters of 0xA0 to 0xFF. The decoders of the platform differ from ISO 8859 only below that (windows-1252, -1254, -874). */
function singleByteTable(set: SingleByteSet): readonly string[] {
  let table = tables.get(set)
  if (!table) {
    const upper = Array.from({ length: 96 }, (_, i) => i + 0xa0)
    if (set === 'katakana')
      table = upper.map((byte) => (isWithin(byte, 0xa1, 0xdf) ? String.fromCharCode(byte - 0xa1 + 0xff61) : REPLACEMENT))
    else table = upper.map((byte) => decodeBytes(set, Uint8Array.of(byte)))
    tables.set(set, table)
  }
  return table
}

/** JIS X 0208 as the Unicode Consortium maps it; the decoders of browsers follow Windows here. */
const JIS_CHARACTERS: Readonly<Record<string, string>> = {
  '\uff5e': '\u301c',
  '\u2225': '\u2016',
  '\uff0d': '\u2212',
  '\uffe0': '\u00a2',
  '\uffe1': '\u00a3',
  '\uffe2': '\u00ac',
}

function decodePairs(set: DoubleByteSet, bytes: Uint8Array): string {
  if (set === 'ks-x-1001') return decodeBytes('euc-kr', bytes)
  if (set === 'gb-2312') return decodeBytes('gbk', bytes)
  if (set === 'jis-x-0208') {
    const text = decodeBytes(
      'euc-jp',
      bytes.map((byte) => byte | 0x80),
    )
    return text.replace(/[\uff5e\u2225\uff0d\uffe0\uffe1\uffe2]/g, (char) => JIS_CHARACTERS[char]!)
  }
  const marked = new Uint8Array((bytes.length / 2) * 3)
  for (let i = 0; i * 2 < bytes.length; i++) marked.set([0x8f, bytes[i * 2]! | 0x80, bytes[i * 2 + 1]! | 0x80], i * 3)
  return decodeBytes('euc-jp', marked)
}
