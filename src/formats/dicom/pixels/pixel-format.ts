// What a data set says of its pixels (PS3.3 §C.7.6.3), checked before anything is decoded.
import { ProblemError } from '../../../core/problem.ts'
import { type DicomElement, type DicomFile, findIn } from '../dicom-file.ts'
import { formatPath } from '../dicom-issue.ts'
import { PIXEL_DATA } from '../tag.ts'
import { type Attributes, readCode, readNumber } from './attribute.ts'

export interface PixelFormat {
  readonly rows: number
  readonly columns: number
  readonly frames: number
  readonly samplesPerPixel: number
  /** 1, 8, 16, 32 or 64; the last for double float alone. */
  readonly bitsAllocated: number
  readonly bitsStored: number
  readonly highBit: number
  readonly signed: boolean
  readonly kind: 'integer' | 'float' | 'double'
  /** As the data set says; decoded frames tell their own. */
  readonly photometric: string
  readonly planar: boolean
}

const FLOAT_PIXEL_DATA = 0x7fe00008
const DOUBLE_PIXEL_DATA = 0x7fe00009

/** Bytes of one decoded frame: a header of a few bytes must not claim the memory of the machine. */
const MAX_FRAME_BYTES = 256 * 1024 * 1024
/** Samples by photometric interpretation (PS3.3 §C.7.6.3.1.2), the retired ones too. */
const SAMPLES: Readonly<Record<string, number>> = {
  MONOCHROME1: 1,
  MONOCHROME2: 1,
  'PALETTE COLOR': 1,
  RGB: 3,
  YBR_FULL: 3,
  YBR_FULL_422: 3,
  YBR_PARTIAL_422: 3,
  YBR_PARTIAL_420: 3,
  YBR_ICT: 3,
  YBR_RCT: 3,
  XYB: 3,
  HSV: 3,
  ARGB: 4,
  CMYK: 4,
}

/** The pixel data of the file. @throws ProblemError `unreadable_input` where there are none */
export function findPixelElement({ dataset, data }: DicomFile): DicomElement {
  for (const tag of [PIXEL_DATA, FLOAT_PIXEL_DATA, DOUBLE_PIXEL_DATA]) {
    const element = findIn(dataset, tag)
    if (element) return element
  }
  throw new ProblemError('The file has no pixel data.', { code: 'unreadable_input', at: { byteOffset: data.length } })
}

/** @throws ProblemError `unreadable_input` where a description is missing or contradicts itself, `unsupported_variant`, `resource_limit` */
export function readPixelFormat(file: DicomFile, element: DicomElement): PixelFormat {
  const attributes: Attributes = { data: file.data, item: file.dataset }
  const isFloat = element.tag === FLOAT_PIXEL_DATA
  const isDouble = element.tag === DOUBLE_PIXEL_DATA
  const need = (tag: number, name: string, min: number, max: number): number => {
    const value = readNumber(attributes, tag)
    if (value !== undefined && Number.isInteger(value) && value >= min && value <= max) return value
    throw broken(`${name} is missing or out of range.`, element, tag, findIn(file.dataset, tag))
  }
  const rows = need(0x00280010, 'Rows', 1, 65_535)
  const columns = need(0x00280011, 'Columns', 1, 65_535)
  const bitsAllocated = isDouble ? 64 : isFloat ? 32 : need(0x00280100, 'Bits Allocated', 1, 64)
  const samplesPerPixel = readNumber(attributes, 0x00280002) ?? 1
  const photometric = readCode(attributes, 0x00280004) || (samplesPerPixel === 1 ? 'MONOCHROME2' : 'RGB')
  const bitsStored = isFloat || isDouble ? bitsAllocated : (readNumber(attributes, 0x00280101) ?? bitsAllocated)
  const highBit = isFloat || isDouble ? bitsAllocated - 1 : (readNumber(attributes, 0x00280102) ?? bitsStored - 1)
  const format: PixelFormat = {
    rows,
    columns,
    frames: readNumber(attributes, 0x00280008, 'IS') ?? 1,
    samplesPerPixel,
    bitsAllocated,
    bitsStored,
    highBit,
    signed: !isFloat && !isDouble && readNumber(attributes, 0x00280103) === 1,
    kind: isDouble ? 'double' : isFloat ? 'float' : 'integer',
    photometric,
    planar: samplesPerPixel > 1 && readNumber(attributes, 0x00280006) === 1,
  }
  check(format, element)
  return format
}

function check(format: PixelFormat, element: DicomElement): void {
  const { rows, columns, frames, samplesPerPixel, bitsAllocated, bitsStored, highBit, photometric } = format
  const samples = SAMPLES[photometric]
  if (samples === undefined) throw unsupported('The photometric interpretation is none of PS3.3 C.7.6.3.1.2.', element)
  if (samples !== samplesPerPixel) throw broken('Samples per Pixel does not fit the photometric interpretation.', element, 0x00280002)
  if (![1, 8, 16, 32].includes(bitsAllocated) && format.kind === 'integer') {
    throw unsupported('Pixel data of this number of allocated bits are not decoded; 1, 8, 16 and 32 are.', element)
  }
  if (bitsStored < 1 || bitsStored > bitsAllocated || highBit >= bitsAllocated || highBit < bitsStored - 1) {
    throw broken('Bits Stored and High Bit do not fit Bits Allocated.', element, 0x00280101)
  }
  if (!Number.isInteger(frames) || frames < 1) throw broken('Number of Frames is out of range.', element, 0x00280008)
  if (rows * columns * samplesPerPixel * Math.max(bitsAllocated / 8, 1) > MAX_FRAME_BYTES) {
    throw new ProblemError('A decoded frame is larger than the limit.', {
      code: 'resource_limit',
      at: { byteOffset: element.start },
      facts: { limitBytes: MAX_FRAME_BYTES },
    })
  }
}

function broken(message: string, element: DicomElement, tag: number, culprit?: DicomElement): ProblemError {
  return new ProblemError(message, { code: 'unreadable_input', at: { path: formatPath([tag]), byteOffset: (culprit ?? element).start } })
}

function unsupported(message: string, element: DicomElement): ProblemError {
  return new ProblemError(message, { code: 'unsupported_variant', at: { byteOffset: element.start } })
}
