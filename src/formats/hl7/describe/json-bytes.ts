// The bytes of a JSON text while it is written: one buffer that grows.
import { BYTES_PER_UNIT, constants, isPlainCode, type JsonConstant, putNumber, WORD_BYTES } from './json-parts.ts'

const FIRST_BYTES = 65_536
/** A buffer that grew beyond this for one document is not kept for the next. */
const KEPT_BYTES = 1 << 20
/** Shorter texts are encoded faster unit by unit than by a call. */
const CALL_UNITS = 256
const MAX_DIGITS = 16
const QUOTE = 0x22

const encoder = new TextEncoder()

export interface ByteSpan {
  readonly start: number
  readonly end: number
}

export class JsonBytes {
  #bytes = new Uint8Array(FIRST_BYTES)
  #view = new DataView(this.#bytes.buffer)
  #length = 0

  get length(): number {
    return this.#length
  }

  /** What was written and the room behind it, until more room is made. */
  get bytes(): Uint8Array {
    return this.#bytes
  }

  /** Of the same bytes. */
  get view(): DataView {
    return this.#view
  }

  /** Begins again. @param gap bytes at the beginning that are written later */
  restart(gap: number): void {
    if (this.#bytes.length > KEPT_BYTES) this.#take(new Uint8Array(FIRST_BYTES))
    this.#length = gap
  }

  /** Goes back to an earlier length, or on to what was written into the bytes. */
  setLength(length: number): void {
    this.#length = length
  }

  /** Makes room for so many bytes more, and for those that a copy of eight bytes at once writes behind them. */
  reserve(count: number): void {
    const needed = this.#length + count + WORD_BYTES
    if (needed <= this.#bytes.length) return
    const grown = new Uint8Array(Math.max(needed, 2 * this.#bytes.length))
    grown.set(this.#bytes.subarray(0, this.#length))
    this.#take(grown)
  }

  #take(bytes: Uint8Array<ArrayBuffer>): void {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer)
  }

  /** One of the constants, and the room for it. */
  putConstant({ start, length }: JsonConstant): void {
    this.reserve(length)
    const view = this.#view
    const from = constants.view
    const at = this.#length
    for (let i = 0; i < length; i += WORD_BYTES) view.setFloat64(at + i, from.getFloat64(start + i, true), true)
    this.#length = at + length
  }

  /** Any JSON, and the room for it. */
  append(json: string): void {
    this.reserve(BYTES_PER_UNIT * json.length)
    if (json.length <= CALL_UNITS && this.#putAscii(json)) return
    this.#length += encoder.encodeInto(json, this.#bytes.subarray(this.#length)).written
  }

  #putAscii(json: string): boolean {
    const bytes = this.#bytes
    const at = this.#length
    for (let i = 0; i < json.length; i++) {
      const code = json.charCodeAt(i)
      if (code > 0x7f) return false
      bytes[at + i] = code
    }
    this.#length = at + json.length
    return true
  }

  /** Bytes that are JSON as they are, and the room for them. */
  appendBytes(json: Uint8Array): void {
    this.reserve(json.length)
    this.#bytes.set(json, this.#length)
    this.#length += json.length
  }

  /** A short text that stands in JSON as it is, in quotation marks. @returns false where it is none: nothing was written then */
  putPlainText(text: string): boolean {
    if (text.length > CALL_UNITS) return false
    this.reserve(text.length + 2)
    const bytes = this.#bytes
    const at = this.#length + 1
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (!isPlainCode(code)) return false
      bytes[at + i] = code
    }
    bytes[at - 1] = QUOTE
    bytes[at + text.length] = QUOTE
    this.#length = at + text.length + 1
    return true
  }

  /** @param number a whole one, from 0 on */
  putNumber(number: number): void {
    this.reserve(MAX_DIGITS)
    this.#length = putNumber(this.#bytes, this.#length, number)
  }

  /** Moves what was written last in front of a place where a gap was left. @returns where it begins, -1 where the gap is too small */
  moveBefore(place: number, { start, end }: ByteSpan): number {
    const to = place - (end - start)
    if (to >= 0) this.#bytes.copyWithin(to, start, end)
    return to
  }

  /** What was written from start to end; it stays as it is only until more is written. */
  part({ start, end }: ByteSpan): Uint8Array {
    return this.#bytes.subarray(start, end)
  }
}
