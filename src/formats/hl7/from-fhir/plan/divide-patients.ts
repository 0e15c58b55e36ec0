// Whose each resource of a message is: what is of one patient must not stand behind the PID of another one.
import { r4Type } from '../../fhir/r4-model.ts'
import type { MessageContents } from '../draft/message-contents.ts'
import type { SourceResource } from '../draft/source-tree.ts'

export interface Division {
  /** By patient what is of that patient, and what is of nobody, such as organizations. */
  readonly parts: ReadonlyMap<SourceResource, MessageContents>
  /** What is of a patient, and nothing says of which. */
  readonly unknown: readonly SourceResource[]
}

/** Elements that say whose record a resource is. */
const OWNERS = ['subject', 'patient', 'beneficiary'] as const

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
  const owned = contents.resources.filter((each) => isOwned(each))
  const parts = new Map<SourceResource, MessageContents>()
  for (const patient of patients) {
    const isForeign = (each: SourceResource) => isOwned(each) && owners.get(each) !== patient
    parts.set(patient, contents.part(isForeign))
  }
  return { parts, unknown: owned.filter((each) => each.type !== 'Patient' && !owners.has(each)) }

  function isOwned(each: SourceResource): boolean {
    return each.type === 'Patient' || isOfPatient(each) || owners.has(each)
  }
}

function isOfPatient({ type }: SourceResource): boolean {
  return !SHARED.has(type) && (type === 'Appointment' || ownerElement(type) !== undefined)
}

function ownerElement(type: string): string | undefined {
  const elements = r4Type(type)?.elements
  return OWNERS.find((name) => elements?.get(name)?.targets.includes('Patient'))
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
  const path = resource.type === 'Appointment' ? ['participant', 'actor'] : [ownerElement(resource.type) ?? '']
  return contents.linked(resource, ...path).filter(({ type }) => type === 'Patient')
}

/** True for somebody who is not in the Bundle, or no patient. */
function namesAnybody({ type, element }: SourceResource): boolean {
  const name = ownerElement(type)
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
