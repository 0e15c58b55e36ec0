// Divides an interchange into segments; joined again with their delimiters they are the text.
import { Fault } from '../../core/fault.ts'
import { BinaryReader } from './binary-segment.ts'
import { type Delimiters, readHeader } from './delimiters.ts'
import { Segment } from './segment.ts'
import { SegmentIds } from './segment-ids.ts'

export interface InterchangeSegments {
  readonly delimiters: Delimiters
  readonly hasLength: boolean
  /** ISA first. */
  readonly segments: readonly Segment[]
  /** Blanks and line ends behind the delimiter of ISA. */
  readonly lineEnd: string
  /** True where the last segment has its delimiter. */
  readonly isEnded: boolean
}

const LETTER_B = 66
const LETTER_I = 73
const MAX_SEGMENTS = 5_000_000

/**
 * @throws Fault `unreadable_input` with the offset where a document does not begin with ISA or an ISA cannot be read; `unsupported_variant` for
 *   EDIFACT; `resource_limit` beyond five million segments
 */
export function readInterchanges(text: string): InterchangeSegments[] {
  const interchanges: InterchangeSegments[] = []
  const readers = { binaries: new BinaryReader(), ids: new SegmentIds() }
  let at = skipBlanks(text, 0)
  let count = 0
  while (at < text.length) {
    if (!text.startsWith('ISA', at)) throw noHeader(text, at)
    const { interchange, end } = readOne(text, at, readers)
    count += interchange.segments.length
    if (count > MAX_SEGMENTS) {
      throw new Fault(`The document holds more than ${MAX_SEGMENTS} segments.`, {
        code: 'resource_limit',
        at: { byteOffset: at },
        facts: { limit: MAX_SEGMENTS },
      })
    }
    interchanges.push(interchange)
    at = end
  }
  if (interchanges.length === 0) throw noHeader(text, 0)
  return interchanges
}

function noHeader(text: string, at: number): Fault {
  if (/^UN[AB]/.test(text.slice(at, at + 3))) {
    return new Fault('The document is EDIFACT, which this tool does not read.', { code: 'unsupported_variant', at: { byteOffset: at } })
  }
  return new Fault('An interchange begins with ISA.', { code: 'unreadable_input', at: { byteOffset: at } })
}

interface Readers {
  readonly binaries: BinaryReader
  readonly ids: SegmentIds
}

function readOne(text: string, start: number, readers: Readers): { readonly interchange: InterchangeSegments; readonly end: number } {
  const { delimiters, elements, end, hasLength } = readHeader(text, start)
  const source = { text, delimiter: delimiters.element }
  const segments = [new Segment(source, 'ISA', start, end - 1, false, elements)]
  let at = skipBlanks(text, end, delimiters.element)
  const lineEnd = text.slice(end, at)
  let isEnded = true
  let lastId = 'ISA'
  while (at < text.length) {
    const unit = text.charCodeAt(at)
    const beginsHeader = unit === LETTER_I && text.startsWith('ISA', at)
    // A header may follow with delimiters of its own.
    if (beginsHeader && lastId === 'IEA') break
    const binary = unit === LETTER_B ? readers.binaries.read(text, at, delimiters) : undefined
    const stop = binary?.end ?? text.indexOf(delimiters.segment, at)
    isEnded = stop >= 0
    const until = isEnded ? stop : text.trimEnd().length
    if (until <= at) break
    const id = readers.ids.read(text, at, until, delimiters.element)
    if (beginsHeader && id === 'ISA' && segments.length > 1) break
    const isCut = binary !== undefined && binary.parts === undefined
    segments.push(new Segment(source, id, at, until, isCut, binary?.parts?.slice(1)))
    lastId = id
    at = skipBlanks(text, isEnded ? stop + 1 : text.length, delimiters.element)
  }
  return { interchange: { delimiters, hasLength, segments, lineEnd, isEnded }, end: at }
}

/** Blanks and empty lines between segments say nothing, even where line ends are the delimiter; one that divides elements does. */
function skipBlanks(text: string, start: number, delimiter = ''): number {
  const own = delimiter.charCodeAt(0)
  let at = start
  for (;;) {
    const unit = text.charCodeAt(at)
    if (unit > BLANK || unit === own || !(unit === BLANK || unit === TAB || unit === LINE_FEED || unit === CARRIAGE_RETURN)) return at
    at++
  }
}

const TAB = 9
const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const BLANK = 32
