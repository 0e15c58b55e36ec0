// Bits outside of Bits Stored (PS3.5 §8.1.1), where another picture may be.
import { describe, expect, test } from 'vitest'
import { clearSpareBits, hasSpareBits } from '../../../src/formats/dicom/deidentify/hidden/high-bits.ts'
import { scrubFile } from '../../../src/formats/dicom/deidentify/hidden/scrub-file.ts'
import { findIn } from '../../../src/formats/dicom/dicom-file.ts'
import { readDicom } from '../../../src/formats/dicom/read/read-dicom.ts'
import { PIXEL_DATA } from '../../../src/formats/dicom/tag.ts'
import { composeImage } from '../../bench/dicom-upload-file.ts'

const format = (bitsAllocated: number, bitsStored: number, signed = false) =>
  ({ kind: 'integer', bitsAllocated, bitsStored, highBit: bitsStored - 1, signed }) as const

/** One sample of so many bits as bytes. */
function bytesOf(value: number, bits: number, littleEndian = true): Uint8Array {
  const bytes = new Uint8Array(bits / 8)
  for (let i = 0; i < bytes.length; i++) bytes[littleEndian ? i : bytes.length - 1 - i] = (value >>> (8 * i)) & 255
  return bytes
}

describe.each([8, 16, 32])('samples of %d bits', (bits) => {
  const stored = bits - 4
  const plant = 2 ** stored

  test('have spare bits if fewer are stored', () => {
    expect([hasSpareBits(format(bits, stored)), hasSpareBits(format(bits, bits))]).toEqual([true, false])
  })

  test.each([true, false])('lose a planted bit, little endian: %s', (littleEndian) => {
    const bytes = bytesOf(5 + plant, bits, littleEndian)
    expect(clearSpareBits(bytes, format(bits, stored), littleEndian)).toBe(true)
    expect(bytes).toEqual(bytesOf(5, bits, littleEndian))
  })

  test('keep copies of the sign', () => {
    const bytes = bytesOf(-3, bits)
    expect(clearSpareBits(bytes, format(bits, stored, true), true)).toBe(false)
    expect(bytes).toEqual(bytesOf(-3, bits))
  })

  test('keep a sample without such bits', () => {
    const bytes = bytesOf(2 ** (stored - 1), bits)
    expect(clearSpareBits(bytes, format(bits, stored), true)).toBe(false)
  })
})

// A long image is gone through in blocks of 64 KiB.
test.each([0, 65_534, 65_536, 131_070, 199_998, 'last'] as const)(
  'a bit planted at byte %s of a long image goes, and nothing else',
  (place) => {
    const image = composeImage(300_000, 1)
    const { valueStart, valueEnd } = findIn(readDicom(image).dataset, PIXEL_DATA)!
    const at = place === 'last' ? valueEnd - 2 : valueStart + place
    const planted = image.slice()
    planted[at + 1]! |= 0x80
    const { file, scrubbed } = scrubFile(readDicom(planted))
    expect(Buffer.compare(file.bytes, image)).toBe(0)
    expect(scrubbed).toEqual([PIXEL_DATA])
    expect(planted[at + 1]! & 0x80).toBe(0x80)
  },
)
