// phi/risk: how far the rows of a table can be told apart by what an outsider may know.
import * as z from 'zod'
import { textOrBytesField } from '../../core/document.ts'
import { defineTool } from '../../core/tool.ts'
import { CSV_DELIMITERS } from '../../formats/csv/read-csv.ts'
import { csvTable, tableOf } from '../../formats/csv/table-source.ts'
import { measureRisk } from '../../formats/phi/risk/measure-risk.ts'

const count = (description: string) => z.int().min(0).describe(description)
const share = (description: string) => z.number().min(0).max(1).describe(description)
const column = z.string().max(500)
const cell = z.union([z.string(), z.number(), z.boolean(), z.null()])

export const phiRisk = defineTool({
  id: 'phi/risk',
  version: '1.0.0',
  title: 'Re-identification risk',
  summary: 'Measures k-anonymity, uniqueness, l-diversity and re-identification risk of a table.',
  input: z.strictObject({
    csv: textOrBytesField('The table as CSV. Either this or rows.').optional(),
    rows: z
      .array(z.record(column, cell))
      .max(1_000_000)
      .optional()
      .describe('The table as objects of text, numbers and booleans. Either this or csv.'),
    population: textOrBytesField(
      'CSV of the population from which the table was drawn, with columns of the same names as the quasi-identifiers: journalist risk is defined only with it.',
    ).optional(),
  }),
  options: z.strictObject({
    quasiIdentifiers: z
      .array(column)
      .min(1)
      .max(100)
      .describe('Columns that an outsider may know of a person, such as year of birth, sex and ZIP code.'),
    sensitive: z
      .array(column)
      .max(100)
      .default([])
      .describe('Columns that an outsider wants to learn, such as the diagnosis: for l-diversity.'),
    k: z.int().min(2).max(10_000).default(5).describe('Rows that should at least share their quasi-identifiers.'),
    maxWorst: z.int().min(0).max(1000).default(20).describe('Classes of fewer than k rows that are listed.'),
    delimiter: z
      .enum(['auto', ...CSV_DELIMITERS])
      .default('auto')
      .describe('The sign between fields of the CSV.'),
    header: z.boolean().default(true).describe('Whether the first row of the CSV names the columns; else they are numbered from 1.'),
  }),
  output: z.strictObject({
    rowCount: count('Rows, the header not counted.'),
    k: count(
      'Rows of the smallest class: the table is k-anonymous for this k. A class is the rows with equal quasi-identifiers; 0 without rows.',
    ),
    meetsK: z.boolean().describe('True where every class has at least the k rows of the option.'),
    rowsBelowK: count('Rows in smaller classes.'),
    classes: z.strictObject({
      count: count('Classes.'),
      averageSize: z.number().min(0).describe('Rows of a class on average.'),
      largest: count('Rows of the largest class.'),
      histogram: z
        .array(
          z.strictObject({ size: count('Rows of each class.'), classes: count('Classes of this size.'), rows: count('Rows in them.') }),
        )
        .describe('Classes by size, the smallest first.'),
    }),
    uniqueRows: count('Rows that are alone in their class.'),
    uniqueShare: share('Their share of all rows.'),
    prosecutorRisk: z
      .strictObject({
        max: share('Of the row most at risk: 1 over the smallest class.'),
        average: share('Of all rows: classes over rows.'),
        shareAboveThreshold: share('Rows whose risk is above 1 over k.'),
      })
      .describe('Where the outsider knows that a person is in the table.'),
    journalistRisk: z
      .strictObject({
        max: share('1 over the smallest class of the population that the table has.'),
        average: share('Mean over the rows of 1 over their class in the population.'),
        rowsOutsidePopulation: count('Rows that the population does not hold; above 0 the table was not drawn from it.'),
      })
      .nullable()
      .describe('Where the outsider does not know who is in the table; null without a population.'),
    marketerRisk: share('Share of rows that an outsider who matches the whole table is expected to get right.'),
    lDiversity: z
      .array(
        z.strictObject({
          column: z.string().describe('The sensitive column.'),
          distinct: count('Different values that every class has at least.'),
          entropy: z.number().min(0).describe('The l of entropy l-diversity.'),
          homogeneousRows: count('Rows in classes with one value, which is thereby known.'),
        }),
      )
      .describe('How well each sensitive column stays unknown.'),
    worst: z
      .array(
        z.strictObject({
          size: count('Rows of the class.'),
          rows: z.array(z.int().min(1)).describe('Positions of its rows from 1, the header not counted; at most 100.'),
        }),
      )
      .describe('Classes of fewer than k rows, the smallest first. Positions only, never values.'),
  }),
  document: { field: 'csv', mediaTypes: ['text/csv', 'text/tab-separated-values'] },
  maxInputBytes: 100 * 1024 * 1024,
  mayRunLong: true,
  examples: [
    {
      title: 'Two pairs and one row alone',
      input: {
        csv: 'born,sex,zip,problem\n1964,f,021,asthma\n1964,f,021,obesity\n1967,m,021,asthma\n1967,m,021,asthma\n1950,m,021,gout\n',
      },
      options: { quasiIdentifiers: ['born', 'sex', 'zip'], sensitive: ['problem'], k: 2 },
      output: {
        rowCount: 5,
        k: 1,
        meetsK: false,
        uniqueShare: 0.2,
        prosecutorRisk: { max: 1, average: 0.6, shareAboveThreshold: 0.2 },
        lDiversity: [{ column: 'problem', distinct: 1, entropy: 1, homogeneousRows: 3 }],
        worst: [{ size: 1, rows: [5] }],
      },
    },
  ],
  run(input, { quasiIdentifiers, sensitive, k, maxWorst, delimiter, header }) {
    const settings = { delimiter: delimiter === 'auto' ? undefined : delimiter, hasHeader: header }
    const population = input.population === undefined ? undefined : csvTable(input.population, settings)
    return measureRisk(tableOf(input, settings), { quasiIdentifiers, sensitive, k, maxWorst }, population)
  },
})
