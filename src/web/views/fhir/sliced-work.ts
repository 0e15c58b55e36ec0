// Long work that pauses at each `yield`, so that it can be spread over several tasks.

/** How long one task works, in milliseconds: far from the 50 that a person notices, on slow machines too. */
const SLICE_MS = 10

/** The first slice is done at once. */
export class SlicedWork<T> {
  done: { readonly result: T } | undefined
  readonly #work: Generator<void, T>

  constructor(work: Generator<void, T>) {
    this.#work = work
    this.goOn()
  }

  /** @returns whether the work is done */
  goOn(): boolean {
    const end = performance.now() + SLICE_MS
    do {
      const { done, value } = this.#work.next()
      if (done) this.done = { result: value }
    } while (!this.done && performance.now() < end)
    return this.done !== undefined
  }
}

/** All of the work in one task: for what is short. */
export function atOnce<T>(work: Generator<void, T>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}
