// Checks a message against a profile: every row, every segment and every repetition that it is for.
import type { SegmentPlace } from '../describe/describe-segments.ts'
import { fieldSpan, isDelimiterField, partSpan, partSpans, type Span } from '../field-spans.ts'
import { EXPLICIT_NULL } from '../field-values.ts'
import type { MessageType } from '../message-header.ts'
import { type FieldPlace, formatPlace, formatSegment, leafText, type MessageContext, segmentSpan } from './message-context.ts'
import type { Usage } from './profile-schema.ts'
import type { ReadCondition, ReadPlaceRow, ReadPredicate, ReadProfile, ReadSegmentRow } from './read-profile.ts'
import type { IssueCode } from './rules.ts'

/** In their order: the nth of a name is at n - 1. */
type SegmentsById = ReadonlyMap<string, readonly SegmentPlace[]>

/** True where the profile is for messages of the type. */
export function isMeant({ messages }: ReadProfile, { code, trigger }: MessageType): boolean {
  return messages.length === 0 || messages.some((each) => each.code === code && (each.trigger === undefined || each.trigger === trigger))
}

export function checkProfile(context: MessageContext, profile: ReadProfile): void {
  const byId: SegmentsById = Map.groupBy(context.segments, ({ id }) => id)
  for (const row of profile.segments) checkSegmentRow(context, row, byId)
  for (const row of profile.places) {
    const { segmentIndex } = row.path
    const all = byId.get(row.path.segment) ?? []
    const wanted = row.anySegment ? all : all.filter(({ occurrence }) => occurrence === segmentIndex)
    for (const segment of wanted) checkPlaceRow(context, row, segment, byId)
  }
}

function checkSegmentRow(context: MessageContext, { row, when }: ReadSegmentRow, byId: SegmentsById): void {
  const found = byId.get(row.segment) ?? []
  const holds = !when || isMet(context, when, undefined, byId)
  const usage: Usage = holds ? row.usage : row.otherwise
  const end = context.segments.at(-1)
  const at = end ? segmentSpan(context, end).end : 0
  const report = (code: IssueCode, span: Span, path: string, expected: string) =>
    context.issues.addOfProfile(code, row.severity, { ...span, path: () => path, expected })
  if (usage === 'X') {
    for (const each of found) report('segment_not_used', segmentSpan(context, each), formatSegment(each), `no ${row.segment}`)
    return
  }
  if (found.length === 0) {
    if (usage === 'R') report('segment_missing', { start: at, end: at }, row.segment, row.segment)
    return
  }
  if (!holds) return
  if (row.min !== undefined && found.length < row.min) {
    report('repetitions_too_few', segmentSpan(context, found[0]!), row.segment, `at least ${row.min}`)
  }
  if (row.max === undefined) return
  for (const each of found.slice(row.max)) {
    report('repetitions_too_many', segmentSpan(context, each), formatSegment(each), `at most ${row.max}`)
  }
}

function checkPlaceRow(context: MessageContext, read: ReadPlaceRow, segment: SegmentPlace, byId: SegmentsById): void {
  const { row, path, when } = read
  const holds = !when || isMet(context, when, segment, byId)
  const usage = holds ? row.usage : row.otherwise
  const field: FieldPlace = { segment, field: path.field }
  const report = (code: IssueCode, span: Span, place: FieldPlace, expected: string) =>
    context.issues.addOfProfile(code, row.severity, { ...span, path: () => formatPlace(place), expected })
  const whole = fieldSpan(context.document.index, segment.line, path.field)
  const valued = whole && whole.end > whole.start ? whole : undefined
  if (!valued) {
    const { end } = segmentSpan(context, segment)
    if (usage === 'R' && path.component === undefined) report('field_missing', whole ?? { start: end, end }, field, 'a value')
    return
  }
  const repetitions = repetitionsOf(context, segment, path.field, valued)
  if (holds && path.component === undefined && path.repetition === undefined) {
    const count = repetitions.length
    if (row.min !== undefined && count < row.min) report('repetitions_too_few', valued, field, `at least ${row.min} repetitions`)
    if (row.max !== undefined && count > row.max) report('repetitions_too_many', valued, field, `at most ${row.max} repetitions`)
  }
  for (const [i, each] of repetitions.entries()) {
    if (typeof path.repetition === 'number' && path.repetition !== i + 1) continue
    const place = { ...field, repetition: i + 1, ...partOf(read) }
    const part = partWithin(context, each, path)
    checkPart(context, read, { usage, holds, span: each, part }, (code, span, expected) => report(code, span, place, expected))
  }
}

interface PartState {
  readonly usage: Usage
  readonly holds: boolean
  /** The repetition. */
  readonly span: Span
  /** Undefined or empty where the part has no value. */
  readonly part: Span | undefined
}

function checkPart(
  context: MessageContext,
  { row, path }: ReadPlaceRow,
  { usage, holds, span, part }: PartState,
  report: (code: IssueCode, span: Span, expected: string) => void,
): void {
  if (!part || part.end === part.start) {
    const missing = path.component === undefined ? 'field_missing' : 'component_missing'
    if (usage === 'R') report(missing, part ?? { start: span.end, end: span.end }, 'a value')
    return
  }
  if (usage === 'X') report('value_not_used', part, 'no value')
  if (!holds) return
  const text = leafText(context, part)
  // The explicit null asks to delete a value and is none itself.
  if (text === EXPLICIT_NULL) return
  const { minLength, maxLength, table, codes, constant } = row
  const length = minLength === undefined && maxLength === undefined ? 0 : [...text].length
  if (minLength !== undefined && length < minLength) report('value_too_short', part, `at least ${minLength} characters`)
  if (maxLength !== undefined && length > maxLength) report('value_too_long', part, `at most ${maxLength} characters`)
  if (constant !== undefined && text !== constant) report('constant_differs', part, 'the constant of the profile')
  if (table === undefined && codes === undefined) return
  const code = path.component === undefined ? firstLeaf(context, part) : text
  if (codes && !codes.includes(code)) report('code_not_in_table', part, 'a code of the profile')
  if (table !== undefined && context.dictionary.table(context.version, table)?.codes.get(code)?.inVersion !== true) {
    report('code_not_in_table', part, `a code of table ${table} of HL7 v${context.version}`)
  }
}

function partOf({ path: { component, subcomponent } }: ReadPlaceRow): { component?: number; subcomponent?: number } {
  return { ...(component === undefined ? {} : { component }), ...(subcomponent === undefined ? {} : { subcomponent }) }
}

function repetitionsOf({ document, message }: MessageContext, { line }: SegmentPlace, field: number, span: Span): Span[] {
  if (isDelimiterField(document.index, line, field)) return [span]
  return partSpans(document.index.text, span, message.delimiters.repetition)
}

function partWithin(
  { document, message }: MessageContext,
  span: Span,
  { component, subcomponent }: ReadPlaceRow['path'],
): Span | undefined {
  if (component === undefined) return span
  const { text } = document.index
  const part = partSpan(text, span, message.delimiters.component, component)
  return part && subcomponent !== undefined ? partSpan(text, part, message.delimiters.subcomponent, subcomponent) : part
}

/** The code of a coded field: its first component. */
function firstLeaf(context: MessageContext, span: Span): string {
  return leafText(context, partWithin(context, span, { component: 1, subcomponent: 1 } as ReadPlaceRow['path'])!)
}

function isMet(context: MessageContext, { all, any }: ReadPredicate, own: SegmentPlace | undefined, byId: SegmentsById): boolean {
  const holds = (each: ReadCondition) => {
    const isOwn = each.anySegment && own?.id === each.path.segment
    const place = each.anySegment ? 0 : Number(each.path.segmentIndex) - 1
    return isConditionMet(context, each, isOwn ? own : byId.get(each.path.segment)?.[place])
  }
  return all.every(holds) && (any.length === 0 || any.some(holds))
}

/** @param segment the one that the path names; undefined where it is not there */
function isConditionMet(context: MessageContext, { condition, path }: ReadCondition, segment: SegmentPlace | undefined): boolean {
  const whole = segment && fieldSpan(context.document.index, segment.line, path.field!)
  const repetitions = whole ? repetitionsOf(context, segment, path.field!, whole) : []
  const repetition = repetitions[typeof path.repetition === 'number' ? path.repetition - 1 : 0]
  const part = repetition && partWithin(context, repetition, path as ReadPlaceRow['path'])
  const value = part ? leafText(context, part) : ''
  const { valued, equals, notEquals, in: list, notIn } = condition
  if (valued !== undefined && (value !== '') !== valued) return false
  if (equals !== undefined && value !== equals) return false
  if (notEquals !== undefined && value === notEquals) return false
  if (list && !list.includes(value)) return false
  return !notIn?.includes(value)
}
