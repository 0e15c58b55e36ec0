// What FHIRPath works on: nodes of a resource with their place, and values of the system types.
import { isObject, type JsonObject, type JsonPath, type JsonValue, numberText } from '../json/json-value.ts'
import type { ElementPlan, FhirModel, SystemType, TypePlan } from '../model/element-plan.ts'
import { Decimal } from './decimal.ts'
import { Temporal, type TemporalKind } from './temporal.ts'

/** A number with its unit: a code of UCUM, or a calendar duration. */
export class Quantity {
  readonly value: Decimal
  readonly unit: string
  readonly isCalendar: boolean

  constructor(value: Decimal, unit: string, isCalendar: boolean) {
    this.value = value
    this.unit = unit
    this.isCalendar = isCalendar
  }

  toString(): string {
    return this.isCalendar ? `${this.value} ${this.unit}` : `${this.value} '${this.unit}'`
  }
}

export type SystemValue = boolean | string | Decimal | Temporal | Quantity

/** A value of a system type. */
export interface SystemItem {
  readonly kind: 'system'
  readonly type: SystemType | 'Quantity'
  readonly value: SystemValue
}

/** An element or resource. */
export interface NodeItem {
  readonly kind: 'node'
  readonly plan: TypePlan
  /** Undefined for a primitive of extensions alone. */
  readonly value: JsonValue | undefined
  /** The id and extensions of a primitive. */
  readonly extras: JsonObject | undefined
  readonly element: ElementPlan | undefined
  readonly parent: NodeItem | undefined
  readonly step: string
  /** Place among the values of a list, -1 for none. */
  readonly index: number
}

/** What `type()` gives. */
export interface TypeItem {
  readonly kind: 'type'
  readonly namespace: string
  readonly name: string
}

export type Item = SystemItem | NodeItem | TypeItem
export type Items = readonly Item[]

export const NONE: Items = []

export function ofBoolean(value: boolean): Items {
  return value ? TRUE : FALSE
}
const TRUE: Items = [{ kind: 'system', type: 'Boolean', value: true }]
const FALSE: Items = [{ kind: 'system', type: 'Boolean', value: false }]

export function ofString(value: string): SystemItem {
  return { kind: 'system', type: 'String', value }
}

export function ofInteger(value: number | bigint): SystemItem {
  return { kind: 'system', type: 'Integer', value: Decimal.ofInteger(value) }
}

export function ofDecimal(value: Decimal): SystemItem {
  return { kind: 'system', type: 'Decimal', value }
}

export function ofTemporal(value: Temporal): SystemItem {
  return { kind: 'system', type: value.kind, value }
}

export function ofQuantity(value: Quantity): SystemItem {
  return { kind: 'system', type: 'Quantity', value }
}

/** The root of a document, or a resource in it. @returns undefined for no resource of the version */
export function rootNode(model: FhirModel, value: JsonValue): NodeItem | undefined {
  const type = isObject(value) && typeof value.resourceType === 'string' ? value.resourceType : undefined
  const plan = type === undefined ? undefined : model.resource(type)
  return plan && { kind: 'node', plan, value, extras: undefined, element: undefined, parent: undefined, step: plan.name, index: -1 }
}

/** The path of a node from its root, as FHIRPath. */
export function formatNode(node: NodeItem): string {
  const step = node.index < 0 ? node.step : `${node.step}[${node.index}]`
  return node.parent ? `${formatNode(node.parent)}.${step}` : step
}

/** The path of a node in the JSON of its root. */
export function jsonPathOf(node: NodeItem): JsonPath {
  return pathTo(node, node.value === undefined && node.extras !== undefined)
}

/** @param isExtra the id and extensions of a primitive are meant, which JSON keeps apart from its value */
function pathTo(node: NodeItem, isExtra: boolean): JsonPath {
  if (!node.parent) return []
  const property = node.element?.properties.find(({ type }) => type.plan === node.plan) ?? node.element?.properties[0]
  const name = property?.name ?? node.step
  const path = [...pathTo(node.parent, node.parent.plan.kind === 'primitive'), isExtra ? `_${name}` : name]
  if (node.index >= 0) path.push(node.index)
  return path
}

/** The value of a system type that an item stands for; undefined for an element with parts, and for what is no value of its type. */
export function systemOf(item: Item): SystemItem | undefined {
  if (item.kind === 'system') return item
  if (item.kind === 'type') return undefined
  const { plan, value } = item
  if (plan.system === undefined) return quantityOf(item)
  if (value === undefined || value === null || Array.isArray(value)) return undefined
  switch (plan.system) {
    case 'Boolean':
      return typeof value === 'boolean' ? { kind: 'system', type: 'Boolean', value } : undefined
    case 'Integer':
    case 'Decimal': {
      const number =
        typeof value === 'number' ? Decimal.ofNumber(value) : Decimal.parse(typeof value === 'string' ? value : (numberText(value) ?? ''))
      return number && { kind: 'system', type: plan.system, value: number }
    }
    case 'String':
      return typeof value === 'string' ? { kind: 'system', type: 'String', value } : undefined
    default: {
      if (typeof value !== 'string') return undefined
      const temporal = Temporal.parse(value, plan.system as TemporalKind)
      return temporal ? { kind: 'system', type: plan.system, value: temporal } : { kind: 'system', type: 'String', value }
    }
  }
}

/** The value alone of what `systemOf` gives. */
export function plainValueOf(item: Item): SystemValue | undefined {
  if (item.kind === 'system') return item.value
  if (item.kind === 'node' && item.plan.system === 'String') return typeof item.value === 'string' ? item.value : undefined
  return systemOf(item)?.value
}

const UCUM = 'http://unitsofmeasure.org'
const QUANTITIES: ReadonlySet<string> = new Set(['Quantity', 'Age', 'Count', 'Distance', 'Duration', 'SimpleQuantity', 'MoneyQuantity'])

function quantityOf({ plan, value }: NodeItem): SystemItem | undefined {
  if (!QUANTITIES.has(plan.name) || !isObject(value)) return undefined
  const amount = value.value
  const number = typeof amount === 'number' ? Decimal.ofNumber(amount) : Decimal.parse(numberText(amount) ?? '')
  if (!number) return undefined
  const unit = value.system === UCUM && typeof value.code === 'string' ? value.code : typeof value.unit === 'string' ? value.unit : '1'
  return ofQuantity(new Quantity(number, unit, false))
}

/** Adds items one by one: push(...items) overflows the stack for the entries of a large Bundle. */
export function addAll(found: Item[], items: Items): void {
  for (const item of items) found.push(item)
}
