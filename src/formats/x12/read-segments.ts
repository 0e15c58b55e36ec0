// Divides an interchange into segments; joined again with their delimiters they are the text.
import { Fault } from '../../core/fault.ts'
import { BinaryReader } from './binary-segment.ts'
import { type Delimiters, readHeader } from './delimiters.ts'

export interface Segment {
  readonly id: string
  /** As they stand; the first is the one behind the identifier. */
  readonly elements: readonly string[]
  readonly start: number
  /** At its delimiter. */
  readonly end: number
  /** True for binary data (BIN, BDS) whose length is not the one that is given: it was read up to the next delimiter. */
  readonly isCut?: boolean
}

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
const NO_ELEMENTS: readonly string[] = []
const MAX_SEGMENTS = 5_000_000

/**
 * @throws Fault `unreadable_input` with the offset where a document does not begin with ISA or an ISA cannot be read; `unsupported_variant` for
 *   EDIFACT; `resource_limit` beyond five million segments
 */
export function readInterchanges(text: string): InterchangeSegments[] {
  const interchanges: InterchangeSegments[] = []
  const binaries = new BinaryReader()
  let at = skipBlanks(text, 0)
  let count = 0
  while (at < text.length) {
    if (!text.startsWith('ISA', at)) throw noHeader(text, at)
    const { interchange, end } = readOne(text, at, binaries)
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

function readOne(text: string, start: number, binaries: BinaryReader): { readonly interchange: InterchangeSegments; readonly end: number } {
  const { delimiters, elements, end, hasLength } = readHeader(text, start)
  const segments: Segment[] = [{ id: 'ISA', elements, start, end: end - 1 }]
  const { element, segment } = delimiters
  let at = skipBlanks(text, end, segment)
  const lineEnd = text.slice(end, at)
  let isEnded = true
  while (at < text.length && !(text.startsWith('ISA', at) && text[at + 3] === element && segments.at(-1)!.id === 'IEA')) {
    const binary = text.charCodeAt(at) === LETTER_B ? binaries.read(text, at, delimiters) : undefined
    const stop = binary?.end ?? text.indexOf(segment, at)
    isEnded = stop >= 0
    const until = isEnded ? stop : text.trimEnd().length
    if (until <= at) break
    const parts = binary?.parts ?? text.slice(at, until).split(element)
    if (parts[0] === 'ISA' && segments.length > 1) break
    const isCut = binary !== undefined && binary.parts === undefined
    const elements = parts.length === 1 ? NO_ELEMENTS : parts.slice(1)
    segments.push(isCut ? { id: parts[0]!, elements, start: at, end: until, isCut } : { id: parts[0]!, elements, start: at, end: until })
    at = skipBlanks(text, isEnded ? stop + 1 : text.length, segment)
    // A header may follow with delimiters of its own.
    if (segments.at(-1)!.id === 'IEA' && text.startsWith('ISA', at)) break
  }
  return { interchange: { delimiters, hasLength, segments, lineEnd, isEnded }, end: at }
}

/** Blanks between segments say nothing, unless one is the delimiter itself. */
function skipBlanks(text: string, start: number, delimiter = ''): number {
  let at = start
  while (at < text.length && ' \t\r\n'.includes(text[at]!) && text[at] !== delimiter) at++
  return at
}
