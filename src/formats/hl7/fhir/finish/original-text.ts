// A value that is cut to what R4, or a validator of it, allows: the whole stands in an extension beside it.
import type { FhirNode } from '../fhir-node.ts'

const ORIGINAL_TEXT = 'http://hl7.org/fhir/StructureDefinition/originalText'

/** @param length characters of the value that stay */
export function cutText(node: FhirNode, length: number): void {
  const whole = String(node.value)
  if (whole.length <= length) return
  node.value = whole.slice(0, length)
  const extension = node.child('extension', 'original')!
  extension.child('url', '')!.value = ORIGINAL_TEXT
  extension.child('valueString', '')!.value = whole
}

/** `08:30:15` without the fraction of a second, which validators refuse although R4 allows it. */
export function cutTimes(times: readonly FhirNode[] | undefined): void {
  for (const time of times ?? []) if (typeof time.value === 'string') cutText(time, SECONDS)
}

const SECONDS = 'hh:mm:ss'.length
