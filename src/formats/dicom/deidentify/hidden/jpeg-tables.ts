// Quantization and Huffman tables that no scan of a JPEG stream uses, because nothing refers to them or another table takes their place before.
import { HUFFMAN, isFrameMarker, QUANTIZATION, START_OF_SCAN } from '../../pixels/codecs/jpeg-markers.ts'
import { type Gap, gapOf } from './gap.ts'

export interface JpegSegment {
  readonly marker: number
  /** Of what follows the length. */
  readonly start: number
  readonly end: number
}

const LOSSLESS: ReadonlySet<number> = new Set([0xc3, 0xc7, 0xcb, 0xcf])

interface Table {
  readonly segment: number
  readonly marker: number
  /** Class and identifier. */
  readonly key: number
  readonly start: number
  readonly end: number
}

/** Their values are overwritten where they are, so that the tables beside them stay readable. */
export function unusedTables(bytes: Uint8Array, segments: readonly JpegSegment[]): Gap[] {
  const tables = segments.flatMap((segment, i) => listTables(bytes, segment, i))
  const frame = segments.find(({ marker }) => isFrameMarker(marker))
  const quantizers = frame && !LOSSLESS.has(frame.marker) ? componentTables(bytes, frame) : new Set<number>()
  // From the last one: a table ends where the next one of its kind begins.
  const ends = new Map<string, number>()
  return tables.toReversed().flatMap((table) => {
    const kind = `${table.marker} ${table.key}`
    const scans = segments.slice(table.segment, ends.get(kind)).filter(({ marker }) => marker === START_OF_SCAN)
    ends.set(kind, table.segment)
    const isUsed = scans.some((scan) =>
      table.marker === QUANTIZATION ? quantizers.has(table.key) : scanTables(bytes, scan).has(table.key),
    )
    return isUsed ? [] : gapOf(table.start, table.end, table.marker === QUANTIZATION ? [1] : undefined)
  })
}

function listTables(bytes: Uint8Array, { marker, start, end }: JpegSegment, segment: number): Table[] {
  if (marker !== QUANTIZATION && marker !== HUFFMAN) return []
  const tables: Table[] = []
  for (let at = start; at < end; ) {
    const id = bytes[at]!
    if (!isTable(bytes, marker, at)) return [...tables, { segment, marker, key: -1, start: at, end }]
    const values = at + 1 + (marker === HUFFMAN ? 16 : 0)
    const length = marker === QUANTIZATION ? (id > 15 ? 128 : 64) : countCodes(bytes, at + 1)
    const limit = Math.min(values + length, end)
    tables.push({ segment, marker, key: marker === QUANTIZATION ? id & 15 : id, start: Math.min(values, end), end: limit })
    at = values + length
  }
  return tables
}

/** Up to four tables of two kinds; 256 codes at most. */
function isTable(bytes: Uint8Array, marker: number, at: number): boolean {
  const id = bytes[at]!
  return (id & 15) < 4 && id >> 4 < 2 && (marker === QUANTIZATION || countCodes(bytes, at + 1) <= 256)
}

function countCodes(bytes: Uint8Array, at: number): number {
  let count = 0
  for (let i = at; i < at + 16; i++) count += bytes[i] ?? 0
  return count
}

function componentTables(bytes: Uint8Array, { start }: JpegSegment): Set<number> {
  return new Set(Array.from({ length: bytes[start + 5]! }, (_, i) => bytes[start + 8 + 3 * i]! & 15))
}

/** DC tables are class 0, AC tables class 1: 16 and more. */
function scanTables(bytes: Uint8Array, { start }: JpegSegment): Set<number> {
  const used = new Set<number>()
  for (let i = 0; i < bytes[start]!; i++) {
    const selectors = bytes[start + 2 + 2 * i]!
    used.add(selectors >> 4)
    used.add(16 + (selectors & 15))
  }
  return used
}
