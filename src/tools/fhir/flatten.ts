// fhir/flatten: resources as rows by a ViewDefinition of SQL on FHIR.
import * as z from 'zod'
import { textOrBytesField } from '../../core/document.ts'
import { ProblemError } from '../../core/problem.ts'
import { defineTool } from '../../core/tool.ts'
import { showAs } from '../../core/view.ts'
import { decodeJsonBytes } from '../../formats/fhir/document/decode-bytes.ts'
import { FHIR_MEDIA_TYPES } from '../../formats/fhir/document/fhir-document.ts'
import { readFhirDocument } from '../../formats/fhir/document/read-document.ts'
import { RESOURCE_FEED } from '../../formats/fhir/document/resource-feed.ts'
import { type FhirModel, modelOf } from '../../formats/fhir/model/element-plan.ts'
import { FHIR_VERSIONS, type FhirVersion } from '../../formats/fhir/model/versions.ts'
import { type CompiledView, compileView } from '../../formats/fhir/view/compile-view.ts'
import { flattenDocument } from '../../formats/fhir/view/flatten-document.ts'
import { readView } from '../../formats/fhir/view/read-view.ts'
import { headerOf, plainCell, ROW_FORMATS, RowWriter, rowsOfFeed } from '../../formats/fhir/view/write-rows.ts'

const PATIENTS = [
  { resourceType: 'Patient', id: 'p1', birthDate: '1970-01-02', name: [{ family: 'Sample', given: ['Ada', 'B'] }] },
  { resourceType: 'Patient', id: 'p2', name: [{ family: 'North' }, { family: 'South' }] },
]
const VIEW = JSON.stringify({
  resource: 'Patient',
  select: [
    {
      column: [
        { name: 'key', path: 'getResourceKey()' },
        { name: 'born', path: 'birthDate', type: 'date' },
      ],
    },
    { forEach: 'name', column: [{ name: 'family', path: 'family' }] },
  ],
})

export const fhirFlatten = defineTool({
  id: 'fhir/flatten',
  version: '1.0.0',
  title: 'Flatten FHIR',
  summary: 'Turns resources into rows by a ViewDefinition of SQL on FHIR, as JSON, NDJSON or CSV.',
  input: z.strictObject({
    resource: textOrBytesField('FHIR resources as JSON, XML, NDJSON with one resource a line, a JSON array, or a Bundle.'),
    view: textOrBytesField('A ViewDefinition of SQL on FHIR 2 as JSON; without it that of the option.')
      .meta(showAs({ kind: 'view-definition' }))
      .optional(),
  }),
  options: z.strictObject({
    format: z.enum(ROW_FORMATS).default('json').describe('Format of content. For a feed, ndjson or csv.'),
    viewDefinition: z
      .union([z.string().min(2).max(1_000_000), z.record(z.string(), z.unknown())])
      .optional()
      .describe('ViewDefinition, if the body contains only resources, as in a feed. An object, or JSON as text.'),
    version: z.enum(FHIR_VERSIONS).default('R4').describe('FHIR version of the definitions.'),
    header: z.boolean().default(true).describe('Write the column names as the first line of CSV.'),
    nulls: z
      .string()
      .max(20)
      .regex(/^[^"\r\n,]*$/)
      .default('')
      .describe('Text for a missing value in CSV. An equal text is quoted.'),
    guardFormulas: z.boolean().default(false).describe('Put an apostrophe before CSV texts that a spreadsheet would run as a formula.'),
    maxRows: z.int().min(1).max(10_000_000).default(1_000_000).describe('Maximum number of rows to return. All are counted.'),
  }),
  output: z
    .strictObject({
      columns: z
        .array(
          z.strictObject({
            name: z.string().describe('Name of the column.'),
            type: z.string().nullable().describe('Type that the view states.'),
            collection: z.boolean().describe('True if a cell is a list.'),
            path: z.string().describe('Its expression in FHIRPath.'),
          }),
        )
        .describe('Columns, in order.'),
      rows: z
        .array(z.record(z.string(), z.unknown()))
        .describe('With the format json, the rows by column, otherwise empty. Numbers that JSON readers cannot represent are texts.'),
      rowCount: z.int().min(0).describe('Rows that the view gives.'),
      complete: z.boolean().describe('True if all rows are given; false if there are more than maxRows.'),
      resources: z.int().min(0).describe('Resources in the document; of a Bundle those of its entries.'),
      used: z.int().min(0).describe('Resources of the type of the view.'),
      skipped: z
        .record(z.string(), z.int().min(1))
        .describe('Resources of other types, by type; ? for types that the version does not have.'),
      version: z.enum(FHIR_VERSIONS).describe('The version whose definitions were used.'),
      content: z.string().describe('The rows as a document of the format, every number as it was written. Lists in CSV are JSON.'),
    })
    .meta(showAs({ kind: 'view-rows' })),
  document: { field: 'resource', mediaTypes: FHIR_MEDIA_TYPES, feed: RESOURCE_FEED },
  download: {
    field: 'content',
    mediaType: 'application/octet-stream',
    extension: 'txt',
    lines: {
      mediaType: 'application/jsonl',
      rows: { mediaType: 'text/csv', isChosen: (options) => (options as FeedOptions).format === 'csv' },
      failure: (index, problem) => JSON.stringify({ index, problem }),
      head: (options) => headOfFeed(options as FeedOptions),
      line: ({ content, columns }) =>
        rowsOfFeed(
          content,
          columns.map(({ name }) => name),
        ),
    },
  },
  maxInputBytes: 200_000_000,
  mayRunLong: true,
  examples: [
    {
      title: 'Names of patients',
      input: { resource: PATIENTS.map((patient) => JSON.stringify(patient)).join('\n'), view: VIEW },
      options: { format: 'csv' },
      output: { content: 'key,born,family\r\nPatient/p1,1970-01-02,Sample\r\nPatient/p2,,North\r\nPatient/p2,,South\r\n', rowCount: 3 },
    },
  ],
  run({ resource, view }, { format, viewDefinition, version, header, nulls, guardFormulas, maxRows }) {
    const model = modelOf(version)
    const compiled = compileOnce(textOfView(view, viewDefinition), model)
    const names = compiled.columns.map(({ name }) => name)
    const writer = new RowWriter({ format, columns: names, header, nulls, guardFormulas })
    const rows: Record<string, unknown>[] = []
    let given = 0
    const { rowCount, resources, used, skipped } = flattenDocument(readFhirDocument(resource, model), compiled, model, (row) => {
      if (given >= maxRows) return
      given++
      writer.add(row)
      if (format === 'json') rows.push(Object.fromEntries(row.map((cell, i) => [names[i]!, plainCell(cell)])))
    })
    return {
      columns: compiled.columns.map(({ name, type, collection, path }) => ({ name, type, collection, path })),
      rows,
      rowCount,
      complete: given === rowCount,
      resources,
      used,
      skipped: Object.fromEntries(skipped),
      version,
      content: writer.finish(),
    }
  },
})

/** As they came, without defaults. */
interface FeedOptions {
  readonly format?: string
  readonly header?: boolean
  readonly version?: FhirVersion
  readonly viewDefinition?: string | object
}

/** CSV has one header, before the rows of all documents. An invalid view has none: it is an error of each document. */
function headOfFeed({ format, header = true, version = 'R4', viewDefinition }: FeedOptions): string | undefined {
  if (format !== 'csv' || !header || viewDefinition === undefined) return undefined
  try {
    const { columns } = compileOnce(textOfView(undefined, viewDefinition), modelOf(version))
    return `${headerOf(columns.map(({ name }) => name))}\r`
  } catch (error) {
    if (error instanceof ProblemError) return undefined
    throw error
  }
}

/** @throws ProblemError `invalid_input` where there are two views, or none */
function textOfView(view: string | Uint8Array | undefined, definition: string | object | undefined): string {
  if ((view === undefined) === (definition === undefined)) {
    const detail = 'a view is either an input or the option viewDefinition'
    const code = view === undefined ? 'missing' : 'contradiction'
    throw new ProblemError('Give exactly one view.', { code: 'invalid_input', errors: [{ pointer: '/input/view', code, detail }] })
  }
  if (view !== undefined) return typeof view === 'string' ? view : decodeJsonBytes(view).text
  return typeof definition === 'string' ? definition : JSON.stringify(definition)
}

/** The view of the call before: each document of a feed has the same. */
let last: { readonly text: string; readonly model: FhirModel; readonly compiled: CompiledView } | undefined

function compileOnce(text: string, model: FhirModel): CompiledView {
  if (last?.text !== text || last.model !== model) last = { text, model, compiled: compileView(readView(text, model), model) }
  return last.compiled
}
