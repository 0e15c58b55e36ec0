// Searches all texts of a document together; a label that stands in many places once, a narrative in both ways in which it can be read.
import { countLeading } from '../../../core/count-leading.ts'
import type { PhiCategory } from '../category.ts'
import type { DetectOptions } from '../compiled-options.ts'
import type { PhiSpan } from '../detect-phi.ts'
import { isEnglish } from '../hl7/known-of-message.ts'
import { readValue } from '../markup/read-markup.ts'
import { locateEscapedText } from '../normalize/escaped-text.ts'
import { searchClosely } from '../search/search-closely.ts'
import type { TextPiece } from '../search/search-pieces.ts'
import { locateStreets } from '../words/street-lines.ts'
import type { CdaLeaf } from './cda-leaf.ts'
import type { CdaWork } from './cda-work.ts'
import { type FlowText, segmentsBefore } from './flow-text.ts'
import type { Hidden } from './hidden-values.ts'
import { codeAt } from './known-elements.ts'
import { isPublicDefinition } from './public-oids.ts'

export interface FoundSpan {
  /** Offsets in the value of the leaf. */
  readonly start: number
  readonly end: number
  readonly category: PhiCategory
  /** What a reader sees there. */
  readonly text: string
}

const NONE: FoundSpan[] = []

type FindHidden = (text: string) => readonly Hidden[]

/** @returns for each work its spans in order; none for what is not to be searched */
export function searchTexts(works: readonly CdaWork[], options: DetectOptions, findHidden: FindHidden): FoundSpan[][] {
  const pieces: TextPiece[] = []
  const labels = new Map<string, number>()
  const places = works.map(({ verdict, leaf }) => {
    if (verdict !== 'scan') return undefined
    if (leaf.treatment !== 'label') {
      pieces.push({ text: leaf.value, isCoded: false, isDisplay: false })
      if (leaf.tight) pieces.push({ text: leaf.tight.text, isCoded: false, isDisplay: false })
      return leaf.tight ? pieces.length - 2 : pieces.length - 1
    }
    const isCoded = isCodedLabel(leaf)
    const key = `${isCoded} ${leaf.value}`
    const known = labels.get(key)
    if (known !== undefined) return known
    labels.set(key, pieces.length)
    pieces.push({ text: leaf.value, isCoded, isDisplay: isCoded })
    return pieces.length - 1
  })
  const found = searchClosely(pieces, options)
  return works.map(({ leaf }, i) => {
    const place = places[i]
    if (place === undefined) return NONE
    const spans = [...found[place]!.map((span) => shown(leaf.value, span)), ...hiddenSpans(leaf.value, findHidden)]
    if (leaf.tight) spans.push(...moveSpans(leaf, leaf.tight, found[place + 1]!, findHidden))
    // Names of diseases are made of words that are names, too.
    const isName = ({ category, text }: FoundSpan) => category === 'name' && isEnglish(text)
    return joinSpans(
      leaf,
      isCodedLabel(leaf) ? spans.filter((span) => found[place]!.some(({ start }) => start === span.start) || !isName(span)) : spans,
    )
  })
}

/** The name of a code of a terminology. */
function isCodedLabel({ element, attribute }: CdaLeaf): boolean {
  return attribute?.local === 'displayName' && isPublicDefinition(codeAt(element, 'codeSystem'))
}

function shown(value: string, { start, end, category }: PhiSpan): FoundSpan {
  return { start, end, category, text: readValue(value.slice(start, end)) }
}

function hiddenSpans(text: string, findHidden: FindHidden): FoundSpan[] {
  const escaped = locateEscapedText(text).map((span) => ({ ...span, category: 'other-id' as const }))
  const streets = locateStreets(text).map((span) => ({ ...span, category: 'location' as const }))
  return [...findHidden(text), ...escaped, ...streets].map((hidden) => ({ ...hidden, text: text.slice(hidden.start, hidden.end) }))
}

/** What was found in a narrative without its breaks, by the offsets of the narrative with them. */
function moveSpans({ flow }: CdaLeaf, tight: FlowText, spans: readonly PhiSpan[], findHidden: FindHidden): FoundSpan[] {
  const found = [...spans.map((span) => shown(tight.text, span)), ...hiddenSpans(tight.text, findHidden)]
  if (found.length === 0) return []
  const offsetOf = offsetsOf(flow!)
  return found.flatMap((span) => {
    const { segments } = tight
    const from = segmentsBefore(segments, span.start)
    const to = countLeading(segments.length, (i) => segments[i]!.at < span.end)
    if (to <= from) return []
    const [first, last] = [segments[from]!, segments[to - 1]!]
    const start = offsetOf(first.node.start + first.from + Math.max(0, span.start - first.at))
    const end = offsetOf(last.node.start + last.from + Math.min(last.length, span.end - last.at) - 1)
    return start === undefined || end === undefined ? [] : [{ ...span, start, end: end + 1 }]
  })
}

/** By the place of a unit in its node, its offset in the text; the next one that is there for a blank that is not. */
function offsetsOf({ segments }: FlowText): (key: number) => number | undefined {
  return (key) => {
    let low = 0
    let high = segments.length
    while (low < high) {
      const middle = (low + high) >> 1
      const { node, from, length } = segments[middle]!
      if (node.start + from + length <= key) low = middle + 1
      else high = middle
    }
    const segment = segments[low]
    return segment && segment.at + Math.max(0, key - segment.node.start - segment.from)
  }
}

/** In order and without overlaps: what overlaps is one span, of the category of the longer one. */
function joinSpans({ value }: CdaLeaf, spans: FoundSpan[]): FoundSpan[] {
  const joined: FoundSpan[] = []
  for (const span of spans.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = joined.at(-1)
    if (!last || span.start >= last.end) joined.push(span)
    else if (span.end > last.end) {
      const longer = span.end - span.start > last.end - last.start ? span : last
      joined[joined.length - 1] = { ...longer, start: last.start, end: span.end, text: readValue(value.slice(last.start, span.end)) }
    }
  }
  return joined
}
