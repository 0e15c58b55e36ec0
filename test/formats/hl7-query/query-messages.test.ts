// Rows and CSV of whole files: one row a message, whatever lies between the messages.
import { describe, expect, test } from 'vitest'
import { openCsv, readRecords } from '../../../src/formats/csv/read-csv.ts'
import { readDocument } from '../../../src/formats/hl7/document.ts'
import { queryMessages, readQuery, writeQueryCsv } from '../../../src/formats/hl7/query/query-messages.ts'

const message = (i: number) => `MSH|^~\\&|A|B|||20260102||ADT^A01|M${i}|P|2.5\rPID|1||${i}||Sample "${i}"^Ada, B\r`

describe('a file of 1,000 messages', () => {
  const parts = Array.from({ length: 1_000 }, (_, i) => message(i) + (i % 10 === 9 ? '\rsome log line\r\r' : ''))
  const query = readQuery(['PID-3', 'PID-5.1', 'PID-5'], undefined, 'escapes')

  test.each([
    ['as it is', parts.join('')],
    ['in a batch', `FHS|^~\\&|A\rBHS|^~\\&|A\r${parts.join('')}BTS|1000\rFTS|1\r`],
    ['in frames', parts.map((part) => `\u000b${part}\u001c\r`).join('')],
  ])('gives one row each, %s', (_title, text) => {
    const document = readDocument(text)
    const rows = queryMessages(document, query)
    expect(rows.map(({ index }) => index)).toEqual(Array.from({ length: 1_000 }, (_, i) => i))
    expect(rows.map(({ controlId }) => controlId)).toEqual(Array.from({ length: 1_000 }, (_, i) => `M${i}`))
    expect(rows.map(({ values }) => values['PID-3'])).toEqual(Array.from({ length: 1_000 }, (_, i) => String(i)))
    const junk = document.findings.list(document.source).filter(({ code }) => code === 'junk')
    expect(junk).toHaveLength(100)
    const csv = writeQueryCsv(query.columns, rows, { separator: '~', guardFormulas: false })
    const records = [...readRecords(openCsv(csv, ','))].map(({ fields }) => fields.map(({ value }) => value))
    expect(records).toHaveLength(1_001)
    expect(records[0]).toEqual(['index', 'controlId', 'PID-3', 'PID-5.1', 'PID-5'])
    expect(records[500]).toEqual(['499', 'M499', '499', 'Sample "499"', 'Sample "499"^Ada, B'])
  })
})

test('a cell that a spreadsheet would run is disarmed where that is asked for', () => {
  const document = readDocument('MSH|^~\\&|A|B|||20260102||ADT^A01|=1|P|2.5\rPID|1||=1+1||-5.5\r')
  const query = readQuery(['PID-3', 'PID-5'], undefined, 'escapes')
  const rows = queryMessages(document, query)
  expect(writeQueryCsv(query.columns, rows, { separator: '~', guardFormulas: true })).toBe(
    "index,controlId,PID-3,PID-5\r\n0,'=1,'=1+1,-5.5\r\n",
  )
  expect(writeQueryCsv(query.columns, rows, { separator: '~', guardFormulas: false })).toBe(
    'index,controlId,PID-3,PID-5\r\n0,=1,=1+1,-5.5\r\n',
  )
})

test.each<[string, object, string]>([
  ['""', { 'PID-3': null, 'PID-3[*]': [null], 'PID-3.1': null, 'PID-3[2]': '' }, '"""""","""""","""""",'],
  ['', { 'PID-3': '', 'PID-3[*]': [''], 'PID-3.1': '', 'PID-3[2]': '' }, ',,,'],
  ['a~""', { 'PID-3': 'a~""', 'PID-3[*]': ['a', null], 'PID-3.1': 'a', 'PID-3[2]': null }, '"a~""""","a~""""",a,""""""'],
  ['""^b', { 'PID-3': '""^b', 'PID-3[*]': ['""^b'], 'PID-3.1': null, 'PID-3[2]': '' }, '"""""^b","""""^b","""""",'],
])('the explicit null is told from what is not valued: %s', (field, expected, cells) => {
  const document = readDocument(`MSH|^~\\&|A|B|||20260102||ADT^A01|1|P|2.5\rPID|1||${field}\r`)
  const query = readQuery(['PID-3', 'PID-3[*]', 'PID-3.1', 'PID-3[2]'], undefined, 'escapes')
  const rows = queryMessages(document, query)
  expect(rows[0]!.values).toEqual(expected)
  expect(writeQueryCsv(query.columns, rows, { separator: '~', guardFormulas: false }).split('\r\n')[1]).toBe(`0,1,${cells}`)
})
