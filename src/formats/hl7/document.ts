// A document: its source, its index, and which lines make up which message and batch. What every tool of the category begins with.
import { countLeading } from '../../core/count-leading.ts'
import { ProblemError } from '../../core/problem.ts'
import { readSourceCharset } from './charset/source-charset.ts'
import type { Delimiters } from './delimiters.ts'
import { FindingList } from './diagnostics.ts'
import { type Hl7Dictionary, STANDARD } from './dictionary/standard.ts'
import { chooseVersion, type Hl7Version } from './dictionary/versions.ts'
import type { Hl7Batch, Hl7BatchFile, Hl7Document, Hl7Message } from './document-types.ts'
import { component, segmentId } from './field-spans.ts'
import { indexSegments } from './index/index-segments.ts'
import { hasFields, LINE } from './index/line-start.ts'
import { findLine, lineCount, lineEnd, lineKind, lineStart, type SegmentIndex } from './index/segment-index.ts'
import { reportLines } from './line-findings.ts'
import { byteOffsetAt, type Hl7Source, sourceOfBytes, sourceOfText } from './source.ts'
import { placeLeftOut } from './v2xml/left-out.ts'
import { readV2Xml } from './v2xml/read-v2xml.ts'
import { isV2Xml } from './v2xml/xml-names.ts'

/**
 * @param input the document as text or as undecoded bytes, in ER7 or in the XML encoding, which becomes ER7: all places are of that text
 * @param sourceCharset how bytes are read: auto, mend, or a name that readSourceCharset knows
 * @param dictionary where it contradicts the standard, that is among the findings
 * @throws ProblemError `unreadable_input` with the byte offset of the first text where there is no MSH, FHS or BHS; `resource_limit`
 */
export function readDocument(input: string | Uint8Array, sourceCharset = 'auto', dictionary = STANDARD): Hl7Document {
  if (isV2Xml(input)) return readXmlDocument(input, sourceCharset, dictionary)
  const decoded = typeof input === 'string' ? undefined : sourceOfBytes(input, readSourceCharset(sourceCharset) ?? 'auto')
  const index = decoded ? indexSegments(decoded.text, decoded.runs[0]!.ascii ? decoded.bytes : undefined) : indexSegments(input as string)
  const source = decoded ?? sourceOfText(index.text, index.ascii && index.plain)
  if (index.headers.length === 0) throw noHeader(source, index)
  const findings = new FindingList()
  const { messages, files } = index.plain ? readPlain(index) : new Grouping(index).run()
  const illFormed = !(index.ascii && index.plain) && !index.text.isWellFormed()
  const document = { source, sourceCharset, index, messages, files, findings, dictionary, illFormed }
  reportLines(document)
  if (dictionary !== STANDARD) reportConflicts(document)
  return document
}

function readXmlDocument(input: string | Uint8Array, sourceCharset: string, dictionary: Hl7Dictionary): Hl7Document {
  const { text, leftOut: unplaced } = readV2Xml(input)
  const document = readDocument(text, sourceCharset, dictionary)
  const leftOut = placeLeftOut(document, unplaced)
  document.findings.add('xml_encoding', 0, 0)
  for (const { at, path } of leftOut) {
    if (path === null) document.findings.add('xml_left_out', at, at)
    else document.findings.tell('xml_left_out', at, at, path)
  }
  return { ...document, leftOut }
}

/**
 * Adds where a site's definitions contradict the standard, once for each version that the messages have: at the first message of it.
 * @param as the version whose tables are used, whatever the messages say
 */
export function reportConflicts({ index, messages, findings, dictionary }: Hl7Document, as?: Hl7Version): void {
  for (const [version, [first]] of Map.groupBy(messages, (message) => as ?? message.version.used)) {
    const line = first!.header ?? first!.firstLine
    for (const { code, path } of dictionary.conflicts(version)) findings.tell(code, lineStart(index, line), lineEnd(index, line), path)
  }
}

function noHeader(source: Hl7Source, index: SegmentIndex): ProblemError {
  const first = findLine(index, LINE.junk)
  const byteOffset = first < 0 ? 0 : byteOffsetAt(source, lineStart(index, first))
  return new ProblemError('The document has no MSH, FHS or BHS segment.', { code: 'unreadable_input', at: { byteOffset } })
}

/** A text of the document as a result shows it: what could not be decoded is U+FFFD. */
export function shownText({ illFormed }: Hl7Document, text: string): string {
  return illFormed ? text.toWellFormed() : text
}

/** The delimiters in force at a line: those of the last header up to it. */
export function delimitersAt({ headers }: SegmentIndex, line: number): Delimiters {
  return headers[countLeading(headers.length - 1, (place) => headers[place + 1]!.line <= line)]!.declared.delimiters
}

/** Nothing but MSH and segments: a message from each header to the next. */
function readPlain(index: SegmentIndex): { messages: Hl7Message[]; files: Hl7BatchFile[] } {
  const { headers } = index
  const messages = headers.map(({ line }, i) => readMessage(index, line, headers[i + 1]?.line ?? lineCount(index), i, true))
  return { messages, files: [] }
}

function readMessage(index: SegmentIndex, firstLine: number, endLine: number, headerNumber: number, hasHeader: boolean): Hl7Message {
  const { delimiters } = index.headers[headerNumber]!.declared
  const header = hasHeader ? firstLine : undefined
  const declaredVersion = header === undefined ? '' : component(index, header, 12, 1, delimiters)
  return { firstLine, endLine, header, delimiters, declaredVersion, version: chooseVersion(declaredVersion) }
}

/** Walks the lines of a document that holds more than messages. */
class Grouping {
  readonly #index: SegmentIndex
  readonly #messages: Hl7Message[] = []
  readonly #files: Hl7BatchFile[] = []
  #batch: Hl7Batch | undefined
  /** First and last segment of the message that is being read. */
  #first: number | undefined
  #last = 0
  #headers = 0

  constructor(index: SegmentIndex) {
    this.#index = index
  }

  run(): { messages: Hl7Message[]; files: Hl7BatchFile[] } {
    const count = lineCount(this.#index)
    for (let line = 0; line < count; line++) {
      const kind = lineKind(this.#index, line)
      if (kind === LINE.header || kind === LINE.batch) this.#endMessage()
      if (kind === LINE.batch) this.#addBatchLine(line)
      else if (hasFields(kind)) {
        this.#first ??= line
        this.#last = line
      }
      if (this.#index.headers[this.#headers]?.line === line) this.#headers++
    }
    this.#endMessage()
    return { messages: this.#messages, files: this.#files }
  }

  #endMessage(): void {
    const first = this.#first
    this.#first = undefined
    if (first === undefined) return
    // A document without batch lines so far gets its file and batch when the first one comes.
    if (this.#files.length > 0) this.#openBatch()
    this.#messages.push(readMessage(this.#index, first, this.#last + 1, this.#headers - 1, lineKind(this.#index, first) === LINE.header))
    if (this.#batch) this.#batch.endMessage = this.#messages.length
  }

  #addBatchLine(line: number): void {
    const id = segmentId(this.#index, line)
    this.#adoptMessages()
    if (id === 'BHS') {
      this.#openFile().batches.push(this.#startBatch(line))
      return
    }
    if (id === 'BTS') this.#openBatch().trailer = line
    if (id === 'FHS') this.#files.push({ header: line, trailer: undefined, batches: [] })
    if (id === 'FTS') this.#openFile().trailer = line
    this.#batch = undefined
  }

  /** Messages before the first batch line are a batch of their own in a file of their own. */
  #adoptMessages(): void {
    if (this.#files.length > 0 || this.#messages.length === 0) return
    this.#openBatch(0)
  }

  /** The file that takes the next batch: the last one, unless it is closed. */
  #openFile(): Hl7BatchFile {
    const last = this.#files.at(-1)
    if (last && last.trailer === undefined) return last
    const file: Hl7BatchFile = { header: undefined, trailer: undefined, batches: [] }
    this.#files.push(file)
    return file
  }

  #openBatch(firstMessage = this.#messages.length): Hl7Batch {
    if (this.#batch) return this.#batch
    const batch = this.#startBatch(undefined, firstMessage)
    this.#openFile().batches.push(batch)
    return batch
  }

  #startBatch(header: number | undefined, firstMessage = this.#messages.length): Hl7Batch {
    this.#batch = { header, trailer: undefined, firstMessage, endMessage: this.#messages.length }
    return this.#batch
  }
}
