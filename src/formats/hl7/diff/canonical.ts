// Texts that are the same for two values wherever the rules of a comparison take them for equal.
import { recodeText, USUAL_DELIMITERS } from '../edit/recode-text.ts'
import { decodeEscapes, type EscapeContext } from '../escapes.ts'
import { partSpans, type Span } from '../field-spans.ts'
import { EXPLICIT_NULL } from '../field-values.ts'
import type { MessageContext, SegmentRange } from '../query/message-view.ts'
import { fieldOf, isHeaderId } from '../query/parts.ts'
import type { DiffRules, IgnoreRule } from './diff-rules.ts'

/** A segment of one side, as it is compared. */
export interface ComparedSegment extends SegmentRange {
  readonly context: MessageContext
  /** 1-based, among the segments of its name. */
  readonly occurrence: number
  /** `OBX[2]`. */
  readonly path: string
}

/** Place of a part below its field; 0 where it is not divided so far. */
export interface PartPlace {
  readonly repetition: number
  readonly component: number
  readonly subcomponent: number
}

/** Separators of canonical texts by level: characters that no message holds as data. */
const SEPARATORS = ['\u0001', '\u0002', '\u0003', '\u0004'] as const

/** Decodes; what stays of escape sequences has the usual escape character, so that it is the same whatever the message has. */
function decodeUsual(raw: string, escapes: EscapeContext): string {
  const { delimiters } = escapes
  if (delimiters.escape === USUAL_DELIMITERS.escape || delimiters.escape === null || !raw.includes(delimiters.escape)) {
    return decodeEscapes(raw, escapes)
  }
  const recoded = recodeText(raw, delimiters, USUAL_DELIMITERS)
  return recoded === undefined ? decodeEscapes(raw, escapes) : decodeEscapes(recoded, { ...escapes, delimiters: USUAL_DELIMITERS })
}

export function canonicalLeaf(raw: string, { escapes }: MessageContext, { equal }: DiffRules): string {
  if (raw === EXPLICIT_NULL) return equal.has('empty-null') ? '' : EXPLICIT_NULL
  let value = equal.has('escapes') ? decodeUsual(raw, escapes) : raw
  // A text of two quotes is not the explicit null.
  if (value === EXPLICIT_NULL) value = '\u0005'
  if (equal.has('whitespace')) value = value.replace(/\s+/g, ' ').trim()
  if (equal.has('case')) value = value.toLowerCase()
  return equal.has('numeric') ? canonicalNumber(value) : value
}

/** `+05.40` is `5.4`; what is no number stays. */
function canonicalNumber(value: string): string {
  const match = /^([+-]?)([0-9]{1,400})(?:\.([0-9]{0,400}))?$/.exec(value)
  if (!match) return value
  const [, sign = '', whole = '', fraction = ''] = match
  const digits = stripStart(whole)
  const decimals = stripEnd(fraction)
  const size = decimals === '' ? digits : `${digits}.${decimals}`
  return sign === '-' && size !== '0' ? `-${size}` : size
}

function stripStart(digits: string): string {
  let i = 0
  while (i < digits.length - 1 && digits[i] === '0') i++
  return digits.slice(i)
}

function stripEnd(digits: string): string {
  let end = digits.length
  while (end > 0 && digits[end - 1] === '0') end--
  return digits.slice(0, end)
}

/** The ignore rules of a segment's field, or of the whole segment. */
export function rulesFor({ id, occurrence }: ComparedSegment, { ignore }: DiffRules, field: number): IgnoreRule[] {
  const rules = ignore.get(id)
  if (!rules) return []
  return rules.filter((rule) => isChosen(rule.segmentIndex, occurrence) && (rule.field === undefined || rule.field === field))
}

export function isSegmentIgnored({ id, occurrence }: ComparedSegment, { ignore }: DiffRules): boolean {
  return ignore.get(id)?.some((rule) => rule.field === undefined && isChosen(rule.segmentIndex, occurrence)) ?? false
}

export function isIgnored(rules: readonly IgnoreRule[], { repetition, component, subcomponent }: PartPlace): boolean {
  return rules.some(
    (rule) =>
      (rule.repetition === 'all' && rule.component === undefined) ||
      (isChosen(rule.repetition, repetition) &&
        (rule.component === undefined || rule.component === component) &&
        (rule.subcomponent === undefined || rule.subcomponent === subcomponent)),
  )
}

function isChosen(requested: number | 'all', position: number): boolean {
  return requested === 'all' || requested === position
}

/** MSH-1 and MSH-2 are compared as they stand, unless other delimiters are taken for equal. */
export function isDelimiterPosition({ id }: SegmentRange, field: number): boolean {
  return field <= 2 && isHeaderId(id)
}

/** Every field by its position, found in one pass; 0 is the identifier. */
export function fieldsOf(segment: ComparedSegment): Span[] {
  const [id, ...fields] = partSpans(segment.text, segment, segment.context.delimiters.field)
  if (!isHeaderId(segment.id) || fields.length === 0) return [id!, ...fields]
  return [id!, { start: id!.end, end: id!.end + 1 }, ...fields]
}

export function canonicalSegment(segment: ComparedSegment, rules: DiffRules): string {
  const spans = partSpans(segment.text, segment, segment.context.delimiters.field)
  const isHeader = isHeaderId(segment.id)
  const fields = [segment.text.slice(spans[0]!.start, spans[0]!.end)]
  for (let piece = 1; piece < spans.length; piece++) {
    const field = isHeader ? piece + 1 : piece
    fields.push(canonicalField(segment, field, spans[piece]!, rules))
  }
  if (isHeader && !rules.equal.has('delimiters')) fields.push(segment.context.delimiters.field)
  return joinParts(fields, 0, rules)
}

export function canonicalField(segment: ComparedSegment, field: number, span: Span, rules: DiffRules): string {
  const { text, context } = segment
  const own = rulesFor(segment, rules, field)
  if (isDelimiterPosition(segment, field)) {
    return rules.equal.has('delimiters') || isIgnored(own, WHOLE) ? '' : text.slice(span.start, span.end)
  }
  const { repetition, component, subcomponent } = context.delimiters
  const repetitions = partSpans(text, span, repetition).map((each, r) => {
    const components = partSpans(text, each, component).map((part, c) => {
      const leaves = partSpans(text, part, subcomponent).map((leaf, s) => {
        if (own.length > 0 && isIgnored(own, { repetition: r + 1, component: c + 1, subcomponent: s + 1 })) return ''
        return canonicalLeaf(text.slice(leaf.start, leaf.end), context, rules)
      })
      return joinParts(leaves, 3, rules)
    })
    return joinParts(components, 2, rules)
  })
  return joinParts(repetitions, 1, rules)
}

/** A field that is not divided. */
export const WHOLE: PartPlace = { repetition: 1, component: 0, subcomponent: 0 }

function joinParts(parts: string[], level: number, { equal }: DiffRules): string {
  let count = parts.length
  if (equal.has('trailing')) while (count > 0 && parts[count - 1] === '') count--
  return (count === parts.length ? parts : parts.slice(0, count)).join(SEPARATORS[level]!)
}

/** What tells a segment from the others of its name; undefined where no rule says. */
export function matchKey(segment: ComparedSegment, rules: DiffRules): string | undefined {
  const locators = rules.match.get(segment.id)
  if (!locators || locators.length === 0) return undefined
  const values = locators.map((locator) => {
    const span = fieldOf(segment.context, segment, locator.field!)
    return span ? canonicalPart(segment, span, locator, rules) : ''
  })
  return values.every((value) => value === '') ? undefined : `${segment.id}\u0006${values.join('\u0006')}`
}

function canonicalPart(
  segment: ComparedSegment,
  span: Span,
  {
    field,
    repetition,
    component,
    subcomponent,
  }: { field: number | undefined; repetition: unknown; component: number | undefined; subcomponent: number | undefined },
  rules: DiffRules,
): string {
  const whole = canonicalField(segment, field!, span, rules)
  if (component === undefined && repetition === undefined) return whole
  const first = whole.split(SEPARATORS[1])[typeof repetition === 'number' ? repetition - 1 : 0] ?? ''
  if (component === undefined) return first
  const part = first.split(SEPARATORS[2])[component - 1] ?? ''
  return subcomponent === undefined ? part : (part.split(SEPARATORS[3])[subcomponent - 1] ?? '')
}
