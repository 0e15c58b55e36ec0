// Segments of binary data, whose length stands before it because the data may hold the delimiters: BIN and BDS (X12.22).
import type { Delimiters } from './delimiters.ts'

export interface BinarySegment {
  /** Undefined where the data does not end at a delimiter. */
  readonly parts: readonly string[] | undefined
  /** At the delimiter of the segment; undefined as `parts`. */
  readonly end: number | undefined
}

/** Longer than any header of such a segment. */
const HEADER = 40
/** Elements before the data: the length alone in BIN, the kind of encoding and the length in BDS. */
const BEFORE: Readonly<Record<string, number>> = { BIN: 1, BDS: 2 }

const CUT: BinarySegment = { parts: undefined, end: undefined }

export class BinaryReader {
  /** False behind the first length that is wrong, so that a text of wrong lengths is not counted through for each of them. */
  #countsBytes = true

  /** Lengths count bytes: of text that came as UTF-8 those of its characters. @returns undefined for any other segment */
  read(text: string, start: number, delimiters: Delimiters): BinarySegment | undefined {
    const header = readHeader(text, start, delimiters)
    if (header === undefined) return undefined
    const { from, length, parts } = header
    if (length < 0) return CUT
    const ends = [from + length, this.#countsBytes ? endOfBytes(text, from, length) : -1]
    const end = ends.find((each) => text[each] === delimiters.segment)
    if (end === undefined) this.#countsBytes = false
    return end === undefined ? CUT : { parts: [...parts, text.slice(from, end)], end }
  }
}

interface Header {
  readonly parts: readonly string[]
  /** Where the data begins. */
  readonly from: number
  /** -1 for none that can be read. */
  readonly length: number
}

function readHeader(text: string, start: number, { element }: Delimiters): Header | undefined {
  const before = BEFORE[text.slice(start, start + 3)]
  if (before === undefined || text[start + 3] !== element) return undefined
  const parts = text.slice(start, start + HEADER).split(element, before + 1)
  const from = start + parts.join(element).length + 1
  const isWhole = parts.length === before + 1 && /^[0-9]{1,15}$/.test(parts[before]!) && text[from - 1] === element
  return { parts, from, length: isWhole ? Number(parts[before]) : -1 }
}

/** Behind so many bytes of UTF-8. */
function endOfBytes(text: string, from: number, length: number): number {
  let at = from
  let bytes = 0
  while (bytes < length && at < text.length) {
    const code = text.codePointAt(at)!
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    at += code < 0x10000 ? 1 : 2
  }
  return bytes === length ? at : -1
}
