// An answer that waits until what its call used is in the store. It waits itself: a promise and closures for each call
// would live until then, too.
import type { Waiter } from '../../access/quota/group-commit.ts'
import type { Awaitable } from '../../access/store.ts'
import type { Answer, Exchange, ExchangeServices, Route, Sent } from '../routes/exchange-types.ts'
import { elapsed } from '../routes/open-exchange.ts'
import { problemInstead, recordAnswer } from './finish-answer.ts'

export class Postponed implements Waiter {
  readonly #services: ExchangeServices
  readonly #route: Route
  readonly #exchange: Exchange
  readonly #answer: Answer
  #deliver: (sent: Sent) => void = () => undefined
  #fail: (error: unknown) => void = () => undefined

  /** @param answer goes out once it is counted; where the store fails, a problem does */
  constructor(services: ExchangeServices, route: Route, exchange: Exchange, answer: Answer) {
    this.#services = services
    this.#route = route
    this.#exchange = exchange
    this.#answer = answer
  }

  /** To be called where `deliver` is not, and once. */
  sent(): Promise<Sent> {
    return new Promise((deliver, fail) => this.deliver(deliver, fail))
  }

  /**
   * Hands it over when it is there, once; what goes wrong on the way to `fail`.
   * @param deliver as `fail`, never throws
   */
  deliver(deliver: (sent: Sent) => void, fail: (error: unknown) => void): void {
    this.#deliver = deliver
    this.#fail = fail
    this.#services.access.admission.whenCommitted(this)
  }

  settled(): void {
    this.#hand(this.#answer)
  }

  failed(error: unknown): void {
    this.#hand(problemInstead(this.#services, this.#exchange, error))
  }

  #hand(answer: Answer): void {
    let sent: Awaitable<Sent>
    try {
      sent = recordAnswer(this.#services, this.#route, this.#exchange, answer, elapsed(this.#services, this.#exchange))
    } catch (error) {
      this.#fail(error)
      return
    }
    if (sent instanceof Promise) void sent.then(this.#deliver, this.#fail)
    else this.#deliver(sent)
  }
}
