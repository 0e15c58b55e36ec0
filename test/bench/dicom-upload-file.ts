// A CT image as a scanner writes it, of a chosen size, of a patient of its own: archives serialize what they do to one.
import { encodeRle } from '../../src/formats/dicom/pixels/codecs/rle.ts'
import { concat, element, encapsulated, part10, u16 } from '../formats/dicom/build-dicom.ts'

/** @param number tells one file from another: patient, study, series and instance are its own */
export function composeImage(bytes: number, number: number): Uint8Array<ArrayBuffer> {
  const head = concat(
    element(0x00080008, 'CS', 'ORIGINAL\\PRIMARY\\AXIAL'),
    element(0x00080016, 'UI', '1.2.840.10008.5.1.4.1.1.2'),
    element(0x00080018, 'UI', `1.2.826.0.1.3680043.10.543.9.${number}`),
    ...DATES.map((tag) => element(tag, 'DA', '20260102')),
    element(0x00080060, 'CS', 'CT'),
    element(0x00080070, 'LO', 'Bench Instruments'),
    element(0x00080080, 'LO', 'North Hospital'),
    element(0x00080090, 'PN', 'Aster^Rowan'),
    element(0x00100010, 'PN', 'Quist^Alvin'),
    element(0x00100020, 'LO', `P-${number}`),
    element(0x00100030, 'DA', '19700101'),
    element(0x00100040, 'CS', 'M'),
    element(0x00180015, 'CS', 'CHEST'),
    element(0x00180050, 'DS', '1.25'),
    element(0x00180060, 'DS', '120'),
    element(0x0020000d, 'UI', `1.2.826.0.1.3680043.10.543.9.${number}.1`),
    element(0x0020000e, 'UI', `1.2.826.0.1.3680043.10.543.9.${number}.1.1`),
    element(0x00200010, 'SH', 'S-77'),
    element(0x00200013, 'IS', String(number)),
    element(0x00200032, 'DS', '-150\\-150\\40'),
    element(0x00280002, 'US', u16(1)),
    element(0x00280004, 'CS', 'MONOCHROME2'),
  )
  // Rows are a number of 16 bits: an image that claims fewer than it has would be searched as what is no sample.
  const columns = bytes < 4 << 20 ? 64 : 4_096
  const rows = Math.max(1, Math.floor((bytes - head.length - ROOM) / (2 * columns)))
  const image = concat(
    element(0x00280010, 'US', u16(rows)),
    element(0x00280011, 'US', u16(columns)),
    element(0x00280100, 'US', u16(16)),
    element(0x00280101, 'US', u16(12)),
    element(0x00280102, 'US', u16(11)),
    element(0x00280103, 'US', u16(0)),
    element(0x7fe00010, 'OW', noise(2 * rows * columns)),
  )
  return new Uint8Array(part10(concat(head, image)))
}

/** The same patient's frames of 512 × 512, compressed as RLE Lossless, together about so long. */
export function composeCompressed(bytes: number, number: number): Uint8Array<ArrayBuffer> {
  const [image, size] = [composeImage(5_000_000, number), 512]
  const pixels = size * size
  const frame = encodeRle(noise(2 * pixels), { pixels, samplesPerPixel: 1, bytesAllocated: 2 }, size)!
  const frames = Math.floor(bytes / (frame.length + 8))
  const start = Buffer.from(image).lastIndexOf(Buffer.from([0x28, 0, 0x10, 0]))
  const head = image.subarray(Buffer.from(image).indexOf(Buffer.from([8, 0, 8, 0])), start)
  const description = concat(
    element(0x00280008, 'IS', String(frames)),
    element(0x00280010, 'US', u16(size)),
    element(0x00280011, 'US', u16(size)),
    element(0x00280100, 'US', u16(16)),
    element(0x00280101, 'US', u16(12)),
    element(0x00280102, 'US', u16(11)),
    element(0x00280103, 'US', u16(0)),
  )
  const fragments = Array.from({ length: frames }, () => frame)
  return new Uint8Array(part10(concat(head, description, encapsulated([], fragments)), '1.2.840.10008.1.2.5'))
}

const DATES = [0x00080020, 0x00080021, 0x00080022, 0x00080023]
/** Preamble, meta group and the elements of the image. */
const ROOM = 500

/** Pixels that are all different, and the same in each run. */
function noise(length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let state = 1
  for (let i = 0; i < length; i++) {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    bytes[i] = i % 2 === 0 ? state >> 16 : 0
  }
  return bytes
}
