// Equality, order and arithmetic of FHIRPath.
import { isObject, type JsonValue, numberText } from '../json/json-value.ts'
import { type EvaluationContext, evaluationError, single, truth } from './context.ts'
import { Decimal } from './decimal.ts'
import {
  type Item,
  type Items,
  NONE,
  ofBoolean,
  ofDecimal,
  ofInteger,
  ofQuantity,
  ofString,
  ofTemporal,
  plainValueOf,
  Quantity,
  type SystemItem,
  type SystemValue,
  systemOf,
} from './item.ts'
import { compareQuantities, divideQuantities, inOneUnit, multiplyQuantities } from './quantity.ts'
import { Temporal } from './temporal.ts'

/** `=`: undefined where precision or units do not tell. */
function isEqual(left: Item, right: Item): boolean | undefined {
  if (left.kind === 'type' || right.kind === 'type')
    return left.kind === 'type' && right.kind === 'type' && left.name === right.name && left.namespace === right.namespace
  const a = plainValueOf(left)
  const b = plainValueOf(right)
  if (a !== undefined && b !== undefined) return equalValues(a, b)
  if (left.kind === 'node' && right.kind === 'node') {
    return left.plan === right.plan && isSameJson(left.value, right.value) && isSameJson(left.extras, right.extras)
  }
  return false
}

function equalValues(a: SystemValue, b: SystemValue): boolean | undefined {
  if (typeof a === 'string') return a === b
  const [left, right] = alike(a, b)
  if (left instanceof Decimal && right instanceof Decimal) return left.compare(right) === 0
  if (left instanceof Temporal && right instanceof Temporal) {
    const order = left.compare(right)
    return order === undefined ? ((left.kind === 'Time') === (right.kind === 'Time') ? undefined : false) : order === 0
  }
  if (left instanceof Quantity && right instanceof Quantity) {
    const order = compareQuantities(left, right)
    return order === undefined ? undefined : order === 0
  }
  return typeof left === typeof right && left === right
}

/** A text beside a date is read as one, and a number beside a quantity has the unit 1. */
function alike(left: SystemValue, right: SystemValue): [SystemValue, SystemValue] {
  if (left instanceof Quantity && right instanceof Decimal) return [left, new Quantity(right, '1', false)]
  if (left instanceof Decimal && right instanceof Quantity) return [new Quantity(left, '1', false), right]
  return [left, right]
}

/** Numbers by their value, objects whatever the order of their members. */
export function isSameJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true
  const [left, right] = [numberText(a), numberText(b)]
  if (left !== undefined && right !== undefined) return Decimal.parse(left)?.compare(Decimal.parse(right) ?? new Decimal(0n, 0)) === 0
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((each, i) => isSameJson(each, b[i]))
  if (!isObject(a) || !isObject(b)) return false
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && isSameJson(a[name], b[name]))
}

/** `~`. */
function isEquivalent(left: Item, right: Item): boolean {
  const [a, b] = [plainValueOf(left), plainValueOf(right)]
  if (a === undefined || b === undefined) return isEqual(left, right) === true
  const [x, y] = alike(a, b)
  if (typeof x === 'string' && typeof y === 'string') return normalized(x) === normalized(y)
  if (x instanceof Decimal && y instanceof Decimal) {
    const digits = Math.min(x.trimmed().scale, y.trimmed().scale)
    return x.rounded(digits).compare(y.rounded(digits)) === 0
  }
  if (x instanceof Temporal && y instanceof Temporal) return x.isEquivalent(y)
  if (x instanceof Quantity && y instanceof Quantity) return areAlike(x, y)
  return equalValues(a, b) === true
}

/** In the coarser unit, by the digits of the one with fewer of them. */
function areAlike(a: Quantity, b: Quantity): boolean {
  const [x, y] = inOneUnit(a, b, 'coarser') ?? []
  if (!x || !y) return compareQuantities(a, b) === 0
  const digits = Math.min(x.value.trimmed().scale, y.value.trimmed().scale)
  return x.value.rounded(digits).compare(y.value.rounded(digits)) === 0
}

function normalized(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim()
}

/** Whole collections: in order for `=`, in any order for `~`. */
export function areEqual(left: Items, right: Items): boolean | undefined {
  if (left.length === 0 || right.length === 0) return undefined
  if (left.length !== right.length) return false
  let isOpen = false
  for (let i = 0; i < left.length; i++) {
    const equal = isEqual(left[i]!, right[i]!)
    if (equal === false) return false
    if (equal === undefined) isOpen = true
  }
  return isOpen ? undefined : true
}

/** @param context counts the comparisons */
export function areEquivalent(context: EvaluationContext, left: Items, right: Items): boolean {
  if (left.length !== right.length) return false
  context.count(left.length * right.length * COMPARISON)
  const rest = [...right]
  return left.every((item) => {
    const at = rest.findIndex((other) => isEquivalent(item, other))
    if (at >= 0) rest.splice(at, 1)
    return at >= 0
  })
}

/** A comparison of two values takes as long as some steps. */
const COMPARISON = 3

/** @param context counts the comparisons */
export function contains(context: EvaluationContext, items: Items, item: Item): boolean {
  context.count(items.length * COMPARISON)
  return items.some((each) => isEqual(each, item) === true)
}

/** @param context counts the comparisons */
export function distinct(context: EvaluationContext, items: Items): Item[] {
  const found: Item[] = []
  const plain = new Set<unknown>()
  for (const item of items) {
    const value = plainValueOf(item)
    if (typeof value === 'string' || typeof value === 'boolean') {
      if (plain.has(value)) continue
      plain.add(value)
      found.push(item)
    } else if (!contains(context, found, item)) found.push(item)
  }
  return found
}

/** -1, 0, 1; undefined where it is not known. @throws ProblemError for values that have no order */
export function compare(left: Items, right: Items): number | undefined {
  const [a, b] = [single(left, 'A comparison'), single(right, 'A comparison')]
  if (!a || !b) return undefined
  const [x, y] = [plainValueOf(a), plainValueOf(b)]
  if (x === undefined || y === undefined) throw evaluationError('A comparison takes values that have an order.')
  const [l, r] = alike(x, y)
  if (l instanceof Decimal && r instanceof Decimal) return l.compare(r)
  if (typeof l === 'string' && typeof r === 'string') return l < r ? -1 : l > r ? 1 : 0
  if (l instanceof Temporal && r instanceof Temporal && (l.kind === 'Time') === (r.kind === 'Time')) return l.compare(r)
  if (l instanceof Quantity && r instanceof Quantity) return compareQuantities(l, r)
  throw evaluationError('A comparison takes two values of one type.')
}

export function arithmetic(operator: string, left: Items, right: Items): Items {
  const [a, b] = [single(left, 'An operator'), single(right, 'An operator')]
  if (operator === '&') return [ofString(plainText(a) + plainText(b))]
  if (!a || !b) return NONE
  const [x, y] = [systemOf(a), systemOf(b)]
  if (!x || !y) throw evaluationError('An operator takes values that can be computed.')
  if (typeof x.value === 'string' && typeof y.value === 'string' && operator === '+') return [ofString(x.value + y.value)]
  if (x.value instanceof Temporal && y.value instanceof Quantity) return moved(x.value, y.value, operator)
  if (x.value instanceof Quantity && y.value instanceof Quantity) return quantities(operator, x.value, y.value)
  if (x.value instanceof Quantity && y.value instanceof Decimal && /^[*/]$/.test(operator))
    return quantities(operator, x.value, new Quantity(y.value, '1', false))
  if (x.value instanceof Decimal && y.value instanceof Quantity && operator === '*')
    return quantities(operator, new Quantity(x.value, '1', false), y.value)
  if (!(x.value instanceof Decimal && y.value instanceof Decimal)) throw evaluationError('An operator takes values of one type.')
  return numbers(operator, x as NumberItem, y as NumberItem)
}

type NumberItem = SystemItem & { readonly value: Decimal }

function plainText(item: Item | undefined): string {
  const value = item && plainValueOf(item)
  return value === undefined ? '' : String(value)
}

function numbers(operator: string, a: NumberItem, b: NumberItem): Items {
  const isInteger = a.type === 'Integer' && b.type === 'Integer'
  const result = compute(operator, a.value, b.value)
  if (!result || result.isTooLarge) return NONE
  if (operator === 'div') return [ofInteger(result.units)]
  return [isInteger && operator !== '/' ? ofInteger(result.truncated().units) : ofDecimal(result)]
}

function compute(operator: string, a: Decimal, b: Decimal): Decimal | undefined {
  switch (operator) {
    case '+':
      return a.add(b)
    case '-':
      return a.subtract(b)
    case '*':
      return a.multiply(b)
    case '/':
      return a.divide(b)
    case 'div':
      return a.quotient(b)
    default:
      return a.remainder(b)
  }
}

/** Sums are in the finer of the units. */
function quantities(operator: string, a: Quantity, b: Quantity): Items {
  if (operator === '*') return listOf(multiplyQuantities(a, b))
  if (operator === '/') return listOf(divideQuantities(a, b))
  const [x, y] = operator === '+' || operator === '-' ? (inOneUnit(a, b, 'finer') ?? []) : []
  return x && y ? listOf(new Quantity(compute(operator, x.value, y.value)!, x.unit, x.isCalendar)) : NONE
}

function listOf(quantity: Quantity | undefined): Items {
  return quantity ? [ofQuantity(quantity)] : NONE
}

const UCUM_UNITS: Readonly<Record<string, string>> = { s: 'second', ms: 'millisecond', min: 'minute', h: 'hour', d: 'day', wk: 'week' }

function moved(time: Temporal, { value, unit, isCalendar }: Quantity, operator: string): Items {
  if (operator !== '+' && operator !== '-') throw evaluationError('Dates and times can be moved, and nothing else.')
  const name = isCalendar ? unit : (UCUM_UNITS[unit] ?? unit)
  const result = name === undefined ? undefined : time.plus(operator === '+' ? value : value.negate(), name)
  if (!result) throw evaluationError('A date or time is moved by a calendar duration.')
  // There is no date before the year 1 nor behind 9999.
  const [year = 1] = result.kind === 'Time' ? [] : result.parts
  return year >= 1 && year <= 9999 ? [ofTemporal(result)] : NONE
}

/** Three-valued logic: undefined is unknown. */
export function logic(operator: string, left: Items, right: () => Items): Items {
  const a = truth(left, 'A condition')
  if (operator === 'and' && a === false) return ofBoolean(false)
  if (operator === 'or' && a === true) return ofBoolean(true)
  if (operator === 'implies' && a === false) return ofBoolean(true)
  const b = truth(right(), 'A condition')
  const result = combine(operator, a, b)
  return result === undefined ? NONE : ofBoolean(result)
}

function combine(operator: string, a: boolean | undefined, b: boolean | undefined): boolean | undefined {
  if (operator === 'and') return b === false ? false : a === undefined || b === undefined ? undefined : a && b
  if (operator === 'or') return b === true ? true : a === undefined || b === undefined ? undefined : a || b
  if (operator === 'xor') return a === undefined || b === undefined ? undefined : a !== b
  return b === true ? true : a === undefined || b === undefined ? undefined : b
}
