// Days of the proleptic Gregorian calendar, counted without Date and its time zones.

export interface CivilDate {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  /** 1 to 31. */
  readonly day: number
}

const DAYS_BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]

export function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** True for a day that the calendar has, in the years 1 to 9999. */
export function isCivilDate({ year, month, day }: CivilDate): boolean {
  return year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

/** Days since the first day of year 1, which is day 0, a Monday. */
export function toDayNumber({ year, month, day }: CivilDate): number {
  const y = year - 1
  const leapDay = month > 2 && isLeapYear(year) ? 1 : 0
  return y * 365 + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + DAYS_BEFORE_MONTH[month - 1]! + leapDay + day - 1
}

/** The date of a day number; undefined outside the years 1 to 9999. */
export function fromDayNumber(number: number): CivilDate | undefined {
  let year = Math.floor(number / 365.2425) + 1
  if (toDayNumber({ year, month: 1, day: 1 }) > number) year--
  else if (toDayNumber({ year: year + 1, month: 1, day: 1 }) <= number) year++
  if (year < 1 || year > 9999) return undefined
  let rest = number - toDayNumber({ year, month: 1, day: 1 })
  let month = 1
  while (rest >= daysInMonth(year, month)) rest -= daysInMonth(year, month++)
  return { year, month, day: rest + 1 }
}

/** 0 for Monday to 6 for Sunday. */
export function weekdayOf(dayNumber: number): number {
  return ((dayNumber % 7) + 7) % 7
}
