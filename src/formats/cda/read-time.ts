// Times of CDA: points, ranges, periods and events (HL7 V3 Data Types, 2.14 to 2.16 and 4), with the precision and the zone that they have and no other.
import type { XmlElement } from '../xml/node.ts'
import type { CdaReading } from './cda-reading.ts'
import { compact } from './cda-reading.ts'
import type { TimeValue } from './fields/value-fields.ts'
import { readCode } from './read-code.ts'
import { readQuantity } from './read-quantity.ts'

/** Any of TS, IVL_TS, PIVL_TS, EIVL_TS, SXPR_TS: each member is read where it stands, whatever the xsi:type says. */
export function readTime(reading: CdaReading, element: XmlElement): TimeValue {
  const point = readPoint(reading, element)
  const type = reading.typeOf(element)
  const inclusive = reading.flag(element, 'inclusive')
  const nullFlavor = reading.attribute(element, 'nullFlavor')
  const operator = reading.attribute(element, 'operator')
  if (element.children.length === 0 && !type?.startsWith('PIVL')) return compact({ type, ...point, inclusive, operator, nullFlavor })
  const isEvent = type?.startsWith('EIVL')
  return compact({
    type,
    ...point,
    inclusive,
    low: reading.one(element, 'low', readTime),
    high: reading.one(element, 'high', readTime),
    center: reading.one(element, 'center', readTime),
    width: reading.one(element, 'width', readQuantity),
    phase: reading.one(element, 'phase', readTime),
    period: reading.one(element, 'period', readQuantity),
    institutionSpecified: reading.flag(element, 'institutionSpecified'),
    alignment: reading.attribute(element, 'alignment'),
    event: reading.one(element, 'event', readCode),
    eventOffset: isEvent ? reading.one(element, 'offset', readQuantity) : undefined,
    operator,
    parts: reading.each(element, 'comp', readTime),
    text: reading.textOf(element),
    nullFlavor,
  })
}

function readPoint(reading: CdaReading, element: XmlElement): TimeValue {
  const raw = reading.attribute(element, 'value')
  if (raw === undefined) return {}
  const point = parsePoint(raw)
  if (point) return point
  reading.report('date_invalid', element)
  return { raw }
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
