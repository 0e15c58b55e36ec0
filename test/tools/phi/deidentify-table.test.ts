// phi/deidentify-table as it is called: its declaration, its examples, its refusals, and no value of the input in a message.
import { describe, expect, test } from 'vitest'
import { containsPart } from '../../../src/core/part.ts'
import type { ProblemError } from '../../../src/core/problem.ts'
import { runTool } from '../../../src/core/run.ts'
import { phiDeidentifyTable } from '../../../src/tools/phi/deidentify-table.ts'
import { checkDeclaration } from '../../catalogue/declaration-rules.ts'
import { rejectedProblem } from '../../thrown-problem.ts'

const KEY = 'correct horse battery staple'
const CSV =
  'mrn,last_name,visit,note\n10004711,Zebulonquux,2024-06-02,"Zebulonquux called from 312-555-0117"\n10004712,Osricbrand,2024-06-09,fine\n'
const run = async (input: object, options: object = {}) =>
  (await runTool(phiDeidentifyTable, input, options)) as { csv: string; [member: string]: unknown }

const problemOf = (input: object, options: object = {}): Promise<ProblemError> => rejectedProblem(run(input, options))

test('the declaration keeps the rules', () => {
  expect(checkDeclaration(phiDeidentifyTable)).toEqual([])
})

test.each(phiDeidentifyTable.examples.map((example) => [example.title, example] as const))(
  'example: %s',
  async (_title, { input, options, output }) => {
    const result = await run(input, options)
    expect(phiDeidentifyTable.output.safeParse(result).error?.issues).toBeUndefined()
    expect(containsPart(result, output)).toBe(true)
  },
)

test.each([
  ['safe-harbor', {}],
  ['limited-data-set', {}],
  ['pseudonymize', { key: KEY, subjectColumn: 'mrn' }],
  [{ default: 'hash', rules: [] }, { key: KEY }],
  [{ default: 'mask', rules: [] }, {}],
  [{ default: 'remove', rules: [] }, {}],
] as const)('policy %j leaves no original behind', async (policy, options) => {
  for (const csv of [CSV, new TextEncoder().encode(CSV)]) {
    const result = await run({ csv }, { policy, ...options })
    expect(phiDeidentifyTable.output.safeParse(result).error?.issues).toBeUndefined()
    for (const secret of ['10004711', '10004712', 'Zebulon', 'Osric', '312-555-0117']) expect(result.csv).not.toContain(secret)
    if (policy !== 'limited-data-set') expect(result.csv).not.toContain('2024-06-02')
    expect(result.counts).toEqual({ name: 3, date: 2, phone: 1, mrn: 2 })
  }
})

test('the same key gives the same table, another key another one, and a bare report', async () => {
  const options = { policy: 'pseudonymize', key: KEY, subjectColumn: 'mrn' }
  const first = await run({ csv: CSV }, options)
  expect(await run({ csv: CSV }, options)).toEqual(first)
  const other = await run({ csv: CSV }, { ...options, key: 'another key of the same site' })
  const words = (csv: string) => new Set(csv.split(/[,\n" ]/).filter((word) => /\d{4}|^[A-Z][a-z]{3}/.test(word)))
  expect([...words(first.csv)].filter((word) => words(other.csv).has(word))).toEqual([])
  expect(JSON.stringify([first.perColumn, first.counts, first.provenance])).not.toMatch(/Zebulon|10004711/)
})

describe('refused:', () => {
  test.each([
    ['neither csv nor rows', {}, {}, '/csv'],
    ['both', { csv: 'a\n', rows: [] }, {}, '/rows'],
    ['a misspelt option', { csv: CSV }, { polcy: 'safe-harbor' }, '/options'],
    ['a misspelt policy', { csv: CSV }, { policy: 'safe_harbor' }, '/options/policy'],
    ['a missing key', { csv: CSV }, { policy: 'pseudonymize' }, '/options/key'],
    ['a short key', { csv: CSV }, { policy: 'pseudonymize', key: 'Zebulon' }, '/options/key'],
    [
      'a contradiction',
      { csv: CSV },
      { policy: { default: 'safe-harbor', rules: [{ category: 'mrn', action: 'hash' }] } },
      '/options/policy/rules/0',
    ],
    ['a rule that is none', { csv: CSV }, { columns: { mrn: 'Zebulon' } }, '/options/columns/*'],
    ['a column that is not there', { csv: CSV }, { columns: { Zebulon: 'mrn' } }, '/options/columns'],
    ['a hostile pattern', { csv: CSV }, { patterns: [{ pattern: '(Zebulon(', category: 'mrn' }] }, undefined],
  ] as const)('%s', async (_title, input, options, pointer) => {
    const problem = await problemOf(input, options)
    expect(problem.code).toBe('invalid_input')
    if (pointer !== undefined) expect(problem.errors?.map((item) => item.pointer)).toContain(pointer)
    expect(JSON.stringify([problem.message, problem.errors, problem.at])).not.toContain('Zebulon')
  })

  test('a row that breaks off, with its place', async () => {
    expect(await problemOf({ csv: 'mrn,note\n10004711,Zebulon\n1\n' })).toMatchObject({
      code: 'unreadable_input',
      at: { path: 'row 3', byteOffset: 26 },
    })
  })
})

test('hostile cells: lone surrogates, NULs, one endless cell', async () => {
  const result = await run({ csv: `note,x\n"\uD800 Zebulon 312-555-0117\0",1\n${'a '.repeat(200_000)},2\n` })
  expect(result.csv).not.toContain('312-555-0117')
  expect(result.csv.split('\n')).toHaveLength(4)
}, 60_000)

describe('a header', () => {
  const refusalOf = async (header: string, cell = '1', options: object = {}) => {
    const width = header.split(',').length
    const problem = await problemOf({ csv: `${header}\n${Array(width).fill(cell).join(',')}\n` }, options)
    expect(JSON.stringify([problem.message, problem.errors])).not.toContain(header.split(',')[0])
    return problem.errors?.[0]?.pointer
  }

  test.each([
    ['x,Margaret Okonkwo', '/options/columns'],
    ['Result of MRN 10004711', '/options/columns'],
    ['Visit 2021-03-03', '/options/columns'],
    ['312-555-0117', '/options/header'],
    ['A1234567', '/options/header'],
  ])('%s is refused: it would stay', async (header, pointer) => {
    expect(await refusalOf(header)).toBe(pointer)
  })

  test.each(['dx', 'Diagnosis 2', 'primary_dx', 'Hauptdiagnose'])('%s keeps codes of ICD-10, and nothing else', async (header) => {
    const { csv } = await run({ csv: `${header},n\nT84.54XA,1\nJ45.909,2\nasthma of Oskar Brandl,3\nZB4471923,4\n` })
    expect(csv).toContain('T84.54XA,1\nJ45.909,2\nasthma of ')
    expect(csv).not.toMatch(/Brandl|4471923/)
  })

  test('of diagnoses without a code is read as free text', async () => {
    const { csv } = await run({ csv: 'diagnosis,n\n10471,1\nBA44719,2\n' })
    expect(csv).not.toMatch(/10471|44719/)
  })

  test('is data where what stands below looks the same', async () => {
    expect(await refusalOf('AB1234', 'AB1235')).toBe('/options/header')
  })

  test.each([
    'hba1c_2021',
    'bmi_2020_01,EGFR_2009',
    'PHQ-9,SF-36',
    'Jan 2021,Feb 2021',
    'loinc 2345-7',
    'Glasgow Coma Scale,Apgar',
    'visit 1 date',
  ])('%s is one', async (header) => {
    const { csv } = await run({ csv: `${header}\n${header.replace(/[^,]+/g, '1')}\n` })
    expect(csv.startsWith(`${header}\n`)).toBe(true)
  })

  test.each([['Seen by Dr. Vela'], ['visit,Seen with Ms. Zambrano']])('%s names somebody', async (header) => {
    const problem = await problemOf({ csv: `${header}\n` })
    expect(problem.errors?.[0]?.pointer).toBe('/options/columns')
  })

  test('of a text without an end is refused', async () => {
    expect((await problemOf({ csv: 'word '.repeat(101) })).errors?.[0]?.pointer).toBe('/options/header')
    expect((await run({ csv: `${'word '.repeat(100)}\n1\n` })).csv).toContain('word')
  })

  test('of a file of one line that is a row is refused', async () => {
    expect((await problemOf({ csv: 'Huber,Margaret,7.1\n' })).errors?.[0]?.pointer).toBe('/options/columns')
    expect((await run({ csv: 'Huber,Margaret,7.1\n' }, { header: false })).csv).not.toMatch(/Huber|Margaret/)
    expect((await run({ csv: 'Visit,Hemoglobin,Result\n' })).csv).toBe('Visit,Hemoglobin,Result\n')
  })

  test.each(['Kaplan Meier', 'NCT01234567'])('%s is one where the caller says so', async (header) => {
    expect(await refusalOf(header)).toBeDefined()
    expect((await run({ csv: `${header}\n1\n` }, { columns: { [header]: 'auto' } })).csv).toBe(`${header}\n1\n`)
  })
})
