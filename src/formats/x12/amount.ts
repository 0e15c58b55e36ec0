// Amounts of money and counts, exact: whole ten-thousandths. Most fit a number, which is several times as fast as a bigint.

/** A bigint only beyond what a number holds exactly, so two amounts are equal if they are identical. */
export type Amount = number | bigint

const DIGITS = 4
const UNIT = 10n ** BigInt(DIGITS)
/** Digits before the point that a number holds beside four behind it. */
const SHORT = 11

const MINUS = 0x2d
const POINT = 0x2e
const ZERO = 0x30

/** An R element of X12 in a text: a sign, digits, a point; zero for an empty one. @returns undefined for what is none, or finer than a ten-thousandth */
export function readAmount(text: string, from: number, to: number): Amount | undefined {
  if (from === to) return 0
  return readShort(text, from, to) ?? readLong(text.slice(from, to))
}

/** Undefined for whatever needs a closer look. */
function readShort(text: string, from: number, to: number): number | undefined {
  const isNegative = text.charCodeAt(from) === MINUS
  const first = isNegative ? from + 1 : from
  let value = 0
  let point = -1
  for (let i = first; i < to; i++) {
    const digit = text.charCodeAt(i) - ZERO
    if (digit >= 0 && digit <= 9) value = value * 10 + digit
    else if (digit === POINT - ZERO && point < 0) point = i
    else return undefined
  }
  const decimals = point < 0 ? 0 : to - point - 1
  const whole = to - first - decimals - (point < 0 ? 0 : 1)
  if (whole > SHORT || decimals > DIGITS || whole + decimals === 0) return undefined
  for (let i = decimals; i < DIGITS; i++) value *= 10
  return isNegative ? 0 - value : value
}

function readLong(text: string): Amount | undefined {
  const [, sign, whole = '', fraction = ''] = /^(-?)([0-9]{0,18})(?:\.([0-9]{0,4}))?$/.exec(text.trim()) ?? []
  if (sign === undefined || (whole === '' && fraction === '')) return undefined
  const value = BigInt(whole || '0') * UNIT + BigInt(fraction.padEnd(DIGITS, '0'))
  return settle(sign === '-' ? -value : value)
}

export function plus(a: Amount, b: Amount): Amount {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b
    if (Number.isSafeInteger(sum)) return sum
  }
  return settle(BigInt(a) + BigInt(b))
}

export function minus(a: Amount, b: Amount): Amount {
  return plus(a, typeof b === 'number' ? 0 - b : -b)
}

function settle(value: bigint): Amount {
  const short = Number(value)
  return Number.isSafeInteger(short) ? short : value
}

export function writeAmount(amount: Amount): string {
  const value = BigInt(amount)
  const digits = (value < 0n ? -value : value).toString().padStart(DIGITS + 1, '0')
  const fraction = digits.slice(-DIGITS).replace(/0{1,4}$/, '')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -DIGITS)}${fraction === '' ? '' : `.${fraction}`}`
}
