// Comments of JPEG 2000 and HTJ2K codestreams in the main header and in those of tile-parts, markers that no decoder needs, and what follows the end
// (ISO/IEC 15444-1 Annex A, 15444-15). Segments stay as long as they are: those that nobody needs become comments of zeros.
import { type Gap, gapOf } from './gap.ts'

const CAPABILITIES = 0x50
const SIZE = 0x51
const CODING = 0x52
const TILE_LENGTHS = 0x55
const COMMENT = 0x64
const SOT = 0x90
const SOD = 0x93
const EOC = 0xd9
/** SIZ, COD, COC, QCD, QCC, RGN, POC, PPM, PPT, CAP and TLM: what decoders read. Others are pointers, registrations and extensions. */
const NEEDED: ReadonlySet<number> = new Set([CAPABILITIES, SIZE, CODING, 0x53, TILE_LENGTHS, 0x5c, 0x5d, 0x5e, 0x5f, 0x60, 0x61, SOT])
/** FF30 to FF3F have no segment. */
const hasNoLength = (marker: number): boolean => marker >= 0x30 && marker <= 0x3f

interface Segment {
  readonly marker: number
  /** Of the marker. */
  readonly at: number
  readonly end: number
}

interface Codestream {
  readonly segments: readonly Segment[]
  /** Index and length of each tile-part. */
  readonly tileParts: readonly (readonly [tile: number, length: number])[]
  /** Behind EOC, or the limit. */
  readonly end: number
}

/** Undefined where the bytes are no whole codestream. */
export function codestreamGaps(bytes: Uint8Array, start = 0, limit = bytes.length): Gap[] | undefined {
  const stream = readCodestream(bytes, start, limit)
  if (!stream) return undefined
  const { segments, tileParts, end } = stream
  const areLengthsRight = hasRightLengths(bytes, segments, tileParts)
  return [...segments.flatMap((segment) => segmentGaps(bytes, segment, areLengthsRight)), ...gapOf(end, limit)]
}

function readCodestream(bytes: Uint8Array, start: number, limit: number): Codestream | undefined {
  if (bytes[start] !== 0xff || bytes[start + 1] !== 0x4f) return undefined
  const segments: Segment[] = []
  const tileParts: [number, number][] = []
  let at = start + 2
  let tileEnd = 0
  while (at + 2 <= limit) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1]!
    if (marker === EOC) return { segments, tileParts, end: at + 2 }
    if (marker === SOD) {
      if (tileEnd <= at) return undefined
      at = tileEnd
      continue
    }
    if (hasNoLength(marker)) {
      at += 2
      continue
    }
    const length = readUint16(bytes, at + 2)
    if (length < 2 || at + 2 + length > limit) return undefined
    segments.push({ marker, at, end: at + 2 + length })
    if (marker === SOT) {
      tileEnd = endOfTile(bytes, at, limit)
      tileParts.push([readUint16(bytes, at + 4), tileEnd - at])
    }
    at += 2 + length
  }
  // The last tile-part may run to the end of a stream without EOC, as some writers cut it.
  return tileEnd === limit ? { segments, tileParts, end: limit } : undefined
}

function segmentGaps(bytes: Uint8Array, segment: Segment, areLengthsRight: boolean): Gap[] {
  const { marker, at, end } = segment
  const fields = at + 4
  if (marker === COMMENT) return gapOf(at + 6, end)
  if (!NEEDED.has(marker) || (marker === TILE_LENGTHS && !areLengthsRight)) return toComment(segment)
  if (marker === SIZE) return gapOf(Math.min(fields + 36 + 3 * readUint16(bytes, fields + 34), end), end)
  if (marker === CODING) return gapOf(Math.min(fields + 10 + (bytes[fields]! & 1 ? bytes[fields + 5]! + 1 : 0), end), end)
  return marker === CAPABILITIES ? capabilityGaps(bytes, fields, end) : []
}

function toComment({ at, end }: Segment): Gap[] {
  return [{ start: at + 1, end: at + 2, fill: [COMMENT] }, ...gapOf(at + 4, end)]
}

/** Of the capabilities only those of Part 15, the fast block coder, are read; each set bit of Pcap has two bytes behind it. */
function capabilityGaps(bytes: Uint8Array, fields: number, end: number): Gap[] {
  const gaps: Gap[] = []
  let at = fields + 4
  for (let part = 1; part <= 32; part++) {
    if ((bytes[fields + ((part - 1) >> 3)]! & (0x80 >> ((part - 1) & 7))) === 0) continue
    if (part !== 15) gaps.push(...gapOf(at, Math.min(at + 2, end)))
    at += 2
  }
  return [...gaps, ...gapOf(Math.min(at, end), end)]
}

/** True if the TLM segments match the tile-parts: then they are pointers, which the RPCL form of HTJ2K requires. */
function hasRightLengths(bytes: Uint8Array, segments: readonly Segment[], tileParts: Codestream['tileParts']): boolean {
  let next = 0
  for (const { marker, at, end } of segments) {
    if (marker !== TILE_LENGTHS) continue
    const sizes = bytes[at + 5]!
    const indexBytes = (sizes >> 4) & 3
    const lengthBytes = sizes & 0x40 ? 4 : 2
    for (let entry = at + 6; entry < end; entry += indexBytes + lengthBytes) {
      const part = tileParts[next++]
      const tile = indexBytes === 0 ? next - 1 : readUint(bytes, entry, indexBytes)
      if (entry + indexBytes + lengthBytes > end || part?.[0] !== tile || part[1] !== readUint(bytes, entry + indexBytes, lengthBytes))
        return false
    }
  }
  return next === tileParts.length
}

/** Psot counts from the marker; 0 leads to the end of the codestream, before EOC where it is there. */
function endOfTile(bytes: Uint8Array, at: number, limit: number): number {
  const length = readUint(bytes, at + 6, 4)
  if (length > 0) return Math.min(at + length, limit)
  for (let end = limit - 2; end > at; end--) if (bytes[end] === 0xff && bytes[end + 1] === EOC) return end
  return limit
}

function readUint16(bytes: Uint8Array, at: number): number {
  return readUint(bytes, at, 2)
}

function readUint(bytes: Uint8Array, at: number, length: number): number {
  let value = 0
  for (let i = at; i < at + length; i++) value = value * 256 + (bytes[i] ?? 0)
  return value
}
