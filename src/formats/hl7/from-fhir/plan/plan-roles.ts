// Who takes part: ROL, and PRT since 2.7, for practitioners in a role and for care teams, behind the segment that they belong to.
import { isAtLeast } from '../../dictionary/versions.ts'
import { messageRows } from '../../fhir/map-table.ts'
import type { MessageBuilder } from '../draft/message-builder.ts'
import type { MessageContents } from '../draft/message-contents.ts'
import type { FhirElement, SourceResource } from '../draft/source-tree.ts'
import type { PatientPlan } from './patient-plan.ts'

/** Elements that refer to a practitioner in a role: those are told by a segment of their own. */
export function rolesIn(contents: MessageContents, elements: readonly FhirElement[], ...path: readonly string[]): readonly FhirElement[] {
  return elements.filter((element) => roleOf(contents, element, path) !== undefined)
}

function roleOf({ bundle }: MessageContents, element: FhirElement, path: readonly string[]): SourceResource | undefined {
  let at: FhirElement | undefined = element
  for (const name of path) at = at?.first(name)
  const found = at && bundle.resolve(at)
  return found?.type === 'PractitionerRole' ? found : undefined
}

/** Behind PID and PD1: the general practitioner and the care teams of the patient. */
export function addPatientRoles({ builder, contents, patient }: PatientPlan): void {
  if (!patient) return
  const all = patient.element.all('generalPractitioner')
  for (const element of rolesIn(contents, all)) {
    const role = roleOf(contents, element, [])!
    if (usesParticipation(builder)) addParticipation(builder, contents, role)
    else
      addRole(
        builder,
        'ROL[Patient-GeneralPractitioner]',
        patient,
        all.filter((each) => each !== element),
      )
  }
  for (const team of contents.unused('CareTeam')) {
    addRole(builder, usesParticipation(builder) ? 'PRT[CareTeam]' : 'ROL[CareTeam]', contents.use(team), [])
  }
}

/** Behind PV1 and PV2: participants of the visit that are in a role. */
export function addVisitRoles({ builder, contents }: PatientPlan, encounter: SourceResource | undefined): void {
  const all = encounter?.element.all('participant') ?? []
  for (const element of rolesIn(contents, all, 'individual')) {
    const role = roleOf(contents, element, ['individual'])!
    if (usesParticipation(builder)) addParticipation(builder, contents, role)
    else
      addRole(
        builder,
        'ROL[Encounter-PractitionerRole]',
        encounter!,
        all.filter((each) => each !== element),
      )
  }
}

/** Where the map of the message has PRT alone. */
function usesParticipation({ version, structure }: MessageBuilder): boolean {
  const rows = messageRows(structure)
  return isAtLeast(version, '2.7') && rows?.has('PRT') === true && !rows.has('ROL')
}

function addRole(builder: MessageBuilder, map: string, source: SourceResource, except: readonly FhirElement[]): void {
  const segment = builder.add(map.slice(0, 3))
  builder.fillBy(segment, map, source.element, except)
  if (segment.isEmpty) builder.remove(segment)
  else builder.complete(segment, 2, 'UC')
}

function addParticipation(builder: MessageBuilder, contents: MessageContents, role: SourceResource, order?: number): void {
  if (contents.isUsed(role)) return
  const segment = builder.add('PRT', order)
  builder.fillBy(segment, 'PRT[PractitionerRole]', contents.use(role).element)
  if (segment.isEmpty) builder.remove(segment)
  else builder.complete(segment, 2, 'UC')
}

/** Behind the segments of a resource, those of the roles that it refers to and that no field holds (PRT since 2.7). */
export function addReferredRoles({ builder, contents }: PatientPlan, { element }: SourceResource, order: number): void {
  if (!isAtLeast(builder.version, '2.7')) return
  const scope = builder.scopeOf(element)
  for (const reference of referencesIn(element)) {
    const text = reference.first('reference')
    const role = contents.bundle.resolve(reference)
    if (!text || role?.type !== 'PractitionerRole' || scope.has(reference) || scope.has(text)) continue
    addParticipation(builder, contents, role, order)
    if (contents.isUsed(role)) builder.context.log.claim(scope, text, '')
  }
}

function* referencesIn(element: FhirElement): Generator<FhirElement> {
  if (element.children.has('reference')) yield element
  for (const list of element.children.values()) for (const child of list) yield* referencesIn(child)
}

/** Roles and devices that no resource of the message refers to. */
export function addLooseRoles({ builder, contents }: PatientPlan): void {
  if (!isAtLeast(builder.version, '2.7')) return
  const referred = new Set(
    contents.resources
      .filter(({ type }) => type !== 'Provenance')
      .flatMap(({ element }) => [...referencesIn(element)].map((each) => contents.bundle.resolve(each))),
  )
  for (const role of contents.unused('PractitionerRole')) if (!referred.has(role)) addParticipation(builder, contents, role)
}

/** Behind OBX and OBR of versions that have PRT: roles without a field, devices, and where it took place. */
export function addParticipants(
  { builder, contents }: PatientPlan,
  { element }: SourceResource,
  names: readonly string[],
  order: number,
): void {
  if (!isAtLeast(builder.version, '2.7')) return
  for (const reference of names.flatMap((name) => element.all(name))) {
    const scope = builder.scopeOf(element)
    if (scope.has(reference)) continue
    const found = contents.bundle.resolve(reference)
    if (found?.type === 'PractitionerRole') addParticipation(builder, contents, found, order)
    else if (found?.type === 'Device' && !contents.isUsed(found)) {
      const segment = builder.add('PRT', order)
      builder.fillBy(segment, 'PRT[Device]', contents.use(found).element)
      if (segment.isEmpty) builder.remove(segment)
    }
    const text = reference.first('reference')
    if (found && contents.isUsed(found) && text) builder.context.log.claim(scope, text, '')
  }
  const places = element.all('extension').filter((each) => each.textAt('url')?.endsWith('/event-location') === true)
  if (places.length === 0) return
  const segment = builder.add('PRT', order)
  builder.fillBy(segment, 'PRT[Observation-Location]', element)
  if (segment.isEmpty) builder.remove(segment)
}
