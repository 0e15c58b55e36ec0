// Bytes that MSH-18 misnames: told of, mended on request, or read by the set that the caller names; and line ends that were exported as text.
import { describe, expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { readSourceCharset } from '../../../src/formats/hl7/charset/source-charset.ts'
import { readDocument } from '../../../src/formats/hl7/document.ts'
import { findLiteralLineEnd, repairLineEnds } from '../../../src/formats/hl7/index/literal-line-ends.ts'
import { reportHeader } from '../../../src/formats/hl7/message-header.ts'
import { hl7Normalize } from '../../../src/tools/hl7/normalize.ts'
import { bytesOf, mshWithCharset } from './hl7-text.ts'

const UTF8_AE = [0xc3, 0xa4]
const withName = (charset: string, bytes: readonly number[]) => bytesOf(`${mshWithCharset(charset)}\rPID|1||1||M`, bytes, 'r^Ada\r')

function read(bytes: Uint8Array, sourceCharset?: string) {
  const document = readDocument(bytes, sourceCharset)
  for (const message of document.messages) reportHeader(document, message)
  const codes = document.findings.list(document.source).map(({ code, path }) => `${code} ${path}`)
  const name = /M(.*)r\^Ada/.exec(document.index.text)![1]
  return { name, codes, from: document.source.runs.map(({ charset, from }) => `${charset?.name} ${from}`) }
}

describe('MSH-18 of single bytes', () => {
  test.each<[string, string, readonly number[], string, readonly string[]]>([
    ['8859/1 of UTF-8', '8859/1', UTF8_AE, 'Ã¤', ['charset_is_utf8 PID-5']],
    ['8859/15 of UTF-8', '8859/15', UTF8_AE, 'Ã€', ['charset_is_utf8 PID-5']],
    ['8859/1 of windows-1252', '8859/1', [0x8a], '\u008a', ['charset_is_windows PID-5']],
    ['8859/9 of windows-1254', '8859/9', [0x9e, 0xfd], '\u009eı', ['charset_is_windows PID-5']],
    ['8859/1 as it is', '8859/1', [0xe4], 'ä', []],
    ['8859/2 with control characters', '8859/2', [0x8a, 0xe4], '\u008aä', []],
    ['8859/1 of ASCII', '8859/1', [], '', []],
    ['UTF-8 as it is', 'UNICODE UTF-8', UTF8_AE, 'ä', []],
  ])('%s is read as it says, and told of', (_title, charset, bytes, name, codes) => {
    const told = read(withName(charset, bytes))
    expect(told).toMatchObject({ name, codes })
  })

  test.each<[string, string, readonly number[], string, string]>([
    ['UTF-8', '8859/1', UTF8_AE, 'ä', 'UTF-8 detected'],
    ['windows-1252', '8859/1', [0x8a, 0xe4], 'Šä', 'windows-1252 detected'],
    ['windows-1254', '8859/9', [0x8a, 0xfd], 'Šı', 'windows-1254 detected'],
    ['what stays', '8859/1', [0xe4], 'ä', 'ISO-8859-1 msh-18'],
  ])('is mended to %s', (_title, charset, bytes, name, from) => {
    const told = read(withName(charset, bytes), 'mend')
    expect(told).toMatchObject({ name, from: [from], codes: from.endsWith('detected') ? ['charset_mismatch MSH-18'] : [] })
  })

  test('is mended message by message', () => {
    const bytes = [...withName('8859/1', UTF8_AE), ...withName('8859/1', [0xe4])]
    expect(read(Uint8Array.from(bytes), 'mend').from).toEqual(['UTF-8 detected', 'ISO-8859-1 msh-18'])
  })

  test.each([
    ['windows-1250', [0x9a], 'š'],
    ['CP1251', [0xc4], 'Д'],
    ['UNICODE UTF-8', UTF8_AE, 'ä'],
    ['SJIS', [0x83, 0x41], 'ア'],
  ])('gives way to %s of the caller', (wanted, bytes, name) => {
    const told = read(withName('8859/1', bytes), wanted)
    expect(told).toMatchObject({ name, codes: [], from: [expect.stringMatching(/ option$/)] })
  })

  test('is no option where nobody knows it', () => expect(readSourceCharset('8859/77')).toBeUndefined())

  test('is converted as mended', async () => {
    const input = { message: withName('8859/1', UTF8_AE) }
    const told = (await runTool(hl7Normalize, input, { sourceCharset: 'mend', charset: '8859/1' })) as { content: Uint8Array }
    expect(told.content).toEqual(withName('8859/1', [0xe4]))
  })

  test('is refused with its place where it is unknown', () => {
    const run = () => runTool(hl7Normalize, { message: 'MSH|^~\\&|' }, { sourceCharset: 'none' })
    expect(run).toThrow(
      expect.objectContaining({ code: 'invalid_input', errors: [expect.objectContaining({ pointer: '/options/sourceCharset' })] }),
    )
  })
})

describe('line ends as text', () => {
  const segments = ['MSH|^~\\&|A|B|||20260102||ADT^A01|1|P|2.5.1', 'PID|1||1', 'NTE|1||a\\r\\b\\n c']
  const repaired = `${segments.join('\r')}\r`

  test.each(['\\r', '\\n', '\\r\\n', '<cr>', '<CR>', '<cr><lf>', '\\x0d', '{CR}', '&#13;', '&#xD;', '\\r '])('%s', (end) => {
    const text = segments.map((segment) => segment + end).join('')
    expect(repairLineEnds(text)).toEqual({ document: repaired, count: 3 })
    const bytes = new TextEncoder().encode(text)
    expect(repairLineEnds(bytes)).toEqual({ document: new TextEncoder().encode(repaired), count: 3 })
    expect(read(bytesOf(`${text.replace('PID|1||1', 'PID|1||Mr^Ada')}`)).codes).toContain('line_end_literal MSH-12')
  })

  test.each(['NTE|1||see \\rest|', 'NTE|1||a<cr>b|', 'NTE|1||\\.br\\PID|1', 'NTE|1||\\X0D\\PID|1', 'NTE|1||<crown>PID|1'])(
    '%s has none',
    (text) => {
      expect(findLiteralLineEnd(text)).toBeUndefined()
      expect(repairLineEnds(text).count).toBe(0)
    },
  )

  test('are told of and put right by hl7/normalize', async () => {
    const told = (await runTool(hl7Normalize, { message: segments.join('<cr>') }, { literalLineEnds: 'repair' })) as {
      message: string
      changes: unknown
    }
    expect(told).toMatchObject({ message: repaired })
    expect(told.changes).toContainEqual({ change: 'literal_line_end', message: null, path: null, count: 2 })
  })
})
