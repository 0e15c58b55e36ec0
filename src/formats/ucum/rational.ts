// Exact rational numbers: a quotient of big integers times a power of ten, which metric prefixes change alone.

/** The value is `n / d * 10^e`; `d` is positive; not reduced. */
export interface Rational {
  readonly n: bigint
  readonly d: bigint
  readonly e: number
}

export const ONE: Rational = { n: 1n, d: 1n, e: 0 }

/** Digits of an exact result that are written out; a longer one is rounded like a quotient that never ends. */
const MAX_EXACT_DIGITS = 1000
/** A plain number has at most so many digits before the point, or zeros behind it. */
const MAX_PLAIN_DIGITS = 40
const MAX_PLAIN_ZEROS = 20

const POWERS_OF_TEN: bigint[] = Array.from({ length: 400 }, (_, i) => 10n ** BigInt(i))

export function tenTo(exponent: number): bigint {
  return POWERS_OF_TEN[exponent] ?? 10n ** BigInt(exponent)
}

export function fromInteger(value: bigint | number): Rational {
  return { n: BigInt(value), d: 1n, e: 0 }
}

/** @param text a decimal such as `-1.25e-3`; undefined if it is none, or its exponent has more than 4 digits */
export function readDecimal(text: string): Rational | undefined {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/.exec(text)
  if (!match) return undefined
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  if (whole === '' && fraction === '') return undefined
  const digits = BigInt(whole + fraction)
  return { n: sign === '-' ? -digits : digits, d: 1n, e: Number(exponent) - fraction.length }
}

export function multiply(a: Rational, b: Rational): Rational {
  return { n: a.n * b.n, d: a.d * b.d, e: a.e + b.e }
}

/** @param b not zero */
export function divide(a: Rational, b: Rational): Rational {
  const n = a.n * b.d
  const d = a.d * b.n
  return d < 0n ? { n: -n, d: -d, e: a.e - b.e } : { n, d, e: a.e - b.e }
}

export function add(a: Rational, b: Rational): Rational {
  const e = Math.min(a.e, b.e)
  const left = a.n * tenTo(a.e - e)
  const right = b.n * tenTo(b.e - e)
  return a.d === b.d ? { n: left + right, d: a.d, e } : { n: left * b.d + right * a.d, d: a.d * b.d, e }
}

export function negate(a: Rational): Rational {
  return { n: -a.n, d: a.d, e: a.e }
}

/** @param exponent a whole number; `a` is not zero if it is negative */
export function power(a: Rational, exponent: number): Rational {
  if (exponent === 1) return a
  if (exponent < 0) return power(divide(ONE, a), -exponent)
  const count = BigInt(exponent)
  return { n: a.n ** count, d: a.d === 1n ? 1n : a.d ** count, e: a.e * exponent }
}

/** The same value with `e` 0 and no common divisor. */
export function reduce(a: Rational): Rational {
  const n = a.e > 0 ? a.n * tenTo(a.e) : a.n
  const d = a.e < 0 ? a.d * tenTo(-a.e) : a.d
  const divisor = greatestDivisor(n < 0n ? -n : n, d)
  return { n: n / divisor, d: d / divisor, e: 0 }
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  let larger = a
  let smaller = b
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller]
  return larger
}

/** How many bits its two integers take, about; a power of ten counts as what it would be written out. */
export function sizeInBits(a: Rational): number {
  return bitLength(a.n) + bitLength(a.d) + Math.ceil(Math.abs(a.e) * 3.33)
}

export function bitLength(value: bigint): number {
  const hex = (value < 0n ? -value : value).toString(16)
  return hex.length * 4
}

interface Written {
  readonly text: string
  /** The text is the value itself, not rounded. */
  readonly exact: boolean
}

/**
 * The decimal text: all digits where the quotient ends, else rounded half to even.
 * @param digits significant digits of a quotient that does not end, and of a value that is no exact one
 */
export function writeDecimal(value: Rational, digits: number, isExact = true): Written {
  if (value.n === 0n) return { text: '0', exact: isExact }
  const sign = value.n < 0n ? '-' : ''
  const n = value.n < 0n ? -value.n : value.n
  if (n % value.d === 0n) return writeDigits(sign, n / value.d, value.e, digits, isExact)
  // A quotient ends if d divides n * 10^k for the count k of its factors 2 and 5, which is below its count of bits.
  const bits = bitLength(value.d)
  if (bits < MAX_EXACT_DIGITS * 4 && (n * tenTo(bits)) % value.d === 0n) {
    return writeDigits(sign, (n * tenTo(bits)) / value.d, value.e - bits, digits, isExact)
  }
  // Two digits more than asked for, and a last one that says whether anything follows, round as the endless quotient does.
  const shift = Math.max(0, digits + 3 + Math.ceil((bits - bitLength(n) + 4) * 0.30103))
  const scaled = n * tenTo(shift)
  const quotient = scaled / value.d
  const sticky = scaled % value.d === 0n ? 0n : 1n
  return writeDigits(sign, quotient * 10n + sticky, value.e - shift - 1, digits, false)
}

/** @param whole the digits, before the power of ten `e` */
function writeDigits(sign: string, whole: bigint, e: number, digits: number, ends: boolean): Written {
  const all = trimZeros(whole.toString())
  const point = whole.toString().length + e
  const exact = ends && all.length <= MAX_EXACT_DIGITS
  if (exact) return { text: sign + placePoint(all, point), exact }
  const rounded = roundDigits(all, digits)
  return { text: sign + placePoint(rounded.digits, point + rounded.carry), exact }
}

/** Without the zeros at the end. */
function trimZeros(digits: string): string {
  let end = digits.length
  while (end > 1 && digits[end - 1] === '0') end--
  return digits.slice(0, end)
}

/** @returns carry 1 where 99… became 100… */
function roundDigits(all: string, digits: number): { digits: string; carry: number } {
  if (all.length <= digits) return { digits: all, carry: 0 }
  const kept = BigInt(all.slice(0, digits))
  const rest = all.slice(digits)
  const isHalf = /^50*$/.test(rest)
  const up = isHalf ? kept % 2n === 1n : rest >= '5'
  const text = (up ? kept + 1n : kept).toString()
  return { digits: trimZeros(text), carry: text.length - digits }
}

/** @param point how many of the digits stand before the point; may lie outside of them */
function placePoint(digits: string, point: number): string {
  if (point > MAX_PLAIN_DIGITS || point < -MAX_PLAIN_ZEROS) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : ''
    return `${digits[0]}${fraction}e${point - 1}`
  }
  if (point >= digits.length) return digits + '0'.repeat(point - digits.length)
  return point > 0 ? `${digits.slice(0, point)}.${digits.slice(point)}` : `0.${'0'.repeat(-point)}${digits}`
}
