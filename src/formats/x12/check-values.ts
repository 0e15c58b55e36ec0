// Checks of single values: dates by the calendar and their format, National Provider Identifiers by their check digit.
import { isNpi } from '../ids/checksums.ts'
import type { Transaction } from './envelope.ts'
import type { IssueCollector } from './issue-collector.ts'
import type { Segment } from './segment.ts'

/** The qualifier of a National Provider Identifier (data element 66). */
const NPI = 'XX'

/** Dates are of data type DT, or of the format that stands before them (data element 1250). */
export function checkValues(transaction: Transaction, issues: IssueCollector): void {
  const checker = new ValueChecker(transaction, issues)
  const { segments } = transaction
  for (let i = 0; i < segments.length; i++) checker.check(segments[i]!, i + 1)
}

class ValueChecker {
  readonly #path: string
  readonly #issues: IssueCollector

  constructor({ path }: Transaction, issues: IssueCollector) {
    this.#path = path
    this.#issues = issues
  }

  check(segment: Segment, position: number): void {
    switch (segment.id) {
      case 'DTM':
        this.#checkDate(segment, position, 2, 'D8')
        this.#checkDate(segment, position, 6, segment.at(5))
        break
      case 'DTP':
        this.#checkDate(segment, position, 3, segment.at(2))
        break
      case 'NM1':
        this.#checkNpi(segment, position, 8)
        break
      case 'N1':
        this.#checkNpi(segment, position, 3)
        break
      case 'BHT':
        this.#checkDate(segment, position, 4, 'D8')
        break
      case 'BPR':
        this.#checkDate(segment, position, 16, 'D8')
        break
      case 'DMG':
        this.#checkDate(segment, position, 2, segment.at(1))
        break
      case 'INS':
        this.#checkDate(segment, position, 12, segment.at(11))
        break
      case 'PAT':
        this.#checkDate(segment, position, 6, segment.at(5))
    }
  }

  #checkDate(segment: Segment, position: number, element: number, format = ''): void {
    const text = segment.at(element) ?? ''
    if (text !== '' && !isDate(text, format)) this.#issues.add('date_invalid', this.#path, segment, { element, position })
  }

  /** @param qualifier the element that says what the next one is */
  #checkNpi(segment: Segment, position: number, qualifier: number): void {
    if (segment.at(qualifier) !== NPI || isNpi(segment.at(qualifier + 1)?.trim() ?? '')) return
    this.#issues.add('npi_invalid', this.#path, segment, { element: qualifier + 1, position })
  }
}

/** True for other formats than those of healthcare guides, too, which are not read. */
function isDate(text: string, format: string): boolean {
  if (format === 'D8') return text.length === DAY && isDay(text, 0)
  if (format === 'RD8') return text.length === 2 * DAY + 1 && text[DAY] === '-' && isDay(text, 0) && isDay(text, DAY + 1)
  return format !== 'DT' || (/^[0-9]{12}(?:[0-9]{2})?$/.test(text) && isDay(text, 0))
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
