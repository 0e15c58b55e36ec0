// HL7 dates and times as those of FHIR: as precise as they were, never shifted, with the offset that the message or the caller gives.

/** The zone of times without an offset: an offset, or the offset at a local time. */
export type Zone = (local: string) => string | undefined

export type DateKind = 'date' | 'dateTime' | 'instant'

/** @returns the value, `no_timezone` with the date alone for a time whose offset nobody knows, undefined for what is no date */
export function convertDate(
  text: string,
  kind: DateKind,
  zone: Zone,
): { readonly value: string | undefined; readonly isCut: boolean } | undefined {
  const match = /^(\d{4})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:\.(\d{1,9}))?)?)?)?)?)?([+-]\d{4})?$/.exec(text.trim())
  if (!match) return undefined
  const [, year = '', month, day, hour, minute, second = '00', fraction, offset] = match
  if (year === '0000' || !isDay(year, month, day)) return undefined
  const date = [year, month, day].filter((each) => each !== undefined).join('-')
  // Midnight without minutes stands for a day more often than for an hour; R4 has no hour without minutes either.
  if (hour === undefined || minute === undefined || kind === 'date') {
    if (hour !== undefined && Number(hour) > 23) return undefined
    if (kind === 'instant') return { value: undefined, isCut: true }
    return { value: date, isCut: hour !== undefined && minute === undefined && kind !== 'date' && hour !== '00' }
  }
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  const local = `${date}T${hour}:${minute}:${second}`
  const zoneOffset = offset ? `${offset.slice(0, 3)}:${offset.slice(3)}` : zone(local)
  if (zoneOffset === undefined) return { value: kind === 'instant' ? undefined : date, isCut: true }
  if (!isOffset(zoneOffset)) return undefined
  return { value: `${local}${fraction ? `.${fraction}` : ''}${zoneOffset}`, isCut: false }
}

/** Milliseconds of the units that durations in messages have: codes of UCUM, of ISO+ and the words that senders use. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ...['s', 'sec', 'second', 'seconds'].map((name) => [name, 1_000] as const),
  ...['min', 'm', 'minute', 'minutes'].map((name) => [name, 60_000] as const),
  ...['h', 'hr', 'hour', 'hours'].map((name) => [name, 3_600_000] as const),
  ...['d', 'day', 'days'].map((name) => [name, 86_400_000] as const),
  ...['wk', 'w', 'week', 'weeks'].map((name) => [name, 604_800_000] as const),
])
const DAY_MS = 86_400_000

/**
 * A time of FHIR moved by an amount, in the offset that it has. Days may be moved by whole days alone; months and years have no fixed length.
 * @param time as convertDate gives it
 * @returns undefined where the amount or the unit is none, or the time is not as precise as it would have to be
 */
export function shiftTime(time: string, amount: string, unit: string, sign: 1 | -1): string | undefined {
  const length = UNITS.get(unit.trim().toLowerCase())
  if (length === undefined || !/^[0-9]{1,6}(?:\.[0-9]{1,4})?$/.test(amount.trim())) return undefined
  const exact = Number(amount) * length
  const milliseconds = Math.round(exact) * sign
  const match = /^(\d{4}-\d{2}-\d{2})(?:(T\d{2}:\d{2}:\d{2})(\.\d{1,9})?(Z|[+-]\d{2}:\d{2}))?$/.exec(time)
  if (!match || Math.abs(exact - Math.round(exact)) > 1e-6) return undefined
  const [, date = '', clock, fraction = '', offset = ''] = match
  if (clock === undefined && milliseconds % DAY_MS !== 0) return undefined
  const moved = Date.parse(`${date}${clock ?? 'T00:00:00'}Z`) + milliseconds
  // A part of a second that is moved would have to be added to the one that is there.
  if (moved % 1_000 !== 0) return undefined
  const text = new Date(moved).toISOString()
  if (!/^[0-9]{4}-/.test(text)) return undefined
  return clock === undefined ? text.slice(0, 10) : text.slice(0, 19) + fraction + offset
}

/** A time of day (`1430`, `143005.25`). */
export function convertTime(text: string): string | undefined {
  const match = /^(\d{2})(\d{2})(?:(\d{2})(?:\.(\d{1,9}))?)?(?:[+-]\d{4})?$/.exec(text.trim())
  if (!match) return undefined
  const [, hour = '', minute = '', second = '00', fraction] = match
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  // Zeros at the end of a fraction say nothing of a time of day, and readers refuse long ones.
  const digits = fraction?.replace(/0{1,9}$/, '')
  return `${hour}:${minute}:${second}${digits ? `.${digits}` : ''}`
}

function isDay(year: string, month: string | undefined, day: string | undefined): boolean {
  if (month === undefined) return true
  if (Number(month) < 1 || Number(month) > 12) return false
  return day === undefined || (Number(day) >= 1 && Number(day) <= daysOf(Number(year), Number(month)))
}

function daysOf(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

function isOffset(offset: string): boolean {
  if (offset === 'Z') return true
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4))
  return Number(offset.slice(4)) < 60 && minutes <= 14 * 60
}

/** @returns undefined for a text that names no zone. */
export function readZone(text: string): Zone | undefined {
  if (text === 'Z' || text === 'UTC') return () => 'Z'
  if (/^[+-]\d{2}:\d{2}$/.test(text)) return isOffset(text) ? () => text : undefined
  // Some engines take an offset in other forms for a zone.
  if (!/^[A-Za-z]/.test(text)) return undefined
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: text, timeZoneName: 'longOffset' })
  } catch {
    return undefined
  }
  const known = new Map<string, string>()
  return (local) => {
    // An offset changes at a full hour at the earliest.
    const hour = local.slice(0, 13)
    let offset = known.get(hour)
    if (offset === undefined) {
      offset = offsetAt(format, Date.parse(`${local}Z`))
      if (known.size < MAX_KNOWN_HOURS) known.set(hour, offset)
    }
    return offset
  }
}

const MAX_KNOWN_HOURS = 10_000

/** Of a local time that a change of clocks skips or repeats, the offset before the change. */
function offsetAt(format: Intl.DateTimeFormat, local: number): string {
  const before = offsetText(format, local - 24 * 3_600_000)
  const after = offsetText(format, local + 24 * 3_600_000)
  if (before === after) return before
  return offsetText(format, local - minutesOf(before) * 60_000) === before ? before : after
}

function offsetText(format: Intl.DateTimeFormat, instant: number): string {
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')!.value
  return name === 'GMT' ? '+00:00' : name.slice(3, 9)
}

function minutesOf(offset: string): number {
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4))
  return offset[0] === '-' ? -minutes : minutes
}
