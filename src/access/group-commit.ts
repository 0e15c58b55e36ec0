// Has everything written in one go that was counted in the turns of the event loop in which more came: whoever waits for it waits together.

/** More turns would keep the first waiting for the last. */
const MAX_TURNS = 4

/** @param nextTurn calls back after the calls that are ready now have counted what they used */
export function createGroupCommit(write: () => Promise<void>, nextTurn: (callback: () => void) => void): () => Promise<void> {
  let group: Promise<void> | undefined
  let waiting = 0
  const gather = (turns: number, before: number, act: () => void): void =>
    nextTurn(() => {
      if (turns < MAX_TURNS && waiting > before) gather(turns + 1, waiting, act)
      else act()
    })
  return () => {
    waiting++
    group ??= new Promise((resolve, reject) => {
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
