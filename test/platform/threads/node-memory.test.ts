// What Node does with bytes in place of our own code: the same results, and memory that nobody else has.
import { afterEach, expect, it } from 'vitest'
import { freeBytes } from '../../../src/core/free-bytes.ts'
import { useMemory } from '../../../src/core/memory.ts'
import { decodeAscii } from '../../../src/formats/dicom/value/decode-text.ts'
import { joinViews } from '../../../src/formats/dicom/write/part-list.ts'
import { nodeMemory } from '../../../src/platform/threads/node-memory.ts'

afterEach(() => useMemory(undefined))

it.each([1, 100, 16_384, 16_385, 500_000])('joined views of %d bytes are the same, each byte of them', (length) => {
  const source = Uint8Array.from({ length }, (_, i) => (i * 31) & 255)
  const middle = length >> 1
  const views = [source.subarray(0, middle), new Uint8Array(0), source.subarray(middle)]
  const own = joinViews(views)
  useMemory(nodeMemory)
  expect(joinViews(views)).toEqual(own)
  expect(own).toEqual(source)
})

it('memory is alone in its buffer, and can be given back', () => {
  const bytes = nodeMemory.allocate(20_000)
  expect([bytes.byteOffset, bytes.byteLength, bytes.buffer.byteLength]).toEqual([0, 20_000, 20_000])
  freeBytes(bytes)
  expect(bytes.byteLength).toBe(0)
})

it.each([0, 1, 16, 255, 256, 257, 1000])('%d bytes are the same text, wherever they stand', (length) => {
  for (const offset of [0, 3]) {
    const bytes = Uint8Array.from({ length: offset + length + 2 }, (_, i) => (i * 31) & 127)
    const own = decodeAscii(bytes, offset, offset + length)
    useMemory(nodeMemory)
    expect(decodeAscii(bytes, offset, offset + length)).toBe(own)
    useMemory(undefined)
    expect(own).toBe(Buffer.from(bytes.subarray(offset, offset + length)).toString('ascii'))
  }
})

it('a byte beyond ASCII is the character of its number', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, i) => i)
  const own = decodeAscii(bytes)
  useMemory(nodeMemory)
  expect(decodeAscii(bytes)).toBe(own)
  expect(own.charCodeAt(0xe9)).toBe(0xe9)
})
