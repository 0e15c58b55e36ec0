// Texts in ICC profiles (ISO 15076-1): names of makers, models and profiles, copyrights, dates, private tags, and what no tag leads to.
import { type Gap, gapOf, startsWith } from './gap.ts'

const HEADER_BYTES = 128
const MAX_TAGS = 200
/** Tags by which colours are worked out. */
const COLOUR_TAGS = new Set(
  (
    'rXYZ gXYZ bXYZ rTRC gTRC bTRC kTRC wtpt bkpt chad lumi A2B0 A2B1 A2B2 A2B3 B2A0 B2A1 B2A2 B2A3 D2B0 D2B1 D2B2 D2B3 B2D0 B2D1 B2D2 B2D3 gamt pre0 ' +
    'pre1 pre2 chrm cicp'
  ).split(' '),
)

/** Undefined where the bytes are no profile. */
export function iccGaps(bytes: Uint8Array, start = 0, limit = bytes.length): Gap[] | undefined {
  if (limit - start < HEADER_BYTES + 4 || !startsWith(bytes, start + 36, 'acsp')) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = view.getUint32(start + HEADER_BYTES)
  const tableEnd = start + HEADER_BYTES + 4 + 12 * count
  if (count > MAX_TAGS || tableEnd > limit) return undefined
  const kept: [number, number][] = []
  const gaps: Gap[] = []
  for (let at = start + HEADER_BYTES + 4; at < tableEnd; at += 12) {
    const from = start + view.getUint32(at + 4)
    const to = from + view.getUint32(at + 8)
    if (to > limit || from < tableEnd) return undefined
    const isColour = COLOUR_TAGS.has(String.fromCharCode(...bytes.subarray(at, at + 4)))
    // The type of another tag stays, with no text in it.
    kept.push(isColour ? [from, to] : [from, Math.min(from + 4, to)])
  }
  // Preferred module, date, platform, maker, model, creator and identifier of the header.
  for (const [from, to] of [
    [4, 8],
    [24, 36],
    [40, 44],
    [48, 56],
    [80, HEADER_BYTES],
  ] as const)
    gaps.push(...gapOf(start + from, start + to))
  return [...gaps, ...between(kept, tableEnd, limit)]
}

function between(kept: readonly [number, number][], start: number, limit: number): Gap[] {
  const gaps: Gap[] = []
  let at = start
  for (const [from, to] of kept.toSorted((a, b) => a[0] - b[0])) {
    gaps.push(...gapOf(at, from))
    at = Math.max(at, to)
  }
  return [...gaps, ...gapOf(at, limit)]
}
