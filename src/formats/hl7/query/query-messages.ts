// Reads the values of paths from each message of a document: one row a message, in JSON and as CSV.
import { ProblemError } from '../../../core/problem.ts'
import type { FeedProblem } from '../../../core/tool.ts'
import { disarmFormula, writeRows } from '../../csv/write-csv.ts'
import type { PathNames } from '../dictionary/path-names.ts'
import { shownText } from '../document.ts'
import type { Hl7Document } from '../document-types.ts'
import type { DecodeMode } from '../escapes.ts'
import { EXPLICIT_NULL, type Leaf } from '../field-values.ts'
import { controlId } from '../message-header.ts'
import { matchesMessage, valuesOf } from './locate.ts'
import { type Condition, type Locator, mayChooseSeveral, readCondition, readLocator } from './locator.ts'
import { MessageView, openMessage, segmentsOf } from './message-view.ts'
import { readEach } from './text-reader.ts'

export interface QueryColumn {
  /** The path as it was given. */
  readonly path: string
  readonly locator: Locator
}

export interface Query {
  readonly columns: readonly QueryColumn[]
  readonly where: Condition | undefined
  readonly decode: DecodeMode
}

export interface QueryRow {
  /** Place of the message in the document, from 0. */
  index: number
  controlId: string | null
  /** By path; a list where the path may choose several places. */
  values: Record<string, Leaf | Leaf[]>
}

/** Characters of all values of a result: their JSON must stay below what the engine makes of one string. */
const MAX_CHARACTERS = 200_000_000
const CHARACTERS_PER_VALUE = 8

/**
 * @throws ProblemError `invalid_input` with pointer and position of every path that breaks the notation or stands twice
 */
export function readQuery(paths: readonly string[], where: string | undefined, decode: DecodeMode, names?: PathNames): Query {
  const columns = readEach(paths, (path, i) => {
    const pointer = `/options/paths/${i}`
    if (paths.indexOf(path) < i) throw repeatedPath(pointer)
    return { path, locator: readLocator(path, pointer, names) }
  })
  return { columns, where: where === undefined ? undefined : readCondition(where, '/options/where', names), decode }
}

function repeatedPath(pointer: string): ProblemError {
  const errors = [{ pointer, code: 'invalid_value', detail: 'expected each path once' }]
  return new ProblemError('A path is repeated.', { code: 'invalid_input', at: { pointer }, errors })
}

/** @throws ProblemError `resource_limit` where the values would be too large for a result */
export function queryMessages(document: Hl7Document, { columns, where, decode }: Query): QueryRow[] {
  const rows: QueryRow[] = []
  let characters = 0
  for (const [index, message] of document.messages.entries()) {
    const context = openMessage(document, message)
    const view = new MessageView(context, segmentsOf(document, message))
    if (where && !matchesMessage(view, where)) continue
    const reading = { ...context, escapes: { ...context.escapes, mode: decode } }
    const values = columns.map(({ path, locator }): [string, Leaf | Leaf[]] => {
      const found = valuesOf(view, locator, reading)
      for (const value of found) characters += CHARACTERS_PER_VALUE + (value?.length ?? 0)
      // The explicit null is a value; what is not there is an empty text.
      const [first = ''] = found
      return [path, mayChooseSeveral(locator) ? found : first]
    })
    if (characters > MAX_CHARACTERS) throw tooLarge()
    const id = controlId(document, message)
    rows.push({ index, controlId: id && shownText(document, id), values: Object.fromEntries(values) })
  }
  return rows
}

function tooLarge(): ProblemError {
  const facts = { limitCharacters: MAX_CHARACTERS }
  return new ProblemError('The result would be too large. Request fewer paths or messages.', { code: 'resource_limit', facts })
}

export interface CsvForm {
  /** Stands between the values of a path that chose several places. */
  readonly separator: string
  readonly guardFormulas: boolean
}

/** A header line, then a line for each row; the explicit null is written as in HL7. */
export function writeQueryCsv(columns: readonly QueryColumn[], rows: readonly QueryRow[], { separator, guardFormulas }: CsvForm): string {
  const lines = rows.map(({ index, controlId: id, values }) => [
    String(index),
    id ?? '',
    ...columns.map(({ path }) => cellOf(values[path]!, separator)),
  ])
  const header = ['index', 'controlId', ...columns.map(({ path }) => path)]
  const all = [header, ...lines]
  return writeRows(guardFormulas ? all.map((line) => line.map(disarmFormula)) : all)
}

function cellOf(value: Leaf | Leaf[], separator: string): string {
  return Array.isArray(value) ? value.map(textOf).join(separator) : textOf(value)
}

function textOf(value: Leaf): string {
  return value ?? EXPLICIT_NULL
}

/** The header line of one table over all messages of a feed, with a column for their files if they have any. */
export function writeFeedHead(
  { paths, guardFormulas }: Pick<CsvForm, 'guardFormulas'> & { readonly paths: readonly string[] },
  hasFiles: boolean,
): string {
  const header = ['error', ...(hasFiles ? ['file'] : []), 'index', 'controlId', ...paths]
  return `${writeRows([guardFormulas ? header.map(disarmFormula) : header]).trimEnd()}\r`
}

/** The row of one message of a feed, by its CSV; undefined if the message does not meet the condition. */
export function writeFeedRow(csv: string, index: number, file: string | undefined): string | undefined {
  const row = csv.slice(csv.indexOf('\r\n') + 2).replace(/\r\n$/, '')
  return row === '' ? undefined : `${['', ...fileCell(file)].join(',')},${row.replace(/^0,/, `${index},`)}\r`
}

/** The row of a message that could not be read: why, and its place; without a place if the feed broke off. */
export function writeFeedFailure(index: number | undefined, { code, title, detail }: FeedProblem, file: string | undefined): string {
  const message = writeRows([[`${detail ?? title} (${code})`]]).trimEnd()
  return `${[message, ...fileCell(file), index === undefined ? '' : String(index)].join(',')}\r`
}

/** File names can begin like formulas, whatever the option says of values. */
function fileCell(file: string | undefined): string[] {
  return file === undefined ? [] : [writeRows([[disarmFormula(file)]]).trimEnd()]
}
