// CSV: the grammar of RFC 4180 and its dialects, what is refused and where, and that nothing changes that need not.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import { type CsvDelimiter, openCsv, readRecords } from '../../../src/formats/csv/read-csv.ts'
import { disarmFormula, isFormula, rewriteRecord, writeField, writeRows } from '../../../src/formats/csv/write-csv.ts'

const read = (csv: string | Uint8Array, delimiter?: CsvDelimiter) =>
  [...readRecords(openCsv(csv, delimiter))].filter(({ isBlank }) => !isBlank).map(({ fields }) => fields.map(({ value }) => value))

/** The file written again, with values changed by a function that returns undefined for what stays. */
function rewrite(csv: string | Uint8Array, change: (value: string) => string | undefined): string {
  const file = openCsv(csv)
  const records = [...readRecords(file)]
  const body = records.map((record, i) =>
    rewriteRecord(
      file,
      record,
      record.fields.map(({ value }) => change(value)),
      records[i + 1]?.start ?? file.text.length,
    ),
  )
  return file.text.slice(0, file.from) + body.join('')
}

describe('RFC 4180 §2', () => {
  test.each([
    [
      '1 CRLF',
      'aaa,bbb\r\nzzz,yyy\r\n',
      [
        ['aaa', 'bbb'],
        ['zzz', 'yyy'],
      ],
    ],
    [
      '2 no last line end',
      'aaa,bbb\r\nzzz,yyy',
      [
        ['aaa', 'bbb'],
        ['zzz', 'yyy'],
      ],
    ],
    ['4 spaces are part of a field', ' a , b\r\n', [[' a ', ' b']]],
    [
      '5 quotes',
      '"aaa","bbb"\r\nzzz,yyy',
      [
        ['aaa', 'bbb'],
        ['zzz', 'yyy'],
      ],
    ],
    ['6 line ends and commas in quotes', '"a\r\nb","c,d"\r\n', [['a\r\nb', 'c,d']]],
    ['7 a doubled quote', '"a""b",""""\r\n', [['a"b', '"']]],
    [
      'empty fields',
      ',\r\n"",x\r\n',
      [
        ['', ''],
        ['', 'x'],
      ],
    ],
  ])('%s', (_title, csv, rows) => {
    expect(read(csv)).toEqual(rows)
  })
})

describe('dialects', () => {
  test.each([
    [
      'semicolons',
      'a;b\n1,5;2\n',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'tabs',
      'a\tb\n1\t2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'bars',
      'a|b\n1|2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a quoted delimiter of another kind',
      '"a;x","b;y"\n"1;2","3;4"\n',
      [
        ['a;x', 'b;y'],
        ['1;2', '3;4'],
      ],
    ],
    ['one column', 'a\nb\n\nc\n', [['a'], ['b'], [''], ['c']]],
    [
      'old line ends',
      'a,b\r1,2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a blank line',
      'a,b\n\n1,2\n\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'the sep line of spreadsheets',
      'sep=;\r\na;b\r\n1;2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a quote inside a plain field',
      'a,5\' 10"\n1,2\n',
      [
        ['a', '5\' 10"'],
        ['1', '2'],
      ],
    ],
    [
      'a byte order mark',
      '\uFEFFa,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['nothing', '', []],
  ])('%s', (_title, csv, rows) => {
    expect(read(csv)).toEqual(rows)
  })

  test('bytes by their encoding', () => {
    const utf16 = (order: number[], text: string, isBig: boolean) =>
      Uint8Array.from([
        ...order,
        ...[...text].flatMap((c) =>
          isBig ? [c.charCodeAt(0) >> 8, c.charCodeAt(0) & 255] : [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8],
        ),
      ])
    expect(read(new TextEncoder().encode('\uFEFFa,é\n'))).toEqual([['a', 'é']])
    expect(read(Uint8Array.from([0x61, 0x2c, 0xe9, 0x0a]))).toEqual([['a', 'é']])
    expect(read(utf16([0xff, 0xfe], 'a,é\n', false))).toEqual([['a', 'é']])
    expect(read(utf16([0xfe, 0xff], 'a,é\n', true))).toEqual([['a', 'é']])
  })
})

describe('what breaks the grammar is refused with its row and byte offset:', () => {
  test.each([
    ['an open quote', 'é,b\n1,"2\n3,4\n', 'row 2', 7],
    ['text behind a quote', 'a,b\n"1"x,2\n', 'row 2', 7],
    ['a short row', 'a,b\n1,2\n3\n', 'row 3', 8],
    ['a long row', 'ä,b\n1,2,3\n', 'row 2', 5],
    ['a long row behind a blank line', 'a,b\n\n1,2,3\n', 'row 3', 5],
  ])('%s', (_title, csv, path, byteOffset) => {
    for (const form of [csv, new TextEncoder().encode(csv)]) {
      let caught: unknown
      try {
        read(form, ',')
      } catch (error) {
        caught = error
      }
      expect(caught).toBeInstanceOf(ProblemError)
      expect(caught).toMatchObject({ code: 'unreadable_input', at: { path, byteOffset } })
    }
  })

  test('offsets count the bytes of the file', () => {
    const text = 'é,b\n1\n'
    const latin = Uint8Array.from(text, (c) => c.charCodeAt(0))
    expect(() => read(latin, ',')).toThrow(expect.objectContaining({ at: { path: 'row 2', byteOffset: 4 } }))
    expect(() => read(`\uFEFF${text}`, ',')).toThrow(expect.objectContaining({ at: { path: 'row 2', byteOffset: 8 } }))
  })

  test.each([
    ['UTF-8', [0xef, 0xbb, 0xbf, 0xe9, 0x0a]],
    ['UTF-16', [0xff, 0xfe, 0x00, 0xd8, 0x61, 0x00]],
  ])('a wrong mark of %s', (_title, bytes) => {
    expect(() => read(Uint8Array.from(bytes))).toThrow(ProblemError)
  })
})

describe('writing', () => {
  test.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['a\nb', '"a\nb"'],
    [' a', '" a"'],
    ['', ''],
  ])('%j', (value, written) => {
    expect(writeField(value, ',')).toBe(written)
  })

  test('what is written is read again: 500 tables of awkward values', () => {
    const signs = ['a', '"', ',', ';', '\n', '\r\n', ' ', 'é', '=', "'", '']
    let seed = 7
    const next = (size: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return Math.floor((seed / 2147483648) * size)
    }
    for (let i = 0; i < 500; i++) {
      const width = 1 + next(4)
      const rows = Array.from({ length: 1 + next(5) }, () =>
        Array.from({ length: width }, () => Array.from({ length: next(5) }, () => signs[next(signs.length)]).join('')),
      )
      const delimiter = ([',', ';', '\t', '|'] as const)[next(4)]!
      expect(read(writeRows(rows, delimiter), delimiter)).toEqual(rows)
    }
  })

  const files = [
    'a,b\r\n"1",2\r\n',
    'a;b\n"x;y";\n\n1;2',
    '\t\n"a""b"\tc\n',
    'sep=|\na|b\n',
    'a\r"b\rc"\r',
    ' a ," b"\n5\' 10",x\n',
    readFileSync(join(import.meta.dirname, '../../fixtures/csv/visits.csv'), 'utf8').replace(/^\uFEFF/, ''),
  ]
  test.each(files)('no byte changes where no value does: %j', (csv) => {
    expect(rewrite(csv, () => undefined)).toBe(csv)
  })

  test.each(files)('only the changed values change: %j', (csv) => {
    const upper = (value: string) => (value === value.toUpperCase() ? undefined : value.toUpperCase())
    const again = rewrite(csv, upper)
    expect(read(again, openCsv(csv).delimiter)).toEqual(read(csv).map((row) => row.map((value) => value.toUpperCase())))
    expect(again.match(/[\r\n]/g)).toEqual(csv.match(/[\r\n]/g))
  })

  test('a changed value is quoted as it needs', () => {
    expect(rewrite('a,b\n1,2\n', (value) => (value === '1' ? 'x,"y"' : undefined))).toBe('a,b\n"x,""y""",2\n')
    expect(rewrite('a\nb\n', (value) => (value === 'b' ? '' : undefined))).toBe('a\n""\n')
  })
})

describe('cells that a spreadsheet would run', () => {
  test.each(['=1+1', '@SUM(A1)', '+cmd|x', '-2+3', '\t=1', '＝1', '-', '+'])('%j', (value) => {
    expect(isFormula(value)).toBe(true)
    expect(disarmFormula(value)).toBe(`'${value}`)
    expect(isFormula(disarmFormula(value))).toBe(false)
  })

  test.each(['-5', '+3.2', '-1,5', '1-2', 'a=b', '', "'=1", '-1e5', '-.5', '-12%'])('but not %j', (value) => {
    expect(disarmFormula(value)).toBe(value)
  })
})

test('50 MB of hostile text are read in seconds', () => {
  expect(() => read(`a,b\n"${'x'.repeat(25_000_000)}`, ',')).toThrow(ProblemError)
  expect(() => read('"'.repeat(25_000_001), ',')).toThrow(ProblemError)
  expect(read(`${'a,'.repeat(1_000_000)}a`, ',')[0]).toHaveLength(1_000_001)
}, 30_000)
