// The PNG writer against zlib: what it deflates comes out again, checksums are right, and every filter that it chooses can be undone.
import { crc32, inflateRawSync, inflateSync } from 'node:zlib'
import { describe, expect, it, test } from 'vitest'
import { deflateRuns } from '../../../../src/formats/dicom/pixels/png/deflate-runs.ts'
import { limitedLengths } from '../../../../src/formats/dicom/pixels/png/huffman.ts'
import { encodePng } from '../../../../src/formats/dicom/pixels/png/png.ts'
import { seededRandom } from '../mutate-bytes.ts'
import { readPng } from './read-png.ts'

const random = seededRandom(7)
const bytesOf = (length: number, byte: (i: number) => number): Uint8Array => Uint8Array.from({ length }, (_, i) => byte(i))
/** Each byte half as often as the one before: codes of Huffman would be longer than 15 bits. */
const skewed = (length: number): Uint8Array => bytesOf(length, () => Math.min(40, Math.floor(-Math.log2(1 - random()))))

describe('deflate of runs', () => {
  test.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array(0)],
    ['one byte', Uint8Array.of(7)],
    ['two bytes', Uint8Array.of(7, 7)],
    ['every run from 1 to 600', Uint8Array.from(Array.from({ length: 600 }, (_, i) => Array(i + 1).fill(i % 2)).flat())],
    ['one long run', new Uint8Array(1_000_000)],
    ['noise', bytesOf(200_000, () => Math.floor(random() * 256))],
    ['as many bytes as a block has symbols', bytesOf(1 << 16, (i) => i * 7)],
    ['one more', bytesOf((1 << 16) + 1, (i) => i * 7)],
    ['rare bytes beside frequent ones', skewed(3_000_000)],
    ['runs at the end', Uint8Array.of(1, 2, 3, 3, 3, 3, 3)],
    ['runs behind a block', bytesOf(140_000, (i) => (i < 65_530 ? i * 7 : 9))],
  ])('%s', (_name, data) => {
    expect(Buffer.compare(inflateRawSync(deflateRuns(data)), data)).toBe(0)
  })

  it('codes are no longer than allowed, and complete', () => {
    // Weights of Fibonacci make the deepest tree.
    const weights = new Uint32Array(286)
    for (let i = 0, [a, b] = [1, 1]; i < 40; i++, [a, b] = [b, a + b]) weights[i] = a
    const lengths = limitedLengths(weights, 15)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(15)
    expect([...lengths].filter((length) => length > 0).reduce((sum, length) => sum + 2 ** -length, 0)).toBe(1)
    expect([...limitedLengths(new Uint32Array(19), 7)].filter((length) => length > 0)).toEqual([1, 1])
  })

  it('is smaller than what goes in where rows were filtered', () => {
    expect(deflateRuns(skewed(100_000)).length).toBeLessThan(30_000)
    expect(deflateRuns(new Uint8Array(100_000)).length).toBeLessThan(500)
  })
})

describe('PNG', () => {
  test.each<[string, 1 | 3, (x: number, y: number) => number, number]>([
    ['columns that differ', 1, (x) => x * 91, 2],
    ['rows that differ', 1, (_x, y) => y * 91, 1],
    ['colours whose columns differ', 3, (x) => x * 91, 2],
    ['colours whose rows differ', 3, (_x, y) => y * 91, 1],
    ['noise', 3, () => Math.floor(random() * 256), 0],
  ])('%s', (_name, channels, sample, filter) => {
    const [width, height] = [61, 37]
    const samples = bytesOf(width * height * channels, (i) => sample(i % (width * channels), Math.floor(i / (width * channels))))
    const picture = readPng(encodePng({ width, height, channels, samples }))
    expect(picture).toMatchObject({ width, height, channels })
    expect(picture.pixels).toEqual([...samples])
    if (filter > 0) expect([...new Set(picture.filters.slice(1))]).toEqual([filter])
  })

  it('checksums are those of zlib', () => {
    const png = encodePng({ width: 3, height: 2, channels: 1, samples: Uint8Array.of(1, 2, 3, 4, 5, 6) })
    const view = new DataView(png.buffer, png.byteOffset)
    let chunks = 0
    for (let at = 8; at < png.length; at += 12 + view.getUint32(at), chunks++) {
      const end = at + 8 + view.getUint32(at)
      expect(view.getUint32(end)).toBe(crc32(png.subarray(at + 4, end)))
    }
    expect(chunks).toBe(3)
    // Fails where Adler-32 does not fit.
    expect(inflateSync(png.subarray(41, 41 + view.getUint32(33))).length).toBe(8)
  })
})
