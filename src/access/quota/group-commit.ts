// Has everything written in one go that was counted in the turns of the event loop in which more came: whoever waits for it waits together.
import type { Awaitable } from '../store.ts'

/** More turns, or more time, would keep the first waiting for the last. */
const MAX_TURNS = 16
const MAX_WAIT_MS = 2

/** Who waits until what was counted is written, and is told once; neither may throw. */
export interface Waiter {
  settled(): void
  failed(error: unknown): void
}

/**
 * @param write writes all that is counted when it is called, at once where it can
 * @param nextTurn calls back after the calls that are ready now have counted what they used
 * @param clock milliseconds that only grow
 */
export function createGroupCommit(
  write: () => Awaitable<void>,
  nextTurn: (callback: () => void) => void,
  clock: () => number,
): (waiter: Waiter) => void {
  let group: Waiter[] = []
  let until = 0
  const gather = (turns: number, before: number): void =>
    nextTurn(() => {
      if (turns < MAX_TURNS && group.length > before && clock() < until) {
        gather(turns + 1, group.length)
        return
      }
      const waiters = group
      group = []
      writeFor(waiters, write)
    })
  return (waiter) => {
    if (group.push(waiter) > 1) return
    until = clock() + MAX_WAIT_MS
    // A call that stays alone waits for one turn.
    gather(1, 1)
  }
}

function writeFor(waiters: readonly Waiter[], write: () => Awaitable<void>): void {
  const settle = (): void => {
    for (const waiter of waiters) waiter.settled()
  }
  const fail = (error: unknown): void => {
    for (const waiter of waiters) waiter.failed(error)
  }
  let written: Awaitable<void>
  try {
    written = write()
  } catch (error) {
    fail(error)
    return
  }
  if (written instanceof Promise) void written.then(settle, fail)
  else settle()
}
