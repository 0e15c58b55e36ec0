// Describes a message: what its header says, and its segments with their fields.
import type { Delimiters } from '../delimiters.ts'
import { structureOfMessage } from '../dictionary/standard.ts'
import { chooseVersion, HL7_VERSIONS } from '../dictionary/versions.ts'
import { delimitersAt, shownText } from '../document.ts'
import type { Hl7Document, Hl7Message } from '../document-types.ts'
import type { DecodeMode } from '../escapes.ts'
import { codeOf } from '../field-values.ts'
import { hasFields, LINE } from '../index/line-start.ts'
import { ListBuffer } from '../index/list-buffer.ts'
import { SegmentPlacer } from '../index/place-segments.ts'
import { lineEnd, lineKind, lineStart } from '../index/segment-index.ts'
import { segmentPath } from '../line-paths.ts'
import { controlId, type MessageType, messageCharset, messageType, reportHeader } from '../message-header.ts'
import type { DescribeContext } from './describe-fields.ts'
import { describeSegment, describeSelected, placeOf, type SegmentPlace, type SegmentResult } from './describe-segments.ts'
import type { ResultBudget } from './result-budget.ts'
import { includes, type Selection } from './selection.ts'

export interface DescribeOptions {
  readonly view: 'tree' | 'flat'
  readonly names: boolean
  readonly decode: DecodeMode
  readonly groups: boolean
  /** Undefined for everything. */
  readonly selection: Selection | undefined
}

/** What is said of a message before its segments. */
export interface MessageFacts {
  delimiters: Delimiters
  type: MessageType
  version: { declared: string | null; used: string }
  controlId: string | null
}

export interface MessageResult extends MessageFacts {
  segments: SegmentResult[]
}

/** @throws ProblemError `resource_limit` where the budget is used up */
export function describeMessage(document: Hl7Document, message: Hl7Message, options: DescribeOptions, budget: ResultBudget): MessageResult {
  const { delimiters, type, version, controlId } = describeFacts(document, message, budget)
  return { delimiters, type, version, controlId, segments: describeLines(document, message, options, budget) }
}

/** @throws ProblemError `resource_limit` where the budget is used up */
export function describeFacts(document: Hl7Document, message: Hl7Message, budget: ResultBudget): MessageFacts {
  budget.spendMessage()
  reportHeader(document, message)
  const type = messageType(document, message)
  const shown = (text: string | null) => text && shownText(document, text)
  const { field, component, repetition, escape: escapeChar, subcomponent, truncation } = message.delimiters
  return {
    delimiters: document.illFormed
      ? {
          field,
          component: shownText(document, component),
          repetition: shownText(document, repetition),
          escape: shown(escapeChar),
          subcomponent: shown(subcomponent),
          truncation: shown(truncation),
        }
      : message.delimiters,
    type: document.illFormed ? { code: shown(type.code), trigger: shown(type.trigger), structure: shown(type.structure) } : type,
    version: { declared: shown(message.declaredVersion || null), used: message.version.used },
    controlId: shown(controlId(document, message)),
  }
}

function describeLines(document: Hl7Document, message: Hl7Message, options: DescribeOptions, budget: ResultBudget): SegmentResult[] {
  const { index } = document
  const context = createContext(document, message, options, budget)
  const segments: SegmentResult[] = []
  placeLines(document, message, options, (place, group) => {
    if (!options.selection) {
      segments.push(describeSegment(context, index, place, group))
      return
    }
    const paths = options.selection.get(place.id)?.filter(({ segmentIndex }) => includes(segmentIndex, place.occurrence))
    if (paths && paths.length > 0) segments.push(describeSelected(context, index, place, group, paths))
  })
  return segments
}

/** Hands out the segments of a message in their order, each with its group, null where none was asked for. */
export function placeLines(
  document: Hl7Document,
  message: Hl7Message,
  { groups }: Pick<DescribeOptions, 'groups'>,
  take: (place: SegmentPlace, group: string | null) => void,
): void {
  const { index } = document
  const placer = groups ? createPlacer(document, message, messageType(document, message)) : undefined
  const occurrences = new Map<string, number>()
  for (let line = message.firstLine; line < message.endLine; line++) {
    if (!hasFields(lineKind(index, line))) continue
    const place = placeOf(index, line, occurrences)
    take(place, placer ? placeInGroup(document, placer, place) : null)
  }
}

/** A header or trailer of a batch: a segment of no message. Batch segments do not name a version; the names are those of the newest. */
export function describeBatchLine(document: Hl7Document, line: number, options: DescribeOptions, budget: ResultBudget): SegmentResult {
  const { index } = document
  const delimiters = delimitersAt(index, line)
  const own = { firstLine: line, endLine: line + 1, header: undefined, delimiters, declaredVersion: '', version: NEWEST }
  return describeSegment(createContext(document, own, options, budget), index, placeOf(index, line, new Map()))
}

const NEWEST = chooseVersion(HL7_VERSIONS.at(-1)!)

/** Documents from here on are worth the search for texts that repeat. */
const LARGE_CHARACTERS = 1_000_000

export function createContext(document: Hl7Document, message: Hl7Message, options: DescribeOptions, budget: ResultBudget): DescribeContext {
  const { source, index, findings } = document
  const { forEscapes } = messageCharset(document, message)
  const escapes = { delimiters: message.delimiters, mode: options.decode, charset: forEscapes }
  return {
    text: index.text,
    ascii: source.runs[0]!.ascii ? source.bytes : undefined,
    escapes,
    illFormed: document.illFormed,
    repetition: codeOf(message.delimiters.repetition),
    component: codeOf(message.delimiters.component),
    subcomponent: codeOf(message.delimiters.subcomponent),
    version: message.version.used,
    dictionary: document.dictionary,
    names: options.names,
    flat: options.view === 'flat',
    findings,
    budget,
    rows: new ListBuffer(),
    components: new ListBuffer(),
    subcomponents: new ListBuffer(),
    lastRows: index.text.length > LARGE_CHARACTERS ? new Map() : undefined,
  }
}

/** Undefined where the tables have no structure for the message. */
function createPlacer({ index, findings, dictionary }: Hl7Document, message: Hl7Message, type: MessageType): SegmentPlacer | undefined {
  const structure = structureOfMessage(dictionary, message.version.used, type)
  const line = message.header ?? message.firstLine
  const path = () => (message.header === undefined ? null : 'MSH-9')
  if (!structure) findings.add('structure_unknown', lineStart(index, line), lineEnd(index, line), path)
  else if (structure.version !== message.version.used) findings.add('structure_older', lineStart(index, line), lineEnd(index, line), path)
  return structure && new SegmentPlacer(structure)
}

function placeInGroup(document: Hl7Document, placer: SegmentPlacer, { id, line }: SegmentPlace): string | null {
  const { index, findings } = document
  const { path, expected } = placer.place(id)
  // A line without identifier has been reported as that.
  const isReported = expected || lineKind(index, line) === LINE.odd
  if (!isReported) findings.add('segment_unexpected', lineStart(index, line), lineEnd(index, line), () => segmentPath(document, line))
  return path === '' ? null : path
}
