// Numbers of segments that repeat: the first field counts them, so that none stands twice (HL7 v2.5.1 §7.4.2.1 for OBX, §3.4.5.1 for NK1).
import type { SegmentPlace } from '../describe/describe-segments.ts'
import { fieldSpan } from '../field-spans.ts'
import { formatPlace, type MessageContext } from './message-context.ts'

/** Segments between observations that do not begin another row of them. */
const BETWEEN: ReadonlySet<string> = new Set(['OBX', 'NTE', 'PRT'])

/** Segments that count through all of a patient, and with which the count begins anew. */
const COUNTED: ReadonlySet<string> = new Set(['NK1', 'AL1', 'DG1', 'GT1', 'IN1', 'PR1'])
const PATIENT: ReadonlySet<string> = new Set(['MSH', 'PID', 'ORC', 'OBR', 'RGS'])

export function checkSetIds(context: MessageContext): void {
  if (context.issues.isOff('dataType')) return
  const observations = new Set<string>()
  const others = new Map<string, Set<string>>()
  for (const segment of context.segments) {
    if (segment.id === 'OBX') checkNumber(context, segment, observations)
    else if (!BETWEEN.has(segment.id) && !segment.id.startsWith('Z')) observations.clear()
    if (PATIENT.has(segment.id)) others.clear()
    if (!COUNTED.has(segment.id)) continue
    const seen = others.get(segment.id) ?? new Set()
    others.set(segment.id, seen)
    checkNumber(context, segment, seen)
  }
}

function checkNumber({ document, issues }: MessageContext, segment: SegmentPlace, seen: Set<string>): void {
  const span = fieldSpan(document.index, segment.line, 1)
  if (!span || span.start === span.end) return
  const number = document.index.text.slice(span.start, span.end)
  const path = () => formatPlace({ segment, field: 1 })
  const place = { ...span, kind: `${segment.id}-1`, path, expected: `a number that no other ${segment.id} of the group has` }
  if (seen.has(number)) issues.add('dataType', 'set_id_repeated', place, { lowered: true })
  seen.add(number)
}
