// The functions of special units (UCUM §§21, 22 and tables): from the number at the unit to the quantity, and back.
import { add, bitLength, divide, fromInteger, multiply, negate, power, type Rational, readDecimal, reduce, tenTo } from './rational.ts'
import { arcTangent, exponential, logarithm, naturalLogarithm, powerOf, squareRoot, tangent } from './transcendental.ts'

export interface Computed {
  readonly value: Rational
  /** False where a logarithm, a tangent or a root was computed. */
  readonly exact: boolean
}

interface SpecialFunction {
  /** The quantity of a number at the unit; undefined if there is none. `unit` is the factor of the unit inside of the function. */
  quantity(number: Rational, unit: Rational): Computed | undefined
  /** The number at the unit for a quantity; undefined if there is none, such as the logarithm of 0. */
  number(quantity: Rational, unit: Rational): Computed | undefined
}

/** Powers beyond some 10^±1000 are refused: nothing is that large. */
const MAX_POWER_BITS = 3400

const HUNDRED = fromInteger(100)

function exactly(value: Rational): Computed {
  return { value, exact: true }
}

/** The number is the quantity in the unit, less an offset. */
function offset(decimal: string): SpecialFunction {
  const zero = readDecimal(decimal)!
  return {
    quantity: (number, unit) => exactly(multiply(add(number, zero), unit)),
    number: (quantity, unit) => exactly(add(divide(quantity, unit), negate(zero))),
  }
}

/** The number is `times` logarithms of the quantity in the unit. */
function logarithmic(base: number | 'e', times: number): SpecialFunction {
  const factor = fromInteger(times)
  return {
    quantity(number, unit) {
      const raised = raise(base, divide(number, factor))
      return raised && { ...raised, value: multiply(raised.value, unit) }
    },
    number(quantity, unit) {
      const ratio = divide(quantity, unit)
      if (ratio.n <= 0n) return undefined
      const found = findExponent(base, ratio)
      return { ...found, value: multiply(found.value, factor) }
    },
  }
}

/** Bases of which a broken power can be a whole power of ten: 100^0.5 is 10. */
const TENS: Readonly<Record<number, number>> = { 10: 1, 100: 2, 1000: 3 }

function raise(base: number | 'e', exponent: Rational): Computed | undefined {
  const perUnit = base === 'e' ? 1.45 : Math.log2(base)
  const { n, d } = reduce(exponent)
  if (bitLength(n) - bitLength(d) > 16) return undefined
  const size = Number((n * 1000n) / d) / 1000
  if (Math.abs(size) * perUnit > MAX_POWER_BITS) return undefined
  if (n === 0n) return exactly(fromInteger(1))
  if (base === 'e') return { value: exponential(exponent), exact: false }
  const tens = TENS[base]
  if (tens !== undefined && (n * BigInt(tens)) % d === 0n) return exactly({ n: 1n, d: 1n, e: Number((n * BigInt(tens)) / d) })
  if (d === 1n) return exactly(power(fromInteger(base), Number(n)))
  return { value: powerOf(base, exponent), exact: false }
}

function findExponent(base: number | 'e', ratio: Rational): Computed {
  if (base === 'e') return ratio.n === ratio.d && ratio.e === 0 ? exactly(fromInteger(0)) : { value: naturalLogarithm(ratio), exact: false }
  const { n, d } = reduce(ratio)
  const known = exactExponent(base, n, d)
  return known ? exactly(known) : { value: logarithm(ratio, base), exact: false }
}

/** The exponent of a number that is a whole power of the base, or of ten for the bases 100 and 1000. */
function exactExponent(base: number, n: bigint, d: bigint): Rational | undefined {
  if (n !== 1n && d !== 1n) return undefined
  const tens = TENS[base]
  const large = d === 1n ? n : d
  const step = tens === undefined ? base : 10
  const guess = Math.round(
    (large.toString().length - 1 + Math.log10(Number(large.toString().slice(0, 15)) / 10 ** (Math.min(15, large.toString().length) - 1))) /
      Math.log10(step),
  )
  const isPower = (step === 10 ? tenTo(guess) : BigInt(step) ** BigInt(guess)) === large
  return isPower ? { n: BigInt(d === 1n ? guess : -guess), d: BigInt(tens ?? 1), e: 0 } : undefined
}

/** The number is a hundred tangents of the angle; quantities are in radians, whatever unit stands in the function. */
const hundredTangents: SpecialFunction = {
  quantity: (number) => (number.n === 0n ? exactly(number) : { value: arcTangent(divide(number, HUNDRED)), exact: false }),
  number(quantity) {
    if (quantity.n === 0n) return exactly(quantity)
    const found = tangent(quantity)
    return found && { value: multiply(found, HUNDRED), exact: false }
  },
}

const squareRootFunction: SpecialFunction = {
  quantity: (number, unit) => (number.n < 0n ? undefined : exactly(multiply(multiply(number, number), unit))),
  number(quantity, unit) {
    if (quantity.n < 0n) return undefined
    const { root, exact } = squareRoot(divide(quantity, unit))
    return { value: root, exact }
  },
}

/** By the names in the table. Zero points of scales in their own degrees: 0 Cel is 273.15 K, 0 [degF] 459.67 of its degrees. */
export const SPECIAL_FUNCTIONS: Readonly<Record<string, SpecialFunction>> = {
  Cel: offset('273.15'),
  degF: offset('459.67'),
  degRe: offset('218.52'),
  pH: logarithmic(10, -1),
  ln: logarithmic('e', 1),
  lg: logarithmic(10, 1),
  lgTimes2: logarithmic(10, 2),
  ld: logarithmic(2, 1),
  hpX: logarithmic(10, -1),
  hpC: logarithmic(100, -1),
  hpM: logarithmic(1000, -1),
  hpQ: logarithmic(50_000, -1),
  tanTimes100: hundredTangents,
  '100tan': hundredTangents,
  sqrt: squareRootFunction,
}
