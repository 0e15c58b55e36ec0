// Dates: read in the formats of notes, HL7, FHIR and DICOM, moved without a change of format, cut to the year.
import { describe, expect, test } from 'vitest'
import { fromDayNumber, isCivilDate, toDayNumber, weekdayOf } from '../../../src/formats/phi/policy/civil-date.ts'
import { isoDate, shiftDate, yearOfDate } from '../../../src/formats/phi/policy/shift-date.ts'

describe('the calendar', () => {
  test('counts every day from 1850 to 2150 as Date does', () => {
    const first = toDayNumber({ year: 1850, month: 1, day: 1 })
    const last = toDayNumber({ year: 2150, month: 12, day: 31 })
    for (let number = first; number <= last; number++) {
      const civil = fromDayNumber(number)!
      const date = new Date(Date.UTC(1850, 0, 1 + number - first))
      expect([civil.year, civil.month, civil.day]).toEqual([date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()])
      expect(weekdayOf(number)).toBe((date.getUTCDay() + 6) % 7)
      expect(toDayNumber(civil)).toBe(number)
    }
  })

  test('ends with the years 1 and 9999', () => {
    expect(fromDayNumber(-1)).toBeUndefined()
    expect(fromDayNumber(0)).toEqual({ year: 1, month: 1, day: 1 })
    expect(fromDayNumber(toDayNumber({ year: 9999, month: 12, day: 31 }) + 1)).toBeUndefined()
    expect(isCivilDate({ year: 2023, month: 2, day: 29 })).toBe(false)
  })
})

describe('a date moved by 37 days keeps its format', () => {
  test.each([
    ['2024-06-02', '2024-04-26'],
    ['2024/6/2', '2024/4/26'],
    ['6/2/24', '4/26/24'],
    ['06/02/2024', '04/26/2024'],
    ['6-2-24', '4-26-24'],
    ['25/12/2024', '18/11/2024'],
    ['12.03.2024', '04.02.2024'],
    ['3rd of March 2024', '26th of January 2024'],
    ['Mar 3, 2024', 'Jan 26, 2024'],
    ['03-MAR-2024', '26-JAN-2024'],
    ['21-MAY-2024', '14-APR-2024'],
    ['May 21, 2024', 'April 14, 2024'],
    ['3MAR24', '26JAN24'],
    ['Monday, March 4, 2024', 'Saturday, January 27, 2024'],
    ['Sept. 14, 2024', 'Aug. 8, 2024'],
    ["Jan '24", "Dec '23"],
    ['March 2024', 'February 2024'],
    ['03/2024', '02/2024'],
    ['2024-06', '2024-05'],
    ['3. März 2024', '26. Januar 2024'],
    ['3 de marzo de 2024', '26 de enero de 2024'],
    ['le 1er mars 2024', 'le 24 janvier 2024'],
    ['martes 5 de marzo de 2024', 'domingo 28 de enero de 2024'],
    ['6/2', '4/26'],
    ['Mon', 'Sat'],
    ['6/2/24 14:30', '4/26/24 14:30'],
    ['2:30 PM 6/2/24', '2:30 PM 4/26/24'],
    ['6/2/24 at 2:30 PM', '4/26/24 at 2:30 PM'],
    ['14:30', '14:30'],
    ['1930-02-03', '1929-12-28'],
  ])('%s', (text, moved) => {
    expect(shiftDate(text, -37)).toBe(moved)
  })

  test.each([
    ['HL7 v2.5.1 §2.A.21 DT', '20240602', '20240426'],
    ['HL7 v2.5.1 §2.A.77 TS to the minute', '202406021430', '202404261430'],
    ['HL7 v2.5.1 §2.A.22 DTM whole', '20240602143000.1234-0500', '20240426143000.1234-0500'],
    ['HL7 to the month', '202406', '202405'],
    ['HL7 to the year', '2024', '2024'],
    ['FHIR dateTime', '2024-06-02T14:30:00Z', '2024-04-26T14:30:00Z'],
    ['FHIR instant', '2024-06-02T14:30:00.123+02:00', '2024-04-26T14:30:00.123+02:00'],
    ['PS3.5 §6.2 DA', '19930822', '19930716'],
    ['PS3.4 §C.2.2.2.5 DA range', '20240101-20240131', '20231125-20231225'],
    ['American without signs', '06302024', '05242024'],
  ])('%s: %s', (_source, text, moved) => {
    expect(shiftDate(text, -37)).toBe(moved)
  })

  test.each([
    ['3/3/2024 - 3/5/2024', '1/26/2024 - 1/28/2024'],
    ['3/3/24–3/5/24', '1/26/24–1/28/24'],
    ['March 3, 2024 to April 9, 2024', 'January 26, 2024 to March 3, 2024'],
  ])('both ends of %s', (text, moved) => {
    expect(shiftDate(text, -37)).toBe(moved)
  })

  test('the order of day and month is the caller’s', () => {
    expect(shiftDate('06/02/2024', 1, 'mdy')).toBe('06/03/2024')
    expect(shiftDate('06/02/2024', 1, 'dmy')).toBe('07/02/2024')
    expect(shiftDate('24/06/02', 1, 'ymd')).toBe('24/06/03')
  })
})

test.each([
  'yesterday',
  'Christmas',
  'Q1 2024',
  '2024-13-02',
  '2023-02-29',
  'June 3-5, 2024',
  '120/80/70',
  '99999999',
  '1/2/3/4',
  'x'.repeat(500),
])('%s is no date and is not moved', (text) => {
  expect(shiftDate(text, -37)).toBeUndefined()
  expect(yearOfDate(text)).toBeUndefined()
})

describe('intervals are kept', () => {
  const formats: readonly ((year: string, month: string, day: string) => string)[] = [
    (y, m, d) => `${y}-${m}-${d}`,
    (y, m, d) => `${m}/${d}/${y}`,
    (y, m, d) => `${y}${m}${d}`,
    (y, m, d) => `${Number(d)} ${MONTHS[Number(m) - 1]} ${y}`,
    (y, m, d) => `${MONTHS[Number(m) - 1]!.slice(0, 3).toUpperCase()}-${d}-${y}`,
  ]
  const MONTHS = 'January February March April May June July August September October November December'.split(' ')

  test('between 4,000 pairs of dates in five formats, for any number of days', () => {
    let seed = 12345
    const next = (size: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return Math.floor((seed / 2147483648) * size)
    }
    const pad = (value: number, width: number) => String(value).padStart(width, '0')
    const dayOf = (text: string) => {
      const [year, month, day] = isoDate(text)!.split('-').map(Number)
      return toDayNumber({ year: year!, month: month!, day: day! })
    }
    for (let i = 0; i < 4000; i++) {
      const days = next(800) - 400
      const [from, to] = [0, 0].map(() => {
        const { year, month, day } = fromDayNumber(toDayNumber({ year: 1960, month: 1, day: 1 }) + next(36_000))!
        return formats[next(formats.length)]!(pad(year, 4), pad(month, 2), pad(day, 2))
      }) as [string, string]
      const moved = [shiftDate(from, days)!, shiftDate(to, days)!] as const
      expect(dayOf(moved[1]) - dayOf(moved[0]), `${from} ${to} ${days}`).toBe(dayOf(to) - dayOf(from))
      expect(dayOf(moved[0]) - dayOf(from)).toBe(days)
      expect(shiftDate(moved[0], -days)).toBe(from)
    }
  })
})

describe('the year of a date (45 CFR 164.514(b)(2)(i)(C))', () => {
  test.each([
    ['6/2/2024', '2024'],
    ['6/2/24', '2024'],
    ['20240602143000', '2024'],
    ['March 1987', '1987'],
    ['3/3/2023 - 3/5/2024', '2023–2024'],
    ['3/3/2024 - 3/5/2024', '2024'],
    ['1950-01-01', '1950'],
    ['3/4/75', '1975'],
  ])('%s', (text, year) => {
    expect(yearOfDate(text)).toBe(year)
  })

  test.each(['1949-12-31', '3/4/45', 'March 3', '14:30', '3/3/1930 - 3/5/2024', '2101-01-01'])('%s has none that may stay', (text) => {
    expect(yearOfDate(text)).toBeUndefined()
  })
})
