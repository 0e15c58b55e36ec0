// What several fields say together: the event in EVN-1, numbers of an order in ORC and OBR, times that come one after the other.
import type { SegmentPlace } from '../describe/describe-segments.ts'
import { component, fieldSpan, partSpans } from '../field-spans.ts'
import { formatPlace, type MessageContext } from './message-context.ts'

export function checkConsistency(context: MessageContext): void {
  checkEvent(context)
  checkOrderNumbers(context)
  checkMerges(context)
  checkTimes(context)
}

/** The first component of a field, empty where there is none. */
function textOf({ document, message }: MessageContext, { line }: SegmentPlace, field: number): string {
  return component(document.index, line, field, 1, message.delimiters)
}

function spanOf({ document }: MessageContext, { line }: SegmentPlace, field: number): { readonly start: number; readonly end: number } {
  return fieldSpan(document.index, line, field)!
}

/** EVN-1 repeats MSH-9.2 (HL7 v2.5.1 §3.4.1.1). */
function checkEvent(context: MessageContext): void {
  const { segments, type, issues } = context
  const event = segments.find(({ id }) => id === 'EVN')
  if (!event || type.trigger === null || issues.isOff('dataType')) return
  const text = textOf(context, event, 1)
  if (text === '' || text === '""' || text === type.trigger) return
  const path = () => formatPlace({ segment: event, field: 1 })
  issues.add('dataType', 'event_differs', { ...spanOf(context, event, 1), path, expected: 'the event of MSH-9.2' }, { lowered: true })
}

/** OBR-2 and OBR-3 are the numbers of ORC-2 and ORC-3 (HL7 v2.5.1 §4.5.3.2). */
function checkOrderNumbers(context: MessageContext): void {
  const { segments, issues } = context
  if (issues.isOff('dataType')) return
  let order: SegmentPlace | undefined
  for (const segment of segments) {
    if (segment.id === 'ORC') order = segment
    if (segment.id !== 'OBR') continue
    for (const field of order ? [2, 3] : []) {
      const [own, other] = [textOf(context, segment, field), textOf(context, order!, field)]
      if (own === '' || other === '' || own === other) continue
      const path = () => formatPlace({ segment, field })
      const place = { ...spanOf(context, segment, field), kind: `OBR-${field}`, path, expected: `the number of ORC-${field}` }
      issues.add('dataType', 'order_number_differs', place, { lowered: true })
    }
    // One order may have several reports; the first one has its numbers.
    order = undefined
  }
}

/** Events that merge one person into another. Others, such as A50, change a number of one person, whose MRG-1 is that of PID-3. */
const PERSON_MERGES: ReadonlySet<string> = new Set(['A18', 'A30', 'A34', 'A39', 'A40', 'A46'])

/** The identifier that goes and the one that stays differ (HL7 v2.5.1 §3.6.2.1). */
function checkMerges(context: MessageContext): void {
  const { segments, type, issues } = context
  if (issues.isOff('dataType') || type.trigger === null || !PERSON_MERGES.has(type.trigger)) return
  let kept = new Set<string>()
  for (const segment of segments) {
    if (segment.id === 'PID') kept = new Set(repetitionsOf(context, segment, 3))
    if (segment.id !== 'MRG' || !repetitionsOf(context, segment, 1).some((each) => kept.has(each))) continue
    const path = () => formatPlace({ segment, field: 1 })
    issues.add(
      'dataType',
      'merge_with_itself',
      { ...spanOf(context, segment, 1), path, expected: 'another identifier than PID-3' },
      { lowered: true },
    )
  }
}

/** The valued repetitions of a field as they stand. */
function repetitionsOf({ document, message }: MessageContext, { line }: SegmentPlace, field: number): string[] {
  const { index } = document
  const span = fieldSpan(index, line, field)
  if (!span || span.start === span.end) return []
  return partSpans(index.text, span, message.delimiters.repetition)
    .map(({ start, end }) => index.text.slice(start, end))
    .filter((text) => text !== '')
}

/** Fields of a segment of which the second one does not lie before the first one. */
const IN_ORDER: ReadonlyMap<string, readonly (readonly [number, number])[]> = new Map([
  ['PID', [[7, 29]]],
  ['PV1', [[44, 45]]],
  ['OBR', [[7, 8]]],
  ['IN1', [[12, 13]]],
  ['PRB', [[7, 9]]],
  ['RXA', [[3, 4]]],
  ['TQ1', [[7, 8]]],
  ['ROL', [[5, 6]]],
])

function checkTimes(context: MessageContext): void {
  const { segments, issues } = context
  if (issues.isOff('dates')) return
  const header = segments.find(({ id }) => id === 'MSH')
  const sent = header ? textOf(context, header, 7) : ''
  for (const segment of segments) {
    for (const [from, to] of IN_ORDER.get(segment.id) ?? []) {
      const start = textOf(context, segment, from)
      if (start !== '' && isBefore(textOf(context, segment, to), start))
        reportTime(context, segment, to, `not before ${segment.id}-${from}`)
    }
    if (segment.id === 'PID' && isBefore(sent, textOf(context, segment, 7))) reportTime(context, segment, 7, 'not after MSH-7')
  }
}

function reportTime(context: MessageContext, segment: SegmentPlace, field: number, expected: string): void {
  const path = () => formatPlace({ segment, field })
  context.issues.add('dates', 'times_reversed', { ...spanOf(context, segment, field), path, expected }, { lowered: true })
}

/** True where a time lies before another one for certain: as far as both are given, and by whole days where their offsets may differ. */
function isBefore(first: string, second: string): boolean {
  const [one, other] = [readTime(first), readTime(second)]
  if (!one || !other) return false
  const isSameZone = one.offset === other.offset
  const length = Math.min(one.digits.length, other.digits.length, isSameZone ? 14 : 8)
  if (!isSameZone && length === 8) return Number(one.digits.slice(0, 8)) < Number(other.digits.slice(0, 8)) - 1
  return one.digits.slice(0, length) < other.digits.slice(0, length)
}

function readTime(text: string): { readonly digits: string; readonly offset: string } | undefined {
  const match = /^([0-9]{4,14})(?:\.[0-9]{1,4})?([+-][0-9]{4})?$/.exec(text)
  return match ? { digits: match[1]!, offset: match[2] ?? '' } : undefined
}
