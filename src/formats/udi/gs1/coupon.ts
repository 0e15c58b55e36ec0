// Coupon codes inside of element strings (AI 8110 and 8112): digits whose parts say how long the next one is.
import { DEFAULT_YEAR, readUdiDate } from '../udi-date.ts'

/** Reads a text of digits from left to right; a part that is not there ends the reading for good. */
class Digits {
  private readonly text: string
  private position = 0
  private failed = false

  constructor(text: string) {
    this.text = text
  }

  /** The next digit must be one of these. */
  one(allowed: string): string {
    const char = this.text[this.position++] ?? ''
    if (char === '' || !allowed.includes(char)) this.failed = true
    return char
  }

  skip(count: number): void {
    this.position += count
    if (this.position > this.text.length) this.failed = true
  }

  /** A digit that says how many digits follow, beside `more` of them. */
  counted(allowed: string, more: number): void {
    this.skip(Number(this.one(allowed)) + more)
  }

  /** Length, requirement, its code, and the family of products. */
  purchase(): void {
    this.counted('12345', 0)
    this.one('012349')
    this.skip(3)
  }

  /** A company prefix of 6 to 12 digits; 9 stands for none. */
  company(): void {
    const length = this.one('01234569')
    if (length !== '9') this.skip(Number(length) + 6)
  }

  /** The optional field that begins with this digit. */
  optional(indicator: string, read: () => void): void {
    if (this.failed || this.text[this.position] !== indicator) return
    this.position++
    read()
  }

  /** Six digits, as an ISO 8601 date, which sorts as text does. */
  date(): string {
    const { date } = readUdiDate(this.text.slice(this.position, this.position + 6), 'YYMMDD', DEFAULT_YEAR, 'refused')
    if (date === null) this.failed = true
    this.skip(6)
    return date ?? ''
  }

  fail(): void {
    this.failed = true
  }

  get isRead(): boolean {
    return !this.failed && this.position === this.text.length
  }
}

/** North American coupon code (GS1 General Specifications, AI 8110). */
export function fitsCoupon(value: string): boolean {
  if (!/^\d+$/.test(value)) return false
  const digits = new Digits(value)
  digits.counted('0123456', 6)
  digits.skip(6)
  digits.counted('12345', 0)
  digits.purchase()
  digits.optional('1', () => {
    digits.one('0123')
    digits.purchase()
    digits.company()
  })
  digits.optional('2', () => {
    digits.purchase()
    digits.company()
  })
  let expires = ''
  digits.optional('3', () => {
    expires = digits.date()
  })
  digits.optional('4', () => {
    if (digits.date() > expires && expires !== '') digits.fail()
  })
  digits.optional('5', () => digits.counted('0123456789', 6))
  digits.optional('6', () => digits.counted('1234567', 6))
  digits.optional('9', () => {
    digits.one('01256')
    digits.one('012')
    digits.skip(1)
    digits.one('01')
  })
  return digits.isRead
}

/** Positive offer file coupon (GS1 General Specifications, AI 8112). */
export function fitsCouponOffer(value: string): boolean {
  if (!/^\d+$/.test(value)) return false
  const digits = new Digits(value)
  digits.one('01')
  digits.counted('0123456', 6)
  digits.skip(6)
  digits.counted('0123456789', 6)
  return digits.isRead
}
