// The resources that one message is made of, and how they belong together.
import type { FhirElement, SourceBundle, SourceResource } from './source-tree.ts'

export class MessageContents {
  readonly bundle: SourceBundle
  readonly #own: readonly SourceResource[]
  readonly #byType: ReadonlyMap<string, readonly SourceResource[]>
  readonly #used: Set<SourceResource>
  readonly #shared: MessageContents | undefined
  readonly #isForeign: (resource: SourceResource) => boolean
  /** By type and path, the resources that refer to each one. */
  readonly #referring = new Map<string, Map<SourceResource, SourceResource[]>>()

  constructor(bundle: SourceBundle, resources: readonly SourceResource[], { used, shared, isForeign }: Partial<Part> = {}) {
    this.bundle = bundle
    this.#used = used ?? new Set()
    this.#shared = shared
    this.#isForeign = isForeign ?? (() => false)
    this.#own = resources
    this.#byType = Map.groupBy(resources, ({ type }) => type)
  }

  /**
   * A view of some of the resources: a resource that is used in one is used in the other.
   * @param shared further resources. A message may have thousands of parts: this one list serves them all.
   * @param isForeign true for resources that references are not followed to
   */
  part(resources: readonly SourceResource[], shared?: MessageContents, isForeign?: Part['isForeign']): MessageContents {
    return new MessageContents(this.bundle, resources, { used: this.#used, shared, isForeign })
  }

  /** In the order of their entries. */
  get resources(): readonly SourceResource[] {
    return merge(this.#own, this.#shared?.resources ?? NOTHING)
  }

  /** Those of a type that no segment has been made of yet. */
  unused(type: string): readonly SourceResource[] {
    return this.all(type).filter((each) => !this.#used.has(each))
  }

  all(type: string): readonly SourceResource[] {
    return merge(this.#byType.get(type) ?? NOTHING, this.#shared?.all(type) ?? NOTHING)
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
    return places.flatMap((each) => this.bundle.resolve(each) ?? []).filter((each) => !this.#isForeign(each))
  }

  /** Resources of a type that refer to one. */
  referringTo(target: SourceResource, type: string, ...path: readonly string[]): readonly SourceResource[] {
    if (this.#shared && !this.#byType.has(type)) return this.#shared.referringTo(target, type, ...path)
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

interface Part {
  readonly used: Set<SourceResource>
  readonly shared: MessageContents | undefined
  readonly isForeign: ((resource: SourceResource) => boolean) | undefined
}

function merge(own: readonly SourceResource[], shared: readonly SourceResource[]): readonly SourceResource[] {
  if (shared.length === 0) return own
  return own.length === 0 ? shared : [...own, ...shared].sort((a, b) => a.entry - b.entry)
}

const NOTHING: readonly SourceResource[] = []
