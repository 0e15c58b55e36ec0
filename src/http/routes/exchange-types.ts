// A request, its answer, and what both need of the server.
import type { Caller } from '../../access/caller.ts'
import type { Access } from '../../access/quota/admission.ts'
import type { Lease } from '../../access/quota/lease.ts'
import type { Awaitable } from '../../access/store.ts'
import type { RequestEnvironment, SentHead } from '../request/environment.ts'
import type { Encoders } from '../response/encoders.ts'
import type { AuditGate, Reporter } from '../response/report.ts'
import type { ApiPlaces } from './api-places.ts'
import type { Cors } from './cors.ts'

export interface ExchangeServices {
  readonly access: Access
  readonly reporter: Reporter
  /** Where an audit log is kept. */
  readonly audit?: AuditGate | undefined
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number
  /** Milliseconds that only grow, for durations. */
  readonly clock: () => number
  /** A UUID. */
  readonly newRequestId: () => string
  /** True once the service takes nothing new. */
  readonly isDraining: () => boolean
  readonly load: Load
  readonly encoders: Encoders
  readonly places: ApiPlaces
  /** Where pages of other origins may call. */
  readonly cors?: Cors | undefined
}

/** How many tool calls run, and may run, at the same time, and the bytes of their bodies. */
export interface Load {
  active: number
  /** Null: no limit but those of the plans. */
  readonly max: number | null
  bytes: number
  readonly maxBytes: number
}

/** What a handler gives back; the exchange adds the headers that every answer has. */
export interface Answer {
  readonly status: number
  readonly body: string | Uint8Array | ReadableStream<Uint8Array> | null
  readonly headers: Readonly<Record<string, string>>
  /** Resolves when a streamed body has been sent or given up; the call is settled and reported then. */
  readonly done?: Promise<void>
  /** Resolves when work is done that goes on after this answer; the call is settled then. */
  readonly work?: Promise<void>
  /** True where nobody keeps the body, or the pieces of a streamed one: their memory is given back as soon as it has been sent. */
  readonly isGivenAway?: boolean
  /** Of the problem, where it is one. */
  readonly code?: string | undefined
}

/** What a request is for; hono's own request is one. */
export interface RequestTarget {
  readonly method: string
  /** With the query; whole, or from the path on. */
  readonly url: string
  readonly path: string
  /** A part of the path by its name in the route's pattern. */
  param(name: string): string | undefined
}

/** What goes out. */
export interface Sent {
  readonly status: number
  readonly head: SentHead
  readonly body: Answer['body']
  /** Of a body that is whole, in UTF-8. */
  readonly bytes: number
  /** True where nobody keeps the pieces of a streamed body. */
  readonly isGivenAway: boolean
}

/** What work needs to know of its request, and what it tells of itself. */
export interface WorkContext {
  readonly requestId: string
  readonly places: ApiPlaces
  readonly caller: Pick<Caller, 'credentialId'> | undefined
  bytesOut: number
  units: number
  errors: number
}

export interface Exchange extends WorkContext {
  readonly target: RequestTarget
  readonly environment: RequestEnvironment
  /** Milliseconds since 1970 UTC. */
  readonly startedAt: number
  /** The same moment by the clock that only grows. */
  readonly started: number
  /** The caller's, as access tells it; empty where it is not known. */
  address: string
  /** Set once the credentials are accepted, and once the call is admitted. */
  caller: Caller | undefined
  lease: Lease | undefined
  readonly load: Load
  /** Where units that were reserved have to be in the store before their work is answered, resolves when they are. */
  commit(): Promise<void> | undefined
  /** Counts what the call used, once; where the answer has to wait for that, resolves when it may go out. */
  settle(): Promise<void> | undefined
  /** A job counts the call from here on: gives back what was reserved for it, and counts nothing. */
  handOver(): Awaitable<void>
  isSettled: boolean
  /** Bytes of the body that are in memory. */
  reservedBytes: number
  /** What the handler has read and used so far, so that a later error still counts it. */
  bytesIn: number
}

export interface Route {
  /** The pattern that logs and metrics show. */
  readonly route: string
  readonly tool: string | undefined
  /** Served without credentials. */
  readonly isOpen?: boolean
}

export type Handle = (exchange: Exchange) => Awaitable<Answer>
