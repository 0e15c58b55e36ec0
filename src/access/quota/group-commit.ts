// Has everything written in one go that was counted in the turns of the event loop in which more came: whoever waits for it waits together.
import type { Awaitable } from '../store.ts'

/** More turns, or more time, would keep the first waiting for the last. */
const MAX_TURNS = 16
const MAX_WAIT_MS = 2

/** What was counted together, and who waits for it: all of them share one promise. */
interface Group {
  size: number
  readonly written: PromiseWithResolvers<void>
}

/**
 * @param write writes all that is counted when it is called, at once where it can
 * @param nextTurn calls back after the calls that are ready now have counted what they used
 * @param clock milliseconds that only grow
 * @returns waits until what was counted by then is written; the promise rejects with what `write` throws
 */
export function createGroupCommit(
  write: () => Awaitable<void>,
  nextTurn: (callback: () => void) => void,
  clock: () => number,
): () => Promise<void> {
  let group: Group | undefined
  const gather = (gathered: Group, until: number, turns: number, before: number): void =>
    nextTurn(() => {
      if (turns < MAX_TURNS && gathered.size > before && clock() < until) {
        gather(gathered, until, turns + 1, gathered.size)
        return
      }
      group = undefined
      writeFor(gathered, write)
    })
  return () => {
    if (!group) {
      group = { size: 0, written: Promise.withResolvers() }
      // A call that stays alone waits for one turn.
      gather(group, clock() + MAX_WAIT_MS, 1, 1)
    }
    group.size++
    return group.written.promise
  }
}

function writeFor({ written: { resolve, reject } }: Group, write: () => Awaitable<void>): void {
  try {
    const written = write()
    if (written instanceof Promise) void written.then(resolve, reject)
    else resolve()
  } catch (error) {
    reject(error)
  }
}
