// Comments, application segments, tables that no scan uses, unknown segments and the bytes behind the end of JPEG and JPEG-LS streams (ISO/IEC 10918-1
// Annex B, 14495-1 Annex C). Segments stay as long as they are: those that nobody needs become comments of zeros.
import { ARITHMETIC, FRAME_LS, HUFFMAN, hasNoLength, isFrameMarker, QUANTIZATION, START_OF_SCAN } from '../../pixels/codecs/jpeg-markers.ts'
import { type Gap, gapOf, startsWith } from './gap.ts'
import { type JpegSegment, unusedTables } from './jpeg-tables.ts'

const END_OF_IMAGE = 0xd9
const COMMENT = 0xfe
const PRESET_LS = 0xf8
const RESTART_INTERVAL = 0xdd
const NUMBER_OF_LINES = 0xdc
/** SOF9. */
const FIRST_ARITHMETIC = 0xc9
/** 100. Writers have this or a number near it. */
const ADOBE_VERSION = [0, 100]

interface Stream {
  readonly segments: readonly JpegSegment[]
  /** Coded samples. */
  readonly scans: readonly { readonly start: number; readonly end: number }[]
  /** Between segments and behind the end. */
  readonly gaps: readonly Gap[]
}

/** Undefined where the bytes are no whole stream: nobody can say then what in it is a sample. */
export function jpegGaps(bytes: Uint8Array): Gap[] | undefined {
  const stream = listSegments(bytes)
  if (!stream) return undefined
  const { segments, gaps } = stream
  const coder = coderOf(segments.find(({ marker }) => isFrameMarker(marker))?.marker)
  const usesMaps = segments.some((segment) => segment.marker === START_OF_SCAN && usesMappingTable(bytes, segment))
  return [...gaps, ...segments.flatMap((segment) => segmentGaps(bytes, segment, coder, usesMaps)), ...unusedTables(bytes, segments)]
}

type Coder = 'jpeg-ls' | 'huffman' | 'arithmetic'

/** Without a frame, whatever a table may be for. */
function coderOf(frame: number | undefined): Coder {
  if (frame === FRAME_LS) return 'jpeg-ls'
  return frame !== undefined && frame < FIRST_ARITHMETIC ? 'huffman' : 'arithmetic'
}

/** Where the coded samples are, and the tables of codes; undefined where the bytes are no whole stream. */
export function codedParts(bytes: Uint8Array): { readonly scans: Stream['scans']; readonly tables: Stream['scans'] } | undefined {
  const stream = listSegments(bytes)
  return stream && { scans: stream.scans, tables: stream.segments.filter(({ marker }) => marker === HUFFMAN) }
}

function listSegments(bytes: Uint8Array): Stream | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined
  const segments: JpegSegment[] = []
  const gaps: Gap[] = []
  const scans: { start: number; end: number }[] = []
  let isLs = false
  let at = 2
  while (at + 2 <= bytes.length) {
    if (bytes[at] !== 0xff) {
      // Decoders skip what is between segments.
      const next = bytes.indexOf(0xff, at)
      if (next < 0) return undefined
      gaps.push(...gapOf(at, next))
      at = next
      continue
    }
    const marker = bytes[at + 1]!
    if (marker === END_OF_IMAGE) return { segments, scans, gaps: [...gaps, ...gapOf(at + 2, bytes.length)] }
    if (marker === 0xff || hasNoLength(marker)) {
      at += marker === 0xff ? 1 : 2
      continue
    }
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)
    const end = at + 2 + length
    if (length < 2 || end > bytes.length) return undefined
    if (marker === FRAME_LS) isLs = true
    segments.push({ marker, start: at + 4, end })
    at = end
    if (marker !== START_OF_SCAN) continue
    at = endOfScan(bytes, end, isLs)
    scans.push({ start: end, end: at })
  }
  return undefined
}

function segmentGaps(bytes: Uint8Array, segment: JpegSegment, coder: Coder, usesMaps: boolean): Gap[] {
  const { marker, start, end } = segment
  if (marker === COMMENT) return gapOf(start, end)
  if (marker >= 0xe0 && marker <= 0xef) return applicationGaps(bytes, segment)
  // What follows the fields of a header is no field.
  if (isFrameMarker(marker)) return gapOf(Math.min(start + 6 + 3 * bytes[start + 5]!, end), end)
  if (marker === START_OF_SCAN) return gapOf(Math.min(start + 4 + 2 * bytes[start]!, end), end)
  // In JPEG-LS of two to four bytes (14495-1 §C.2.5 and C.2.6).
  if (marker === RESTART_INTERVAL || marker === NUMBER_OF_LINES) return gapOf(Math.min(start + (coder === 'jpeg-ls' ? 4 : 2), end), end)
  if (marker === PRESET_LS && coder === 'jpeg-ls') return presetGaps(bytes, segment, usesMaps)
  const isTable = marker === QUANTIZATION || marker === HUFFMAN || (marker === ARITHMETIC && coder === 'arithmetic')
  return isTable && coder !== 'jpeg-ls' ? [] : toComment(segment)
}

function toComment({ start, end }: JpegSegment): Gap[] {
  return [{ start: start - 3, end: start - 2, fill: [COMMENT] }, ...gapOf(start, end)]
}

function applicationGaps(bytes: Uint8Array, { marker, start, end }: JpegSegment): Gap[] {
  // Those that say how components become colours stay, without what may follow them.
  if (marker === 0xe0 && startsWith(bytes, start, 'JFIF\0') && end - start >= 14) return gapOf(start + 12, end)
  if (marker === 0xee && startsWith(bytes, start, 'Adobe') && end - start >= 12)
    return [
      ...(bytes[start + 5] === 0 ? [] : gapOf(start + 5, start + 7, ADOBE_VERSION)),
      ...gapOf(start + 7, start + 11),
      ...gapOf(start + 12, end),
    ]
  if (marker === 0xe8 && startsWith(bytes, start, 'mrfx')) return gapOf(start + 5, end)
  return gapOf(start, end)
}

/** Coding parameters and large sizes stay, mapping tables where a scan uses one (14495-1 §C.2.4.1). */
function presetGaps(bytes: Uint8Array, segment: JpegSegment, usesMaps: boolean): Gap[] {
  const { start, end } = segment
  const kind = bytes[start]!
  if (kind === 1) return gapOf(Math.min(start + 11, end), end)
  if (kind === 4) return gapOf(Math.min(start + 2 + 2 * bytes[start + 1]!, end), end)
  return (kind === 2 || kind === 3) && usesMaps ? [] : toComment(segment)
}

function usesMappingTable(bytes: Uint8Array, { start }: JpegSegment): boolean {
  const components = bytes[start]!
  for (let i = 0; i < components; i++) if (bytes[start + 2 + 2 * i] !== 0) return true
  return false
}

/** Where the next marker is: stuffed bytes and restarts belong to the scan. In JPEG-LS a bit is stuffed, not a byte. */
function endOfScan(bytes: Uint8Array, start: number, isLs: boolean): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next === undefined) return bytes.length
    const isData = isLs ? next < 0x80 : next === 0
    if (!isData && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}
