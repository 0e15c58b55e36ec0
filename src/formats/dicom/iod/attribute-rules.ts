// What modules say of the values of an attribute, of the condition that requires it, and of the items of a sequence; unpacked at the first look-up.
import { unpackTable } from '../dictionary/unpack-table.ts'
import { ATTRIBUTE_RULES } from './attribute-rules.generated.ts'

/** A test of one attribute of the same item. */
export interface Clause {
  /** above: a number greater than the one of `values`; none-of: it has a value, and that is another. */
  readonly test: 'present' | 'absent' | 'one-of' | 'none-of' | 'above'
  readonly tag: number
  /** From 1: that value alone; undefined where any value may be the one. */
  readonly valueNumber: number | undefined
  readonly values: readonly string[]
}

export interface Condition {
  /** False where one clause is enough. */
  readonly all: boolean
  readonly clauses: readonly Clause[]
}

interface Tables {
  /** Rows by `tag`, by `tag of the sequence.tag`, by `module:path`. */
  readonly values: ReadonlyMap<string, string>
  readonly conditions: ReadonlyMap<string, string>
  readonly singles: ReadonlyMap<string, string>
  /** Rows by `iod:module`. */
  readonly modules: ReadonlyMap<string, string>
  /** Tags of any row. */
  readonly tags: ReadonlySet<number>
}

const TESTS: Readonly<Record<string, Clause['test']>> = { p: 'present', a: 'absent', '=': 'one-of', '!': 'none-of', '>': 'above' }

let tables: Tables | undefined

/** Enumerated values, numbers in decimal digits; undefined where the module gives no list that always holds. @param path tags from the data set down */
export function enumeratedValues(module: string, path: readonly number[]): readonly string[] | undefined {
  return findRow(unpack().values, module, path)?.split('\\')
}

/** When an attribute of Type 1C or 2C is required; undefined where the data set alone cannot tell. */
export function requiredCondition(module: string, path: readonly number[]): Condition | undefined {
  const row = findRow(unpack().conditions, module, path)
  return row ? readCondition(row) : undefined
}

/** When a conditional module of an IOD is required; undefined where the data set alone cannot tell. */
export function moduleCondition(iod: string, module: string): Condition | undefined {
  const row = unpack().modules.get(`${iod}:${module}`)
  return row ? readCondition(row) : undefined
}

function readCondition(row: string): Condition {
  const all = !row.includes('|')
  return { all, clauses: row.split(all ? '&' : '|').map(readClause) }
}

/** True for a sequence that may hold one item alone. */
export function hasSingleItem(module: string, path: readonly number[]): boolean {
  return findRow(unpack().singles, module, path) !== undefined
}

/** `p00280010`, `=00080008#1:ORIGINAL\MIXED`, `>00280002:1` */
function readClause(text: string): Clause {
  const [place = '', values] = text.slice(1).split(':')
  const [tag = '', valueNumber] = place.split('#')
  return {
    test: TESTS[text[0]!]!,
    tag: Number.parseInt(tag, 16),
    valueNumber: valueNumber === undefined ? undefined : Number(valueNumber),
    values: values === undefined ? [] : values.split('\\'),
  }
}

function findRow(rows: ReadonlyMap<string, string>, module: string, path: readonly number[]): string | undefined {
  if (!unpack().tags.has(path.at(-1)!)) return undefined
  const keys = path.map(keyOf)
  const last = keys.at(-1)!
  return rows.get(`${module}:${keys.join('.')}`) ?? (keys.length > 1 ? rows.get(`${keys.at(-2)}.${last}`) : undefined) ?? rows.get(last)
}

function keyOf(tag: number): string {
  return tag.toString(16).toUpperCase().padStart(8, '0')
}

function unpack(): Tables {
  if (tables) return tables
  const [values, conditions, singles, modules] = unpackTable(ATTRIBUTE_RULES).map(readRows)
  const keys = [...values!.keys(), ...conditions!.keys(), ...singles!.keys()]
  tables = {
    values: values!,
    conditions: conditions!,
    singles: singles!,
    modules: modules!,
    tags: new Set(keys.map((key) => Number.parseInt(key.slice(-8), 16))),
  }
  return tables
}

function readRows(column: string): Map<string, string> {
  return new Map(
    column.split('\n').map((row) => {
      const space = row.indexOf(' ')
      return space < 0 ? [row, ''] : [row.slice(0, space), row.slice(space + 1)]
    }),
  )
}
