// Whose each resource of a message is: what is of one patient must not stand behind the PID of another one.
import { ownerElement } from '../../fhir/r4-model.ts'
import type { MessageContents } from '../draft/message-contents.ts'
import type { SourceResource } from '../draft/source-tree.ts'

export interface Division {
  /** By patient, what is of that patient, who is among them. */
  readonly groups: ReadonlyMap<SourceResource, readonly SourceResource[]>
  /** What is of a patient, and what is of nobody, such as organizations. Nothing in it leads to what is of others. */
  partOf(patient: SourceResource): MessageContents
  /** What is of a patient, and nothing says of which. */
  readonly unknown: readonly SourceResource[]
}

/** References between resources of one patient. */
const TIES = ['basedOn', 'specimen', 'result', 'encounter', 'context', 'partOf', 'hasMember', 'parent'] as const

/** Types that have a patient only sometimes. */
const SHARED: ReadonlySet<string> = new Set(['Device'])

/**
 * @param main whom the message is about
 * @param isMerged true for a patient whose record is that of the main one
 * @returns undefined for resources of one patient at most
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
  const places = new Map<SourceResource, number>()
  for (const each of contents.resources) {
    places.set(each, places.size)
    const owner = owners.get(each)
    if (owner) groups.get(owner)!.push(each)
    else if (isOfPatient(each)) unknown.add(each)
    else shared.push(each)
  }
  const partOf = (patient: SourceResource): MessageContents => {
    const own = [...shared, ...groups.get(patient)!].sort((a, b) => places.get(a)! - places.get(b)!)
    return contents.part(own, (each) => each.type !== 'Patient' && (unknown.has(each) || (owners.get(each) ?? patient) !== patient))
  }
  return { groups, partOf, unknown: [...unknown] }
}

function isOfPatient({ type }: SourceResource): boolean {
  return !SHARED.has(type) && (type === 'Appointment' || ownerElement(type) !== undefined)
}

/** By resource its patient: the one that it names, else the only one of the resources that it belongs with. */
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
    // An appointment is of all who take part.
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

/** True for somebody who is not in the Bundle, or no patient. */
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
