// The tables of the legacy encodings, which come from the platform, against digests of the published ones: the indexes of the WHATWG Encoding Standard,
// and Unicode's mappings of ISO 8859-1, ISO 8859-9 and the IBM code pages 437 and 850.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  type CodeSet,
  codeSetReverse,
  codeSetTable,
  fourByteReverseMap,
  fourBytesOf,
} from '../../../src/formats/text/encoding/double-byte.ts'
import { SINGLE_BYTE, type SingleByteEncoding } from '../../../src/formats/text/encoding/encoding-names.ts'
import { singleByteReverse, singleByteTable } from '../../../src/formats/text/encoding/single-byte.ts'

function digest(units: Uint16Array): string {
  const bytes = new Uint8Array(units.length * 2)
  for (const [i, unit] of units.entries()) bytes.set([unit >> 8, unit & 0xff], i * 2)
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16)
}

const SINGLE: readonly (readonly [SingleByteEncoding, string])[] = [
  ['iso-8859-1', '537c09110e341d7e'],
  ['iso-8859-2', '6896b954845dc48e'],
  ['iso-8859-3', '5b6dc6cd66786012'],
  ['iso-8859-4', '34a3227c085f24c1'],
  ['iso-8859-5', '6ebec409004e1c05'],
  ['iso-8859-6', '194a3df5440d925f'],
  ['iso-8859-7', 'a57abae44268a662'],
  ['iso-8859-8', '3c16835b20aa83d6'],
  ['iso-8859-9', '6ab1e65d6dd16fbe'],
  ['iso-8859-10', 'f12421c4c35dcd89'],
  ['iso-8859-13', '756ab89a8d0bade1'],
  ['iso-8859-14', '7ccf24f8824458b0'],
  ['iso-8859-15', 'd607fddc327d9370'],
  ['iso-8859-16', '4b68dc6330616a98'],
  ['windows-874', '1b9cd34251c12744'],
  ['windows-1250', 'abeb4b4df20ef85e'],
  ['windows-1251', 'c8e0666cb5bd05d8'],
  ['windows-1252', '357c67923d9e952c'],
  ['windows-1253', '0b38d9a7bf1c2036'],
  ['windows-1254', 'd8a71b69ef8d4773'],
  ['windows-1255', 'dbcb52ccd46f84e2'],
  ['windows-1256', 'f65bdce0d6119a42'],
  ['windows-1257', '9a8a1faffe85613b'],
  ['windows-1258', 'c4ba684a0108f134'],
  ['koi8-r', '7f92a0370e9ed754'],
  ['koi8-u', '1b30db5ce1df75e6'],
  ['ibm437', '181a667e6e46e3de'],
  ['ibm850', '979ebaa9867ba99f'],
  ['ibm866', '18428a56d3fe7c56'],
  ['macintosh', '5ec6d458dfc33fb3'],
  ['x-mac-cyrillic', 'b87a2f296a93160e'],
]

const DOUBLE: readonly (readonly [CodeSet, number, string])[] = [
  ['windows-31j', 9604, '793db7676ea8fa35'],
  ['jis0208', 7336, '43054ebbb470afe9'],
  ['jis0212', 6067, '11681af19dea9afd'],
  ['big5', 13536, '76f30314750ffc65'],
  ['windows-949', 17048, '7077fbfcd4312bdf'],
  ['gb18030', 23940, '74b068d5664c18c4'],
]

describe('single-byte tables', () => {
  it('are all looked at, but ASCII', () => {
    expect(SINGLE.map(([name]) => name).sort()).toEqual(SINGLE_BYTE.filter((name) => name !== 'us-ascii').sort())
  })

  it.each(SINGLE)('%s is the published one', (name, expected) => {
    expect(digest(singleByteTable(name).subarray(0x80))).toBe(expected)
  })

  it('us-ascii ends at 0x7F', () => {
    const table = singleByteTable('us-ascii')
    expect([table[0x7f], table[0x80], table[0xff]]).toEqual([0x7f, 0xfffd, 0xfffd])
  })

  it.each(SINGLE_BYTE)('%s reads back what it writes', (name) => {
    const table = singleByteTable(name)
    for (const [unit, byte] of singleByteReverse(name)) expect(table[byte]).toBe(unit)
  })
})

describe('two-byte code sets', () => {
  it.each(DOUBLE)('%s is the published one', (set, count, expected) => {
    const table = codeSetTable(set)
    expect(table.reduce((sum, unit) => (unit === 0 ? sum : sum + 1), 0)).toBe(count)
    expect(digest(table)).toBe(expected)
  })

  it.each(DOUBLE)('%s reads back what it writes', (set) => {
    const table = codeSetTable(set)
    const reverse = codeSetReverse(set)
    let written = 0
    for (let unit = 0; unit < 0x10000; unit++) {
      if (reverse[unit] === 0) continue
      written++
      if (table[reverse[unit]!] !== unit) throw new Error(`code unit ${unit.toString(16)} does not come back`)
    }
    expect(written).toBe(new Set(table).size - 1)
  })
})

describe('GB 18030 four-byte characters', () => {
  it.each([
    [0x80, [0x81, 0x30, 0x81, 0x30]],
    [0xa5, [0x81, 0x30, 0x84, 0x36]],
    [0x3400, [0x81, 0x39, 0xee, 0x39]],
    [0xffff, [0x84, 0x31, 0xa4, 0x39]],
  ] as const)('U+%i', (unit, bytes) => {
    expect(fourBytesOf(fourByteReverseMap().get(unit)!)).toEqual(bytes)
  })
})
