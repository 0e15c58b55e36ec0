// Times of works that run in turn, so that the noise of the machine meets all of them alike.
import { median } from '../row.ts'

const ROUNDS = 7
const ROUND_MS = 300

export interface Work {
  /** How many things one run of it does. */
  readonly count: number
  run(): void
}

/** Microseconds of processor time of one thing, for each work and round. */
export function interleave(works: readonly Work[], rounds = ROUNDS): number[][] {
  const found = works.map(() => [] as number[])
  for (const work of works) work.run()
  for (let round = 0; round < rounds; round++) works.forEach((work, i) => void found[i]!.push(timeOf(work)))
  return found
}

function timeOf({ count, run }: Work): number {
  const begin = process.cpuUsage()
  const end = performance.now() + ROUND_MS
  let times = 0
  do {
    run()
    times++
  } while (performance.now() < end)
  const { user, system } = process.cpuUsage(begin)
  return (user + system) / times / count
}

/** Of each round the reference over the measured one. */
export function ratiosOf(measured: readonly number[], reference: readonly number[]): number[] {
  return measured.map((time, i) => reference[i]! / time)
}

export function milliseconds(microseconds: readonly number[]): string {
  return `${(median(microseconds) / 1000).toFixed(3)} ms`
}
