// Decoding and encoding: nothing is lost unsaid, and every encoding reads back what it writes.
import { describe, expect, it } from 'vitest'
import { type ConvertRules, convertEncoding } from '../../../src/formats/text/encoding/convert-encoding.ts'
import { decodeText } from '../../../src/formats/text/encoding/decode-text.ts'
import { encodeText } from '../../../src/formats/text/encoding/encode-text.ts'
import { ENCODINGS, type EncodingName } from '../../../src/formats/text/encoding/encoding-names.ts'
import { convertNewlines, countNewlines, newlineStyle } from '../../../src/formats/text/encoding/newlines.ts'
import { makeRandom } from './random.ts'

const bytes = (hex: string) => Uint8Array.from(hex.split(' ').filter(Boolean), (pair) => Number.parseInt(pair, 16))
const PLAIN = { withMark: false, policy: 'replace' } as const
const RULES: ConvertRules = { from: 'auto', to: 'utf-8', newline: 'keep', bom: 'remove', onInvalid: 'replace', onUnmappable: 'replace' }

describe('decodeText', () => {
  it.each([
    ['utf-8', '61 c3 bc 62', 'a\u00fcb', []],
    ['utf-8', '61 ff 62', 'a\ufffdb', [[1, 1]]],
    [
      'utf-8',
      'c0 af',
      '\ufffd\ufffd',
      [
        [0, 1],
        [1, 1],
      ],
    ],
    ['utf-8', 'e2 82 41', '\ufffdA', [[0, 2]]],
    [
      'utf-8',
      'ed a0 80',
      '\ufffd\ufffd\ufffd',
      [
        [0, 1],
        [1, 1],
        [2, 1],
      ],
    ],
    [
      'utf-8',
      'f4 90 80 80',
      '\ufffd\ufffd\ufffd\ufffd',
      [
        [0, 1],
        [1, 1],
        [2, 1],
        [3, 1],
      ],
    ],
    ['utf-8', 'f0 9f 91', '\ufffd', [[0, 3]]],
    ['utf-8', 'ef bb bf 61', 'a', []],
    ['utf-8', 'ef bb bf 61 ff', 'a\ufffd', [[4, 1]]],
    ['utf-8', '00 61', '\u0000a', []],
    ['us-ascii', '41 80', 'A\ufffd', [[1, 1]]],
    ['iso-8859-1', '80 85 a4 ff', '\u0080\u0085\u00a4\u00ff', []],
    ['windows-1252', '80 81 93', '\u20ac\u0081\u201c', []],
    ['iso-8859-15', 'a4 bd', '\u20ac\u0153', []],
    ['iso-8859-9', '80 fd', '\u0080\u0131', []],
    ['windows-874', 'db a1', '\ufffd\u0e01', [[0, 1]]],
    ['ibm437', '81 e1 f8', '\u00fc\u00df\u00b0', []],
    ['utf-16le', '61 00 3d d8 4d dc', 'a\u{1f44d}', []],
    ['utf-16be', 'fe ff 00 61', 'a', []],
    ['utf-16le', '3d d8 61 00', '\ufffda', [[0, 2]]],
    ['utf-16le', '4d dc', '\ufffd', [[0, 2]]],
    ['utf-16le', '61 00 62', 'a\ufffd', [[2, 1]]],
    ['utf-32be', '00 01 f4 4d 00 11 00 00', '\u{1f44d}\ufffd', [[4, 4]]],
    ['utf-32le', '61 00 00 00 62', 'a\ufffd', [[4, 1]]],
    ['shift_jis', '8a b3 b1 80', '\u60a3\uff71\u0080', []],
    [
      'shift_jis',
      '8a 20 a0',
      '\ufffd \ufffd',
      [
        [0, 1],
        [2, 1],
      ],
    ],
    ['shift_jis', '8a', '\ufffd', [[0, 1]]],
    ['euc-jp', 'b4 b5 8e b1 8f a2 af', '\u60a3\uff71\u02d8', []],
    [
      'euc-jp',
      '8f a1 a1 41 b4',
      '\ufffdA\ufffd',
      [
        [0, 3],
        [4, 1],
      ],
    ],
    ['iso-2022-jp', '1b 24 42 34 35 1b 28 42 41', '\u60a3A', []],
    ['iso-2022-jp', '1b 28 49 31 1b 28 4a 5c 7e', '\uff71\u00a5\u203e', []],
    ['iso-2022-jp', '1b 24 42 34 35 0a 41', '\u60a3\nA', []],
    ['iso-2022-jp', '1b 24 28 44 22 2f 1b 28 42 80', '\u02d8\ufffd', [[9, 1]]],
    ['gb18030', 'bb bc 80 81 30 81 30 95 32 82 36', '\u60a3\u20ac\u0080\u{20000}', []],
    [
      'gb18030',
      '81 30 41 ff',
      '\ufffd0A\ufffd',
      [
        [0, 1],
        [3, 1],
      ],
    ],
    ['big5', 'b1 77 80', '\u60a3\ufffd', [[2, 1]]],
    ['euc-kr', 'c8 af 8c 63', '\ud658\ub620', []],
  ] as const)('%s: %s', (name, hex, text, invalid) => {
    const decoded = decodeText(bytes(hex), name)
    expect(decoded.text).toBe(text)
    expect(decoded.invalid).toEqual(invalid.map(([offset, length]) => ({ offset, length })))
    expect(decoded.invalidCount).toBe(invalid.length)
  })

  it('replaces invalid UTF-8 just as the platform does', () => {
    const random = makeRandom(12)
    for (let i = 0; i < 20_000; i++) {
      const content = Uint8Array.from({ length: random(12) }, () => (random(3) ? 0x80 + random(128) : random(128)))
      const { text, invalidCount } = decodeText(content, 'utf-8')
      expect(text).toBe(new TextDecoder().decode(content))
      expect(invalidCount > 0).toBe(text.includes('\ufffd') && !isValid(content))
    }
  })

  it('reads stray bytes as windows-1252, or fails at the first', () => {
    const content = bytes('c3 bc 20 fc 93')
    expect(decodeText(content, 'utf-8', 'windows-1252')).toEqual({
      text: '\u00fc \u00fc\u201c',
      invalid: [
        { offset: 3, length: 1 },
        { offset: 4, length: 1 },
      ],
      invalidCount: 2,
    })
    expect(() => decodeText(content, 'utf-8', 'fail')).toThrow(expect.objectContaining({ code: 'unreadable_input', at: { byteOffset: 3 } }))
  })

  it('lists a bounded number of places, and counts all', () => {
    const decoded = decodeText(new Uint8Array(5000).fill(0xff), 'utf-8')
    expect([decoded.invalid.length, decoded.invalidCount, decoded.text.length]).toEqual([1000, 5000, 5000])
  })

  it.each(ENCODINGS)('%s accounts for every byte of any content', (name) => {
    const random = makeRandom(7)
    for (let i = 0; i < 300; i++) {
      const content = Uint8Array.from({ length: random(30) }, () => random(256))
      const { text, invalid, invalidCount } = decodeText(content, name)
      expect(invalidCount).toBe(invalid.length)
      let place = 0
      for (const { offset, length } of invalid) {
        expect(offset).toBeGreaterThanOrEqual(place)
        place = offset + length
      }
      expect(place).toBeLessThanOrEqual(content.length)
      expect(text.isWellFormed()).toBe(true)
      if (invalidCount === 0) expect(decodeText(encodeText(text, name, PLAIN).bytes, name).text).toBe(text)
    }
  })
})

function isValid(content: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content)
    return true
  } catch {
    return false
  }
}

describe('encodeText', () => {
  it.each(ENCODINGS)('%s reads back every character that it does not list', (name) => {
    // Steps through the BMP and a little beyond it; U+FEFF at the start of a text would be a mark.
    for (let codePoint = 0; codePoint < 0x20100; codePoint += codePoint < 0x500 ? 1 : 37) {
      if (codePoint >= 0xd800 && codePoint <= 0xdfff) continue
      const text = String.fromCodePoint(codePoint)
      const { bytes: content, unmappableCount } = encodeText(text, name, PLAIN)
      if (unmappableCount === 0) expect([codePoint, decodeText(content, name)]).toEqual([codePoint, { text, invalid: [], invalidCount: 0 }])
      else expect(decodeText(content, name).text).toBe('?')
    }
  })

  it.each([
    [
      'iso-8859-1',
      'a\u20ac\u{1f44d}b',
      '61 3f 3f 62',
      [
        [1, 1],
        [2, 2],
      ],
    ],
    ['windows-1252', '\u20ac', '80', []],
    ['shift_jis', '\u00a5', '3f', [[0, 1]]],
    ['gbk', '\u20ac\u{20000}', '80 3f', [[1, 2]]],
    ['gb18030', '\u20ac\u{20000}\u1e3f', 'a2 e3 95 32 82 36 a8 bc', []],
    ['big5', '\u5341\u2550', 'a4 51 f9 f9', []],
    ['iso-2022-jp', '\u60a3a\uff71', '1b 24 42 34 35 1b 28 42 61 1b 28 49 31 1b 28 42', []],
    ['iso-2022-jp', '\u60a3\n\u60a3', '1b 24 42 34 35 1b 28 42 0a 1b 24 42 34 35 1b 28 42', []],
    ['utf-8', '\ud800', '3f', [[0, 1]]],
    ['utf-32le', 'a', '61 00 00 00', []],
  ] as const)('%s: %j', (name, text, hex, unmappable) => {
    const encoded = encodeText(text, name, PLAIN)
    expect(encoded.bytes).toEqual(bytes(hex))
    expect(encoded.unmappable).toEqual(unmappable.map(([offset, length]) => ({ offset, length })))
  })

  it('writes references, marks, or fails', () => {
    expect(encodeText('a\u03b1', 'us-ascii', { withMark: true, policy: 'xml' }).bytes).toEqual(new TextEncoder().encode('a&#945;'))
    expect(encodeText('a', 'utf-16be', { withMark: true, policy: 'replace' }).bytes).toEqual(bytes('fe ff 00 61'))
    expect(encodeText('a', 'utf-8', { withMark: true, policy: 'replace' }).bytes).toEqual(bytes('ef bb bf 61'))
    expect(() => encodeText('a\u03b1', 'us-ascii', { withMark: false, policy: 'fail' })).toThrow(
      expect.objectContaining({ code: 'unsupported_variant', facts: { textOffset: 1 } }),
    )
  })
})

describe('line ends', () => {
  it.each([
    ['', 'none'],
    ['a\nb\n', 'lf'],
    ['a\r\nb', 'crlf'],
    ['a\rb\r', 'cr'],
    ['a\r\nb\n', 'mixed'],
    ['a\n\rb', 'mixed'],
  ])('%j is %s', (text, style) => {
    expect(newlineStyle(countNewlines(text))).toBe(style)
  })

  it('makes all alike', () => {
    expect(convertNewlines('a\r\nb\rc\nd\n\r', 'crlf')).toBe('a\r\nb\r\nc\r\nd\r\n\r\n')
    expect(convertNewlines('a\r\nb\rc\nd', 'lf')).toBe('a\nb\nc\nd')
  })
})

describe('convertEncoding', () => {
  const convert = (content: Uint8Array, rules: Partial<ConvertRules> = {}) => convertEncoding(content, { ...RULES, ...rules })

  it('keeps, adds or removes the mark', () => {
    const marked = bytes('ff fe 61 00')
    expect(convert(marked)).toMatchObject({ from: 'utf-16le', text: 'a', content: bytes('61'), detected: { bom: true, confidence: 1 } })
    expect(convert(marked, { bom: 'keep' }).content).toEqual(bytes('ef bb bf 61'))
    expect(convert(bytes('61'), { bom: 'keep' }).content).toEqual(bytes('61'))
    expect(convert(bytes('61'), { bom: 'add', to: 'iso-8859-1' }).content).toEqual(bytes('61'))
  })

  it('reads as it is told, and still says what it would have guessed', () => {
    const { from, text, detected } = convert(bytes('63 61 66 c3 a9'), { from: 'iso-8859-1' })
    expect([from, text, detected.encoding]).toEqual(['iso-8859-1', 'caf\u00c3\u00a9', 'utf-8'])
  })

  it('gives unmappable places in the text as it gives it', () => {
    expect(convert(new TextEncoder().encode('a\n\u03b1'), { to: 'us-ascii', newline: 'crlf' })).toMatchObject({
      text: 'a\r\n\u03b1',
      unmappable: [{ offset: 3, length: 1 }],
    })
  })

  it('refuses bytes that are no text, unless an encoding is named', () => {
    const random = makeRandom(6)
    const noise = Uint8Array.from({ length: 4096 }, () => random(256))
    expect(() => convert(noise)).toThrow(expect.objectContaining({ code: 'unreadable_input' }))
    expect(convert(noise, { from: 'iso-8859-1', to: 'iso-8859-1' }).content).toEqual(noise)
  })

  it.each(ENCODINGS.filter((name: EncodingName) => name !== 'us-ascii'))('an empty content is empty in %s', (name) => {
    expect(convert(new Uint8Array(), { to: name })).toMatchObject({ text: '', content: new Uint8Array(), from: 'us-ascii' })
  })
})
