// Puts together what several segments, or fields, say of one thing: a dosage from RXE, RXR and TQ1, and an identifier that stands in two fields.
import type { FhirNode, Resource } from '../fhir-node.ts'
import { placeAt } from '../observed/place-part.ts'
import { fillTimings } from './timing-parts.ts'

/** @param resource before its rules are kept */
export function joinParts(resource: Resource): void {
  const { type, node } = resource
  if (type === 'MedicationRequest' || type === 'MedicationDispense') joinDosages(node)
  if (type === 'MedicationRequest' || type === 'MedicationDispense' || type === 'ServiceRequest') fillTimings(resource)
  joinIdentifiers(node)
}

/** Each segment has a dosage of its own: those that say different things of it are one; a second route or timing is another one. */
function joinDosages(node: FhirNode): void {
  const dosages = node.list('dosageInstruction')
  if (!dosages || dosages.length < 2) return
  const joined: FhirNode[] = []
  for (const dosage of dosages) {
    const other = joined.find((each) => each.agreesWith(dosage))
    if (other) joinDoses(other, dosage)
    else joined.push(dosage)
  }
  node.keep('dosageInstruction', joined)
  const [first] = joined
  for (const other of joined.slice(1)) if (other.has('timing')) shareDose(first!, other)
}

/** What says of a dosage how much, and how it is given. */
const SHARED = ['doseAndRate', 'route', 'site', 'method'] as const

/** A drug that is given by several timings: the dose and route of RXE and RXR are those of each, but not a dose that is told with one timing. */
function shareDose(from: FhirNode, to: FhirNode): void {
  for (const name of SHARED) {
    if (to.has(name)) continue
    for (const [i, each] of (from.list(name) ?? []).entries()) if (!isTimed(each)) copyInto(each, to.child(name, `shared ${i}`)!)
  }
}

/** True for what stands in TQ1, or in TQ of ORC-7, RXE-1 or RXG-3. */
function isTimed({ leaves, children }: FhirNode): boolean {
  if (leaves.some(({ path }) => /^(?:TQ1|ORC|RXE(?:\[\d{1,6}\])?-1\b|RXG(?:\[\d{1,6}\])?-3\b)/.test(path))) return true
  for (const { occurrences } of children) if (occurrences.some(isTimed)) return true
  return false
}

function copyInto(from: FhirNode, to: FhirNode): void {
  to.value = from.value
  to.isOwn = true
  to.link = from.link
  for (const leaf of from.leaves) placeAt(leaf, to)
  for (const { name, occurrences } of from.children)
    for (const [i, node] of occurrences.entries()) copyInto(node, to.child(name, `copy ${i}`)!)
}

function joinDoses(to: FhirNode, from: FhirNode): void {
  to.absorb(from)
  const doses = to.list('doseAndRate')
  if (!doses || doses.length < 2) return
  const joined: FhirNode[] = []
  for (const dose of doses) {
    const other = joined.find((each) => each.agreesWith(dose))
    if (other) other.absorb(dose)
    else joined.push(dose)
  }
  to.keep('doseAndRate', joined)
}

/** The same number of the same authority is one identifier; what is in use is not an old one. */
function joinIdentifiers(node: FhirNode): void {
  const identifiers = node.list('identifier')
  if (!identifiers || identifiers.length < 2 || !identifiers[0]!.element!.repeats) return
  const values = identifiers.map((each) => each.first('value')?.value)
  if (new Set(values).size === values.length) return
  const byNumber = new Map<string, FhirNode>()
  const kept: FhirNode[] = []
  // Those in use first, so that an old one joins one of them.
  for (const identifier of [...identifiers].sort((a, b) => Number(isOld(a)) - Number(isOld(b)))) {
    const key = numberOf(identifier)
    const other = key === undefined ? undefined : byNumber.get(key)
    if (other) moveLeaves(identifier, other)
    else {
      kept.push(identifier)
      if (key !== undefined) byNumber.set(key, identifier)
    }
  }
  if (kept.length < identifiers.length)
    node.keep(
      'identifier',
      identifiers.filter((each) => kept.includes(each)),
    )
}

function isOld(identifier: FhirNode): boolean {
  return identifier.first('use')?.value === 'old'
}

/** What makes two identifiers the same one; of extensions, a check digit is part of the number. */
const OF_NUMBER = ['system', 'assigner', 'type', 'extension'] as const

function numberOf(identifier: FhirNode): string | undefined {
  const value = identifier.first('value')?.value
  if (value === undefined) return undefined
  return JSON.stringify([value, ...OF_NUMBER.map((name) => identifier.list(name)?.map(contentOf) ?? null)])
}

function contentOf(node: FhirNode | undefined): unknown {
  if (!node) return null
  const children = node.children.map(({ name, occurrences }) => [name, occurrences.map(contentOf)])
  return [node.value ?? null, node.link ? contentOf(node.link.node) : null, children]
}

/** What stands in an identifier that is left out stands in the one that is kept; what this one says otherwise does not. */
function moveLeaves(from: FhirNode, to: FhirNode): void {
  if (from.value === to.value) for (const leaf of from.leaves) placeAt(leaf, to)
  for (const { name, occurrences } of from.children) {
    const others = to.list(name)
    if (!others && name === 'period') for (const node of occurrences) to.adopt(node)
    for (const [i, node] of occurrences.entries()) {
      const other = others?.[i]
      if (other) moveLeaves(node, other)
      if (other && node.link && other.link) moveLeaves(node.link.node, other.link.node)
    }
  }
}
