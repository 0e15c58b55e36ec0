// What a fuzz target is: where its inputs begin, what must hold for every input, and which sources it is meant to reach.
import { ProblemError } from '../../../src/core/problem.ts'

export interface FuzzTarget {
  /** Inputs to start from; those in the committed corpus come on top. */
  readonly seeds: () => readonly Uint8Array[]
  /** Throws if the input breaks a promise. Refusals (ProblemError) are caught by the target itself, see `refusable`. */
  readonly run: (input: Uint8Array) => unknown
  /** Sources that are instrumented and whose lines are counted: files or folders, relative to the project. */
  readonly covers: readonly string[]
  /** Byte sequences that random changes would not find. Literals of the covered sources are added to them. */
  readonly dictionary?: readonly string[]
  /** Default: 4096. */
  readonly maxBytes?: number
}

/** A promise of the product that an input breaks. */
class Broken extends Error {
  override readonly name = 'Broken'
}

export function expectThat(holds: boolean, promise: string): asserts holds {
  if (!holds) throw new Broken(promise)
}

/** The result, or the ProblemError by which the product refuses the input. Any other error is a finding and passes through. */
export function refusable<T>(run: () => T): T | ProblemError {
  try {
    return run()
  } catch (error) {
    if (error instanceof ProblemError) return error
    throw error
  }
}

/** As refusable, for what may answer later. */
export async function refusableLater<T>(run: () => Promise<T> | T): Promise<T | ProblemError> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof ProblemError) return error
    throw error
  }
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && Buffer.compare(a, b) === 0
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Text of any bytes, each kept: what is not valid UTF-8 becomes U+FFFD. */
export const textOf = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

/** Reads decisions from an input, byte by byte; zeros come after its end. */
export class Decisions {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isOver(): boolean {
    return this.#at >= this.#bytes.length
  }

  byte(): number {
    return this.#bytes[this.#at++] ?? 0
  }

  below(limit: number): number {
    return limit <= 256 ? this.byte() % limit : (this.byte() * 256 + this.byte()) % limit
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!
  }

  /** The next bytes, at most as many as are left. */
  take(length: number): Uint8Array {
    const piece = this.#bytes.subarray(this.#at, this.#at + length)
    this.#at += length
    return piece
  }

  rest(): Uint8Array {
    return this.take(this.#bytes.length)
  }
}
