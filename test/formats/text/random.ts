// Repeatable random numbers and texts for the property tests.

export type RandomBelow = (bound: number) => number

/** Xorshift with a seed other than 0. */
export function makeRandom(seed: number): RandomBelow {
  let state = seed
  return (bound) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % bound
  }
}

/** Pieces drawn from a list and joined. */
export function randomText(random: RandomBelow, pieces: readonly string[], maxPieces: number): string {
  let text = ''
  for (let i = random(maxPieces + 1); i > 0; i--) text += pieces[random(pieces.length)]
  return text
}
