// Compares pixel data by hashes of what is stored and, where these do not decide, by decoded samples. What is not known is not guessed.
import type { DicomElement, DicomFile } from '../dicom-file.ts'
import { findIn } from '../dicom-file.ts'
import { traitsOf } from '../value/vr.ts'
import { compareFrames, type FrameComparison, type SampleDifference } from './compare-frames.ts'

const FLOAT_PIXEL_DATA = 0x7fe00008
const DOUBLE_FLOAT_PIXEL_DATA = 0x7fe00009
const PIXEL_DATA = 0x7fe00010

/** PS3.3 §C.7.6.3 and §C.7.6.24: a data set has at most one of them. */
export const PIXEL_TAGS: ReadonlySet<number> = new Set([FLOAT_PIXEL_DATA, DOUBLE_FLOAT_PIXEL_DATA, PIXEL_DATA])

/** Why equality is not known, or what decided it. */
export type PixelReason =
  | FrameComparison['reason']
  | 'same_codestream'
  | 'different_codestream'
  | 'different_encoding'
  | 'one_side_only'
  | 'no_pixel_data'

export interface PixelComparison {
  /** Null where it is not known. */
  readonly equal: boolean | null
  readonly hashLeft: string | null
  readonly hashRight: string | null
  readonly reason: PixelReason
  /** Null where no frames were decoded. */
  readonly difference: SampleDifference | null
}

/**
 * SHA-256, in hexadecimal digits, of native samples in little endian order, or of the bytes of all fragments without headers and offset
 * table.
 * @param decode frames are decoded where the hashes differ; else the answer is null where the encodings differ
 */
export async function comparePixels(left: DicomFile, right: DicomFile, decode: boolean): Promise<PixelComparison> {
  const a = findPixels(left)
  const b = findPixels(right)
  const hashLeft = a ? await hashPixels(left.data, a) : null
  const hashRight = b ? await hashPixels(right.data, b) : null
  const answer = (equal: boolean | null, reason: PixelReason): PixelComparison => ({ equal, hashLeft, hashRight, reason, difference: null })
  if (!a && !b) return answer(true, 'no_pixel_data')
  if (!a || !b) return answer(false, 'one_side_only')
  const isSame = hashLeft === hashRight && a.tag === b.tag
  if (!a.fragments && !b.fragments) {
    if (isSame) return answer(true, 'same_samples')
    // Bits outside the stored ones count here, so that decoding cannot overrule; it tells how far the samples are apart.
    const frames = decode ? await compareFrames(left, right) : undefined
    return { ...answer(false, 'different_samples'), difference: frames?.reason === 'different_samples' ? frames.difference : null }
  }
  const isSameEncoding = a.fragments && b.fragments && left.declaredTransferSyntax === right.declaredTransferSyntax
  if (isSame && isSameEncoding) return answer(true, 'same_codestream')
  if (decode) return { ...answer(null, 'not_decodable'), ...(await compareFrames(left, right)) }
  return answer(null, isSameEncoding ? 'different_codestream' : 'different_encoding')
}

function findPixels({ dataset }: DicomFile): DicomElement | undefined {
  for (const tag of PIXEL_TAGS) {
    const element = findIn(dataset, tag)
    if (element) return element
  }
  return undefined
}

async function hashPixels(bytes: Uint8Array, element: DicomElement): Promise<string> {
  const stored = element.fragments ? joinFragments(bytes, element) : orderSamples(bytes, element)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', stored as Uint8Array<ArrayBuffer>))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function joinFragments(bytes: Uint8Array, { fragments }: DicomElement): Uint8Array {
  const frames = fragments!.slice(1)
  const joined = new Uint8Array(frames.reduce((length, { valueStart, end }) => length + end - valueStart, 0))
  let at = 0
  for (const { valueStart, end } of frames) {
    joined.set(bytes.subarray(valueStart, end), at)
    at += end - valueStart
  }
  return joined
}

/** Words of big endian data are turned round; a copy is made only then. */
function orderSamples(bytes: Uint8Array, { vr, valueStart, valueEnd, littleEndian }: DicomElement): Uint8Array {
  const { unit } = traitsOf(vr)
  const stored = bytes.subarray(valueStart, valueEnd)
  if (littleEndian || unit === 1) return stored
  const turned = new Uint8Array(stored.length)
  const whole = stored.length - (stored.length % unit)
  for (let word = 0; word < whole; word += unit) for (let i = 0; i < unit; i++) turned[word + i] = stored[word + unit - 1 - i]!
  turned.set(stored.subarray(whole), whole)
  return turned
}
