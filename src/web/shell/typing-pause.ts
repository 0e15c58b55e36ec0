// How long a person must have paused before a tool follows what was typed. Drawing a large result blocks the keys, so it waits for a longer pause.

const LEAST_MS = 250
const MOST_MS = 2000
/** Of a person who types on, few keys come after a pause of this many times the drawing. */
const TIMES = 8

export class TypingPause {
  #ms = LEAST_MS

  get ms(): number {
    return this.#ms
  }

  /** Called when a result is about to be drawn. */
  noteDrawing(): void {
    const started = performance.now()
    // The second callback comes behind the drawing.
    requestAnimationFrame(() =>
      setTimeout(() => {
        this.#ms = Math.min(MOST_MS, Math.max(LEAST_MS, TIMES * (performance.now() - started)))
      }),
    )
  }
}
