// Puts a value of the message into another element, with the parts of the message behind it.
import type { FhirNode } from '../fhir-node.ts'

/** Puts a value, and the parts of the message behind it, where nothing is yet. */
export function moveText(from: FhirNode, to: FhirNode): void {
  if (to.value !== undefined && !isSameValue(to.value, from.value)) return
  to.value = from.value
  for (const leaf of from.leaves) to.hold(leaf)
}

/** Decimals with the same digits may be different objects. */
function isSameValue(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
