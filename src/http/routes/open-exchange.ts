// What is known of one request while it is answered, and its settlement.
import type { Caller } from '../../access/caller.ts'
import type { Lease } from '../../access/quota/lease.ts'
import type { Awaitable } from '../../access/store.ts'
import { headerValue, type RequestEnvironment } from '../request/environment.ts'
import { requestIdOf } from '../request/trace.ts'
import type { ApiPlaces } from './api-places.ts'
import type { Exchange, ExchangeServices, Load, RequestTarget } from './exchange-types.ts'

/** A class, because an object with functions of its own would be made of several with each request. */
export class OpenExchange implements Exchange {
  readonly target: RequestTarget
  readonly environment: RequestEnvironment
  readonly requestId: string
  readonly startedAt: number
  readonly started: number
  address: string
  caller: Caller | undefined = undefined
  lease: Lease | undefined = undefined
  isSettled = false
  reservedBytes = 0
  bytesIn = 0
  bytesOut = 0
  units = 0
  errors = 0
  readonly #services: ExchangeServices

  constructor(services: ExchangeServices, target: RequestTarget, environment: RequestEnvironment) {
    this.#services = services
    this.target = target
    this.environment = environment
    this.requestId = requestIdOf(headerValue(environment.rawHeaders, 'x-request-id'), services.newRequestId)
    this.startedAt = services.now()
    this.started = services.clock()
    this.address = environment.connection.peerAddress
  }

  get places(): ApiPlaces {
    return this.#services.places
  }

  get load(): Load {
    return this.#services.load
  }

  commit(): Promise<void> | undefined {
    return this.lease && this.#services.access.admission.commit(this.lease)
  }

  settle(): Promise<void> | undefined {
    if (this.isSettled) return undefined
    this.isSettled = true
    this.load.bytes -= this.reservedBytes
    if (!this.lease) return undefined
    this.load.active--
    const { units, bytesIn, bytesOut, errors } = this
    this.lease.settle({ units, bytesIn, bytesOut, errors, ms: elapsed(this.#services, this) })
    return this.commit()
  }

  handOver(): Awaitable<void> {
    this.isSettled = true
    this.load.bytes -= this.reservedBytes
    if (!this.lease) return undefined
    this.load.active--
    return this.lease.handOver()
  }
}

/** Milliseconds since the request came, to a thousandth. */
export function elapsed({ clock }: ExchangeServices, { started }: Exchange): number {
  return Math.round((clock() - started) * 1000) / 1000
}
