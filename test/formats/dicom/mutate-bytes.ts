// Seeded damage to files: the same seed gives the same bytes, so that a finding can be repeated.

export type Random = () => number

/** A linear congruential generator: numbers from 0 to below 1. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** Markers and lengths at which readers go wrong. */
const PATTERNS = [
  'feff00e0',
  'feff0de0',
  'feffdde0',
  'ffffffff',
  '00000000',
  '53510000',
  '554e0000',
  '4f420000',
  '1b244200',
  '00ffff7f',
].map((hex) => Uint8Array.from(hex.match(/../g)!, (byte) => Number.parseInt(byte, 16)))

/** A damaged copy: cut off, or with up to eight bytes, runs or patterns changed. */
export function mutate(source: Uint8Array, random: Random): Uint8Array {
  const bytes = source.slice()
  const pick = (limit: number) => Math.floor(random() * limit)
  if (random() < 0.25) return bytes.subarray(0, pick(bytes.length))
  const changes = 1 + pick(8)
  for (let i = 0; i < changes && bytes.length > 0; i++) {
    const at = pick(bytes.length)
    const kind = random()
    if (kind < 0.4) bytes[at] = pick(256)
    else if (kind < 0.7) bytes.set(PATTERNS[pick(PATTERNS.length)]!.subarray(0, bytes.length - at), at)
    else if (kind < 0.8) bytes.fill(0, at, at + pick(64))
    else {
      const from = pick(bytes.length)
      bytes.copyWithin(at, from, from + pick(64))
    }
  }
  return bytes
}
