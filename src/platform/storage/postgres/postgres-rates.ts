// Rates that all nodes share: the generic cell rate algorithm of src/access/quota/rate.ts as one statement, by the clock of the database.
// The usual library, rate-limiter-flexible 11.4, counts in fixed windows by the clock of each node: of a limit of 100 in 2 s it let 199 calls pass
// within 0.2 s around the border of a window, this lets 110, which are 100 and what comes back meanwhile.
import type { RateStore } from '../../../access/store.ts'
import type { Postgres } from './postgres.ts'

/** full_at: when the bucket is full again, in milliseconds since 1970. Refused where the call does not fit into the bucket. */
const TAKE = `WITH now AS (SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms)
INSERT INTO health_tools.rates AS r (credential, full_at) SELECT $1, now.ms + $2 FROM now
ON CONFLICT (credential) DO UPDATE SET full_at = least(greatest(r.full_at, (SELECT ms FROM now)), (SELECT ms FROM now) + $3) + $2
WHERE least(greatest(r.full_at - (SELECT ms FROM now), 0), $3) + $2 <= $3 + 0.001
RETURNING (r.full_at - (SELECT ms FROM now))::float8 AS empty_ms`

const LOOK = `SELECT greatest(0, full_at - extract(epoch FROM clock_timestamp()) * 1000)::float8 AS empty_ms FROM health_tools.rates WHERE credential = $1`

export function createPostgresRates(database: Postgres): RateStore {
  return {
    async take(credentialId, { perMinute, burst }) {
      const callMs = 60_000 / perMinute
      const [taken] = await database.query<{ empty_ms: number }>(TAKE, [credentialId, callMs, callMs * burst], 'take')
      if (taken) return { allowed: true, emptyMs: taken.empty_ms }
      const [full] = await database.query<{ empty_ms: number }>(LOOK, [credentialId], 'look')
      return { allowed: false, emptyMs: full?.empty_ms ?? callMs * burst }
    },
    async sweep() {
      await database.query(`DELETE FROM health_tools.rates WHERE full_at < extract(epoch FROM clock_timestamp()) * 1000 - 60000`)
    },
  }
}
