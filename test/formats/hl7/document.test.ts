// Which lines make up which message and batch (HL7 v2.5.1 §2.10.3), and what is reported of the lines.
import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import { runTool } from '../../../src/core/run.ts'
import { readDocument } from '../../../src/formats/hl7/document.ts'
import type { Hl7Document } from '../../../src/formats/hl7/document-types.ts'
import { segmentId } from '../../../src/formats/hl7/field-spans.ts'
import { hasFields } from '../../../src/formats/hl7/index/line-start.ts'
import { lineKind } from '../../../src/formats/hl7/index/segment-index.ts'
import { lineEndOf } from '../../../src/formats/hl7/line-findings.ts'
import { hl7Normalize } from '../../../src/tools/hl7/normalize.ts'
import { bytesOf, lines, MSH, mshWithCharset } from './hl7-text.ts'

const H = 'MSH|^~\\&|A|B|C|D|1||ACK|1|P|2.5'

/** The identifiers of each message. */
function messages({ index, messages }: Hl7Document): string[] {
  return messages.map(({ firstLine, endLine }) => {
    const ids: string[] = []
    for (let line = firstLine; line < endLine; line++) if (hasFields(lineKind(index, line))) ids.push(segmentId(index, line))
    return ids.join(' ')
  })
}

/** `FHS(BHS 0-2 BTS) FTS` of each file. */
function batches({ index, files }: Hl7Document): string[] {
  const id = (line: number | undefined) => (line === undefined ? '-' : segmentId(index, line))
  return files.map(({ header, trailer, batches }) => {
    const inner = batches.map((batch) => `${id(batch.header)} ${batch.firstMessage}-${batch.endMessage} ${id(batch.trailer)}`)
    return `${id(header)}(${inner.join(', ')})${id(trailer)}`
  })
}

/** `code path byteStart-byteEnd` of each finding. */
function findings(input: string | Uint8Array): string[] {
  const document = readDocument(input)
  return document.findings.list(document.source).map(({ code, path, byteStart, byteEnd }) => `${code} ${path} ${byteStart}-${byteEnd}`)
}

describe('messages and batches', () => {
  test.each<[string, string[], string[], string[]]>([
    ['one message', [H, 'MSA|AA|1'], ['MSH MSA'], []],
    ['two messages', [H, 'MSA|AA|1', H, 'MSA|AA|2'], ['MSH MSA', 'MSH MSA'], []],
    ['a file', ['FHS|^~\\&', 'BHS|^~\\&', H, 'PID|1', H, 'BTS|2', 'FTS|1'], ['MSH PID', 'MSH'], ['FHS(BHS 0-2 BTS)FTS']],
    [
      'two batches',
      ['FHS|^~\\&', 'BHS|^~\\&', H, 'BTS|1', 'BHS|^~\\&', H, H, 'BTS|2', 'FTS|2'],
      ['MSH', 'MSH', 'MSH'],
      ['FHS(BHS 0-1 BTS, BHS 1-3 BTS)FTS'],
    ],
    ['two files', ['FHS|^~\\&', H, 'FTS|1', 'FHS|^~\\&', H, 'FTS|1'], ['MSH', 'MSH'], ['FHS(- 0-1 -)FTS', 'FHS(- 1-2 -)FTS']],
    ['a batch alone', ['BHS|^~\\&', H, 'BTS|1'], ['MSH'], ['-(BHS 0-1 BTS)-']],
    ['an empty batch', ['FHS|^~\\&', 'BHS|^~\\&', 'BTS|0', 'FTS|1'], [], ['FHS(BHS 0-0 BTS)FTS']],
    ['a trailer without header', [H, 'BTS|1'], ['MSH'], ['-(- 0-1 BTS)-']],
    ['a header without trailer', ['BHS|^~\\&', H, 'BHS|^~\\&', H], ['MSH', 'MSH'], ['-(BHS 0-1 -, BHS 1-2 -)-']],
    ['messages before the first batch', [H, 'BHS|^~\\&', H, 'BTS|1'], ['MSH', 'MSH'], ['-(- 0-1 -, BHS 1-2 BTS)-']],
    ['messages behind the last batch', ['FHS|^~\\&', H, 'FTS|1', H], ['MSH', 'MSH'], ['FHS(- 0-1 -)FTS', '-(- 1-2 -)-']],
    ['segments without MSH', ['BHS|^~\\&', 'EVN|A01', 'PID|1', 'BTS|1'], ['EVN PID'], ['-(BHS 0-1 BTS)-']],
    ['segments behind a trailer', ['BHS|^~\\&', H, 'BTS|1', 'PID|1'], ['MSH', 'PID'], ['-(BHS 0-1 BTS, - 1-2 -)-']],
    ['two trailers', ['BHS|^~\\&', H, 'BTS|1', 'BTS|1'], ['MSH'], ['-(BHS 0-1 BTS, - 1-1 BTS)-']],
  ])('%s', (_title, segments, expectedMessages, expectedBatches) => {
    const document = readDocument(lines(...segments))
    expect(messages(document)).toEqual(expectedMessages)
    expect(batches(document)).toEqual(expectedBatches)
  })

  test('each message has the delimiters and the version of its own header', () => {
    const { messages } = readDocument(lines('BHS:-+?*:x', 'PID:1', MSH, 'PID|1', 'MSH:-+?*:A::::::ACK:1:P:2.9'))
    expect(
      messages.map(({ delimiters, version, declaredVersion }) => [delimiters.field, version.used, version.how, declaredVersion]),
    ).toEqual([
      [':', '2.5.1', 'default', ''],
      ['|', '2.5.1', 'declared', '2.5.1'],
      [':', '2.8.2', 'nearest', '2.9'],
    ])
  })
})

describe('a document without MSH, FHS and BHS is refused with a place', () => {
  test.each<[string, string | Uint8Array, number]>([
    ['nothing', '', 0],
    ['no bytes', new Uint8Array(0), 0],
    ['a text', 'Dear colleague,\r', 0],
    ['segments alone', 'PID|1\rPV1|1\r', 0],
    ['empty lines first', '\r\n\r\nPID|1', 4],
    ['a byte order mark first', bytesOf([0xef, 0xbb, 0xbf], 'PID|1'), 3],
    ['UTF-16', bytesOf([0xff, 0xfe], [0x41, 0, 0x42, 0]), 2],
    ['binary', Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256), 0],
    ['MSH inside of a line', 'the MSH|segment', 0],
    ['small letters', 'msh|^~\\&|A', 0],
    ['JSON', '{"message":"MSH"}', 0],
    ['only trailers', 'BTS|1\rFTS|1\r', 0],
  ])('%s', (_title, input, byteOffset) => {
    const error = caught(() => readDocument(input))
    expect(error).toBeInstanceOf(ProblemError)
    expect(error).toMatchObject({ code: 'unreadable_input', at: { byteOffset } })
  })
})

function caught(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  return undefined
}

describe('findings', () => {
  const h = H.length
  const UTF_8 = lines(mshWithCharset('UNICODE UTF-8'))
  const u = UTF_8.length
  test.each<[string, string | Uint8Array, string[]]>([
    ['none of a message as it should be', lines(H, 'MSA|AA|1'), []],
    ['line feeds', `${H}\nMSA|AA\n`, [`line_end_not_cr null ${h}-${h + 1}`]],
    ['mixed line ends', `${H}\rMSA|AA\r\nERR|1\r`, [`line_end_mixed null ${h + 7}-${h + 9}`]],
    ['a line feed in a field', `${H}\rNTE|1||a\nb\r`, [`line_end_in_field NTE-3 ${h + 9}-${h + 10}`]],
    ['a line feed in the field of a second segment', `${H}\rNTE|1\rNTE|1||a\nb\r`, [`line_end_in_field NTE[2]-3 ${h + 15}-${h + 16}`]],
    ['empty lines', `${H}\r\r\rMSA|AA\r`, [`blank_line null ${h + 1}-${h + 3}`]],
    ['blanks in front', ` ${H}\r`, ['leading_blanks null 0-1']],
    ['a byte order mark', bytesOf([0xef, 0xbb, 0xbf], lines(H)), ['byte_order_mark null 0-3']],
    ['MLLP', `\v${H}\r\u001c\r`, ['mllp_frame null 0-1']],
    ['half of MLLP', `\v${H}\r`, ['mllp_frame null 0-1', 'mllp_incomplete null 0-1']],
    ['junk', `log\r${H}\r`, ['junk null 0-3']],
    ['a wrong identifier', lines(H, 'pid|1'), [`segment_id_invalid null ${h + 1}-${h + 6}`]],
    ['a stray line', lines(H, 'text'), [`stray_line null ${h + 1}-${h + 5}`]],
    ['segments without MSH', lines('BHS|^~\\&', 'PID|1'), ['missing_header PID 9-14']],
    ['a header cut short', 'MSH', ['header_cut_short MSH-1 0-3']],
    ['delimiters cut short', 'MSH|^~', ['delimiters_missing MSH-2 0-6']],
    ['repeated delimiters', 'MSH|^^\\&', ['delimiters_repeated MSH-2 0-8']],
    [
      'undecodable bytes',
      bytesOf(UTF_8, 'PID|a|', [0xe4, 0xe4], '|b|', [0xff], '\r'),
      [`undecodable_bytes PID-2 ${u + 6}-${u + 8}`, `undecodable_bytes PID-4 ${u + 11}-${u + 12}`],
    ],
    [
      'undecodable bytes in junk',
      bytesOf(UTF_8, '\r', [0xe4], '\r'),
      [`blank_line null ${u}-${u + 1}`, `junk null ${u + 1}-${u + 2}`, `undecodable_bytes null ${u + 1}-${u + 2}`],
    ],
    [
      'half a surrogate pair in a text',
      `${H}\rPID|\ud800|\udc00x😀\r`,
      [`lone_surrogate PID-1 ${h + 5}-${h + 8}`, `lone_surrogate PID-2 ${h + 9}-${h + 12}`],
    ],
  ])('%s', (_title, input, expected) => {
    expect(findings(input)).toEqual(expected)
  })

  test('are listed up to a hundred of a code, and the others counted', () => {
    const list = findings(lines(H, ...Array.from({ length: 250 }, () => 'x')))
    expect(list).toHaveLength(101)
    expect(list.filter((line) => line.startsWith('stray_line'))).toHaveLength(100)
    expect(list.at(-1)).toBe(`more_diagnostics null ${h + 201}-${h + 500}`)
    const document = readDocument(lines(H, ...Array.from({ length: 250 }, () => 'x')))
    expect(document.findings.list(document.source).at(-1)?.message).toBe('150 more findings of the code stray_line are not listed.')
  })
})

test.each([
  [lines(H, 'PID|1'), 'CR'],
  [`${H}\n`, 'LF'],
  [`${H}\r\nPID|1\r\n`, 'CRLF'],
  [`${H}\r\nPID|1\r`, 'mixed'],
  [H, 'none'],
])('the line end of %j is %s', (text, lineEnd) => {
  expect(lineEndOf(readDocument(text))).toBe(lineEnd)
})

describe('headers and trailers with delimiters of their own', () => {
  const message = 'MSH|^~\\&|A|B|C|D|20260102||ADT^A01|1|P|2.5.1\rPID|1||1\r'
  const other = message.replaceAll('|', '!').replaceAll('^', '@')
  const text = `FHS*:~\\&*A\rBHS$%~\\&$A\r${message}${other}BTS$2$x%y\rFTS*1*x:y\r`

  test('belong together, whatever delimiters the messages between them have', () => {
    const document = readDocument(text)
    expect(document.messages.map(({ delimiters }) => delimiters.field)).toEqual(['|', '!'])
    expect(document.files[0]!.batches[0]).toMatchObject({ firstMessage: 0, endMessage: 2 })
    expect(document.files[0]!.trailer).toBeDefined()
    expect(document.files[0]!.batches[0]!.trailer).toBeDefined()
    expect(document.findings.list(document.source)).toEqual([])
  })

  test('are written in those of the messages', () => {
    const { content } = runTool(hl7Normalize, { message: text }, { delimiters: 'standard' }) as unknown as { content: Uint8Array }
    const usual = message.repeat(2)
    expect(new TextDecoder().decode(content)).toBe(`FHS|^~\\&|A\rBHS|^~\\&|A\r${usual}BTS|2|x^y\rFTS|1|x^y\r`)
  })
})
