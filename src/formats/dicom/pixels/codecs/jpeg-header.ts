// Reads the frame header of JPEG and JPEG-LS streams (ISO/IEC 10918-1 §B.2, 14495-1 §C.2): what the codec will deliver.
import type { CodedImage } from './coded-image.ts'
import { FRAME_LS, hasNoLength, isFrameMarker, START_OF_SCAN } from './jpeg-markers.ts'

export interface JpegHeader extends CodedImage {
  /** SOF marker: 0xC0 baseline, 0xC3 lossless, 0xF7 JPEG-LS, … */
  readonly frameMarker: number
  /** The samples of one pixel stand in one scan; only told of JPEG-LS, whose decoder keeps separate scans as planes. */
  readonly interleaved: boolean
  /** Colour transform of an Adobe marker: 0 none, 1 YCbCr, 2 YCCK; undefined without marker. */
  readonly adobeTransform: number | undefined
  /** A JFIF marker, which promises YCbCr. */
  readonly jfif: boolean
  /** The components are called R, G and B, as some writers mark data without colour transform. */
  readonly namedRgb: boolean
  /** Coded samples of a pixel: fewer than components where some are subsampled. */
  readonly samplesPerPixel: number
}

interface Findings {
  frame?: Pick<JpegHeader, 'rows' | 'columns' | 'components' | 'precision' | 'frameMarker' | 'subsampled' | 'namedRgb' | 'samplesPerPixel'>
  adobeTransform?: number
  jfif: boolean
}

/** Undefined where the bytes are no JPEG stream, or have no whole frame header before the first scan. */
export function readJpegHeader(bytes: Uint8Array): JpegHeader | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined
  const found: Findings = { jfif: false }
  let at = 2
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1]!
    if (marker === 0xff || hasNoLength(marker)) {
      at += marker === 0xff ? 1 : 2
      continue
    }
    const length = (bytes[at + 2]! << 8) | bytes[at + 3]!
    const end = at + 2 + length
    if (length < 2 || end > bytes.length) return undefined
    if (marker === START_OF_SCAN) return finish(found, bytes, at, end)
    readSegment(bytes.subarray(at + 4, end), marker, found)
    at = end
  }
  return undefined
}

function readSegment(segment: Uint8Array, marker: number, found: Findings): void {
  if (isFrameMarker(marker) && segment.length >= 6) {
    const components = segment[5]!
    if (segment.length < 6 + 3 * components) return
    const ids = Array.from({ length: components }, (_, i) => segment[6 + 3 * i]!)
    const sampling = Array.from({ length: components }, (_, i) => segment[7 + 3 * i]!)
    found.frame ??= {
      frameMarker: marker,
      precision: segment[0]!,
      rows: (segment[1]! << 8) | segment[2]!,
      columns: (segment[3]! << 8) | segment[4]!,
      components,
      subsampled: new Set(sampling).size > 1,
      samplesPerPixel: countSamples(sampling),
      namedRgb: components === 3 && String.fromCharCode(...ids) === 'RGB',
    }
  } else if (marker === 0xee && startsWith(segment, 'Adobe') && segment.length >= 12) found.adobeTransform = segment[11]!
  else if (marker === 0xe0 && startsWith(segment, 'JFIF')) found.jfif = true
}

/** @param sampling of each component, how often it is sampled across and down, in four bits each */
function countSamples(sampling: readonly number[]): number {
  const across = sampling.map((factors) => factors >> 4)
  const down = sampling.map((factors) => factors & 15)
  const most = Math.max(...across, 1) * Math.max(...down, 1)
  return across.reduce((sum, times, i) => sum + times * down[i]!, 0) / most
}

function finish({ frame, adobeTransform, jfif }: Findings, bytes: Uint8Array, scanAt: number, scanEnd: number): JpegHeader | undefined {
  if (!frame) return undefined
  const scanComponents = bytes[scanAt + 4]!
  // SOS of JPEG-LS ends with NEAR, ILV and the point transform.
  const interleaved = frame.frameMarker === FRAME_LS ? scanComponents > 1 && bytes[scanEnd - 2] !== 0 : true
  return { ...frame, signed: false, interleaved, adobeTransform, jfif }
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[i] !== text.charCodeAt(i)) return false
  return true
}
