// Compares the messages of two documents: which message stands for which, which segment for which, and which parts of these differ.
import { ProblemError } from '../../../core/problem.ts'
import { diffSequences } from '../../text/diff/diff-sequences.ts'
import { shownText } from '../document.ts'
import type { Hl7Document } from '../document-types.ts'
import { controlId } from '../message-header.ts'
import { MessageView, openMessage, segmentsOf } from '../query/message-view.ts'
import { alignSegments } from './align-segments.ts'
import { type ComparedSegment, canonicalSegment, isSegmentIgnored } from './canonical.ts'
import { compareSegments } from './compare-segments.ts'
import type { DiffRules } from './diff-rules.ts'

export type DiffOp = 'add' | 'remove' | 'replace' | 'move'

export interface DiffChange {
  op: DiffOp
  /** Place on the left; on the right for what only that side has. */
  path: string
  /** Place on the right where it is another one. */
  rightPath: string | null
  /** Places of the messages in their documents, from 0; null for the side that does not have it. */
  message: { left: number | null; right: number | null }
  left: string | null
  right: string | null
}

export interface DiffSummary {
  messages: { left: number; right: number; added: number; removed: number; changed: number }
  segments: { left: number; right: number; added: number; removed: number; moved: number; changed: number }
  parts: { added: number; removed: number; replaced: number }
}

export interface DiffResult {
  equal: boolean
  summary: DiffSummary
  changes: DiffChange[]
}

export interface DiffSettings {
  readonly rules: DiffRules
  /** order: by what is equal and in order; control-id: by MSH-10. */
  readonly pairBy: 'order' | 'control-id'
}

interface ComparedMessage {
  readonly number: number
  readonly controlId: string | null
  readonly segments: readonly ComparedSegment[]
}

/** Changes of one result, and characters of their values. */
const MAX_CHANGES = 500_000
const MAX_CHARACTERS = 150_000_000

/** @throws ProblemError `resource_limit` where the result would be too large */
export function compareDocuments(left: Hl7Document, right: Hl7Document, { rules, pairBy }: DiffSettings): DiffResult {
  const sides = { left: readMessages(left, rules), right: readMessages(right, rules) }
  const comparison = new Comparison(rules)
  const pairs = pairBy === 'order' ? pairInOrder(sides.left, sides.right, rules) : pairByControlId(sides.left, sides.right)
  for (const pair of pairs) comparison.compareMessages(pair.left, pair.right)
  const { summary, changes } = comparison
  summary.messages.left = sides.left.length
  summary.messages.right = sides.right.length
  return { equal: changes.length === 0, summary, changes }
}

function readMessages(document: Hl7Document, rules: DiffRules): ComparedMessage[] {
  return document.messages.map((message, number) => {
    const context = openMessage(document, message)
    const ranges = segmentsOf(document, message)
    const view = new MessageView(context, ranges)
    const counts = new Map<string, number>()
    const segments = ranges.map(({ id, text, start, end }, place): ComparedSegment => {
      const occurrence = (counts.get(id) ?? 0) + 1
      counts.set(id, occurrence)
      return { id, text, start, end, context, occurrence, path: view.segmentPath(place) }
    })
    return { number, controlId: controlId(document, message), segments: segments.filter((segment) => !isSegmentIgnored(segment, rules)) }
  })
}

interface MessagePair {
  readonly left: ComparedMessage | undefined
  readonly right: ComparedMessage | undefined
}

/** Equal messages first, in the longest order; between them those of one control id, in order; and what lies between these one by one. */
function pairInOrder(left: readonly ComparedMessage[], right: readonly ComparedMessage[], rules: DiffRules): MessagePair[] {
  if (left.length === 1 && right.length === 1) return [{ left: left[0], right: right[0] }]
  const contentOf = ({ segments }: ComparedMessage) => segments.map((segment) => canonicalSegment(segment, rules)).join('\u0006')
  return pairByKeys(left, right, [contentOf, (message) => message.controlId ?? ''])
}

function pairByKeys(
  left: readonly ComparedMessage[],
  right: readonly ComparedMessage[],
  keys: readonly ((message: ComparedMessage) => string)[],
): MessagePair[] {
  const [keyOf, ...others] = keys
  const pairs: MessagePair[] = []
  const pairOneByOne = (lefts: readonly ComparedMessage[], rights: readonly ComparedMessage[]) => {
    for (let i = 0; i < Math.max(lefts.length, rights.length); i++) pairs.push({ left: lefts[i], right: rights[i] })
  }
  if (!keyOf || left.length === 0 || right.length === 0) {
    pairOneByOne(left, right)
    return pairs
  }
  const book = new Map<string, number>()
  const number = (message: ComparedMessage) => {
    const key = keyOf(message)
    const known = book.get(key) ?? book.size
    book.set(key, known)
    return known
  }
  let l = 0
  let r = 0
  for (const edit of diffSequences(Int32Array.from(left, number), Int32Array.from(right, number), book.size)) {
    pairOneByOne(left.slice(l, edit.leftStart), right.slice(r, edit.rightStart))
    for (const pair of pairByKeys(left.slice(edit.leftStart, edit.leftEnd), right.slice(edit.rightStart, edit.rightEnd), others))
      pairs.push(pair)
    l = edit.leftEnd
    r = edit.rightEnd
  }
  pairOneByOne(left.slice(l), right.slice(r))
  return pairs
}

/** The first of each control id with the first, the second with the second. */
function pairByControlId(left: readonly ComparedMessage[], right: readonly ComparedMessage[]): MessagePair[] {
  const waiting = Map.groupBy(right.toReversed(), (message) => message.controlId)
  const paired = new Set<ComparedMessage>()
  const pairs = left.map((message): MessagePair => {
    const partner = waiting.get(message.controlId)?.pop()
    if (partner) paired.add(partner)
    return { left: message, right: partner }
  })
  return [...pairs, ...right.flatMap((message): MessagePair[] => (paired.has(message) ? [] : [{ left: undefined, right: message }]))]
}

class Comparison {
  readonly changes: DiffChange[] = []
  readonly summary: DiffSummary = {
    messages: { left: 0, right: 0, added: 0, removed: 0, changed: 0 },
    segments: { left: 0, right: 0, added: 0, removed: 0, moved: 0, changed: 0 },
    parts: { added: 0, removed: 0, replaced: 0 },
  }
  readonly #rules: DiffRules
  #characters = 0

  constructor(rules: DiffRules) {
    this.#rules = rules
  }

  compareMessages(left: ComparedMessage | undefined, right: ComparedMessage | undefined): void {
    const { messages, segments } = this.summary
    const before = this.changes.length
    const message = { left: left?.number ?? null, right: right?.number ?? null }
    segments.left += left?.segments.length ?? 0
    segments.right += right?.segments.length ?? 0
    for (const pair of alignSegments(left?.segments ?? [], right?.segments ?? [], this.#rules)) {
      if (pair.left && pair.right) this.#compareSegments(message, pair.left, pair.right, pair.isMoved)
      else this.#addWhole(message, pair.left, pair.right)
    }
    if (!right) messages.removed++
    else if (!left) messages.added++
    else if (this.changes.length > before) messages.changed++
  }

  #compareSegments(message: DiffChange['message'], left: ComparedSegment, right: ComparedSegment, isMoved: boolean): void {
    const { segments, parts } = this.summary
    const before = this.changes.length
    const isSamePath = left.path === right.path
    if (isMoved && !this.#rules.equal.has('order')) {
      segments.moved++
      this.#add({ op: 'move', path: left.path, rightPath: right.path, message, left: null, right: null })
    }
    const moves = this.changes.length - before
    compareSegments(left, right, this.#rules, ({ op, place, left: leftText, right: rightText }) => {
      parts[({ add: 'added', remove: 'removed', replace: 'replaced' } as const)[op]]++
      const rightPath = isSamePath ? null : right.path + place
      const shown = (segment: ComparedSegment, text: string | null) => text && shownText(segment.context.document, text)
      this.#add({ op, path: left.path + place, rightPath, message, left: shown(left, leftText), right: shown(right, rightText) })
    })
    if (this.changes.length - before > moves) segments.changed++
  }

  #addWhole(message: DiffChange['message'], left: ComparedSegment | undefined, right: ComparedSegment | undefined): void {
    const segment = (left ?? right)!
    this.summary.segments[left ? 'removed' : 'added']++
    const text = shownText(segment.context.document, segment.text.slice(segment.start, segment.end))
    const change = { path: segment.path, rightPath: null, message }
    this.#add(left ? { op: 'remove', ...change, left: text, right: null } : { op: 'add', ...change, left: null, right: text })
  }

  #add(change: DiffChange): void {
    this.#characters += (change.left?.length ?? 0) + (change.right?.length ?? 0)
    if (this.changes.length >= MAX_CHANGES || this.#characters > MAX_CHARACTERS)
      throw new ProblemError('The messages have too many differences for one result.', {
        code: 'resource_limit',
        facts: { limit: MAX_CHANGES },
      })
    this.changes.push(change)
  }
}
