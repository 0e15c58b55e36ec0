// Where text can stand inside Pixel Data beside the pixels: behind the last frame, in offset tables, in comments and at the ends of compressed streams.
import { ProblemError } from '../../../../core/problem.ts'
import type { DicomElement, DicomFile, Fragment } from '../../dicom-file.ts'
import { frameBits, isSubsampled } from '../../pixels/native-frame.ts'
import { readPixelFormat } from '../../pixels/pixel-format.ts'

export interface ByteRange {
  readonly start: number
  readonly end: number
  /** Nothing but tables and texts: a short word found in it was written there. */
  readonly header: boolean
  /** Meant for texts, or for nothing: words in it are no chance. */
  readonly words: boolean
  /** May be samples all the same: only a long run of letters counts as text. */
  readonly samples?: boolean
}

/** Of each fragment that does not begin with a stream that is known. */
const HEAD_BYTES = 4096
const TAIL_BYTES = 1024

/** @param element Pixel Data of the file */
export function listPixelMargins(file: DicomFile, element: DicomElement): ByteRange[] {
  if (element.fragments) return element.fragments.flatMap((fragment, i) => (i === 0 ? [tableOf(fragment)] : marginsOf(file.data, fragment)))
  const { frame, all } = pixelBytes(file, element)
  const actual = element.valueEnd - element.valueStart
  // If the file is cut, or declares more frames than it has, its last frame is a part of one.
  const isCut = all > actual
  const start = element.valueStart + (isCut ? actual - (actual % frame) : all)
  return start < element.valueEnd ? [{ start, end: element.valueEnd, header: !isCut, words: true, samples: isCut }] : []
}

/** Zero where the data set does not say how many: then all may be anything. */
function pixelBytes(file: DicomFile, element: DicomElement): { readonly frame: number; readonly all: number } {
  try {
    const format = readPixelFormat(file, element)
    const whole = (subsampled: boolean) => Math.ceil((frameBits(format, subsampled) * format.frames) / 8)
    const isHalved = isSubsampled(format) && whole(false) > element.valueEnd - element.valueStart
    return { frame: Math.ceil(frameBits(format, isHalved) / 8), all: whole(isHalved) }
  } catch (error) {
    if (error instanceof ProblemError) return { frame: 1, all: 0 }
    throw error
  }
}

function tableOf({ valueStart, end }: Fragment): ByteRange {
  return { start: valueStart, end, header: true, words: true }
}

function marginsOf(data: Uint8Array, { valueStart, end }: Fragment): ByteRange[] {
  const lead = (data[valueStart]! << 8) | (data[valueStart + 1] ?? 0)
  const tailStart = Math.max(valueStart, end - TAIL_BYTES)
  const tail = { start: tailStart, end, header: false, words: false }
  // ISO/IEC 10918-1 §B.1 and 15444-1 §A.2: segments up to the first scan, or up to the first tile.
  if (lead === 0xffd8) return [...segmentsOf(data, valueStart, end, 0xda, isJpegText), tail, ...bytesAfterEnd(data, tailStart, end)]
  if (lead === 0xff4f) return [...segmentsOf(data, valueStart, end, 0x90, isJpeg2000Text), tail, ...bytesAfterEnd(data, tailStart, end)]
  return [{ start: valueStart, end: Math.min(end, valueStart + HEAD_BYTES), header: false, words: false }, tail]
}

/** Comments and the segments of applications, but for colour profiles, which say what they are. */
function isJpegText(marker: number): boolean {
  return marker === 0xfe || (marker >= 0xe0 && marker <= 0xef && marker !== 0xe2)
}

function isJpeg2000Text(marker: number): boolean {
  return marker === 0x64
}

/** What follows the last marker that ends an image, FFD9 in both standards. */
function bytesAfterEnd(data: Uint8Array, start: number, end: number): ByteRange[] {
  for (let i = end - 2; i >= start; i--) {
    if (data[i] === 0xff && data[i + 1] === 0xd9) return i + 2 < end ? [{ start: i + 2, end, header: true, words: true }] : []
  }
  return []
}

function segmentsOf(data: Uint8Array, start: number, end: number, last: number, isText: (marker: number) => boolean): ByteRange[] {
  const ranges: ByteRange[] = []
  let at = start + 2
  while (at + 4 <= end && data[at] === 0xff && data[at + 1] !== last) {
    const length = (data[at + 2]! << 8) | data[at + 3]!
    if (length < 2) break
    ranges.push({ start: at + 4, end: Math.min(end, at + 2 + length), header: true, words: isText(data[at + 1]!) })
    at += 2 + length
  }
  return ranges
}
