// A request that can hold what comes with its head instead of passing it through a stream, which costs more than to answer most bodies:
// they are there as soon as their head is. It becomes a stream again where anything is missing.
import { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { headerValue } from '../../http/request/environment.ts'

const AS_STREAM = 0
const BUFFERED = 1
const WHOLE = 2

/** Requests of this turn whose body may be on its way. */
let buffered: BufferedRequest[] = []

function endHolding(): void {
  const messages = buffered
  buffered = []
  for (const message of messages) message.stopWaiting()
}

export class BufferedRequest extends IncomingMessage {
  #state: typeof AS_STREAM | typeof BUFFERED | typeof WHOLE = AS_STREAM
  #body: Uint8Array | undefined
  #isEnded = false
  #whenThere: (() => void) | undefined

  static {
    const { get: hasEnded } = Object.getOwnPropertyDescriptor(Readable.prototype, 'readableEnded') as { get(this: Readable): boolean }
    // Node lets go of a request that has ended, and waits for the event of any other, which never comes where there is no stream.
    Object.defineProperty(BufferedRequest.prototype, 'readableEnded', {
      get(this: BufferedRequest) {
        return this.#state === WHOLE || hasEnded.call(this)
      },
    })
  }

  /**
   * To be called before anything of the body has come.
   * @param whenThere called back when the body is there, or else at the end of this turn of the event loop
   */
  hold(whenThere: () => void): void {
    this.#state = BUFFERED
    this.#whenThere = whenThere
    if (buffered.push(this) === 1) setImmediate(endHolding)
  }

  stopWaiting(): void {
    const whenThere = this.#whenThere
    this.#whenThere = undefined
    whenThere?.()
  }

  /** Ends the holding: true where the body has come in whole and stays for takeBody, else it goes on as a stream. */
  keepWhole(isNeeded: boolean): boolean {
    if (isNeeded && this.#isThere()) {
      this.#state = WHOLE
      // Node would have what nobody reads from a stream read to its end.
      ;(this as { _consuming?: boolean })._consuming = true
      return true
    }
    this.#goOn()
    return false
  }

  get isWhole(): boolean {
    return this.#state === WHOLE
  }

  /** The body of a request that is whole, once; undefined where it is empty. */
  takeBody(): Uint8Array | undefined {
    const body = this.#body
    this.#body = undefined
    return body
  }

  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    if (this.#state === AS_STREAM) return super.push(chunk, encoding)
    if (chunk === null) {
      this.#isEnded = true
      this.stopWaiting()
      return false
    }
    if (!this.#body) {
      this.#body = chunk as Uint8Array
      if (this.#isThere()) this.stopWaiting()
      return true
    }
    // In several pieces it is for a reader of streams.
    this.#goOn()
    return super.push(chunk, encoding)
  }

  /** Node says `complete` a moment later than the last byte is there. */
  #isThere(): boolean {
    if (this.#state !== BUFFERED || this.destroyed) return false
    return this.complete || Number(headerValue(this.rawHeaders, 'content-length')) === (this.#body?.byteLength ?? 0)
  }

  #goOn(): void {
    if (this.#state !== BUFFERED) return
    this.#state = AS_STREAM
    const body = this.takeBody()
    if (body) super.push(body)
    if (this.#isEnded) super.push(null)
  }
}
