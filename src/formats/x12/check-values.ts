// Checks of single values: dates by the calendar and their format, National Provider Identifiers by their check digit.
import { isNpi } from '../ids/checksums.ts'
import type { Transaction } from './envelope.ts'
import type { IssueCollector } from './issue-collector.ts'
import { KINDS, kindOf } from './segment-ids.ts'
import type { ElementCursor } from './segment-range.ts'

/** The qualifier of a National Provider Identifier (data element 66). */
const NPI = 'XX'

/** What is checked of a kind of segment: its dates, or its provider number. */
interface ValueCheck {
  readonly element: number
  /** Data type DT, which is YYYYMMDD here; or the element that says the format; or none for a provider number. */
  readonly format: 'D8' | number | undefined
}

const date = (element: number, format: 'D8' | number): ValueCheck => ({ element, format })
/** The element before it says what it is. */
const npi = (element: number): ValueCheck => ({ element, format: undefined })

const CHECKS: readonly { readonly id: string; readonly values: readonly ValueCheck[] }[] = [
  { id: 'DTM', values: [date(2, 'D8'), date(6, 5)] },
  { id: 'DTP', values: [date(3, 2)] },
  { id: 'NM1', values: [npi(9)] },
  { id: 'N1', values: [npi(4)] },
  { id: 'BHT', values: [date(4, 'D8')] },
  { id: 'BPR', values: [date(16, 'D8')] },
  { id: 'DMG', values: [date(2, 1)] },
  { id: 'INS', values: [date(12, 11)] },
  { id: 'PAT', values: [date(6, 5)] },
]

/** By kind of segment, one more than its place in CHECKS. */
const PLACES = new Uint8Array(KINDS)
for (const [i, { id }] of CHECKS.entries()) PLACES[kindOf(id)] = i + 1

/** Dates are of data type DT, or of the format that stands before them (data element 1250). */
export function checkValues(transaction: Transaction, issues: IssueCollector): void {
  const { range } = transaction
  const cursor = range.cursor()
  for (let place = 0; place < range.length; place++) {
    const checks = PLACES[range.kindAt(place)]!
    if (checks === 0) continue
    for (const check of CHECKS[checks - 1]!.values) {
      if (isRight(cursor, place, check)) continue
      const code = check.format === undefined ? 'npi_invalid' : 'date_invalid'
      issues.add(code, transaction.path, range.get(place), { element: check.element, position: place + 1 })
    }
  }
}

function isRight(cursor: ElementCursor, place: number, { element, format }: ValueCheck): boolean {
  if (format === undefined) return !cursor.isPair(place, element - 1, NPI) || isNpi(cursor.read(place, element)?.trim() ?? '')
  const written = format === 'D8' ? format : (cursor.read(place, format) ?? '')
  return !cursor.seek(place, element) || cursor.from === cursor.to || isDate(cursor, written)
}

/** True for other formats than those of healthcare guides, too, which are not read. */
function isDate({ text, from, to }: ElementCursor, format: string): boolean {
  if (format === 'D8') return to - from === DAY && isDay(text, from)
  if (format === 'RD8') return to - from === 2 * DAY + 1 && text[from + DAY] === '-' && isDay(text, from) && isDay(text, from + DAY + 1)
  return format !== 'DT' || (/^[0-9]{12}(?:[0-9]{2})?$/.test(text.slice(from, to)) && isDay(text, from))
}

/** Characters of YYYYMMDD. */
const DAY = 8
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function isDay(text: string, start: number): boolean {
  const year = digitsAt(text, start, 4)
  const month = digitsAt(text, start + 4, 2)
  const day = digitsAt(text, start + 6, 2)
  if (year < 0 || month < 1 || month > 12) return false
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return day >= 1 && day <= (month === 2 && isLeap ? 29 : DAYS[month - 1]!)
}

/** -1 if one of the characters is no digit. */
function digitsAt(text: string, start: number, count: number): number {
  let value = 0
  for (let i = start; i < start + count; i++) {
    const digit = text.charCodeAt(i) - 0x30
    if (!(digit >= 0 && digit <= 9)) return -1
    value = value * 10 + digit
  }
  return value
}
