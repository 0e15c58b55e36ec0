// Status by the trigger event (MSH-9.2): what a message says has happened, which the values of its segments alone do not tell.
import type { FhirNode, Part, Resource } from '../fhir-node.ts'
import { put, unplace } from '../observed/place-part.ts'
import { isValued, leavesOf, partAt, type SourceMessage } from '../source-message.ts'

/**
 * Encounter.status by the events of HL7 v2.8.2 §3.3; those that the guide maps (Event[EncounterStatus]) are as there. `active` is in progress, or
 * finished where PV1-45 tells of a discharge; `told` is as the rows have it; `open` is that too, and unknown where the segments tell nothing.
 */
const ENCOUNTERS: Readonly<Record<string, string>> = {
  ...rules('active', 'A01 A02 A06 A07 A09 A10 A12 A15 A16 A17 A22 A25 A26 A32 A33 A52 A54 A55 A61 A62'),
  // The patient has come, or a discharge did not take place, whatever PV1-45 still holds.
  ...rules('in-progress', 'A13'),
  ...rules('finished', 'A03'),
  ...rules('planned', 'A05 A14'),
  ...rules('cancelled', 'A11 A27 A38'),
  ...rules('onleave', 'A21 A53'),
  ...rules('entered-in-error', 'A23'),
  // A registration, in progress unless its class says that the patient is yet to come.
  ...rules('told', 'A04'),
  // They change data about a person or a visit, and say nothing of where the visit stands.
  ...rules('open', 'A08 A18 A24 A28 A29 A30 A31 A34 A35 A36 A37 A39 A40 A41 A42 A43 A44 A45 A46 A47 A48 A49 A50 A51 A60'),
}

/** Appointment.status by §10.4; what is called off is so whatever SCH-25 still holds. */
const APPOINTMENTS: Readonly<Record<string, string>> = {
  ...rules('booked', 'S12 S13 S14 S18 S19 S20 S21 S22 S23'),
  ...rules('cancelled', 'S15 S16 S24'),
  ...rules('entered-in-error', 'S17'),
  ...rules('noshow', 'S26'),
}
/** Of a request (SRM, §10.3): what its sender wants. */
const REQUESTS: Readonly<Record<string, string>> = { ...rules('cancelled', 'S04 S05'), ...rules('entered-in-error', 'S06') }
const CALLED_OFF: ReadonlySet<string> = new Set(['S15', 'S16', 'S17', 'S26'])
const OPEN_APPOINTMENT: ReadonlySet<unknown> = new Set([undefined, 'proposed', 'pending', 'booked', 'waitlist'])

function rules<Value extends string>(value: Value, events: string): Record<string, Value> {
  return Object.fromEntries(events.split(' ').map((event) => [event, value]))
}

/** Sets the status of what the message is about, before the resources are finished. */
export function setTriggerStatus(message: SourceMessage, resources: readonly Resource[]): void {
  const event = eventOf(message)
  if (!event) return
  for (const { type, node, isMain } of resources) {
    if (!isMain) continue
    if (type === 'Encounter') setEncounter(message, event, node)
    else if (type === 'Appointment') setAppointment(message, event, node)
    else if (type === 'DocumentReference' && codeOf(event) === 'T11') {
      setStatus(node, 'status', 'entered-in-error', event)
      setStatus(node, 'docStatus', 'entered-in-error', event)
    }
  }
}

/** The code of an event; senders write it in small letters, too. */
const codeOf = (event: Part) => event.value.trim().toUpperCase()

/** MSH-9.2; of old messages without it, EVN-1. */
function eventOf(message: SourceMessage): Part | undefined {
  const event = partAt(message.named('MSH')[0]?.fields[9]?.[0], 2) ?? partAt(message.named('EVN')[0]?.fields[1]?.[0], 1)
  return event && isValued(event) ? event : undefined
}

/** An event that nobody knows says nothing of where a visit stands. */
function isAdmission(message: SourceMessage): boolean {
  return partAt(message.named('MSH')[0]?.fields[9]?.[0], 1)?.value.trim().toUpperCase() === 'ADT'
}

function setEncounter(message: SourceMessage, event: Part, node: FhirNode): void {
  const rule = Object.hasOwn(ENCOUNTERS, codeOf(event)) ? ENCOUNTERS[codeOf(event)]! : isAdmission(message) ? 'open' : undefined
  if (rule === undefined || rule === 'told') return
  const [visit] = message.named('PV1')
  const isOver = visit?.fields[45]?.some(isValued) === true
  if (rule === 'active' || rule === 'open') {
    if (isOver) return
    if (rule === 'active') setStatus(node, 'status', 'in-progress', event)
    // A class of its own tells of a visit to come; the others only who comes.
    else if (node.first('status')?.value === 'in-progress' && visit?.fields[44]?.some(isValued) !== true)
      setStatus(node, 'status', 'unknown', event)
    return
  }
  setStatus(node, 'status', rule, event)
}

function setAppointment(message: SourceMessage, event: Part, node: FhirNode): void {
  const code = codeOf(event)
  const statuses = message.named('ARQ').length > 0 ? REQUESTS : APPOINTMENTS
  const status = Object.hasOwn(statuses, code) ? statuses[code] : undefined
  const known = node.first('status')?.value
  if (status === undefined || (known !== undefined && !CALLED_OFF.has(code))) return
  if (CALLED_OFF.has(code) && !OPEN_APPOINTMENT.has(known)) return
  setStatus(node, 'status', status, event)
}

function setStatus(node: FhirNode, name: string, status: string, event: Part): void {
  const child = node.child(name, '')!
  unplace(child)
  put(child, status, leavesOf(event))
}

/** A24 (HL7 v2 §3.3.24): two records of one person, both of which stay in use. */
export function linkPatients(message: SourceMessage, resources: readonly Resource[]): void {
  const event = eventOf(message)
  const patients = resources.filter(({ type, isMain }) => type === 'Patient' && isMain)
  if (!event || codeOf(event) !== 'A24' || patients.length !== 2) return
  for (const [i, { node }] of patients.entries()) {
    const link = node.child('link', 'event')!
    link.child('other', '')!.link = patients[1 - i]!
    put(link.child('type', '')!, 'seealso', leavesOf(event))
  }
}
