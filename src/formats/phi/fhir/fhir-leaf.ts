// Walks a resource by its definitions and lists every value in it with what it is to a person's privacy. What the definitions do not have is listed
// too, so that nothing passes unseen.
import { isObject, type JsonArray, type JsonObject, type JsonValue } from '../../fhir/json/json-value.ts'
import { NumberText } from '../../fhir/json/number-text.ts'
import type { ElementPlan, FhirModel, TypePlan } from '../../fhir/model/element-plan.ts'
import type { PhiCategory } from '../category.ts'
import { type FhirTreatment, isCodeOfName, isPartName, REMOVED, treatmentOf, treatmentOfExtension } from './judge/element-rules.ts'
import { hasKnownWords } from './plain-words.ts'

/** A value that is not divided. */
export interface FhirLeaf {
  /** What holds it: an object by the name of a member, or a list of one by place. */
  readonly holder: JsonObject
  readonly name: string
  /** Place in the list, -1 for none. */
  readonly at: number
  /** From the resource, as FHIRPath; within Bundles from the Bundle. */
  readonly path: string
  /** In the definitions: `HumanName.family`. */
  readonly definition: string
  readonly type: string
  readonly element: ElementPlan
  readonly treatment: FhirTreatment
  /** The object that says what is beside it: of `HumanName.family`, the HumanName. */
  readonly beside: JsonObject
  /** Equal for all values of one name, address or identifier. */
  readonly group: number
  readonly resource: ResourceScope
  /** Of a value in a Reference: the types that it may lead to; empty where any may. */
  readonly targets: readonly string[]
}

/** What goes whole. */
export interface FhirRemoval {
  readonly holder: JsonObject
  readonly name: string
  readonly at: number
  readonly path: string
  readonly category: PhiCategory
  /** Undefined where the definitions do not have it. */
  readonly element: ElementPlan | undefined
  readonly resource: ResourceScope
}

/** A resource, on its own or within another one. */
export interface ResourceScope {
  readonly value: JsonObject
  readonly path: string
  /** The resource around it; undefined for that of the document. */
  readonly outer: ResourceScope | undefined
}

export interface Walked {
  readonly leaves: FhirLeaf[]
  readonly removals: FhirRemoval[]
  readonly resources: ResourceScope[]
}

export interface WalkRules {
  /** Extensions that nobody knows: block takes them out, search reads their values by their types. */
  readonly unknown: 'block' | 'search'
  readonly narrative: 'remove' | 'clean'
}

/** @returns undefined for a type that the version does not have */
export function walkResource(model: FhirModel, value: JsonObject, rules: WalkRules): Walked | undefined {
  const plan = typeof value.resourceType === 'string' ? model.resource(value.resourceType) : undefined
  if (!plan || plan.abstract) return undefined
  const walker = new Walker(model, rules)
  walker.resource(plan, value, plan.name, undefined)
  return walker
}

interface Place {
  readonly path: string
  readonly resource: ResourceScope
  /** Of the values of an extension. */
  readonly treatment: FhirTreatment | undefined
  readonly targets: readonly string[]
}

class Walker implements Walked {
  readonly leaves: FhirLeaf[] = []
  readonly removals: FhirRemoval[] = []
  readonly resources: ResourceScope[] = []
  readonly #model: FhirModel
  readonly #rules: WalkRules
  #groups = 0

  constructor(model: FhirModel, rules: WalkRules) {
    this.#model = model
    this.#rules = rules
  }

  resource(plan: TypePlan, value: JsonObject, path: string, outer: ResourceScope | undefined): void {
    const resource = { value, path, outer }
    this.resources.push(resource)
    this.#object(plan, value, { path, resource, treatment: undefined, targets: [] })
  }

  #object(plan: TypePlan, value: JsonObject, place: Place): void {
    const group = this.#groups++
    for (const name of Object.keys(value)) {
      if (name === 'resourceType' && plan.kind === 'resource') continue
      const isExtra = name.startsWith('_')
      const property = plan.properties.get(isExtra ? name.slice(1) : name)
      const path = `${place.path}.${property?.element.name ?? ''}`
      const isKnown = property && (!isExtra || (property.type.plan.kind === 'primitive' && !property.element.attribute))
      if (!isKnown) {
        // Its name may be a value, too: the place is that of what holds it.
        this.removals.push({
          holder: value,
          name,
          at: -1,
          path: place.path,
          category: 'other-id',
          element: undefined,
          resource: place.resource,
        })
        continue
      }
      const { element, type } = property
      const targets = type.code === 'Reference' ? type.targets : place.targets
      const { resource, treatment } = place
      const slot = isExtra ? undefined : { holder: value, name, element, owner: plan, group, beside: value }
      const found = value[name]!
      const isList = Array.isArray(found)
      const count = isList ? found.length : 1
      for (let i = 0; i < count; i++) {
        const item = isList ? found[i]! : found
        if (item === null) continue
        const at = isList ? i : -1
        const here = { path: isList ? `${path}[${i}]` : path, resource, treatment, targets }
        if (slot) this.#value({ ...slot, at }, type.plan, item, here)
        else this.#extras(value, name, at, item, here)
      }
    }
  }

  #value(
    slot: Pick<FhirLeaf, 'holder' | 'name' | 'at' | 'element' | 'group' | 'beside'> & { readonly owner: TypePlan },
    type: TypePlan,
    value: JsonValue,
    place: Place,
  ): void {
    const { holder, name, at, element, owner } = slot
    const remove = (category: PhiCategory) =>
      this.removals.push({ holder, name, at, path: place.path, category, element, resource: place.resource })
    const removed = REMOVED.get(element.path)
    if (removed !== undefined) return void remove(removed)
    if (type.kind === 'primitive') {
      if (!isOfType(type, value)) return void remove('other-id')
      if (type.name === 'xhtml')
        return void (this.#rules.narrative === 'clean' ? this.#leaf(slot, 'xhtml', 'text', place) : remove('other-id'))
      const treatment = this.#treatmentOf(slot, owner, type.name, place)
      return void this.#leaf(slot, type.name, treatment, place)
    }
    if (!isObject(value)) return void remove('other-id')
    if (type.name === 'Narrative' && this.#rules.narrative === 'remove') return void remove('other-id')
    if (type.name === 'Extension') return void this.#extension(type, value, place, () => remove('other-id'))
    if (type.kind !== 'resource') return void this.#object(type, value, place)
    const plan = typeof value.resourceType === 'string' ? this.#model.resource(value.resourceType) : undefined
    if (!plan || plan.abstract) remove('other-id')
    else this.resource(plan, value, place.path, place.resource)
  }

  #treatmentOf(
    { element, holder, name, beside }: Pick<FhirLeaf, 'element' | 'holder' | 'name' | 'beside'>,
    owner: TypePlan,
    type: string,
    { treatment }: Place,
  ): FhirTreatment {
    const isCode = type === 'code' && isCodeOfName(textAt(beside, 'url') ?? '', textAt(holder, name) ?? '')
    if (owner.name === 'Extension' && element.name === 'value' && treatment !== undefined && !isCode) return treatment
    // Ids of elements are no use to anybody who reads the result.
    if (element.name === 'id' && owner.kind !== 'resource') return owner.name === 'ElementDefinition' ? 'element-id' : 'remove'
    if (element.name === 'id') return 'id'
    return treatmentOf(element.path, type)
  }

  #leaf(
    { holder, name, at, element, group, beside }: Pick<FhirLeaf, 'holder' | 'name' | 'at' | 'element' | 'group' | 'beside'>,
    type: string,
    treatment: FhirTreatment,
    { path, resource, targets }: Place,
  ): void {
    this.leaves.push({ holder, name, at, path, definition: element.path, type, element, treatment, beside, group, resource, targets })
  }

  /** The id and extensions of a primitive. */
  #extras(holder: JsonObject, name: string, at: number, value: JsonValue, place: Place): void {
    const plan = this.#model.type('Element')!
    if (isObject(value)) this.#object(plan, value, place)
    else this.removals.push({ holder, name, at, path: place.path, category: 'other-id', element: undefined, resource: place.resource })
  }

  #extension(type: TypePlan, value: JsonObject, place: Place, remove: () => void): void {
    const { url } = value
    const { version } = this.#model
    const isPart = typeof url === 'string' && isPartName(url) && hasKnownWords(url, version) && place.path.split('.extension').length > 2
    const treatment = isPart ? 'by type' : typeof url === 'string' ? treatmentOfExtension(url, version) : undefined
    if (treatment === 'remove' || (treatment === undefined && this.#rules.unknown === 'block')) remove()
    else this.#object(type, value, { ...place, treatment: treatment === 'by type' || treatment === undefined ? undefined : treatment })
  }
}

function isOfType({ system, name }: TypePlan, value: JsonValue): boolean {
  if (name === 'integer64') return typeof value === 'string'
  if (system === 'Boolean') return typeof value === 'boolean'
  if (system === 'Integer' || system === 'Decimal') return typeof value === 'number' || value instanceof NumberText
  return typeof value === 'string'
}

/** The value of a leaf as it stands now. */
export function leafValue({ holder, name, at }: FhirLeaf): JsonValue | undefined {
  const value = holder[name]
  return at < 0 ? value : (value as JsonArray)[at]
}

/** A member that is a text; undefined for none. */
export function textAt(object: JsonObject, name: string): string | undefined {
  const value = Object.hasOwn(object, name) ? object[name] : undefined
  return typeof value === 'string' ? value : undefined
}
