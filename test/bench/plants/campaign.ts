// What the campaigns of planted persons share: their arguments, and how they count and show what was left.
export interface Campaign {
  readonly options: object
  /** Whether each value that was left is shown. */
  readonly lists: boolean
  /** Counts a value that was left at a place. */
  countLeft(place: string): void
  /** Tries each seed, then shows the sums and the places, those with the most first. */
  run(tryOne: (seed: number) => void, sums: object): void
}

/** Of `[COUNT] [FIRST SEED] [--list] [--options JSON]`. */
export function readCampaign([count = '100', first = '1', ...flags]: readonly string[]): Campaign {
  const seeds = Array.from({ length: Number(count) || 0 }, (_, i) => Number(first) + i)
  if (seeds.length === 0 || !seeds.every(Number.isSafeInteger)) throw new Error('Give the number of persons and the first seed as numbers.')
  const byPlace = new Map<string, number>()
  return {
    options: flags.includes('--options') ? (JSON.parse(flags[flags.indexOf('--options') + 1]!) as object) : {},
    lists: flags.includes('--list'),
    countLeft: (place) => void byPlace.set(place, (byPlace.get(place) ?? 0) + 1),
    run(tryOne, sums) {
      for (const seed of seeds) tryOne(seed)
      console.log(sums)
      const places = [...byPlace].sort((a, b) => b[1] - a[1])
      console.log(places.map(([place, times]) => `${place}: ${times}`).join('\n'))
    },
  }
}
