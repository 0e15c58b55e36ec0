// Makes resources valid: leaves out what holds nothing, fills what R4 requires and the message does not say, and joins resources that say the same.
import { type FhirNode, markAbsent, type Resource } from './fhir-node.ts'
import { r4Type } from './r4-model.ts'
import { keepRules } from './r4-rules.ts'
import { elementOf } from './resolve-target.ts'

/** Resources that stand in the Bundle although all they hold comes from the maps. */
const ALWAYS: ReadonlySet<string> = new Set(['MessageHeader', 'Provenance'])
/** Elements of R4 that say whose record a resource is. */
const OWNERS = ['subject', 'patient', 'beneficiary', 'individual'] as const

/** @returns the resources that stay, in their order */
export function finishResources(all: readonly Resource[]): Resource[] {
  const kept = dropEmpty(all)
  for (const resource of kept) {
    addOwner(resource, kept)
    keepRules(resource)
    fillRequired(resource.node)
  }
  return joinAlike(kept)
}

/** A resource that holds no value of the message is left out, with what refers to it. */
function dropEmpty(all: readonly Resource[]): Resource[] {
  let kept = holders(all)
  for (;;) {
    const known = new Set(kept)
    for (const { node } of kept) prune(node, known)
    const reached = reachable(kept)
    const next = kept.filter((each) => each.isMain || reached.has(each))
    if (next.length === kept.length) return kept
    kept = next
  }
}

/** Resources that hold a value of the message, or refer to one that is there for their sake and does. */
function holders(all: readonly Resource[]): Resource[] {
  const holding = new Set(all.filter(({ node, type }) => ALWAYS.has(type) || node.holdsSource()))
  const refers = (node: FhirNode): boolean => {
    if (node.link && !node.link.isMain && holding.has(node.link)) return true
    for (const children of node.children.values()) if (children.some(refers)) return true
    return false
  }
  for (let size = -1; size !== holding.size; ) {
    size = holding.size
    for (const each of all) if (!holding.has(each) && refers(each.node)) holding.add(each)
  }
  // A Provenance is one of something.
  return all.filter((each) => holding.has(each) && (each.type !== 'Provenance' || each.node.children.has('target')))
}

/** Takes out references to what is not there, and elements that hold nothing. */
function prune(node: FhirNode, known: ReadonlySet<Resource>): void {
  if (node.link && !known.has(node.link)) node.link = undefined
  for (const [name, children] of node.children) {
    for (const child of children) prune(child, known)
    const left = children.filter((child) => !isHollow(child))
    if (left.length === 0) node.remove(name)
    else if (left.length < children.length) node.children.set(name, left)
  }
}

/** Empty, an extension without value, or a part of which only what the map itself says is left. */
function isHollow(node: FhirNode): boolean {
  if (node.isEmpty()) return true
  // Neither a system nor an extension stands for a code.
  if (node.type === 'Coding' && !['code', 'display', 'extension'].some((name) => node.children.has(name))) return true
  if (node.element?.codes && node.isPrimitive && node.value === undefined) return true
  if (node.type !== 'Extension') return false
  return ![...node.children.keys()].some((name) => name.startsWith('value') || name === 'extension') || !node.children.has('url')
}

function reachable(resources: readonly Resource[]): Set<Resource> {
  const reached = new Set<Resource>()
  const walk = (node: FhirNode): void => {
    if (node.link) reached.add(node.link)
    for (const children of node.children.values()) for (const child of children) walk(child)
  }
  for (const { node } of resources) walk(node)
  return reached
}

/** A resource without its patient gets the one whose groups it shares; of those that others refer to, a related person is nothing without. */
function addOwner(resource: Resource, all: readonly Resource[]): void {
  if (resource.type === 'Patient' || !(resource.isMain || resource.type === 'RelatedPerson')) return
  const type = r4Type(resource.type)!
  const owner = OWNERS.map((name) => type.elements.get(name)).find((element) => element?.targets.includes('Patient'))
  if (!owner || resource.node.children.has(owner.name)) return
  const shared = (other: Resource) => other.scope.filter((step, i) => resource.scope[i] === step).length === other.scope.length
  const patient = all.find((other) => other.type === 'Patient' && other.isMain && shared(other))
  if (patient) resource.node.child(owner.name, 'owner')!.link = patient
}

/** What a required element is where the message does not say it: the code for unknown, else the reason why it is absent. */
function fillRequired(node: FhirNode): void {
  const type = r4Type(node.type)
  if (!type || (node.isEmpty() && node.element)) return
  for (const children of node.children.values()) for (const child of children) fillRequired(child)
  for (const name of type.required) {
    if ([...node.children].some(([key, [first]]) => key === name || first!.element?.choice === name)) continue
    const key = type.elements.has(name) ? name : [...type.elements.keys()].find((each) => type.elements.get(each)!.choice === name)!
    if (node.type === 'Extension' || node.type === 'Bundle') continue
    fillAbsent(node, key)
  }
}

/** Codes that say that nothing is known, or what is the case in every message. */
const USUAL: Readonly<Record<string, string>> = {
  'ServiceRequest.intent': 'order',
  'MedicationRequest.intent': 'order',
  'MedicationRequest.status': 'unknown',
  'DocumentReference.status': 'current',
  'Coverage.status': 'active',
  'Appointment.status': 'proposed',
  'Appointment.participant.status': 'needs-action',
  'Immunization.status': 'completed',
  'EpisodeOfCare.status': 'active',
  'Device.deviceName.type': 'other',
  'Narrative.status': 'generated',
  'Provenance.entity.role': 'source',
}

function fillAbsent(node: FhirNode, name: string): void {
  const element = elementOf(node.type, name)
  const child = node.child(name, 'absent')!
  const usual = USUAL[`${node.type}.${name}`] ?? (element.codes?.has('unknown') ? 'unknown' : undefined)
  if (usual !== undefined) {
    child.value = usual
    return
  }
  const backbone = r4Type(element.type)
  if (backbone && backbone.required.length > 0) {
    for (const inner of backbone.required) fillAbsent(child, backbone.elements.has(inner) ? inner : `${inner}CodeableConcept`)
    return
  }
  markAbsent(element.type === 'Attachment' ? child.child('url', '')! : child)
}

/** Resources that others refer to, and that say the same, are one. */
function joinAlike(resources: readonly Resource[]): Resource[] {
  let current = [...resources]
  for (;;) {
    const numbers = new Map(current.map((resource, i) => [resource, i]))
    const firsts = new Map<string, Resource>()
    const replaced = new Map<Resource, Resource>()
    for (const resource of current) {
      if (resource.isMain) continue
      const text = `${resource.type} ${textOf(resource.node, numbers)}`
      const first = firsts.get(text)
      if (first) replaced.set(resource, first)
      else firsts.set(text, resource)
    }
    if (replaced.size === 0) return current
    for (const [from, to] of replaced) joinLeaves(from.node, to.node)
    current = current.filter((each) => !replaced.has(each))
    for (const { node } of current) relink(node, replaced)
  }
}

/** The parts of the message that stand in a resource that is left out stand in the one that is kept. */
function joinLeaves(from: FhirNode, to: FhirNode): void {
  for (const leaf of from.leaves) {
    to.leaves.push(leaf)
    leaf.nodes.push(to)
  }
  for (const [name, children] of from.children) for (const [i, child] of children.entries()) joinLeaves(child, to.children.get(name)![i]!)
}

function relink(node: FhirNode, replaced: ReadonlyMap<Resource, Resource>): void {
  if (node.link) node.link = replaced.get(node.link) ?? node.link
  for (const children of node.children.values()) for (const child of children) relink(child, replaced)
}

function textOf(node: FhirNode, numbers: ReadonlyMap<Resource, number>): string {
  let text = node.value === undefined ? '' : JSON.stringify(node.value)
  if (node.link) text += `@${numbers.get(node.link)}`
  for (const [name, children] of node.children) text += `${name}(${children.map((child) => textOf(child, numbers)).join()})`
  return text
}
