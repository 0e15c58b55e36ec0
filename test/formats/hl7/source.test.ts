// Finding the character set of a document: byte order mark, MSH-18 (HL7 v2.5.1 §2.15.9.18), the bytes themselves.
import { describe, expect, test } from 'vitest'
import { byteOffsetAt, runAt, sourceOfBytes, sourceOfText } from '../../../src/formats/hl7/source.ts'
import { bytesOf, lines, MSH, mshWithCharset } from './hl7-text.ts'

function found(...parts: Parameters<typeof bytesOf>) {
  const source = sourceOfBytes(bytesOf(...parts))
  return { text: source.text, charsets: source.runs.map(({ charset, from }) => `${charset?.name} ${from}`) }
}

const utf16 = (text: string, little: boolean) => [...text].flatMap((char) => (little ? [char.charCodeAt(0), 0] : [0, char.charCodeAt(0)]))

describe('one character set', () => {
  test.each<[string, (string | number[])[], string, string]>([
    ['ASCII alone', [lines(MSH, 'PID|1')], 'UTF-8 detected', 'PID|1'],
    ['valid UTF-8', [lines(MSH), 'PID|', [0xc3, 0xa4]], 'UTF-8 detected', 'PID|ä'],
    ['no valid UTF-8', [lines(MSH), 'PID|', [0xe4]], 'ISO-8859-1 detected', 'PID|ä'],
    ['no valid UTF-8: a control character, not a quotation mark', [lines(MSH), 'PID|', [0x93]], 'ISO-8859-1 detected', 'PID|\u0093'],
    ['a byte order mark', [[0xef, 0xbb, 0xbf], lines(MSH), 'PID|', [0xc3, 0xa4]], 'UTF-8 bom', 'PID|ä'],
    [
      'a byte order mark wins over MSH-18',
      [[0xef, 0xbb, 0xbf], lines(mshWithCharset('8859/1')), 'PID|', [0xc3, 0xa4]],
      'UTF-8 bom',
      'PID|ä',
    ],
    ['UTF-16, little-endian', [[0xff, 0xfe], utf16(lines(MSH, 'PID|ä'), true)], 'UTF-16LE bom', 'PID|ä'],
    ['UTF-16, big-endian', [[0xfe, 0xff], utf16(lines(MSH, 'PID|ä'), false)], 'UTF-16BE bom', 'PID|ä'],
    ['UTF-16 without a mark', [utf16(lines(MSH, 'PID|ä'), true)], 'UTF-16LE detected', 'PID|ä'],
    ['UTF-32', [[0xff, 0xfe, 0, 0], [...lines(MSH, 'PID|ä')].flatMap((c) => [c.charCodeAt(0), 0, 0, 0])], 'UTF-32LE bom', 'PID|ä'],
    ['8859/1', [lines(mshWithCharset('8859/1')), 'PID|', [0xc3, 0xa4]], 'ISO-8859-1 msh-18', 'PID|Ã¤'],
    ['8859/2', [lines(mshWithCharset('8859/2')), 'PID|', [0xb1]], 'ISO-8859-2 msh-18', 'PID|ą'],
    ['UNICODE UTF-8', [lines(mshWithCharset('UNICODE UTF-8')), 'PID|', [0xc3, 0xa4, 0xe4]], 'UTF-8 msh-18', 'PID|ä\udce4'],
    ['ASCII that is none', [lines(mshWithCharset('ASCII')), 'PID|', [0xc3, 0xa4]], 'UTF-8 detected', 'PID|ä'],
    ['UTF-16 that is none', [lines(mshWithCharset('UNICODE UTF-16')), 'PID|', [0xe4]], 'ISO-8859-1 detected', 'PID|ä'],
    ['a name that is none', [lines(mshWithCharset('ISO IR 999')), 'PID|', [0xe4]], 'ISO-8859-1 detected', 'PID|ä'],
    ['GB 18030-2000', [lines(mshWithCharset('GB 18030-2000')), 'PID|', [0x81, 0x7c], '|1'], 'GB18030 msh-18', 'PID|亅|1'],
    ['several sets, no escape sequence', [lines(mshWithCharset('8859/1~8859/2')), 'PID|', [0xb1]], 'ISO-8859-1 msh-18', 'PID|±'],
    [
      'ISO 2022 with the first set left out',
      [lines(mshWithCharset('~ISO IR87')), 'PID|', [0x1b], '$B0!', [0x1b], '(B^A'],
      'ISO-2022-JP msh-18',
      'PID|亜^A',
    ],
    ['ISO 2022 that nobody announced', [lines(MSH), 'PID|', [0x1b], '$B0!', [0x1b], '(B^A'], 'ISO-2022-JP detected', 'PID|亜^A'],
    ['ISO 2022, Korean', [lines(mshWithCharset('ASCII~KS X 1001')), 'PID|', [0x1b], '$)C', [0xb0, 0xa1]], 'ISO-2022 msh-18', 'PID|가'],
    ['an escape character alone', [lines(MSH), 'PID|', [0x1b], 'x'], 'UTF-8 detected', 'PID|\u001bx'],
    [
      'CNS 11643, which is not decoded',
      [lines(mshWithCharset('CNS 11643-1992')), 'PID|', [0xa4, 0xa1]],
      'CNS_11643 msh-18',
      'PID|\udca4\udca1',
    ],
  ])('%s', (_title, parts, charset, text) => {
    const { text: all, charsets } = found(...parts)
    expect(charsets).toEqual([charset])
    expect(all.trimEnd().endsWith(text)).toBe(true)
  })
})

test('a trail byte that looks like the separator does not hide MSH-18', () => {
  // MSH-4 holds Shift_JIS 0x81 0x7C, so that the bytes alone have one separator too many.
  const header = ['MSH|^~\\&|LAB|', [0x81, 0x7c], '|||20260102||ACK|1|P|2.5||||||Shift_JIS\r'] as const
  const { text, charsets } = found(...header.map((part) => (typeof part === 'string' ? part : [...part])), 'MSA|AA|', [0x95, 0x5c], '\r')
  expect(charsets).toEqual(['Shift_JIS msh-18'])
  expect(text).toContain('|LAB|－|')
  expect(text).toContain('MSA|AA|表\r')
})

test('each message of a file has its own character set; what stands before the first one is read as that is', () => {
  const parts: (string | number[])[] = [
    'BHS|^~\\&|',
    [0xe4],
    `\r${mshWithCharset('8859/1')}\rPID|`,
    [0xe4],
    `\r${mshWithCharset('UNICODE UTF-8')}\rPID|`,
    [0xc3, 0xa4],
    `\r${MSH}\rPID|`,
    [0xc3, 0xa4],
    `\r${MSH}\rPID|`,
    [0xe4],
    '\rBTS|4\r',
  ]
  const { text, charsets } = found(...parts)
  expect(charsets).toEqual(['ISO-8859-1 msh-18', 'UTF-8 msh-18', 'UTF-8 detected', 'ISO-8859-1 detected'])
  expect(text.match(/ä/g)).toHaveLength(5)
})

describe('byte offsets', () => {
  test('across runs', () => {
    const bytes = bytesOf(`${mshWithCharset('8859/1')}\rPID|`, [0xe4], `\r${MSH}\rPID|`, [0xc3, 0xa4], 'x\r')
    const source = sourceOfBytes(bytes)
    expect(source.runs).toHaveLength(2)
    const last = source.text.lastIndexOf('x')
    expect(byteOffsetAt(source, last)).toBe(bytes.length - 2)
    expect(byteOffsetAt(source, 0)).toBe(0)
    expect(byteOffsetAt(source, source.text.length)).toBe(bytes.length)
    expect(runAt(source, source.text.indexOf('ä')).charset?.name).toBe('ISO-8859-1')
  })

  test('of a text are those of its UTF-8 form', () => {
    const text = 'aä€😀\ud800b'
    const source = sourceOfText(text, false)
    const bytes = new TextEncoder().encode(text)
    expect(source.byteLength).toBe(bytes.length)
    expect(byteOffsetAt(source, text.length - 1)).toBe(bytes.length - 1)
    expect(byteOffsetAt(source, 3)).toBe(6)
    expect(sourceOfText('abc', true).byteLength).toBe(3)
  })
})
