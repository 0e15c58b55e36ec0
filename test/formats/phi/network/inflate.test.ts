// Tables are the same whether zlib unpacks them or, as in a browser, the library.
import { deflateSync } from 'fflate'
import { afterEach, expect, test, vi } from 'vitest'
import { inflate } from '../../../../src/formats/phi/normalize/inflate.ts'

const TABLE = Uint8Array.from({ length: 100_000 }, (_, i) => (i * i) % 251)

afterEach(() => vi.unstubAllGlobals())

test('with zlib and without it', () => {
  const packed = deflateSync(TABLE)
  expect(Buffer.compare(inflate(packed), TABLE)).toBe(0)
  // What is sliced of it is a copy.
  expect(Buffer.isBuffer(inflate(packed))).toBe(false)
  vi.stubGlobal('process', undefined)
  expect(Buffer.compare(inflate(packed), TABLE)).toBe(0)
})
