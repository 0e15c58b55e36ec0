// Collects a document without the span of it that goes past its tool into the result.
import type { Bypass, ByteSpan } from '../../core/tool.ts'
import type { ByteSink } from '../request/byte-sink.ts'

/** As a bypass allows. */
const STEP_BYTES = 4

export interface Bypassed {
  /** What was left out of the document. */
  readonly span: ByteSpan
  /** Where it belongs in the result: the end of the span that goes past the tool. Undefined if the result does not have this span. */
  findIn(result: Uint8Array): ByteSpan | undefined
}

export class BypassSink {
  readonly #sink: ByteSink
  readonly #bypass: Bypass
  readonly #ofResult: Bypass
  #found: ByteSpan | undefined
  #span: ByteSpan | undefined
  #mayCome = true
  #isAccepted = true

  /** @param ofResult another bypass of the same call */
  constructor(sink: ByteSink, bypass: Bypass, ofResult: Bypass) {
    this.#sink = sink
    this.#bypass = bypass
    this.#ofResult = ofResult
  }

  /** Undefined if the document is whole. */
  get bypassed(): Bypassed | undefined {
    const [found, span] = [this.#found, this.#span]
    if (!found || !span) return undefined
    return {
      span,
      findIn: (result) => {
        const same = this.#ofResult.next(result)
        if (same === 'more' || same === 'none' || lengthOf(same) !== lengthOf(found) || same.byteEnd > result.length) return undefined
        return { byteStart: same.byteEnd - lengthOf(span), byteEnd: same.byteEnd }
      },
    }
  }

  /** To be called at the end of the document. @returns false if the tool needs all of it */
  confirm(): boolean {
    return !this.#span || (this.#isAccepted && this.#bypass.confirms(this.#sink.view()))
  }

  /** @param chunk not to be used by the caller any more */
  append(chunk: Uint8Array): void {
    let rest = chunk
    while (rest.length > 0) {
      this.#look()
      const [keeps, count] = this.#nextOf(rest.length)
      const part = rest.subarray(0, count)
      if (keeps) this.#sink.append(new Uint8Array(part))
      else {
        if (this.#isAccepted) this.#isAccepted = this.#bypass.accepts(part)
        this.#sink.skip(count)
      }
      rest = rest.subarray(count)
    }
  }

  #look(): void {
    if (this.#span || !this.#mayCome) return
    const { length } = this.#sink
    const found = length > 0 ? this.#bypass.next(this.#sink.view()) : 'more'
    if (found === 'more') return
    this.#mayCome = false
    if (found === 'none') return
    // A part of it may be there already, and stays.
    const kept = Math.max(0, Math.ceil((length - found.byteStart) / STEP_BYTES)) * STEP_BYTES
    const byteStart = found.byteStart + kept
    this.#found = found
    if (byteStart < found.byteEnd) this.#span = { byteStart, byteEnd: found.byteEnd }
  }

  /** @returns whether the next bytes stay, and how many they are */
  #nextOf(count: number): [keeps: boolean, count: number] {
    const { length } = this.#sink
    if (!this.#span || length >= this.#span.byteEnd) return [true, count]
    const { byteStart, byteEnd } = this.#span
    return length < byteStart ? [true, Math.min(count, byteStart - length)] : [false, Math.min(count, byteEnd - length)]
  }
}

function lengthOf({ byteStart, byteEnd }: ByteSpan): number {
  return byteEnd - byteStart
}
