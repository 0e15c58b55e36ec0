// Amounts of money and counts, exact: a whole number of ten-thousandths.

const DIGITS = 4
const UNIT = 10n ** BigInt(DIGITS)

/** An R element of X12: a sign, digits, a point; zero for an empty one. @returns undefined for what is none, or finer than a ten-thousandth */
export function readAmount(text: string | undefined): bigint | undefined {
  if (text === undefined || text === '') return 0n
  const [, sign, whole = '', fraction = ''] = /^(-?)([0-9]{0,18})(?:\.([0-9]{0,4}))?$/.exec(text.trim()) ?? []
  if (sign === undefined || (whole === '' && fraction === '')) return undefined
  const value = BigInt(whole || '0') * UNIT + BigInt(fraction.padEnd(DIGITS, '0'))
  return sign === '-' ? -value : value
}

export function writeAmount(value: bigint): string {
  const digits = (value < 0n ? -value : value).toString().padStart(DIGITS + 1, '0')
  const fraction = digits.slice(-DIGITS).replace(/0{1,4}$/, '')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -DIGITS)}${fraction === '' ? '' : `.${fraction}`}`
}
