// Makes the offset index of a document in one pass that looks at every character of a segment once.
import { asciiOf } from '../charset/ascii-bytes.ts'
import { BREAK, FIELD, ROLES, setRoles, UNUSUAL } from '../charset/character-roles.ts'
import { type DeclaredDelimiters, readDelimiters } from '../delimiters.ts'
import {
  CR,
  FS,
  findHeaderInside,
  isBlank,
  isBreak,
  isHeaderAt,
  isLineStart,
  isMessageHeaderAt,
  isSegmentAt,
  isTrailerAt,
  LF,
  LINE,
  lineEndLength,
  VT,
} from './line-start.ts'
import { CRLF, type Style, styleAt } from './line-style.ts'
import type { SegmentIndex } from './segment-index.ts'
import { tooLarge } from './too-large.ts'

/** Of one document; they take 8, 32 and about 300 bytes each. */
const MAX_FIELDS = 20_000_000
const MAX_LINES = 5_000_000
const MAX_HEADERS = 1_000_000
/** The number of a field is a small integer of the engine only up to here. */
const MAX_LENGTH = 2 ** 28 - 1
/** Characters between two looks at how many fields there are. */
const MAX_SCAN = 1 << 16

/**
 * @param ascii the text in bytes, where it is known to be ASCII alone
 * @throws ProblemError `resource_limit` for a document of more than 20,000,000 fields, 5,000,000 lines, 1,000,000 headers or 268,435,455 code units
 */
export function indexSegments(text: string, ascii?: Uint8Array): SegmentIndex {
  if (text.length > MAX_LENGTH) throw tooLarge('characters', MAX_LENGTH)
  return new Indexer(text, ascii ?? asciiOf(text)).run()
}

/** The numbers of small documents are gathered here and cut out at the end: a list that grows is copied time and again. */
const KEPT_NUMBERS = 1 << 16
let fieldBuffer: number[] = []
let lineBuffer: number[] = []

function takeBuffer(kept: number[]): number[] {
  return kept.length > KEPT_NUMBERS ? [] : kept
}

class Indexer {
  readonly #text: string
  /** The text in bytes, undefined where it is not ASCII alone. */
  readonly #ascii: Uint8Array | undefined
  readonly #lines: number[]
  readonly #fields: number[]
  #lineNumbers = 0
  #fieldCount = 0
  /** The field that is being read, as it will stand in the index. */
  #field = 0
  readonly #headers: { line: number; declared: DeclaredDelimiters }[] = []
  readonly #breaksInFields: number[] = []
  readonly #lineEnds = { cr: 0, lf: 0, crlf: 0, other: 0 }
  /** All code units or'ed together. */
  #seen = 0
  #plain = true
  #plainText = true
  /** Code of the field separator, -1 before the first header. */
  #separator = -1
  #style: Style = 0
  /** Of the last BHS, and of the last FHS. */
  #batch: DeclaredDelimiters | undefined
  #file: DeclaredDelimiters | undefined
  /** True where the line before was no segment: what follows may lie outside of the message. */
  #gap = true

  constructor(text: string, ascii: Uint8Array | undefined) {
    this.#text = text
    this.#ascii = ascii
    fieldBuffer = takeBuffer(fieldBuffer)
    lineBuffer = takeBuffer(lineBuffer)
    this.#fields = fieldBuffer
    this.#lines = lineBuffer
  }

  run(): SegmentIndex {
    const text = this.#text
    let i = 0
    if (text.charCodeAt(0) === 0xfeff) i = this.#addLine(LINE.bom, 0, 1, 1)
    while (i < text.length) i = this.#readLine(i)
    return {
      text,
      lines: cutBuffer(this.#lines, this.#lineNumbers),
      fields: cutBuffer(this.#fields, this.#fieldCount),
      headers: this.#headers,
      breaksInFields: this.#breaksInFields,
      lineEnds: this.#lineEnds,
      ascii: this.#seen < 0x80,
      plainText: this.#plainText && this.#seen < 0x80 && this.#breaksInFields.length === 0,
      plain: this.#plain,
    }
  }

  /** Each reader returns where the next line begins. */
  #readLine(start: number): number {
    const text = this.#text
    const code = text.charCodeAt(start)
    if (code === VT) return this.#addLine(LINE.frame, start, start + 1, start + 1)
    if (code === FS) return this.#addLine(LINE.frame, start, start + 1, start + 1 + lineEndLength(text, start + 1))
    if (code === CR || code === LF || isBlank(code)) return this.#readBlank(start)
    return this.#beginsSegment(start) ? this.#readSegment(start) : this.#readOther(start)
  }

  #beginsSegment(i: number): boolean {
    if (isHeaderAt(this.#text, i) || (this.#separator >= 0 && isSegmentAt(this.#text, i, this.#separator))) return true
    return this.#ownDelimitersAt(i) !== undefined
  }

  /** What the header of a batch or file declares, at a trailer that is written with it and not as the message before. */
  #ownDelimitersAt(i: number): DeclaredDelimiters | undefined {
    const declared = this.#text.startsWith('BTS', i) ? this.#batch : this.#text.startsWith('FTS', i) ? this.#file : undefined
    if (!declared || declared === this.#headers.at(-1)?.declared) return undefined
    return isTrailerAt(this.#text, i, declared.delimiters.field.charCodeAt(0)) ? declared : undefined
  }

  /** Empty lines, one after the other; blanks in front of a segment. */
  #readBlank(start: number): number {
    const text = this.#text
    let i = start
    while (i < text.length && isBlank(text.charCodeAt(i))) i++
    const code = text.charCodeAt(i)
    if (i === text.length || code === CR || code === LF) {
      let next = i
      while (lineEndLength(text, next) > 0) next += lineEndLength(text, next)
      return this.#addLine(LINE.blank, start, i, next)
    }
    if (isBreak(code) || this.#beginsSegment(i)) return this.#addLine(LINE.indent, start, i, i)
    return this.#readOther(start)
  }

  /** A line that begins with no identifier. */
  #readOther(start: number): number {
    const text = this.#text
    let end = start
    while (end < text.length && !this.#endsJunk(end)) end++
    const line = text.slice(start, end)
    const header = findHeaderInside(line)
    if (header > 0) return this.#addLine(LINE.junk, start, start + header, start + header)
    const outside = this.#separator < 0 || (this.#gap && !line.includes(String.fromCharCode(this.#separator)))
    if (outside) return this.#addLine(LINE.junk, start, end, end + lineEndLength(text, end))
    this.#plain = false
    return this.#readFields(LINE.odd, start)
  }

  #endsJunk(i: number): boolean {
    const code = this.#text.charCodeAt(i)
    return code === CR || code === LF || code === FS || (code === VT && isHeaderAt(this.#text, i + 1))
  }

  #readSegment(start: number): number {
    const text = this.#text
    const own = this.#ownDelimitersAt(start)
    if (own) this.#declare(own)
    else if (isHeaderAt(text, start)) {
      const declared = readDelimiters(text, start)
      this.#style = 0
      this.#declare(declared)
      const isMessage = isMessageHeaderAt(text, start)
      if (text.startsWith('FHS', start)) this.#file = declared
      else if (!isMessage) this.#batch = declared
      const next = this.#readFields(isMessage ? LINE.header : LINE.batch, start)
      this.#style = styleAt(text, this.#lines[this.#lineNumbers - 2]!)
      if (!isMessage) this.#leaveMessage()
      return next
    }
    if (!isTrailerAt(text, start, this.#separator)) return this.#readFields(LINE.segment, start)
    const next = this.#readFields(LINE.batch, start)
    this.#leaveMessage()
    return next
  }

  /** From this line on. */
  #declare(declared: DeclaredDelimiters): void {
    this.#separator = declared.delimiters.field.charCodeAt(0)
    if (this.#headers.push({ line: this.#lineNumbers >> 2, declared }) > MAX_HEADERS) throw tooLarge('headers', MAX_HEADERS)
    if (setRoles(declared.delimiters)) this.#plainText = false
  }

  #leaveMessage(): void {
    this.#gap = true
    this.#plain = false
  }

  /** The pass itself: every character of a segment is looked at once. */
  #readFields(kind: number, start: number): number {
    const text = this.#text
    const firstField = this.#fieldCount
    this.#field = start << 3
    let next = -1
    let i = start
    for (; ; i++) {
      i = this.#ascii ? this.#scanBytes(this.#ascii, i) : this.#scanText(i)
      if (this.#fieldCount > MAX_FIELDS) throw tooLarge('fields', MAX_FIELDS)
      if (i === text.length) break
      const code = text.charCodeAt(i)
      const role = ROLES[code]!
      if (role === UNUSUAL) this.#plainText = false
      else if (role === BREAK) {
        next = this.#lineEndAt(i, code)
        if (next >= 0) break
        this.#breaksInFields.push(i)
      } else i--
    }
    this.#fields[this.#fieldCount++] = this.#field
    this.#pushLine(kind, start, i, firstField)
    this.#gap = false
    return next < 0 ? i : next
  }

  /**
   * Adds the fields up to the next character that is neither data nor a delimiter; of a long text, up to where it is time to count them.
   * Its loop stands again in scanText: a call for each character would cost more than all that is done with it.
   */
  #scanBytes(ascii: Uint8Array, from: number): number {
    const fields = this.#fields
    const stop = Math.min(this.#text.length, from + MAX_SCAN)
    let count = this.#fieldCount
    let field = this.#field
    let i = from
    for (; i < stop; i++) {
      const role = ROLES[ascii[i]!]!
      if (role === 0) continue
      if (role === FIELD) {
        fields[count++] = field
        field = (i + 1) << 3
      } else if (role < FIELD) field |= role
      else break
    }
    this.#fieldCount = count
    this.#field = field
    return i
  }

  /** As scanBytes, of the code units of a text, which are read slower than bytes; it notes what they are, too. */
  #scanText(from: number): number {
    const text = this.#text
    const fields = this.#fields
    const stop = Math.min(text.length, from + MAX_SCAN)
    let count = this.#fieldCount
    let field = this.#field
    let seen = this.#seen
    let i = from
    for (; i < stop; i++) {
      const code = text.charCodeAt(i)
      seen |= code
      const role = ROLES[code]!
      if (role === 0) continue
      if (role === FIELD) {
        fields[count++] = field
        field = (i + 1) << 3
      } else if (role < FIELD) field |= role
      else break
    }
    this.#seen = seen
    this.#fieldCount = count
    this.#field = field
    return i
  }

  /**
   * @returns where the next line begins, -1 where the character is data: a line end that is not the message's own only ends a line where one
   * can begin behind it
   */
  #lineEndAt(i: number, code: number): number {
    const text = this.#text
    const counts = this.#lineEnds
    if (code === VT || code === FS) {
      const ends = code === VT ? this.#beginsSegment(i + 1) : isLineStart(text, i + 1, this.#separator)
      if (!ends) return -1
      counts.other++
      return i
    }
    const style = styleAt(text, i)
    const next = i + lineEndLength(text, i)
    if (style !== CRLF && this.#style !== 0 && style !== this.#style && !isLineStart(text, next, this.#separator)) return -1
    if (style === CR) counts.cr++
    else if (style === LF) counts.lf++
    else counts.crlf++
    return next
  }

  #pushLine(kind: number, start: number, end: number, firstField: number): void {
    const lines = this.#lines
    const at = this.#lineNumbers
    lines[at] = kind
    lines[at + 1] = start
    lines[at + 2] = end
    lines[at + 3] = firstField
    this.#lineNumbers = at + 4
    if (at + 4 > 4 * MAX_LINES) throw tooLarge('lines', MAX_LINES)
  }

  #addLine(kind: number, start: number, end: number, next: number): number {
    this.#pushLine(kind, start, end, this.#fieldCount)
    this.#plain = false
    // Blanks and frames stand between the segments of a message, too; text behind them may not belong to it.
    if (kind !== LINE.indent) this.#gap = true
    return next
  }
}

/** The numbers of a large document are handed out as they are. */
function cutBuffer(buffer: number[], count: number): number[] {
  if (buffer.length <= KEPT_NUMBERS) return buffer.slice(0, count)
  buffer.length = count
  if (buffer === fieldBuffer) fieldBuffer = []
  else lineBuffer = []
  return buffer
}
