// Makes resources valid: leaves out what holds nothing, fills what R4 requires and the message does not say, and joins resources that say the same.
import { type FhirNode, markAbsent, type Resource } from '../fhir-node.ts'
import { ownerElement, r4Type } from '../r4-model.ts'
import { elementOf } from '../resolve-target.ts'
import { isAllHollow, isHollow } from './hollow.ts'
import { joinParts } from './join-parts.ts'
import { areOne, joinAlike, joinSame } from './join-resources.ts'
import { keepRules } from './r4-rules.ts'
import { MERGED_PATIENT } from './same-patient.ts'

/** Resources that stand in the Bundle although all they hold comes from the maps. */
const ALWAYS: ReadonlySet<string> = new Set(['MessageHeader', 'Provenance'])

export interface Finished {
  /** The resources that stay, in their order. */
  readonly kept: readonly Resource[]
  /** Those that belong to one of several patients, but nothing says to which. */
  readonly withoutPatient: readonly Resource[]
}

export function finishResources(resources: readonly Resource[], sender: string): Finished {
  for (const resource of resources) joinParts(resource)
  const kept = dropEmpty(resources)
  const patients = kept.filter(({ type, isMain, label }) => type === 'Patient' && isMain && label !== MERGED_PATIENT)
  const only = areOne(patients) ? patients[0] : undefined
  const withoutPatient: Resource[] = []
  for (const resource of kept) if (!addOwner(resource, patients, only)) withoutPatient.push(resource)
  if (patients.length > 1 && !only) dropForeign(kept)
  for (const resource of kept) {
    keepRules(resource, sender)
    fillRequired(resource.node)
  }
  const alike = joinAlike(kept)
  const same = joinSame(alike)
  // Only what was united may be like another resource now.
  return { kept: same.length === alike.length ? same : joinAlike(same), withoutPatient }
}

/** A resource that holds no value of the message is left out, with what refers to it. */
function dropEmpty(all: readonly Resource[]): Resource[] {
  let kept = holders(all)
  const known = new Set(kept)
  // Once: what is left out below is what nothing that stays refers to.
  for (const each of kept) {
    each.references = []
    prune(each.node, known, each.references)
  }
  for (;;) {
    const reached = new Set<Resource>()
    for (const each of kept) for (const { link } of each.references) reached.add(link!)
    const next = kept.filter((each) => each.isMain || reached.has(each))
    if (next.length === kept.length) return kept
    kept = next
  }
}

/** Resources that hold a value of the message, or refer to one that is there for their sake and does. */
function holders(all: readonly Resource[]): Resource[] {
  const holding = new Set<Resource>()
  const referring: Resource[] = []
  for (const each of all) {
    each.references = []
    const holds = survey(each.node, each.references)
    if (holds || ALWAYS.has(each.type)) holding.add(each)
    else if (each.references.length > 0) referring.push(each)
  }
  const isHeld = ({ link }: FhirNode) => !link!.isMain && holding.has(link!)
  for (let size = -1; size !== holding.size; ) {
    size = holding.size
    for (const each of referring) if (!holding.has(each) && each.references.some(isHeld)) holding.add(each)
  }
  // A Provenance is one of something.
  return all.filter((each) => holding.has(each) && (each.type !== 'Provenance' || each.node.has('target')))
}

/**
 * @param references where the references in an element are added
 * @returns whether a value of the message stands in it or below
 */
function survey(node: FhirNode, references: FhirNode[]): boolean {
  if (node.link) references.push(node)
  let holds = node.leaves.length > 0
  const { children } = node
  for (let i = 0; i < children.length; i++) {
    const child = children[i]!
    if (survey(child, references)) holds = true
    if (child.further) for (const each of child.further.nodes) if (survey(each, references)) holds = true
  }
  return holds
}

/**
 * Takes out references to what is not there, and elements that hold nothing.
 * @param references where those that stay are added
 */
function prune(node: FhirNode, known: ReadonlySet<Resource>, references: FhirNode[]): void {
  if (node.link) {
    if (known.has(node.link)) references.push(node)
    else node.link = undefined
  }
  let isEmptied = false
  const { children } = node
  for (let i = 0; i < children.length; i++) {
    const first = children[i]!
    if (!first.further) {
      if (first.link !== undefined || first.children.length > 0) prune(first, known, references)
      if (isHollow(first)) isEmptied = true
      continue
    }
    const nodes = first.occurrences
    for (const each of nodes) if (each.link !== undefined || each.children.length > 0) prune(each, known, references)
    const kept = nodes.filter((each) => !isHollow(each))
    if (kept.length === 0) isEmptied = true
    else if (kept.length < nodes.length) node.keep(first.name, kept)
  }
  if (isEmptied) node.removeAll(isAllHollow)
}

/** Resources that others refer to, and that are of a patient all the same. */
const OWNED: ReadonlySet<string> = new Set(['RelatedPerson', 'DocumentReference', 'Specimen'])

/**
 * A resource without its patient gets the one whose groups it shares, the last one before it, or the only one of the message; of those that others
 * refer to, related persons, documents and specimens do.
 * @param only the patient, if all Patients are one person
 * @returns false if it belongs to one of several patients, but nothing says to which
 */
function addOwner(resource: Resource, patients: readonly Resource[], only: Resource | undefined): boolean {
  if (resource.type === 'Patient' || !(resource.isMain || OWNED.has(resource.type))) return true
  if (resource.type === 'Appointment' && patients.length > 1 && !only) return !dropFirstPatient(resource)
  const owner = ownerElement(resource.type)
  if (!owner || resource.node.has(owner.name) || patients.length === 0) return true
  // The nearest one first: of three that match the first, the third may contradict the second and stay a separate Patient.
  const patient = nearestOf(resource, patients) ?? only
  if (!patient) return false
  const reference = resource.node.child(owner.name, 'owner')!
  reference.link = patient
  resource.references.push(reference)
  return true
}

/** Types whose records may lead to those of another patient: merged ones, relatives, and who is insured by whom. */
const ACROSS: ReadonlySet<string> = new Set(['Patient', 'RelatedPerson', 'Account', 'Coverage'])

/** Where a message has no groups, the nearest order, visit or specimen may be that of the patient before: no record refers to one of another patient. */
function dropForeign(kept: readonly Resource[]): void {
  const owners = new Map(kept.map((each) => [each, ownerOf(each)]))
  const known = new Set(kept)
  for (const resource of kept) {
    const own = owners.get(resource)
    if (!own || ACROSS.has(resource.type)) continue
    const isForeign = ({ link }: FhirNode) => {
      const other = ACROSS.has(link!.type) ? undefined : owners.get(link!)
      return other !== undefined && other !== own && !areOne([own, other])
    }
    const foreign = resource.references.filter(isForeign)
    if (foreign.length === 0) continue
    for (const each of foreign) each.link = undefined
    resource.references = []
    prune(resource.node, known, resource.references)
  }
}

function ownerOf({ type, node }: Resource): Resource | undefined {
  const owner = ownerElement(type)
  return owner && node.first(owner.name)?.link
}

/**
 * An appointment comes before all patients: the first of several need not be the one that it is for.
 * @returns whether no patient takes part any more
 */
function dropFirstPatient(resource: Resource): boolean {
  const { node } = resource
  const isPatient = (each: FhirNode) => each.first('actor')?.link?.type === 'Patient'
  const participants = node.list('participant') ?? []
  const patients = participants.filter(isPatient)
  // A segment in the group of a patient says more than the order of the groups.
  if (patients.some((each) => each.holdsSource()) || new Set(patients.map((each) => each.first('actor')!.link)).size > 1) return false
  const kept = participants.filter((each) => !isPatient(each))
  if (kept.length === 0) node.remove('participant')
  else node.keep('participant', kept)
  const dropped = new Set(patients.map((each) => each.first('actor')!))
  resource.references = resource.references.filter((each) => !dropped.has(each))
  return true
}

/** @returns undefined behind the prior results of an order that are of somebody else: a sender of several orders may mean either of the two */
function nearestOf({ scope, serial }: Resource, patients: readonly Resource[]): Resource | undefined {
  const shared = (other: Resource) => other.scope.filter((step, i) => scope[i] === step).length === other.scope.length
  const nearest = patients.findLast((each) => each.serial <= serial && shared(each)) ?? patients.find(shared)
  const last = patients.findLast((each) => each.serial <= serial)
  return nearest && last && nearest.serial < last.serial && !areOne([nearest, last]) ? undefined : nearest
}

/** What a required element is where the message does not say it: the code for unknown, else the reason why it is absent. */
function fillRequired(node: FhirNode): void {
  const type = node.definition
  if (!type || (node.element && node.isEmpty())) return
  const { children } = node
  for (let i = 0; i < children.length; i++) {
    const child = children[i]!
    if (!child.definition) continue
    fillRequired(child)
    if (child.further) for (const each of child.further.nodes) fillRequired(each)
  }
  if (node.type === 'Extension' || node.type === 'Bundle') return
  for (const name of type.required) {
    if (node.has(name) || hasChoice(node, name)) continue
    fillAbsent(node, type.elements.has(name) ? name : [...type.elements.keys()].find((each) => type.elements.get(each)!.choice === name)!)
  }
}

function hasChoice({ children }: FhirNode, choice: string): boolean {
  for (let i = 0; i < children.length; i++) if (children[i]!.element!.choice === choice) return true
  return false
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
