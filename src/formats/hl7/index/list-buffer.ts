// A list while it grows. One that grows by itself takes room for 17 at its first element and keeps it; here all lists of a kind grow in one place,
// and each is handed out as long as it is.
export class ListBuffer<T> {
  readonly #items: T[] = []
  #count = 0

  get isEmpty(): boolean {
    return this.#count === 0
  }

  add(item: T): void {
    this.#items[this.#count++] = item
  }

  /** The items that were added since it was called last. */
  take(): T[] {
    const items = this.#items
    const count = this.#count
    this.#count = 0
    // Most lists are short, and a literal is made in place.
    if (count === 2) return [items[0]!, items[1]!]
    if (count === 3) return [items[0]!, items[1]!, items[2]!]
    if (count === 4) return [items[0]!, items[1]!, items[2]!, items[3]!]
    if (count === 5) return [items[0]!, items[1]!, items[2]!, items[3]!, items[4]!]
    if (count === 6) return [items[0]!, items[1]!, items[2]!, items[3]!, items[4]!, items[5]!]
    return items.slice(0, count)
  }
}
