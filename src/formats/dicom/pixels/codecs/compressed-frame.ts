// Decodes one compressed frame. What the stream says of itself is held against the data set first: no codec result may pretend.
import { Inflate } from 'fflate'
import { ProblemError } from '../../../../core/problem.ts'
import type { FrameSamples } from '../frame-samples.ts'
import { cutFrame, frameBits, interleavePlanes, isSubsampled } from '../native-frame.ts'
import type { PixelFormat } from '../pixel-format.ts'
import type { CodecCall, CodecKind, CodecResult, Codecs } from './codec-module.ts'
import type { CodedImage } from './coded-image.ts'
import { checkExpansion, leastDeflateBytes, leastJpegBytes, leastRleBytes } from './expansion.ts'
import { wrapChannel } from './jp2-channel.ts'
import { readJpegHeader } from './jpeg-header.ts'
import { readJpeg2000Header } from './jpeg2000-header.ts'
import { readJpegXlHeader } from './jpegxl-header.ts'
import { decodeRle } from './rle.ts'
import { sortLines } from './sort-lines.ts'

/** How the frames of a transfer syntax are compressed. */
export type Compression = 'none' | 'rle' | 'deflate' | 'jpeg' | 'jpeg-ls' | 'jpeg-2000' | 'jpeg-xl'

const BASE = '1.2.840.10008.1.2'
const COMPRESSIONS: Readonly<Record<string, Compression>> = {
  [`${BASE}.1.98`]: 'none',
  [`${BASE}.5`]: 'rle',
  [`${BASE}.8.1`]: 'deflate',
  [`${BASE}.4.70`]: 'jpeg',
  [`${BASE}.4.80`]: 'jpeg-ls',
  [`${BASE}.4.81`]: 'jpeg-ls',
  [`${BASE}.4.90`]: 'jpeg-2000',
  [`${BASE}.4.91`]: 'jpeg-2000',
  [`${BASE}.4.110`]: 'jpeg-xl',
  [`${BASE}.4.111`]: 'jpeg-xl',
  [`${BASE}.4.112`]: 'jpeg-xl',
  [`${BASE}.4.201`]: 'jpeg-2000',
  [`${BASE}.4.202`]: 'jpeg-2000',
  [`${BASE}.4.203`]: 'jpeg-2000',
}
/** JPEG processes 1 to 29, of which 1, 2, 4 and 14 are not retired. */
for (let tail = 50; tail <= 66; tail++) Object.assign(COMPRESSIONS, { [`${BASE}.4.${tail}`]: 'jpeg' })

/** Undefined where frames of this transfer syntax are not decoded. */
export function compressionOf(transferSyntax: string): Compression | undefined {
  return COMPRESSIONS[transferSyntax]
}

/** Whether the WebAssembly codecs are needed. */
export function needsCodecs(compression: Compression): boolean {
  return compression.startsWith('jpeg')
}

interface Stream extends CodedImage {
  readonly codec: CodecKind
  readonly photometric: string
  /** The decoder delivers planes. */
  readonly planar: boolean
  /** It puts the lines of planes where those of pixels belong. */
  readonly mixedLines?: boolean
  /** Offset of the codestream whose components it delivers one by one. */
  readonly channelsFrom?: number
  /** Bytes that the stream has at least if it is whole. */
  readonly leastBytes: number
}

/**
 * @param byteOffset of the frame, for errors
 * @throws ProblemError `unreadable_input`, `unsupported_variant`, `inflated_too_large`
 */
export function decodeCompressed(
  encoded: Uint8Array,
  format: PixelFormat,
  compression: Compression,
  codecs: Codecs | undefined,
  byteOffset: number,
): FrameSamples {
  if (compression === 'rle') return decodeRleFrame(encoded, format, byteOffset)
  if (compression === 'deflate') return wrapNative(inflateFrame(encoded, format, byteOffset), format, byteOffset)
  if (compression === 'none') return wrapNative(encoded, format, byteOffset)
  const stream = readStream(encoded, format, compression)
  if (!stream) throw unreadable('The compressed frame does not begin as its transfer syntax says.', byteOffset)
  checkStream(stream, format, byteOffset)
  checkExpansion(encoded.length, bytesOf(format), stream.leastBytes, byteOffset)
  return decodeStream(encoded, stream, format, codecs!, byteOffset)
}

function readStream(encoded: Uint8Array, format: PixelFormat, compression: Compression): Stream | undefined {
  if (compression === 'jpeg-2000') return readJpeg2000Stream(encoded, format)
  if (compression === 'jpeg-xl') {
    const header = readJpegXlHeader(encoded)
    const shape = { components: format.samplesPerPixel, signed: false, subsampled: false, planar: false }
    return (
      header && {
        ...header,
        ...shape,
        codec: 'jpeg-xl',
        leastBytes: 0,
        photometric: format.samplesPerPixel === 3 ? 'RGB' : format.photometric,
      }
    )
  }
  const header = readJpegHeader(encoded)
  if (!header) return undefined
  const leastBytes = leastJpegBytes(header)
  // Some writers declare JPEG-LS and write JPEG or the other way round; the stream knows.
  if (header.frameMarker === 0xf7) {
    const planar = header.components > 1 && !header.interleaved
    return { ...header, codec: 'jpeg-ls', photometric: fullSize(format.photometric), planar, leastBytes }
  }
  return {
    ...header,
    subsampled: false,
    codec: 'jpeg',
    photometric: judgeJpegColour(header, format.photometric),
    planar: false,
    leastBytes,
  }
}

function readJpeg2000Stream(encoded: Uint8Array, { photometric }: PixelFormat): Stream | undefined {
  const header = readJpeg2000Header(encoded)
  if (!header) return undefined
  const wasTransformed = photometric === 'YBR_ICT' || photometric === 'YBR_RCT'
  return {
    ...header,
    codec: header.highThroughput ? 'ht-jpeg-2000' : 'jpeg-2000',
    photometric: wasTransformed ? 'RGB' : fullSize(photometric),
    planar: false,
    leastBytes: 0,
    // Components without a common transform are decoded one after the other.
    mixedLines: header.highThroughput && header.components > 1 && !header.colourTransform,
    ...(!header.highThroughput && header.components === 3 && header.precision > 8 ? { channelsFrom: header.codestreamStart } : {}),
  }
}

/** Codecs deliver chrominance at full size. */
function fullSize(photometric: string): string {
  return photometric === 'YBR_FULL_422' ? 'YBR_FULL' : photometric
}

/** What the components are: as the stream's own markers say, else as the data set says. */
function judgeJpegColour(header: NonNullable<ReturnType<typeof readJpegHeader>>, declared: string): string {
  const photometric = fullSize(declared)
  // Lossless processes carry the samples as they are.
  if (header.components !== 3 || header.frameMarker === 0xc3) return photometric
  if (header.adobeTransform === 0 || (header.adobeTransform === undefined && header.namedRgb)) return 'RGB'
  if (header.adobeTransform === 1) return 'YBR_FULL'
  return header.jfif ? 'YBR_FULL' : photometric
}

function checkStream(stream: Stream, format: PixelFormat, byteOffset: number): void {
  if (stream.rows !== format.rows || stream.columns !== format.columns) {
    throw unreadable('The compressed frame has another size than Rows and Columns say.', byteOffset)
  }
  if (stream.components !== format.samplesPerPixel) {
    throw unreadable('The compressed frame has another number of components than Samples per Pixel says.', byteOffset)
  }
  if (stream.precision > format.bitsAllocated) throw unreadable('The compressed frame has more bits than Bits Allocated says.', byteOffset)
  const isUnsupported =
    stream.precision < 1 ||
    stream.precision > 16 ||
    stream.subsampled ||
    (stream.codec === 'jpeg-2000' && (stream.components > 3 || stream.components === 2)) ||
    (stream.codec === 'jpeg-xl' && format.signed)
  if (isUnsupported) {
    throw new ProblemError('The compressed frame has a depth or a structure of components that is not decoded.', {
      code: 'unsupported_variant',
      at: { byteOffset },
    })
  }
}

function decodeStream(encoded: Uint8Array, stream: Stream, format: PixelFormat, codecs: Codecs, byteOffset: number): FrameSamples {
  const { codec, rows, columns, components, precision } = stream
  // The high throughput decoder clamps 8 bit samples to unsigned ones.
  const bitsAllocated = precision <= 8 && !(codec === 'ht-jpeg-2000' && stream.signed) ? 8 : 16
  const shape = { rows, columns, samplesPerPixel: components, bitsAllocated, signed: stream.signed }
  const call = { ...shape, kind: codec, encoded, bitsStored: precision }
  const result = stream.channelsFrom === undefined ? runCodec(codecs, call) : decodeChannels(codecs, call, stream, stream.channelsFrom)
  if (!result) throw unreadable('The compressed frame is damaged and cannot be decoded.', byteOffset)
  if (result.bytes.length !== (rows * columns * components * bitsAllocated) / 8) {
    throw unreadable('The compressed frame does not decode to the size that Rows and Columns say.', byteOffset)
  }
  const bytes = interleave(result.bytes, stream, bitsAllocated / 8)
  // A sample of fewer bits than the data set says has its sign at its own top; of more, at that of the data set.
  const bitsStored = format.signed ? Math.min(precision, format.bitsStored) : precision
  return {
    ...shape,
    bitsStored,
    highBit: bitsStored - 1,
    signed: format.signed,
    kind: 'integer',
    photometric: stream.photometric,
    bytes,
    damaged: result.damaged,
  }
}

/** Samples of two bytes, each component by a run of its own. */
function decodeChannels(codecs: Codecs, call: CodecCall, stream: Stream, start: number): CodecResult | undefined {
  const { rows, columns, components } = stream
  const codestream = call.encoded.subarray(start)
  const samples = new Uint16Array(rows * columns * components)
  let damaged = false
  for (let component = 0; component < components; component++) {
    const result = codecs.decode({ ...call, encoded: wrapChannel(codestream, stream, component) })
    if (result?.bytes.length !== rows * columns * 2) return undefined
    const channel = new Uint16Array(result.bytes.buffer, result.bytes.byteOffset, rows * columns)
    for (let i = 0, to = component; i < channel.length; i++, to += components) samples[to] = channel[i]!
    damaged ||= result.damaged
  }
  return { bytes: new Uint8Array(samples.buffer), damaged }
}

/** @param unit bytes of a sample */
function interleave(bytes: Uint8Array, { planar, mixedLines, rows, columns, components }: Stream, unit: number): Uint8Array {
  if (planar) return interleavePlanes(bytes, components, unit)
  return mixedLines ? sortLines(bytes, { rows, columns, components, unit }) : bytes
}

function runCodec(codecs: Codecs, call: CodecCall): CodecResult | undefined {
  if (call.kind !== 'jpeg-ls') return codecs.decode(call)
  const { encoded } = call
  const end = findEnd(encoded)
  if (end === undefined) return undefined
  const result = codecs.decode(call)
  if (result || encoded[end - 1] !== 0) return result
  // Some writers leave a zero byte between the last sample and EOI, at which CharLS stops; without it nothing of the data is lost.
  const shortened = new Uint8Array(end + 1)
  shortened.set(encoded.subarray(0, end - 1))
  shortened.set([0xff, 0xd9], end - 1)
  return codecs.decode({ ...call, encoded: shortened })
}

/** Where EOI stands, before zeros or one byte of padding. CharLS looks for the end of a cut stream for minutes: it is given none without. */
function findEnd(encoded: Uint8Array): number | undefined {
  let end = encoded.length
  while (end > 0 && encoded[end - 1] === 0) end--
  return [end - 2, encoded.length - 3].find((at) => encoded[at] === 0xff && encoded[at + 1] === 0xd9)
}

function decodeRleFrame(encoded: Uint8Array, format: PixelFormat, byteOffset: number): FrameSamples {
  const { rows, columns, samplesPerPixel, bitsAllocated, bitsStored, highBit, signed } = format
  if (bitsAllocated % 8 !== 0) {
    throw new ProblemError('RLE compressed pixel data with this number of allocated bits cannot be decoded.', {
      code: 'unsupported_variant',
      at: { byteOffset },
    })
  }
  const frameBytes = bytesOf(format)
  checkExpansion(encoded.length, frameBytes, leastRleBytes(frameBytes), byteOffset)
  const result = decodeRle(encoded, { pixels: rows * columns, samplesPerPixel, bytesAllocated: bitsAllocated / 8 })
  if (!result) throw unreadable('The header of the RLE frame does not fit its samples and bits (PS3.5 G.5).', byteOffset)
  return {
    rows,
    columns,
    samplesPerPixel,
    bitsAllocated,
    bitsStored,
    highBit,
    signed,
    kind: 'integer',
    photometric: fullSize(format.photometric),
    ...result,
  }
}

/** A frame whose bytes are those of uncompressed little endian data. */
function wrapNative(bytes: Uint8Array, format: PixelFormat, byteOffset: number): FrameSamples {
  const subsampled = isSubsampled(format)
  if (bytes.length * 8 < frameBits(format, subsampled)) throw unreadable('The frame ends before its last pixel.', byteOffset)
  return {
    ...format,
    bitsAllocated: Math.max(format.bitsAllocated, 8),
    photometric: fullSize(format.photometric),
    bytes: cutFrame(bytes, 0, format, { littleEndian: true, words: false }, subsampled),
    damaged: false,
  }
}

/** One push can grow 1,032-fold; small pushes let the limit act in time. */
const INFLATE_CHUNK_BYTES = 2_048

/** Deflated Image Frame Compression (PS3.5 §A.4.13): each frame is a raw deflate stream of its own. */
function inflateFrame(encoded: Uint8Array, format: PixelFormat, byteOffset: number): Uint8Array {
  const frameBytes = Math.ceil(frameBits(format, isSubsampled(format)) / 8)
  checkExpansion(encoded.length, frameBytes, leastDeflateBytes(frameBytes), byteOffset)
  const bytes = new Uint8Array(frameBytes)
  let length = 0
  const inflate = new Inflate((chunk) => {
    bytes.set(chunk.subarray(0, bytes.length - length), length)
    length = Math.min(length + chunk.length, bytes.length)
  })
  try {
    for (let at = 0; at < encoded.length && length < bytes.length; at += INFLATE_CHUNK_BYTES) {
      inflate.push(encoded.subarray(at, at + INFLATE_CHUNK_BYTES))
    }
  } catch {
    throw unreadable('The deflated frame is damaged.', byteOffset)
  }
  return bytes.subarray(0, length)
}

/** Of a decoded frame. */
function bytesOf({ rows, columns, samplesPerPixel, bitsAllocated }: PixelFormat): number {
  return rows * columns * samplesPerPixel * Math.ceil(bitsAllocated / 8)
}

function unreadable(message: string, byteOffset: number): ProblemError {
  return new ProblemError(message, { code: 'unreadable_input', at: { byteOffset } })
}
