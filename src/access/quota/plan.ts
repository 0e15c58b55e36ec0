// What a plan allows. Plans come from the configuration; a limit that is null does not hold.

export interface RateLimit {
  /** Calls that come back per minute. */
  readonly perMinute: number
  /** Calls that may come at once. */
  readonly burst: number
}

/** Units and bytes per UTC day, units per UTC month, and units in all that do not renew. */
export interface Quota {
  readonly unitsPerDay: number | null
  readonly unitsPerMonth: number | null
  readonly unitsTotal: number | null
  /** Bytes of request bodies. */
  readonly bytesPerDay: number | null
}

export interface Plan {
  readonly name: string
  readonly rate: RateLimit | null
  readonly concurrent: number | null
  readonly quota: Quota
  readonly maxBodyBytes: number | null
  readonly maxBatchItems: number | null
  /** Patterns: `*`, `<category>/*`, `<category>/<tool>`. */
  readonly tools: readonly string[]
  /** Units are written durably before the work is done, so that a crash never gives any back. */
  readonly strict: boolean
}

export type Plans = ReadonlyMap<string, Plan>
