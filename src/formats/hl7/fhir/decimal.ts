// Decimals of FHIR keep their precision: 5.40 says more than 5.4 (R4 §2.24.0.1), and neither may become the other.

/** A number, or where a binary number would be written otherwise, an object that JSON writes as the digits that it was made of. */
export type Decimal = number | { readonly rawJSON: string }

const { rawJSON } = JSON as { rawJSON?: (text: string) => Decimal }

/** Significant digits that R4 asks every system to keep. */
const MAX_DIGITS = 18
/** Those that every binary number of 64 bits keeps. */
const BINARY_DIGITS = 15

/** @returns undefined where the text is no number, or one of more digits than can be kept */
export function readDecimal(text: string): Decimal | undefined {
  const parts = /^([+-]?)([0-9]{0,18})(?:\.([0-9]{0,18}))?$/.exec(text.trim())
  const [, sign, whole = '', fraction = ''] = parts ?? []
  const digits = (whole + fraction).length
  if (!parts || digits === 0 || digits > MAX_DIGITS) return undefined
  const literal = `${sign === '-' ? '-' : ''}${whole.replace(/^0+(?=[0-9])/, '') || '0'}${fraction === '' ? '' : `.${fraction}`}`
  if (String(Number(literal)) === literal) return Number(literal)
  if (rawJSON) return rawJSON(literal)
  return digits <= BINARY_DIGITS ? Number(literal) : undefined
}

/** The nearest binary number, to compare by. */
export function numberOf(value: unknown): number {
  return typeof value === 'object' && value !== null && 'rawJSON' in value ? Number(value.rawJSON) : Number(value)
}
