// Has everything written that was counted in one turn of the event loop, in one go: whoever waits for it waits together.

/** @param nextTurn calls back after the calls that are ready now have counted what they used */
export function createGroupCommit(write: () => Promise<void>, nextTurn: (callback: () => void) => void): () => Promise<void> {
  let group: Promise<void> | undefined
  return () => {
    group ??= new Promise((resolve, reject) => {
      nextTurn(() => {
        group = undefined
        write().then(resolve, reject)
      })
    })
    return group
  }
}
