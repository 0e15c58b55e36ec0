// Character sets: PS3.3 §C.12.1.1.2, PS3.5 §6.1.2, with the examples of PS3.5 Annexes H to K in other names where they have any.
import { describe, expect, it } from 'vitest'
import { resolveCharacterSet } from '../../../src/formats/dicom/value/character-set.ts'
import { decodeText, type TextProblem } from '../../../src/formats/dicom/value/decode-text.ts'
import { countValues } from '../../../src/formats/dicom/value/split-values.ts'
import { concat, hex, text } from './build-dicom.ts'

function decode(terms: string, bytes: Uint8Array, form: { multiple?: boolean; isName?: boolean } = {}) {
  const problems = new Set<TextProblem>()
  return {
    text: decodeText(bytes, resolveCharacterSet(terms), { multiple: true, isName: false, ...form }, problems),
    problems: [...problems],
  }
}

describe('PS3.3 Table C.12-2: single-byte sets', () => {
  it.each([
    ['ISO_IR 100', 'e9f1ffa0', 'éñÿ\u00a0'],
    ['ISO_IR 101', 'a3b3e8', 'Łłč'],
    ['ISO_IR 109', 'a1b1f8', 'Ħħĝ'],
    ['ISO_IR 110', 'a5b5bf', 'Ĩĩŋ'],
    ['ISO_IR 144', 'cbeedaad', 'Ыюк\u00ad'],
    ['ISO_IR 127', 'e2c8', 'قب'],
    ['ISO_IR 126', 'c4e9', 'Δι'],
    ['ISO_IR 138', 'f9e0', 'שא'],
    ['ISO_IR 148', 'd0ddfdfe', 'Ğİış'],
    ['ISO_IR 166', 'cabea7', 'สพง'],
    ['ISO_IR 203', 'a4bd', '€œ'],
  ])('%s', (term, bytes, expected) => {
    expect(decode(term, hex(bytes))).toEqual({ text: expected, problems: [] })
  })

  it('ISO_IR 100 is ISO 8859-1, not windows-1252: 0x80 to 0x9F are undefined', () => {
    expect(decode('ISO_IR 100', hex('41809f'))).toEqual({ text: 'A\u0080\u009f', problems: ['charset_bytes'] })
  })

  it('ISO_IR 13 has Yen sign, overline and half-width katakana', () => {
    expect(decode('ISO_IR 13', hex('5c7ed4cfc0de'), { multiple: false })).toEqual({ text: '¥‾ﾔﾏﾀﾞ', problems: [] })
    expect(decode('ISO_IR 13', hex('d45ccf'))).toEqual({ text: 'ﾔ\\ﾏ', problems: [] })
  })

  it('ISO_IR 13 with the bytes of Shift JIS is read as that and reported', () => {
    expect(decode('ISO_IR 13', hex('835c8358'))).toEqual({ text: 'ソス', problems: ['charset_bytes'] })
  })

  it.each([
    ['ISO_IR 127', 'a1'],
    ['ISO_IR 166', 'fc'],
    ['ISO_IR 13', 'df fe'],
  ])('%s reports bytes that it does not define', (term, bytes) => {
    expect(decode(term, hex(bytes)).problems).toEqual(['charset_bytes'])
  })

  it('the default repertoire keeps each byte and reports', () => {
    expect(decode('', hex('41e942'))).toEqual({ text: 'AéB', problems: ['charset_bytes'] })
  })
})

describe('PS3.3 Table C.12-5: whole encodings', () => {
  it.each([
    ['ISO_IR 192', 'e78e8b5ee5b08fe69db1', '王^小東'],
    ['ISO_IR 192', 'efbbbf41', '\ufeffA'],
    ['GB18030', 'd0a1b6ab 8139ef34', '小东㐅'],
    ['GBK', '8a5c5cd0a1', '奬\\小'],
  ])('%s %s', (term, bytes, expected) => {
    expect(decode(term, hex(bytes))).toEqual({ text: expected, problems: [] })
  })

  it.each([
    ['ISO_IR 192', '41ff42'],
    ['GB18030', 'd0a1ff'],
  ])('%s reports what it cannot decode', (term, bytes) => {
    const { text, problems } = decode(term, hex(bytes))
    expect([text.includes('\ufffd'), problems]).toEqual([true, ['charset_bytes']])
  })
})

describe('PS3.3 Tables C.12-3 and C.12-4: code extensions', () => {
  const esc = (sequence: string) => concat([0x1b], text(sequence, '').subarray(0, sequence.length))
  const raw = (value: string) => Uint8Array.from(value, (char) => char.charCodeAt(0))
  it.each<[string, string, Uint8Array, string]>([
    [
      'Annex H.3.1 Japanese',
      '\\ISO 2022 IR 87',
      concat(raw('Yamada^Tarou='), esc('$B'), hex('3b3345 44'), esc('(B'), raw('^'), esc('$B'), hex('42404f3a'), esc('(B')),
      'Yamada^Tarou=山田^太郎',
    ],
    [
      'Annex H.3.2 Japanese with romaji',
      'ISO 2022 IR 13\\ISO 2022 IR 87',
      concat(hex('d4cfc0de5ec0dbb3'), raw('='), esc('$B'), hex('3b334544'), esc('(J'), raw('^'), esc('$B'), hex('42404f3a'), esc('(J')),
      'ﾔﾏﾀﾞ^ﾀﾛｳ=山田^太郎',
    ],
    [
      'Annex I.2 Korean',
      '\\ISO 2022 IR 149',
      concat(
        raw('Hong^Gildong='),
        esc('$)C'),
        hex('fbf3'),
        raw('^'),
        esc('$)C'),
        hex('d1ced4d7'),
        raw('='),
        esc('$)C'),
        hex('c8ab'),
        raw('^'),
        esc('$)C'),
        hex('b1e6b5bf'),
      ),
      'Hong^Gildong=洪^吉洞=홍^길동',
    ],
    [
      'Annex K.2 simplified Chinese',
      '\\ISO 2022 IR 58',
      concat(raw('Zhang^XiaoDong='), esc('$)A'), hex('d5c5'), raw('^'), esc('$)A'), hex('d0a1b6ab')),
      'Zhang^XiaoDong=张^小东',
    ],
    ['JIS X 0212', '\\ISO 2022 IR 159', concat(esc('$(D'), hex('306b'), esc('(B'), raw('!')), '佌!'],
    [
      'several single-byte sets',
      'ISO 2022 IR 100\\ISO 2022 IR 144\\ISO 2022 IR 126',
      concat(hex('fc'), raw('^'), esc('-L'), hex('eae3'), raw('^'), hex('fc'), esc('-F'), hex('e3')),
      'ü^ъу^üγ',
    ],
    [
      'all other escapes',
      'ISO 2022 IR 101\\ISO 2022 IR 109\\ISO 2022 IR 110\\ISO 2022 IR 127\\ISO 2022 IR 138\\ISO 2022 IR 148\\ISO 2022 IR 166\\ISO 2022 IR 203\\ISO 2022 IR 13',
      concat(
        hex('a3'),
        esc('-C'),
        hex('a1'),
        esc('-D'),
        hex('a5'),
        esc('-G'),
        hex('e2'),
        esc('-H'),
        hex('e0'),
        esc('-M'),
        hex('d0'),
        esc('-T'),
        hex('ca'),
        esc('-b'),
        hex('a4'),
        esc(')I'),
        hex('d4'),
        esc('-B'),
        hex('b3'),
      ),
      'ŁĦĨقאĞส€ﾔł',
    ],
    ['wave dash and minus of JIS X 0208', '\\ISO 2022 IR 87', concat(esc('$B'), hex('2141 215d'), esc('(B')), '〜−'],
  ])('%s', (_, terms, bytes, expected) => {
    expect(decode(terms, bytes, { isName: true })).toEqual({ text: expected, problems: [] })
  })

  it('§6.1.2.5.3: the initial sets are in force behind delimiters and control characters', () => {
    const korean = concat(esc('$)C'), hex('b1e8'))
    for (const delimiter of ['\r', '\n', '\f', '\t']) {
      expect(decode('ISO 2022 IR 100\\ISO 2022 IR 149', concat(korean, raw(delimiter), hex('e9')), { multiple: false }).text).toBe(
        `김${delimiter}é`,
      )
    }
    expect(decode('ISO 2022 IR 100\\ISO 2022 IR 149', concat(korean, raw('\\'), hex('e9'))).text).toBe('김\\é')
    expect(decode('ISO 2022 IR 100\\ISO 2022 IR 149', concat(korean, raw('\\'), hex('b1e8')), { multiple: false }).text).toBe('김\\김')
    expect(decode('ISO 2022 IR 100\\ISO 2022 IR 149', concat(korean, raw('^'), hex('e9'))).text).not.toBe('김^é')
  })

  it('a byte that is half of a character is no delimiter', () => {
    const bytes = concat(esc('$B'), hex('3b5c 5c3b 3d5e 3d3d'), esc('(B'), raw('\\A'))
    const { text } = decode('\\ISO 2022 IR 87', bytes, { isName: true })
    expect(text.split('\\')).toHaveLength(2)
    expect(countValues(bytes, 0, bytes.length, resolveCharacterSet('\\ISO 2022 IR 87'))).toBe(2)
    const chinese = hex('8a5c 5c d05c 8139ef34 5c 41')
    expect(countValues(chinese, 0, chinese.length, resolveCharacterSet('GBK'))).toBe(3)
    expect(countValues(chinese, 0, chinese.length, resolveCharacterSet('GB18030'))).toBe(3)
  })

  it('forgives a missing escape behind a delimiter, and reports it', () => {
    const bytes = concat(esc('$)C'), hex('b1e8'), raw('^'), hex('c3b6'))
    expect(decode('\\ISO 2022 IR 149', bytes, { isName: true })).toEqual({ text: '김^철', problems: ['charset_escape'] })
    expect(decode('\\ISO 2022 IR 149', hex('b1e8'))).toEqual({ text: '김', problems: ['charset_escape'] })
  })

  it('reports a set that is not announced, and an escape that is none', () => {
    expect(decode('\\ISO 2022 IR 87', concat(esc('$)C'), hex('b1e8'))).problems).toEqual(['charset_escape'])
    expect(decode('\\ISO 2022 IR 87', concat(esc('%G'), raw('A')))).toEqual({ text: '\x1b%GA', problems: ['charset_escape'] })
  })

  it.each(['\\ISO 2022 IR 87', '\\ISO 2022 IR 149'])('%s: half a character at the end is reported', (terms) => {
    const bytes = terms.endsWith('87') ? concat(esc('$B'), hex('3b')) : concat(esc('$)C'), hex('b1'))
    expect(decode(terms, bytes)).toEqual({ text: '\ufffd', problems: ['charset_bytes'] })
  })
})

describe('terms', () => {
  it.each([
    ['', [], []],
    ['ISO_IR 100', [], []],
    ['\\ISO 2022 IR 87', [], []],
    ['ISO 2022 IR 6\\ISO 2022 IR 87', [], []],
    ['ISO-IR 100', [], ['charset_spelling']],
    ['ISO IR 144', [], ['charset_spelling']],
    ['iso8859-1', [], ['charset_spelling']],
    ['UTF-8', [], ['charset_spelling']],
    ['ISO_IR 149', [], ['charset_spelling']],
    ['KOI8', [], ['charset_unknown']],
    ['ISO_IR 999', [], ['charset_unknown']],
    ['ISO_IR 192\\ISO 2022 IR 100', [], ['charset_unknown']],
    ['constructor', [], ['charset_unknown']],
  ])('%s', (terms, _, problems) => {
    expect(resolveCharacterSet(terms).problems).toEqual(problems)
  })

  it('a misspelt term is understood', () => {
    expect(decode('ISO-IR 144', hex('cb')).text).toBe('Ы')
    expect(decode('UTF8', hex('c3bc')).text).toBe('ü')
    expect(decode('ISO_IR 149', hex('b1e8')).text).toBe('김')
  })
})
