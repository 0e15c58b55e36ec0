// Comments, application segments and the bytes behind the end of JPEG and JPEG-LS streams (ISO/IEC 10918-1 Annex B, 14495-1 Annex C).
import { type Gap, gapOf, startsWith } from './gap.ts'

const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9
const COMMENT = 0xfe
const LOSSLESS_LS = 0xf7
const hasNoLength = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)

/** Undefined where the bytes are no whole stream: nobody can say then what in it is a sample. */
export function jpegGaps(bytes: Uint8Array): Gap[] | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined
  const gaps: Gap[] = []
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
    if (marker === END_OF_IMAGE) return [...gaps, ...gapOf(at + 2, bytes.length)]
    if (marker === 0xff || hasNoLength(marker)) {
      at += marker === 0xff ? 1 : 2
      continue
    }
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)
    const end = at + 2 + length
    if (length < 2 || end > bytes.length) return undefined
    if (marker === LOSSLESS_LS) isLs = true
    gaps.push(...segmentGaps(bytes, marker, at + 4, end))
    at = marker === START_OF_SCAN ? endOfScan(bytes, end, isLs) : end
  }
  return undefined
}

function segmentGaps(bytes: Uint8Array, marker: number, start: number, end: number): Gap[] {
  if (marker === COMMENT) return gapOf(start, end)
  if (marker < 0xe0 || marker > 0xef) return []
  // Those that say how components become colours stay, without what may follow them.
  if (marker === 0xe0 && startsWith(bytes, start, 'JFIF\0') && end - start >= 14) return gapOf(start + 12, end)
  if (marker === 0xee && startsWith(bytes, start, 'Adobe') && end - start >= 12)
    return [...gapOf(start + 7, start + 11), ...gapOf(start + 12, end)]
  if (marker === 0xe8 && startsWith(bytes, start, 'mrfx')) return gapOf(start + 5, end)
  return gapOf(start, end)
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
