// Units of the configuration: times such as 10s and 365d, sizes in megabytes and kilobytes of 1024.

const MILLISECONDS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Milliseconds of a text such as `500ms`, `10s`, `5m`, `2h` or `30d`; undefined where it is none. */
export function parseDuration(text: string): number | undefined {
  const match = /^(0|[1-9]\d{0,8})(ms|s|m|h|d)$/.exec(text)
  return match ? Number(match[1]) * MILLISECONDS[match[2]!]! : undefined
}

export function bytesOfMegabytes(megabytes: number): number {
  return Math.floor(megabytes * 1024 * 1024)
}

export function bytesOfKilobytes(kilobytes: number): number {
  return Math.floor(kilobytes * 1024)
}
