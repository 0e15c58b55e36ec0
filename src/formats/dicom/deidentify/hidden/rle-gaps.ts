// Spare offsets, gaps and tails of RLE frames (PS3.5 Annex G).
import { type Gap, gapOf } from './gap.ts'

const HEADER_BYTES = 64
const MAX_SEGMENTS = 15

/**
 * @param pixels of the frame
 * @param planes bytes of a pixel, each of which is one segment; decoders ignore further segments, and they are cleared
 * @returns undefined where the header does not fit or a segment ends early
 */
export function rleGaps(bytes: Uint8Array, pixels: number, planes: number): Gap[] | undefined {
  if (bytes.length < HEADER_BYTES) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES)
  const count = view.getUint32(0, true)
  if (count < planes || count > MAX_SEGMENTS) return undefined
  const starts = Array.from({ length: planes }, (_, i) => view.getUint32(4 + 4 * i, true))
  const gaps = [...gapOf(0, 4, [planes, 0, 0, 0]), ...gapOf(4 + 4 * planes, HEADER_BYTES)]
  let at = HEADER_BYTES
  for (const [i, start] of starts.entries()) {
    const limit = starts[i + 1] ?? bytes.length
    if (start < at || limit < start || limit > bytes.length) return undefined
    gaps.push(...gapOf(at, start))
    const end = endOfSegment(bytes, start, limit, pixels)
    if (end === undefined) return undefined
    at = end
  }
  return [...gaps, ...gapOf(at, bytes.length)]
}

/** Where the last pixel has come out; what follows is padding or none knows what. */
function endOfSegment(bytes: Uint8Array, start: number, limit: number, pixels: number): number | undefined {
  let count = 0
  let at = start
  while (at < limit && count < pixels) {
    const control = bytes[at++]!
    if (control === 128) continue
    count += control < 128 ? control + 1 : 257 - control
    at += control < 128 ? control + 1 : 1
  }
  // A literal that gives more than the plane has hides as much in its end.
  return at <= limit && count === pixels ? at : undefined
}
