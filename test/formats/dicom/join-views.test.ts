// Long files are joined without writing their runs of zeros.
import { expect, test } from 'vitest'
import { joinViews } from '../../../src/formats/dicom/write/part-list.ts'

test('views of a long file are joined byte for byte, zeros among them', () => {
  const source = new Uint8Array(40_000_000)
  for (let at = 0; at < source.length; at += 4_999_999) source.set([1, 2, 0, 0, 3], at)
  source.fill(7, 20_000_000, 20_200_000)
  source[source.length - 1] = 9
  const views = [new Uint8Array([5]), source.subarray(0, 12_345_678), new Uint8Array(), new Uint8Array([0, 6]), source.subarray(12_345_670)]
  expect(Buffer.compare(joinViews(views), Buffer.concat(views))).toBe(0)
})
