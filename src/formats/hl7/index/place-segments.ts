// Places the segments of a message in the groups of its structure, in one pass and without going back.
//
// A segment goes to the nearest place behind the last one: in the innermost group first, then in a further repetition of it, then outwards. A
// place that leaves no required segment out comes before one that does; then a group is only repeated for a segment that it has already, since
// any other one rather comes too late. What has no place stays in the group of the segment before it.
import type { GroupNode, MessageStructure, SegmentNode } from '../dictionary/structures.ts'

/** An open group: which of its parts was used last, and how many times the group has been opened in the one around it. */
interface Frame {
  readonly group: GroupNode
  position: number
  readonly repetition: number
  /** How many times each part that is a group has been opened. */
  readonly opened: number[]
  /** The segments that were placed in the group and in the groups inside of it. */
  readonly seen: Set<string>
}

export interface Placement {
  /** `PATIENT_RESULT/ORDER_OBSERVATION[2]`; empty for a segment in no group. A choice among segments is no group of the path. */
  readonly path: string
  /** False for a segment that the structure does not have at its place. Local segments (Z) may stand anywhere. */
  readonly expected: boolean
}

/** strict: nothing that is required is left out; loose: something is; wild: where the structure allows any segment. */
type Fit = 'strict' | 'loose' | 'wild'

const ANY_SEGMENT = 'ANYHL7SEGMENT'

export class SegmentPlacer {
  readonly #stack: Frame[]
  #path = ''

  constructor(structure: MessageStructure) {
    this.#stack = [openFrame(structure.root, 1)]
  }

  /** @param id identifier of the next segment */
  place(id: string): Placement {
    for (const fit of ['strict', 'loose', 'wild'] as const) {
      if (!this.#advance(fit === 'wild' ? ANY_SEGMENT : id, fit)) continue
      for (const { seen } of this.#stack) seen.add(id)
      this.#path = formatPath(this.#stack)
      return { path: this.#path, expected: true }
    }
    return { path: this.#path, expected: id.startsWith('Z') }
  }

  #advance(id: string, fit: Fit): boolean {
    for (let depth = this.#stack.length - 1; depth >= 0; depth--) {
      const frame = this.#stack[depth]!
      const position = nextPosition(frame, this.#stack[depth + 1], id, fit)
      if (position < 0) continue
      this.#stack.length = depth + 1
      frame.position = position
      this.#descend(frame, id, fit)
      return true
    }
    return false
  }

  /** Opens the groups from the frame's position down to the segment. */
  #descend(from: Frame, id: string, fit: Fit): void {
    let frame = from
    for (;;) {
      const node = frame.group.of[frame.position]!
      if (node.kind === 'segment') return
      const repetition = (frame.opened[frame.position] ?? 0) + 1
      frame.opened[frame.position] = repetition
      const inner = openFrame(node, repetition)
      inner.position = firstPosition(node, id, fit)
      this.#stack.push(inner)
      frame = inner
    }
  }
}

function openFrame(group: GroupNode, repetition: number): Frame {
  return { group, position: -1, repetition, opened: [], seen: new Set() }
}

/**
 * The part of an open group that takes the segment: the last one again, or one behind it; -1 for none.
 * @param inner the last part where that is a group
 */
function nextPosition({ group, position }: Frame, inner: Frame | undefined, id: string, fit: Fit): number {
  const current = group.of[position]
  if (current && mayRepeat(current, inner, id, fit) && begins(current, id, fit)) return position
  if (group.kind === 'choice' && position >= 0) return -1
  for (let i = position + 1; i < group.of.length; i++) {
    const node = group.of[i]!
    if (begins(node, id, fit)) return i
    if (group.kind === 'sequence' && fit === 'strict' && isNeeded(node)) return -1
  }
  return -1
}

/** The part of a group that begins with the segment when the group is opened. */
function firstPosition(group: GroupNode, id: string, fit: Fit): number {
  return nextPosition(openFrame(group, 1), undefined, id, fit)
}

function mayRepeat(node: SegmentNode | GroupNode, inner: Frame | undefined, id: string, fit: Fit): boolean {
  // Where any segment may stand several may.
  if (fit === 'wild') return node.kind === 'segment'
  return node.repeats && (fit === 'strict' || node.kind === 'segment' || (inner?.seen.has(id) ?? false))
}

function begins(node: SegmentNode | GroupNode, id: string, fit: Fit): boolean {
  if (node.kind === 'segment') return node.id === id
  // Prior results follow their patient: an order or a request behind another one is the next of the message (OML_O21, OMG_O19).
  if (node.name === PRIOR_RESULTS && (id === 'ORC' || id === 'OBR')) return false
  return firstSegments(node, fit === 'strict').has(id)
}

const PRIOR_RESULTS = 'PRIOR_RESULT'

const strictFirst = new WeakMap<GroupNode, ReadonlySet<string>>()
const looseFirst = new WeakMap<GroupNode, ReadonlySet<string>>()

/** The segments that a group may begin with; not strictly, all that it has. */
function firstSegments(group: GroupNode, strict: boolean): ReadonlySet<string> {
  const cache = strict ? strictFirst : looseFirst
  let first = cache.get(group)
  if (!first) {
    const ids = new Set<string>()
    for (const node of group.of) {
      if (node.kind === 'segment') ids.add(node.id)
      else for (const id of firstSegments(node, strict)) ids.add(id)
      if (strict && group.kind === 'sequence' && isNeeded(node)) break
    }
    first = ids
    cache.set(group, first)
  }
  return first
}

/** A required group of nothing but optional parts may be left out all the same. */
function isNeeded(node: SegmentNode | GroupNode): boolean {
  if (!node.required || node.kind === 'segment') return node.required
  return node.kind === 'choice' ? node.of.every(isNeeded) : node.of.some(isNeeded)
}

function formatPath(stack: readonly Frame[]): string {
  const named = stack.filter(({ group }) => group.name !== '' && !isSegmentChoice(group))
  return named.map(({ group, repetition }) => (repetition === 1 ? group.name : `${group.name}[${repetition}]`)).join('/')
}

function isSegmentChoice(group: GroupNode): boolean {
  return group.kind === 'choice' && group.of.every((node) => node.kind === 'segment' || node.name === '')
}
