// What a unit measures: its factor and dimension by the definitions of the table, kept apart from amounts, arbitrary and special units.
import type { ParsedUnit } from './grammar.ts'
import { parseUnit } from './grammar.ts'
import { divide, fromInteger, multiply, ONE, power, type Rational, readDecimal, sizeInBits } from './rational.ts'
import { symbolTable, type UnitSymbol } from './symbols.ts'

/** Of moles, equivalents and osmoles, which are the same number in UCUM, and not in a laboratory. */
const AMOUNTS = ['mol', 'eq', 'osm'] as const

export interface AmountCount {
  readonly above: number
  readonly below: number
}

export interface Measure {
  readonly factor: Rational
  /** Exponents of the base units in the order of the table: m, s, g, rad, K, C, cd. */
  readonly dimension: readonly number[]
  /** Exponents of arbitrary units, by code. */
  readonly arbitrary: ReadonlyMap<string, number>
  /** How often mol, eq and osm stand above and below the fraction line. */
  readonly amounts: readonly AmountCount[]
  /** A special unit: its function, on `unit`; the factor counts inside of the function (§22). */
  readonly special: { readonly functionName: string; readonly unit: Measure } | undefined
}

/** Why a valid expression has no measure. */
export interface MeasureIssue {
  readonly code: 'special_unit_in_product' | 'exponent_too_large' | 'zero_factor'
  readonly start: number
  readonly end: number
}

/** Bits of the integers of a factor: beyond every use, and small enough to be multiplied in no time. */
const MAX_BITS = 16_000
const MAX_EXPONENT = 1_000_000

const NO_ARBITRARY: ReadonlyMap<string, number> = new Map()
const NO_AMOUNTS: readonly AmountCount[] = AMOUNTS.map(() => ({ above: 0, below: 0 }))

/** @param parsed without errors */
export function measureOf(parsed: ParsedUnit): Measure | MeasureIssue {
  let factor = ONE
  let bits = 0
  const dimension = symbolDimension(undefined)
  let arbitrary: Map<string, number> | undefined
  let amounts: AmountCount[] | undefined
  let special: Measure['special']
  let specialSpan: { readonly start: number; readonly end: number } | undefined
  let hasOtherUnits = false
  for (const { symbol, exponent, sign, factor: number, start, end } of parsed.components) {
    if (number !== undefined) {
      if (number === 0n) return { code: 'zero_factor', start, end }
      factor = sign > 0 ? multiply(factor, fromInteger(number)) : divide(factor, fromInteger(number))
      continue
    }
    if (!symbol) continue
    const measure = measureOfSymbol(symbol)
    const times = exponent * sign
    if (measure.special) {
      if (special || times !== 1) return { code: 'special_unit_in_product', start, end }
      special = measure.special
      specialSpan = { start, end }
    } else if (!isPowerOfTen(symbol)) hasOtherUnits = true
    bits += sizeInBits(measure.factor) * Math.abs(exponent)
    if (bits > MAX_BITS || Math.abs(exponent) > MAX_EXPONENT) return { code: 'exponent_too_large', start, end }
    factor = multiply(factor, times === 1 ? measure.factor : power(measure.factor, times))
    for (let i = 0; i < dimension.length; i++) dimension[i]! += measure.dimension[i]! * times
    if (measure.arbitrary.size > 0) arbitrary = addArbitrary(arbitrary, measure.arbitrary, times)
    if (measure.amounts !== NO_AMOUNTS) amounts = addAmounts(amounts ?? NO_AMOUNTS, measure.amounts, times)
  }
  if (specialSpan && hasOtherUnits) return { code: 'special_unit_in_product', ...specialSpan }
  return { factor, dimension, arbitrary: arbitrary ?? NO_ARBITRARY, amounts: amounts ?? NO_AMOUNTS, special }
}

export function isMeasure(value: Measure | MeasureIssue): value is Measure {
  return 'factor' in value
}

/** `10*` and `10^` scale a special unit as a number does. */
function isPowerOfTen({ unit }: UnitSymbol): boolean {
  return unit.code === '10*' || unit.code === '10^'
}

function addArbitrary(sum: Map<string, number> | undefined, more: ReadonlyMap<string, number>, exponent: number): Map<string, number> {
  const added = sum ?? new Map<string, number>()
  for (const [code, count] of more) {
    const total = (added.get(code) ?? 0) + count * exponent
    if (total === 0) added.delete(code)
    else added.set(code, total)
  }
  return added
}

function addAmounts(sum: readonly AmountCount[], more: readonly AmountCount[], exponent: number): AmountCount[] {
  const times = Math.abs(exponent)
  return sum.map(({ above, below }, i) => {
    const { above: up, below: down } = more[i]!
    return exponent > 0
      ? { above: above + up * times, below: below + down * times }
      : { above: above + down * times, below: below + up * times }
  })
}

/** Of an atom of the table by its code. */
export function measureOfCode(code: string): Measure {
  return measureOfSymbol(symbolTable().byCode.get(code)!)
}

const measures = new Map<string, Measure>()

/** Of a symbol with its prefix; kept, as the table has no more than some 3,000. */
function measureOfSymbol(symbol: UnitSymbol): Measure {
  let measure = measures.get(symbol.code)
  if (!measure) {
    measure = symbol.prefix ? scale(measureOfAtom(symbol), readDecimal(symbol.prefix.value)!) : measureOfAtom(symbol)
    measures.set(symbol.code, measure)
  }
  return measure
}

function scale(measure: Measure, by: Rational): Measure {
  return { ...measure, factor: shorten(multiply(measure.factor, by)) }
}

function measureOfAtom({ unit }: UnitSymbol): Measure {
  if (unit.dimension !== '') return { ...withoutParts(ONE), dimension: symbolDimension(unit.code) }
  const inner = measureOf(parseUnit(unit.unit, { caseInsensitive: false })) as Measure
  const factor = shorten(multiply(inner.factor, readDecimal(unit.value)!))
  if (unit.functionName !== '') {
    return { ...inner, factor: ONE, special: { functionName: unit.functionName, unit: { ...inner, factor } } }
  }
  const amount = (AMOUNTS as readonly string[]).indexOf(unit.code)
  const amounts = amount < 0 ? inner.amounts : NO_AMOUNTS.map((none, i) => (i === amount ? { above: 1, below: 0 } : none))
  const hasOwnUnit = unit.arbitrary && inner.arbitrary.size === 0
  return { ...inner, factor, amounts, arbitrary: hasOwnUnit ? new Map([[unit.code, 1]]) : inner.arbitrary }
}

function withoutParts(factor: Rational): Omit<Measure, 'dimension'> {
  return { factor, arbitrary: NO_ARBITRARY, amounts: NO_AMOUNTS, special: undefined }
}

let baseCodes: string[] | undefined

/** Codes of the base units in the order of the table. */
export function baseUnits(): readonly string[] {
  baseCodes ??= symbolTable().units.flatMap(({ code, dimension }) => (dimension === '' ? [] : [code]))
  return baseCodes
}

function symbolDimension(code: string | undefined): number[] {
  return baseUnits().map((base) => (base === code ? 1 : 0))
}

/** Zeros at the end of the integers go to the power of ten: 10*9 must not carry ten digits around. */
function shorten({ n, d, e }: Rational): Rational {
  let numerator = n
  let denominator = d
  let exponent = e
  while (numerator % 10n === 0n && numerator !== 0n) {
    numerator /= 10n
    exponent++
  }
  while (denominator % 10n === 0n) {
    denominator /= 10n
    exponent--
  }
  return { n: numerator, d: denominator, e: exponent }
}

/** Same dimension and the same arbitrary units: the one converts into the other by UCUM. */
export function areCommensurable(a: Measure, b: Measure): boolean {
  if (a.dimension.some((exponent, i) => exponent !== b.dimension[i])) return false
  if (a.arbitrary.size !== b.arbitrary.size) return false
  for (const [code, exponent] of a.arbitrary) if (b.arbitrary.get(code) !== exponent) return false
  return true
}

let alphabetical: { readonly code: string; readonly place: number }[] | undefined

/** The base units by their letters, with their place in a dimension. */
function unitsByLetter(): readonly { readonly code: string; readonly place: number }[] {
  alphabetical ??= baseUnits()
    .map((code, place) => ({ code, place }))
    .sort((a, b) => (a.code.toLowerCase() < b.code.toLowerCase() ? -1 : 1))
  return alphabetical
}

/** The canonical form without its factor: base units in alphabetical order, arbitrary units behind them; `1` without any. */
export function canonicalUnits({ dimension, arbitrary }: Measure): string {
  let text = ''
  const add = (code: string, exponent: number) => {
    text += `${text === '' ? '' : '.'}${code}${exponent === 1 ? '' : exponent}`
  }
  for (const { code, place } of unitsByLetter()) if (dimension[place] !== 0) add(code, dimension[place]!)
  if (arbitrary.size > 0) for (const [code, exponent] of [...arbitrary].sort(([a], [b]) => (a < b ? -1 : 1))) add(code, exponent)
  return text || '1'
}
