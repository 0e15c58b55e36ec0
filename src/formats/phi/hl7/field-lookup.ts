// Finds what the standard says of a place in a message: in the message's version, else in the versions after it, else in those before it,
// because senders take fields and components from other versions without saying so.
import {
  type ComponentDefinition,
  componentDefinitions,
  type FieldDefinition,
  isKnownSegment,
  segmentDefinition,
} from '../../hl7/dictionary/dictionary.ts'
import { HL7_VERSIONS, type Hl7Version } from '../../hl7/dictionary/versions.ts'

const orders = new Map<Hl7Version, readonly Hl7Version[]>()

function orderFrom(version: Hl7Version): readonly Hl7Version[] {
  let order = orders.get(version)
  if (!order) {
    const at = HL7_VERSIONS.indexOf(version)
    order = [...HL7_VERSIONS.slice(at), ...HL7_VERSIONS.slice(0, at).reverse()]
    orders.set(version, order)
  }
  return order
}

const fields = new Map<string, FieldDefinition | null>()
/** Positions that a caller may ask for; beyond it no segment of any version goes. */
const MAX_POSITION = 200

/** Undefined where no version has the field. */
export function lookUpField(version: Hl7Version, segment: string, position: number): FieldDefinition | undefined {
  if (position > MAX_POSITION || !isKnownSegment(segment)) return undefined
  const key = `${version} ${segment} ${position}`
  let found = fields.get(key)
  if (found === undefined) {
    const all = orderFrom(version).flatMap((each) => segmentDefinition(each, segment)?.fields[position] ?? [])
    found = all.find(({ dataType }) => dataType !== null) ?? all[0] ?? null
    fields.set(key, found)
  }
  return found ?? undefined
}

/** True for a field that only other versions have, in a segment that the version has. */
export function isForeignField(version: Hl7Version, segment: string, position: number): boolean {
  const own = segmentDefinition(version, segment)
  return own !== undefined && own.fields[position] === undefined
}

const components = new Map<string, readonly (ComponentDefinition | undefined)[]>()

/** Undefined where no version has the component. */
export function lookUpComponent(version: Hl7Version, composite: string, position: number): ComponentDefinition | undefined {
  const key = `${version} ${composite}`
  let found = components.get(key)
  if (!found) {
    const merged: (ComponentDefinition | undefined)[] = []
    for (const each of orderFrom(version)) {
      for (const definition of componentDefinitions(each, composite)) {
        const known = merged[definition.position]
        if (!known || (known.composite === '' && definition.composite !== '')) merged[definition.position] = definition
      }
    }
    found = merged
    // The names of composites come from the dictionary, or are data types that it knows.
    components.set(key, found)
  }
  return found[position]
}

/** The highest position that any version has; 0 for a segment that none has. */
export function lastPosition(segment: string): number {
  if (!isKnownSegment(segment)) return 0
  return Math.max(...HL7_VERSIONS.map((version) => (segmentDefinition(version, segment)?.fields.length ?? 1) - 1))
}
