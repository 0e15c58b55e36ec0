// CSV: fields tile their records, an unchanged record is written back byte by byte, and what is written reads back.
import { ProblemError } from '../../../../src/core/problem.ts'
import { openCsv, readRecords } from '../../../../src/formats/csv/read-csv.ts'
import { rewriteRecord, writeRows } from '../../../../src/formats/csv/write-csv.ts'
import { bytesOf, expectThat, type FuzzTarget, refusable } from '../../engine/target.ts'

export const target: FuzzTarget = {
  covers: ['src/formats/csv/read-csv.ts', 'src/formats/csv/csv-text.ts', 'src/formats/csv/write-csv.ts'],
  dictionary: ['"', '""', ',', ';', '\t', '|', '\r\n', '\n', '\r', 'sep=;\r\n', '\ufeff', '"a\r\nb"', '=1+1'],
  seeds: () => [
    ...['a,b\r\n1,"x ""y"", z"\r\n\r\n3,4', 'sep=;\r\na;b\n"1\n2";3\n', '\ufeffa\tb\n1\t2', 'a', '"",""\r\n'].map(bytesOf),
    Buffer.from('\ufeffa;b\r\n1;2', 'utf16le'),
  ],
  run(input) {
    const file = refusable(() => openCsv(input))
    if (file instanceof ProblemError) return
    const records = refusable(() => [...readRecords(file)])
    if (records instanceof ProblemError) return
    let at = file.from
    for (const [i, record] of records.entries()) {
      expectThat(record.start >= at && record.end >= record.start && record.end <= file.text.length, 'records are in order')
      for (const { start, end } of record.fields)
        expectThat(start >= record.start && end <= record.end && end >= start, 'fields are in their record')
      const next = records[i + 1]?.start ?? file.text.length
      const same = rewriteRecord(
        file,
        record,
        record.fields.map(() => undefined),
        next,
      )
      expectThat(same === file.text.slice(record.start, next), 'an unchanged record stays')
      checkRewritten(
        file.delimiter,
        record.fields.map(({ value }) => value),
      )
      at = record.end
    }
  },
}

function checkRewritten(delimiter: ',' | ';' | '\t' | '|', values: readonly string[]): void {
  if (values.length === 0) return
  const again = openCsv(bytesOf(writeRows([values], delimiter).replaceAll(/[\ud800-\udfff]/g, '?')), delimiter)
  if (again.from > 0 || again.bom) return
  const [record] = [...readRecords(again)]
  const read = record?.fields.map(({ value }) => value) ?? []
  const expected = values.map((value) => value.replaceAll(/[\ud800-\udfff]/g, '?'))
  expectThat(JSON.stringify(read) === JSON.stringify(expected), 'what is written reads back')
}
