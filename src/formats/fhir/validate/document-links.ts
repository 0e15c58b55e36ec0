// Which entries of a document its Composition leads to, or which lead to it, over any number of references (R4 3.3.1).
import { objectsIn } from '../json/members.ts'
import { type BundleEntry, type BundleIndex, partsOf } from './bundle-index.ts'
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
  for (const { relation, url } of objectsIn(bundle.value.link)) {
    if (relation === 'stylesheet' && typeof url === 'string') for (const style of linkedTo(url, index)) joined.join(0, style.index)
  }
  const first = joined.of(0)
  return index.entries.flatMap((entry, i) => (entry && joined.of(i) !== first ? [i] : []))
}

/** A stylesheet is linked from the Bundle itself. */
function linkedTo(url: string, index: BundleIndex): readonly BundleEntry[] {
  const found = index.resolve(url, index.entries[0]?.fullUrl)
  const parts = partsOf(url)
  return found.length > 0 || !parts ? found : index.ofId(parts.type, parts.id)
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
