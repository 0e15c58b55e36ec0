// How a charge changes the quota of a key: for the statement that reserves, and for a function of the schema. A change of it is a new migration.

/** Adds a charge `n` to the quota row `q`. A row is of the latest day seen. A charge of an earlier day counts for what still runs of it: its month, and the total. */
export const ASSIGNMENTS = `
  day_units = CASE WHEN n.day > q.day THEN greatest(0, n.units) WHEN n.day = q.day THEN greatest(0, q.day_units + n.units) ELSE q.day_units END,
  day_bytes = CASE WHEN n.day > q.day THEN n.bytes WHEN n.day = q.day THEN q.day_bytes + n.bytes ELSE q.day_bytes END,
  month_units = CASE
    WHEN left(n.day, 7) > left(q.day, 7) THEN greatest(0, n.units)
    WHEN left(n.day, 7) = left(q.day, 7) THEN greatest(0, q.month_units + n.units)
    ELSE q.month_units END,
  total_units = greatest(0, q.total_units + n.units),
  day = greatest(q.day, n.day)`
