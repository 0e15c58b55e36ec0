// The array that a body is collected in: what came in is what is there, and copied chunks take no memory any more.
import { describe, expect, it } from 'vitest'
import { ByteSink } from '../../../src/http/request/byte-sink.ts'

const LARGE = 65_536
const MEBIBYTE = 1 << 20
const chunkOf = (length: number, value: number): Uint8Array<ArrayBuffer> => new Uint8Array(length).fill(value)

describe('a sink', () => {
  it.each([
    ['of a known length', 40 * LARGE],
    ['of an unknown length', 0],
    ['that was told too little', 1_000],
  ])('%s holds what was appended, in its order', (_, announced) => {
    const sink = new ByteSink(announced, 100 * MEBIBYTE)
    for (let i = 0; i < 40; i++) sink.append(chunkOf(i % 2 === 0 ? LARGE : 10, i))
    const bytes = sink.view()
    expect(bytes.length).toBe(20 * LARGE + 200)
    for (let i = 0, at = 0; i < 40; i++) {
      const length = i % 2 === 0 ? LARGE : 10
      expect([bytes[at], bytes[at + length - 1]]).toEqual([i, i])
      at += length
    }
  })

  it('keeps the only chunk as it is', () => {
    const chunk = chunkOf(LARGE, 1)
    const sink = new ByteSink(LARGE, MEBIBYTE)
    sink.append(chunk)
    expect([sink.view().buffer === chunk.buffer, chunk.buffer.detached]).toEqual([true, false])
  })

  it('frees what it has copied, and leaves small chunks and pieces of others alone', () => {
    const [first, whole, small, other] = [chunkOf(LARGE, 1), chunkOf(LARGE, 2), chunkOf(16_384, 3), chunkOf(2 * LARGE, 4)]
    const sink = new ByteSink(0, MEBIBYTE)
    for (const chunk of [first, whole, small, other.subarray(LARGE)]) sink.append(chunk)
    expect([first, whole, small, other].map(({ buffer }) => buffer.detached)).toEqual([true, true, false, false])
    expect([0, LARGE, 2 * LARGE, 2 * LARGE + 16_384].map((at) => sink.view()[at])).toEqual([1, 2, 3, 4])
  })

  it('is allocated once: by the announced length when a mebibyte has come, by the limit when 32 have', () => {
    const sizeAfter = (announced: number, mebibytes: number): number => {
      const sink = new ByteSink(announced, 100 * MEBIBYTE)
      for (let i = 0; i <= mebibytes; i++) sink.append(chunkOf(MEBIBYTE, i))
      return sink.view().buffer.byteLength
    }
    expect(sizeAfter(50 * MEBIBYTE, 1)).toBe(50 * MEBIBYTE)
    expect(sizeAfter(0, 32)).toBe(100 * MEBIBYTE)
  })
})
