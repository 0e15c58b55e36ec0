// Compares decoded frames sample by sample, one frame at a time: equal only where every sample is, and what cannot be decoded is not judged.
import { ProblemError } from '../../../core/problem.ts'
import type { DicomFile } from '../dicom-file.ts'
import { colourFrame } from '../pixels/colour.ts'
import { type FrameSamples, readSamples } from '../pixels/frame-samples.ts'
import type { PixelFormat } from '../pixels/pixel-format.ts'
import { openPixels, type PixelSource } from '../pixels/pixel-source.ts'

export interface SampleDifference {
  /** Frames that were decoded on both sides, from the first on. */
  readonly framesCompared: number
  /** Samples of those frames. */
  readonly samples: number
  readonly differing: number
  /** The greatest distance of two samples at the same place; null where floating-point samples have none. */
  readonly maxDifference: number | null
}

export interface FrameComparison {
  /** Null where it is not known. */
  readonly equal: boolean | null
  readonly reason:
    | 'same_samples'
    | 'different_samples'
    | 'same_colours'
    | 'different_colours'
    | 'different_colour_space'
    | 'different_shape'
    | 'not_decodable'
    | 'too_large'
  readonly difference: SampleDifference | null
}

/** Decoded bytes of all frames of one side. */
const MAX_DECODED_BYTES = 512 * 1024 * 1024
/** Between these colours are converted, with rounding, so that equal colours do not prove equal samples. */
const CONVERTED = new Set(['RGB', 'YBR_FULL'])

interface Tally {
  frames: number
  samples: number
  differing: number
  maxDifference: number
  converted: boolean
}

type Samples = ReturnType<typeof readSamples> | Uint8ClampedArray

/** Never throws a ProblemError: what cannot be decoded has a reason. */
export async function compareFrames(left: DicomFile, right: DicomFile): Promise<FrameComparison> {
  const sources = await openBoth(left, right)
  if (!sources) return answer(null, 'not_decodable')
  const [a, b] = sources
  if (!haveSameShape(a.format, b.format)) return answer(false, 'different_shape')
  if (decodedBytes(a.format) > MAX_DECODED_BYTES) return answer(null, 'too_large')
  const tally: Tally = { frames: 0, samples: 0, differing: 0, maxDifference: 0, converted: false }
  for (let frame = 0; frame < a.format.frames; frame++) {
    const one = readFullFrame(a, frame)
    const other = readFullFrame(b, frame)
    if (!one || !other) return tally.differing > 0 ? conclude(tally) : answer(null, 'not_decodable')
    const pair = alignColours(left, one, right, other)
    if (!pair) return tally.differing > 0 ? conclude(tally) : answer(null, 'different_colour_space')
    tally.converted ||= one.photometric !== other.photometric && one.samplesPerPixel > 1
    tally.frames++
    addDifferences(tally, ...pair)
  }
  return conclude(tally)
}

function conclude({ frames, samples, differing, maxDifference, converted }: Tally): FrameComparison {
  const difference: SampleDifference = {
    framesCompared: frames,
    samples,
    differing,
    maxDifference: Number.isFinite(maxDifference) ? maxDifference : null,
  }
  if (differing > 0) return { equal: false, reason: converted ? 'different_colours' : 'different_samples', difference }
  return { equal: converted ? null : true, reason: converted ? 'same_colours' : 'same_samples', difference }
}

function answer(equal: boolean | null, reason: FrameComparison['reason']): FrameComparison {
  return { equal, reason, difference: null }
}

async function openBoth(left: DicomFile, right: DicomFile): Promise<[PixelSource, PixelSource] | undefined> {
  try {
    return [await openPixels(left), await openPixels(right)]
  } catch (error) {
    if (error instanceof ProblemError) return undefined
    throw error
  }
}

/** Undefined where the frame cannot be decoded, or not as a whole. */
function readFullFrame(source: PixelSource, index: number): FrameSamples | undefined {
  try {
    const frame = source.readFrame(index)
    return frame.damaged ? undefined : frame
  } catch (error) {
    if (error instanceof ProblemError) return undefined
    throw error
  }
}

function haveSameShape(a: PixelFormat, b: PixelFormat): boolean {
  return (
    a.rows === b.rows &&
    a.columns === b.columns &&
    a.frames === b.frames &&
    a.samplesPerPixel === b.samplesPerPixel &&
    a.kind === b.kind &&
    a.signed === b.signed
  )
}

function decodedBytes({ rows, columns, samplesPerPixel, bitsAllocated, frames }: PixelFormat): number {
  return rows * columns * samplesPerPixel * Math.max(bitsAllocated / 8, 1) * frames
}

/** One sample a pixel is compared as it is, whatever it means; colours in one colour space. Undefined where there is none for both. */
function alignColours(left: DicomFile, one: FrameSamples, right: DicomFile, other: FrameSamples): [Samples, Samples] | undefined {
  if (one.samplesPerPixel === 1 || one.photometric === other.photometric) return [readSamples(one), readSamples(other)]
  if (!CONVERTED.has(one.photometric) || !CONVERTED.has(other.photometric)) return undefined
  return [colourFrame(left, one, 0), colourFrame(right, other, 0)]
}

function addDifferences(tally: Tally, a: Samples, b: Samples): void {
  let { differing, maxDifference } = tally
  for (let i = 0; i < a.length; i++) {
    const x = a[i]!
    const y = b[i]!
    if (x === y || (Number.isNaN(x) && Number.isNaN(y))) continue
    differing++
    const distance = Math.abs(x - y)
    if (!(distance <= maxDifference)) maxDifference = Number.isNaN(distance) ? Number.POSITIVE_INFINITY : distance
  }
  tally.samples += a.length
  tally.differing = differing
  tally.maxDifference = maxDifference
}
