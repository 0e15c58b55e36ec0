// Dates and times of FHIRPath with their precision: comparison that may not be decided, and arithmetic by calendar units.
import type { Decimal } from './decimal.ts'

export type TemporalKind = 'Date' | 'DateTime' | 'Time'

/** Parts that a time of minutes has. */
const MINUTE = 5

/** Year, month, day, hour, minute, second with its fraction; a Time has the last three alone. */
export class Temporal {
  readonly kind: TemporalKind
  /** As many as are known. */
  readonly parts: readonly number[]
  /** Digits behind the point of the second. */
  readonly fraction: number
  /** Minutes east of UTC; undefined where nobody says. */
  readonly offset: number | undefined

  constructor(kind: TemporalKind, parts: readonly number[], fraction = 0, offset?: number) {
    this.kind = kind
    this.parts = parts
    this.fraction = fraction
    this.offset = offset
  }

  static parse(text: string, kind: TemporalKind): Temporal | undefined {
    if (kind === 'Time') {
      const time = readTime(text)
      return time && new Temporal('Time', time.parts, time.fraction)
    }
    const [, date = '', mark, clock = '', zone = ''] = /^([0-9-]{4,10})(?:(T)([0-9:.]{0,30})(Z|[+-][0-9]{2}:[0-9]{2})?)?$/.exec(text) ?? []
    const day = /^([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?$/.exec(date)
    if (!day || (kind === 'Date' && mark)) return undefined
    const parts = [Number(day[1])]
    if (day[2] !== undefined) parts.push(Number(day[2]))
    if (day[3] !== undefined) parts.push(Number(day[3]))
    if (!isDay(parts)) return undefined
    if (!mark) return new Temporal(kind, parts)
    if (clock === '') return zone === '' ? new Temporal('DateTime', parts) : undefined
    const time = readTime(clock)
    if (!time || parts.length < 3) return undefined
    return new Temporal('DateTime', [...parts, ...time.parts], time.fraction, readOffset(zone))
  }

  /** -1, 0, 1; undefined where the precision, or a missing offset, does not tell. */
  compare(other: Temporal): number | undefined {
    const isAlike = this.isExact && other.isExact && this.offset === other.offset
    const a = isAlike ? this.parts : this.comparable(other)
    const b = isAlike ? other.parts : other.comparable(this)
    if (!a || !b) return undefined
    const shared = Math.min(a.length, b.length)
    for (let i = 0; i < shared; i++) if (a[i] !== b[i]) return a[i]! < b[i]! ? -1 : 1
    return a.length === b.length ? 0 : undefined
  }

  /** The same precision and the same time. */
  isEquivalent(other: Temporal): boolean {
    return this.parts.length === other.parts.length && this.compare(other) === 0
  }

  /** @returns undefined for a unit that the kind does not have */
  plus(amount: Decimal, unit: string): Temporal | undefined {
    const index = UNITS.indexOf(unit.replace(/s$/, ''))
    if (index < 0) return undefined
    const exact = UNITS[index] === 'second' ? amount : amount.truncated()
    if (this.kind === 'Time') return index < 4 ? undefined : this.plusClock(exact, index)
    if (index < 2) return this.plusMonths(Number(exact.truncated().units) * (index === 0 ? 12 : 1))
    return this.plusClock(exact, index)
  }

  toString(): string {
    const two = (value: number) => String(value).padStart(2, '0')
    if (this.kind === 'Time') return clockText(this.parts, this.fraction)
    const [year = 0, ...rest] = this.parts
    const date = [String(year).padStart(4, '0'), ...rest.slice(0, 2).map(two)].join('-')
    if (this.parts.length <= 3) return date
    return `${date}T${clockText(this.parts.slice(3), this.fraction)}${offsetText(this.offset)}`
  }

  /** Two of one offset are compared as they are written: no part of a day is left out that UTC would carry over, nor is there a leap second. */
  private get isExact(): boolean {
    return this.kind !== 'Time' && this.parts.length >= MINUTE && this.fraction <= 3 && (this.parts[5] ?? 0) < 60
  }

  private comparable(other: Temporal): readonly number[] | undefined {
    if ((this.kind === 'Time') !== (other.kind === 'Time')) return undefined
    if (this.kind === 'Time' || this.parts.length <= 3 || other.parts.length <= 3) return this.parts
    if (this.offset === undefined && other.offset === undefined) return this.parts
    if (this.offset === undefined || other.offset === undefined) return undefined
    return utcParts(this.parts, this.offset)
  }

  private plusMonths(months: number): Temporal {
    const [year = 1, month = 1, day, ...rest] = this.parts
    const total = year * 12 + (month - 1) + months
    const [newYear, newMonth] = [Math.floor(total / 12), (total % 12) + 1]
    if (this.parts.length === 1) return new Temporal(this.kind, [Math.floor((year * 12 + months) / 12)])
    if (day === undefined) return new Temporal(this.kind, [newYear, newMonth])
    return new Temporal(this.kind, [newYear, newMonth, Math.min(day, daysOf(newYear, newMonth)), ...rest], this.fraction, this.offset)
  }

  private plusClock(amount: Decimal, index: number): Temporal {
    const milliseconds = Math.round(amount.toNumber() * MILLISECONDS[index]!)
    if (this.kind === 'Time') {
      const day = 86_400_000
      const sum = (((millisecondsOf(this.parts) + milliseconds) % day) + day) % day
      return new Temporal('Time', clockParts(sum).slice(0, this.parts.length), this.fraction)
    }
    // A partial date moves by whole units of its own precision.
    const precision = this.parts.length
    const unit = precision === 1 ? 365 * 86_400_000 : precision === 2 ? 30 * 86_400_000 : undefined
    if (unit !== undefined) return this.plusMonths(Math.trunc(milliseconds / unit) * (precision === 1 ? 12 : 1))
    const [year = 1, month = 1, day = 1, ...clock] = this.parts
    const date = new Date(0)
    date.setUTCFullYear(year, month - 1, day)
    date.setTime(date.getTime() + millisecondsOf(clock) + milliseconds)
    const parts = [
      date.getUTCFullYear(),
      date.getUTCMonth() + 1,
      date.getUTCDate(),
      ...clockParts(date.getTime() - Math.floor(date.getTime() / 86_400_000) * 86_400_000),
    ]
    return new Temporal(this.kind, parts.slice(0, precision), this.fraction, this.offset)
  }
}

const UNITS = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second', 'millisecond']
const MILLISECONDS = [0, 0, 604_800_000, 86_400_000, 3_600_000, 60_000, 1000, 1]

function readTime(text: string): { readonly parts: number[]; readonly fraction: number } | undefined {
  const match = /^([0-9]{2})(?::([0-9]{2})(?::([0-9]{2})(\.[0-9]{1,9})?)?)?$/.exec(text)
  if (!match) return undefined
  const [, hour, minute, second, fraction = ''] = match
  const parts = [Number(hour)]
  if (minute !== undefined) parts.push(Number(minute))
  if (second !== undefined) parts.push(Number(second + fraction))
  if (parts[0]! > 23 || (parts[1] ?? 0) > 59 || (parts[2] ?? 0) >= 61) return undefined
  return { parts, fraction: Math.max(0, fraction.length - 1) }
}

function readOffset(zone: string): number | undefined {
  if (zone === '') return undefined
  if (zone === 'Z') return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4, 6))
  return zone.startsWith('-') ? -minutes : minutes
}

function offsetText(offset: number | undefined): string {
  if (offset === undefined) return ''
  if (offset === 0) return 'Z'
  const minutes = Math.abs(offset)
  return `${offset < 0 ? '-' : '+'}${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

function clockText(parts: readonly number[], fraction: number): string {
  const [hour, minute, second] = parts
  const texts = [hour, minute].filter((part) => part !== undefined).map((part) => String(part).padStart(2, '0'))
  if (second !== undefined) texts.push(second.toFixed(fraction).padStart(fraction === 0 ? 2 : fraction + 3, '0'))
  return texts.join(':')
}

function isDay([year = 0, month = 1, day = 1]: readonly number[]): boolean {
  return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month)
}

function daysOf(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]!
}

function millisecondsOf([hour = 0, minute = 0, second = 0]: readonly number[]): number {
  return hour * 3_600_000 + minute * 60_000 + Math.round(second * 1000)
}

function clockParts(milliseconds: number): number[] {
  return [Math.floor(milliseconds / 3_600_000), Math.floor(milliseconds / 60_000) % 60, (milliseconds % 60_000) / 1000]
}

function utcParts(parts: readonly number[], offset: number): number[] {
  const [year = 1, month = 1, day = 1, ...clock] = parts
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setTime(date.getTime() + millisecondsOf(clock) - offset * 60_000)
  const all = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCHours(), date.getUTCMinutes()]
  const seconds = date.getUTCSeconds() + date.getUTCMilliseconds() / 1000
  return [...all, seconds].slice(0, parts.length)
}
