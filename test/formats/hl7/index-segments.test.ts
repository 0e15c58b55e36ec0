// The index: which lines there are, and where their fields stand.
import { describe, expect, test } from 'vitest'
import { pieceCount, segmentId } from '../../../src/formats/hl7/field-spans.ts'
import { indexSegments } from '../../../src/formats/hl7/index/index-segments.ts'
import { hasFields, LINE } from '../../../src/formats/hl7/index/line-start.ts'
import {
  fieldFlags,
  fieldStart,
  firstField,
  lineCount,
  lineEnd,
  lineKind,
  lineStart,
} from '../../../src/formats/hl7/index/segment-index.ts'
import { MSH } from './hl7-text.ts'

const NAMES = new Map<number, string>(Object.entries(LINE).map(([name, kind]) => [kind, name]))

/** `kind:content` of each line; of a segment its identifier and the number of its separators. */
function outline(text: string): string[] {
  const index = indexSegments(text)
  return Array.from({ length: lineCount(index) }, (_, line) => {
    const kind = lineKind(index, line)!
    const shown = hasFields(kind)
      ? `${segmentId(index, line)}/${pieceCount(index, line) - 1}`
      : text.slice(lineStart(index, line), lineEnd(index, line))
    return `${NAMES.get(kind)}:${shown}`
  })
}

describe('lines', () => {
  const H = 'MSH|^~\\&|A'
  test.each<[string, string, string[]]>([
    ['carriage returns', `${H}\rPID|1\r`, ['header:MSH/2', 'segment:PID/1']],
    ['line feeds', `${H}\nPID|1\n`, ['header:MSH/2', 'segment:PID/1']],
    ['both', `${H}\r\nPID|1\r\n`, ['header:MSH/2', 'segment:PID/1']],
    ['no last one', `${H}\rPID|1`, ['header:MSH/2', 'segment:PID/1']],
    ['mixed', `${H}\rPID|1\nPV1|1\r\nOBX|1\r`, ['header:MSH/2', 'segment:PID/1', 'segment:PV1/1', 'segment:OBX/1']],
    ['empty lines', `${H}\r\r\nPID|1\r \r\r`, ['header:MSH/2', 'blank:', 'segment:PID/1', 'blank: ']],
    ['MLLP', `\v${H}\rPID|1\r\u001c\r`, ['frame:\v', 'header:MSH/2', 'segment:PID/1', 'frame:\u001c']],
    ['MLLP without the last carriage return', `\v${H}\rPID|1\u001c\r`, ['frame:\v', 'header:MSH/2', 'segment:PID/1', 'frame:\u001c']],
    [
      'MLLP, two messages',
      `\v${H}\r\u001c\r\v${H}\r\u001c\r`,
      ['frame:\v', 'header:MSH/2', 'frame:\u001c', 'frame:\v', 'header:MSH/2', 'frame:\u001c'],
    ],
    ['a start character in place of a line end', `${H}|x\v${H}`, ['header:MSH/3', 'frame:\v', 'header:MSH/2']],
    ['end characters in place of line ends', `${H}\u001cPID|1`, ['header:MSH/2', 'frame:\u001c', 'segment:PID/1']],
    ['control characters as data', `${H}|a\u001cb\vc\r`, ['header:MSH/3']],
    ['a byte order mark', `\ufeff${H}\r`, ['bom:\ufeff', 'header:MSH/2']],
    ['blanks in front', ` ${H}\r\tPID|1\r`, ['indent: ', 'header:MSH/2', 'indent:\t', 'segment:PID/1']],
    ['batches', `FHS|^~\\&\rBHS|^~\\&\r${H}\rBTS|1\rFTS|1\r`, ['batch:FHS/1', 'batch:BHS/1', 'header:MSH/2', 'batch:BTS/1', 'batch:FTS/1']],
    ['an identifier alone', `${H}\rPID\rDSC\r`, ['header:MSH/2', 'segment:PID/0', 'segment:DSC/0']],
    ['a header alone', 'MSH', ['header:MSH/0']],
  ])('%s', (_title, text, expected) => {
    expect(outline(text)).toEqual(expected)
  })
})

describe('lines that are no segments', () => {
  const H = 'MSH|^~\\&|A'
  test.each<[string, string, string[]]>([
    ['before the first message', `Log\rPID|1\r${H}\r`, ['junk:Log', 'junk:PID|1', 'header:MSH/2']],
    ['between messages', `${H}\r\rNext one:\r${H}\r`, ['header:MSH/2', 'blank:', 'junk:Next one:', 'header:MSH/2']],
    ['behind MLLP', `${H}\r\u001c\rrest`, ['header:MSH/2', 'frame:\u001c', 'junk:rest']],
    [
      'in front of a header in its line',
      `12:00 received ${H}\rPID|1\r12:01 ${H}\r`,
      ['junk:12:00 received ', 'header:MSH/2', 'segment:PID/1', 'junk:12:01 ', 'header:MSH/2'],
    ],
    [
      'inside of a message: torn',
      `${H}\rNTE|1||one\rtwo|2\rthree\rPID|1\r`,
      ['header:MSH/2', 'segment:NTE/3', 'odd:two/1', 'odd:three/0', 'segment:PID/1'],
    ],
    [
      'inside of a message: wrong identifiers',
      `${H}\rpid|1\rPIDX|1\rPV|1\r|x\r1PV|\r`,
      ['header:MSH/2', 'odd:pid/1', 'odd:PIDX/1', 'odd:PV/1', 'odd:/1', 'odd:1PV/1'],
    ],
    ['no header at all', 'PID|1\rPV1|1\r', ['junk:PID|1', 'junk:PV1|1']],
    [
      'words that only begin like one',
      'MSHA|1\rMSH is short\rFHS9\rBHS \r',
      ['junk:MSHA|1', 'junk:MSH is short', 'junk:FHS9', 'junk:BHS '],
    ],
  ])('%s', (_title, text, expected) => {
    expect(outline(text)).toEqual(expected)
  })
})

describe('a line end inside of a field', () => {
  test.each<[string, string, string[], number]>([
    [
      'LF where lines end with CR',
      'MSH|^~\\&\rOBX|1|HEMOGRAM WITH\nPLATELETS|2\rPID|1\r',
      ['header:MSH/1', 'segment:OBX/3', 'segment:PID/1'],
      1,
    ],
    ['LF before a word of three capitals', 'MSH|^~\\&\rOBX|1|MEAN\nVOL|2\r', ['header:MSH/1', 'segment:OBX/3'], 1],
    ['LF before a segment that HL7 knows', 'MSH|^~\\&\rOBX|1\nNTE|2\r', ['header:MSH/1', 'segment:OBX/1', 'segment:NTE/1'], 0],
    ['LF before a local segment', 'MSH|^~\\&\rOBX|1\nZZZ|2\r', ['header:MSH/1', 'segment:OBX/1', 'segment:ZZZ/1'], 0],
    ['CR where lines end with LF', 'MSH|^~\\&\nOBX|1|a\rb|2\n', ['header:MSH/1', 'segment:OBX/3'], 1],
    ['LF where lines end with CRLF', 'MSH|^~\\&\r\nOBX|1|a\nb|2\r\n', ['header:MSH/1', 'segment:OBX/3'], 1],
    ['LF that is the line end', 'MSH|^~\\&\nOBX|1|a\nb|2\n', ['header:MSH/1', 'segment:OBX/2', 'odd:b/1'], 0],
    [
      'each message has its own line end',
      'MSH|^~\\&\rPID|a\nb\rMSH|^~\\&\nPID|a\nb\n',
      ['header:MSH/1', 'segment:PID/1', 'header:MSH/1', 'segment:PID/1', 'odd:b/0'],
      1,
    ],
  ])('%s', (_title, text, expected, breaks) => {
    expect(outline(text)).toEqual(expected)
    expect(indexSegments(text).breaksInFields).toHaveLength(breaks)
  })
})

describe('fields', () => {
  test('each knows its start and what it holds', () => {
    const text = 'MSH|^~\\&|A\rPID|a|b^c|d~e|f\\T\\|g&h||i\u00e4\r'
    const index = indexSegments(text)
    const first = firstField(index, 1)
    const fields = Array.from({ length: pieceCount(index, 1) }, (_, i) => [
      text.slice(fieldStart(index, first + i)).split(/[|\r]/)[0],
      fieldFlags(index, first + i),
    ])
    expect(fields).toEqual([
      ['PID', 0],
      ['a', 0],
      ['b^c', 1],
      ['d~e', 2],
      ['f\\T\\', 4],
      ['g&h', 1],
      ['', 0],
      ['iä', 0],
    ])
    expect(index).toMatchObject({ ascii: false, plain: true, lineEnds: { cr: 2, lf: 0, crlf: 0, other: 0 } })
  })

  test('by the delimiters of their own message', () => {
    const text = 'MSH:-+?*:A\rPID:a|b:c-d\rMSH|^~\\&|A\rPID|a:b|c-d\r'
    const index = indexSegments(text)
    const pieces = [1, 3].map((line) => pieceCount(index, line) - 1)
    const flags = [1, 3].map((line) => fieldFlags(index, firstField(index, line) + 2))
    expect([pieces, flags]).toEqual([
      [2, 2],
      [1, 0],
    ])
  })

  test('a document after one with other delimiters is read as ever', () => {
    indexSegments('MSH#^~\\&#A\rPID#1\r')
    expect(outline(`${MSH}\rPID|a#b|c\r`)).toEqual(['header:MSH/11', 'segment:PID/2'])
    indexSegments('MSH|#~\\&|A\r')
    const index = indexSegments(`${MSH}\rPID|a#b\r`)
    expect(fieldFlags(index, firstField(index, 1) + 1)).toBe(0)
  })

  test('one character for two roles divides as the stronger one', () => {
    const index = indexSegments('MSH|^&&^|A\rPID|a&b|c^d\r')
    expect([1, 2].map((i) => fieldFlags(index, firstField(index, 1) + i))).toEqual([2, 1])
  })

  test('are limited', () => {
    expect(() => indexSegments(`MSH|^~\\&|${'|'.repeat(20_000_001)}`)).toThrow('more than 20000000 fields')
  })

  test('lines are limited', () => {
    expect(() => indexSegments('x\r'.repeat(5_000_001))).toThrow('more than 5000000 lines')
  })
})
