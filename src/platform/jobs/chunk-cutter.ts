// Cuts bytes that come in pieces into chunks.
import { CHUNK_BYTES } from './payload-cipher.ts'

export interface Chunk {
  readonly plain: Uint8Array
  readonly isLast: boolean
}

/** Collects pieces; each chunk is a copy of its own, of the same length but for the last one. */
export class ChunkCutter {
  readonly #length: number
  readonly #complete: Chunk[] = []
  #chunk: Uint8Array<ArrayBuffer> | undefined
  #filled = 0
  #bytes = 0

  constructor(length: number) {
    this.#length = length
  }

  /** What has come so far. */
  get bytes(): number {
    return this.#bytes
  }

  add(piece: Uint8Array): void {
    this.#bytes += piece.length
    for (let at = 0; at < piece.length; ) {
      // The last chunk is marked, so a full one waits until more comes.
      if (this.#filled === this.#length) this.#complete.push({ plain: this.#take(), isLast: false })
      const chunk = this.#withRoom()
      const taken = piece.subarray(at, at + chunk.length - this.#filled)
      chunk.set(taken, this.#filled)
      this.#filled += taken.length
      at += taken.length
    }
  }

  end(): void {
    this.#complete.push({ plain: this.#take(), isLast: true })
  }

  /** The next chunk that is complete. */
  next(): Chunk | undefined {
    return this.#complete.shift()
  }

  get hasNext(): boolean {
    return this.#complete.length > 0
  }

  #take(): Uint8Array {
    const plain = this.#chunk?.subarray(0, this.#filled) ?? new Uint8Array()
    this.#chunk = undefined
    this.#filled = 0
    return plain
  }

  #withRoom(): Uint8Array<ArrayBuffer> {
    // Most contents are short, and a long chunk takes longer to make than to fill with one.
    this.#chunk ??= new Uint8Array(Math.min(this.#length, CHUNK_BYTES))
    if (this.#filled === this.#chunk.length) {
      const larger = new Uint8Array(this.#length)
      larger.set(this.#chunk)
      this.#chunk = larger
    }
    return this.#chunk
  }
}
