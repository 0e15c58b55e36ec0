// Functions over collections: existence, filtering, subsetting, combining, trees, choices.

import { addAllChildren } from '../children.ts'
import { type Evaluate, type EvaluationContext, evaluationError, single, textOf, truth } from '../context.ts'
import { Decimal } from '../decimal.ts'
import { addAll, type Item, type Items, NONE, ofBoolean, ofInteger, plainValueOf } from '../item.ts'
import { contains, distinct } from '../operators.ts'
import { isReserved } from '../variables.ts'
import { type FunctionDefinition, filtered, ofType, plain, projected } from './definition.ts'
import { allOfType, isOfType } from './type-names.ts'

export const COLLECTION: Readonly<Record<string, FunctionDefinition>> = {
  empty: plain(0, 0, (_, input) => ofBoolean(input.length === 0)),
  exists: plain(0, 1, (context, input, [condition]) => ofBoolean((condition ? filtered(context, input, condition) : input).length > 0)),
  all: plain(1, 1, (context, input, [condition]) => ofBoolean(filtered(context, input, condition!).length === input.length)),
  allTrue: plain(0, 0, (_, input) => ofBoolean(input.every((item) => flagOf(item, 'allTrue') === true))),
  anyTrue: plain(0, 0, (_, input) => ofBoolean(input.some((item) => flagOf(item, 'anyTrue') === true))),
  allFalse: plain(0, 0, (_, input) => ofBoolean(input.every((item) => flagOf(item, 'allFalse') === false))),
  anyFalse: plain(0, 0, (_, input) => ofBoolean(input.some((item) => flagOf(item, 'anyFalse') === false))),
  not: plain(0, 0, (_, input) => {
    const value = truth(input, 'not')
    return value === undefined ? NONE : ofBoolean(!value)
  }),
  count: plain(0, 0, (_, input) => [ofInteger(input.length)]),
  where: plain(1, 1, (context, input, [condition]) => filtered(context, input, condition!)),
  select: plain(1, 1, (context, input, [expression]) => projected(context, input, expression!)),
  repeat: plain(1, 1, (context, input, [expression]) => repeated(context, input, expression!, true)),
  repeatAll: plain(1, 1, (context, input, [expression]) => repeated(context, input, expression!, false)),
  aggregate: plain(1, 2, (context, input, [expression, start]) => {
    const outer = context.total
    context.total = start ? start(context, context.current) : NONE
    for (const [i, item] of input.entries()) context.total = context.within([item], i, expression!)
    const result = context.total
    context.total = outer
    return result
  }),
  distinct: plain(0, 0, (context, input) => {
    context.count(input.length)
    return distinct(context, input)
  }),
  isDistinct: plain(0, 0, (context, input) => ofBoolean(distinct(context, input).length === input.length)),
  subsetOf: plain(1, 1, (context, input, [other], outer) => {
    const items = other!(context, outerOf(context, outer))
    return ofBoolean(input.every((item) => contains(context, items, item)))
  }),
  supersetOf: plain(1, 1, (context, input, [other], outer) =>
    ofBoolean(other!(context, outerOf(context, outer)).every((item) => contains(context, input, item))),
  ),
  intersect: plain(1, 1, (context, input, [other], outer) => {
    const items = other!(context, outerOf(context, outer))
    return distinct(
      context,
      input.filter((item) => contains(context, items, item)),
    )
  }),
  exclude: plain(1, 1, (context, input, [other], outer) => {
    const items = other!(context, outerOf(context, outer))
    return input.filter((item) => !contains(context, items, item))
  }),
  union: plain(1, 1, (context, input, [other], outer) => distinct(context, [...input, ...other!(context, outerOf(context, outer))])),
  // The order is kept in any case.
  combine: plain(1, 2, (context, input, [other], outer) => [...input, ...other!(context, outerOf(context, outer))]),
  coalesce: plain(1, 100, (context, input, args) => {
    for (const each of args) {
      const found = each(context, input)
      if (found.length > 0) return found
    }
    return NONE
  }),
  single: plain(0, 0, (_, input) => {
    const item = single(input, 'single')
    return item ? [item] : NONE
  }),
  first: plain(0, 0, (_, input) => (input.length > 1 ? input.slice(0, 1) : input)),
  last: plain(0, 0, (_, input) => input.slice(-1)),
  tail: plain(0, 0, (_, input) => input.slice(1)),
  skip: plain(1, 1, (context, input, [number], outer) => input.slice(Math.max(0, countOf(context, number!, outer)))),
  take: plain(1, 1, (context, input, [number], outer) => input.slice(0, Math.max(0, countOf(context, number!, outer)))),
  indexOf: plain(1, 1, () => NONE),
  iif: plain(2, 3, (context, input, [condition, then, otherwise]) => {
    const item = single(input, 'iif')
    const list = item ? [item] : NONE
    const run = (each: Evaluate | undefined) =>
      each ? context.within(list.length > 0 ? list : context.current, context.index, each, input) : NONE
    return truth(run(condition), 'iif') === true ? run(then) : run(otherwise)
  }),
  trace: plain(1, 2, (context, input, [name, projection]) => {
    const { trace } = context.settings
    if (trace) trace(textOf(name!(context, context.current), 'trace') ?? '', projection ? projected(context, input, projection) : input)
    return input
  }),
  defineVariable: plain(1, 2, (context, input, [name, value], outer) => {
    const label = textOf(name!(context, outer), 'defineVariable') ?? ''
    if (isReserved(label) || context.variables.has(label))
      throw evaluationError('defineVariable() takes the name of a variable that is not defined yet.')
    context.variables = new Map([...context.variables, [label, value ? value(context, input) : input]])
    return input
  }),
  children: plain(0, 0, (context, input) => childrenOfAll(context, input)),
  descendants: plain(0, 0, (context, input) => {
    const found = childrenOfAll(context, input)
    // Level by level: what is found is gone through as it grows.
    for (let i = 0; i < found.length; i++) {
      const item = found[i]!
      const before = found.length
      if (item.kind === 'node') addAllChildren(item, context.settings.model, found)
      if (found.length > before) context.count(found.length - before)
    }
    return found
  }),
  sort: plain(0, 10, (context, input) => sorted(context, input, [])),
  ofType: ofType((context, input, type) => allOfType(context, input, type)),
  as: ofType((context, input, type) => {
    const item = single(input, 'as')
    return item ? allOfType(context, [item], type) : NONE
  }),
  is: ofType((context, input, type) => {
    const item = single(input, 'is')
    return item ? ofBoolean(isOfType(context, item, type)) : NONE
  }),
  type: plain(0, 0, (_, input) =>
    input.map((item): Item => {
      if (item.kind === 'node') return { kind: 'type', namespace: 'FHIR', name: item.plan.name }
      return { kind: 'type', namespace: 'System', name: item.kind === 'system' ? item.type : 'TypeInfo' }
    }),
  ),
}

/** @throws ProblemError for what is no Boolean */
function flagOf(item: Item, name: string): boolean {
  const value = plainValueOf(item)
  if (typeof value !== 'boolean') throw evaluationError(`${name} takes Booleans.`)
  return value
}

/** Arguments that are collections of their own see what the whole expression is evaluated on. */
function outerOf({ current }: EvaluationContext, outer: Items): Items {
  return current.length > 0 ? current : outer
}

function countOf(context: EvaluationContext, number: Evaluate, outer: Items): number {
  const item = single(number(context, outer), 'A number of items')
  const value = item && plainValueOf(item)
  return value instanceof Decimal ? value.toNumber() : 0
}

function repeated(context: EvaluationContext, input: Items, expression: Evaluate, isUnique: boolean): Item[] {
  const found: Item[] = []
  let level: Items = input
  while (level.length > 0) {
    const next = projected(context, level, expression)
    const fresh: Item[] = []
    for (const item of next) {
      if (isUnique && (contains(context, found, item) || contains(context, fresh, item))) continue
      fresh.push(item)
    }
    context.count(fresh.length + 1)
    addAll(found, fresh)
    level = fresh
  }
  return found
}

function childrenOfAll(context: EvaluationContext, input: Items): Item[] {
  const found: Item[] = []
  for (const item of input) if (item.kind === 'node') addAllChildren(item, context.settings.model, found)
  context.count(found.length)
  return found
}

/** The items in the order of keys, of the items themselves without one. */
export function sorted(
  context: EvaluationContext,
  input: Items,
  keys: readonly { readonly key: Evaluate; readonly isDown: boolean }[],
): Items {
  const own = [{ key: (_: EvaluationContext, items: Items) => items, isDown: false }]
  const used = keys.length > 0 ? keys : own
  const rows = input.map((item, i) => ({ item, keys: used.map(({ key }) => context.within([item], i, key)) }))
  rows.sort((a, b) => {
    for (const [i, { isDown }] of used.entries()) {
      const [x, y] = [a.keys[i]!, b.keys[i]!]
      const order = orderOf(x, y)
      // What has no key stands first, whatever the order.
      if (order !== 0) return isDown && x.length > 0 && y.length > 0 ? -order : order
    }
    return 0
  })
  return rows.map(({ item }) => item)
}

function orderOf(a: Items, b: Items): number {
  const [x, y] = [a[0] && plainValueOf(a[0]), b[0] && plainValueOf(b[0])]
  if (x === undefined || y === undefined) return x === y ? 0 : x === undefined ? -1 : 1
  if (x instanceof Decimal && y instanceof Decimal) return x.compare(y)
  const [l, r] = [String(x), String(y)]
  return l < r ? -1 : l > r ? 1 : 0
}
