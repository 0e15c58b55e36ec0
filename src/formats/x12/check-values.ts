// Checks of single values: dates by the calendar and their format, National Provider Identifiers by their check digit.
import { isNpi } from '../ids/checksums.ts'
import type { IssueCollector, Transaction } from './envelope.ts'

/** Elements that are dates: of data type DT, or of the format that stands before them (data element 1250). */
const DATES: ReadonlyMap<string, readonly (readonly [element: number, format: number])[]> = new Map([
  ['BHT', [[4, 0]]],
  ['BPR', [[16, 0]]],
  ['DMG', [[2, 1]]],
  [
    'DTM',
    [
      [2, 0],
      [6, 5],
    ],
  ],
  ['DTP', [[3, 2]]],
  ['INS', [[12, 11]]],
  ['PAT', [[6, 5]]],
])
/** The qualifier of a National Provider Identifier (data element 66), and where it stands before one. */
const NPI = 'XX'
const PROVIDERS: ReadonlyMap<string, number> = new Map([
  ['NM1', 8],
  ['N1', 3],
])

export function checkValues({ path, segments }: Transaction, issues: IssueCollector): void {
  for (const [i, segment] of segments.entries()) {
    const { id, elements } = segment
    const position = i + 1
    for (const [element, format] of DATES.get(id) ?? []) {
      const text = elements[element - 1] ?? ''
      if (text !== '' && !isDate(text, format === 0 ? 'D8' : (elements[format - 1] ?? '')))
        issues.add('date_invalid', path, segment, { element, position })
    }
    const qualifier = PROVIDERS.get(id)
    if (qualifier !== undefined && elements[qualifier - 1] === NPI && !isNpi(elements[qualifier]?.trim() ?? ''))
      issues.add('npi_invalid', path, segment, { element: qualifier + 1, position })
  }
}

/** True for other formats than those of healthcare guides, too, which are not read. */
function isDate(text: string, format: string): boolean {
  if (format === 'D8') return isDay(text)
  if (format === 'RD8') return text.length === 17 && text[8] === '-' && isDay(text.slice(0, 8)) && isDay(text.slice(9))
  return format !== 'DT' || (/^[0-9]{12}(?:[0-9]{2})?$/.test(text) && isDay(text.slice(0, 8)))
}

function isDay(text: string): boolean {
  const [, year = '', month = '', day = ''] = /^([0-9]{4})([0-9]{2})([0-9]{2})$/.exec(text) ?? []
  const date = new Date(Date.UTC(2000, Number(month) - 1, Number(day)))
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  return year !== '' && date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}
