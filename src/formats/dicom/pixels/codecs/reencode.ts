// Decodes compressed pixel data, blanks regions, and compresses them again without loss, frame after frame, as RLE (PS3.5 Annex G).
import { ProblemError } from '../../../../core/problem.ts'
import { blankRegions, type PixelRegion } from '../blank-pixels.ts'
import type { FrameSamples } from '../frame-samples.ts'
import type { PixelSource } from '../pixel-source.ts'
import { encodeRle } from './rle.ts'

export interface Reencoded {
  readonly transferSyntax: '1.2.840.10008.1.2.5'
  /** Basic offset table; empty where the offsets exceed 32 bits. */
  readonly offsetTable: Uint8Array
  /** One a frame, of even length. */
  readonly fragments: readonly Uint8Array[]
  /** For (0028,0004). */
  readonly photometric: string
  /** For (0028,0006); undefined where there is one sample a pixel, and no such attribute. */
  readonly planarConfiguration: 0 | undefined
  readonly bitsAllocated: number
  readonly bitsStored: number
  readonly highBit: number
}

/**
 * @param regionsOf the regions to blank in the frame with this index, from 0
 * @throws ProblemError as readFrame; `unreadable_input` too where a frame is damaged: what a codec has made up is not written
 */
export function reencodePixels(source: PixelSource, regionsOf: (frame: number) => readonly PixelRegion[]): Reencoded {
  const fragments: Uint8Array[] = []
  let first: FrameSamples | undefined
  for (let index = 0; index < source.format.frames; index++) {
    const frame = source.readFrame(index)
    if (frame.damaged) throw refuse('A compressed frame is damaged; it is not written again.', source)
    first ??= { ...frame, bytes: new Uint8Array(0) }
    if (!isAlike(first, frame)) throw refuse('The compressed frames differ in bits or colors.', source)
    blankRegions(frame, regionsOf(index))
    const cells = { pixels: frame.rows * frame.columns, samplesPerPixel: frame.samplesPerPixel, bytesAllocated: frame.bitsAllocated / 8 }
    const fragment = encodeRle(frame.bytes, cells, frame.columns)
    if (!fragment) throw refuse('RLE cannot hold as many samples and bits.', source)
    fragments.push(fragment)
  }
  const { photometric, samplesPerPixel, bitsAllocated, bitsStored, highBit } = first!
  return {
    transferSyntax: '1.2.840.10008.1.2.5',
    offsetTable: makeOffsetTable(fragments),
    fragments,
    photometric,
    planarConfiguration: samplesPerPixel > 1 ? 0 : undefined,
    bitsAllocated,
    bitsStored,
    highBit,
  }
}

function isAlike(a: FrameSamples, b: FrameSamples): boolean {
  return a.bitsAllocated === b.bitsAllocated && a.bitsStored === b.bitsStored && a.photometric === b.photometric
}

function makeOffsetTable(fragments: readonly Uint8Array[]): Uint8Array {
  const table = new DataView(new ArrayBuffer(4 * fragments.length))
  let offset = 0
  fragments.forEach((fragment, i) => {
    table.setUint32(4 * i, offset % 2 ** 32, true)
    offset += 8 + fragment.length
  })
  return offset > 2 ** 32 ? new Uint8Array(0) : new Uint8Array(table.buffer)
}

function refuse(message: string, { element }: PixelSource): ProblemError {
  return new ProblemError(message, { code: 'unreadable_input', at: { byteOffset: element.start } })
}
