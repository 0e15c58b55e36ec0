// Brings gold and predictions together, document by document; a document that only one side has is an error and no score.
import { ProblemError } from '../../../core/problem.ts'
import type { AnnotatedDocument, AnnotatedSpan, LabelRules } from './annotation.ts'
import { readBrat } from './read-brat.ts'
import { readI2b2 } from './read-i2b2.ts'
import { readJsonl } from './read-jsonl.ts'
import type { DocumentPair } from './score-spans.ts'

export const ANNOTATION_FORMATS = ['auto', 'jsonl', 'i2b2', 'brat'] as const
export type AnnotationFormat = (typeof ANNOTATION_FORMATS)[number]

export interface AnnotationSource {
  readonly content: string
  readonly format: AnnotationFormat
  /** JSON pointer of the field, for what is refused. */
  readonly pointer: string
}

/** @param text the text of a format that holds none */
export function readAnnotations(
  { content, format, pointer }: AnnotationSource,
  text: string | undefined,
  rules: LabelRules,
): AnnotatedDocument[] {
  const actual = format === 'auto' ? detectFormat(content, text !== undefined) : format
  if (actual === 'jsonl') return readJsonl(content, rules)
  if (actual === 'i2b2') return readI2b2(content, rules)
  if (actual === undefined) throw refuse(pointer, 'invalid_format', 'expected JSON lines, i2b2 XML or brat annotations')
  if (text === undefined) throw refuse('/text', 'missing', 'brat annotations need the text that they are about')
  return [readBrat(content, text, rules)]
}

/** An empty file is one of brat where the text stands beside it: a document without annotations. */
function detectFormat(content: string, hasText: boolean): AnnotationFormat | undefined {
  const start = content.slice(0, 2000).trimStart()
  if (start.startsWith('{')) return 'jsonl'
  if (start.startsWith('<')) return 'i2b2'
  if (start === '') return hasText ? 'brat' : 'jsonl'
  return /^[TREAMN#*]\d{0,9}\t/.test(start) ? 'brat' : undefined
}

/** Every gold document with the text that it or the caller gives. @throws ProblemError `invalid_input` where there is no text */
export function withTexts(gold: readonly AnnotatedDocument[], text: string | undefined): { gold: AnnotatedDocument; text: string }[] {
  if (gold.length === 0) throw refuse('/gold', 'missing', 'expected at least one document')
  return gold.map((document, i) => {
    const own = document.text ?? (gold.length === 1 ? text : undefined)
    if (own === undefined) throw refuse('/gold', 'missing', `document ${i + 1} has no text`)
    const end = [
      ...document.spans.map((span) => span.end),
      ...document.ignore.map((range) => range[1]),
      ...document.traps.map((range) => range[1]),
    ]
    if (end.some((at) => at > own.length)) throw refuse('/gold', 'invalid_value', `a span of document ${i + 1} ends behind the text`)
    return { gold: document, text: own }
  })
}

/** By id where all documents have one, else by their order. */
export function pairDocuments(
  gold: readonly { gold: AnnotatedDocument; text: string }[],
  predictions: readonly AnnotatedDocument[],
): DocumentPair[] {
  if (gold.length !== predictions.length)
    throw refuse('/predictions', 'invalid_value', `gold has ${gold.length} documents, predictions have ${predictions.length}`)
  const hasIds = gold.every((entry) => entry.gold.id !== undefined) && predictions.every(({ id }) => id !== undefined)
  const byId = new Map(predictions.map((document) => [document.id, document]))
  if (hasIds && byId.size !== predictions.length) throw refuse('/predictions', 'invalid_value', 'two documents have the same id')
  return gold.map((entry, i) => {
    const prediction = hasIds ? byId.get(entry.gold.id) : predictions[i]
    if (!prediction) throw refuse('/predictions', 'invalid_value', `document ${i + 1} of gold has no prediction`)
    return { ...entry, predicted: checkEnds(prediction.spans, entry.text, i + 1) }
  })
}

function checkEnds(spans: readonly AnnotatedSpan[], text: string, document: number): readonly AnnotatedSpan[] {
  if (spans.some(({ end }) => end > text.length))
    throw refuse('/predictions', 'invalid_value', `a span of document ${document} ends behind the text`)
  return spans
}

function refuse(pointer: string, code: string, detail: string): ProblemError {
  return new ProblemError('The annotations cannot be compared.', { code: 'invalid_input', errors: [{ pointer, code, detail }] })
}
