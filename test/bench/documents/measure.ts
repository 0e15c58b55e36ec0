// Speed of a work beside that of another program, in turns, in processor time.
import { type BenchRow, median } from '../row.ts'

const ROUNDS = 9
const WARM_UP = 2

export interface Comparison {
  readonly id: string
  readonly what: string
  /** Characters or bytes that each work reads. */
  readonly length: number
  readonly own: () => unknown
  readonly peer: () => unknown
  readonly name: string
  readonly rounds?: number
  /** Rounds before those that count. Default: 2. */
  readonly warmUp?: number
}

export function compareSpeed({ id, what, length, own, peer, name, rounds = ROUNDS, warmUp = WARM_UP }: Comparison): BenchRow {
  const [owns, peers] = [[] as number[], [] as number[]]
  for (let round = -warmUp; round < rounds; round++) {
    const [a, b] = [cpuOf(own), cpuOf(peer)]
    if (round < 0) continue
    owns.push(a)
    peers.push(b)
  }
  const rate = (times: readonly number[]) => `${(length / median(times)).toFixed(1)} MB/CPU-s`
  return {
    id,
    what,
    measured: rate(owns),
    reference: `${name}: ${rate(peers)}`,
    ratio: median(peers) / median(owns),
    rounds: owns.map((time, i) => peers[i]! / time),
  }
}

/** Microseconds of processor time. */
function cpuOf(work: () => unknown): number {
  const started = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(started)
  return user + system
}
