// Comments of JPEG 2000 and HTJ2K codestreams in the main header and in those of tile-parts, and what follows the end (ISO/IEC 15444-1 Annex A).
import { type Gap, gapOf } from './gap.ts'

const SOT = 0x90
const SOD = 0x93
const EOC = 0xd9
const COMMENT = 0x64

/** Undefined where the bytes are no whole codestream. */
export function codestreamGaps(bytes: Uint8Array, start = 0, limit = bytes.length): Gap[] | undefined {
  if (bytes[start] !== 0xff || bytes[start + 1] !== 0x4f) return undefined
  const gaps: Gap[] = []
  let at = start + 2
  let tileEnd = 0
  while (at + 2 <= limit) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1]!
    if (marker === EOC) return [...gaps, ...gapOf(at + 2, limit)]
    if (marker === SOD) {
      if (tileEnd <= at) return undefined
      at = tileEnd
      continue
    }
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)
    if (length < 2 || at + 2 + length > limit) return undefined
    if (marker === COMMENT) gaps.push(...gapOf(at + 6, at + 2 + length))
    if (marker === SOT) tileEnd = endOfTile(bytes, at, limit)
    at += 2 + length
  }
  // The last tile-part may run to the end of a stream without EOC, as some writers cut it.
  return tileEnd === limit ? gaps : undefined
}

/** Psot counts from the marker; 0 leads to the end of the codestream, before EOC where it is there. */
function endOfTile(bytes: Uint8Array, at: number, limit: number): number {
  const length = bytes[at + 6]! * 2 ** 24 + ((bytes[at + 7]! << 16) | (bytes[at + 8]! << 8) | bytes[at + 9]!)
  if (length > 0) return Math.min(at + length, limit)
  for (let end = limit - 2; end > at; end--) if (bytes[end] === 0xff && bytes[end + 1] === EOC) return end
  return limit
}
