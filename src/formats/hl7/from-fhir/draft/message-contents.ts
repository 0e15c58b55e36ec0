// The resources that one message is made of, and how they belong together.
import type { FhirElement, SourceBundle, SourceResource } from './source-tree.ts'

export class MessageContents {
  readonly bundle: SourceBundle
  readonly resources: readonly SourceResource[]
  readonly #byType: ReadonlyMap<string, readonly SourceResource[]>
  readonly #used = new Set<SourceResource>()
  /** By type and path, the resources that refer to each one. */
  readonly #referring = new Map<string, Map<SourceResource, SourceResource[]>>()

  constructor(bundle: SourceBundle, resources: readonly SourceResource[]) {
    this.bundle = bundle
    this.resources = resources
    this.#byType = Map.groupBy(resources, ({ type }) => type)
  }

  /** Those of a type that no segment has been made of yet. */
  unused(type: string): readonly SourceResource[] {
    return this.all(type).filter((each) => !this.#used.has(each))
  }

  all(type: string): readonly SourceResource[] {
    return this.#byType.get(type) ?? NOTHING
  }

  use(resource: SourceResource): SourceResource {
    this.#used.add(resource)
    return resource
  }

  isUsed(resource: SourceResource): boolean {
    return this.#used.has(resource)
  }

  /** The resources that elements at a path refer to. */
  linked({ element }: SourceResource, ...path: readonly string[]): readonly SourceResource[] {
    let places: readonly FhirElement[] = [element]
    for (const name of path) places = places.flatMap((each) => each.all(name))
    return places.flatMap((each) => this.bundle.resolve(each) ?? [])
  }

  /** Resources of a type that refer to one. */
  referringTo(target: SourceResource, type: string, ...path: readonly string[]): readonly SourceResource[] {
    const key = [type, ...path].join('.')
    let known = this.#referring.get(key)
    if (!known) {
      known = new Map()
      for (const resource of this.all(type)) {
        for (const each of new Set(this.linked(resource, ...path))) {
          const list = known.get(each)
          if (list) list.push(resource)
          else known.set(each, [resource])
        }
      }
      this.#referring.set(key, known)
    }
    return known.get(target) ?? NOTHING
  }
}

const NOTHING: readonly SourceResource[] = []
