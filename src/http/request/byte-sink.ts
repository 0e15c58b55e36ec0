// Collects the chunks of a body in one array, so that a large upload is held once and its parts are views into it.
// What is appended is given away: a chunk that has been copied is freed at once, because the garbage of a long upload would weigh as
// much as the upload itself.
import { freeBodies, freeBytes } from '../../core/free-bytes.ts'

/** How many received bytes make an announced length worth trusting with memory. */
const TRUST_AFTER_BYTES = 1 << 20
/** Before that, an announced length of at most this many times what has come: a body of a few chunks is then copied once. */
const TRUST_TIMES = 8
/** An array of more than this is mapped: what is not written to takes no memory, so it need not grow step by step. */
const LAZY_ABOVE_BYTES = 1 << 25

const NOTHING = new Uint8Array(0)

export class ByteSink {
  #bytes: Uint8Array<ArrayBuffer> = NOTHING
  #length = 0
  #owned = false
  readonly #announcedBytes: number
  readonly #maxBytes: number

  /**
   * @param announcedBytes the Content-Length, or 0 where it is unknown; allocated whole only after the first mebibyte has really come
   * @param maxBytes no more will be appended; allocated whole where a long body has no announced length. Infinity grows in steps.
   */
  constructor(announcedBytes: number, maxBytes: number) {
    this.#announcedBytes = announcedBytes
    this.#maxBytes = maxBytes
  }

  get length(): number {
    return this.#length
  }

  /** @param chunk not to be used by the caller any more */
  append(chunk: Uint8Array): void {
    if (this.#length === 0) {
      this.#bytes = chunk as Uint8Array<ArrayBuffer>
      this.#length = chunk.byteLength
      return
    }
    const needed = this.#length + chunk.byteLength
    if (needed > this.#bytes.length || !this.#owned) this.#grow(needed)
    this.#bytes.set(chunk, this.#length)
    this.#length = needed
    freeBytes(chunk)
  }

  /** Bytes that nobody will look at: zeros stand in their place, which take no memory in a mapped array. */
  skip(count: number): void {
    const needed = this.#length + count
    if (needed > this.#bytes.length || !this.#owned) this.#grow(needed)
    this.#length = needed
  }

  /** Puts the last bytes that were skipped in their place after all. */
  restore(bytes: Uint8Array): void {
    this.#bytes.set(bytes, this.#length - bytes.length)
  }

  /** What has come so far; good until the next append. */
  view(): Uint8Array {
    return this.#length === this.#bytes.length ? this.#bytes : this.#bytes.subarray(0, this.#length)
  }

  /** Gives up what has come. */
  discard(): void {
    this.#begin(NOTHING)
  }

  /** Gives up the first bytes. */
  drop(count: number): void {
    if (count > 0) this.#begin(new Uint8Array(this.view().subarray(count)))
  }

  #begin(bytes: Uint8Array<ArrayBuffer>): void {
    freeBodies([this.#bytes])
    this.#bytes = bytes
    this.#length = bytes.length
    this.#owned = false
  }

  #grow(needed: number): void {
    const larger = new Uint8Array(Math.max(needed, this.#lengthFor(needed)))
    larger.set(this.#bytes.subarray(0, this.#length))
    freeBytes(this.#bytes)
    this.#bytes = larger
    this.#owned = true
  }

  #lengthFor(needed: number): number {
    const trusted = needed > TRUST_AFTER_BYTES ? Number.POSITIVE_INFINITY : TRUST_TIMES * needed
    if (this.#announcedBytes >= needed && this.#announcedBytes <= trusted) return this.#announcedBytes
    const isLazy = needed > LAZY_ABOVE_BYTES && this.#maxBytes < Number.POSITIVE_INFINITY
    return isLazy ? this.#maxBytes : 2 * this.#bytes.length
  }
}
