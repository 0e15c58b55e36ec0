// Times of CDA: points, ranges, periods and events (HL7 V3 Data Types, 2.14 to 2.16 and 4), with the precision and the zone that they have and no other.
import type { XmlElement } from '../xml/node.ts'
import type { CdaReading } from './cda-reading.ts'
import { attribute, computed, ElementPlan, each, flag, one, ownText, taken, xsiType } from './element-plan.ts'
import type { TimeValue } from './fields/value-fields.ts'
import { readCode } from './read-code.ts'
import { readQuantity } from './read-quantity.ts'

const TIME = new ElementPlan<TimeValue, { point: string | undefined }>(
  {
    type: xsiType(),
    value: computed(),
    precision: computed(),
    offset: computed(),
    raw: computed(),
    inclusive: flag('inclusive'),
    low: one('low', readTime),
    high: one('high', readTime),
    center: one('center', readTime),
    width: one('width', readQuantity),
    phase: one('phase', readTime),
    period: one('period', readQuantity),
    institutionSpecified: flag('institutionSpecified'),
    alignment: attribute('alignment'),
    event: one('event', readCode),
    eventOffset: one('offset', readQuantity),
    operator: attribute('operator'),
    parts: each('comp', readTime),
    text: ownText(),
    nullFlavor: attribute('nullFlavor'),
  },
  { hidden: { point: attribute('value') } },
)

/** Any of TS, IVL_TS, PIVL_TS, EIVL_TS, SXPR_TS: each member is read where it stands, whatever the xsi:type says. */
export function readTime(reading: CdaReading, element: XmlElement): TimeValue {
  const { slots } = TIME
  const found = TIME.collect(reading, element)
  const raw = taken<string>(found, slots.point)
  if (raw === undefined) return TIME.build(found)
  const point = parsePoint(raw)
  if (point) {
    found[slots.value] = point.value
    found[slots.precision] = point.precision
    found[slots.offset] = point.offset
  } else {
    found[slots.raw] = raw
    reading.report('date_invalid', element)
  }
  return TIME.build(found)
}

type Precision = NonNullable<TimeValue['precision']>
/** By how many digits a point has: years, months and so on stand in pairs behind the year. */
const PRECISIONS: Readonly<Record<number, Precision>> = { 4: 'year', 6: 'month', 8: 'day', 10: 'hour', 12: 'minute', 14: 'second' }
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const MAX_FRACTION = 9

/** `YYYYMMDDHHMMSS.UUUU[+|-]ZZZZ`, cut anywhere; undefined for what is no time of the calendar. */
export function parsePoint(raw: string): TimeValue | undefined {
  const length = digitsFrom(raw, 0)
  const known = PRECISIONS[length]
  if (known === undefined || !isOfCalendar(raw, length)) return undefined
  const hasFraction = length === 14 && raw.charCodeAt(length) === POINT
  const behind = hasFraction ? length + 1 + digitsFrom(raw, length + 1) : length
  if (hasFraction && (behind === length + 1 || behind > length + 1 + MAX_FRACTION)) return undefined
  if (behind < raw.length && !isZone(raw, behind)) return undefined
  const value = isoOf(raw, length, behind)
  const precision = hasFraction ? 'fraction' : known
  if (behind === raw.length) return { value, precision }
  const offset = `${raw.slice(behind, behind + 3)}:${raw.slice(behind + 3)}`
  return { value: length > 8 ? value + offset : value, precision, offset }
}

/** Date and time with their separators, of so many digits and with a fraction that ends at `behind`. */
function isoOf(raw: string, length: number, behind: number): string {
  let value = raw.slice(0, 4)
  if (length > 4) value += `-${raw.slice(4, 6)}`
  if (length > 6) value += `-${raw.slice(6, 8)}`
  if (length > 8) value += `T${raw.slice(8, 10)}`
  if (length > 10) value += `:${raw.slice(10, 12)}`
  return length > 12 ? `${value}:${raw.slice(12, behind)}` : value
}

function isOfCalendar(raw: string, length: number): boolean {
  const [year, month, day] = [100 * pairAt(raw, 0) + pairAt(raw, 2), length > 4 ? pairAt(raw, 4) : 1, length > 6 ? pairAt(raw, 6) : 1]
  if (month < 1 || month > 12 || day < 1 || day > DAYS[month - 1]!) return false
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  if (month === 2 && day === 29 && !isLeap) return false
  if (length > 8 && pairAt(raw, 8) > 23) return false
  return !(length > 10 && pairAt(raw, 10) > 59) && !(length > 12 && pairAt(raw, 12) > 60)
}

/** `+ZZZZ` or `-ZZZZ`, up to 14 hours, to the end. */
function isZone(raw: string, start: number): boolean {
  const sign = raw.charCodeAt(start)
  if ((sign !== PLUS && sign !== MINUS) || raw.length !== start + 5 || digitsFrom(raw, start + 1) !== 4) return false
  return pairAt(raw, start + 1) <= 14 && pairAt(raw, start + 3) <= 59
}

const PLUS = 0x2b
const MINUS = 0x2d
const POINT = 0x2e
const ZERO = 0x30

function digitsFrom(raw: string, start: number): number {
  let i = start
  while (raw.charCodeAt(i) >= ZERO && raw.charCodeAt(i) <= ZERO + 9) i++
  return i - start
}

/** The number of two digits. */
function pairAt(raw: string, i: number): number {
  return 10 * (raw.charCodeAt(i) - ZERO) + raw.charCodeAt(i + 1) - ZERO
}
