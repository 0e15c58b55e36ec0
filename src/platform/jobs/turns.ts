// Lets a few do something at the same time. The others wait, in their order.

/** Waits for a turn, which ends when what it resolves to is called. @returns undefined if the signal aborts first */
export type TakeTurn = (signal: AbortSignal) => Promise<(() => void) | undefined>

export function createTurns(count: number): TakeTurn {
  let free = count
  const waiting: (() => void)[] = []
  const end = (): void => {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
  return async (signal) => {
    if (signal.aborted) return undefined
    if (free > 0) {
      free--
      return end
    }
    return new Promise((resolve) => {
      const giveUp = (): void => {
        waiting.splice(waiting.indexOf(begin), 1)
        resolve(undefined)
      }
      const begin = (): void => {
        signal.removeEventListener('abort', giveUp)
        resolve(end)
      }
      waiting.push(begin)
      signal.addEventListener('abort', giveUp, { once: true })
    })
  }
}
