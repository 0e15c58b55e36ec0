// Boxes of JP2, JPEG XL and MPEG-4 files that hold titles, comments, locations, thumbnails or records of cameras (ISO/IEC 15444-1 Annex I, 18181-2,
// 14496-12). They become free space.
import { type Gap, gapOf, startsWith } from './gap.ts'
import { iccGaps } from './icc-gaps.ts'
import { codestreamGaps } from './jpeg2000-gaps.ts'

const JP2_ALLOWED_BOXES = new Set(['jP  ', 'ftyp', 'jp2h', 'jp2c', 'ihdr', 'bpcc', 'colr', 'pclr', 'cmap', 'cdef', 'res ', 'resc', 'resd'])
const JXL_ALLOWED_BOXES = new Set(['JXL ', 'ftyp', 'jxll', 'jxlc', 'jxlp'])
/** Of file types (ISO/IEC 14496-12 §4.3). Anything else may be a name. */
const BRANDS = new Set('jp2 ,jph ,jpx ,jpxb,jxl ,isom,iso2,iso3,iso4,iso5,iso6,mp41,mp42,avc1,hvc1,hev1,dash,qt  ,M4V ,MSNV'.split(','))
const MP4_TEXTS = new Set(['udta', 'meta', 'uuid', 'free', 'skip', 'wide', 'pnot', 'ilst', 'XMP_', 'cprt', 'name', 'styp', 'pdin'])
const CONTAINERS = new Set(['jp2h', 'res ', 'moov', 'trak', 'mdia', 'minf', 'dinf', 'stbl', 'edts', 'mvex', 'moof', 'traf'])
const FREE = [...'free'].map((sign) => sign.charCodeAt(0))

interface Box {
  readonly start: number
  readonly type: string
  readonly contentStart: number
  readonly end: number
}

export function isJp2(bytes: Uint8Array): boolean {
  return startsWith(bytes, 4, 'jP  ')
}

export function isJxlContainer(bytes: Uint8Array): boolean {
  return startsWith(bytes, 4, 'JXL ')
}

export function isMp4(bytes: Uint8Array): boolean {
  return startsWith(bytes, 4, 'ftyp')
}

/** Undefined where the boxes do not end with the bytes. Codestreams after the first are freed: no reader shows them. */
export function jp2Gaps(bytes: Uint8Array): Gap[] | undefined {
  let codestreams = 0
  return walk(bytes, 0, bytes.length, (box, depth) => {
    if (!JP2_ALLOWED_BOXES.has(box.type) || (box.type === 'jp2c' && (depth > 0 || codestreams++ > 0))) return freed(box)
    if (box.type === 'jp2c') return codestreamGaps(bytes, box.contentStart, box.end)
    if (box.type === 'ftyp') return brandGaps(bytes, box, 'jp2 ')
    if (box.type === 'ihdr') return behindFields(box, 14)
    if (box.type === 'resc' || box.type === 'resd') return behindFields(box, 10)
    return box.type === 'colr' ? colourGaps(bytes, box) : []
  })
}

/** Methods 2 and 3 have an ICC profile; others are private to makers. */
function colourGaps(bytes: Uint8Array, box: Box): Gap[] {
  const method = bytes[box.contentStart]!
  if (method === 1) return behindFields(box, 7)
  const profile = method === 2 || method === 3 ? iccGaps(bytes, box.contentStart + 3, box.end) : undefined
  return profile ?? freed(box)
}

function behindFields({ contentStart, end }: Box, length: number): Gap[] {
  return gapOf(Math.min(contentStart + length, end), end)
}

/** The version is a small number. @param own brand that replaces unknown ones */
function brandGaps(bytes: Uint8Array, { contentStart, end }: Box, own: string): Gap[] {
  const gaps = bytes[contentStart + 4] === 0 ? [] : gapOf(Math.min(contentStart + 4, end), Math.min(contentStart + 8, end))
  const fill = [...own].map((sign) => sign.charCodeAt(0))
  for (let at = contentStart; at < end; at += 4) {
    const brand = String.fromCharCode(...bytes.subarray(at, Math.min(at + 4, end)))
    if (at !== contentStart + 4 && !BRANDS.has(brand)) gaps.push(...gapOf(at, Math.min(at + 4, end), fill))
  }
  return gaps
}

/**
 * The record from which a JPEG file could be made again goes too: it has the comments of that file. So do codestreams after the first, which is
 * one box `jxlc` or parts up to the one whose number has its highest bit set.
 */
export function jxlGaps(bytes: Uint8Array): Gap[] | undefined {
  let isComplete = false
  return walk(bytes, 0, bytes.length, (box, depth) => {
    const isStream = box.type === 'jxlc' || box.type === 'jxlp'
    if (!JXL_ALLOWED_BOXES.has(box.type) || depth > 0 || (isStream && isComplete)) return freed(box)
    if (isStream) isComplete = box.type === 'jxlc' || bytes[box.contentStart]! >= 0x80
    if (box.type === 'ftyp') return brandGaps(bytes, box, 'jxl ')
    return box.type === 'jxll' ? behindFields(box, 1) : []
  })
}

export function mp4Gaps(bytes: Uint8Array): Gap[] | undefined {
  return walk(bytes, 0, bytes.length, (box) => {
    if (MP4_TEXTS.has(box.type)) return freed(box)
    if (box.type === 'ftyp') return brandGaps(bytes, box, 'isom')
    // The name of the handler follows version, flags, type and reserved bytes.
    return box.type === 'hdlr' ? gapOf(box.contentStart + 24, box.end) : []
  })
}

function freed({ start, contentStart, end }: Box): Gap[] {
  return [{ start: start + 4, end: start + 8, fill: FREE }, ...gapOf(contentStart, end)]
}

/** @param depth 0 for boxes that are in no other */
type Judge = (box: Box, depth: number) => Gap[] | undefined

function walk(bytes: Uint8Array, start: number, limit: number, judge: Judge, depth = 0): Gap[] | undefined {
  const gaps: Gap[] = []
  for (let at = start; at < limit; ) {
    const box = at + 8 <= limit ? readBox(bytes, at, limit) : undefined
    // What follows the last box is padding, or none knows what.
    if (!box) return at > start ? [...gaps, ...gapOf(at, limit)] : undefined
    const own = judge(box, depth)
    const inner = CONTAINERS.has(box.type) ? walk(bytes, box.contentStart, box.end, judge, depth + 1) : []
    if (!own || !inner) return undefined
    gaps.push(...own, ...inner)
    at = box.end
  }
  return gaps
}

function readBox(bytes: Uint8Array, start: number, limit: number): Box | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const size = view.getUint32(start)
  const isWide = size === 1
  if (isWide && start + 16 > limit) return undefined
  const length = isWide ? view.getUint32(start + 8) * 2 ** 32 + view.getUint32(start + 12) : size
  const contentStart = start + (isWide ? 16 : 8)
  const end = size === 0 ? limit : start + length
  const type = String.fromCharCode(...bytes.subarray(start + 4, start + 8))
  return end >= contentStart && end <= limit ? { start, type, contentStart, end } : undefined
}
