// Compares two segments part by part and reports the smallest parts that differ.
import { decodeEscapes } from '../escapes.ts'
import { partSpans, type Span } from '../field-spans.ts'
import { EXPLICIT_NULL } from '../field-values.ts'
import {
  type ComparedSegment,
  canonicalField,
  canonicalLeaf,
  fieldsOf,
  isDelimiterPosition,
  isIgnored,
  rulesFor,
  WHOLE,
} from './canonical.ts'
import type { DiffRules, IgnoreRule } from './diff-rules.ts'

export interface PartChange {
  readonly op: 'add' | 'remove' | 'replace'
  /** Behind the segment: `-5.1`. */
  readonly place: string
  /** Null for a part that is not there. */
  readonly left: string | null
  readonly right: string | null
}

/** @param report called for each part that differs, in their order */
export function compareSegments(
  left: ComparedSegment,
  right: ComparedSegment,
  rules: DiffRules,
  report: (change: PartChange) => void,
): void {
  const leftFields = fieldsOf(left)
  const rightFields = fieldsOf(right)
  const count = Math.max(leftFields.length, rightFields.length) - 1
  for (let field = 1; field <= count; field++) {
    const spans = { left: leftFields[field], right: rightFields[field] }
    if (isSameField(left, right, field, spans, rules)) continue
    if (isDelimiterPosition(left, field)) {
      report(changeOf(`-${field}`, rawText(left, spans.left), rawText(right, spans.right)))
      continue
    }
    const own = [...rulesFor(left, rules, field), ...rulesFor(right, rules, field)]
    new FieldComparison(left, right, rules, own, report).compare(`-${field}`, spans.left, spans.right)
  }
}

interface Spans {
  readonly left: Span | undefined
  readonly right: Span | undefined
}

function isSameField(left: ComparedSegment, right: ComparedSegment, field: number, spans: Spans, rules: DiffRules): boolean {
  if (isDelimiterPosition(left, field) && rules.equal.has('delimiters')) return true
  if (!rules.equal.has('trailing') && (spans.left === undefined) !== (spans.right === undefined)) {
    return isIgnored([...rulesFor(left, rules, field), ...rulesFor(right, rules, field)], WHOLE)
  }
  const of = (segment: ComparedSegment, span: Span | undefined) => (span ? canonicalField(segment, field, span, rules) : '')
  return of(left, spans.left) === of(right, spans.right)
}

function rawText({ text }: ComparedSegment, span: Span | undefined): string | null {
  return span ? text.slice(span.start, span.end) : null
}

function changeOf(place: string, left: string | null, right: string | null): PartChange {
  const isLeftEmpty = left === null || left === ''
  const isRightEmpty = right === null || right === ''
  if (isLeftEmpty && (!isRightEmpty || left === null)) return { op: 'add', place, left, right }
  return { op: isRightEmpty && (!isLeftEmpty || right === null) ? 'remove' : 'replace', place, left, right }
}

/** One field of both sides: its repetitions, their components, their subcomponents. */
class FieldComparison {
  readonly #left: ComparedSegment
  readonly #right: ComparedSegment
  readonly #rules: DiffRules
  readonly #ignored: readonly IgnoreRule[]
  readonly #report: (change: PartChange) => void

  constructor(
    left: ComparedSegment,
    right: ComparedSegment,
    rules: DiffRules,
    ignored: readonly IgnoreRule[],
    report: (change: PartChange) => void,
  ) {
    this.#left = left
    this.#right = right
    this.#rules = rules
    this.#ignored = ignored
    this.#report = report
  }

  /** @param field `-5` */
  compare(field: string, left: Span | undefined, right: Span | undefined): void {
    this.#comparePart([], field, left, right)
  }

  /** @param positions of the repetition, component and subcomponent, as far as the field was gone into */
  #comparePart(positions: readonly Position[], field: string, left: Span | undefined, right: Span | undefined): void {
    const level = positions.length
    const [repetition, component, subcomponent] = positions
    const place = { repetition: repetition?.number ?? 0, component: component?.number ?? 0, subcomponent: subcomponent?.number ?? 0 }
    if (level > 0 && isIgnored(this.#ignored, place)) return
    const isOneSided = !left || !right
    if (this.#isBlank(this.#left, left) && this.#isBlank(this.#right, right) && (!isOneSided || this.#rules.equal.has('trailing'))) return
    // A part that only one side has is one change, unless some of it may be ignored.
    if (level === 3 || (isOneSided && level > 0 && this.#ignored.length === 0)) {
      this.#compareLeaf(placeOf(field, positions), left, right)
      return
    }
    const leftParts = divide(this.#left, left, level)
    const rightParts = divide(this.#right, right, level)
    const count = Math.max(leftParts.length, rightParts.length)
    for (let i = 0; i < count; i++) {
      this.#comparePart([...positions, { number: i + 1, isNamed: count > 1 }], field, leftParts[i], rightParts[i])
    }
  }

  #compareLeaf(place: string, left: Span | undefined, right: Span | undefined): void {
    const leftText = rawText(this.#left, left)
    const rightText = rawText(this.#right, right)
    const leaf = ({ context }: ComparedSegment, raw: string | null) => raw !== null && canonicalLeaf(raw, context, this.#rules)
    if (leaf(this.#left, leftText) === leaf(this.#right, rightText)) return
    this.#report(changeOf(place, shown(this.#left, leftText, this.#rules), shown(this.#right, rightText, this.#rules)))
  }

  /** True where no leaf of a part holds anything; with `trailing`, empty parts mean nothing. */
  #isBlank({ text, context }: ComparedSegment, span: Span | undefined): boolean {
    if (!span || span.start === span.end) return true
    if (!this.#rules.equal.has('trailing')) return false
    const { repetition, component, subcomponent } = context.delimiters
    let from = span.start
    for (let i = span.start; i <= span.end; i++) {
      const char = text[i]
      if (i < span.end && char !== repetition && char !== component && char !== subcomponent) continue
      if (i > from && canonicalLeaf(text.slice(from, i), context, this.#rules) !== '') return false
      from = i + 1
    }
    return true
  }
}

interface Position {
  readonly number: number
  /** False for the only part of what holds it: it stands in no path. */
  readonly isNamed: boolean
}

const ONLY: Position = { number: 1, isNamed: false }

function divide({ text, context }: ComparedSegment, span: Span | undefined, level: number): Span[] {
  if (!span) return []
  const { repetition, component, subcomponent } = context.delimiters
  return partSpans(text, span, [repetition, component, subcomponent][level] ?? null)
}

function placeOf(field: string, positions: readonly Position[]): string {
  const [repetition = ONLY, component = ONLY, subcomponent = ONLY] = positions
  const isBelow = component.isNamed || subcomponent.isNamed
  const index = !repetition.isNamed || (repetition.number === 1 && isBelow) ? '' : `[${repetition.number}]`
  return `${field}${index}${isBelow ? `.${component.number}` : ''}${subcomponent.isNamed ? `.${subcomponent.number}` : ''}`
}

/** The decoded text of a leaf; what is divided stands as it is, so that its delimiters can be told from data. */
function shown({ context }: ComparedSegment, raw: string | null, { equal }: DiffRules): string | null {
  // Where escapes make a difference, the texts that differ are shown.
  if (raw === null || raw === EXPLICIT_NULL || !equal.has('escapes')) return raw
  const { component, repetition, subcomponent } = context.delimiters
  const isDivided = [component, repetition, subcomponent].some((separator) => separator !== null && raw.includes(separator))
  return isDivided ? raw : decodeEscapes(raw, context.escapes)
}
