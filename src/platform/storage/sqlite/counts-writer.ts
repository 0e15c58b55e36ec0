// The statements that add counts to the tables of a database, and the number of the last record of the journal that it has.
import type { Database } from 'better-sqlite3'
import type { Charge } from '../../../access/store.ts'
import type { Counts, CountsRecord } from './counts-record.ts'

const ADD_USAGE = `INSERT INTO usage (key_id, day, tool, requests, units, bytes_in, bytes_out, errors, ms)
VALUES (@keyId, @day, @tool, @requests, @units, @bytesIn, @bytesOut, @errors, @ms)
ON CONFLICT (key_id, day, tool) DO UPDATE SET
  requests = requests + excluded.requests,
  units = units + excluded.units,
  bytes_in = bytes_in + excluded.bytes_in,
  bytes_out = bytes_out + excluded.bytes_out,
  errors = errors + excluded.errors,
  ms = ms + excluded.ms`

/** A row is of the latest day seen. A charge of an earlier day counts for what still runs of it: its month, and the total. */
const ADD_CHARGE = `INSERT INTO quota (key_id, day, day_units, day_bytes, month_units, total_units)
VALUES (@keyId, @day, max(0, @units), @bytes, max(0, @units), max(0, @units))
ON CONFLICT (key_id) DO UPDATE SET
  day_units = CASE WHEN excluded.day > day THEN max(0, @units) WHEN excluded.day = day THEN max(0, day_units + @units) ELSE day_units END,
  day_bytes = CASE WHEN excluded.day > day THEN @bytes WHEN excluded.day = day THEN day_bytes + @bytes ELSE day_bytes END,
  month_units = CASE
    WHEN substr(excluded.day, 1, 7) > substr(day, 1, 7) THEN max(0, @units)
    WHEN substr(excluded.day, 1, 7) = substr(day, 1, 7) THEN max(0, month_units + @units)
    ELSE month_units END,
  total_units = max(0, total_units + @units),
  day = max(day, excluded.day)`

const NAME_OWNER = 'INSERT INTO owners VALUES (?, ?) ON CONFLICT (credential) DO UPDATE SET owner = excluded.owner'
const NOTE_FOLDED = "INSERT INTO meta VALUES ('counts_folded', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"

export interface CountsWriter {
  /** Adds one charge, in a transaction of the caller's. */
  charge(charge: Charge): void
  /**
   * Adds counts, in a transaction of the caller's.
   * @param folded the last record of the journal that is in them, where they come from there
   */
  write(counts: Counts, folded?: number): void
}

export function prepareCounts(database: Database): CountsWriter {
  const addUsage = database.prepare(ADD_USAGE)
  const addCharge = database.prepare(ADD_CHARGE)
  const nameOwner = database.prepare(NAME_OWNER)
  const noteFolded = database.prepare(NOTE_FOLDED)
  return {
    charge: (charge) => void addCharge.run(charge),
    write({ rows, charges, owners }, folded) {
      for (const row of rows) addUsage.run(row)
      for (const charge of charges) addCharge.run(charge)
      for (const { credentialId, owner } of owners) nameOwner.run(credentialId, owner)
      if (folded !== undefined) noteFolded.run(folded)
    },
  }
}

/** The last record of the journal that the database has; 0: it never had one. */
export function readFolded(database: Database): number {
  return (database.prepare("SELECT value FROM meta WHERE name = 'counts_folded'").pluck().get() as number | undefined) ?? 0
}

/** Adds what the database does not have yet of these records, in a transaction of the caller's. */
export function foldRecords(database: Database, records: readonly CountsRecord[]): void {
  const folded = readFolded(database)
  const missing = records.filter(({ sequence }) => sequence > folded)
  if (missing.length === 0) return
  const writer = prepareCounts(database)
  for (const { sequence, counts } of missing) writer.write(counts, sequence)
}
