// Elements that hold nothing.
import type { FhirNode } from '../fhir-node.ts'

/** Empty, an extension without value, or a part of which only what the map itself says is left. What is hollow in it has been taken out. */
export function isHollow(node: FhirNode): boolean {
  const { children, element, type, value } = node
  if (value === undefined && !node.link && children.length === 0) return true
  // Neither a system nor an extension stands for a code.
  if (type === 'Coding') return !(node.has('code') || node.has('display') || node.has('extension'))
  if (element?.codes && !node.definition && value === undefined) return true
  if (type !== 'Extension') return false
  if (!node.has('url')) return true
  for (const { name } of children) if (name.startsWith('value') || name === 'extension') return false
  return true
}

export const isAllHollow = ({ occurrences }: FhirNode): boolean => occurrences.every(isHollow)

/** Takes out the elements that hold nothing. */
export function dropHollow(node: FhirNode): void {
  for (const { name, occurrences } of node.children) {
    const kept = occurrences.filter((each) => !isHollow(each))
    if (kept.length > 0 && kept.length < occurrences.length) node.keep(name, kept)
  }
  node.removeAll(isAllHollow)
}
