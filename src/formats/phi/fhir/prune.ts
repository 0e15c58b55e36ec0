// Takes out what is gone, and leaves a legal document: no empty object or list, and a reason where an element is required.
import { isObject, type JsonArray, type JsonObject, type JsonValue } from '../../fhir/json/json-value.ts'
import type { ElementPlan, FhirModel, Property, TypePlan } from '../../fhir/model/element-plan.ts'

/** Stands in the place of a value until its document is pruned. */
export const GONE: JsonObject = Object.freeze({})
/** The same of a value that has to say why it is not there, although the definitions do not require it: invariants ask for it. */
export const MASKED_VALUE: JsonObject = Object.freeze({})

/** What stands in the place of an element that goes: of the text of a section, which needs one, entries or sections (cmp-1), that it went. */
export function insteadOf(element: ElementPlan | undefined): JsonObject {
  if (element?.path !== 'Composition.section.text') return GONE
  return { status: 'empty', div: '<div xmlns="http://www.w3.org/1999/xhtml">removed</div>' }
}

const MASKED = () => ({ extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'masked' }] })

/** @param value a resource of a type that the model has */
export function pruneResource(model: FhirModel, value: JsonObject): void {
  prune(model, model.resource(value.resourceType as string)!, value)
}

/** @returns false where nothing is left */
function prune(model: FhirModel, plan: TypePlan, object: JsonObject): boolean {
  const before = Object.keys(object)
  const masked: string[] = []
  let isChanged = false
  for (const name of before) {
    const value = object[name]!
    if (value === GONE || value === MASKED_VALUE) {
      if (value === MASKED_VALUE) masked.push(name)
      delete object[name]
      isChanged = true
      continue
    }
    const isExtra = name.startsWith('_')
    const property = plan.properties.get(isExtra ? name.slice(1) : name)
    if (!property || (name === 'resourceType' && plan.kind === 'resource')) continue
    const type = isExtra ? model.type('Element')! : property.type.plan
    if (!isExtra && type.kind === 'primitive') continue
    if (Array.isArray(value)) pruneList(model, type, object, name, value, isExtra)
    else if (isObject(value) && !pruneObject(model, type, value)) delete object[name]
    isChanged ||= !Object.hasOwn(object, name)
  }
  // Extensions of values are pruned now, so that a value without any is seen.
  for (const name of before) {
    if (!Array.isArray(object[name]) || plan.properties.get(name)?.type.plan.kind !== 'primitive') continue
    pruneValues(object, name)
    isChanged ||= !Object.hasOwn(object, name)
  }
  if (!isChanged) return before.length > (plan.kind === 'resource' ? 1 : 0)
  for (const name of before) {
    const property = Object.hasOwn(object, name) ? undefined : plan.properties.get(name)
    if (property && (property.element.required || masked.includes(name))) fill(property, object)
  }
  // An extension without value and parts says nothing, and is not valid (ext-1).
  if (plan.name === 'Extension' && before.some(isContent) && !Object.keys(object).some(isContent)) return false
  return Object.keys(object).length > (plan.kind === 'resource' ? 1 : 0)
}

function isContent(name: string): boolean {
  return /^_?value[A-Z]|^extension$/.test(name)
}

function pruneObject(model: FhirModel, type: TypePlan, value: JsonObject): boolean {
  if (type.kind !== 'resource') return prune(model, type, value)
  const plan = typeof value.resourceType === 'string' ? model.resource(value.resourceType) : undefined
  return plan === undefined || prune(model, plan, value) || true
}

function pruneList(model: FhirModel, type: TypePlan, object: JsonObject, name: string, list: JsonArray, isExtra: boolean): void {
  const kept = list.map((item) => (item === GONE || (isObject(item) && !pruneObject(model, type, item)) ? null : item))
  // Extensions stand beside the values of the same place.
  const left = isExtra ? kept : kept.filter((item) => item !== null)
  if (left.every((item) => item === null)) delete object[name]
  else object[name] = left
}

/** A value of a list goes with what stands beside it; the null of one that has extensions, when these go. */
function pruneValues(object: JsonObject, name: string): void {
  const list = object[name]
  if (!Array.isArray(list)) return
  const extras = Object.hasOwn(object, `_${name}`) ? object[`_${name}`] : undefined
  const beside = Array.isArray(extras) ? extras : []
  const keeps = list.map((item, i) => item !== GONE && (item !== null || (beside[i] ?? null) !== null))
  const left: JsonValue[] = list.filter((_, i) => keeps[i])
  if (Array.isArray(extras)) {
    const kept = extras.filter((_, i) => keeps[i] ?? true)
    if (kept.some((item) => item !== null)) object[`_${name}`] = kept
    else delete object[`_${name}`]
  }
  if (left.every((item) => item === null) && (left.length === 0 || !Array.isArray(extras))) delete object[name]
  else object[name] = left
}

/** An element that has to be there says why it is not. */
function fill({ name, type, element }: Property, object: JsonObject): void {
  if (type.plan.kind === 'resource' || Object.hasOwn(object, `_${name}`)) return
  const member = type.plan.kind === 'primitive' ? `_${name}` : name
  object[member] = element.list ? [MASKED()] : MASKED()
}
