// Where bytes are no UTF-8, of a text that is there whole or comes in pieces.
import { countLeading } from '../../core/count-leading.ts'
import { ProblemError } from '../../core/problem.ts'

/** Decoded at once: a longer text would stay in memory until all garbage is collected. */
const STEP_BYTES = 1 << 14
/** A character that is not complete has fewer bytes. */
const MAX_PENDING_BYTES = 3

/** Checks a text that comes in pieces. */
export class Utf8Check {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  #passed = 0
  /** The end of what was passed. */
  #tail: Uint8Array = new Uint8Array()

  /** @throws ProblemError `malformed_json` with the byte offset */
  append(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += STEP_BYTES) this.#step(bytes.subarray(at, at + STEP_BYTES))
  }

  /** @throws ProblemError `malformed_json` where a character is cut off */
  end(): void {
    try {
      this.#decoder.decode()
    } catch {
      throw notUtf8(this.#passed)
    }
  }

  #step(bytes: Uint8Array): void {
    try {
      this.#decoder.decode(bytes, { stream: true })
    } catch {
      const recent = new Uint8Array([...this.#tail, ...bytes])
      throw notUtf8(this.#passed - this.#tail.length + firstInvalidUtf8(recent))
    }
    this.#passed += bytes.length
    this.#tail = tailOf(bytes.length < MAX_PENDING_BYTES ? new Uint8Array([...this.#tail, ...bytes]) : bytes)
  }
}

/** The last bytes, from where a character begins. */
function tailOf(bytes: Uint8Array): Uint8Array {
  let start = Math.max(0, bytes.length - MAX_PENDING_BYTES)
  while (start < bytes.length && (bytes[start]! & 0xc0) === 0x80) start++
  return new Uint8Array(bytes.subarray(start))
}

/** The refusal of bytes that are no UTF-8. */
export function notUtf8(byteOffset: number): ProblemError {
  return new ProblemError('The JSON is not valid UTF-8.', { code: 'malformed_json', at: { byteOffset } })
}

/** Offset of the first byte that no UTF-8 text can have there. */
export function firstInvalidUtf8(bytes: Uint8Array): number {
  return firstInvalid(bytes, 'utf-8')
}

/**
 * Offset of the first byte that no text of the character set can have there.
 * @param encoding a WHATWG label
 */
export function firstInvalid(bytes: Uint8Array, encoding: string): number {
  const decoder = new TextDecoder(encoding, { fatal: true })
  return countLeading(bytes.length, (place) => {
    try {
      // With `stream`, so that a sequence cut at the end counts as valid.
      decoder.decode(bytes.subarray(0, place + 1), { stream: true })
      return true
    } catch {
      return false
    } finally {
      resetDecoder(decoder)
    }
  })
}

function resetDecoder(decoder: TextDecoder): void {
  try {
    decoder.decode()
  } catch {
    // An unfinished sequence was pending; the decoder is empty now all the same.
  }
}
