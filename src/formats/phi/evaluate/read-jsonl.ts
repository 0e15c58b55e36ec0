// Annotations as JSON lines: {"id", "text", "spans": [{"start", "end", "type"} or [start, end, type]], "ignore": [[s, e]], "traps": [[s, e]]}.

import { parseJson } from '../../../core/parse-json.ts'
import { ProblemError } from '../../../core/problem.ts'
import { type AnnotatedDocument, type AnnotatedSpan, categoryOfLabel, codePointOffsets, type LabelRules } from './annotation.ts'

/** Member names that a span's label goes by. */
const LABEL_MEMBERS = ['category', 'type', 'label', 'entity_type', 'entity', 'tag'] as const
const MAX_DOCUMENTS = 100_000

/** @throws ProblemError `unreadable_input` with line, for what is no such JSON or whose offsets do not fit its text */
export function readJsonl(source: string, rules: LabelRules): AnnotatedDocument[] {
  const documents: AnnotatedDocument[] = []
  for (const [i, line] of source
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    if (line.trim() === '') continue
    if (documents.length === MAX_DOCUMENTS)
      throw new ProblemError(`At most ${MAX_DOCUMENTS} documents can be compared.`, { code: 'resource_limit' })
    documents.push(readLine(line, i + 1, rules))
  }
  return documents
}

function readLine(line: string, number: number, rules: LabelRules): AnnotatedDocument {
  const value = parse(line, number)
  const { id, text, spans } = value
  if (text !== undefined && typeof text !== 'string') throw refuse(number, 'The member text is no text.')
  if (!Array.isArray(spans)) throw refuse(number, 'The member spans is no list.')
  const raw = spans.map((span) => readSpan(span, number))
  const place = placeOffsets(text, raw, number)
  const ignore = readRanges(value.ignore, number, place)
  const found: AnnotatedSpan[] = []
  for (const { start, end, label } of raw) {
    const category = label === undefined ? 'other' : categoryOfLabel(label, rules)
    const range = [place(start, number), place(end, number)] as const
    if (category === undefined) ignore.push(range)
    else found.push({ start: range[0], end: range[1], category })
  }
  return {
    id: typeof id === 'string' || typeof id === 'number' ? String(id) : undefined,
    text,
    spans: found,
    ignore,
    traps: readRanges(value.traps, number, place),
  }
}

function parse(line: string, number: number): Record<string, unknown> {
  let value: unknown
  try {
    value = parseJson(line)
  } catch {
    throw refuse(number, 'The line is no JSON.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refuse(number, 'The line is no JSON object.')
  return value as Record<string, unknown>
}

interface RawSpan {
  readonly start: number
  readonly end: number
  readonly label: string | undefined
  readonly text: string | undefined
}

function readSpan(span: unknown, number: number): RawSpan {
  if (Array.isArray(span))
    return checkRange({ start: span[0], end: span[1], label: typeof span[2] === 'string' ? span[2] : undefined, text: undefined }, number)
  if (typeof span !== 'object' || span === null) throw refuse(number, 'A span is neither an object nor a list.')
  const members = span as Record<string, unknown>
  const label = LABEL_MEMBERS.map((name) => members[name]).find((value) => typeof value === 'string') as string | undefined
  const text = typeof members.text === 'string' ? members.text : undefined
  return checkRange({ start: members.start ?? members.start_position, end: members.end ?? members.end_position, label, text }, number)
}

function checkRange(span: { start: unknown; end: unknown; label: string | undefined; text: string | undefined }, number: number): RawSpan {
  const { start, end } = span
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || (start as number) < 0 || (end as number) <= (start as number)) {
    throw refuse(number, 'A span has no start before its end.')
  }
  return { ...span, start: start as number, end: end as number }
}

type Place = (offset: number, number: number) => number

/** Offsets are UTF-16, or code points where only those fit the texts that the spans repeat. */
function placeOffsets(text: string | undefined, spans: readonly RawSpan[], number: number): Place {
  if (text === undefined) return (offset) => offset
  const inUnits: Place = (offset, line) => {
    if (offset > text.length) throw refuse(line, 'A span ends behind the text.')
    return offset
  }
  const stated = spans.filter((span) => span.text !== undefined)
  if (stated.every(({ start, end, text: own }) => text.slice(start, end) === own)) return inUnits
  const toUnits = codePointOffsets(text)
  if (stated.every(({ start, end, text: own }) => text.slice(toUnits(start), toUnits(end)) === own)) {
    return (offset, line) => {
      const at = toUnits(offset)
      if (at === undefined) throw refuse(line, 'A span ends behind the text.')
      return at
    }
  }
  throw refuse(number, 'The text of a span does not stand at its offsets.')
}

function readRanges(ranges: unknown, number: number, place: Place): (readonly [number, number])[] {
  if (ranges === undefined || ranges === null) return []
  if (!Array.isArray(ranges)) throw refuse(number, 'The members ignore and traps are lists.')
  return ranges.map((range) => {
    const { start, end } = readSpan(range, number)
    return [place(start, number), place(end, number)] as const
  })
}

function refuse(line: number, message: string): ProblemError {
  return new ProblemError(message, { code: 'unreadable_input', at: { line, path: `line ${line}` } })
}
