// The rows of a map by the elements that they lead to: a tree that is walked along with a resource.
import { type FhirMap, fhirMap, type MapRow } from '../../fhir/map-table.ts'
import type { R4Element } from '../../fhir/r4-model.ts'
import { elementOf } from '../../fhir/resolve-target.ts'
import type { FhirElement } from '../draft/source-tree.ts'

/** An element on the way of rows, and which occurrence of it. */
export interface Slot {
  readonly name: string
  readonly label: string
  /** Type of the resource behind a reference. */
  readonly resource: string | undefined
  /** Undefined for the place of the map itself. */
  readonly element: R4Element | undefined
  /** Type at the place: of the resource where there is one. */
  readonly type: string
  /** Place in the path, from 0. */
  readonly depth: number
  readonly rows: MapRow[]
  readonly inner: Map<string, Slot[]>
}

const trees = new Map<string, Slot>()

export function slotsOf(name: string): Slot {
  let tree = trees.get(name)
  if (!tree) {
    tree = readTree(fhirMap(name))
    trees.set(name, tree)
  }
  return tree
}

function readTree({ root, rows }: FhirMap): Slot {
  const tree = newSlot('', '', undefined, undefined, root, -1)
  for (const row of rows) {
    let slot = tree
    for (const [depth, { name, label, resource }] of row.path.entries()) slot = innerSlot(slot, name, label, resource, depth)
    slot.rows.push(row)
  }
  return tree
}

function newSlot(
  name: string,
  label: string,
  resource: string | undefined,
  element: R4Element | undefined,
  type: string,
  depth: number,
): Slot {
  return { name, label, resource, element, type, depth, rows: [], inner: new Map() }
}

function innerSlot(slot: Slot, name: string, label: string, resource: string | undefined, depth: number): Slot {
  const list = slot.inner.get(name) ?? []
  slot.inner.set(name, list)
  const element = name === '' ? undefined : elementOf(slot.type, name)
  // What does not repeat is one element whatever its label.
  const own = element?.repeats === false ? '' : label
  const known = list.find((each) => each.label === own && each.resource === resource)
  if (known) return known
  const made = newSlot(name, own, resource, element, resource ?? element?.type ?? slot.type, depth)
  list.push(made)
  return made
}

/** True where a repetition of the field is an occurrence of the slot's element. */
export function takesRepetitions(slot: Slot): boolean {
  if (slot.rows.some(({ repeating, from }) => repeating === slot.depth && from > 0)) return true
  for (const list of slot.inner.values()) for (const each of list) if (hasRepeating(each, slot.depth)) return true
  return false
}

function hasRepeating(slot: Slot, depth: number): boolean {
  if (slot.rows.some(({ repeating, from }) => repeating === depth && from > 0)) return true
  for (const list of slot.inner.values()) for (const each of list) if (hasRepeating(each, depth)) return true
  return false
}

/** Fields or components that the rows of a slot are for. */
export function fieldsOf(slot: Slot): readonly number[] {
  const found = slot.rows.map(({ from }) => from)
  for (const list of slot.inner.values()) for (const each of list) found.push(...fieldsOf(each))
  return found
}

/** What notes begin with that a field is written as: `Relevant clinical information: `. */
export function noteLabels(name: string): readonly string[] {
  return fhirMap(name).rows.flatMap((row) => (row.path[0]?.name === 'note' ? (labelOf(row) ?? []) : []))
}

/** The constant that a joint text begins with; undefined for one that begins with a value. */
function labelOf({ template }: MapRow): string | undefined {
  const [first] = template?.kind === 'join' ? template.of : []
  return typeof first === 'string' && /\w/.test(first) ? first : undefined
}

/** Whether a text of an element begins with the label of a row that ends at the slot or just below. */
export function isLabeled({ rows, inner }: Slot, element: FhirElement): boolean {
  if (element.text !== undefined) return rows.some((row) => element.text!.startsWith(labelOf(row) ?? '\n'))
  for (const [name, slots] of inner) {
    const [child] = element.all(name)
    if (child?.text !== undefined && slots.some((slot) => isLabeled(slot, child))) return true
  }
  return false
}
