// A value of a JSON text that comes in pieces, to be read once it is complete.
import { parseJson } from '../../core/parse-json.ts'
import { ByteSink } from '../request/byte-sink.ts'

export class TextSpan {
  readonly #maxBytes: number
  #start: number | undefined
  /** One array: many short pieces would take a hundred times their length. */
  readonly #text = new ByteSink(0, Number.POSITIVE_INFINITY)
  #bytes = 0

  /** @param maxBytes a longer one is only passed over */
  constructor(maxBytes = Number.POSITIVE_INFINITY) {
    this.#maxBytes = maxBytes
  }

  /** Length so far. */
  get bytes(): number {
    return this.#bytes
  }

  /** @param at in the piece that is coming */
  begin(at: number): void {
    this.#start = at
    this.#text.discard()
    this.#bytes = 0
  }

  /** Copies what is needed of a piece that ends, which may be a Buffer: its slice would be no copy. */
  keep(piece: Uint8Array): void {
    if (this.#start === undefined) return
    this.#add(piece.subarray(this.#start))
    this.#start = 0
  }

  /** The value, which is valid JSON in valid UTF-8; undefined if it is too long. */
  end(piece: Uint8Array, at: number): unknown {
    this.#add(piece.subarray(this.#start, at))
    this.#start = undefined
    if (this.#bytes > this.#maxBytes) return undefined
    const text = new TextDecoder().decode(this.#text.view())
    this.#text.discard()
    return parseJson(text)
  }

  #add(bytes: Uint8Array): void {
    this.#bytes += bytes.length
    if (this.#bytes <= this.#maxBytes) this.#text.append(new Uint8Array(bytes))
  }
}
