// Answers of work that goes on at the same time, taken in the order in which the work was begun, each as soon as its turn has come. What is
// begun and not taken is bounded.

export class OrderedAnswers<T> {
  readonly #maxBegun: number
  readonly #take: (answer: T) => Promise<void>
  /** Settle when an answer has been taken; in their order. */
  readonly #begun: Promise<void>[] = []

  constructor(maxBegun: number, take: (answer: T) => Promise<void>) {
    this.#maxBegun = maxBegun
    this.#take = take
  }

  /** Whether something has been begun and not taken. */
  get isBusy(): boolean {
    return this.#begun.length > 0
  }

  /**
   * Begins work as soon as there is room for it.
   * @throws what work that was begun before has thrown, or the taking of its answer; then nothing is begun
   */
  async begin(start: () => Promise<T>): Promise<void> {
    while (this.#begun.length >= this.#maxBegun) await this.#begun[0]
    const taken = this.#takeAfter(this.#begun.at(-1), start())
    this.#begun.push(taken)
    // What has failed stays the first: nothing after it is taken, and whoever comes next is told.
    taken.then(
      () => void this.#begun.shift(),
      () => undefined,
    )
  }

  /** Resolves when everything that was begun has been taken; throws as begin does. */
  async drain(): Promise<void> {
    await this.#begun.at(-1)
  }

  async #takeAfter(before: Promise<void> | undefined, work: Promise<T>): Promise<void> {
    // Its failure is looked at when its turn has come.
    work.catch(() => undefined)
    await before
    await this.#take(await work)
  }
}
