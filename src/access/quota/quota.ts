// Quotas: what is left of them, and the UTC days and months by which they renew.
import type { QuotaTotals } from '../store.ts'
import type { Quota } from './plan.ts'

export const NO_TOTALS: QuotaTotals = { dayUnits: 0, dayBytes: 0, monthUnits: 0, totalUnits: 0 }

export type QuotaName = 'day' | 'month' | 'total' | 'day-bytes'

/** One limit of a quota with its use. */
export interface QuotaStanding {
  readonly name: QuotaName
  readonly limit: number
  readonly used: number
}

/** The limits that a quota sets, in the order in which they are shown. */
export function standingsOf(quota: Quota, totals: QuotaTotals): QuotaStanding[] {
  const standings: QuotaStanding[] = []
  if (quota.unitsPerDay !== null) standings.push({ name: 'day', limit: quota.unitsPerDay, used: totals.dayUnits })
  if (quota.unitsPerMonth !== null) standings.push({ name: 'month', limit: quota.unitsPerMonth, used: totals.monthUnits })
  if (quota.unitsTotal !== null) standings.push({ name: 'total', limit: quota.unitsTotal, used: totals.totalUnits })
  if (quota.bytesPerDay !== null) standings.push({ name: 'day-bytes', limit: quota.bytesPerDay, used: totals.dayBytes })
  return standings
}

export function remainingOf({ limit, used }: QuotaStanding): number {
  return Math.max(0, limit - used)
}

/**
 * The limit that these units and bytes would pass, or undefined. Of several it is the one that stays shut longest, so that nobody waits
 * for midnight to meet the next one.
 */
export function findBreach(quota: Quota, totals: QuotaTotals, units: number, bytes = 0): QuotaName | undefined {
  if (isPassed(quota.unitsTotal, totals.totalUnits, units)) return 'total'
  if (isPassed(quota.unitsPerMonth, totals.monthUnits, units)) return 'month'
  if (isPassed(quota.unitsPerDay, totals.dayUnits, units)) return 'day'
  // Bytes are known for sure only at the end of a call: one of unknown length starts as long as anything is left.
  if (isPassed(quota.bytesPerDay, totals.dayBytes, Math.max(1, bytes))) return 'day-bytes'
  return undefined
}

function isPassed(limit: number | null, used: number, needed: number): boolean {
  return limit !== null && used + needed > limit
}

const DAY_MS = 86_400_000
let lastDayNumber = Number.NaN
let lastDay = ''

/** `2026-05-31`: the UTC day of an instant in milliseconds. */
export function dayOf(now: number): string {
  const dayNumber = Math.floor(now / DAY_MS)
  if (dayNumber !== lastDayNumber) {
    lastDay = new Date(dayNumber * DAY_MS).toISOString().slice(0, 10)
    lastDayNumber = dayNumber
  }
  return lastDay
}

/** `2026-05` of `2026-05-31`. */
export function monthOf(day: string): string {
  return day.slice(0, 7)
}

/** When a quota is whole again, in milliseconds since 1970 UTC; null where it never is. */
export function renewalOf(name: QuotaName, now: number): number | null {
  if (name === 'total') return null
  const date = new Date(now)
  return name === 'month' ? Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) : (Math.floor(now / DAY_MS) + 1) * DAY_MS
}
