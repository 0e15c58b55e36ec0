// What is told to be bulk data is at the top level, in the file, and beside little else.
import { describe, expect, it } from 'vitest'
import { countBulkBytes } from '../../../src/formats/dicom/read/bulk-bytes.ts'
import { concat, element, encapsulated, item, part10, sequence, UNDEFINED } from './build-dicom.ts'

/** So much of a value is counted with its header. */
const READ_BYTES = 1_024
const SIZE = 100_000
const head = [
  element(0x00080016, 'UI', '1.2.840.10008.5.1.4.1.1.2'),
  element(0x00080018, 'UI', '1.2.3.4'),
  element(0x00100010, 'PN', 'Aster^Rowan '),
  element(0x00100020, 'LO', 'P-1 '),
]
const pixels = element(0x7fe00010, 'OW', new Uint8Array(SIZE))
const nested = sequence(0x00081140, [item(element(0x00081155, 'UI', '1.2.3'), 'explicit', true)], 'explicit', true)
const file = (...elements: readonly Uint8Array[]) => part10(concat(...head, ...elements))

describe('bulk data', () => {
  it.each([
    ['pixels', file(pixels), SIZE - READ_BYTES],
    [
      'pixels behind sequences of undefined length',
      part10(concat(...head.slice(0, 2), nested, ...head.slice(2), pixels)),
      SIZE - READ_BYTES,
    ],
    ['two values', file(element(0x00420011, 'OB', new Uint8Array(SIZE)), pixels), 2 * (SIZE - READ_BYTES)],
    ['pixels that are cut off', file(pixels).subarray(0, -50_000), SIZE - 50_000 - READ_BYTES],
    ['no pixels', file(), 0],
    ['small pixels', file(element(0x7fe00010, 'OW', new Uint8Array(5_000))), 0],
    ['a long text', file(element(0x00204000, 'LT', 'a'.repeat(SIZE))), 0],
    ['pixels in a sequence', file(sequence(0x00880200, [item(pixels)])), 0],
    ['pixels behind more than 32 kB of else', file(element(0x00204000, 'LT', 'a'.repeat(40_000)), pixels), 0],
    ['pixels of undefined length that are no fragments', file(element(0x7fe00010, 'OW', new Uint8Array(SIZE), 'explicit', UNDEFINED)), 0],
    ['a file without a head', concat(...head, pixels), 0],
    ['nothing', new Uint8Array(0), 0],
  ])('of %s', (_, bytes, expected) => {
    expect(countBulkBytes(bytes)).toBe(expected)
  })

  it('of fragments is all behind their table', () => {
    const bytes = part10(concat(...head, encapsulated([], [new Uint8Array(SIZE), new Uint8Array(SIZE)])), '1.2.840.10008.1.2.4.90')
    expect(countBulkBytes(bytes)).toBe(2 * SIZE)
  })
})
