// Numbers of observations: OBX-1 counts the observations of an order, so that none stands twice (HL7 v2.5.1 §7.4.2.1).
import { fieldSpan } from '../field-spans.ts'
import { formatPlace, type MessageContext } from './message-context.ts'

/** Segments between observations that do not begin another row of them. */
const BETWEEN: ReadonlySet<string> = new Set(['OBX', 'NTE', 'PRT'])

export function checkSetIds({ document, segments, issues }: MessageContext): void {
  if (issues.isOff('dataType')) return
  const seen = new Set<string>()
  for (const segment of segments) {
    if (segment.id !== 'OBX') {
      if (!BETWEEN.has(segment.id) && !segment.id.startsWith('Z')) seen.clear()
      continue
    }
    const span = fieldSpan(document.index, segment.line, 1)
    if (!span || span.start === span.end) continue
    const number = document.index.text.slice(span.start, span.end)
    const path = () => formatPlace({ segment, field: 1 })
    const place = { ...span, kind: 'OBX-1', path, expected: 'a number that no other OBX of the group has' }
    if (seen.has(number)) issues.add('dataType', 'set_id_repeated', place, { lowered: true })
    seen.add(number)
  }
}
