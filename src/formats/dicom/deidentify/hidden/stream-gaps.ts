// The gaps of one frame, or of one stream of video, by its compression.
import type { Compression } from '../../pixels/codecs/compressed-frame.ts'
import { frameBits, isSubsampled } from '../../pixels/native-frame.ts'
import type { PixelFormat } from '../../pixels/pixel-format.ts'
import { isJp2, isJxlContainer, isMp4, jp2Gaps, jxlGaps, mp4Gaps } from './box-gaps.ts'
import { deflateGaps } from './deflate-gaps.ts'
import { type Gap, gapOf } from './gap.ts'
import { jpegGaps } from './jpeg-gaps.ts'
import { codestreamGaps } from './jpeg2000-gaps.ts'
import { rleGaps } from './rle-gaps.ts'
import { videoGaps } from './video-gaps.ts'

/** How the frames of a file are compressed; video is one stream over all frames. */
export type StreamCompression = Compression | 'mpeg2' | 'h264' | 'hevc'

export interface FrameSize {
  readonly pixels: number
  readonly bytes: number
  /** Bytes of a pixel. */
  readonly planes: number
}

export function sizeOf(format: PixelFormat): FrameSize {
  return {
    pixels: format.rows * format.columns,
    bytes: Math.ceil(frameBits(format, isSubsampled(format)) / 8),
    planes: format.samplesPerPixel * Math.ceil(format.bitsAllocated / 8),
  }
}

/** Undefined where the bytes are not what they should be: then nobody can say what in them is a sample. */
export function streamGaps(
  bytes: Uint8Array,
  compression: StreamCompression,
  { pixels, bytes: frameBytes, planes }: FrameSize,
): Gap[] | undefined {
  switch (compression) {
    case 'none':
      return gapOf(frameBytes, bytes.length)
    case 'rle':
      return rleGaps(bytes, pixels, planes)
    case 'jpeg':
    case 'jpeg-ls':
      return jpegGaps(bytes)
    case 'jpeg-2000':
      return isJp2(bytes) ? jp2Gaps(bytes) : codestreamGaps(bytes)
    case 'jpeg-xl':
      return isJxlContainer(bytes) ? jxlGaps(bytes) : []
    case 'deflate':
      return deflateGaps(bytes, frameBytes)
    default:
      return isMp4(bytes) ? mp4Gaps(bytes) : videoGaps(bytes, compression)
  }
}

const VIDEO: readonly (readonly [RegExp, StreamCompression])[] = [
  [/^1\.2\.840\.10008\.1\.2\.4\.10[01](?:\.1)?$/, 'mpeg2'],
  [/^1\.2\.840\.10008\.1\.2\.4\.10[2-6](?:\.1)?$/, 'h264'],
  [/^1\.2\.840\.10008\.1\.2\.4\.10[78]$/, 'hevc'],
]

export function videoOf(transferSyntax: string): StreamCompression | undefined {
  return VIDEO.find(([pattern]) => pattern.test(transferSyntax))?.[1]
}
