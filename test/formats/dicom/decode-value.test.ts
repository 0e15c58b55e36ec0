// Values: PS3.5 §6.2 (VRs), §6.4 (multiplicity).
import { describe, expect, it } from 'vitest'
import { newElement } from '../../../src/formats/dicom/read/new-container.ts'
import { resolveCharacterSet } from '../../../src/formats/dicom/value/character-set.ts'
import { isDecimal, readDecimal } from '../../../src/formats/dicom/value/decimal-string.ts'
import { decodeValue } from '../../../src/formats/dicom/value/decode-value.ts'
import type { Vr } from '../../../src/formats/dicom/value/vr.ts'
import { checkText } from '../../../src/formats/dicom/value/vr-rules.ts'
import { hex, text } from './build-dicom.ts'

function decode(vr: Vr, bytes: Uint8Array, options: { terms?: string; maxBytes?: number; littleEndian?: boolean } = {}) {
  const element = newElement(0x00091001, vr, 0, 0, bytes.length, options.littleEndian ?? true)
  element.valueEnd = bytes.length
  const { values, count, cut, problems } = decodeValue(
    bytes,
    element,
    vr,
    resolveCharacterSet(options.terms ?? ''),
    options.maxBytes ?? 4096,
  )
  return { values, count, cut, problems: [...problems] }
}
const good = (values: (string | number)[], count = values.length) => ({ values, count, cut: false, problems: [] })

describe('numbers', () => {
  it.each<[Vr, string, (string | number)[]]>([
    ['US', 'ffff0100', [65535, 1]],
    ['SS', 'ffff0100', [-1, 1]],
    ['UL', 'ffffffff', [4294967295]],
    ['SL', 'ffffffff', [-1]],
    ['FL', '0000c03f', [1.5]],
    ['FL', '0000c07f 0000807f 000080ff', ['NaN', 'Infinity', '-Infinity']],
    ['FD', '000000000000f83f 0000000000000080', [1.5, 0]],
    ['SV', 'ffffffffffffffff', [-1]],
    ['SV', '0000000000000080', ['-9223372036854775808']],
    ['UV', 'ffffffffffff1f00', [9007199254740991]],
    ['UV', '0000000000002000', ['9007199254740992']],
    ['AT', '18006310', [0x00181063]],
  ])('%s %s', (vr, bytes, values) => {
    expect(decode(vr, hex(bytes))).toEqual(good(values))
  })

  it.each<[Vr, string, number]>([
    ['US', '0102', 258],
    ['SS', 'fffe', -2],
    ['UL', '00010000', 65536],
    ['FD', '3ff8000000000000', 1.5],
    ['AT', '00181063', 0x00181063],
  ])('%s in big endian', (vr, bytes, value) => {
    expect(decode(vr, hex(bytes), { littleEndian: false })).toEqual(good([value]))
  })

  it('a length that is no multiple leaves the rest out and is reported', () => {
    expect(decode('UL', hex('0100000002'))).toEqual({ values: [1], count: 1, cut: false, problems: ['value_length'] })
    expect(decode('FD', hex('01'))).toEqual({ values: [], count: 0, cut: false, problems: ['value_length'] })
  })

  it('long lists are cut at a whole number and counted whole', () => {
    expect(decode('US', new Uint8Array(100), { maxBytes: 7 })).toEqual({ values: [0, 0, 0], count: 50, cut: true, problems: [] })
    expect(decode('US', new Uint8Array(100), { maxBytes: 0 })).toEqual({ values: [], count: 50, cut: true, problems: [] })
  })
})

describe('text', () => {
  it.each<[Vr, string, (string | number)[]]>([
    ['CS', 'A\\B ', ['A', 'B']],
    ['CS', ' A \\\\B', ['A', '', 'B']],
    ['LO', ' lead\\trail ', ['lead', 'trail']],
    ['LT', ' kept\\whole  ', [' kept\\whole']],
    ['UT', 'a\\b', ['a\\b']],
    ['UC', ' a \\b', [' a', 'b']],
    ['PN', 'A^B=C^D', ['A^B=C^D']],
    ['UI', '1.2.3\0', ['1.2.3']],
    ['IS', ' 12\\-3 ', [12, -3]],
    ['DS', '1.5\\ 2.50\\1e3 ', [1.5, 2.5, 1000]],
    ['DS', '1.5\\', [1.5, '']],
    ['LO', '', []],
    ['LO', '  ', []],
  ])('%s "%s"', (vr, value, values) => {
    expect(decode(vr, text(value))).toEqual(good(values))
  })

  it('a blank text that may have one value only has one', () => {
    expect(decode('LT', text('  '))).toEqual({ values: [''], count: 1, cut: false, problems: [] })
  })

  it('values that break the rules of their VR are kept and reported', () => {
    expect(decode('DS', text('heavy'))).toEqual({ values: ['heavy'], count: 1, cut: false, problems: ['value_syntax'] })
    expect(decode('DA', text('20210229'))).toEqual({ values: ['20210229'], count: 1, cut: false, problems: ['value_syntax'] })
    expect(decode('IS', text('12.5'))).toEqual({ values: [12.5], count: 1, cut: false, problems: ['value_syntax'] })
    expect(decode('CS', hex('c4d0'))).toEqual({ values: ['ÄÐ'], count: 1, cut: false, problems: ['charset_bytes', 'value_syntax'] })
  })

  it('a cut text ends with a whole character', () => {
    const bytes = new TextEncoder().encode('aé漢😀')
    for (let maxBytes = 0; maxBytes < bytes.length; maxBytes++) {
      const { values, cut, problems } = decode('LT', bytes, { terms: 'ISO_IR 192', maxBytes })
      expect([cut, problems, 'aé漢😀'.startsWith(String(values[0] ?? ''))]).toEqual([true, [], true])
    }
  })

  it('cut values are left out and counted', () => {
    expect(decode('CS', text('AA\\BB\\CC\\DD'), { maxBytes: 7 })).toEqual({ values: ['AA', 'BB'], count: 4, cut: true, problems: [] })
    expect(decode('UC', text('ABCDEFGH\\IJ'), { maxBytes: 4 })).toEqual({ values: ['ABCD'], count: 2, cut: true, problems: [] })
  })
})

describe('DS and IS as numbers', () => {
  it.each<[string, number]>([
    ['1', 1],
    ['+1', 1],
    ['-0', 0],
    ['007', 7],
    ['.5', 0.5],
    ['5.', 5],
    ['1.50', 1.5],
    ['123456789012345', 123456789012345],
    ['0.1234567890123456', 0.1234567890123456],
    ['1E+5', 100000],
    ['-1.2e-3', -0.0012],
    ['0e0', 0],
  ])('%s', (value, number) => {
    expect(readDecimal(value)).toBe(number)
  })

  it.each(['0.12345678901234567890', '12345678901234567', '1e400', '1e-400', '-1.2345e-320'])('%s would change and stays text', (value) => {
    expect([isDecimal(value), readDecimal(value)]).toEqual([true, undefined])
  })

  it.each(['', '.', '+', '-', 'e5', '1e', '1e+', '1.2.3', '1,5', '1 2', '0x10', 'Infinity', 'NaN', '1A', '１'])(
    '%s is no decimal',
    (value) => {
      expect([isDecimal(value), readDecimal(value)]).toEqual([false, undefined])
    },
  )
})

describe('PS3.5 Table 6.2-1: rules of VRs', () => {
  it.each<[Vr, string]>([
    ['AE', 'STORE SCP'],
    ['AS', '018M'],
    ['CS', 'A_B 1'],
    ['DA', '20200229'],
    ['DS', '-1.5E-3'],
    ['DT', '2020'],
    ['DT', '20200229235960.123456+1400'],
    ['DT', '202002-0500'],
    ['IS', '-2147483648'],
    ['LO', 'any ü'],
    ['PN', 'a^b^c^d^e=f=g'],
    ['TM', '23'],
    ['TM', '235959.1'],
    ['UI', '1.2.0.33'],
    ['UR', 'https://example.org/a?b'],
    ['UT', 'x'.repeat(20_000)],
  ])('%s %s', (vr, value) => {
    expect(checkText(vr, value)).toBeUndefined()
  })

  it.each<[Vr, string]>([
    ['AE', 'ü'],
    ['AS', '18Y'],
    ['CS', 'lower'],
    ['DA', '2020-02-29'],
    ['DA', '19000229'],
    ['DA', '20200431'],
    ['DS', '1,5'],
    ['DT', '20201301'],
    ['DT', '2020.5'],
    ['DT', '20200101+9999'],
    ['IS', '2147483648'],
    ['IS', '1.0'],
    ['LO', 'a\tb'],
    ['PN', 'a=b=c=d'],
    ['PN', 'a^b^c^d^e^f'],
    ['TM', '24'],
    ['TM', '12:30'],
    ['TM', '1230.5'],
    ['UI', '1.02'],
    ['UI', '1..2'],
    ['UR', 'a b'],
  ])('%s %s breaks them', (vr, value) => {
    expect(checkText(vr, value)).toBe('value_syntax')
  })

  it.each<[Vr, string]>([
    ['AE', 'A'.repeat(17)],
    ['CS', 'A'.repeat(17)],
    ['DS', `1.${'0'.repeat(15)}`],
    ['LO', 'a'.repeat(65)],
    ['PN', 'a'.repeat(65)],
    ['SH', 'a'.repeat(17)],
    ['ST', 'a'.repeat(1025)],
    ['UI', `1.${'2'.repeat(63)}`],
  ])('%s too long', (vr, value) => {
    expect(checkText(vr, value)).toBe('value_too_long')
  })

  it('a name may have 64 characters in each group', () => {
    expect(checkText('PN', ['a', 'b', 'c'].map((char) => char.repeat(64)).join('='))).toBeUndefined()
  })
})
