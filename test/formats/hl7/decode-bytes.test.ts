// Decoding: every byte has its place in the text, whatever it is.
import { describe, expect, test } from 'vitest'
import {
  ASCII,
  type Charset,
  charsetNamed,
  ISO_8859_1,
  UTF_8,
  UTF_16BE,
  UTF_16LE,
  UTF_32BE,
  UTF_32LE,
} from '../../../src/formats/hl7/charset/charsets.ts'
import { decodeBytes } from '../../../src/formats/hl7/charset/decode-bytes.ts'
import { createByteMap } from '../../../src/formats/hl7/charset/decoded-text.ts'
import { bytesOf } from './hl7-text.ts'

const named = (name: string) => charsetNamed(name)!.charset

/** The text, each undecodable byte written as ⟨41⟩. */
function read(charset: Charset, ...parts: Parameters<typeof bytesOf>): string {
  const { text } = decodeBytes(bytesOf(...parts), charset)
  return text.replace(/(?<![\ud800-\udbff])[\udc00-\udcff]/g, (char) => `⟨${(char.charCodeAt(0) - 0xdc00).toString(16).padStart(2, '0')}⟩`)
}

describe('single-byte sets', () => {
  test('ISO-8859-1 is not windows-1252: 0x80 to 0x9F are control characters', () => {
    const all = Uint8Array.from({ length: 256 }, (_, i) => i)
    const { text } = decodeBytes(all, ISO_8859_1)
    expect([...text].map((char) => char.charCodeAt(0))).toEqual([...all])
    expect(decodeBytes(Uint8Array.of(0x80, 0x93), named('windows-1252')).text).toBe('€“')
  })

  test('ISO-8859-9 is not windows-1254', () => {
    expect(decodeBytes(Uint8Array.of(0x80, 0x9f, 0xd0, 0xfd), named('8859/9')).text).toBe('\u0080\u009fĞı')
  })

  test.each([
    ['8859/2', 0xb1, 'ą'],
    ['8859/5', 0xd0, 'а'],
    ['8859/7', 0xe1, 'α'],
    ['8859/8', 0xe0, 'א'],
    ['8859/15', 0xa4, '€'],
    ['ISO IR14', 0xb1, 'ｱ'],
  ])('%s: 0x%i is %s', (name, byte, char) => {
    expect(read(named(name), [byte])).toBe(char)
  })

  test.each([
    ['ASCII', 0x80],
    ['8859/3', 0xa5],
    ['8859/6', 0xa1],
    ['8859/8', 0xa1],
    ['ISO IR14', 0xe0],
    ['CNS 11643-1992', 0xa4],
  ])('%s does not define 0x%i', (name, byte) => {
    expect(read(named(name), 'a', [byte], 'b')).toBe(`a⟨${byte.toString(16)}⟩b`)
  })

  test('the backslash and the tilde of JIS X 0201 stay delimiters', () => {
    expect(read(named('ISO IR14'), '^~\\&')).toBe('^~\\&')
  })
})

describe('UTF-8 (Unicode, table 3-7)', () => {
  test.each<[string, (string | number[])[], string]>([
    ['valid', ['a', [0xc3, 0xa4, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80]], 'aä€😀'],
    ['a lone trail byte', ['a', [0x80], 'b'], 'a⟨80⟩b'],
    ['a cut end', ['a', [0xe2, 0x82]], 'a⟨e2⟩⟨82⟩'],
    ['a cut character before a delimiter', [[0xc3], '|'], '⟨c3⟩|'],
    ['an overlong form', [[0xc0, 0xaf]], '⟨c0⟩⟨af⟩'],
    ['an overlong form of three', [[0xe0, 0x80, 0xaf]], '⟨e0⟩⟨80⟩⟨af⟩'],
    ['a surrogate', [[0xed, 0xa0, 0x80]], '⟨ed⟩⟨a0⟩⟨80⟩'],
    ['beyond Unicode', [[0xf4, 0x90, 0x80, 0x80]], '⟨f4⟩⟨90⟩⟨80⟩⟨80⟩'],
    ['latin1 between valid characters', [[0xc3, 0xa4, 0xe4, 0xc3, 0xa4]], 'ä⟨e4⟩ä'],
  ])('%s', (_title, parts, text) => {
    expect(read(UTF_8, ...parts)).toBe(text)
  })
})

describe('UTF-16 and UTF-32', () => {
  test.each<[string, Charset, number[], string]>([
    ['little-endian', UTF_16LE, [0x41, 0, 0xe4, 0, 0x3d, 0xd8, 0, 0xde], 'Aä😀'],
    ['big-endian', UTF_16BE, [0, 0x41, 0, 0xe4, 0xd8, 0x3d, 0xde, 0], 'Aä😀'],
    ['a cut last unit', UTF_16LE, [0x41, 0, 0x42], 'A⟨42⟩'],
    ['a lone high surrogate', UTF_16LE, [0x3d, 0xd8, 0x41, 0], '⟨3d⟩⟨d8⟩A'],
    ['a lone low surrogate', UTF_16BE, [0xde, 0, 0, 0x41], '⟨de⟩⟨00⟩A'],
    ['UTF-32, little-endian', UTF_32LE, [0x41, 0, 0, 0, 0, 0xf6, 1, 0], 'A😀'],
    ['UTF-32, big-endian, beyond Unicode', UTF_32BE, [0, 0x11, 0, 0, 0, 0, 0, 0x41], '⟨00⟩⟨11⟩⟨00⟩⟨00⟩A'],
    ['UTF-32, a surrogate', UTF_32BE, [0, 0, 0xd8, 0], '⟨00⟩⟨00⟩⟨d8⟩⟨00⟩'],
  ])('%s', (_title, charset, bytes, text) => {
    expect(read(charset, bytes)).toBe(text)
  })
})

describe('sets whose second byte may be a delimiter', () => {
  test.each<[string, string, number[], string]>([
    ['Shift_JIS with 0x5C', 'Shift_JIS', [0x95, 0x5c], '表'],
    ['Shift_JIS with 0x7C', 'Shift_JIS', [0x81, 0x7c], '－'],
    ['Shift_JIS with 0x5E', 'Shift_JIS', [0x83, 0x5e], 'タ'],
    ['Shift_JIS, half-width', 'Shift_JIS', [0xb1, 0x7c], 'ｱ|'],
    ['GB18030 with 0x7C', 'GB 18030-2000', [0x81, 0x7c], '亅'],
    ['GB18030 with 0x5C', 'GB 18030-2000', [0x81, 0x5c], '乗'],
    ['GB18030, four bytes', 'GB 18030-2000', [0x95, 0x32, 0x82, 0x36, 0x7c], '𠀀|'],
    ['GBK with 0x5C', 'GBK', [0x81, 0x5c], '乗'],
    ['Big5 with 0x5C', 'BIG-5', [0xa5, 0x5c], '功'],
    ['Big5 with 0x7C', 'BIG-5', [0xa5, 0x7c], '四'],
    ['EUC-KR', 'KS X 1001', [0xb0, 0xa1, 0x7c], '가|'],
    ['EUC-JP, three bytes', 'EUC-JP', [0x8f, 0xb0, 0xa1, 0x7c], '丂|'],
    ['a lead byte before a delimiter that makes no pair', 'KS X 1001', [0xb0, 0x7c], '⟨b0⟩|'],
    ['a pair that is not defined keeps its delimiter', 'Shift_JIS', [0x85, 0x7c], '⟨85⟩|'],
    ['a cut end', 'Shift_JIS', [0x41, 0x95], 'A⟨95⟩'],
    ['a byte that begins nothing', 'GB 18030-2000', [0xff, 0x41], '⟨ff⟩A'],
    ['four bytes cut', 'GB 18030-2000', [0x95, 0x32, 0x82], '⟨95⟩2⟨82⟩'],
  ])('%s', (_title, name, bytes, text) => {
    expect(read(named(name), bytes)).toBe(text)
  })
})

describe('ISO 2022', () => {
  const jp = named('ISO IR87')
  test.each<[string, (string | number[])[], string]>([
    ['JIS X 0208 with the bytes of delimiters', ['a^', [0x1b], '$B0!\\|^^', [0x1b], '(B|b'], 'a^亜檄湎|b'],
    ['the older JIS', [[0x1b], '$@0!', [0x1b], '(J', '~\\'], '亜‾¥'],
    ['JIS X 0212', [[0x1b], '$(D0!', [0x1b], '(B'], '丂'],
    ['half-width katakana', [[0x1b], '(I1', [0x1b], '(B1'], 'ｱ1'],
    ['each line begins anew', [[0x1b], '$B0!\r0!'], '亜\r0!'],
    ['Korean in the upper half', [[0x1b], '$)C', [0xb0, 0xa1], 'a'], '가a'],
    ['Chinese', [[0x1b], '$A0!'], '啊'],
    ['Greek in the upper half', [[0x1b], '-F', [0xe1]], 'α'],
    ['an escape sequence that is not known', [[0x1b], '%Ga'], '\u001b%Ga'],
    ['a cut pair', [[0x1b], '$B0'], '⟨1b⟩⟨24⟩⟨42⟩⟨30⟩'],
    ['an undefined pair', [[0x1b], '$B)!', [0x1b], '(B'], '⟨1b⟩⟨24⟩⟨42⟩⟨29⟩⟨21⟩'],
    ['nothing but an escape sequence', [[0x1b], '(B'], '⟨1b⟩⟨28⟩⟨42⟩'],
    ['a byte of the upper half without a set', [[0xb1], 'a'], '⟨b1⟩a'],
  ])('%s', (_title, parts, text) => {
    expect(read(jp, ...parts)).toBe(text)
  })

  test('the first set of MSH-18 holds in the upper half', () => {
    expect(decodeBytes(bytesOf([0xb1, 0x1b], '$B0!\r', [0xb1]), jp, named('ISO IR14')).text).toBe('ｱ亜\rｱ')
    expect(decodeBytes(bytesOf([0xe4]), jp, ISO_8859_1).text).toBe('ä')
  })
})

describe('the bytes of a character', () => {
  const utf8 = new TextEncoder().encode('aä€😀|b'.repeat(2_000))
  test.each<[string, Uint8Array, Charset]>([
    ['ASCII', bytesOf('abc'), ASCII],
    ['UTF-8', utf8, UTF_8],
    ['UTF-8 with undecodable bytes', bytesOf('a', [0xc3, 0xa4, 0x80], 'b', [0xf0, 0x9f, 0x98, 0x80, 0xff]), UTF_8],
    ['UTF-16', bytesOf([0x41, 0, 0x3d, 0xd8, 0, 0xde, 0x42]), UTF_16LE],
    ['Shift_JIS', bytesOf('a', [0x95, 0x5c, 0xb1, 0x80], 'b'), named('Shift_JIS')],
    ['GB18030', bytesOf([0x95, 0x32, 0x82, 0x36], 'x', [0x81, 0x7c, 0xff]), named('GB 18030-2000')],
    ['ISO 2022', bytesOf('a', [0x1b], '$B0!0"', [0x1b], '(B', [0x1b]), named('ISO IR87')],
    [
      'many escape sequences in a row',
      bytesOf(
        'a',
        [...'\u001b(B'.repeat(200)].map((c) => c.charCodeAt(0)),
        'b',
      ),
      named('ISO IR87'),
    ],
  ])('%s: each part decodes to its own text', (_title, bytes, charset) => {
    const decoded = decodeBytes(bytes, charset)
    const byteAt = createByteMap(decoded)
    expect(byteAt(0)).toBe(0)
    expect(byteAt(decoded.text.length)).toBe(bytes.length)
    for (let unit = 0; unit < decoded.text.length; unit++) expect(byteAt(unit + 1)).toBeGreaterThanOrEqual(byteAt(unit))
    // From the back to the front, so that no call goes on from the one before.
    for (let unit = decoded.text.length - 1; unit > 0; unit -= 97) {
      const isInside = /[\udc00-\udfff]/.test(decoded.text[unit]!) && /[\ud800-\udbff]/.test(decoded.text[unit - 1]!)
      if (isInside || charset.kind === 'iso-2022') continue
      expect(decodeBytes(bytes.subarray(byteAt(unit)), charset).text).toBe(decoded.text.slice(unit))
    }
  })
})
