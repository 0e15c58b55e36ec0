// Hands the pieces of a long result to what writes them, one after the other. A piece counts as written when its reader asks for the next one.

interface Piece {
  readonly bytes: Uint8Array
  readonly whenWritten: (() => void) | undefined
}

export class PieceQueue implements AsyncIterable<Uint8Array> {
  readonly #waiting: Piece[] = []
  #isEnded = false
  #failure: unknown
  /** A piece is with the reader. */
  #isWriting = false
  #wakeReader: () => void = () => undefined
  #wakeWriter: () => void = () => undefined

  /** @param whenWritten called once, when nobody reads the bytes any more */
  add(bytes: Uint8Array, whenWritten?: () => void): void {
    this.#waiting.push({ bytes, whenWritten })
    this.#wakeReader()
  }

  /** @param failure thrown to the reader after the last piece */
  end(failure?: Error): void {
    this.#isEnded = true
    this.#failure = failure
    this.#wakeReader()
  }

  /** Resolves when every piece has been written, or nothing is read any more. */
  async whenTaken(isStopped: () => boolean): Promise<void> {
    while ((this.#waiting.length > 0 || this.#isWriting) && !isStopped()) await new Promise<void>((resolve) => (this.#wakeWriter = resolve))
  }

  /** Lets whenTaken look again whether it is stopped. */
  wake(): void {
    this.#wakeWriter()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      const piece = this.#waiting.shift()
      if (piece) {
        this.#isWriting = true
        yield piece.bytes
        this.#isWriting = false
        piece.whenWritten?.()
        continue
      }
      this.#wakeWriter()
      if (this.#isEnded) break
      await new Promise<void>((resolve) => (this.#wakeReader = resolve))
    }
    if (this.#failure !== undefined) throw this.#failure
  }
}
