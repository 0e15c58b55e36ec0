// Where all cores are busy, the thread that answers comes first: a short call waits for its turn, and a long one takes a little longer.
// Only on Linux has each thread a priority of its own.
import { readdirSync, readFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/** Beside the niceness of the process: a ninth of the time that the event loop gets on the same core. */
const ADDED_NICENESS = 10
const MAX_NICENESS = 19

const THREADS = '/proc/self/task'
/** What Node calls V8's threads, which collect garbage and compile for all threads of JavaScript. */
const HELPER_NAME = 'V8Worker'

/** To be called in the thread of long calls. */
export function yieldToEventLoop(): void {
  onLinux(() => setPriority(composeNiceness()))
}

/**
 * To be called in the main thread where there are long calls. Most garbage is theirs: V8's threads took the cores by its collection as if
 * it were the event loop's own, and doubled the p99 of small calls.
 */
export function helpersYieldToEventLoop(): void {
  onLinux(() => {
    const niceness = composeNiceness()
    for (const thread of readdirSync(THREADS)) {
      if (readFileSync(`${THREADS}/${thread}/comm`, 'utf8').trim() === HELPER_NAME) setPriority(Number(thread), niceness)
    }
  })
}

/** That of the calling thread, and more. */
function composeNiceness(): number {
  return Math.min(getPriority() + ADDED_NICENESS, MAX_NICENESS)
}

function onLinux(change: () => void): void {
  if (process.platform !== 'linux') return
  try {
    change()
  } catch {
    // A system that forbids it gives all threads the same.
  }
}
