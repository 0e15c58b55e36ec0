// Sets a value in a resource, or notes why what stands in a part of the message is in none.
import type { FhirNode, Part, Primitive } from '../fhir-node.ts'
import type { Reason } from '../reason.ts'

/**
 * @param leaves the parts of the message that the value stands for
 * @param isWeak true for a value of a map, which one of the message replaces
 */
export function setValue(node: FhirNode, value: Primitive, leaves: readonly Part[], isWeak: boolean): void {
  if (node.value !== undefined && node.value !== value) {
    if (!node.isWeak || isWeak) {
      for (const leaf of leaves) leaf.reason ??= 'no_place'
      return
    }
  }
  node.isWeak = isWeak && (node.value === undefined || node.isWeak)
  node.value = value
  for (const leaf of leaves) node.hold(leaf)
}

/** Notes why what stands in a part is in no resource; what another row takes over is. */
export function fail(part: Part | undefined, reason: Reason): void {
  if (!part) return
  if (part.parts) for (const each of part.parts) fail(each, reason)
  else if (part.value !== '') part.reason ??= reason
}
