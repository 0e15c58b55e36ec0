// Cuts a stream of resources, one a line, into resources, in memory for one of them; blank lines are passed over.
import { ProblemError } from '../../../core/problem.ts'
import type { Feed, FeedCutter } from '../../../core/tool.ts'

/** NDJSON as bulk exports of FHIR have it. */
export const RESOURCE_FEED: Feed = {
  mediaTypes: ['application/fhir+ndjson'],
  openCutter: (maxBytes) => new ResourceCutter(maxBytes),
}

const LF = 10
const CR = 13

class ResourceCutter implements FeedCutter {
  readonly envelope = undefined
  readonly #maxBytes: number
  /** Of the line that has begun and not ended. */
  #pieces: Uint8Array[] = []
  #length = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get pendingBytes(): number {
    return Math.min(this.#length, this.#maxBytes)
  }

  *split(chunk: Uint8Array): Iterable<Uint8Array | ProblemError> {
    let start = 0
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, start)) {
      yield* this.#add(chunk.subarray(start, end))
      yield* this.end()
      start = end + 1
    }
    yield* this.#add(chunk.slice(start))
  }

  *end(): Iterable<Uint8Array | ProblemError> {
    const [pieces, length] = [this.#pieces, this.#length]
    this.#pieces = []
    this.#length = 0
    if (length > this.#maxBytes) return
    const line = new Uint8Array(length)
    let at = 0
    for (const piece of pieces) {
      line.set(piece, at)
      at += piece.length
    }
    if (!line.every((byte) => byte === 0x20 || byte === 0x09 || byte === CR)) yield line.at(-1) === CR ? line.subarray(0, -1) : line
  }

  /** The rest of a line that is too long is passed over. */
  *#add(piece: Uint8Array): Iterable<ProblemError> {
    const before = this.#length
    this.#length += piece.length
    if (this.#length <= this.#maxBytes) this.#pieces.push(piece)
    else if (before <= this.#maxBytes) {
      this.#pieces = []
      yield new ProblemError(`A resource can have at most ${this.#maxBytes} bytes.`, {
        code: 'body_too_large',
        facts: { limitBytes: this.#maxBytes },
      })
    }
  }
}
