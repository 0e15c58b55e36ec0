// The nearest segment, or resource, that shares the groups of a segment. A message of thousands of orders asks for it at each of them.
import { countLeading } from '../../../../core/count-leading.ts'

/** What stands in a message: a segment, or a resource by the segment that began it. */
export interface Placed {
  /** Place in the message, from 0. */
  readonly serial: number
  /** The repetitions of the groups around it that may repeat, from the outside. */
  readonly scope: readonly string[]
}

/**
 * Of what stands in the repetitions of groups around a segment, or above them: the last one before a serial, else the first one from there on.
 * @param all in the order of their serials; more are only added behind them
 */
export function nearestSeen<Item extends Placed>(all: readonly Item[], { scope }: Placed, before: number): Item | undefined {
  const index = indexOf(all)
  return index ? index.seen(scope, before) : search(all, before, (each) => isVisible(each.scope, scope))
}

/** The same of what stands in groups within those of the segment. */
export function nearestBelow<Item extends Placed>(all: readonly Item[], { scope }: Placed, before: number): Item | undefined {
  const index = indexOf(all)
  return index ? index.below(scope, before) : search(all, before, (each) => isVisible(scope, each.scope))
}

/** What stands in a repetition of a group is seen in that repetition alone. */
export function isVisible(scope: readonly string[], from: readonly string[]): boolean {
  if (scope.length > from.length) return false
  for (let i = 0; i < scope.length; i++) if (scope[i] !== from[i]) return false
  return true
}

function search<Item extends Placed>(all: readonly Item[], before: number, isRequested: (item: Item) => boolean): Item | undefined {
  const count = countBefore(all, before)
  for (let i = count - 1; i >= 0; i--) if (isRequested(all[i]!)) return all[i]
  for (let i = count; i < all.length; i++) if (isRequested(all[i]!)) return all[i]
  return undefined
}

function countBefore(ordered: readonly Placed[], serial: number): number {
  return countLeading(ordered.length, (place) => ordered[place]!.serial < serial)
}

/** A search through fewer is faster than an index of them. */
const INDEXED = 32

const indexes = new WeakMap<readonly Placed[], ScopeIndex<Placed>>()

/** @returns undefined for few, and where what was added last stands before the others, as what a site's rules add does */
function indexOf<Item extends Placed>(all: readonly Item[]): ScopeIndex<Item> | undefined {
  if (all.length < INDEXED) return undefined
  let index = indexes.get(all) as ScopeIndex<Item> | undefined
  if (!index) {
    index = new ScopeIndex()
    indexes.set(all, index)
  }
  return index.add(all) ? index : undefined
}

class ScopeIndex<Item extends Placed> {
  #count = 0
  #isOrdered = true
  readonly #byScope = new Map<string, Item[]>()
  readonly #byOuterScope = new Map<string, Item[]>()

  /** Adds what is new. @returns whether all are in order */
  add(all: readonly Item[]): boolean {
    for (; this.#count < all.length && this.#isOrdered; this.#count++) {
      const item = all[this.#count]!
      if (this.#count > 0 && all[this.#count - 1]!.serial > item.serial) this.#isOrdered = false
      const keys = keysOf(item.scope)
      for (const key of keys) listIn(this.#byOuterScope, key).push(item)
      listIn(this.#byScope, keys.at(-1)!).push(item)
    }
    return this.#isOrdered
  }

  seen(scope: readonly string[], before: number): Item | undefined {
    let last: Item | undefined
    let next: Item | undefined
    for (const key of keysOf(scope)) {
      const list = this.#byScope.get(key)
      if (!list) continue
      const count = countBefore(list, before)
      const [previous, following] = [list[count - 1], list[count]]
      if (previous && (!last || previous.serial > last.serial)) last = previous
      if (following && (!next || following.serial < next.serial)) next = following
    }
    return last ?? next
  }

  below(scope: readonly string[], before: number): Item | undefined {
    const list = this.#byOuterScope.get(keysOf(scope).at(-1)!)
    if (!list) return undefined
    const count = countBefore(list, before)
    return list[count - 1] ?? list[count]
  }
}

/** A key of each group around, from the whole message on. */
function keysOf(scope: readonly string[]): string[] {
  const keys = ['']
  for (const step of scope) keys.push(`${keys.at(-1)}\n${step}`)
  return keys
}

function listIn<Item>(lists: Map<string, Item[]>, key: string): Item[] {
  let list = lists.get(key)
  if (!list) {
    list = []
    lists.set(key, list)
  }
  return list
}
