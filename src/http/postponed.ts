// An answer that waits until what its call used is in the store. Whoever can take it later does so without a promise of its own.
import type { Awaitable } from '../access/store.ts'
import type { Sent } from './exchange.ts'

export class Postponed {
  readonly #settled: Promise<void>
  readonly #answered: () => Awaitable<Sent>
  readonly #failed: (error: unknown) => Awaitable<Sent>

  /**
   * @param settled rejects where the store fails
   * @param answered what goes out then
   * @param failed what goes out instead
   */
  constructor(settled: Promise<void>, answered: () => Awaitable<Sent>, failed: (error: unknown) => Awaitable<Sent>) {
    this.#settled = settled
    this.#answered = answered
    this.#failed = failed
  }

  sent(): Promise<Sent> {
    return this.#settled.then(this.#answered, this.#failed)
  }

  /** Hands it over when it is there, once; what goes wrong on the way to `fail`. */
  deliver(deliver: (sent: Sent) => void, fail: (error: unknown) => void): void {
    const hand = (compose: () => Awaitable<Sent>): void => {
      let sent: Awaitable<Sent>
      try {
        sent = compose()
      } catch (error) {
        fail(error)
        return
      }
      if (sent instanceof Promise) void sent.then(deliver, fail)
      else deliver(sent)
    }
    void this.#settled.then(
      () => hand(this.#answered),
      (error: unknown) => hand(() => this.#failed(error)),
    )
  }
}
