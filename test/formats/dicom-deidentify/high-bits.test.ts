// Bits outside of Bits Stored (PS3.5 §8.1.1), where another picture may be.
import { describe, expect, test } from 'vitest'
import { clearSpareBits, hasSpareBits, mayHaveSpareBits } from '../../../src/formats/dicom/deidentify/hidden/high-bits.ts'
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

test.each([1, 2, 3])('a sample that ends before the next word of memory, from offset %d', (offset) => {
  const bytes = new Uint8Array(8).subarray(offset, offset + 1)
  expect(clearSpareBits(bytes, format(8, 7), true)).toBe(false)
  bytes[0] = 0x85
  expect(clearSpareBits(bytes, format(8, 7), true)).toBe(true)
  expect([...bytes]).toEqual([5])
})

// Bytes are read four at a time, from wherever the samples begin in a file.
describe.each([8, 16, 32])('one bit of samples of %d bits', (bits) => {
  const shapes = [...Array(bits - 1).keys()].flatMap((i) => [
    { ...format(bits, i + 1), highBit: i },
    { ...format(bits, i + 1), highBit: bits - 1 },
  ])
  test.each([0, 1, 2, 3])('is seen where it is spare, from offset %d', (offset) => {
    for (const shape of shapes) {
      for (const littleEndian of [true, false]) {
        for (let bit = 0; bit < 5 * bits; bit++) {
          const bytes = new Uint8Array(offset + (5 * bits) / 8 + 3).subarray(offset, offset + (5 * bits) / 8)
          const unit = bits / 8
          const sample = bit - (bit % bits)
          const byte = Math.floor((bit % bits) / 8)
          bytes[sample / 8 + (littleEndian ? byte : unit - 1 - byte)] = 1 << (bit % 8)
          const isSpare = bit % bits > shape.highBit || bit % bits <= shape.highBit - shape.bitsStored
          expect(mayHaveSpareBits(bytes, shape, littleEndian)).toBe(isSpare)
          expect(clearSpareBits(bytes, shape, littleEndian)).toBe(isSpare)
          expect(bytes.every((value) => value === 0)).toBe(isSpare)
        }
      }
    }
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
