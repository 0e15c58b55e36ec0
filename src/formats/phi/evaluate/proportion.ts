// A share with its confidence interval by Wilson's score (E. B. Wilson 1927), which holds near 0 and 1 too, where de-identifiers live.

export interface Proportion {
  readonly hits: number
  readonly of: number
  /** Null where there is nothing to take a share of. */
  readonly value: number | null
  readonly low: number | null
  readonly high: number | null
}

/** Standard normal quantiles of two-sided intervals. */
const QUANTILES = { '0.9': 1.6448536269514722, '0.95': 1.959963984540054, '0.99': 2.5758293035489004 } as const
export type Confidence = keyof typeof QUANTILES

export function measureProportion(hits: number, of: number, confidence: Confidence): Proportion {
  if (of === 0) return { hits, of, value: null, low: null, high: null }
  const z = QUANTILES[confidence]
  const share = hits / of
  const width = z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of))
  const middle = share + (z * z) / (2 * of)
  const scale = 1 + (z * z) / of
  return {
    hits,
    of,
    value: round(share),
    low: hits === 0 ? 0 : round(Math.max(0, (middle - width) / scale)),
    high: hits === of ? 1 : round(Math.min(1, (middle + width) / scale)),
  }
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
