// Quantities by UCUM: what can be compared, and in which unit. Months and years of the calendar are none of UCUM.
import { toCanonical } from '../../ucum/convert.ts'
import { parseUnit } from '../../ucum/grammar.ts'
import { areCommensurable, isMeasure, type Measure, measureOf } from '../../ucum/measure.ts'
import { divide, negate, type Rational, add as sumOf, tenTo } from '../../ucum/rational.ts'
import { Decimal } from './decimal.ts'
import { Quantity } from './item.ts'

/** Calendar durations that are as long in UCUM. */
const DURATIONS: Readonly<Record<string, string>> = { millisecond: 'ms', second: 's', minute: 'min', hour: 'h', day: 'd', week: 'wk' }
const MAX_UNIT = 200
const MAX_KNOWN = 2_000
const MAX_SCALE = 28

const measures = new Map<string, Measure | undefined>()

/** @returns undefined for a unit that is none of UCUM, or measures nothing */
function measureOfUnit(unit: string): Measure | undefined {
  if (measures.has(unit)) return measures.get(unit)
  if (measures.size >= MAX_KNOWN) measures.clear()
  const parsed = unit.length > MAX_UNIT ? undefined : parseUnit(unit, { caseInsensitive: false })
  const measure = parsed && parsed.errors.length === 0 ? measureOf(parsed) : undefined
  const found = measure && isMeasure(measure) ? measure : undefined
  measures.set(unit, found)
  return found
}

interface Measured {
  readonly value: Rational
  readonly measure: Measure
}

function measured({ value, unit, isCalendar }: Quantity): Measured | undefined {
  const code = isCalendar ? DURATIONS[unit.replace(/s$/, '')] : unit
  const measure = code === undefined ? undefined : measureOfUnit(code)
  return measure && { value: { n: value.units, d: 1n, e: -value.scale }, measure }
}

function unitName({ unit, isCalendar }: Quantity): string {
  return isCalendar ? unit.replace(/s$/, '') : `ucum ${unit}`
}

/** Whether their order can be told: the same unit, or two units of UCUM of one kind. */
export function areComparable(a: Quantity, b: Quantity): boolean {
  if (unitName(a) === unitName(b)) return true
  const [left, right] = [measured(a), measured(b)]
  return left !== undefined && right !== undefined && areCommensurable(left.measure, right.measure)
}

/** -1, 0, 1; undefined where their order cannot be told. */
export function compareQuantities(a: Quantity, b: Quantity): number | undefined {
  if (unitName(a) === unitName(b)) return a.value.compare(b.value)
  const [left, right] = [measured(a), measured(b)]
  if (!left || !right || !areCommensurable(left.measure, right.measure)) return undefined
  const [x, y] = [toCanonical(left.value, left.measure), toCanonical(right.value, right.measure)]
  if (!x || !y) return undefined
  const difference = sumOf(x.value, negate(y.value))
  return difference.n < 0n ? -1 : difference.n > 0n ? 1 : 0
}

/** The same quantity in another unit; undefined where that is of another kind, or a special unit such as Cel is among them. */
function inUnitOf(quantity: Quantity, { unit, isCalendar }: Pick<Quantity, 'unit' | 'isCalendar'>): Quantity | undefined {
  if (unitName(quantity) === unitName(new Quantity(quantity.value, unit, isCalendar))) return quantity
  const from = measured(quantity)
  const to = measured(new Quantity(quantity.value, unit, isCalendar))
  if (!from || !to || from.measure.special || to.measure.special || !areCommensurable(from.measure, to.measure)) return undefined
  const scaled = { n: from.value.n * from.measure.factor.n, d: from.measure.factor.d, e: from.value.e + from.measure.factor.e }
  return new Quantity(decimalOf(divide(scaled, to.measure.factor)), unit, isCalendar)
}

/** Both in the coarser of their units, or the finer one; undefined where they are of two kinds. */
export function inOneUnit(a: Quantity, b: Quantity, requested: 'coarser' | 'finer'): readonly [Quantity, Quantity] | undefined {
  const one = new Decimal(1n, 0)
  const order = compareQuantities(new Quantity(one, a.unit, a.isCalendar), new Quantity(one, b.unit, b.isCalendar))
  if (order === undefined) return undefined
  const target = order >= 0 === (requested === 'coarser') ? a : b
  const [left, right] = [inUnitOf(a, target), inUnitOf(b, target)]
  return left && right && [left, right]
}

function decimalOf({ n, d, e }: Rational): Decimal {
  const top = e > 0 ? n * tenTo(e) : n
  const bottom = e < 0 ? d * tenTo(-e) : d
  const scaled = top * tenTo(MAX_SCALE)
  const half = bottom / 2n
  return new Decimal((scaled + (scaled < 0n ? -half : half)) / bottom, MAX_SCALE).trimmed()
}

/** @returns undefined where the product of two calendar durations is none of UCUM */
export function multiplyQuantities(a: Quantity, b: Quantity): Quantity | undefined {
  const [left, right] = [codeOf(a), codeOf(b)]
  if (left === undefined || right === undefined) return undefined
  return inUnit(a.value.multiply(b.value), left === '1' ? right : right === '1' ? left : `${left}.${right}`)
}

/** @returns undefined for a division by zero, and as multiplyQuantities */
export function divideQuantities(a: Quantity, b: Quantity): Quantity | undefined {
  const same = inOneUnit(a, b, 'finer')
  if (same) {
    const ratio = same[0].value.divide(same[1].value)
    return ratio && new Quantity(ratio, '1', false)
  }
  const [left, right] = [codeOf(a), codeOf(b)]
  const value = a.value.divide(b.value)
  if (left === undefined || right === undefined || !value) return undefined
  return inUnit(value, right === '1' ? left : `${left}/${/[./]/.test(right) ? `(${right})` : right}`)
}

/** A unit that nobody could read is none. */
function inUnit(value: Decimal, unit: string): Quantity | undefined {
  return unit.length > MAX_UNIT ? undefined : new Quantity(value, unit, false)
}

function codeOf({ unit, isCalendar }: Quantity): string | undefined {
  return isCalendar ? DURATIONS[unit.replace(/s$/, '')] : unit
}
