// SCH and the resources of an appointment: AIS for its service, AIL for places, AIP for persons, AIG for anything else.

import type { FhirElement, SourceResource } from '../draft/source-tree.ts'
import type { PatientPlan } from './patient-plan.ts'

/** Who enters an appointment, or is asked about it: persons whose part to-fhir knows nothing of. */
function isContactPerson({ contents }: PatientPlan, participant: FhirElement): boolean {
  const types = participant.all('type')
  if (types.some((type) => type.all('coding').some((coding) => coding.textAt('code') === 'enterer'))) return true
  const actor = participant.first('actor')
  const isPerson = actor !== undefined && contents.bundle.resolve(actor)?.type === 'Practitioner'
  return isPerson && types.length === 0 && !participant.children.has('period') && participant.textAt('status') === 'needs-action'
}

export function addSchedule(plan: PatientPlan, appointment: SourceResource): void {
  const { builder, contents } = plan
  const segment = builder.add('SCH')
  const participants = appointment.element.all('participant')
  const isContact = (each: FhirElement) => isContactPerson(plan, each)
  builder.fill(
    segment,
    contents.use(appointment),
    participants.filter((each) => !isContact(each)),
  )
  for (const request of contents.linked(appointment, 'basedOn'))
    if (request.type === 'ServiceRequest') builder.fill(segment, contents.use(request))
  for (const provenance of contents.unused('Provenance')) {
    const isEnterer = provenance.element.all('agent').some((agent) => agent.first('type')?.first('coding')?.textAt('code') === 'enterer')
    if (isEnterer) builder.fillBy(segment, 'SCH[Provenance]', contents.use(provenance).element)
  }
  builder.complete(segment, 6, 'UNKNOWN')
  const comment = appointment.element.first('comment')
  if (comment?.text === undefined) return
  for (const [i, line] of comment.text.split('\n').entries()) {
    const note = builder.add('NTE')
    builder.complete(note, 1, String(i + 1))
    builder.complete(note, 3, line)
  }
  builder.context.log.claim(builder.scopeOf(appointment.element), comment, 'NTE-3')
}

export function addScheduled(plan: PatientPlan, appointment: SourceResource): void {
  const { builder, contents } = plan
  const participants = appointment.element.all('participant')
  const group = builder.add('RGS')
  builder.complete(group, 1, '1')
  let number = 0
  const add = (id: string, keep: FhirElement | undefined) => {
    const segment = addFilledBy(id, keep)
    if (segment) builder.complete(segment, 1, String(++number))
  }
  const addFilledBy = (id: string, keep: FhirElement | undefined) => {
    const segment = builder.add(id)
    builder.fill(
      segment,
      appointment,
      participants.filter((each) => each !== keep),
    )
    if (!segment.isEmpty) return segment
    builder.remove(segment)
    return undefined
  }
  for (const [, service] of appointment.element.all('serviceType').entries()) if (service) add('AIS', undefined)
  for (const id of ['AIG', 'AIL', 'AIP'] as const) {
    for (const participant of participants) {
      const actor = participant.first('actor')
      const type = actor && contents.bundle.resolve(actor)?.type
      if (type === 'Patient' || isContactPerson(plan, participant) || KINDS[type ?? ''] !== (id === 'AIG' ? undefined : id)) continue
      add(id, participant)
    }
  }
  if (number === 0) builder.remove(group)
}

const KINDS: Readonly<Record<string, string>> = { Location: 'AIL', Practitioner: 'AIP', PractitionerRole: 'AIP' }
