// Instants and days as they are typed: from now on, by date, by date and time; always UTC where no zone is named.
import { ProblemError } from '../../core/problem.ts'
import { parseDuration } from '../../platform/config/config-units.ts'

/**
 * Milliseconds since 1970 UTC of `90d`, `2027-01-31` (the end of that day) or `2027-01-31T12:00:00Z`.
 * @throws ProblemError `bad_usage`
 */
export function parseInstant(text: string, flag: string, now: number): number {
  const duration = parseDuration(text)
  if (duration !== undefined) return now + duration
  if (isDay(text)) return Date.parse(text) + DAY_MS
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/.test(text) && isDay(text.slice(0, 10))) {
    const instant = Date.parse(text)
    if (!Number.isNaN(instant)) return instant
  }
  throw new ProblemError(`--${flag} must be a duration (90d), a date (2027-01-31) or a date with time (2027-01-31T12:00:00Z).`, {
    code: 'bad_usage',
  })
}

/** @throws ProblemError `bad_usage` */
export function parseDay(text: string, flag: string): string {
  if (!isDay(text)) throw new ProblemError(`--${flag} must be a date, for example 2027-01-31.`, { code: 'bad_usage' })
  return text
}

export function composeInstant(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString()
}

const DAY_MS = 86_400_000

/** A date that is in the calendar: `2027-02-30` is not. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const instant = Date.parse(text)
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text)
}
