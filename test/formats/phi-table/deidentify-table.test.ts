// Tables: what a column is taken for, that every cell is judged, that nothing is lost and nothing is passed over.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type CsvTable, csvTable, type JsonRow, jsonTable } from '../../../src/formats/csv/table-source.ts'
import { createDeidentifier } from '../../../src/formats/phi/policy/deidentifier.ts'
import type { PhiPolicy } from '../../../src/formats/phi/policy/policy-schema.ts'
import { deidentifyCsv, deidentifyRows, type TableSettings } from '../../../src/formats/phi/table/deidentify-table.ts'
import type { ColumnRule } from '../../../src/formats/phi/table/plan-columns.ts'

const KEY = 'correct horse battery staple'
interface Choice extends Partial<Omit<TableSettings, 'deidentifier'>> {
  policy?: PhiPolicy
  rules?: Record<string, ColumnRule>
}

function settingsOf({ policy = 'safe-harbor', ...rest }: Choice = {}): TableSettings {
  const deidentifier = createDeidentifier({ policy, key: KEY })
  return {
    deidentifier,
    detect: {},
    rules: {},
    unknown: 'scan',
    subjectColumn: undefined,
    dateOrder: undefined,
    formulas: 'quote',
    hasHeader: true,
    ...rest,
  }
}
const table = (csv: string | Uint8Array, hasHeader = true) => csvTable(csv, { hasHeader }) as CsvTable
const run = (csv: string, choice: Choice = {}) => deidentifyCsv(table(csv, choice.hasHeader ?? true), settingsOf(choice))
const cellsOf = (csv: string, choice: Choice = {}) =>
  [...table(run(csv, choice).csv, choice.hasHeader ?? true).rows()].map(({ values }) => values)

test('countries and states stay in their column', () => {
  const csv = 'country,state\nFrance,Georgia\nJordan,TX\nSpain,Ohio\n'
  expect(run(csv).csv).toBe(csv)
})

test('measures and answers under a header of a person, an event or a specimen stay', () => {
  const csv = 'mother,nurse,discharge,visit,specimen,deceased\nyes,2,home,baseline,blood,0\nno,1,SNF,month 3,urine,1\n'
  expect(run(csv).csv).toBe(csv)
})

test('persons, events and specimens go if one cell is one', () => {
  const csv = 'mother,nurse,discharge,visit,specimen,phone\nyes,2,home,baseline,blood,1\nAbra,4471,45424,visit 2,B-1,2\n'
  expect(cellsOf(csv)).toEqual([
    ['[NAME]', '[NAME]', '[DATE]', 'baseline', '[OTHER-ID]', '[PHONE]'],
    ['[NAME]', '[NAME]', '[DATE]', 'visit 2', '[OTHER-ID]', '[PHONE]'],
  ])
})

test('every row and column of a file stays, in its order and layout', () => {
  const bytes = new Uint8Array(readFileSync(join(import.meta.dirname, '../../fixtures/csv/visits.csv')))
  const { csv, rowCount, perColumn } = deidentifyCsv(table(bytes), settingsOf())
  expect(rowCount).toBe(2)
  expect(perColumn.map(({ name, treatment, category }) => [name, treatment, category])).toEqual([
    ['mrn', 'category', 'mrn'],
    ['last_name', 'category', 'name'],
    ['first_name', 'category', 'name'],
    ['dob', 'category', 'date'],
    ['zip', 'category', 'location'],
    ['visit', 'category', 'date'],
    ['weight', 'numbers', undefined],
    ['note', 'free-text', undefined],
  ])
  const lines = csv.split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[0]).toBe('\uFEFFmrn;last_name;first_name;dob;zip;visit;weight;note')
  expect(lines[1]).toMatch(/^\[MRN\];\[NAME\];\[NAME\];1961;606;2024;71,5;"\[NAME\] called from \[PHONE\]; ""feels well"""$/)
  expect(lines[2]).toBe('[MRN];[NAME];[NAME];[DATE];000;2024;80;')
})

describe('one identifier far down does not get through', () => {
  const rows = (values: (i: number) => string, odd: string) => Array.from({ length: 12_000 }, (_, i) => (i === 10_000 ? odd : values(i)))
  const columns: readonly (readonly [string, string, (i: number) => string])[] = [
    ['an unknown column of numbers', 'value', (i) => String(i % 90)],
    ['an unknown column of words', 'finding', (i) => ['normal', 'abnormal', 'unclear'][i % 3]!],
    ['a column of codes', 'icd10', () => 'E11.9'],
    ['a column of states', 'state', (i) => ['IL', 'Texas'][i % 2]!],
    ['a column of dates', 'visit', (i) => `2024-01-${String((i % 28) + 1).padStart(2, '0')}`],
    ['a column of ages', 'age', (i) => String(i % 80)],
    ['an empty column', 'spare', () => ''],
  ]
  const secrets = [
    '123-45-6789',
    '10004711',
    'ada.q@hospital.test',
    '312-555-0117',
    'AB-12345678',
    'MRN 10004711',
    '2024-06-02',
    'call 312-555-0117',
  ]
  test.each(columns)(
    '%s',
    (_title, name, values) => {
      for (const secret of secrets) {
        const kept = name === 'visit' && secret === '2024-06-02'
        const { csv, rowCount } = run(
          `${name},n\n${rows(values, secret)
            .map((value) => `${value},1`)
            .join('\n')}\n`,
        )
        expect(rowCount).toBe(12_000)
        if (!kept) expect(csv, secret).not.toContain(secret)
        expect(csv.split('\n')).toHaveLength(12_002)
      }
    },
    60_000,
  )

  test('a unique number in every row is an identifier, however short', () => {
    const { csv, perColumn } = run(`n,value\n${Array.from({ length: 50 }, (_, i) => `${7000 + i * 13},${i % 7}`).join('\n')}\n`)
    expect(perColumn[0]).toMatchObject({ treatment: 'category', category: 'other-id', decidedBy: 'content', changed: 50 })
    expect(csv).not.toContain('7013')
  })
})

describe('columns of words without a header that tells', () => {
  const column = (values: readonly string[]) => `q1,n\n${values.map((value, i) => `${value},${i % 3}`).join('\n')}\n`

  test('names, rare and common ones', () => {
    const { perColumn, csv } = run(column(['Maria Lopez', 'Zorblax Quint', 'James Brown', 'Sarah Young', 'Nguyen Thi Hoa', 'Smith']))
    expect(perColumn[0]).toMatchObject({ category: 'name', decidedBy: 'content', changed: 6 })
    expect(csv).not.toMatch(/Lopez|Quint|Brown|Young|Hoa|Smith/)
  })

  test.each([
    [['Male', 'Female', 'Unknown', 'Female']],
    [['White', 'Black', 'Asian', 'Other']],
    [['Positive', 'Negative', 'Equivocal', 'Positive']],
    [['Metformin', 'Aspirin', 'Ibuprofen', 'Penicillin']],
    [['Left', 'Right', 'Bilateral', 'Left']],
  ])('but not %j', (values) => {
    expect(run(column(values)).csv).toBe(column(values))
  })

  test('names in small letters', () => {
    const names = ['bassington', 'oduya', 'harrlander', 'nguyen', 'b. quigley', 'maria lopez']
    const { perColumn, csv } = run(column(names))
    expect(perColumn[0]).toMatchObject({ category: 'name', decidedBy: 'content', changed: 6 })
    for (const name of names) expect(csv).not.toContain(name)
  })

  test.each([
    [['metformin', 'aspirin', 'warfarin', 'penicillin']],
    [['male', 'female', 'other', 'unknown']],
    [['appendicitis', 'crohn disease', 'parkinson disease', 'addison disease']],
    [['france', 'germany', 'spain', 'jordan', 'georgia']],
    [['liver', 'left lung', 'spleen', 'kidney']],
  ])('but not %j in small letters', (values) => {
    expect(run(column(values)).csv).toBe(column(values))
  })

  test('one name among findings', () => {
    expect(run(column(['normal', 'normal', 'Maria Lopez', 'Lopez', 'normal', 'normal', 'normal'])).csv).not.toMatch(/Lopez/)
  })
})

describe('rules', () => {
  const csv = 'badge,ward,note,seen\nQX-1,B2,fine,6/2/24\n'

  test('a category, an action, free text', () => {
    expect(cellsOf(csv, { rules: { badge: 'mrn', ward: 'remove', note: 'keep', seen: 'mask' } })).toEqual([['[MRN]', '', 'fine', '*/*/**']])
    expect(cellsOf('x\nAda called 312-555-0117\n', { rules: { x: 'free-text' } })[0]![0]).toContain('[PHONE]')
  })

  test('a path of the policy is a column', () => {
    const policy: PhiPolicy = { default: 'safe-harbor', rules: [{ path: 'badge', action: 'remove', numbered: false }] }
    expect(cellsOf(csv, { policy })[0]![0]).toBe('')
  })

  test('unknown columns can be emptied', () => {
    const { csv: out, perColumn } = run('stuff,hba1c\nabc def,7.1\n', { unknown: 'remove' })
    expect(out).toBe('stuff,hba1c\n,7.1\n')
    expect(perColumn[0]).toMatchObject({ treatment: 'remove', decidedBy: 'unknown', changed: 1, actions: { remove: 1 } })
  })

  test.each([
    ['a column that is not there', { rules: { nowhere: 'mrn' } }, '/options/columns'],
    ['a hash under safe-harbor', { rules: { badge: 'hash' } }, '/options/columns'],
    ['a shifted date under safe-harbor', { rules: { seen: 'date-shift' } }, '/options/columns'],
    ['a kept column of dates under safe-harbor', { rules: { seen: 'keep' } }, '/options/columns'],
    ['a subject that is not there', { subjectColumn: 'nowhere' }, '/options/subjectColumn'],
    ['dates without a subject', { policy: 'pseudonymize' }, '/options/subjectColumn'],
  ] as const)('%s is refused', (_title, choice, pointer) => {
    expect(() => run(csv, choice as Choice)).toThrow(
      expect.objectContaining({ code: 'invalid_input', errors: [expect.objectContaining({ pointer })] }),
    )
  })

  test('a header that is data is refused, and read as data when told', () => {
    const data = '10004711,1961-03-12\n10004712,1970-01-01\n'
    expect(() => run(data)).toThrow(expect.objectContaining({ errors: [expect.objectContaining({ pointer: '/options/header' })] }))
    expect(cellsOf(data, { hasHeader: false })).toEqual([
      ['[OTHER-ID]', '1961'],
      ['[OTHER-ID]', '1970'],
    ])
  })
})

describe('pseudonymize', () => {
  const csv =
    'pid,name,visit,next\nP1,Ada Quillfeather,2024-01-10,2024-02-10\nP2,Osric Brontwick,2024-01-10,2024-02-10\nP1,"Quillfeather, Ada",01/20/2024,2024-03-10\n'
  const days = (a: string, b: string) => (Date.parse(b) - Date.parse(a)) / 86_400_000

  test('dates move by the days of their row’s subject, intervals stay', () => {
    const rows = cellsOf(csv, { policy: 'pseudonymize', subjectColumn: 'pid' })
    expect(rows[0]![2]).not.toBe('2024-01-10')
    expect(rows[0]![2]).not.toBe(rows[1]![2])
    expect(days(rows[0]![2]!, rows[0]![3]!)).toBe(31)
    expect(days(rows[1]![2]!, rows[1]![3]!)).toBe(31)
    const [month, day, year] = rows[2]![2]!.split('/') as [string, string, string]
    expect(days(rows[0]![2]!, `${year}-${month}-${day}`)).toBe(10)
  })

  test('one person and one number have one surrogate in a table and in a note', () => {
    const rows = cellsOf(csv, { policy: 'pseudonymize', subjectColumn: 'pid' })
    const note = createDeidentifier({ policy: 'pseudonymize', key: KEY })
    expect(rows[0]![1]).toBe(note.replace({ category: 'name', text: 'Ada Quillfeather' }).text)
    expect(rows[2]![1]).toBe(
      note
        .replace({ category: 'name', text: 'QUILLFEATHER, ADA' })
        .text.split(', ')
        .map((word) => word[0] + word.slice(1).toLowerCase())
        .join(', '),
    )
    expect(rows[0]![0]).toBe(rows[2]![0])
    expect(rows[0]![0]).not.toBe(rows[1]![0])
  })

  test('a row without a subject loses its dates', () => {
    expect(cellsOf('pid,visit\n,2024-01-10\n', { policy: 'pseudonymize', subjectColumn: 'pid' })).toEqual([['', '[DATE]']])
  })

  test('the order of day and month is the column’s', () => {
    const [first, second] = cellsOf('pid,visit\nP1,02/03/2024\nP1,25/03/2024\n', { policy: 'pseudonymize', subjectColumn: 'pid' }).map(
      (row) => row[1]!.split('/').reverse().join('-'),
    ) as [string, string]
    expect(days(first, second)).toBe(23)
  })
})

describe('what a row knows', () => {
  test('its own name is found in its free text', () => {
    const rows = cellsOf('name,note\nZorblax Quint,zorblax feels better today\n')
    expect(rows[0]![1]!.toLowerCase()).not.toContain('zorblax')
  })
})

test('cells that a spreadsheet would run are disarmed and counted', () => {
  const csv = 'finding,value\n=HYPERLINK(1),-5\n@x,+2.5\n'
  const { csv: out, perColumn } = run(csv)
  expect(out).toBe("finding,value\n'=HYPERLINK(1),-5\n'@x,+2.5\n")
  expect(perColumn.map(({ formulasQuoted }) => formulasQuoted)).toEqual([2, 0])
  expect(run(csv, { formulas: 'keep' }).csv).toBe(csv)
})

describe('rows of JSON', () => {
  const rows: JsonRow[] = [
    { mrn: 10004711, sex: 'f', weight: 71.5, alive: true },
    { mrn: null, sex: 'm', extra: 'call 312-555-0117' },
  ]

  test('keep their types and members where nothing changes', () => {
    const { rows: out, csv, rowCount } = deidentifyRows(jsonTable(rows), rows, settingsOf())
    expect(out).toEqual([
      { mrn: '[MRN]', sex: 'f', weight: 71.5, alive: true },
      { mrn: null, sex: 'm', extra: 'call [PHONE]' },
    ])
    expect(rowCount).toBe(2)
    expect(csv).toBe('mrn,sex,weight,alive,extra\r\n[MRN],f,71.5,true,\r\n,m,,,call [PHONE]\r\n')
  })
})

test('done twice is done once under safe-harbor', () => {
  const text = readFileSync(join(import.meta.dirname, '../../fixtures/csv/visits.csv'), 'utf8')
  const once = run(text).csv
  expect(run(once).csv).toBe(once)
})

test('a table that breaks off gives nothing', () => {
  expect(() => run('mrn,note\n10004711,"open\n')).toThrow(
    expect.objectContaining({ code: 'unreadable_input', at: { path: 'row 2', byteOffset: 18 } }),
  )
  expect(() => run('')).toThrow(expect.objectContaining({ code: 'unreadable_input' }))
})
