// Numbers that look random and repeat for the same seed (mulberry32).
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = (seed * 2_654_435_761) >>> 0
  }

  /** @returns at least 0 and below 1 */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** @returns a whole number from `low` to `high` */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[this.int(0, values.length - 1)]!
  }

  chance(share: number): boolean {
    return this.next() < share
  }
}
