// Works on several items of a long list at the same time and takes their outcomes in the order of the list. What is begun and not taken
// is bounded in number and bytes, so that a list of any length takes the same memory.

export interface Window<I, O> {
  /** Items that are worked on, or done and not taken. */
  readonly maxItems: number
  readonly maxBytes: number
  readonly bytesOf: (item: I) => number
  readonly start: (item: I) => Promise<O>
  readonly take: (outcome: O) => Promise<void>
  /** Ends the list early; what was begun is still taken. */
  readonly isStopped: () => boolean
}

/** @throws what start or take throws first; what was begun has come to its end then */
export async function runOrdered<I, O>(items: AsyncIterable<I>, window: Window<I, O>): Promise<void> {
  const { maxItems, maxBytes, bytesOf, start, take, isStopped } = window
  const begun: { readonly bytes: number; readonly outcome: Promise<O> }[] = []
  let buffered = 0
  const takeFirst = async (): Promise<void> => {
    const { bytes, outcome } = begun[0]!
    await take(await outcome)
    begun.shift()
    buffered -= bytes
  }
  try {
    for await (const item of items) {
      if (isStopped()) break
      const bytes = bytesOf(item)
      while (begun.length > 0 && (begun.length >= maxItems || buffered + bytes > maxBytes)) await takeFirst()
      if (isStopped()) break
      const outcome = start(item)
      // Its turn to be looked at comes later.
      outcome.catch(() => undefined)
      begun.push({ bytes, outcome })
      buffered += bytes
    }
    while (begun.length > 0) await takeFirst()
  } finally {
    await Promise.allSettled(begun.map(({ outcome }) => outcome))
  }
}
