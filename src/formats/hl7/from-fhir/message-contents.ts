// The resources that one message is made of, and how they belong together.
import type { FhirElement, SourceBundle, SourceResource } from './source-tree.ts'

export class MessageContents {
  readonly bundle: SourceBundle
  readonly resources: readonly SourceResource[]
  readonly #used = new Set<SourceResource>()

  constructor(bundle: SourceBundle, resources: readonly SourceResource[]) {
    this.bundle = bundle
    this.resources = resources
  }

  /** Those of a type that no segment has been made of yet. */
  unused(type: string): readonly SourceResource[] {
    return this.resources.filter((each) => each.type === type && !this.#used.has(each))
  }

  all(type: string): readonly SourceResource[] {
    return this.resources.filter((each) => each.type === type)
  }

  use(resource: SourceResource): SourceResource {
    this.#used.add(resource)
    return resource
  }

  isUsed(resource: SourceResource): boolean {
    return this.#used.has(resource)
  }

  /** The resources that elements of a name refer to. */
  linked({ element }: SourceResource, ...path: readonly string[]): readonly SourceResource[] {
    let places: readonly FhirElement[] = [element]
    for (const name of path) places = places.flatMap((each) => each.all(name))
    return places.flatMap((each) => this.bundle.resolve(each) ?? [])
  }

  /** Resources of a type that refer to one. */
  referringTo(target: SourceResource, type: string, ...path: readonly string[]): readonly SourceResource[] {
    return this.all(type).filter((each) => this.linked(each, ...path).includes(target))
  }
}
