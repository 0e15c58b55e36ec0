// Edits of a text and places in it, collected in any order: columns of numbers instead of an object and a copy of it for each of a million.
import type { X12Edit } from './clean-section.ts'

/** Texts that are joined at a time. */
const JOINED = 8192

export class EditList {
  readonly #starts: number[] = []
  readonly #ends: number[] = []
  readonly #texts: string[] = []

  add({ start, end, text }: X12Edit): void {
    this.#starts.push(start)
    this.#ends.push(end)
    this.#texts.push(text)
  }

  /** The text with all edits, which do not overlap. */
  applyTo(text: string): string {
    const done: string[] = []
    let parts: string[] = []
    let at = 0
    for (const i of orderOf(this.#starts)) {
      parts.push(text.slice(at, this.#starts[i]), this.#texts[i]!)
      at = this.#ends[i]!
      if (parts.length < JOINED) continue
      done.push(parts.join(''))
      parts = []
    }
    done.push(...parts, text.slice(at))
    return done.join('')
  }
}

/** Places, listed in the order in which they stand in the text; where they stood is no part of the result. */
export class InOrder<Place extends { readonly start: number }> {
  readonly #starts: number[] = []
  readonly #places: Omit<Place, 'start'>[] = []

  get length(): number {
    return this.#places.length
  }

  add({ start, ...place }: Place): void {
    this.#starts.push(start)
    this.#places.push(place)
  }

  list(): Omit<Place, 'start'>[] {
    return Array.from(orderOf(this.#starts), (i) => this.#places[i]!)
  }
}

/** Indices by their number; equal ones stay in their order. */
function orderOf(starts: readonly number[]): Uint32Array {
  const order = Uint32Array.from(starts, (_, i) => i)
  return order.sort((a, b) => starts[a]! - starts[b]! || a - b)
}
