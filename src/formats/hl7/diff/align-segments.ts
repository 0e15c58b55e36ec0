// Decides which segment of the left message stands for which one of the right: first by their keys, then by what is equal and in order, and
// last by their names between these. The time is near to linear, see diff-sequences.ts for its bound.
import { countLeading } from '../../../core/count-leading.ts'
import { diffSequences } from '../../text/diff/diff-sequences.ts'
import { type ComparedSegment, canonicalSegment, matchKey } from './canonical.ts'
import type { DiffRules } from './diff-rules.ts'

export interface SegmentPair {
  /** Undefined for a segment that the left side does not have. */
  readonly left: ComparedSegment | undefined
  readonly right: ComparedSegment | undefined
  /** True where the pair stands in another order than the others. */
  readonly isMoved: boolean
}

interface Entry {
  readonly segment: ComparedSegment
  readonly place: number
}

/** In the order of the left side; what only the right side has stands behind what it follows there. */
export function alignSegments(left: readonly ComparedSegment[], right: readonly ComparedSegment[], rules: DiffRules): SegmentPair[] {
  /** The place on the right for each one on the left; -1 for none. */
  const partners = new Int32Array(left.length).fill(-1)
  const taken = new Uint8Array(right.length)
  const pair = (leftPlace: number, rightPlace: number) => {
    partners[leftPlace] = rightPlace
    taken[rightPlace] = 1
  }
  pairByKey(left, right, rules, pair)
  const restLeft = left.flatMap((segment, place): Entry[] => (partners[place] === -1 ? [{ segment, place }] : []))
  const restRight = right.flatMap((segment, place): Entry[] => (taken[place] === 0 ? [{ segment, place }] : []))
  pairInOrder(restLeft, restRight, [({ segment }) => canonicalSegment(segment, rules), ({ segment }) => segment.id], pair)
  return listPairs(left, right, partners, taken)
}

type Pair = (leftPlace: number, rightPlace: number) => void

/** The first of each key with the first, the second with the second. */
function pairByKey(left: readonly ComparedSegment[], right: readonly ComparedSegment[], rules: DiffRules, pair: Pair): void {
  if (rules.match.size === 0) return
  const waiting = new Map<string, number[]>()
  for (let place = right.length - 1; place >= 0; place--) {
    const key = matchKey(right[place]!, rules)
    if (key === undefined) continue
    const places = waiting.get(key)
    if (places) places.push(place)
    else waiting.set(key, [place])
  }
  for (const [place, segment] of left.entries()) {
    const key = matchKey(segment, rules)
    const partner = key === undefined ? undefined : waiting.get(key)?.pop()
    if (partner !== undefined) pair(place, partner)
  }
}

/** Pairs what is equal by the first key in the longest order, and what lies between by the next key. */
function pairInOrder(left: readonly Entry[], right: readonly Entry[], keys: readonly ((entry: Entry) => string)[], pair: Pair): void {
  const [keyOf, ...others] = keys
  if (!keyOf || left.length === 0 || right.length === 0) return
  const book = new Map<string, number>()
  const number = (entry: Entry) => {
    const key = keyOf(entry)
    const known = book.get(key) ?? book.size
    book.set(key, known)
    return known
  }
  const leftKeys = Int32Array.from(left, number)
  const rightKeys = Int32Array.from(right, number)
  let l = 0
  let r = 0
  const pairRun = (end: number) => {
    while (l < end) pair(left[l++]!.place, right[r++]!.place)
  }
  for (const { leftStart, leftEnd, rightStart, rightEnd } of diffSequences(leftKeys, rightKeys, book.size)) {
    pairRun(leftStart)
    pairInOrder(left.slice(leftStart, leftEnd), right.slice(rightStart, rightEnd), others, pair)
    l = leftEnd
    r = rightEnd
  }
  pairRun(left.length)
}

function listPairs(
  left: readonly ComparedSegment[],
  right: readonly ComparedSegment[],
  partners: Int32Array,
  taken: Uint8Array,
): SegmentPair[] {
  const inOrder = longestRise(partners)
  const pairs: SegmentPair[] = []
  let next = 0
  const addInserted = (end: number) => {
    for (; next < end; next++) if (taken[next] === 0) pairs.push({ left: undefined, right: right[next]!, isMoved: false })
  }
  for (const [place, segment] of left.entries()) {
    const partner = partners[place]!
    const isInOrder = inOrder.has(place)
    if (isInOrder) addInserted(partner)
    pairs.push({ left: segment, right: partner < 0 ? undefined : right[partner]!, isMoved: partner >= 0 && !isInOrder })
    if (isInOrder) next = partner + 1
  }
  addInserted(right.length)
  return pairs
}

/** Places of the longest strictly rising series of values from 0 (patience sorting). */
function longestRise(values: Int32Array): Set<number> {
  const tails: number[] = []
  const before = new Int32Array(values.length).fill(-1)
  for (const [place, value] of values.entries()) {
    if (value < 0) continue
    const length = countLeading(tails.length, (rank) => values[tails[rank]!]! < value)
    before[place] = length > 0 ? tails[length - 1]! : -1
    tails[length] = place
  }
  const rise = new Set<number>()
  for (let place = tails.at(-1) ?? -1; place >= 0; place = before[place]!) rise.add(place)
  return rise
}
