// Does in one go what is asked for while the go before is under way, so that many small writes share a round trip and a commit.

export interface Batcher<T, R> {
  /** Resolves with what `act` answers for this item; rejects with what it throws. */
  add(item: T, bytes: number): Promise<R>
}

export interface BatchLimits {
  readonly items: number
  readonly bytes: number
  /** Goes that may be under way at once. */
  readonly atOnce: number
}

/** @param act answers for each item in the given order */
export function createBatcher<T, R>(act: (items: readonly T[]) => Promise<readonly R[]>, limits: BatchLimits): Batcher<T, R> {
  interface Waiting {
    readonly item: T
    readonly bytes: number
    resolve(answer: R): void
    reject(error: unknown): void
  }
  const waiting: Waiting[] = []
  let underWay = 0

  const takeBatch = (): Waiting[] => {
    let [count, bytes] = [0, 0]
    while (count < waiting.length && count < limits.items && (count === 0 || bytes + waiting[count]!.bytes <= limits.bytes)) {
      bytes += waiting[count++]!.bytes
    }
    return waiting.splice(0, count)
  }
  const go = async (): Promise<void> => {
    underWay++
    while (waiting.length > 0) {
      const batch = takeBatch()
      try {
        const answers = await act(batch.map(({ item }) => item))
        for (const [i, { resolve }] of batch.entries()) resolve(answers[i]!)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    underWay--
  }
  return {
    add(item, bytes) {
      return new Promise((resolve, reject) => {
        waiting.push({ item, bytes, resolve, reject })
        // In the next turn: what comes in this one goes along.
        if (underWay < limits.atOnce) setImmediate(() => void (underWay < limits.atOnce && waiting.length > 0 && go()))
      })
    },
  }
}
