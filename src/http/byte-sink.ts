// Collects the chunks of a body in one array that grows, so that a large upload is held once and its parts are views into it.

/** How many received bytes make an announced length worth trusting with memory. */
const TRUST_AFTER_BYTES = 1 << 20

export class ByteSink {
  #bytes = new Uint8Array(0)
  #length = 0
  readonly #announcedBytes: number

  /** @param announcedBytes the Content-Length, or 0 where it is unknown; allocated whole only after the first mebibyte has really come */
  constructor(announcedBytes: number) {
    this.#announcedBytes = announcedBytes
  }

  get length(): number {
    return this.#length
  }

  append(chunk: Uint8Array): void {
    const needed = this.#length + chunk.byteLength
    if (this.#length === 0) this.#bytes = chunk as Uint8Array<ArrayBuffer>
    else {
      if (needed > this.#bytes.length || !this.#owned) this.#grow(needed)
      this.#bytes.set(chunk, this.#length)
    }
    this.#length = needed
  }

  /** What has come so far. A view: valid after later appends too, as they never change what has been written. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  #owned = false

  #grow(needed: number): void {
    const announced = needed > TRUST_AFTER_BYTES ? this.#announcedBytes : 0
    const larger = new Uint8Array(Math.max(needed, announced, Math.min(2 * this.#bytes.length, needed + (64 << 20))))
    larger.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = larger
    this.#owned = true
  }
}
