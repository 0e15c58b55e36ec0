// Logarithms, exponentials, tangents and square roots to more than 40 significant digits, in integers of fixed point.
import { bitLength, type Rational, reduce } from './rational.ts'

/** Bits behind the point: 40 digits take 133, the rest is for what rounding adds up. */
const BITS = 224

interface Fixed {
  /** The value is `value / 2^bits`. */
  readonly value: bigint
  readonly bits: number
}

function toRational({ value, bits }: Fixed): Rational {
  return { n: value, d: 1n << BigInt(bits), e: 0 }
}

/** Exact length in bits; 0 has none. */
function lengthOf(value: bigint): number {
  return value === 0n ? 0 : value.toString(2).replace('-', '').length
}

/** 2 artanh z = 2 (z + z^3/3 + z^5/5 …) for |z| < 0.2. */
function doubleArtanh(z: bigint, bits: number): bigint {
  const square = (z * z) >> BigInt(bits)
  let sum = 0n
  let term = z
  for (let k = 1n; term !== 0n && term !== -1n; k += 2n) {
    sum += term / k
    term = (term * square) >> BigInt(bits)
  }
  return 2n * sum
}

const constants = new Map<string, bigint>()

function keep(name: string, bits: number, make: () => bigint): bigint {
  const key = `${name}${bits}`
  let value = constants.get(key)
  if (value === undefined) {
    // Only the usual precision is worth keeping: others depend on the input.
    value = make()
    if (bits === BITS) constants.set(key, value)
  }
  return value
}

/** ln 2 = 2 artanh(1/3). */
function lnTwo(bits: number): bigint {
  return keep('ln2', bits, () => doubleArtanh((1n << BigInt(bits)) / 3n, bits))
}

/** Natural logarithm of a positive number. */
export function naturalLogarithm(x: Rational): Rational {
  return toRational(fixedLogarithm(x))
}

function fixedLogarithm(x: Rational): Fixed {
  const { n, d } = reduce(x)
  let exponent = lengthOf(n) - lengthOf(d)
  // n / d is m * 2^exponent with m in 0.5 to 2; brought to 0.7 to 1.5, so that nothing cancels.
  if (compareShifted(n * 10n, d * 15n, exponent) > 0) exponent++
  else if (compareShifted(n * 10n, d * 7n, exponent) < 0) exponent--
  const closeness = exponent === 0 && n !== d ? Math.max(0, lengthOf(d) - lengthOf(n - d)) : 0
  const bits = BITS + closeness
  const one = 1n << BigInt(bits)
  const m = exponent >= 0 ? (n << BigInt(bits)) / (d << BigInt(exponent)) : (n << BigInt(bits - exponent)) / d
  const z = ((m - one) << BigInt(bits)) / (m + one)
  return { value: doubleArtanh(z, bits) + BigInt(exponent) * lnTwo(bits), bits }
}

/** Sign of a - b * 2^exponent. */
function compareShifted(a: bigint, b: bigint, exponent: number): number {
  const left = exponent < 0 ? a << BigInt(-exponent) : a
  const right = exponent > 0 ? b << BigInt(exponent) : b
  return left < right ? -1 : left > right ? 1 : 0
}

/** The natural logarithm divided by that of a whole number. */
export function logarithm(x: Rational, base: number): Rational {
  const { value, bits } = fixedLogarithm(x)
  const divisor = keep(`ln${base}:`, bits, () => {
    const { value: known, bits: have } = fixedLogarithm({ n: BigInt(base), d: 1n, e: 0 })
    return bits >= have ? known << BigInt(bits - have) : known >> BigInt(have - bits)
  })
  return toRational({ value: (value << BigInt(bits)) / divisor, bits })
}

/** e^x; the caller keeps |x| below some thousands. */
export function exponential(x: Rational): Rational {
  return exponentialOf(toFixed(x, BITS + 16), BITS + 16)
}

/** base^x for a whole base; the caller keeps the result below some thousand bits. */
export function powerOf(base: number, x: Rational): Rational {
  const bits = BITS + 16
  const logarithmOfBase = toFixed(naturalLogarithm({ n: BigInt(base), d: 1n, e: 0 }), bits)
  const { n, d } = reduce(x)
  return exponentialOf((n * logarithmOfBase) / d, bits)
}

function toFixed(x: Rational, bits: number): bigint {
  const { n, d } = reduce(x)
  return (n << BigInt(bits)) / d
}

/** Halvings of the argument before the series, undone by squaring. */
const HALVINGS = 8n

function exponentialOf(x: bigint, bits: number): Rational {
  const one = 1n << BigInt(bits)
  const two = lnTwo(bits)
  const exponent = x / two
  const rest = (x - exponent * two) >> HALVINGS
  let sum = one
  let term = one
  for (let k = 1n; term !== 0n && term !== -1n; k++) {
    term = ((term * rest) >> BigInt(bits)) / k
    sum += term
  }
  for (let i = 0n; i < HALVINGS; i++) sum = (sum * sum) >> BigInt(bits)
  return exponent < 0n ? { n: sum, d: one << -exponent, e: 0 } : { n: sum << exponent, d: one, e: 0 }
}

/** How many bits a small number needs more, so that its significant digits are kept. */
function bitsFor(x: Rational): number {
  return BITS + Math.max(0, bitLength(x.d) - bitLength(x.n))
}

/** Below this the next term of the series of tangent and arc tangent is beyond every digit. */
const TINY_BITS = BITS + 200

/** arctan x in radians. */
export function arcTangent(x: Rational): Rational {
  const { n, d } = reduce(x)
  if (n < 0n) {
    const { n: positive, ...rest } = arcTangent({ n: -n, d, e: 0 })
    return { n: -positive, ...rest }
  }
  const bits = bitsFor({ n, d, e: 0 })
  if (bits > TINY_BITS) return { n, d, e: 0 }
  return toRational({ value: fixedArcTangent((n << BigInt(bits)) / d, bits), bits })
}

/** Of 0 or more. */
function fixedArcTangent(x: bigint, bits: number): bigint {
  const one = 1n << BigInt(bits)
  if (x > one) return pi(bits) / 2n - fixedArcTangent((one * one) / x, bits)
  // arctan x = 2 arctan(x / (1 + sqrt(1 + x^2))), three times.
  let reduced = x
  for (let i = 0; i < 3; i++) reduced = (reduced << BigInt(bits)) / (one + squareRootOf(one * one + reduced * reduced))
  return 8n * arcTangentSeries(reduced, bits)
}

function arcTangentSeries(x: bigint, bits: number): bigint {
  const square = (x * x) >> BigInt(bits)
  let sum = 0n
  let term = x
  for (let k = 1n; term !== 0n; k += 2n) {
    sum += k % 4n === 1n ? term / k : -(term / k)
    term = (term * square) >> BigInt(bits)
  }
  return sum
}

/** Machin: pi = 16 arctan(1/5) - 4 arctan(1/239). */
function pi(bits: number): bigint {
  return keep('pi', bits, () => {
    const wide = bits + 8
    const one = 1n << BigInt(wide)
    return (16n * arcTangentSeries(one / 5n, wide) - 4n * arcTangentSeries(one / 239n, wide)) >> 8n
  })
}

/** tan x of radians; undefined at a pole. */
export function tangent(x: Rational): Rational | undefined {
  const { n, d } = reduce(x)
  const bits = bitsFor({ n, d, e: 0 })
  if (bits > TINY_BITS) return { n, d, e: 0 }
  const one = 1n << BigInt(bits)
  // A large angle loses as many bits by the reduction as its whole turns have.
  const wide = bits + Math.max(0, lengthOf(n) - lengthOf(d)) + 8
  const halfTurn = pi(wide)
  let angle = ((n << BigInt(wide)) / d) % halfTurn
  if (2n * angle > halfTurn) angle -= halfTurn
  else if (2n * angle < -halfTurn) angle += halfTurn
  angle >>= BigInt(wide - bits)
  const square = (angle * angle) >> BigInt(bits)
  let sine = 0n
  let cosine = 0n
  let term = one
  for (let k = 0n; term !== 0n && term !== -1n; k += 2n) {
    cosine += k % 4n === 0n ? term : -term
    const odd = (term * angle) / (k + 1n) / one
    sine += k % 4n === 0n ? odd : -odd
    term = (term * square) / ((k + 1n) * (k + 2n)) / one
  }
  const isPole = (cosine < 0n ? -cosine : cosine) < one >> 120n
  return isPole ? undefined : toRational({ value: (sine << BigInt(bits)) / cosine, bits })
}

/** The square root of 0 or more, and whether it is the root itself. */
export function squareRoot(x: Rational): { readonly root: Rational; readonly exact: boolean } {
  const { n, d } = reduce(x)
  const top = squareRootOf(n)
  const bottom = squareRootOf(d)
  if (top * top === n && bottom * bottom === d) return { root: { n: top, d: bottom, e: 0 }, exact: true }
  const bits = bitsFor({ n, d, e: 0 })
  return { root: toRational({ value: squareRootOf((n << BigInt(2 * bits)) / d), bits }), exact: false }
}

/** The whole part of the square root, by Newton's method from above. */
function squareRootOf(value: bigint): bigint {
  if (value < 2n) return value
  let root = 1n << BigInt((lengthOf(value) + 1) >> 1)
  for (;;) {
    const next = (root + value / root) >> 1n
    if (next >= root) return root
    root = next
  }
}
