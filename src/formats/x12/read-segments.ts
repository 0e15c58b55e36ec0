// Divides an interchange into segments; joined again with their delimiters they are the text.
import { ProblemError } from '../../core/problem.ts'
import { BinaryReader } from './binary-segment.ts'
import { type Delimiters, readHeader } from './delimiters.ts'
import type { Segment } from './segment.ts'
import { SegmentColumns } from './segment-columns.ts'
import { kindOf, readKind } from './segment-ids.ts'

export interface InterchangeSegments {
  readonly delimiters: Delimiters
  readonly hasLength: boolean
  /** ISA first. */
  readonly columns: SegmentColumns
  /** As columns, each as an object. */
  readonly segments: readonly Segment[]
  /** Blanks and line ends behind the delimiter of ISA. */
  readonly lineEnd: string
  /** True where the last segment has its delimiter. */
  readonly isEnded: boolean
}

const LETTER_B = 66
const LETTER_I = 73
const MAX_SEGMENTS = 5_000_000

const ISA = kindOf('ISA')
const IEA = kindOf('IEA')

/**
 * @throws ProblemError `unreadable_input` with the offset where a document does not begin with ISA or an ISA cannot be read; `unsupported_variant` for
 *   EDIFACT; `resource_limit` beyond five million segments
 */
export function readInterchanges(text: string): InterchangeSegments[] {
  const interchanges: InterchangeSegments[] = []
  const binaries = new BinaryReader()
  let at = skipBlanks(text, 0)
  let most = MAX_SEGMENTS
  while (at < text.length) {
    if (!text.startsWith('ISA', at)) throw noHeader(text, at)
    const { interchange, end } = readOne(text, at, binaries, most)
    most -= interchange.columns.length
    interchanges.push(interchange)
    at = end
  }
  if (interchanges.length === 0) throw noHeader(text, 0)
  return interchanges
}

function noHeader(text: string, at: number): ProblemError {
  if (/^UN[AB]/.test(text.slice(at, at + 3))) {
    return new ProblemError('The document is EDIFACT, which this tool does not read.', {
      code: 'unsupported_variant',
      at: { byteOffset: at },
    })
  }
  return new ProblemError('An interchange must begin with ISA.', { code: 'unreadable_input', at: { byteOffset: at } })
}

class OneInterchange implements InterchangeSegments {
  readonly delimiters: Delimiters
  readonly hasLength: boolean
  readonly columns: SegmentColumns
  readonly lineEnd: string
  isEnded = true
  #segments: readonly Segment[] | undefined

  constructor({ delimiters, hasLength }: Pick<InterchangeSegments, 'delimiters' | 'hasLength'>, columns: SegmentColumns, lineEnd: string) {
    this.delimiters = delimiters
    this.hasLength = hasLength
    this.columns = columns
    this.lineEnd = lineEnd
  }

  get segments(): readonly Segment[] {
    this.#segments ??= Array.from({ length: this.columns.length }, (_, row) => this.columns.get(row))
    return this.#segments
  }
}

interface ReadInterchange {
  readonly interchange: InterchangeSegments
  readonly end: number
}

/** @param most segments that it may have */
function readOne(text: string, start: number, binaries: BinaryReader, most: number): ReadInterchange {
  const header = readHeader(text, start)
  const { delimiters, end } = header
  const columns = new SegmentColumns({ text, delimiter: delimiters.element })
  columns.addUndivided(ISA, start, end - 1, header.elements)
  const delimiter = delimiters.element.charCodeAt(0)
  let at = skipBlanks(text, end, delimiter)
  const interchange = new OneInterchange(header, columns, text.slice(end, at))
  let last = ISA
  while (at < text.length) {
    const unit = text.charCodeAt(at)
    const beginsHeader = unit === LETTER_I && text.startsWith('ISA', at)
    // A header may follow with delimiters of its own.
    if (beginsHeader && last === IEA) break
    const binary = unit === LETTER_B ? binaries.read(text, at, delimiters) : undefined
    const stop = binary?.end ?? text.indexOf(delimiters.segment, at)
    interchange.isEnded = stop >= 0
    const until = stop >= 0 ? stop : text.trimEnd().length
    if (until <= at) break
    last = readKind(text, at, until, delimiter)
    if (beginsHeader && last === ISA && columns.length > 1) break
    if (columns.length >= most) throw tooMany(at)
    if (binary) columns.addUndivided(last, at, until, binary.parts?.slice(1))
    else columns.add(last, at, until)
    at = skipBlanks(text, stop >= 0 ? stop + 1 : text.length, delimiter)
  }
  return { interchange, end: at }
}

function tooMany(at: number): ProblemError {
  return new ProblemError(`The document has more than ${MAX_SEGMENTS} segments.`, {
    code: 'resource_limit',
    at: { byteOffset: at },
    facts: { limit: MAX_SEGMENTS },
  })
}

/**
 * Blanks and empty lines between segments say nothing, even where line ends are the delimiter; one that divides elements does.
 * @param delimiter of elements
 */
function skipBlanks(text: string, start: number, delimiter = -1): number {
  let at = start
  for (;;) {
    const unit = text.charCodeAt(at)
    if (unit > BLANK || unit === delimiter || !(unit === BLANK || unit === TAB || unit === LINE_FEED || unit === CARRIAGE_RETURN)) return at
    at++
  }
}

const TAB = 9
const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const BLANK = 32
