// Has everything written in one go that was counted in the turns of the event loop in which more came: whoever waits for it waits together.

/** More turns, or more time, would keep the first waiting for the last. */
const MAX_TURNS = 16
const MAX_WAIT_MS = 2

/**
 * @param nextTurn calls back after the calls that are ready now have counted what they used
 * @param clock milliseconds that only grow
 */
export function createGroupCommit(
  write: () => Promise<void>,
  nextTurn: (callback: () => void) => void,
  clock: () => number,
): () => Promise<void> {
  let group: Promise<void> | undefined
  let waiting = 0
  let until = 0
  const gather = (turns: number, before: number, act: () => void): void =>
    nextTurn(() => {
      if (turns < MAX_TURNS && waiting > before && clock() < until) gather(turns + 1, waiting, act)
      else act()
    })
  return () => {
    waiting++
    group ??= new Promise((resolve, reject) => {
      until = clock() + MAX_WAIT_MS
      // A call that stays alone waits for one turn.
      gather(1, 1, () => {
        group = undefined
        waiting = 0
        write().then(resolve, reject)
      })
    })
    return group
  }
}
