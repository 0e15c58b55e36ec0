// Puts parts of the message into elements of a resource, as texts that FHIR allows, and takes them out again.
import { isText } from '../convert-value.ts'
import type { FhirNode, Part, Primitive } from '../fhir-node.ts'
import { isValued } from '../source-message.ts'

/** Forgets, of an element and all below it, which parts of the message it holds; the element itself is for the caller to take out. */
export function unplace(node: FhirNode): void {
  node.release()
  for (const { occurrences } of node.children) for (const child of occurrences) unplace(child)
}

/**
 * The components and subcomponents of a part with their delimiters, without empty ones at the end.
 * @param isKept of each value; one that is not kept is left empty
 */
export function rawText(part: Part | undefined, separator = '^', isKept: (leaf: Part) => boolean = () => true): string {
  if (!part) return ''
  if (!part.parts) return isKept(part) ? part.value : ''
  const texts = part.parts.map((each) => rawText(each, '&', isKept))
  while (texts.at(-1) === '') texts.pop()
  return texts.join(separator)
}

/** Control characters, which a text of FHIR may not hold, as the pictures that Unicode has of them. */
export function shownCharacters(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, (char) => String.fromCharCode(0x2400 + char.charCodeAt(0)))
}

/** Sets a value that stands for parts of the message; a text that FHIR does not allow, as a blank one, is left out. */
export function put(node: FhirNode, value: Primitive, leaves: readonly Part[]): void {
  if (typeof value === 'string' && !isText(value)) return
  node.value = value
  for (const leaf of leaves) if (isValued(leaf)) placeAt(leaf, node)
}

/** Notes that a part of the message stands in an element. */
export function placeAt(leaf: Part, node: FhirNode | undefined): void {
  if (!node) return
  // Each knows the other, and the shorter list tells it: a unit stands in thousands of elements, a text is made of thousands of parts.
  const isKnown = leaf.nodes.length < node.leaves.length ? leaf.nodes.includes(node) : node.leaves.includes(leaf)
  if (isKnown) return
  node.hold(leaf)
}
