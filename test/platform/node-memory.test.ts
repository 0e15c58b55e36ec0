// What Node does with bytes in place of our own code: the same results, and memory that nobody else has.
import { afterEach, expect, it } from 'vitest'
import { useMemory } from '../../src/core/memory.ts'
import { joinViews } from '../../src/formats/dicom/write/part-list.ts'
import { freeBytes } from '../../src/http/free-bytes.ts'
import { nodeMemory } from '../../src/platform/node-memory.ts'

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
