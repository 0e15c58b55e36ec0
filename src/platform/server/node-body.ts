// The body of a Node request as a BodySource, the decoders of Content-Encoding, and the search for the borders of a form.
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Transform } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { freeBytes } from '../../core/free-bytes.ts'
import { ProblemError } from '../../core/problem.ts'
import type { Decoder, Decoders } from '../../http/request/body-limit.ts'
import { announcedBytesOf, type BodySource, headerValue, type OnChunk } from '../../http/request/environment.ts'
import type { FindBytes } from '../../http/request/multipart.ts'

/** How slowly a body may come before it is given up. Only time counts in which the service was willing to read. */
export interface BodyPace {
  /** A whole body must be there after this time; a stream of lines may go on. */
  readonly maxWaitMs: number
  readonly minBytesPerSecond: number
  /** The minimum rate holds from here on. */
  readonly graceMs: number
}

/**
 * Reads straight from the socket's request. A client that waits for `100 Continue` gets it only when the body is wanted, so that a
 * refused call never uploads.
 */
export class NodeBody implements BodySource {
  readonly announcedBytes: number | undefined
  readonly #incoming: IncomingMessage
  readonly #outgoing: ServerResponse
  readonly #waitsForContinue: boolean
  readonly #pace: BodyPace

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, waitsForContinue: boolean, pace: BodyPace) {
    this.announcedBytes = announcedBytesOf(incoming.rawHeaders)
    this.#incoming = incoming
    this.#outgoing = outgoing
    this.#waitsForContinue = waitsForContinue
    this.#pace = pace
  }

  read(onChunk: OnChunk, endless: boolean): Promise<void> | void {
    if (this.#waitsForContinue) this.#outgoing.writeContinue()
    else if (isBodyThere(this.#incoming)) return take(this.#incoming.read() as Buffer | null, onChunk)
    const pace = endless ? { ...this.#pace, maxWaitMs: Number.POSITIVE_INFINITY } : this.#pace
    return new BodyReader(this.#incoming, onChunk, pace).done
  }
}

/** Whether a stream has come in whole, and waits untouched. */
function isBodyThere(incoming: IncomingMessage): boolean {
  if (incoming.destroyed || incoming.readableFlowing !== null) return false
  return incoming.complete || Number(headerValue(incoming.rawHeaders, 'content-length')) === incoming.readableLength
}

function take(bytes: Uint8Array | null, onChunk: OnChunk): Promise<void> | void {
  if (bytes) return onChunk(bytes)
}

/** Readers whose body is not there yet: one timer for all, because a request would make and clear its own within microseconds. */
const waiting = new Set<BodyReader>()
const PACE_CHECK_MS = 1_000
let paceTimer: NodeJS.Timeout | undefined

function watchPace(reader: BodyReader): void {
  waiting.add(reader)
  paceTimer ??= setInterval(() => {
    for (const slow of waiting) slow.checkPace()
    if (waiting.size > 0) return
    clearInterval(paceTimer)
    paceTimer = undefined
  }, PACE_CHECK_MS).unref()
}

/**
 * So much of a body is taken at a time, then the others come. What a socket holds would be read on and on, 2 MB at a time: 5 MB kept small
 * calls waiting for 3.4 ms.
 */
const TURN_BYTES = 1 << 18

class BodyReader {
  readonly done: Promise<void>
  readonly #incoming: IncomingMessage
  readonly #onChunk: OnChunk
  readonly #pace: BodyPace
  #finish: (error?: unknown) => void = () => undefined
  #waitedMs = 0
  #waitingSince = performance.now()
  #bytes = 0
  #pauseAt = TURN_BYTES
  /** Set while onChunk works on a chunk: the end of the body waits for it. */
  #working = false
  #ended = false

  constructor(incoming: IncomingMessage, onChunk: OnChunk, pace: BodyPace) {
    this.#incoming = incoming
    this.#onChunk = onChunk
    this.#pace = pace
    this.done = new Promise((resolve, reject) => {
      this.#finish = (error) => {
        waiting.delete(this)
        incoming.off('data', this.#take)
        if (error === undefined) resolve()
        else {
          incoming.pause()
          // What still comes is thrown away, where the connection goes on at all: megabytes of it would wait for the garbage collector.
          // Freed when everybody has seen it: who throws it away counts its bytes.
          incoming.on('data', (chunk: Buffer) => process.nextTick(freeBytes, chunk))
          reject(error)
        }
      }
    })
    incoming.on('data', this.#take)
    incoming.on('end', () => {
      this.#ended = true
      if (!this.#working) this.#finish()
    })
    incoming.on('error', (cause) => this.#finish(cutShort(cause)))
    incoming.on('close', () => {
      if (!incoming.readableEnded) this.#finish(cutShort())
    })
    watchPace(this)
  }

  /** Gives the body up where it comes too slowly. */
  checkPace(): void {
    const waitedMs = this.#waitedMs + (this.#working ? 0 : performance.now() - this.#waitingSince)
    const { maxWaitMs, minBytesPerSecond, graceMs } = this.#pace
    const isSlow = waitedMs > graceMs && this.#bytes < (minBytesPerSecond * waitedMs) / 1000
    if (waitedMs > maxWaitMs || isSlow) this.#finish(new ProblemError('The body arrives too slowly.', { code: 'upload_timeout' }))
  }

  readonly #take = (chunk: Buffer): void => {
    this.#bytes += chunk.byteLength
    try {
      const busy = this.#onChunk(chunk)
      if (busy) this.#pauseFor(busy)
      else if (this.#bytes >= this.#pauseAt) this.#pauseFor(setImmediate())
    } catch (error) {
      this.#finish(error)
    }
  }

  #pauseFor(busy: Promise<void>): void {
    this.#incoming.pause()
    this.#working = true
    this.#pauseAt = this.#bytes + TURN_BYTES
    this.#waitedMs += performance.now() - this.#waitingSince
    busy.then(
      () => {
        this.#working = false
        this.#waitingSince = performance.now()
        if (this.#ended) this.#finish()
        else this.#incoming.resume()
      },
      (error) => this.#finish(error),
    )
  }
}

function cutShort(cause?: unknown): ProblemError {
  return new ProblemError('The body is incomplete.', { code: 'upload_timeout', cause })
}

/** In a file of 100 MB it is done in 5 ms, where a loop around the search for a carriage return takes 60. */
export const findBytes: FindBytes = (bytes, sequence, from) => Buffer.prototype.indexOf.call(bytes, sequence, from)

export const nodeDecoders: Decoders = {
  gzip: (onChunk) => openDecoder(createGunzip(), onChunk),
  zstd: (onChunk) => openDecoder(createZstdDecompress(), onChunk),
}

/** The first error, of the data or of onChunk, is thrown by whatever is called next. */
function openDecoder(stream: Transform, onChunk: OnChunk): Decoder {
  let problem: unknown
  /** What onChunk is still busy with: the stream may be at its end before that is. */
  let working: Promise<void> = Promise.resolve()
  const fail = (error: unknown): void => {
    problem ??= error
    stream.destroy()
  }
  const finished = new Promise<void>((resolve) => {
    stream.on('data', (chunk: Buffer) => {
      try {
        const busy = onChunk(chunk)
        if (!busy) return
        stream.pause()
        working = busy.then(() => void stream.resume(), fail)
      } catch (error) {
        fail(error)
      }
    })
    stream.on('error', (cause) =>
      fail(new ProblemError('The compressed body is damaged or truncated.', { code: 'unreadable_input', cause })),
    )
    stream.on('close', resolve)
  })
  return {
    async write(chunk) {
      if (problem !== undefined) throw problem
      if (!stream.write(chunk)) await Promise.race([once(stream, 'drain').catch(() => undefined), finished])
    },
    async end() {
      stream.end()
      await finished
      await working
      if (problem !== undefined) throw problem
    },
  }
}
