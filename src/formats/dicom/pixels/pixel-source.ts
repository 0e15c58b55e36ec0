// Opens the pixels of a file: from then on each frame is decoded by itself, in any order, one at a time in memory.
import { ProblemError } from '../../../core/problem.ts'
import type { DicomElement, DicomFile, Fragment } from '../dicom-file.ts'
import { type Codecs, loadCodecs } from './codecs/codec-module.ts'
import { compressionOf, decodeCompressed, needsCodecs } from './codecs/compressed-frame.ts'
import { groupFragments, joinFragments } from './frame-fragments.ts'
import type { FrameSamples } from './frame-samples.ts'
import { cutFrame, frameBits, isSubsampled } from './native-frame.ts'
import { findPixelElement, type PixelFormat, readPixelFormat } from './pixel-format.ts'

export interface PixelSource {
  readonly format: PixelFormat
  readonly encapsulated: boolean
  /** The pixel data, at the top level of the data set. */
  readonly element: DicomElement
  /**
   * @param index from 0
   * @throws ProblemError `unreadable_input` with the offset of the frame, `unsupported_variant`, `resource_limit`
   */
  readFrame(index: number): FrameSamples
}

/**
 * Asynchronous because a thread compiles the codecs when they are first needed.
 * @throws ProblemError `unreadable_input` where the file holds no pixels or its description and data do not fit, `unsupported_variant`, `resource_limit`
 */
export async function openPixels(file: DicomFile): Promise<PixelSource> {
  const element = findPixelElement(file)
  const format = readPixelFormat(file, element)
  return element.fragments ? openEncapsulated(file, element, format) : openNative(file, element, format)
}

async function openEncapsulated(file: DicomFile, element: DicomElement, format: PixelFormat): Promise<PixelSource> {
  const compression = compressionOf(file.declaredTransferSyntax)
  const byteOffset = offsetIn(file, element.start)
  if (!compression) {
    throw new ProblemError('Pixel data with this transfer syntax cannot be decoded.', { code: 'unsupported_variant', at: { byteOffset } })
  }
  if (format.kind !== 'integer') {
    throw new ProblemError('Float pixel data cannot be compressed.', { code: 'unreadable_input', at: { byteOffset } })
  }
  const groups = groupFragments(file, element, format.frames, compression)
  if (!groups) {
    throw new ProblemError('The fragments of the pixel data cannot be assigned to frames.', {
      code: 'unreadable_input',
      at: { byteOffset },
    })
  }
  const codecs: Codecs | undefined = needsCodecs(compression) ? await loadCodecs() : undefined
  return {
    format,
    encapsulated: true,
    element,
    readFrame: (index) => {
      const group: Fragment[] = groups[checkIndex(index, format)]!
      return decodeCompressed(joinFragments(file.data, group), format, compression, codecs, offsetIn(file, group[0]!.start))
    },
  }
}

function openNative(file: DicomFile, element: DicomElement, format: PixelFormat): PixelSource {
  const pixels = file.data.subarray(element.valueStart, element.valueEnd)
  const encoding = { littleEndian: element.littleEndian, words: element.vr === 'OW' && format.bitsAllocated <= 8 }
  // Some writers declare subsampled chrominance and write three whole samples.
  checkDeclaration(file, element, format)
  const isFull = pixels.length * 8 >= frameBits(format, false) * format.frames
  const subsampled = isSubsampled(format) && !isFull
  return {
    format,
    encapsulated: false,
    element,
    readFrame: (index) => {
      const bits = frameBits(format, subsampled)
      if ((checkIndex(index, format) + 1) * bits > pixels.length * 8) {
        throw new ProblemError('The pixel data end within the frame.', {
          code: 'unreadable_input',
          at: { byteOffset: offsetIn(file, element.valueEnd) },
          facts: { expectedBytes: Math.ceil(((index + 1) * bits) / 8), actualBytes: pixels.length },
        })
      }
      return {
        ...format,
        bitsAllocated: Math.max(format.bitsAllocated, 8),
        photometric: format.photometric === 'YBR_FULL_422' ? 'YBR_FULL' : format.photometric,
        bytes: cutFrame(pixels, index, format, encoding, subsampled),
        damaged: false,
      }
    },
  }
}

/** Some writers declare compression and apply none; then the length fits to the byte. */
function checkDeclaration(file: DicomFile, element: DicomElement, format: PixelFormat): void {
  const expectedBytes = Math.ceil((frameBits(format, false) * format.frames) / 8)
  const actualBytes = element.valueEnd - element.valueStart
  if (!file.transferSyntax.encapsulated || actualBytes === expectedBytes || actualBytes === expectedBytes + (expectedBytes % 2)) return
  throw new ProblemError('The transfer syntax requires encapsulated pixel data, but they are not encapsulated.', {
    code: 'unreadable_input',
    at: { byteOffset: offsetIn(file, element.start) },
    facts: { expectedBytes, actualBytes },
  })
}

function checkIndex(index: number, { frames }: PixelFormat): number {
  if (Number.isInteger(index) && index >= 0 && index < frames) return index
  throw new ProblemError('The file has fewer frames.', { code: 'invalid_input', facts: { frames } })
}

/** Offsets of a deflated data set count in what was inflated; the file knows only where it begins. */
function offsetIn({ deflated }: DicomFile, offset: number): number {
  return deflated ? deflated.start : offset
}
