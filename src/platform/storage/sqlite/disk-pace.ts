// Whether the event loop waits for the disk itself, or has a thread wait. To hand a write over and to be woken costs the loop more than a
// quick disk needs for the whole write; a slow one must not keep everybody waiting.

/** What the loop may wait on average. */
const QUICK_MS = 0.4
/** What it may wait beyond that before the disk is taken to be slow. */
const MAX_DEBT_MS = 10
/** Writes by threads until the disk is tried again: one in so many keeps the loop waiting. */
const WRITES_BETWEEN_TRIES = 512

export interface Pace {
  /** To be asked once before a write that waits for no other. */
  isQuick(): boolean
  /** Does a write that the loop waits for. */
  time<T>(write: () => T): T
}

export class DiskPace implements Pace {
  readonly #clock: () => number
  #debtMs = 0
  #writesToTry = 0

  /** @param clock milliseconds that never go back */
  constructor(clock: () => number) {
    this.#clock = clock
  }

  isQuick(): boolean {
    if (this.#writesToTry === 0) return true
    this.#writesToTry--
    return false
  }

  time<T>(write: () => T): T {
    const begun = this.#clock()
    try {
      return write()
    } finally {
      this.#note(this.#clock() - begun)
    }
  }

  #note(milliseconds: number): void {
    this.#debtMs = Math.max(0, this.#debtMs + milliseconds - QUICK_MS)
    if (this.#debtMs <= MAX_DEBT_MS) return
    this.#writesToTry = WRITES_BETWEEN_TRIES
    // A single try decides then.
    this.#debtMs = MAX_DEBT_MS
  }
}
