// What an appointment needs beside its rows: the lines of its notes as one comment, an end for a start, and each participant once.

import { shiftTime } from '../date-values.ts'
import { numberOf } from '../decimal.ts'
import { type FhirNode, markAbsent } from '../fhir-node.ts'
import { put, shownCharacters } from '../observed/place-part.ts'
import { leavesOf, type SourceSegment } from '../source-message.ts'

/** NTE-3 behind SCH or a resource of it: R4 has one comment, in which each note is a line. */
export function addComment({ fields }: SourceSegment, appointment: FhirNode): void {
  for (const leaf of (fields[3] ?? []).flatMap(leavesOf)) {
    if (leaf.value === '') continue
    const comment = appointment.child('comment', '')!
    const line = shownCharacters(leaf.value)
    put(comment, comment.value === undefined ? line : `${String(comment.value)}\n${line}`, [leaf])
    comment.isOwn = true
  }
}

/** Statuses of an appointment that need no time. */
const OPEN: ReadonlySet<unknown> = new Set([undefined, 'proposed', 'cancelled', 'waitlist'])

const CALLED_OFF: ReadonlySet<unknown> = new Set(['cancelled', 'noshow'])

/** app-2, app-3: a start and an end, or none; what the message does not say is absent for a reason. */
export function keepAppointment(node: FhirNode): void {
  // app-4: a reason for what was called off.
  if (!CALLED_OFF.has(node.first('status')?.value)) node.remove('cancelationReason')
  const start = node.first('start')?.value
  const minutes = node.first('minutesDuration')?.value
  const end = node.child('end', '')!
  if (typeof start === 'string' && end.value === undefined && numberOf(minutes) > 0) {
    end.value = shiftTime(start, String(numberOf(minutes)), 'min', 1)
    end.isWeak = true
  }
  const isNeeded = start !== undefined || end.value !== undefined || !OPEN.has(node.first('status')?.value)
  for (const name of ['start', 'end'] as const) {
    if (node.first(name)?.value !== undefined) continue
    node.remove(name)
    if (isNeeded) markAbsent(node.child(name, 'absent')!)
  }
  keepParticipants(node)
}

/** Several segments name the patient; who takes part in a role or for a time of its own stays. */
function keepParticipants(node: FhirNode): void {
  const all = node.list('participant') ?? []
  // app-1: somebody takes part, whom the message does not name.
  if (all.length === 0) markAbsent(node.child('participant', 'absent')!.child('actor', 'absent')!)
  const isPlain = (each: FhirNode) => !(each.has('type') || each.has('period') || each.first('status')?.leaves.length)
  const kept = all.filter((each, i) => {
    const actor = each.first('actor')?.link
    return (
      !actor || !isPlain(each) || !all.some((other, at) => at !== i && other.first('actor')?.link === actor && (at < i || !isPlain(other)))
    )
  })
  if (kept.length > 0 && kept.length < all.length) node.keep('participant', kept)
}
