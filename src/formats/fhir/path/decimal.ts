// Decimals of FHIRPath: exact, of 28 digits behind the point at most, with the digits that were written.

const MAX_SCALE = 28
/** 100 digits. */
const LARGEST = 10n ** 100n

/** `units` divided by ten to the power of `scale`. */
export class Decimal {
  readonly units: bigint
  /** Digits behind the point, as written or computed. */
  readonly scale: number

  constructor(units: bigint, scale: number) {
    this.units = units
    this.scale = scale
  }

  /** Undefined for what is no number: a sign, digits, a point and digits, an exponent. */
  static parse(text: string): Decimal | undefined {
    const [, sign, whole = '', fraction = '', exponent = '0'] =
      /^([+-]?)([0-9]{1,200})(?:\.([0-9]{1,200}))?(?:[eE]([+-]?[0-9]{1,3}))?$/.exec(text) ?? []
    if (whole === '') return undefined
    const units = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n)
    const scale = fraction.length - Number(exponent)
    return scale < 0 ? new Decimal(units * 10n ** BigInt(-scale), 0) : new Decimal(units, scale)
  }

  /** With the digits that JavaScript writes. */
  static ofNumber(value: number): Decimal | undefined {
    if (Number.isSafeInteger(value)) return new Decimal(BigInt(value), 0)
    const text = String(value)
    const point = text.indexOf('.')
    if (point < 0 || text.includes('e')) return Decimal.parse(text)
    return new Decimal(BigInt(text.slice(0, point) + text.slice(point + 1)), text.length - point - 1)
  }

  static ofInteger(value: number | bigint): Decimal {
    return new Decimal(BigInt(value), 0)
  }

  get isWhole(): boolean {
    return this.units % 10n ** BigInt(this.scale) === 0n
  }

  /** Beyond every number that FHIR or FHIRPath has: a result as large is none. */
  get isTooLarge(): boolean {
    return this.units > LARGEST || this.units < -LARGEST
  }

  get sign(): number {
    return this.units < 0n ? -1 : this.units > 0n ? 1 : 0
  }

  add(other: Decimal): Decimal {
    const scale = Math.max(this.scale, other.scale)
    return new Decimal(this.at(scale) + other.at(scale), scale)
  }

  negate(): Decimal {
    return new Decimal(-this.units, this.scale)
  }

  subtract(other: Decimal): Decimal {
    return this.add(other.negate())
  }

  multiply(other: Decimal): Decimal {
    return new Decimal(this.units * other.units, this.scale + other.scale).limited()
  }

  /** Undefined for a division by zero. */
  divide(other: Decimal): Decimal | undefined {
    if (other.units === 0n) return undefined
    const scale = Math.max(this.scale, 8)
    const numerator = this.units * 10n ** BigInt(scale + other.scale - this.scale + 1)
    return round(numerator / other.units, scale + 1, scale).trimmed()
  }

  /** The whole part of a quotient, towards zero. */
  quotient(other: Decimal): Decimal | undefined {
    if (other.units === 0n) return undefined
    const scale = Math.max(this.scale, other.scale)
    return new Decimal(this.at(scale) / other.at(scale), 0)
  }

  remainder(other: Decimal): Decimal | undefined {
    const whole = this.quotient(other)
    return whole && this.subtract(other.multiply(whole))
  }

  compare(other: Decimal): number {
    const scale = Math.max(this.scale, other.scale)
    const a = this.at(scale)
    const b = other.at(scale)
    return a < b ? -1 : a > b ? 1 : 0
  }

  /** Half away from zero. */
  rounded(digits: number): Decimal {
    return digits >= this.scale ? this : round(this.units, this.scale, digits)
  }

  truncated(): Decimal {
    return new Decimal(this.units / 10n ** BigInt(this.scale), 0)
  }

  floor(): Decimal {
    const whole = this.truncated()
    return whole.compare(this) > 0 ? whole.subtract(Decimal.ofInteger(1)) : whole
  }

  /** Without zeros at the end of its fraction. */
  trimmed(): Decimal {
    let { units, scale } = this
    while (scale > 0 && units % 10n === 0n) {
      units /= 10n
      scale--
    }
    return new Decimal(units, scale)
  }

  toNumber(): number {
    return Number(this.toString())
  }

  toString(): string {
    const digits = (this.units < 0n ? -this.units : this.units).toString().padStart(this.scale + 1, '0')
    const text = this.scale === 0 ? digits : `${digits.slice(0, -this.scale)}.${digits.slice(-this.scale)}`
    return this.units < 0n ? `-${text}` : text
  }

  private limited(): Decimal {
    return this.scale <= MAX_SCALE ? this : round(this.units, this.scale, MAX_SCALE)
  }

  private at(scale: number): bigint {
    return scale === this.scale ? this.units : this.units * 10n ** BigInt(scale - this.scale)
  }
}

function round(units: bigint, from: number, to: number): Decimal {
  const factor = 10n ** BigInt(from - to)
  const half = factor / 2n
  return new Decimal((units + (units < 0n ? -half : half)) / factor, to)
}
