// Refuses to search a file whose frames are not all its pixels: what the search does not see must not be called clean.
import { ProblemError } from '../../../../core/problem.ts'
import { type DicomFile, findIn } from '../../dicom-file.ts'
import type { FrameSamples } from '../../pixels/frame-samples.ts'
import { framesBytes } from '../../pixels/native-frame.ts'
import type { PixelSource } from '../../pixels/pixel-source.ts'
import { readUint32 } from '../../read/element-header.ts'
import { PIXEL_DATA } from '../../tag.ts'
import { judgeBurnedIn } from '../pixels/burned-in.ts'
import { clearSpareBits, hasSpareBits } from './high-bits.ts'
import { countsFrames } from './scrub-file.ts'

const PIXEL_TAGS = [PIXEL_DATA, 0x7fe00008, 0x7fe00009]

/** @throws ProblemError `unsupported_variant` for a second pixel element, an unreadable number of frames, tiles, bytes behind the last frame, and overlays in spare bits */
export function refuseUnseen(file: DicomFile, source: PixelSource): void {
  if (PIXEL_TAGS.filter((tag) => findIn(file.dataset, tag)).length > 1)
    throw refuse('it is not the only pixel data of the file', file, source)
  if (!countsFrames(file)) throw refuse('the number of frames is not a number', file, source)
  if (isTiled(file, source)) throw refuse('its frames are tiles of one image, and text across their borders is not found', file, source)
  if (!source.encapsulated && hasTrailingBytes(file, source)) throw refuse('more data follows the last frame', file, source)
  if (judgeBurnedIn(file).reasons.includes('overlay-bits') && hasOverlays(source)) {
    throw refuse('unused bits of the samples may contain an overlay', file, source)
  }
}

/**
 * Samples of a compressed frame may have more bits than Bits Stored. Viewers show the lower ones, and the others may hold another picture.
 * @throws ProblemError `unsupported_variant` if any such bit is set and is no copy of the sign
 */
export function refuseHiddenBits(frame: FrameSamples, { format, encapsulated, element }: PixelSource): void {
  const declared = { ...frame, bitsStored: format.bitsStored, highBit: format.bitsStored - 1, signed: format.signed }
  if (!encapsulated || !hasSpareBits(declared) || !clearSpareBits(new Uint8Array(frame.bytes), declared, true)) return
  throw new ProblemError('Its samples use bits above Bits Stored.', { code: 'unsupported_variant', at: { byteOffset: element.start } })
}

function refuse(reason: string, file: DicomFile, { element }: PixelSource): ProblemError {
  return new ProblemError(`The pixel data cannot be searched for text: ${reason}.`, {
    code: 'unsupported_variant',
    at: { byteOffset: file.deflated?.start ?? element.start },
  })
}

/** Whole-slide images (PS3.3 C.8.12.4): Total Pixel Matrix Columns and Rows are larger than those of a frame. */
function isTiled({ data, dataset }: DicomFile, { format }: PixelSource): boolean {
  const sizeOf = (tag: number): number => {
    const element = findIn(dataset, tag)
    return element && element.valueEnd - element.valueStart === 4 ? readUint32(data, element.valueStart, element.littleEndian) : 0
  }
  return format.frames > 1 && (sizeOf(0x00480006) > format.columns || sizeOf(0x00480007) > format.rows)
}

/** Anything but zeros. */
function hasTrailingBytes(file: DicomFile, { format, element: { valueStart, valueEnd } }: PixelSource): boolean {
  const expected = framesBytes(format, valueEnd - valueStart)
  for (let i = valueStart + expected; i < valueEnd; i++) if (file.data[i] !== 0) return true
  return false
}

function hasOverlays(source: PixelSource): boolean {
  for (let index = 0; index < source.format.frames; index++) {
    const frame = source.readFrame(index)
    if (frame.kind !== 'integer' || frame.bitsStored === frame.bitsAllocated) continue
    if (!hasSpareBits(frame) || clearSpareBits(frame.bytes, frame, true)) return true
  }
  return false
}
