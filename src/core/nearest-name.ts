// The name that was probably meant. It imports nothing, because the command line needs it before anything else is loaded.

/**
 * The known name within two edits, or undefined; within one edit for names of up to five characters, where two make another word.
 * Swapped neighbors are one edit. Names longer than 64 characters are not compared.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > 64) return undefined
  let best: string | undefined
  let bestDistance = 3
  for (const candidate of known) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase())
    const limit = Math.max(1, Math.floor(Math.max(name.length, candidate.length) / 3))
    if (distance < bestDistance && distance <= limit && distance < candidate.length) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitution = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swap = isSwap ? beforePrevious[j - 2]! + 1 : substitution
      current.push(Math.min(previous[j]! + 1, current[j - 1]! + 1, substitution, swap))
    }
    beforePrevious = previous
    previous = current
  }
  return previous[b.length]!
}
