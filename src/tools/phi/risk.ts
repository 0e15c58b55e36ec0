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
  version: '1.1.0',
  title: 'Re-identification risk',
  summary:
    'Measures k-anonymity, l-diversity, t-closeness, δ-presence and re-identification risk of a table, and shows what suppression would achieve.',
  input: z.strictObject({
    csv: textOrBytesField('The table as CSV. Either this or rows.').optional(),
    rows: z
      .array(z.record(column, cell))
      .max(1_000_000)
      .optional()
      .describe('The table as objects of text, numbers and booleans. Either this or csv.'),
    population: textOrBytesField(
      'CSV of the population from which the table was drawn, with columns of the same names as the quasi-identifiers: journalist risk and δ-presence are defined only with it.',
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
      .describe('Columns that an outsider wants to learn, such as the diagnosis: for l-diversity and t-closeness.'),
    k: z.int().min(2).max(10_000).default(5).describe('Minimum number of rows that share their quasi-identifiers.'),
    t: z
      .number()
      .min(0)
      .max(1)
      .default(0.2)
      .describe('Maximum distance, from 0 to 1, between the sensitive values of a class and those of the table.'),
    maxWorst: z.int().min(0).max(1000).default(20).describe('Maximum number of classes of fewer than k rows to list.'),
    delimiter: z
      .enum(['auto', ...CSV_DELIMITERS])
      .default('auto')
      .describe('Separator of the CSV fields.'),
    header: z.boolean().default(true).describe('Whether the first row of the CSV names the columns; else they are numbered from 1.'),
  }),
  output: z.strictObject({
    rowCount: count('Rows, the header not counted.'),
    k: count(
      'Rows of the smallest class: the table is k-anonymous for this k. A class is the rows with equal quasi-identifiers; 0 without rows.',
    ),
    meetsK: z.boolean().describe('True if every class has at least k rows.'),
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
      .describe('If the outsider knows that a person is in the table.'),
    journalistRisk: z
      .strictObject({
        max: share('1 over the smallest class of the population that the table has.'),
        average: share('Mean over the rows of 1 over their class in the population.'),
        rowsOutsidePopulation: count('Rows that the population does not hold; above 0 the table was not drawn from it.'),
      })
      .nullable()
      .describe('If the outsider does not know who is in the table. Null without a population.'),
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
    tCloseness: z
      .array(
        z.strictObject({
          column: z.string().describe('The sensitive column.'),
          distance: z
            .enum(['ordered', 'equal'])
            .describe(
              'ordered: all values are numbers, and count as far apart as their ranks. equal: all values count as equally far apart.',
            ),
          t: share('Largest earth mover’s distance between a class and the table: the least t for which the table has t-closeness.'),
          rowsAbove: count('Rows in classes whose distance is above the t of the option.'),
        }),
      )
      .describe('How much a class reveals about each sensitive column beyond the table (Li, Li and Venkatasubramanian 2007).'),
    deltaPresence: z
      .strictObject({
        min: share('Least probability that a row of the population is in the table.'),
        max: share('Largest probability.'),
        certainRows: count('Rows of the population that are in the table for certain.'),
        absentRows: count('Rows of the population that are not in the table for certain.'),
      })
      .nullable()
      .describe(
        'How certain an outsider can be that a person of the population is in the table (Nergiz, Atzori and Clifton 2007); null without a population.',
      ),
    suppression: z
      .strictObject({
        rowsToRemove: count('Rows to remove if nothing else is done: all in classes of fewer than k rows.'),
        steps: z
          .array(
            z.strictObject({
              column: z.string().describe('The quasi-identifier.'),
              cells: count('Cells to empty: those of all rows that are in a class of fewer than k rows before the step.'),
              rowsBelowK: count('Rows that are in such a class after the step.'),
            }),
          )
          .describe('Cells to empty instead, in this order. Each step takes the column that leaves the fewest rows.'),
        rowsToRemoveAfter: count('Rows to remove after the steps.'),
        withoutColumn: z
          .array(
            z.strictObject({
              column: z.string().describe('The quasi-identifier.'),
              k: count('Rows of the smallest class without it.'),
              rowsBelowK: count('Rows in classes of fewer than k rows without it.'),
            }),
          )
          .describe('The table without one quasi-identifier, the most useful first. Also shows which column is worth generalizing.'),
        isComplete: z.boolean().describe('False: too many classes or columns to try steps and columns.'),
      })
      .describe('What suppression would do to reach k.'),
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
      title: 'Two pairs and one unique row',
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
        tCloseness: [{ column: 'problem', distance: 'equal', t: 0.8, rowsAbove: 5 }],
        suppression: { rowsToRemove: 1, steps: [], rowsToRemoveAfter: 1 },
        worst: [{ size: 1, rows: [5] }],
      },
    },
  ],
  run(input, { delimiter, header, ...options }) {
    const settings = { delimiter: delimiter === 'auto' ? undefined : delimiter, hasHeader: header }
    const population = input.population === undefined ? undefined : csvTable(input.population, settings)
    return measureRisk(tableOf(input, settings), options, population)
  },
})
