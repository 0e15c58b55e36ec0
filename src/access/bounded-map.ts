// A map that forgets what was not asked for lately, so that no number of callers fills the memory. Every operation is O(1) on average.

/** Two generations: when the young one is full it becomes the old one, and what is left in the old one then is dropped. */
export class BoundedMap<K, V> {
  readonly #maxEntries: number
  readonly #mustKeep: (value: V) => boolean
  #young = new Map<K, V>()
  #old = new Map<K, V>()
  #turnAt: number

  /** @param mustKeep true for values that may not be dropped yet; they are looked at once a generation. */
  constructor(maxEntries: number, mustKeep: (value: V) => boolean = () => false) {
    this.#maxEntries = maxEntries
    this.#turnAt = maxEntries / 2
    this.#mustKeep = mustKeep
  }

  get size(): number {
    return this.#young.size + this.#old.size
  }

  get(key: K): V | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    if (old === undefined) return undefined
    this.#old.delete(key)
    this.set(key, old)
    return old
  }

  set(key: K, value: V): void {
    this.#old.delete(key)
    this.#young.set(key, value)
    if (this.#young.size >= this.#turnAt) this.#turn()
  }

  clear(): void {
    this.#young.clear()
    this.#old.clear()
  }

  #turn(): void {
    const kept = new Map<K, V>()
    for (const [key, value] of this.#old) if (this.#mustKeep(value)) kept.set(key, value)
    this.#old = this.#young
    this.#young = kept
    // Were the kept values alone to fill a generation, each further one would turn them all over.
    this.#turnAt = Math.max(this.#maxEntries / 2, kept.size * 2)
  }
}
