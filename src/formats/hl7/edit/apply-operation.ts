// Carries out one operation on one message. Whatever it finds nothing to do for is reported: each operation leaves at least one trace in each
// message.
import { ProblemError } from '../../../core/problem.ts'
import { partSpans, type Span } from '../field-spans.ts'
import { EXPLICIT_NULL } from '../field-values.ts'
import { findSegments, matchesMessage } from '../query/locate.ts'
import type { Locator } from '../query/locator.ts'
import { MessageView } from '../query/message-view.ts'
import { chosenRepetitions, fieldOf, type Part, partsOf, valueAt } from '../query/parts.ts'
import { applyToSegments } from './apply-to-segments.ts'
import { type EditTarget, type EditTrace, missing } from './edit-target.ts'
import { encodeText } from './encode-text.ts'
import { escapeValue } from './escape-value.ts'
import type { Operation } from './operations.ts'
import { createPart, fitsLevel, removalOf } from './part-text.ts'
import { recodeText, USUAL_DELIMITERS } from './recode-text.ts'
import { replaceIn } from './replace-text.ts'
import type { SegmentEdit, SegmentText } from './segment-text.ts'
import { typedLocators } from './typed-places.ts'

/** @throws ProblemError `invalid_input` where a place is missing and that is to fail, `unsupported_variant` where a value cannot be written */
export function applyOperation(target: EditTarget, operation: Operation): void {
  const { message, trace } = target
  const view = new MessageView(message.context, message.segments)
  if (operation.when && !matchesMessage(view, operation.when)) {
    trace.skip('when_false', null)
    return
  }
  if (operation.typed) {
    applyToType(target, operation, view)
    return
  }
  const places = findSegments(view, operation.locator)
  if (places.length === 0) {
    missing(target, operation, 'no_segment', null)
    return
  }
  if (operation.locator.field === undefined) applyToSegments(target, operation, view, places)
  else applyToParts(target, operation, view, places)
}

/** Every place of a data type, as they were before the operation. */
function applyToType(target: EditTarget, operation: Operation, view: MessageView): void {
  const { context, segments } = target.message
  const locators = typedLocators(context, segments, operation.typed!, operation.op === 'set' || operation.op === 'null')
  if (locators.length === 0) missing(target, operation, 'no_part', null)
  for (const locator of locators) applyToParts(target, { ...operation, locator }, view, findSegments(view, locator))
}

function applyToParts(target: EditTarget, operation: Operation, view: MessageView, places: readonly number[]): void {
  const source = operation.source && findSource(target, operation, view)
  if (operation.source && !source) return
  const own = source ? { ...operation, source: source.locator } : operation
  const segments = places.map((place) => ({ segment: target.message.segments[place]!, path: view.segmentPath(place) }))
  let isDone = true
  const trace: EditTrace = {
    change: target.trace.change,
    skip(reason, path) {
      if (reason !== 'already_so') isDone = false
      target.trace.skip(reason, path)
    },
  }
  for (const { segment, path } of segments) {
    const name = partPath(path, own.locator)
    const repetitions = chosenRepetitions(view.context, segment, own.locator)
    if (repetitions?.length === 0) missing({ ...target, trace }, own, 'no_part', name(undefined))
    // From the last one on, so that the numbers of the others stay.
    for (const repetition of repetitions?.toReversed() ?? [undefined])
      applyToPart({ ...target, trace }, numbered(own, repetition), segment, name, source)
  }
  // What could not be written stays where it is.
  if (own.op === 'move' && source && isDone) emptySource(target, own, source)
}

function numbered(operation: Operation, repetition: number | undefined): Operation {
  if (repetition === undefined) return operation
  return { ...operation, locator: { ...operation.locator, repetition, repetitionCondition: undefined } }
}

function applyToPart(target: EditTarget, operation: Operation, segment: SegmentText, name: NamePart, source: Source | undefined): void {
  if (operation.op === 'insert') insertRepetition(target, operation, segment, name)
  else if (operation.op === 'delete') deleteRepetitions(target, operation, segment, name)
  else if (operation.op === 'move' && source && overlaps(source, segment, operation)) target.trace.skip('does_not_fit', name(undefined))
  else writeParts(target, operation, segment, name, source?.text)
}

interface Source {
  /** Without condition. */
  readonly locator: Locator
  readonly segment: SegmentText
  readonly path: string
  readonly text: string
}

/** The one place that copy and move read; undefined where it is not there, which has been reported then. */
function findSource(target: EditTarget, operation: Operation, view: MessageView): Source | undefined {
  const locator = operation.source!
  const place = findSegments(view, locator)[0]
  const segment = place === undefined ? undefined : target.message.segments[place]!
  const part = segment && partsOf(view.context, segment, locator)[0]
  const isChosen = locator.repetitionCondition !== undefined || locator.repetition === 'last'
  const path = place === undefined ? null : partPath(view.segmentPath(place), locator)(part?.repetition)
  if (!segment || !part || part.span.start === part.span.end) {
    missing(target, operation, 'no_source', path)
    return undefined
  }
  const own = isChosen ? { ...locator, repetition: part.repetition, repetitionCondition: undefined } : locator
  return { locator: own, segment, path: path!, text: segment.text.slice(part.span.start, part.span.end) }
}

/** True where one of both places holds the other one. */
function overlaps({ segment }: Source, target: SegmentText, { locator, source }: Operation): boolean {
  if (segment !== target || source!.field !== locator.field) return false
  return [
    [source!.repetition ?? (source!.component && 1), locator.repetition ?? (locator.component && 1)],
    [source!.component, locator.component],
    [source!.subcomponent, locator.subcomponent],
  ].every(([a, b]) => a === undefined || b === undefined || a === b || b === 'all')
}

function emptySource({ message, trace }: EditTarget, { source: locator }: Operation, { segment, path }: Source): void {
  const part = partsOf(message.context, segment, locator!)[0]
  if (!part) return
  const isRepetition = locator!.repetition !== undefined && locator!.component === undefined
  const span = isRepetition ? removalOf(message.context, segment, locator!.field!, part.repetition!) : part.span
  segment.splice(span, '')
  trace.change(path)
}

/** A repetition goes with the separator beside it. */
function deleteRepetitions(target: EditTarget, operation: Operation, segment: SegmentText, name: NamePart): void {
  const { context } = target.message
  const parts = partsOf(context, segment, operation.locator)
  if (parts.length === 0) missing(target, operation, 'no_part', name(undefined))
  if (operation.locator.repetition === 'all') {
    for (const { repetition, span } of parts.toReversed()) {
      // The first one has lost its separator to the others.
      if (repetition === 1 && span.start === span.end) target.trace.skip('already_so', name(1))
      else target.trace.change(name(repetition))
    }
    if (parts.length > 0) segment.splice({ start: parts[0]!.span.start, end: parts.at(-1)!.span.end }, '')
    return
  }
  for (const { repetition } of parts) {
    const span = removalOf(context, segment, operation.locator.field!, repetition!)
    if (span.start === span.end) {
      target.trace.skip('already_so', name(repetition))
      continue
    }
    segment.splice(span, '')
    target.trace.change(name(repetition))
  }
}

/** Puts a repetition beside the one that the path names, or at an end of the field; an empty field takes it as its first. */
function insertRepetition(target: EditTarget, operation: Operation, segment: SegmentText, name: NamePart): void {
  const { context } = target.message
  const { locator, position } = operation
  const separator = context.delimiters.repetition
  const field = fieldOf(context, segment, locator.field!)
  if (!field || field.start === field.end) {
    const whole: Operation = { ...operation, op: 'set', locator: { ...locator, repetition: undefined } }
    writeParts(target, whole, segment, () => name(1), undefined)
    return
  }
  const repetitions = partSpans(segment.text, field, separator)
  const beside = typeof locator.repetition === 'number' ? locator.repetition : position === 'after' ? repetitions.length : 1
  const span = repetitions[beside - 1]
  if (!span) {
    missing(target, operation, 'no_part', name(beside))
    return
  }
  const path = name(position === 'after' ? beside + 1 : beside)
  const text = writtenText(target, operation, operation.text, path)
  const at = position === 'after' ? span.end : span.start
  const written = position === 'after' ? separator + text : text + separator
  const fits = !operation.encoded || fitsLevel(text, { ...locator, repetition: 1 }, context.delimiters)
  if (fits) writeAt(target, segment, { start: at, end: at }, written, path)
  else target.trace.skip('does_not_fit', path)
}

type NamePart = (repetition: number | undefined) => string

/** `PID-3[2].1`. */
function partPath(segment: string, { field, component, subcomponent }: Locator): NamePart {
  return (repetition) => {
    const index = repetition === undefined || (repetition === 1 && component !== undefined) ? '' : `[${repetition}]`
    const rest = [component, subcomponent].filter((position) => position !== undefined).map((position) => `.${position}`)
    return `${segment}-${field}${index}${rest.join('')}`
  }
}

/** The text that goes into a part; undefined where the operation leaves it as it is, which has been reported then. */
type WriteText = (part: Part, path: string) => string | undefined

function writeParts(target: EditTarget, operation: Operation, segment: SegmentText, name: NamePart, copied: string | undefined): void {
  const { context } = target.message
  const { locator, op } = operation
  const write = writerOf(target, operation, segment, copied)
  const parts = partsOf(context, segment, locator)
  if (parts.length === 0) {
    const path = name(typeof locator.repetition === 'number' ? locator.repetition : undefined)
    const writesText = op === 'set' || op === 'null' || op === 'copy' || op === 'move'
    if (!writesText || target.ifMissing !== 'create') missing(target, operation, 'no_part', path)
    else createMissing(target, operation, segment, path, write)
    return
  }
  const pending: SegmentEdit[] = []
  for (const part of parts.toReversed()) {
    const path = name(part.repetition)
    const text = write(part, path)
    if (text !== undefined) replacePart({ ...target, pending }, operation, segment, part.span, text, path)
  }
  segment.spliceAll(pending.reverse())
}

function createMissing(target: EditTarget, operation: Operation, segment: SegmentText, path: string, write: WriteText): void {
  const text = write({ span: { start: segment.end, end: segment.end }, repetition: undefined }, path)
  if (text === undefined) return
  const created = text === '' ? undefined : createPart(target.message.context, segment, operation.locator)
  if (text === '') target.trace.skip('already_so', path)
  else if (!created) target.trace.skip('does_not_fit', path)
  else replacePart(target, operation, segment, { start: created.at, end: created.at }, text, path, created.separators)
}

function writerOf(target: EditTarget, operation: Operation, segment: SegmentText, copied: string | undefined): WriteText {
  const { context } = target.message
  switch (operation.op) {
    case 'set':
      return (_part, path) => writtenText(target, operation, operation.newText?.() ?? operation.text, path)
    case 'null':
      return () => EXPLICIT_NULL
    case 'replace':
      return ({ span }, path) => {
        const text = replaceIn(context, segment, span, operation.replacement!, path)
        if (text === undefined) target.trace.skip('no_match', path)
        return text
      }
    case 'map':
      return ({ span }, path) => {
        const value = valueAt(context, segment, span) ?? EXPLICIT_NULL
        const mapped = operation.table.get(value)
        if (mapped !== undefined) return writtenText(target, operation, mapped, path)
        if (operation.otherwise === 'fail') missing({ ...target, ifMissing: 'fail' }, operation, 'not_in_table', path)
        if (operation.otherwise === 'keep') target.trace.skip('not_in_table', path)
        return { keep: undefined, clear: '', null: EXPLICIT_NULL, fail: undefined }[operation.otherwise]
      }
    case 'copy':
    case 'move':
      return () => copied
    default:
      return () => ''
  }
}

/** The value of an operation as it stands in the message. */
function writtenText({ message }: EditTarget, { encoded, pointer }: Operation, value: string, path: string): string {
  const { delimiters } = message.context
  if (!encoded) return escapeValue(value, delimiters, path)
  const recoded = recodeText(value, USUAL_DELIMITERS, delimiters)
  if (recoded !== undefined) return recoded
  throw new ProblemError('The delimiters of the message cannot represent a value.', { code: 'unsupported_variant', at: { pointer, path } })
}

/** @param separators those that a part which was not there needs before it */
function replacePart(
  target: EditTarget,
  operation: Operation,
  segment: SegmentText,
  span: Span,
  text: string,
  path: string,
  separators = '',
): void {
  const { message, trace } = target
  const isCopy = operation.op === 'copy' || operation.op === 'move'
  const fits = !(isCopy || operation.encoded) || fitsLevel(text, operation.locator, message.context.delimiters)
  if (!fits) trace.skip('does_not_fit', path)
  else if (segment.text.slice(span.start, span.end) === separators + text) trace.skip('already_so', path)
  else writeAt(target, segment, span, separators + text, path)
}

function writeAt({ charset, trace, pending }: EditTarget, segment: SegmentText, span: Span, text: string, path: string): void {
  // Says now, while the path is known, that the character set lacks a character.
  if (charset) encodeText(text, charset, () => path)
  if (pending) pending.push({ span, inserted: text })
  else segment.splice(span, text)
  trace.change(path)
}
