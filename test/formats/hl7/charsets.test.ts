// The names of character sets: table 0211 in HL7's spelling, and what senders write instead.
import { describe, expect, test } from 'vitest'
import { charsetNamed } from '../../../src/formats/hl7/charset/charsets.ts'
import { codeTable } from '../../../src/formats/hl7/dictionary/code-tables.ts'

describe('table 0211', () => {
  const codes = [...codeTable('2.8.2', '0211')!.codes.keys()].filter((code) => code !== 'ascii')

  test('was seen', () => {
    expect(codes.length).toBeGreaterThan(20)
  })

  test.each(codes)('%s is known by this name', (code) => {
    expect(charsetNamed(code)?.inTable).toBe(true)
  })

  test.each([
    ['8859/1', 'ISO-8859-1'],
    ['8859/15', 'ISO-8859-15'],
    ['ASCII', 'US-ASCII'],
    ['ISO IR87', 'ISO-2022-JP'],
    ['GB 18030-2000', 'GB18030'],
    ['KS X 1001', 'EUC-KR'],
    ['BIG-5', 'Big5'],
    ['UNICODE UTF-8', 'UTF-8'],
    ['UNICODE UTF-16', 'UTF-16BE'],
  ])('%s is %s', (name, iana) => {
    expect(charsetNamed(name)?.charset.name).toBe(iana)
  })
})

test.each([
  ['UTF-8', 'UTF-8'],
  ['utf8', 'UTF-8'],
  ['ascii', 'US-ASCII'],
  ['ISO-8859-1', 'ISO-8859-1'],
  ['8859-1', 'ISO-8859-1'],
  ['8859_2', 'ISO-8859-2'],
  ['Windows-1252', 'windows-1252'],
  ['CP1251', 'windows-1251'],
  ['Shift_JIS', 'Shift_JIS'],
  ['SJIS', 'Shift_JIS'],
  ['GBK', 'GBK'],
  ['GB2312', 'GBK'],
  ['EUC-KR', 'EUC-KR'],
])('%s, which is not in the table, is %s', (name, iana) => {
  expect(charsetNamed(name)).toMatchObject({ charset: { name: iana }, inTable: false })
})

test.each(['', 'ISO IR 999', '8859/99', '__proto__', 'x'.repeat(1000)])('%j is none', (name) => {
  expect(charsetNamed(name)).toBeUndefined()
})
