// GS1 element strings as scanners transmit them: one AI behind the other, separators after fields of variable length, or lost.
import { findWays, likelihoods, type Way } from '../lost-separators.ts'
import { GS, type Separated } from '../separators.ts'
import { isError, makeIssue, type Reading, type UdiElement, type UdiIssue } from '../udi-result.ts'
import { type AiEntry, aiAt, findAi } from './ai-table.ts'
import { checkElement } from './element.ts'
import { gs1FieldAt } from './likelihood.ts'
import { checkPairings } from './pairings.ts'

export interface ReadElements {
  readonly elements: readonly UdiElement[]
  readonly issues: readonly UdiIssue[]
  /** Only if more than one reading fits, or one relies on a separator that is not there. */
  readonly readings?: readonly Reading[] | undefined
}

/** A reading whose share is below this does not make a text ambiguous. */
const UNLIKELY = 0.02
const MAX_READINGS = 16
/** Bits that a missing pair costs a reading. */
const MISSING_PAIR_COST = 5

interface Segment {
  readonly text: string
  readonly from: number
  readonly to: number
  /** True if the text has separators elsewhere, so that a field that runs on was meant to. */
  readonly isTrusted: boolean
}

/** Elements of part of a text, and how unlikely they are. */
interface Candidate {
  readonly elements: readonly UdiElement[]
  readonly cost: number
  readonly missing: number
}

export function readElementString({ text, offsets }: Separated, currentYear: number): ReadElements {
  const first = text.startsWith(GS) ? 1 : 0
  const isTrusted = text.includes(GS)
  let candidates: readonly Candidate[] = [{ elements: [], cost: 0, missing: 0 }]
  for (let from = first; from < text.length; ) {
    const next = text.indexOf(GS, from)
    const to = next < 0 ? text.length : next
    if (to > from) candidates = joinCandidates(candidates, { text, from, to, isTrusted }, offsets, currentYear)
    from = to + 1
  }
  return choose(candidates)
}

function choose(candidates: readonly Candidate[]): ReadElements {
  const judged = candidates.map(({ elements, cost, missing }) => {
    const issues = checkPairings(elements)
    const penalty = issues.filter(({ code }) => code === 'missing_pair').length * MISSING_PAIR_COST
    return { elements, issues, missing, cost: cost + penalty }
  })
  const consistent = judged.filter(({ issues }) => !issues.some(isError))
  const ranked = (consistent.length > 0 ? consistent : judged).sort((a, b) => a.cost - b.cost)
  const shares = likelihoods(ranked.map(({ cost }) => cost))
  const [best, second] = ranked
  const isAmbiguous = best!.missing > 0 || (second !== undefined && shares[1]! >= UNLIKELY)
  if (!isAmbiguous) return { elements: best!.elements, issues: best!.issues }
  const readings = ranked.map(({ elements }, i) => ({ elements, likelihood: shares[i]! }))
  const { start, end } = { start: best!.elements[0]!.start, end: best!.elements.at(-1)!.end }
  return { elements: best!.elements, issues: [...best!.issues, makeIssue('separator_missing', start, end)], readings }
}

/** Every candidate so far with every way to read the next segment, the most likely ones. */
function joinCandidates(
  candidates: readonly Candidate[],
  segment: Segment,
  offsets: readonly number[],
  currentYear: number,
): readonly Candidate[] {
  return candidates
    .flatMap((before) =>
      readSegment(segment, before.elements, offsets, currentYear).map(({ elements, cost, missing }) => ({
        elements: [...before.elements, ...elements],
        cost: before.cost + cost,
        missing: before.missing + missing,
      })),
    )
    .sort((a, b) => a.cost - b.cost)
    .slice(0, MAX_READINGS)
}

function readSegment(segment: Segment, before: readonly UdiElement[], offsets: readonly number[], currentYear: number): Candidate[] {
  const { text, to } = segment
  const elements: UdiElement[] = []
  const place = (at: number, valueAt: number, end: number) => ({ start: offsets[at]!, valueStart: offsets[valueAt]!, end: offsets[end]! })
  const check = (entry: AiEntry, at: number, end: number): UdiElement => {
    const valueAt = at + entry.ai.length
    return checkElement(entry, text.slice(valueAt, end), place(at, valueAt, end), currentYear)
  }
  for (let at = segment.from; at < to; ) {
    const entry = aiAt(text, at)
    if (!entry) {
      elements.push(unknownElement(text.slice(at, to), offsets[at]!, offsets[to]!))
      break
    }
    const end = Math.min(at + entry.ai.length + entry.maxLength, to)
    if (!entry.predefined) {
      const whole = check(entry, at, to)
      if (segment.isTrusted && !whole.issues.some(isError)) return [{ elements: [...elements, whole], cost: 0, missing: 0 }]
      const taken = new Set([...before, ...elements].map(({ id }) => id))
      const ways = findWays(text, { from: at, to, taken }, gs1FieldAt(currentYear))
      if (ways.length > 0) return ways.map((way) => ({ ...way, elements: [...elements, ...elementsOf(way, check)] }))
      // No reading fits: a field of fixed length ends where it must, any other continues with its errors.
      if (entry.minLength !== entry.maxLength) return [{ elements: [...elements, whole], cost: 0, missing: 0 }]
    }
    elements.push(check(entry, at, end))
    at = end
  }
  return [{ elements, cost: 0, missing: 0 }]
}

function elementsOf({ parts }: Way, check: (entry: AiEntry, at: number, end: number) => UdiElement): UdiElement[] {
  return parts.map(({ id, start, end }) => check(findAi(id)!, start, end))
}

function unknownElement(value: string, start: number, end: number): UdiElement {
  return { id: '', title: '', value, start, end, issues: [makeIssue('unknown_identifier', start, end)], checks: [] }
}

/** The text with parentheses around AIs, as people read it. */
export function writeBracketed(elements: readonly UdiElement[]): string {
  return elements.map(({ id, value }) => (id === '' ? value : `(${id})${value}`)).join('')
}

/** The text that a scanner transmits. */
export function writeElementString(elements: readonly UdiElement[]): string {
  let text = ''
  for (const [i, { id, value }] of elements.entries()) {
    text += id + value
    const entry = findAi(id)
    if (i < elements.length - 1 && !entry?.predefined) text += GS
  }
  return text
}
