// Divides the resources of a message among its patients: those of one patient must not follow the PID of another.
import { ownerElement } from '../../fhir/r4-model.ts'
import type { MessageContents } from '../draft/message-contents.ts'
import type { SourceResource } from '../draft/source-tree.ts'

export interface Division {
  /** The resources of each patient, including the Patient itself. */
  readonly groups: ReadonlyMap<SourceResource, readonly SourceResource[]>
  /** The resources of a patient and those of nobody, such as organizations. References to resources of others are not followed. */
  partOf(patient: SourceResource): MessageContents
  /** Resources that belong to a patient, but nothing says to which. */
  readonly unknown: readonly SourceResource[]
}

/** References between resources of one patient. */
const TIES = ['basedOn', 'specimen', 'result', 'encounter', 'context', 'partOf', 'hasMember', 'parent'] as const

/** Types that need not belong to a patient. */
const SHARED: ReadonlySet<string> = new Set(['Device'])

/**
 * @param main the patient that the message is about
 * @param isMerged true for a patient whose record is that of the main one
 * @returns undefined if there is at most one patient
 */
export function dividePatients(
  contents: MessageContents,
  main: SourceResource,
  isMerged: (patient: SourceResource) => boolean,
): Division | undefined {
  const patients = contents.all('Patient').filter((each) => each === main || !isMerged(each))
  if (patients.length < 2) return undefined
  const owners = ownersOf(contents, new Set(patients), main)
  const groups = new Map<SourceResource, SourceResource[]>(patients.map((each) => [each, []]))
  const shared: SourceResource[] = []
  const unknown = new Set<SourceResource>()
  for (const each of contents.resources) {
    const owner = owners.get(each)
    if (owner) groups.get(owner)!.push(each)
    else if (isOfPatient(each)) unknown.add(each)
    else shared.push(each)
  }
  const ofNobody = contents.part(shared)
  const partOf = (patient: SourceResource): MessageContents => {
    const isForeign = (each: SourceResource) => each.type !== 'Patient' && (unknown.has(each) || (owners.get(each) ?? patient) !== patient)
    return contents.part(groups.get(patient)!, ofNobody, isForeign)
  }
  return { groups, partOf, unknown: [...unknown] }
}

function isOfPatient({ type }: SourceResource): boolean {
  return !SHARED.has(type) && (type === 'Appointment' || ownerElement(type) !== undefined)
}

/** The patient of each resource: the one that it names, otherwise the only one of the resources that it is tied to. */
function ownersOf(
  contents: MessageContents,
  patients: ReadonlySet<SourceResource>,
  main: SourceResource,
): ReadonlyMap<SourceResource, SourceResource> {
  const owners = new Map<SourceResource, SourceResource>()
  const open = new Set<SourceResource>()
  for (const each of contents.resources) {
    const named = each.type === 'Patient' ? [each] : namedBy(contents, each)
    const own = [...new Set(named.map((patient) => (patients.has(patient) ? patient : main)))]
    // An appointment belongs to all patients that take part.
    if (own.length === 1 || (own.length > 0 && each.type === 'Appointment')) owners.set(each, own.includes(main) ? main : own[0]!)
    else if (named.length === 0 && !namesAnybody(each)) open.add(each)
  }
  const tied = tiesOf(contents)
  for (const each of open) {
    if (owners.has(each)) continue
    const whole = new Set([each])
    const found = new Set<SourceResource>()
    for (const member of whole) {
      for (const other of tied.get(member) ?? []) {
        const owner = owners.get(other)
        if (owner) found.add(owner)
        else if (open.has(other)) whole.add(other)
      }
    }
    for (const member of whole) {
      open.delete(member)
      if (found.size === 1 && isOfPatient(member)) owners.set(member, [...found][0]!)
    }
  }
  return owners
}

/** The patients that a resource names as its own. */
function namedBy(contents: MessageContents, resource: SourceResource): readonly SourceResource[] {
  const path = resource.type === 'Appointment' ? ['participant', 'actor'] : [ownerElement(resource.type)?.name ?? '']
  return contents.linked(resource, ...path).filter(({ type }) => type === 'Patient')
}

/** True if the resource names an owner. Without a Patient in the Bundle for it, the owner is unknown. */
function namesAnybody({ type, element }: SourceResource): boolean {
  const name = ownerElement(type)?.name
  return name !== undefined && element.all(name).some((each) => each.children.size > 0)
}

function tiesOf(contents: MessageContents): ReadonlyMap<SourceResource, readonly SourceResource[]> {
  const ties = new Map<SourceResource, SourceResource[]>()
  const tie = (from: SourceResource, to: SourceResource): void => {
    const list = ties.get(from)
    if (list) list.push(to)
    else ties.set(from, [to])
  }
  for (const resource of contents.resources) {
    if (!isOfPatient(resource)) continue
    for (const name of TIES) {
      for (const other of contents.linked(resource, name)) {
        tie(resource, other)
        tie(other, resource)
      }
    }
  }
  return ties
}
