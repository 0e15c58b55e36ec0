// A Bundle as a tree of elements, each of which knows where it stands and whether a field of a message holds it.
import { ProblemError } from '../../../../core/problem.ts'
import { isObject, type JsonObject, type JsonValue, numberText } from '../../../fhir/json/json-value.ts'

/** Elements of one Bundle: a tree takes some hundred bytes for each. */
const MAX_ELEMENTS = 4_000_000

export class FhirElement {
  readonly name: string
  readonly parent: FhirElement | undefined
  /** Place in its list; -1 for an element that does not repeat. */
  readonly index: number
  /** Of a primitive, as JSON writes it without quotes; undefined for any other, and for a primitive without a value. */
  readonly text: string | undefined
  /** Field of the message that holds it, once it is taken. */
  taken: string | undefined
  #children: Map<string, FhirElement[]> | undefined

  constructor(name: string, parent: FhirElement | undefined, index: number, text: string | undefined) {
    this.name = name
    this.parent = parent
    this.index = index
    this.text = text
  }

  /** FHIRPath from the Bundle. */
  get path(): string {
    const own = this.index < 0 ? this.name : `${this.name}[${this.index}]`
    return this.parent ? `${this.parent.path}.${own}` : own
  }

  get children(): ReadonlyMap<string, readonly FhirElement[]> {
    return this.#children ?? NO_CHILDREN
  }

  all(name: string): readonly FhirElement[] {
    return this.#children?.get(name) ?? NOTHING
  }

  first(name: string): FhirElement | undefined {
    return this.#children?.get(name)?.[0]
  }

  /** The text of the element at a path of names, of the first one of each. */
  textAt(...names: readonly string[]): string | undefined {
    let found: FhirElement | undefined = this
    for (const name of names) found = found?.first(name)
    return found?.text
  }

  add(child: FhirElement): void {
    this.#children ??= new Map()
    const list = this.#children.get(child.name)
    if (list) list.push(child)
    else this.#children.set(child.name, [child])
  }

  /** All primitives with a value in it and below. */
  *leaves(): Generator<FhirElement> {
    if (this.text !== undefined) yield this
    for (const list of this.children.values()) for (const child of list) yield* child.leaves()
  }
}

const NO_CHILDREN: ReadonlyMap<string, readonly FhirElement[]> = new Map()
const NOTHING: readonly FhirElement[] = []

/** A resource of the Bundle, or one that is contained in it. */
export interface SourceResource {
  readonly type: string
  readonly element: FhirElement
  /** Place among the entries. */
  readonly entry: number
}

export interface SourceBundle {
  readonly root: FhirElement
  readonly resources: readonly SourceResource[]
  /** The resource that a reference leads to; undefined for a dangling one. */
  resolve(reference: FhirElement): SourceResource | undefined
  resourceOf(element: FhirElement): SourceResource | undefined
}

/** @throws ProblemError `resource_limit` for more elements than can be kept */
export function readBundleTree(bundle: JsonObject): SourceBundle {
  const reader = new TreeReader()
  const root = new FhirElement('Bundle', undefined, -1, undefined)
  reader.fill(root, bundle)
  return reader.finish(root)
}

/** A Bundle that is an entry of another one. */
export function innerBundle(element: FhirElement): SourceBundle {
  return new TreeReader().finish(element)
}

class TreeReader {
  readonly #byAddress = new Map<string, SourceResource>()
  readonly #contained = new Map<FhirElement, Map<string, SourceResource>>()
  readonly #byElement = new Map<FhirElement, SourceResource>()
  readonly #resources: SourceResource[] = []
  #count = 0

  fill(element: FhirElement, object: JsonObject): void {
    for (const name of Object.keys(object)) {
      if (name.startsWith('_') && Object.hasOwn(object, name.slice(1))) continue
      const plain = name.startsWith('_') ? name.slice(1) : name
      const beside = name.startsWith('_') ? object[name] : Object.hasOwn(object, `_${name}`) ? object[`_${name}`] : undefined
      const value = name.startsWith('_') ? undefined : object[name]
      if (Array.isArray(value) || Array.isArray(beside)) {
        const values = Array.isArray(value) ? value : []
        const besides = Array.isArray(beside) ? beside : []
        for (let i = 0; i < Math.max(values.length, besides.length); i++) this.#addChild(element, plain, i, values[i], besides[i])
      } else this.#addChild(element, plain, -1, value, beside)
    }
  }

  #addChild(parent: FhirElement, name: string, index: number, value: JsonValue | undefined, beside: JsonValue | undefined): void {
    if (++this.#count > MAX_ELEMENTS) {
      const facts = { limit: MAX_ELEMENTS }
      throw new ProblemError(`The Bundle has more than ${MAX_ELEMENTS} elements. Send it in parts.`, { code: 'resource_limit', facts })
    }
    const child = new FhirElement(name, parent, index, textOf(value))
    parent.add(child)
    if (isObject(value)) this.fill(child, value)
    if (isObject(beside)) this.fill(child, beside)
  }

  finish(root: FhirElement): SourceBundle {
    for (const [i, entry] of root.all('entry').entries()) this.#addEntry(entry, i)
    return {
      root,
      resources: this.#resources,
      resolve: (reference) => this.#resolve(reference),
      resourceOf: (element) => this.#byElement.get(element),
    }
  }

  #addEntry(entry: FhirElement, place: number): void {
    const element = entry.first('resource')
    const type = element?.textAt('resourceType')
    if (!element || type === undefined) return
    const resource = { type, element, entry: place }
    this.#resources.push(resource)
    this.#byElement.set(element, resource)
    const fullUrl = entry.textAt('fullUrl')
    const id = element.textAt('id')
    if (fullUrl !== undefined && !this.#byAddress.has(fullUrl)) this.#byAddress.set(fullUrl, resource)
    if (id !== undefined && !this.#byAddress.has(`${type}/${id}`)) this.#byAddress.set(`${type}/${id}`, resource)
    for (const inner of element.all('contained')) {
      const own = { type: inner.textAt('resourceType') ?? '', element: inner, entry: place }
      const known = this.#contained.get(element) ?? new Map<string, SourceResource>()
      this.#contained.set(element, known.set(inner.textAt('id') ?? '', own))
      this.#byElement.set(inner, own)
    }
  }

  #resolve(reference: FhirElement): SourceResource | undefined {
    const address = reference.textAt('reference')
    if (address === undefined) return undefined
    if (address.startsWith('#')) {
      for (let at: FhirElement | undefined = reference; at; at = at.parent) {
        const found = this.#contained.get(at)?.get(address.slice(1))
        if (found) return found
      }
      return undefined
    }
    const [plain = ''] = address.split('/_history/')
    const relative = plain.split('/').slice(-2).join('/')
    return this.#byAddress.get(plain) ?? this.#byAddress.get(relative)
  }
}

function textOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  return numberText(value)
}
