// Risk measures against the tables of the papers that define them.
import { describe, expect, test } from 'vitest'
import { csvTable, jsonTable } from '../../../src/formats/csv/table-source.ts'
import { measureRisk, type RiskSettings } from '../../../src/formats/phi/risk/measure-risk.ts'

const table = (csv: string) => csvTable(csv, { hasHeader: true })
const measure = (csv: string, settings: Partial<RiskSettings> & { quasiIdentifiers: string[] }, population?: string) =>
  measureRisk(
    table(csv),
    { sensitive: [], k: 5, t: 0.2, maxWorst: 20, ...settings },
    population === undefined ? undefined : table(population),
  )

/** L. Sweeney, k-anonymity: a model for protecting privacy, Int. J. Uncertainty, Fuzziness and Knowledge-based Systems 10(5), 2002, Figure 2: k = 2. */
const SWEENEY = `Race,Birth,Gender,ZIP,Problem
Black,1965,m,0214*,short breath
Black,1965,m,0214*,chest pain
Black,1965,f,0213*,hypertension
Black,1965,f,0213*,hypertension
Black,1964,f,0213*,obesity
Black,1964,f,0213*,chest pain
White,1964,m,0213*,chest pain
White,1964,m,0213*,obesity
White,1964,m,0213*,short breath
White,1967,m,0213*,chest pain
White,1967,m,0213*,chest pain
`

test('the table of Sweeney 2002, Figure 2, is 2-anonymous', () => {
  const report = measure(SWEENEY, { quasiIdentifiers: ['Race', 'Birth', 'Gender', 'ZIP'], sensitive: ['Problem'], k: 2 })
  expect(report).toMatchObject({
    rowCount: 11,
    k: 2,
    meetsK: true,
    rowsBelowK: 0,
    classes: {
      count: 5,
      averageSize: 2.2,
      largest: 3,
      histogram: [
        { size: 2, classes: 4, rows: 8 },
        { size: 3, classes: 1, rows: 3 },
      ],
    },
    uniqueRows: 0,
    prosecutorRisk: { max: 0.5, average: 0.454545, shareAboveThreshold: 0 },
    lDiversity: [{ column: 'Problem', distinct: 1, entropy: 1, homogeneousRows: 4 }],
    worst: [],
  })
})

test('the same without a threshold that it meets: the smallest classes are named by position', () => {
  const report = measure(SWEENEY, { quasiIdentifiers: ['Race', 'Birth', 'Gender', 'ZIP'], k: 3, maxWorst: 2 })
  expect(report).toMatchObject({ meetsK: false, rowsBelowK: 8, prosecutorRisk: { shareAboveThreshold: 0.727273 } })
  expect(report.worst).toEqual([
    { size: 2, rows: [1, 2] },
    { size: 2, rows: [3, 4] },
  ])
})

/** A. Machanavajjhala et al., l-diversity: privacy beyond k-anonymity, ACM TKDD 1(1), 2007, Figures 1 to 3. */
const CONDITIONS = ['Heart', 'Heart', 'Viral', 'Viral', 'Cancer', 'Heart', 'Viral', 'Viral', 'Cancer', 'Cancer', 'Cancer', 'Cancer']
const inpatients = (classes: readonly string[]) =>
  `zip,age,condition\n${classes.map((group, i) => `${group},${CONDITIONS[i]}`).join('\n')}\n`

describe('the inpatients of Machanavajjhala et al. 2007', () => {
  const quasiIdentifiers = ['zip', 'age']
  const a = '130**,<30'
  const b = '1485*,>=40'
  const c = '130**,3*'

  test('Figure 2: 4-anonymous, and one class tells its condition', () => {
    const report = measure(inpatients([a, a, a, a, b, b, b, b, c, c, c, c]), { quasiIdentifiers, sensitive: ['condition'], k: 4 })
    expect(report).toMatchObject({ k: 4, meetsK: true, classes: { count: 3 } })
    expect(report.lDiversity).toEqual([{ column: 'condition', distinct: 1, entropy: 1, homogeneousRows: 4 }])
  })

  test('Figure 3: 3-diverse', () => {
    const [d, e, f] = ['1305*,<=40', '1485*,>40', '1306*,<=40'] as [string, string, string]
    const report = measure(inpatients([d, f, f, d, e, e, e, e, d, d, f, f]), { quasiIdentifiers, sensitive: ['condition'], k: 4 })
    expect(report.k).toBe(4)
    // Each class holds one condition twice and two once: entropy 1.5 ln 2, so l = 2^1.5.
    expect(report.lDiversity).toEqual([{ column: 'condition', distinct: 3, entropy: 2.828427, homogeneousRows: 0 }])
  })
})

/** K. El Emam, F. K. Dankar, Protecting privacy using k-anonymity, JAMIA 15(5), 2008: prosecutor 1/f, journalist 1/F, marketer the mean of 1/F. */
describe('prosecutor, journalist and marketer', () => {
  const sample = 'sex,decade\nm,1950\nm,1950\nf,1960\n'
  const population = `sex,decade,more\n${'m,1950,x\n'.repeat(4)}${'f,1960,x\n'.repeat(10)}${'f,1970,x\n'}`
  const quasiIdentifiers = ['sex', 'decade']

  test('with the population: classes of 4 and 10 behind 2 rows and 1', () => {
    const report = measure(sample, { quasiIdentifiers }, population)
    expect(report.prosecutorRisk.max).toBe(1)
    expect(report.journalistRisk).toEqual({ max: 0.25, average: 0.2, rowsOutsidePopulation: 0 })
    expect(report.marketerRisk).toBe(0.2)
  })

  test('without it journalist risk is not defined, and marketer risk is that of the table itself', () => {
    const report = measure(sample, { quasiIdentifiers })
    expect(report.journalistRisk).toBeNull()
    expect(report.marketerRisk).toBe(0.666667)
    expect(report.prosecutorRisk.average).toBe(0.666667)
  })

  test('rows that the population does not have are told', () => {
    expect(measure(sample, { quasiIdentifiers }, 'sex,decade\nm,1950\n').journalistRisk).toEqual({
      max: 1,
      average: 0.666667,
      rowsOutsidePopulation: 2,
    })
  })
})

describe('tables at the edge', () => {
  test('without rows', () => {
    expect(measure('a,b\n', { quasiIdentifiers: ['a'], sensitive: ['b'] })).toMatchObject({
      rowCount: 0,
      k: 0,
      meetsK: false,
      uniqueShare: 0,
      classes: { count: 0, averageSize: 0, largest: 0, histogram: [] },
      prosecutorRisk: { max: 0, average: 0 },
      lDiversity: [{ distinct: 0, entropy: 0 }],
    })
  })

  test('values that only run together alike are different', () => {
    expect(measure('a,b\n1,23\n12,3\n', { quasiIdentifiers: ['a', 'b'] }).classes.count).toBe(2)
  })

  test('rows of JSON count like CSV, and a missing value is a value', () => {
    const rows = [{ a: 1, b: 'x' }, { a: 1 }, { a: 1, b: '' }, { a: 1, b: null }]
    expect(measureRisk(jsonTable(rows), { quasiIdentifiers: ['a', 'b'], sensitive: [], k: 2, t: 0.2, maxWorst: 5 })).toMatchObject({
      rowCount: 4,
      k: 1,
      worst: [{ size: 1, rows: [1] }],
    })
  })

  test.each([
    [{ quasiIdentifiers: ['nowhere'] }, '/options/quasiIdentifiers/0'],
    [{ quasiIdentifiers: ['a'], sensitive: ['nowhere'] }, '/options/sensitive/0'],
  ])('a column that is not there: %j', (settings, pointer) => {
    expect(() => measure('a\n1\n', settings)).toThrow(
      expect.objectContaining({ code: 'invalid_input', errors: [expect.objectContaining({ pointer })] }),
    )
  })

  test('uniqueness grows to one with what is known', () => {
    const rows = Array.from({ length: 1000 }, (_, i) => `${i % 2},${i % 50},${i}`).join('\n')
    const shares = [['a'], ['a', 'b'], ['a', 'b', 'c']].map(
      (quasiIdentifiers) => measure(`a,b,c\n${rows}\n`, { quasiIdentifiers }).uniqueShare,
    )
    expect(shares).toEqual([0, 0, 1])
  })
})

/** N. Li, T. Li and S. Venkatasubramanian, t-closeness, ICDE 2007, Table 3: salaries in thousands. The paper computes 0.375 and 0.167 for the first two classes. */
const SALARIES = 'zip,salary,disease\n'.concat(
  ['a,3,gastric ulcer', 'a,4,gastritis', 'a,5,stomach cancer', 'b,6,gastritis', 'b,11,flu', 'b,8,bronchitis'].join('\n'),
  '\n',
  ['c,7,bronchitis', 'c,9,pneumonia', 'c,10,stomach cancer'].join('\n'),
)

describe('t-closeness', () => {
  const of = (csv: string, column: string, t = 0.2) => measure(csv, { quasiIdentifiers: ['zip'], sensitive: [column], t }).tCloseness[0]

  test('of numbers by their ranks: the example of the paper', () => {
    expect(of(SALARIES, 'salary')).toEqual({ column: 'salary', distance: 'ordered', t: 0.375, rowsAbove: 6 })
    // Class b alone is 0.167 away, class c 17/72.
    expect(of(SALARIES, 'salary', 0.166)).toMatchObject({ rowsAbove: 9 })
    expect(of(SALARIES, 'salary', 0.167)).toMatchObject({ rowsAbove: 6 })
    expect(of(SALARIES, 'salary', 0.2362)).toMatchObject({ rowsAbove: 3 })
  })

  test('of other values by half the sum of differences', () => {
    // Class a has a third each of ulcer (1 of 9 in the table), gastritis (2) and cancer (2): (2 + 1 + 1) / 9 too many, as many too few.
    expect(of(SALARIES, 'disease', 0.4)).toEqual({ column: 'disease', distance: 'equal', t: 0.444444, rowsAbove: 9 })
  })

  test.each([
    ['one value', 'zip,x\na,1\nb,1\n', { distance: 'ordered', t: 0, rowsAbove: 0 }],
    ['numbers written in two ways', 'zip,x\na,1\nb,1.0\n', { distance: 'ordered', t: 0 }],
    ['an empty value is no number', 'zip,x\na,1\nb,\n', { distance: 'equal', t: 0.5, rowsAbove: 2 }],
    ['the same in both classes', 'zip,x\na,1\na,9\nb,1\nb,9\n', { t: 0, rowsAbove: 0 }],
    ['apart as far as can be', 'zip,x\na,1\nb,9\n', { t: 0.5 }],
    ['no rows', 'zip,x\n', { t: 0, rowsAbove: 0 }],
  ])('%s', (_title, csv, expected) => {
    expect(of(csv, 'x')).toMatchObject(expected)
  })
})

test.each([
  ['every other row of the population', 'a\n1\n2\n', 'a\n1\n1\n2\n2\n', { min: 0.5, max: 0.5, certainRows: 0, absentRows: 0 }],
  [
    'a class in full, one in part, one not at all',
    'a\n1\n1\n2\n',
    'a\n1\n1\n2\n2\n2\n2\n3\n',
    { min: 0, max: 1, certainRows: 2, absentRows: 1 },
  ],
  ['more than the population has', 'a\n1\n1\n', 'a\n1\n', { min: 1, max: 1, certainRows: 1, absentRows: 0 }],
  ['a population of nobody', 'a\n1\n', 'a\n', null],
])('δ-presence of %s', (_title, csv, population, expected) => {
  expect(measure(csv, { quasiIdentifiers: ['a'] }, population).deltaPresence).toEqual(expected)
})

describe('advice on suppression', () => {
  const PEOPLE = 'zip,sex\n1,f\n1,f\n1,m\n2,m\n2,f\n'

  test('by hand', () => {
    // Without their ZIP codes the two men share a class; the woman of 2 stays alone.
    expect(measure(PEOPLE, { quasiIdentifiers: ['zip', 'sex'], k: 2 }).suppression).toEqual({
      rowsToRemove: 3,
      steps: [{ column: 'zip', cells: 3, rowsBelowK: 1 }],
      rowsToRemoveAfter: 1,
      withoutColumn: [
        { column: 'zip', k: 2, rowsBelowK: 0 },
        { column: 'sex', k: 2, rowsBelowK: 0 },
      ],
      isComplete: true,
    })
    expect(measure(PEOPLE, { quasiIdentifiers: ['zip'], k: 2 }).suppression).toMatchObject({
      rowsToRemove: 0,
      steps: [],
      withoutColumn: [],
    })
  })

  test('a table to which the steps are applied has as many rows below k as they say', () => {
    const columns = ['a', 'b', 'c', 'd']
    let seed = 7
    const pick = (size: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return Math.floor((seed / 2147483648) * size)
    }
    let rows = Array.from({ length: 120 }, () => columns.map((_, i) => String(pick(i + 2))))
    const report = () =>
      measure(`${columns.join()}\n${rows.map((row) => row.join()).join('\n')}\n`, { quasiIdentifiers: columns, k: 4, maxWorst: 1000 })
    const { steps, rowsToRemoveAfter } = report().suppression
    expect(steps.length).toBeGreaterThan(1)
    for (const { column, cells, rowsBelowK } of steps) {
      const small = new Set(report().worst.flatMap(({ rows: positions }) => positions))
      expect(small.size).toBe(cells)
      rows = rows.map((row, i) => (small.has(i + 1) ? row.with(columns.indexOf(column), '') : row))
      expect(report().rowsBelowK).toBe(rowsBelowK)
    }
    expect(report().rowsBelowK).toBe(rowsToRemoveAfter)
  })

  test('of a large table without doubles stays quick', () => {
    const columns = Array.from({ length: 40 }, (_, i) => `c${i}`)
    const csv = `${columns.join()}\n${Array.from({ length: 3000 }, (_, row) => columns.map((_c, i) => row * i).join()).join('\n')}\n`
    expect(measure(csv, { quasiIdentifiers: columns }).suppression).toMatchObject({ rowsToRemove: 3000, steps: [], isComplete: false })
  })
})
