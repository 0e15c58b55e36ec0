// Gives back the memory that a start took and nobody needs any more. A start makes much, but not enough for V8 to collect all of it; only
// after such a collection does V8 look, some seconds later and in small steps, whether it can give memory back to the system.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Callers that wait for the service to come back are answered first. */
const PAUSE_MS = 1_000

/**
 * Collects once, in the first pause between calls: it takes some tens of milliseconds.
 * @param isIdle whether no call runs
 */
export function collectAfterStart(isIdle: () => boolean, collect: () => void = collectGarbage): void {
  const timer = setInterval(() => {
    if (!isIdle()) return
    clearInterval(timer)
    collect()
  }, PAUSE_MS).unref()
}

/** Node shows the function by a flag alone; it is put back, because it is part of what compiled code is checked by. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  try {
    const collect = runInNewContext('gc') as () => void
    collect()
  } finally {
    setFlagsFromString('--no-expose-gc')
  }
}
