// hl7/parse on whole documents: batches, character sets, damage, and results without end.
import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import { bytesOf, lines, MSH } from '../../formats/hl7/hl7-text.ts'
import { fixture, parse, values } from './parse-message.ts'

describe('several messages', () => {
  const batch = parse(fixture('batch.hl7'), { names: false })

  test('every one is listed, the first one stands on top as well', () => {
    expect(batch.messages.map(({ controlId }) => controlId)).toEqual(['A-1', 'R-7'])
    expect(batch.controlId).toBe('A-1')
    expect(batch.segments).toEqual(batch.messages[0]!.segments)
    expect(parse(fixture('result.hl7')).messages).toEqual([])
  })

  test('the batch says which messages it holds', () => {
    expect(batch.batch?.files).toMatchObject([
      {
        header: { id: 'FHS' },
        trailer: { id: 'FTS' },
        declaredBatches: 1,
        batches: [{ header: { id: 'BHS' }, trailer: { id: 'BTS' }, declaredMessages: 2, firstMessage: 0, messages: 2 }],
      },
    ])
  })

  test('their bytes are those of the document', () => {
    const bytes = fixture('mllp.hl7')
    const { messages, source } = parse(bytes)
    expect(source.mllp).toBe(true)
    for (const { byteStart, byteEnd, controlId } of messages) {
      const text = String.fromCharCode(...bytes.subarray(byteStart, byteEnd))
      expect(text).toMatch(/^MSH[\s\S]*\r$/)
      expect(text).toContain(`|${controlId}|`)
    }
  })

  test('each has its own diagnostics, the document has all', () => {
    const { diagnostics, messages } = parse(fixture('damaged.hl7'))
    expect(messages.map(({ diagnostics }) => diagnostics.map(({ code }) => code))).toEqual([
      ['delimiters_missing', 'version_fallback', 'line_end_not_cr', 'leading_blanks', 'segment_id_invalid', 'stray_line'],
      ['message_type_missing', 'control_id_missing', 'version_missing'],
      ['header_cut_short', 'message_type_missing', 'control_id_missing', 'version_missing'],
    ])
    expect(diagnostics.map(({ code }) => code).filter((code) => code === 'junk' || code === 'blank_line')).toHaveLength(4)
  })

  test('wrong counts and missing trailers are reported', () => {
    const codes = (...segments: string[]) => parse(lines(...segments)).diagnostics.map(({ code, path }) => `${code} ${path}`)
    expect(codes('FHS|^~\\&', 'BHS|^~\\&', MSH, 'BTS|2', 'FTS|1')).toEqual(['batch_count_wrong BTS-1'])
    expect(codes('FHS|^~\\&', 'BHS|^~\\&', MSH, 'BTS|x', 'FTS|2')).toEqual(['batch_count_wrong BTS-1', 'batch_count_wrong FTS-1'])
    expect(codes('BHS|^~\\&', MSH)).toEqual(['batch_incomplete BHS'])
    expect(codes(MSH, 'BTS|1')).toEqual(['batch_incomplete BTS'])
    expect(codes('BHS|^~\\&', MSH, 'BTS')).toEqual([])
  })

  test('a batch without messages has no type', () => {
    expect(parse('BHS|^~\\&|A\rBTS|0\r')).toMatchObject({
      type: { code: null },
      controlId: null,
      segments: [],
      messages: [],
      diagnostics: [],
    })
  })
})

describe('the source', () => {
  test.each([
    ['result.hl7', 'UTF-8', 'detected'],
    ['latin1.hl7', 'ISO-8859-1', 'msh-18'],
    ['utf8-undecodable.hl7', 'UTF-8', 'msh-18'],
    ['shift-jis.hl7', 'Shift_JIS', 'msh-18'],
    ['iso-2022-jp.hl7', 'ISO-2022-JP', 'msh-18'],
    ['utf16.hl7', 'UTF-16LE', 'bom'],
  ])('%s is in %s (%s)', (name, charset, charsetFrom) => {
    expect(parse(fixture(name)).source).toMatchObject({ charset, charsetFrom, bytes: fixture(name).length })
  })

  test('names are read in their character set', () => {
    const name = (file: string) => values(fixture(file), { select: ['PID-5'] })['PID-5']
    expect(name('latin1.hl7')).toEqual([['Müster', 'Jörg', '\u0093']])
    expect(name('utf8-undecodable.hl7')).toEqual([['Müster', 'J\ufffdrg']])
    expect(name('shift-jis.hl7')).toEqual([['表', '十']])
    expect(name('iso-2022-jp.hl7')).toEqual([['山田', '太郎', '']])
    expect(name('utf16.hl7')).toBe('Müster')
  })

  test('what MSH-18 says and the bytes do not hold is reported', () => {
    const codes = (charset: string, ...rest: (string | number[])[]) =>
      parse(bytesOf(`${MSH}||||||${charset}\r`, ...rest)).diagnostics.map(({ code }) => code)
    expect(codes('ASCII', 'PID|', [0xc3, 0xa4])).toEqual(['charset_mismatch'])
    expect(codes('UNICODE UTF-16', 'PID|1')).toEqual(['charset_mismatch'])
    expect(codes('ISO IR 999', 'PID|1')).toEqual(['charset_unknown'])
    expect(codes('UTF-8', 'PID|1')).toEqual(['charset_name_outside_table'])
    expect(codes('UNICODE UTF-8', 'PID|1')).toEqual([])
    expect(codes('8859/1', 'PID|', [0xe4])).toEqual([])
  })

  test('a text has no character set; MSH-18 tells how to read hexadecimal data', () => {
    const text = lines(`${MSH}||||||8859/15`, 'NTE|1||\\XA4\\')
    expect(parse(text).source).toMatchObject({ charset: null, charsetFrom: 'text', bytes: text.length })
    expect(values(text, { select: ['NTE-3'] })).toEqual({ 'NTE-3': '€' })
    expect(parse('MSH|^~\\&|ä\r').source.bytes).toBe(12)
  })
})

describe('no value of the document is in a diagnostic or an error', () => {
  const CANARY = 'QZXCANARY'
  test.each([
    `MSH|^~\\&|${CANARY}|||||||${CANARY}^${CANARY}|${CANARY}|P|${CANARY}||||||${CANARY}\r${CANARY}|1|\\${CANARY}\\\r${CANARY}\rOBX|1|ST|\\X${CANARY}\\\n${CANARY}|\r`,
    `${CANARY}\rMSH|^^${CANARY}|\r\r${CANARY}\rBTS|${CANARY}\r`,
    CANARY,
  ])('%j', (message) => {
    for (const options of [{}, { groups: true, view: 'flat' }, { decode: 'text' }]) {
      try {
        const { diagnostics } = parse(message, options)
        expect(diagnostics.length).toBeGreaterThan(2)
        expect(JSON.stringify(diagnostics)).not.toContain(CANARY)
      } catch (error) {
        expect(error).toBeInstanceOf(ProblemError)
        expect(`${JSON.stringify(error)} ${(error as ProblemError).message}`).not.toContain(CANARY)
      }
    }
  })
})

test('an escape sequence that is not known is reported once for its field', () => {
  const { diagnostics } = parse(lines(MSH, 'NTE|1||\\Q\\ \\Q\\ \\', 'NTE|2||\\Q\\'))
  expect(diagnostics.map(({ code, path }) => `${code} ${path}`)).toEqual([
    'escape_unknown NTE-3',
    'escape_unterminated NTE-3',
    'escape_unknown NTE[2]-3',
  ])
})

test('formatting that grows beyond what a text can hold is refused', () => {
  const message = lines(MSH, `NTE|1||${'\\.sp50\\'.repeat(7_000_000)}`)
  expect(() => parse(message, { decode: 'text' })).toThrowError(expect.objectContaining({ code: 'resource_limit' }))
  expect(values(lines(MSH, 'NTE|1||\\.sp50\\'), { decode: 'text', select: ['NTE-3'] })).toEqual({ 'NTE-3': '\n'.repeat(50) })
})

test('a result that no text could hold is refused', () => {
  const wide = `ZZZ${'|x'.repeat(4_000_000)}`
  expect(() => parse(lines(MSH, wide))).toThrowError(expect.objectContaining({ code: 'resource_limit' }))
  expect(values(lines(MSH, wide), { select: ['ZZZ-999999'] })).toEqual({ 'ZZZ-999999': 'x' })
})
