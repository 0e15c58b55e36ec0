// Rows of a comparison of two sides that were run in turn: by processor time, which other work on the machine hardly touches, and by rate.
import type { Round } from './load.ts'
import { type BenchRow, median, missingRow } from './row.ts'

export interface Compared {
  /** In goals.json, of the row that counts processor time. */
  readonly id: string
  readonly what: string
  readonly reference: string
  /** What one operation is, where it is more than one call. */
  readonly operation?: string
}

/** The processor time of one operation is judged; the rate is told beside it. */
export function compareRows(
  own: readonly Round[],
  other: readonly Round[],
  { id, what, reference, operation = 'call' }: Compared,
): BenchRow[] {
  if (other.length === 0)
    return [missingRow(id, what, `${reference}: a call was answered with a fault, so that there is nothing to compare`)]
  const cpu = own.map((round, i) => other[i]!.cpuMicroseconds / round.cpuMicroseconds)
  const rate = own.map((round, i) => round.perSecond / other[i]!.perSecond)
  const middle = (rounds: readonly Round[], pick: (round: Round) => number): string => format(median(rounds.map(pick)))
  return [
    {
      id,
      what: `${what}: server CPU µs a ${operation}`,
      measured: middle(own, ({ cpuMicroseconds }) => cpuMicroseconds),
      reference: `${middle(other, ({ cpuMicroseconds }) => cpuMicroseconds)} ${reference}`,
      ratio: median(cpu),
      rounds: cpu,
    },
    {
      id: `${id}-rate`,
      what: `${what}: ${operation}s a second`,
      measured: middle(own, ({ perSecond }) => perSecond),
      reference: `${middle(other, ({ perSecond }) => perSecond)} ${reference}`,
      ratio: median(rate),
      rounds: rate,
    },
  ]
}

function format(figure: number): string {
  return figure >= 100 ? Math.round(figure).toLocaleString('en') : figure.toFixed(1)
}
