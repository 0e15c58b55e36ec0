// The row of a credential's quota as both databases give it, and what it says of a day.
import { monthOf, NO_TOTALS } from '../access/quota.ts'
import type { QuotaTotals } from '../access/store.ts'

export interface QuotaRow {
  readonly day: string
  readonly day_units: number
  readonly day_bytes: number
  readonly month_units: number
  readonly total_units: number
}

/** A day before the one that the row is of is treated as that one: a clock that was set back gives nobody a day twice. */
export function totalsOf(row: QuotaRow | undefined, day: string): QuotaTotals {
  if (!row) return NO_TOTALS
  const isToday = row.day >= day
  const isThisMonth = isToday || monthOf(row.day) === monthOf(day)
  return {
    dayUnits: isToday ? row.day_units : 0,
    dayBytes: isToday ? row.day_bytes : 0,
    monthUnits: isThisMonth ? row.month_units : 0,
    totalUnits: row.total_units,
  }
}
