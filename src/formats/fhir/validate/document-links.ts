// Which entries of a document its Composition leads to, or which lead to it, over any number of references (R4 3.3.1).
import type { Context, ResourceNode } from './context.ts'
import type { References } from './reference.ts'

/** Entries that no chain of references joins to the first one, by their indices. */
export function orphansOf({ references: found }: Context, bundle: ResourceNode, references: References): number[] {
  const index = references.indexOf(bundle)
  const joined = new Groups(index.entries.length)
  for (const { value, resource } of found) {
    const { reference } = value
    if (typeof reference !== 'string') continue
    const from = references.entryOf(resource)
    if (from?.bundle !== bundle || from.index === undefined) continue
    for (const target of index.resolve(reference, from.fullUrl)) joined.join(from.index, target.index)
  }
  const first = joined.of(0)
  return index.entries.flatMap((entry, i) => (entry && joined.of(i) !== first ? [i] : []))
}

/** Union-find over indices. */
class Groups {
  private readonly parents: number[]

  constructor(size: number) {
    this.parents = Array.from({ length: size }, (_, i) => i)
  }

  of(index: number): number {
    let at = index
    while (this.parents[at] !== at) {
      this.parents[at] = this.parents[this.parents[at]!]!
      at = this.parents[at]!
    }
    return at
  }

  join(a: number, b: number): void {
    this.parents[this.of(b)] = this.of(a)
  }
}
