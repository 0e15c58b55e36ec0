// Runs of bytes are compared whole, however they lie: one byte that differs is seen wherever it stands.
import { afterEach, describe, expect, it } from 'vitest'
import { useMemory } from '../../../src/core/memory.ts'
import { sameBytes } from '../../../src/formats/dicom/value/same-bytes.ts'
import { nodeMemory } from '../../../src/platform/threads/node-memory.ts'

const OFFSETS = [0, 1, 2, 3, 4, 5]
const PLACES = OFFSETS.flatMap((a) => OFFSETS.map((b) => [a, b] as const))
const LENGTHS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 23]

/** Bytes at an offset of a buffer that ends with them. */
function bytesAt(offset: number, length: number): Uint8Array {
  const all = new Uint8Array(offset + length).fill(0xee)
  const bytes = all.subarray(offset)
  for (let i = 0; i < length; i++) bytes[i] = (i * 37 + 200) & 255
  return bytes
}

afterEach(() => useMemory(undefined))

describe.each([
  ['by itself', undefined],
  ['with the memory of Node', nodeMemory],
])('%s', (_, memory) => {
  it.each(PLACES)('offsets %i and %i: the same, and each single byte another', (first, second) => {
    useMemory(memory)
    for (const length of LENGTHS) {
      const [a, b] = [bytesAt(first, length), bytesAt(second, length)]
      expect(sameBytes(a, b), `${length}`).toBe(true)
      for (let i = 0; i < length; i++) {
        for (const bit of [0x01, 0x80]) {
          b[i]! ^= bit
          expect(sameBytes(a, b), `${length}, byte ${i}`).toBe(false)
          b[i]! ^= bit
        }
      }
    }
  })

  it('another length is not the same', () => {
    useMemory(memory)
    expect(sameBytes(bytesAt(0, 8), bytesAt(0, 9))).toBe(false)
    expect(sameBytes(bytesAt(0, 9), bytesAt(0, 8))).toBe(false)
  })
})
