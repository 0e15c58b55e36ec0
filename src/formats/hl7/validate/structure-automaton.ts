// The tree of a message structure as an automaton: it is in many places of the tree at once, so that it never goes back and never raises a false
// alarm. A message of n segments takes n steps, whatever its structure.
import type { GroupNode, SegmentNode } from '../dictionary/structures.ts'

type Node = SegmentNode | GroupNode

/** A state of the automaton: edges that need no segment, and at most one that takes a segment. */
interface State {
  readonly free: number[]
  /** Edges that leave a required part out: where to, and which part. */
  readonly skips: { readonly to: number; readonly part: string }[]
  segment: string | undefined
  next: number
}

/** A set of states, closed over the edges that need no segment. */
export interface Position {
  readonly states: readonly number[]
  /** Segments that may come next. */
  readonly segments: readonly string[]
  readonly canEnd: boolean
  readonly steps: Map<string, Position | null>
}

export interface Jump {
  readonly position: Position
  /** The required parts that were left out on the way. */
  readonly missing: readonly string[]
}

/** The sets of states that one structure keeps: real messages use some hundred. */
const MAX_POSITIONS = 4_096
/** The tables write a place where any segment may stand so. */
const ANY_SEGMENT = 'ANYHL7SEGMENT'

export class StructureAutomaton {
  readonly #states: State[] = []
  readonly #final: number
  readonly #positions = new Map<string, Position>()
  readonly start: Position
  /** Every segment of the structure. */
  readonly segments: ReadonlySet<string>

  constructor(root: GroupNode) {
    const start = this.#addState()
    this.#final = this.#addParts(root, start)
    this.segments = new Set(this.#states.flatMap(({ segment }) => segment ?? []))
    this.start = this.#close([start])
  }

  /** @returns the places behind the segment, undefined where it may not come next */
  step(from: Position, segment: string): Position | undefined {
    const known = from.steps.get(segment)
    if (known !== undefined) return known ?? undefined
    const expected = from.segments.includes(segment) ? segment : ANY_SEGMENT
    const targets = from.states.flatMap((state) => (this.#states[state]!.segment === expected ? [this.#states[state]!.next] : []))
    const position = targets.length > 0 ? this.#close(targets) : undefined
    // What the structure does not have is not kept: such names come from the input and have no end.
    if (this.segments.has(segment)) from.steps.set(segment, position ?? null)
    return position
  }

  /** The places behind the segment when as few required parts as possible are left out; undefined where it cannot come any more. */
  jump(from: Position, segment: string): Jump | undefined {
    return this.#search(from, (state) => (this.#states[state]!.segment === segment ? this.#states[state]!.next : undefined))
  }

  /** The required parts that are missing at the end. */
  missingAtEnd(from: Position): readonly string[] {
    return this.#search(from, (state) => (state === this.#final ? state : undefined))?.missing ?? []
  }

  /** Breadth first by the number of parts left out. */
  #search(from: Position, targetOf: (state: number) => number | undefined): Jump | undefined {
    const via = new Map<number, { readonly before: number; readonly part: string } | undefined>(
      from.states.map((state) => [state, undefined]),
    )
    let wave: readonly number[] = from.states
    while (wave.length > 0) {
      const hits = wave.flatMap((state) => {
        const target = targetOf(state)
        return target === undefined ? [] : [{ state, target }]
      })
      if (hits.length > 0) return { position: this.#close(hits.map(({ target }) => target)), missing: partsOnWay(via, hits[0]!.state) }
      const next: number[] = []
      for (const state of wave) for (const { to, part } of this.#states[state]!.skips) this.#reach(to, { before: state, part }, via, next)
      wave = next
    }
    return undefined
  }

  #reach(
    first: number,
    way: { readonly before: number; readonly part: string },
    via: Map<number, { readonly before: number; readonly part: string } | undefined>,
    reached: number[],
  ): void {
    const open = [first]
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      if (via.has(state)) continue
      via.set(state, way)
      reached.push(state)
      open.push(...this.#states[state]!.free)
    }
  }

  #close(targets: readonly number[]): Position {
    const seen = new Set<number>()
    const open = [...targets]
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      if (seen.has(state)) continue
      seen.add(state)
      open.push(...this.#states[state]!.free)
    }
    const states = [...seen].sort((a, b) => a - b)
    const key = states.join()
    const known = this.#positions.get(key)
    if (known) return known
    const segments = [...new Set(states.flatMap((state) => this.#states[state]!.segment ?? []))]
    const position = { states, segments, canEnd: seen.has(this.#final), steps: new Map() }
    if (this.#positions.size < MAX_POSITIONS) this.#positions.set(key, position)
    return position
  }

  #addState(): number {
    return this.#states.push({ free: [], skips: [], segment: undefined, next: -1 }) - 1
  }

  /** @returns the state behind the part */
  #addNode(node: Node, before: number): number {
    const start = this.#addState()
    this.#states[before]!.free.push(start)
    const inner = node.kind === 'segment' ? this.#addSegment(node.id, start) : this.#addParts(node, start)
    const end = this.#addState()
    this.#states[inner]!.free.push(end)
    if (node.repeats) this.#states[inner]!.free.push(start)
    if (node.required) this.#states[start]!.skips.push({ to: end, part: describePart(node) })
    else this.#states[start]!.free.push(end)
    return end
  }

  #addSegment(id: string, before: number): number {
    const end = this.#addState()
    const state = this.#states[before]!
    state.segment = id
    state.next = end
    return end
  }

  #addParts({ kind, of }: GroupNode, before: number): number {
    if (kind === 'sequence') return of.reduce((state, node) => this.#addNode(node, state), before)
    const end = this.#addState()
    for (const node of of) this.#states[this.#addNode(node, before)]!.free.push(end)
    return end
  }
}

function partsOnWay(via: ReadonlyMap<number, { readonly before: number; readonly part: string } | undefined>, last: number): string[] {
  const parts: string[] = []
  for (let way = via.get(last); way; way = via.get(way.before)) parts.push(way.part)
  return parts.reverse()
}

/** A segment by its name; a group by its name and what it must begin with. */
function describePart(node: Node): string {
  if (node.kind === 'segment') return node.id
  const first = firstNeeded(node)
  return node.kind === 'choice' || node.name === '' ? first : `${node.name} (${first})`
}

function firstNeeded(node: Node): string {
  if (node.kind === 'segment') return node.id
  if (node.kind === 'choice') return node.of.map(firstNeeded).join(' or ')
  return firstNeeded(node.of.find(({ required }) => required) ?? node.of[0]!)
}

const automata = new WeakMap<GroupNode, StructureAutomaton>()

/** The automaton of a structure, made when it is first used. */
export function automatonOf(root: GroupNode): StructureAutomaton {
  let automaton = automata.get(root)
  if (!automaton) {
    automaton = new StructureAutomaton(root)
    automata.set(root, automaton)
  }
  return automaton
}
