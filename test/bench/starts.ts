// What single processes come out at, by what the engine compiles of them and when, can differ by as much as is measured: where it does, each
// start of the service is a round.
import type { Round } from './load.ts'
import { median } from './row.ts'

const STARTS = 5

/**
 * The middle of the rounds of each start, side by side.
 * @param compareStart starts what is measured and gives the rounds of its sides; a side without rounds has none here either
 */
export async function compareStarts(compareStart: () => Promise<Round[][]>): Promise<Round[][]> {
  const starts: Round[][][] = []
  for (let i = 0; i < STARTS; i++) starts.push(await compareStart())
  return starts[0]!.map((_, side) => {
    const rounds = starts.map((start) => start[side]!)
    return rounds.every(({ length }) => length > 0) ? rounds.map(middleOf) : []
  })
}

function middleOf(rounds: readonly Round[]): Round {
  return {
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    cpuMicroseconds: median(rounds.map(({ cpuMicroseconds }) => cpuMicroseconds)),
    latenciesMs: rounds.flatMap(({ latenciesMs }) => latenciesMs),
  }
}
