// Times of CDA: points, ranges, periods and events (HL7 V3 Data Types, 2.14 to 2.16 and 4), with the precision and the zone that they have and no other.
import type { XmlElement } from '../xml/node.ts'
import { type CdaReading, compact } from './cda-reading.ts'
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

const POINT = /^(\d{4})(?:(\d\d)(?:(\d\d)(?:(\d\d)(?:(\d\d)(?:(\d\d)(\.\d{1,9})?)?)?)?)?)?([+-]\d{4})?$/
const PRECISIONS = ['year', 'month', 'day', 'hour', 'minute', 'second', 'fraction'] as const
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** `YYYYMMDDHHMMSS.UUUU[+|-]ZZZZ`, cut anywhere; undefined for what is no time of the calendar. */
export function parsePoint(raw: string): TimeValue | undefined {
  const match = POINT.exec(raw)
  if (!match) return undefined
  const parts = match.slice(1, 8).filter((part) => part !== undefined)
  const zone = match[8]
  const [year = '', month, day, hour, minute, second, fraction] = parts
  const [monthNumber, dayNumber] = [Number(month ?? 1), Number(day ?? 1)]
  if (monthNumber < 1 || monthNumber > 12 || dayNumber < 1 || dayNumber > DAYS[monthNumber - 1]!) return undefined
  const isLeap = Number(year) % 4 === 0 && (Number(year) % 100 !== 0 || Number(year) % 400 === 0)
  if (monthNumber === 2 && dayNumber === 29 && !isLeap) return undefined
  if (Number(hour ?? 0) > 23 || Number(minute ?? 0) > 59 || Number(second ?? 0) > 60) return undefined
  if (zone !== undefined && (Number(zone.slice(1, 3)) > 14 || Number(zone.slice(3)) > 59)) return undefined
  const offset = zone && `${zone.slice(0, 3)}:${zone.slice(3)}`
  const date = [year, month, day].filter((part) => part !== undefined).join('-')
  const time = hour === undefined ? '' : `T${[hour, minute, second].filter((part) => part !== undefined).join(':')}${fraction ?? ''}`
  return compact({ value: `${date}${time}${time === '' ? '' : (offset ?? '')}`, precision: PRECISIONS[parts.length - 1]!, offset })
}
