// Writes a document anew with one kind of line end, frame, character set and delimiters, and lists what that changed.
import type { Charset } from '../charset/charsets.ts'
import { shownText } from '../document.ts'
import type { Hl7Document, Hl7Message } from '../document-types.ts'
import { joinBytes } from '../edit/encode-text.ts'
import { type WrittenPiece, writePieces } from '../edit/write-pieces.ts'
import { segmentId } from '../field-spans.ts'
import { FS, hasFields, LINE, VT } from '../index/line-start.ts'
import { lineCount, lineEnd, lineKind, lineStart } from '../index/segment-index.ts'
import { controlId, type MessageType, messageCharset, messageType } from '../message-header.ts'
import { type MessageContext, openMessage } from '../query/message-view.ts'
import { type BatchCount, countBatches } from './batch-counts.ts'
import { normalizeSegment, type SegmentChange } from './normalize-segment.ts'
import type { NormalizeSettings } from './normalize-settings.ts'

export const NORMALIZE_CHANGES = [
  'delimiters',
  'trailing',
  'line_end_in_field',
  'hexadecimal',
  'charset_name',
  'charset',
  'line_end',
  'mllp',
  'byte_order_mark',
  'blank_line',
  'leading_blanks',
  'junk',
  'batch_segment',
  'literal_line_end',
] as const

export interface NormalizeChange {
  change: (typeof NORMALIZE_CHANGES)[number]
  /** Place of the message in the document, from 0; null for what lies outside of messages. */
  message: number | null
  /** Segment; null where the whole message or no segment is meant. */
  path: string | null
  count: number
}

export interface NormalizedMessage {
  index: number
  controlId: string | null
  type: MessageType
  charset: string | null
  segments: number
  /** Place in content, the end exclusive. */
  byteStart: number
  byteEnd: number
  /** The message by itself; null where it was not asked for. */
  message: string | null
}

export interface NormalizeResult {
  message: string
  content: Uint8Array
  messages: NormalizedMessage[]
  batchCounts: BatchCount[]
  changes: NormalizeChange[]
}

const LINE_ENDS = { CR: '\r', LF: '\n', CRLF: '\r\n' } as const
const START_OF_BLOCK = String.fromCharCode(VT)
const END_OF_BLOCK = `${String.fromCharCode(FS)}\r`
const DROPPED: ReadonlyMap<number | undefined, NormalizeChange['change']> = new Map([
  [LINE.bom, 'byte_order_mark'],
  [LINE.blank, 'blank_line'],
  [LINE.indent, 'leading_blanks'],
  [LINE.junk, 'junk'],
])

/**
 * @throws ProblemError `unsupported_variant` where the new character set or delimiters cannot carry a segment; `unreadable_input` where a message with
 * bytes that are not of its character set is to be converted
 */
export function normalizeDocument(document: Hl7Document, settings: NormalizeSettings): NormalizeResult {
  const writer = new NormalizingWriter(document, settings)
  const described = writer.run()
  const messages: NormalizedMessage[] = []
  let bytes = 0
  const written = writer.sections.map(({ pieces, number }) => {
    const { message, content } = writePieces(document, pieces)
    const byteStart = bytes
    bytes += content.length
    if (number !== null) messages.push({ ...described[number]!, byteStart, byteEnd: bytes, message: settings.split ? message : null })
    return { message, content }
  })
  const message = written.map((section) => section.message).join('')
  const content = joinBytes(written.map((section) => section.content))
  return { message, content, messages, batchCounts: countBatches(document), changes: [...writer.changes.values()] }
}

/** What stands between messages, and each message. */
interface Section {
  /** Place of the message in the document, from 0; null outside of messages. */
  readonly number: number | null
  readonly pieces: WrittenPiece[]
}

type DescribedMessage = Omit<NormalizedMessage, 'byteStart' | 'byteEnd' | 'message'>

class NormalizingWriter {
  readonly sections: Section[] = []
  readonly changes = new Map<string, NormalizeChange>()
  readonly #document: Hl7Document
  readonly #settings: NormalizeSettings
  /** Messages are framed each by itself, a batch as a whole. */
  readonly #framesEach: boolean
  /** Of what stands outside of messages: the character set of the first one. */
  readonly #outside: MessageContext
  readonly #usualLineEnd: string
  #number: number | null = null
  /** How many segments of each name the message had so far: looking back for each line would take quadratic time. */
  #occurrences = new Map<string, number>()
  #charset: Charset | null = null

  constructor(document: Hl7Document, settings: NormalizeSettings) {
    this.#document = document
    this.#settings = settings
    this.#framesEach = settings.mllp === 'add' && (settings.split || document.files.length === 0)
    this.#outside = openMessage(document, document.messages[0] ?? pseudoMessage(document))
    this.#usualLineEnd = usualLineEnd(document)
  }

  run(): DescribedMessage[] {
    const { messages, index } = this.#document
    const framesAll = this.#settings.mllp === 'add' && !this.#framesEach
    const results: DescribedMessage[] = []
    this.#openSection(null)
    if (framesAll) this.#addFrame(START_OF_BLOCK)
    let line = 0
    for (const [number, message] of messages.entries()) {
      this.#writeOutside(line, message.firstLine)
      results.push(this.#writeMessage(number, message))
      line = message.endLine
    }
    this.#writeOutside(line, lineCount(index))
    if (framesAll) this.#addFrame(END_OF_BLOCK)
    return results
  }

  #openSection(number: number | null): void {
    this.#number = number
    this.#occurrences = new Map()
    this.sections.push({ number, pieces: [] })
  }

  #writeOutside(from: number, to: number): void {
    this.#openSection(null)
    this.#charset = this.#charsetOf(this.#outside)
    for (let line = from; line < to; line++) {
      if (this.#settings.split && hasFields(lineKind(this.#document.index, line))) this.#report('batch_segment', this.#nextPath(line))
      else this.#writeLine(this.#outside, line)
    }
  }

  #writeMessage(number: number, message: Hl7Message): DescribedMessage {
    const document = this.#document
    const context = openMessage(document, message)
    this.#openSection(number)
    this.#charset = this.#charsetOf(context)
    const { charset } = messageCharset(document, message)
    if (this.#settings.charset && charset !== this.#settings.charset.charset) this.#report('charset', null)
    if (this.#framesEach) this.#addFrame(START_OF_BLOCK)
    let segments = 0
    for (let line = message.firstLine; line < message.endLine; line++) {
      if (hasFields(lineKind(document.index, line))) segments++
      this.#writeLine(context, line)
    }
    if (this.#framesEach) this.#addFrame(END_OF_BLOCK)
    const id = controlId(document, message)
    return {
      index: number,
      controlId: id && shownText(document, id),
      type: messageType(document, message),
      charset: (this.#settings.charset?.charset ?? charset)?.name ?? null,
      segments,
    }
  }

  #writeLine(context: MessageContext, line: number): void {
    const { index } = this.#document
    const kind = lineKind(index, line)
    const dropped = DROPPED.get(kind)
    if (dropped) {
      this.#report(dropped, null)
      return
    }
    if (kind === LINE.frame) {
      if (this.#settings.mllp === 'keep')
        this.#add(index.text.slice(lineStart(index, line), lineStart(index, line + 1)), lineStart(index, line))
      else this.#report('mllp', null)
      return
    }
    const path = this.#nextPath(line)
    const report = (change: SegmentChange) => this.#report(change, change === 'delimiters' ? null : path)
    this.#add(normalizeSegment(context, line, this.#settings, report), lineStart(index, line))
    this.#writeLineEnd(line)
  }

  /** `OBX[2]`; null for a line without identifier. */
  #nextPath(line: number): string | null {
    const id = segmentId(this.#document.index, line)
    if (!/^[A-Z][A-Z0-9]{2}$/.test(id)) return null
    const occurrence = (this.#occurrences.get(id) ?? 0) + 1
    this.#occurrences.set(id, occurrence)
    return occurrence === 1 ? id : `${id}[${occurrence}]`
  }

  #writeLineEnd(line: number): void {
    const { index } = this.#document
    const start = lineEnd(index, line)
    const old = index.text.slice(start, lineStart(index, line + 1))
    const { lineEnd: requested, mllp } = this.#settings
    // A segment that the end of a block closed needs an end of its own where the block goes.
    const kept = old === '' && (mllp !== 'keep' || line + 1 < lineCount(index)) ? this.#usualLineEnd : old
    const isLastFrame = old === '' && mllp === 'keep' && lineKind(index, line + 1) === LINE.frame
    const text = requested === 'keep' ? (isLastFrame ? old : kept) : LINE_ENDS[requested]
    if (text !== old) this.#report('line_end', null)
    this.#add(text, start)
  }

  #addFrame(text: string): void {
    this.#report('mllp', null)
    this.#push({ text, charset: this.#charset })
  }

  /** What stands in the document as it is written is copied from it, unless its character set changes. */
  #add(text: string, start: number): void {
    const stands = this.#document.index.text.startsWith(text, start)
    this.#push(stands && !this.#settings.charset ? { start, end: start + text.length } : { text, charset: this.#charset })
  }

  #charsetOf({ document, message }: MessageContext): Charset | null {
    return this.#settings.charset?.charset ?? messageCharset(document, message).charset
  }

  #push(piece: WrittenPiece): void {
    this.sections.at(-1)!.pieces.push(piece)
  }

  #report(change: NormalizeChange['change'], path: string | null): void {
    const key = `${change} ${this.#number} ${path}`
    const known = this.changes.get(key)
    if (known) known.count++
    else this.changes.set(key, { change, message: this.#number, path, count: 1 })
  }
}

/** Stands for the segments of a document that holds no message. */
function pseudoMessage({ index }: Hl7Document): Hl7Message {
  const { line, declared } = index.headers[0]!
  const version = { used: '2.5.1', how: 'default' } as const
  return { firstLine: line, endLine: line + 1, header: undefined, delimiters: declared.delimiters, declaredVersion: '', version }
}

function usualLineEnd({ index }: Hl7Document): string {
  const { cr, lf, crlf } = index.lineEnds
  if (crlf > cr && crlf >= lf) return '\r\n'
  return lf > cr ? '\n' : '\r'
}
