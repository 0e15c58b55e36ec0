// The row of a credential's quota as both databases give it, and what it says of a day.
import { monthOf, NO_TOTALS } from '../../access/quota/quota.ts'
import type { Charge, QuotaTotals } from '../../access/store.ts'

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

/** The row after charges that are not in the database yet, as the database will have it. */
export function chargeRow(row: QuotaRow | undefined, charges: readonly Charge[]): QuotaRow | undefined {
  let after = row
  for (const charge of charges) after = addToRow(after, charge)
  return after
}

function addToRow(row: QuotaRow | undefined, { day, units, bytes }: Charge): QuotaRow {
  const added = Math.max(0, units)
  if (!row) return { day, day_units: added, day_bytes: bytes, month_units: added, total_units: added }
  const isLater = day > row.day
  const [month, ownMonth] = [monthOf(day), monthOf(row.day)]
  return {
    day: isLater ? day : row.day,
    day_units: isLater ? added : day === row.day ? Math.max(0, row.day_units + units) : row.day_units,
    day_bytes: isLater ? bytes : day === row.day ? row.day_bytes + bytes : row.day_bytes,
    month_units: month > ownMonth ? added : month === ownMonth ? Math.max(0, row.month_units + units) : row.month_units,
    total_units: Math.max(0, row.total_units + units),
  }
}
