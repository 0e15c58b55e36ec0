// Checks the order of the segments of a message against the tree of its structure, groups and choices included, to the last segment.
import type { SegmentPlace } from '../describe/describe-segments.ts'
import type { MessageStructure } from '../dictionary/structures.ts'
import { fieldSpan } from '../field-spans.ts'
import { formatSegment, type MessageContext, segmentSpan } from './message-context.ts'
import { automatonOf, type Position, type StructureAutomaton } from './structure-automaton.ts'

export interface LocalExtension {
  /** Segments that may stand anywhere, as Z segments may. */
  readonly localSegments: readonly string[]
  readonly zSegments: 'allow' | 'report'
}

export interface StructureResult {
  /** Identifier of the structure that was used, null where the tables have none for the message. */
  expected: string | null
  /** The version that its tree is of. */
  version: string | null
  /** The first segment that does not fit, null for none. */
  firstUnexpected: string | null
}

/** Segments looked at to tell a segment too many from one that is missing. */
const LOOK_AHEAD = 4
/** Segments named in `expected`. */
const MAX_NAMED = 12

export function checkStructure(context: MessageContext, extension: LocalExtension): StructureResult {
  const { issues, segments, message } = context
  if (issues.isOff('structure')) return { expected: null, version: null, firstUnexpected: null }
  if (message.header === undefined) {
    const place = segments[0]
    const span = place ? segmentSpan(context, place) : { start: 0, end: 0 }
    issues.add('structure', 'header_missing', { ...span, path: () => 'MSH', expected: 'MSH' })
    return { expected: null, version: null, firstUnexpected: place ? formatSegment(place) : null }
  }
  const structures = findStructures(context)
  const walks = structures.map((structure) => new StructureWalk(context, structure, extension))
  // If the segments fit the structure of the event, only MSH-9.3 is wrong.
  const walk = walks.find((each) => walks.length > 1 && each.fits()) ?? walks[0]
  if (!walk) return { expected: null, version: null, firstUnexpected: null }
  const firstUnexpected = walk.run()
  const { id, version } = walk.structure
  return { expected: id, version, firstUnexpected }
}

/**
 * The structure of MSH-9.3 and that of code and trigger where they differ, those of the message's own version first; reports what is unknown or
 * contradictory.
 */
function findStructures(context: MessageContext): readonly MessageStructure[] {
  const { type, version, dictionary, issues, message, document } = context
  const { code, trigger, structure } = type
  const ofEvent = code ? dictionary.structureOfEvent(version, code, trigger ?? '') : undefined
  const declared = structure === null ? undefined : dictionary.structure(version, structure)
  const mapped = ofEvent === undefined ? undefined : dictionary.structure(version, ofEvent)
  const span = fieldSpan(document.index, message.header!, 9) ?? { start: 0, end: 0 }
  const place = { ...span, path: () => 'MSH-9' }
  const isDifferent = declared && mapped && declared.root !== mapped.root
  if (isDifferent) issues.add('structure', 'structure_differs', { ...place, path: () => 'MSH-9.3', expected: mapped.id }, { lowered: true })
  if (isDifferent) return declared.version !== version && mapped.version === version ? [mapped, declared] : [declared, mapped]
  const found = declared ?? mapped
  const isKnownCode = code !== null && dictionary.table(version, '0076')?.codes.has(code) === true
  // A structure that is known does not make a known message of a type that nobody defines.
  const isUnknownType = code !== null && !mapped && !isKnownCode && !code.startsWith('Z')
  if (!found || isUnknownType) {
    const unknown = isKnownCode ? 'event_unknown' : 'structure_unknown'
    // Without a structure the segments cannot be checked. If HL7 or the site defines the message, that is not an error of the message.
    const lowered = !isUnknownType
    issues.add('structure', unknown, { ...place, expected: `a message of HL7 v${version}` }, { lowered })
  }
  return found ? [found] : []
}

/** HL7 v2.5.1 §2.10.2: with these any message is cut into several, wherever that is. */
const CONTINUATION: ReadonlySet<string> = new Set(['ADD', 'DSC'])

/** Notes stand at many places: one at a wrong place tells nothing of what is missing before it. */
const COMMENT = 'NTE'

class StructureWalk {
  readonly structure: MessageStructure
  readonly #context: MessageContext
  readonly #automaton: StructureAutomaton
  readonly #segments: readonly SegmentPlace[]
  #position: Position
  #firstUnexpected: string | null = null
  /** The last segment that had its place. */
  #last: SegmentPlace | undefined

  constructor(context: MessageContext, structure: MessageStructure, { localSegments, zSegments }: LocalExtension) {
    this.structure = structure
    this.#context = context
    this.#automaton = automatonOf(structure.root)
    this.#position = this.#automaton.start
    const local = new Set(localSegments)
    this.#segments = context.segments.filter((segment) => {
      const isKnown = this.#automaton.segments.has(segment.id)
      if (isKnown) return true
      if (local.has(segment.id) || CONTINUATION.has(segment.id)) return false
      return !segment.id.startsWith('Z') || zSegments === 'report'
    })
  }

  /** True where every segment has its place and none is missing. */
  fits(): boolean {
    let position: Position | undefined = this.#automaton.start
    for (const { id } of this.#segments) {
      position = this.#automaton.step(position, id)
      if (!position) return false
    }
    return position.canEnd
  }

  /** @returns path of the first segment without a place */
  run(): string | null {
    for (const [i, segment] of this.#segments.entries()) this.#take(segment, i)
    const end = this.#segments.at(-1)
    const at = end ? segmentSpan(this.#context, end).end : 0
    if (!this.#position.canEnd) this.#reportMissing(this.#automaton.missingAtEnd(this.#position), at)
    return this.#firstUnexpected
  }

  #take(segment: SegmentPlace, i: number): void {
    const next = this.#automaton.step(this.#position, segment.id)
    if (next) {
      this.#position = next
      this.#last = segment
      return
    }
    this.#firstUnexpected ??= formatSegment(segment)
    const jump =
      this.#automaton.segments.has(segment.id) && segment.id !== COMMENT ? this.#automaton.jump(this.#position, segment.id) : undefined
    const isBetter = jump && jump.missing.length + this.#failuresAfter(jump.position, i) <= 1 + this.#failuresAfter(this.#position, i)
    if (jump && isBetter) {
      this.#reportMissing(jump.missing, segmentSpan(this.#context, segment).start)
      this.#position = jump.position
      this.#last = segment
      return
    }
    this.#reportUnexpected(segment)
  }

  #failuresAfter(position: Position, i: number): number {
    let failures = 0
    let current = position
    for (const { id } of this.#segments.slice(i + 1, i + 1 + LOOK_AHEAD)) {
      const next = this.#automaton.step(current, id)
      if (next) current = next
      else failures++
    }
    return failures
  }

  #reportMissing(missing: readonly string[], at: number): void {
    for (const part of missing) {
      this.#context.issues.add('structure', 'segment_missing', { start: at, end: at, path: () => segmentOf(part), expected: part })
    }
  }

  #reportUnexpected(segment: SegmentPlace): void {
    const { issues, version, dictionary } = this.#context
    const isDefined = dictionary.segment(version, segment.id) !== undefined
    const isRepeated = this.#last?.id === segment.id
    const code = !isDefined ? 'segment_undefined' : isRepeated ? 'segment_repeated' : 'segment_unexpected'
    const { segments, canEnd } = this.#position
    issues.add('structure', code, {
      ...segmentSpan(this.#context, segment),
      path: () => formatSegment(segment),
      expected: () => describeNext(segments, canEnd),
    })
  }
}

/** `PV1`, or the first segment of `VISIT (PV1)`; null where there is a choice. */
function segmentOf(part: string): string | null {
  const first = part.endsWith(')') ? part.slice(part.lastIndexOf('(') + 1, -1) : part
  return first.length === 3 ? first : null
}

function describeNext(segments: readonly string[], canEnd: boolean): string {
  const named = segments.slice(0, MAX_NAMED)
  const more = segments.length > named.length ? ['another segment of the structure'] : []
  const all = [...named, ...more, ...(canEnd ? ['the end of the message'] : [])]
  return all.length > 1 ? `one of: ${all.join(', ')}` : (all[0] ?? 'no segment')
}
