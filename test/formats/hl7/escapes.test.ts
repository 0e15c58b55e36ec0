// Escape sequences, by the paragraphs of HL7 v2.5.1 §2.7 (and v2.7 §2.5.5.2 for the truncation character).
import { describe, expect, test } from 'vitest'
import { type Charset, charsetNamed } from '../../../src/formats/hl7/charset/charsets.ts'
import type { Delimiters } from '../../../src/formats/hl7/delimiters.ts'
import { type DecodeMode, decodeEscapes } from '../../../src/formats/hl7/escapes.ts'

const STANDARD: Delimiters = { field: '|', component: '^', repetition: '~', escape: '\\', subcomponent: '&', truncation: null }
const named = (name: string): Charset => charsetNamed(name)!.charset

function decode(text: string, { mode = 'escapes' as DecodeMode, charset = null as Charset | null, delimiters = STANDARD } = {}) {
  const problems: string[] = []
  const value = decodeEscapes(text, { delimiters, mode, charset, report: (problem) => problems.push(problem) })
  return problems.length === 0 ? value : [value, ...problems]
}

const unknown = 'escape_unknown'
const unterminated = 'escape_unterminated'

describe('§2.7.1 delimiters', () => {
  test.each([
    ['\\F\\', '|'],
    ['\\S\\', '^'],
    ['\\T\\', '&'],
    ['\\R\\', '~'],
    ['\\E\\', '\\'],
    ['a\\T\\b', 'a&b'],
    ['AT\\T\\T', 'AT&T'],
    ['\\E\\F\\E\\', '\\F\\'],
    ['no escape', 'no escape'],
    ['', ''],
  ])('%s', (text, value) => {
    expect(decode(text)).toBe(value)
  })

  test('§2.5.5.2 of 2.7: \\P\\ stands for the truncation character', () => {
    expect(decode('a\\P\\', { delimiters: { ...STANDARD, truncation: '#' } })).toBe('a#')
    expect(decode('a\\P\\')).toEqual(['a\\P\\', unknown])
  })

  test('those that the header declares', () => {
    const odd: Delimiters = { field: ':', component: '-', repetition: '+', escape: '?', subcomponent: '*', truncation: null }
    expect(decode('?F?a?S?b?R?c?T?d?E?', { delimiters: odd })).toBe(':a-b+c*d?')
    expect(decode('\\F\\', { delimiters: odd })).toBe('\\F\\')
  })

  test('none without an escape character or a subcomponent separator', () => {
    expect(decode('\\F\\', { delimiters: { ...STANDARD, escape: null } })).toBe('\\F\\')
    expect(decode('\\T\\', { delimiters: { ...STANDARD, subcomponent: null } })).toEqual(['\\T\\', unknown])
  })
})

describe('back to back, open and broken', () => {
  test.each<[string, string | string[]]>([
    ['\\F\\\\S\\', '|^'],
    ['\\F\\\\F\\\\F\\', '|||'],
    ['\\T\\x\\T\\', '&x&'],
    ['a\\', ['a\\', unterminated]],
    ['\\', ['\\', unterminated]],
    ['\\F', ['\\F', unterminated]],
    ['a\\F\\b\\', ['a|b\\', unterminated]],
    ['\\\\F\\', ['\\|', unterminated]],
    ['C:\\temp\\F\\', ['C:\\temp\\F\\', unknown, unterminated]],
    ['50\\60 \\F\\', ['50\\60 |', unterminated]],
    ['\\Q\\', ['\\Q\\', unknown]],
    ['\\f\\', ['\\f\\', unknown]],
    ['\\FF\\', ['\\FF\\', unknown]],
    ['\\ F \\', ['\\ F \\', unterminated, unterminated]],
  ])('%s', (text, value) => {
    expect(decode(text)).toEqual(value)
  })
})

describe('§2.7.5 hexadecimal data', () => {
  test.each<[string, string | string[], string | undefined]>([
    ['\\X41\\', 'A', undefined],
    ['\\X0D0A\\', '\r\n', undefined],
    ['\\X0d\\', '\r', undefined],
    ['\\XC3A4\\', 'ä', undefined],
    ['\\XE4\\', 'ä', undefined],
    ['\\XC3\\\\XA4\\', 'ä', undefined],
    ['\\XE6\\\\XBC\\\\XA2\\', '漢', 'UNICODE UTF-8'],
    ['\\XE6BCA2E5AD97\\', '漢字', 'UNICODE UTF-8'],
    ['\\X8ABF8E9A\\', '漢字', 'Shift_JIS'],
    ['\\X955C\\', '表', 'Shift_JIS'],
    ['\\XB0A1\\', '가', 'KS X 1001'],
    ['\\X80\\', '\u0080', '8859/1'],
    ['\\X80\\', '€', 'windows-1252'],
    ['\\XA4\\', '€', '8859/15'],
    ['\\X1B2442302129\\', ['\\X1B2442302129\\', unknown], 'ISO IR87'],
    ['\\X1B244230211B2842\\', '亜', 'ISO IR87'],
    ['\\XE4\\', ['\\XE4\\', unknown], 'UNICODE UTF-8'],
    ['\\X\\', ['\\X\\', unknown], undefined],
    ['\\X4\\', ['\\X4\\', unknown], undefined],
    ['\\X4G\\', ['\\X4G\\', unknown], undefined],
    ['\\X41', ['\\X41', unterminated], undefined],
    ['\\X41\\\\XZZ\\\\X42\\', ['A\\XZZ\\B', unknown], undefined],
    ['a\\X41\\b\\X42\\c', 'aAbBc', undefined],
  ])('%s is %j (%s)', (text, value, charset) => {
    expect(decode(text, { charset: charset ? named(charset) : null })).toEqual(value)
  })

  test('of any length', () => {
    expect(decode(`\\X${'41'.repeat(50_000)}\\`)).toBe('A'.repeat(50_000))
  })
})

describe('§2.7.2 to 2.7.4, 2.7.7: character sets and local sequences stay as they are', () => {
  test.each(['\\C2842\\', '\\M244230\\', '\\M2842\\', '\\Z12\\', '\\Zx9\\'])('%s', (text) => {
    expect(decode(text)).toBe(text)
    expect(decode(text, { mode: 'text' })).toBe(text)
  })

  test.each(['\\C28\\', '\\M24\\', '\\C2842XX\\'])('%s is none', (text) => {
    expect(decode(text)).toEqual([text, unknown])
  })
})

describe('§2.7.3 highlighting and §2.7.6 formatting', () => {
  test.each([
    ['\\H\\bold\\N\\', 'bold'],
    ['a\\.br\\b', 'a\nb'],
    ['a\\.BR\\b', 'a\nb'],
    ['a\\.sp\\b', 'a\nb'],
    ['a\\.sp3\\b', 'a\n\n\nb'],
    ['a\\.sp+2\\b', 'a\n\nb'],
    ['a\\.sk4\\b', 'a    b'],
    ['a\\.sk+2\\b', 'a  b'],
    ['\\.ti+4\\a', '    a'],
    ['\\.ti-4\\a', 'a'],
    ['\\.in+4\\a', 'a'],
    ['\\.in 4\\a', 'a'],
    ['a\\.ce\\b', 'a\nb'],
    ['\\.fi\\a\\.nf\\b', 'ab'],
    ['a\\.br\\\\.br\\b', 'a\n\nb'],
    ['\\H\\a\\T\\b\\N\\', 'a&b'],
  ])('%s becomes plain text or stays', (text, plain) => {
    expect(decode(text, { mode: 'text' })).toBe(plain)
    expect(decode(text)).toBe(text.replace('\\T\\', '&'))
  })

  test.each(['\\.xx\\', '\\.br3\\', '\\.sp-1\\', '\\.in\\', '\\.sp51\\', '\\.fi2\\', '\\.b\\'])('%s is no command', (text) => {
    const [value, ...problems] = [decode(text, { mode: 'text' })].flat()
    expect(value).toBe(text)
    expect(problems.length).toBeGreaterThan(0)
  })
})

test('nothing is decoded where nothing shall be', () => {
  expect(decode('\\F\\\\X41\\\\.br\\', { mode: 'none' })).toBe('\\F\\\\X41\\\\.br\\')
})

test('a megabyte of escape characters takes no more than its length', () => {
  for (const text of ['\\'.repeat(1_000_000), '\\a '.repeat(300_000), '\\X4\\'.repeat(250_000), '\\XFF\\'.repeat(200_000)]) {
    expect(String(decode(text, { charset: named('UNICODE UTF-8') })).length).toBeGreaterThan(100_000)
  }
})
