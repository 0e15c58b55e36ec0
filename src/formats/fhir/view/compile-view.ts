// Compiles a view to a function that gives the rows of one resource.
import { ProblemError, type ProblemItem } from '../../../core/problem.ts'
import { type JsonValue, numberText } from '../json/json-value.ts'
import { NumberText } from '../json/number-text.ts'
import type { FhirModel } from '../model/element-plan.ts'
import { type Evaluate, EvaluationContext } from '../path/context.ts'
import { Decimal } from '../path/decimal.ts'
import { outermost, resolveWithin, showItem } from '../path/evaluate.ts'
import { type Item, type Items, type NodeItem, ofInteger, systemOf } from '../path/item.ts'
import type { Plans } from './check-names.ts'
import { type CompiledPath, compilePath, type PathCompiler } from './compile-path.ts'
import { throwErrors, VIEW_POINTER } from './read-view.ts'
import { columnsOf, type Pointer, type ViewColumn, type ViewDefinition, type ViewIteration, type ViewSelect } from './view-definition.ts'

/** A value of a column: null for none, a list for a column that collects. */
export type Cell = JsonValue
export type Row = readonly Cell[]

export interface CompiledView {
  readonly resource: string
  readonly columns: readonly ViewColumn[]
  /** The rows that a resource of the view's type gives. */
  rowsOf(resource: NodeItem): readonly Row[]
}

/** Rows of one resource, whose number several lists multiply. */
const MAX_ROWS = 1_000_000
/** Deeper than any resource nests: what repeats beyond that never ends. */
const MAX_REPEAT_DEPTH = 200

/** @throws ProblemError `invalid_input` with `errors`: expressions that cannot be read, variables that are no constants */
export function compileView(view: ViewDefinition, model: FhirModel): CompiledView {
  const errors: ProblemItem[] = []
  const compiler: PathCompiler = { model, variables: new Set(view.constants.keys()), errors }
  const root: Plans = [model.resource(view.resource)!]
  const conditions = view.where.map(({ path, pointer }) => ({ condition: compilePath(compiler, path, pointer, root).evaluate, pointer }))
  const rows = product(view.selects.map((select) => compileSelect(compiler, select, root)))
  throwErrors(errors)
  return {
    resource: view.resource,
    columns: view.selects.flatMap(columnsOf),
    rowsOf(resource) {
      const state = new ViewState(model, resource, view.constants)
      const focus: Items = [resource]
      for (const { condition, pointer } of conditions) if (!holds(condition(state.context, focus), pointer)) return []
      return rows(state, focus)
    },
  }
}

type Rows = (state: ViewState, focus: Items) => Row[]

/** What the expressions of a view are evaluated in, for one resource. */
class ViewState {
  readonly context: EvaluationContext
  readonly #variables: Map<string, Items>

  constructor(model: FhirModel, resource: NodeItem, constants: ReadonlyMap<string, Item>) {
    this.#variables = new Map([...constants].map(([name, item]) => [name, [item]]))
    this.context = new EvaluationContext({
      model,
      start: [resource],
      resource,
      rootResource: outermost(resource),
      variables: this.#variables,
      resolve: (reference, from) => resolveWithin(model, reference, from ?? resource),
      memberOf: () => undefined,
      conformsTo: () => undefined,
      now: undefined,
      isView: true,
    })
    this.index(0)
  }

  index(value: number): void {
    this.#variables.set('rowIndex', [ofInteger(value)])
  }

  get rowIndex(): Items {
    return this.#variables.get('rowIndex')!
  }

  restore(rowIndex: Items): void {
    this.#variables.set('rowIndex', rowIndex)
  }
}

function holds(items: Items, pointer: string): boolean {
  const [item] = items
  if (!item) return false
  const value = systemOf(item)?.value
  if (items.length > 1 || typeof value !== 'boolean') {
    throw new ProblemError('A condition of the view is neither true nor false.', {
      code: 'invalid_input',
      at: { pointer: `${VIEW_POINTER}${pointer}` },
    })
  }
  return value
}

function compileSelect(compiler: PathCompiler, { iteration, columns, selects, unions }: ViewSelect, outer: Plans): Rows {
  const iterated = iteration && compileIteration(compiler, iteration, outer)
  const focus = iterated ? iterated.plans : outer
  const parts: Rows[] = []
  if (columns.length > 0) parts.push(compileColumns(compiler, columns, focus))
  for (const each of selects) parts.push(compileSelect(compiler, each, focus))
  if (unions.length > 0) {
    const branches = unions.map((each) => compileSelect(compiler, each, focus))
    parts.push((state, items) => branches.flatMap((branch) => branch(state, items)))
  }
  const rows = product(parts)
  return iteration && iterated ? iterate(iterated.evaluate, iteration.kind, rows) : rows
}

function compileColumns(compiler: PathCompiler, columns: readonly ViewColumn[], focus: Plans): Rows {
  const cells = columns.map((column) => {
    const { evaluate } = compilePath(compiler, column.path, `${column.pointer}/path`, focus)
    return (state: ViewState, items: Items) => cellOf(column, evaluate(state.context, items))
  })
  return (state, items) => [cells.map((cell) => cell(state, items))]
}

function cellOf({ collection, pointer }: ViewColumn, items: Items): Cell {
  if (collection) return items.map(jsonOf)
  const [item] = items
  if (items.length > 1) {
    throw new ProblemError('A single-value column has several values. Select one, or set collection to true.', {
      code: 'invalid_input',
      at: { pointer: `${VIEW_POINTER}${pointer}` },
    })
  }
  return item ? jsonOf(item) : null
}

/** Numbers as they are written, or as they were computed. */
function jsonOf(item: Item): JsonValue {
  if (item.kind === 'system' && item.value instanceof Decimal) {
    const text = item.value.toString()
    return numberText(Number(text)) === text ? Number(text) : new NumberText(text)
  }
  if (item.kind === 'node' && item.value === undefined) return null
  return showItem(item).value
}

/** Every row of one with every row of the next, the first changing last. */
function product(parts: readonly Rows[]): Rows {
  const [only] = parts
  if (only && parts.length === 1) return only
  return (state, focus) => {
    let rows: Row[] = [[]]
    for (const part of parts) {
      const own = part(state, focus)
      if (rows.length * own.length > MAX_ROWS) {
        throw new ProblemError(`A resource has more than ${MAX_ROWS} rows.`, { code: 'resource_limit', facts: { limit: MAX_ROWS } })
      }
      rows = own.length === 1 ? rows.map((row) => [...row, ...own[0]!]) : rows.flatMap((row) => own.map((more) => [...row, ...more]))
    }
    return rows
  }
}

function compileIteration(compiler: PathCompiler, iteration: ViewIteration, focus: Plans): CompiledPath {
  if (iteration.kind !== 'repeat') return compilePath(compiler, iteration.path, iteration.pointer, focus)
  // A step that a type does not have ends there: the next one may stand on another type.
  const compiled = iteration.paths.map(({ path, pointer }) => compilePath(compiler, path, pointer, focus, true))
  const plans = compiled.flatMap((each) => each.plans ?? [])
  return { evaluate: repeated(compiled, iteration.paths[0]?.pointer ?? ''), plans: plans.length > 0 ? plans : undefined }
}

/** What the steps give, and what they give on that, each value before those below it. */
function repeated(steps: readonly CompiledPath[], pointer: Pointer): Evaluate {
  return (context, input) => {
    const found: Item[] = []
    const below = (focus: Items, depth: number): void => {
      if (depth > MAX_REPEAT_DEPTH) {
        throw new ProblemError('repeat does not end.', { code: 'resource_limit', at: { pointer: `${VIEW_POINTER}${pointer}` } })
      }
      for (const step of steps) {
        for (const item of step.evaluate(context, focus)) {
          if (found.push(item) > MAX_ROWS) {
            throw new ProblemError(`A resource has more than ${MAX_ROWS} rows.`, { code: 'resource_limit', facts: { limit: MAX_ROWS } })
          }
          below([item], depth + 1)
        }
      }
    }
    below(input, 0)
    return found
  }
}

/** Rows for each item, or with forEachOrNull for the lack of any. */
function iterate(items: Evaluate, kind: ViewIteration['kind'], rows: Rows): Rows {
  return (state, focus) => {
    const found = items(state.context, focus)
    const outer = state.rowIndex
    const out: Row[] = []
    for (const [i, item] of found.entries()) {
      state.index(i)
      for (const row of rows(state, [item])) out.push(row)
    }
    if (found.length === 0 && kind === 'forEachOrNull') {
      state.index(0)
      for (const row of rows(state, [])) out.push(row)
    }
    state.restore(outer)
    return out
  }
}
