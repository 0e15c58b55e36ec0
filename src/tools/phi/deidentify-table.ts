// phi/deidentify-table: removes, generalizes or replaces protected health information in a table, column by column and cell by cell.
import * as z from 'zod'
import { textOrBytesField } from '../../core/document.ts'
import { defineTool } from '../../core/tool.ts'
import { CSV_DELIMITERS } from '../../formats/csv/read-csv.ts'
import { tableOf } from '../../formats/csv/table-source.ts'
import { writeRows } from '../../formats/csv/write-csv.ts'
import { PHI_CATEGORIES } from '../../formats/phi/category.ts'
import { DETECTOR_RULESET } from '../../formats/phi/detector-version.ts'
import { replacementOptions, searchOptions } from '../../formats/phi/document-options.ts'
import { mappingOutputs, readMappingRequest, withMapping } from '../../formats/phi/mapping/mapping-options.ts'
import { deidentifyDistinctly } from '../../formats/phi/policy/deidentifier.ts'
import { countsField, PHI_ACTIONS, type PhiCounts, phiPolicyField, provenanceField } from '../../formats/phi/policy/policy-schema.ts'
import { checkRulePaths } from '../../formats/phi/policy/rule-paths.ts'
import { checkLists } from '../../formats/phi/search/list-contradictions.ts'
import { deidentifyCsv, deidentifyRows } from '../../formats/phi/table/deidentify-table.ts'
import { COLUMN_RULES } from '../../formats/phi/table/plan-columns.ts'

const count = (description: string) => z.int().min(0).describe(description)
const cell = z.union([z.string(), z.number(), z.boolean(), z.null()])

export const phiDeidentifyTable = defineTool({
  id: 'phi/deidentify-table',
  version: '1.0.0',
  title: 'De-identify a table',
  summary: 'Removes or replaces protected health information in CSV or rows: columns by rule, name or content, free text by the detector.',
  input: z.strictObject({
    csv: textOrBytesField('The table as CSV: comma, semicolon, tab or bar, UTF-8, UTF-16 or windows-1252. Either this or rows.').optional(),
    rows: z
      .array(z.record(z.string().max(500), cell))
      .max(1_000_000)
      .optional()
      .describe('The table as objects of text, numbers and booleans. Either this or csv.'),
  }),
  options: z.strictObject({
    columns: z
      .record(z.string().max(500), z.enum(COLUMN_RULES))
      .default({})
      .describe(
        'What a column contains, by its name (by its number from 1 without a header): a category with its action in the policy; an action; `free-text`, which is scanned; or `auto`. Only the action keep leaves a column unread.',
      ),
    unknown: z
      .enum(['scan', 'remove'])
      .default('scan')
      .describe('Columns that no rule, name or content identifies: scan every cell, or empty them.'),
    policy: phiPolicyField,
    ...replacementOptions,
    subjectColumn: z
      .string()
      .max(500)
      .optional()
      .describe('Column that identifies the patient. Dates are shifted by the days of the row’s subject. Required to shift dates.'),
    delimiter: z
      .enum(['auto', ...CSV_DELIMITERS])
      .default('auto')
      .describe('Separator of the CSV fields.'),
    header: z.boolean().default(true).describe('Whether the first row of the CSV names the columns.'),
    dateOrder: z
      .enum(['auto', 'mdy', 'dmy', 'ymd'])
      .default('auto')
      .describe('Order of numeric dates. auto: by the values of the column, American if they do not show it.'),
    formulas: z
      .enum(['quote', 'keep'])
      .default('quote')
      .describe(
        'Cells that a spreadsheet would run as a formula (= + - @ first, and not a number): put an apostrophe before them, or leave them.',
      ),
    ...searchOptions,
  }),
  output: z.strictObject({
    csv: z.string().describe('The table as CSV: every row, column and line end of the input, unchanged cells as they were.'),
    rows: z.array(z.record(z.string(), cell)).optional().describe('The table as rows, where it came as rows.'),
    rowCount: count('Rows, the header not counted.'),
    perColumn: z
      .array(
        z.strictObject({
          name: z.string().describe('The column’s name, or its number.'),
          treatment: z
            .enum(['category', 'free-text', 'numbers', 'state', 'code', 'keep', 'remove'])
            .describe(
              'category: every cell is of the category. free-text: every cell is scanned. numbers, state, code: cells of that form stay, others are scanned. keep: not read. remove: emptied.',
            ),
          decidedBy: z.enum(['rule', 'header', 'content', 'unknown']).describe('What determined the treatment.'),
          category: z.enum(PHI_CATEGORIES).optional().describe('What the column holds.'),
          cells: count('Cells that are not empty.'),
          changed: count('Cells that changed.'),
          formulasQuoted: count('Cells that got an apostrophe.'),
          found: countsField,
          actions: z
            .strictObject(Object.fromEntries(PHI_ACTIONS.map((action) => [action, z.int().min(0).optional()])))
            .describe('What was done to the values found.'),
        }),
      )
      .describe('What was done to each column, in order.'),
    counts: countsField,
    provenance: provenanceField,
    ...mappingOutputs,
  }),
  document: { field: 'csv', mediaTypes: ['text/csv', 'text/tab-separated-values'] },
  download: { field: 'csv', mediaType: 'text/csv', extension: 'csv' },
  maxInputBytes: 100 * 1024 * 1024,
  mayRunLong: true,
  examples: [
    {
      title: 'Columns recognized by name',
      input: { csv: 'mrn,first_name,dob,zip,age,hba1c\r\n10004711,Ada,1961-03-12,60625,93,7.1\r\n' },
      output: { csv: 'mrn,first_name,dob,zip,age,hba1c\r\n[MRN],[NAME],1961,606,90+,7.1\r\n', rowCount: 1 },
    },
    {
      title: 'A rule for a column',
      input: { rows: [{ badge: 'QX-1', ward: 'B2', temperature: 37.2 }] },
      options: { columns: { badge: 'other-id', ward: 'remove' } },
      output: { rows: [{ badge: '[OTHER-ID]', ward: '', temperature: 37.2 }] },
    },
  ],
  run(input, { columns, unknown, policy, key, surrogates, mapping, mappingKey, ...options }) {
    const { subjectColumn, delimiter, header, dateOrder, formulas, ...detect } = options
    checkLists(detect)
    const secret = readMappingRequest({ mapping, mappingKey, key })
    const table = tableOf(input, { delimiter: delimiter === 'auto' ? undefined : delimiter, hasHeader: header })
    checkRulePaths(policy, table.columns, 'a rule is for a column that the table does not have')
    const settings = {
      detect,
      rules: columns,
      unknown,
      subjectColumn,
      dateOrder: dateOrder === 'auto' ? undefined : dateOrder,
      formulas,
      hasHeader: !('file' in table) || header,
    }
    const { result, provenance, pairs } = deidentifyDistinctly({ policy, key, surrogates, mapping }, (deidentifier) => {
      const means = { ...settings, deidentifier }
      const cleaned = 'file' in table ? deidentifyCsv(table, means) : deidentifyRows(table, input.rows!, means)
      return { result: cleaned, provenance: deidentifier.provenance, pairs: deidentifier.pairs?.list() ?? [] }
    })
    const made = {
      ...result,
      counts: sumCounts(result.perColumn.map(({ found }) => found)),
      provenance: { ...provenance, ruleset: `${DETECTOR_RULESET}; ${provenance.ruleset}` },
    }
    return withMapping(made, secret, () => ({
      format: 'csv',
      delimiter: 'file' in table ? table.file.delimiter : ',',
      original:
        'file' in table
          ? `${table.file.bom ? '\uFEFF' : ''}${table.file.text}`
          : writeRows([table.columns, ...Array.from(table.rows(), ({ values }) => values)]),
      result: result.csv,
      pairs,
    }))
  },
})

function sumCounts(columns: readonly PhiCounts[]): PhiCounts {
  const entries = PHI_CATEGORIES.map((category) => [category, columns.reduce((sum, found) => sum + (found[category] ?? 0), 0)] as const)
  return Object.fromEntries(entries.filter(([, total]) => total > 0))
}
