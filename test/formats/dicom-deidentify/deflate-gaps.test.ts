// What follows the end of a deflated frame, however long it is.
import { deflateSync } from 'fflate'
import { expect, it } from 'vitest'
import { deflateGaps } from '../../../src/formats/dicom/deidentify/hidden/deflate-gaps.ts'
import { concat } from '../dicom/build-dicom.ts'

const FRAME = Uint8Array.from({ length: 500 }, (_, i) => (i * i) % 251)
const stream = deflateSync(FRAME)

it.each([0, 1, 2, 7, 64, stream.length, 3 * stream.length])('%i bytes behind the stream are found', (length) => {
  const bytes = concat(stream, new Uint8Array(length).fill(0x41))
  expect(deflateGaps(bytes, FRAME.length)).toEqual(length === 0 ? [] : [{ start: stream.length, end: bytes.length }])
})

it('a stream of another length is not judged', () => {
  expect(deflateGaps(stream, FRAME.length + 2)).toBeUndefined()
})
