// Writes as JSON what describeDocument says of a document, byte for byte the same, without making the result first: who is asked for JSON
// needs neither its objects nor its text.
import type { Hl7Document, Hl7Message } from '../document-types.ts'
import { lineEnd } from '../index/segment-index.ts'
import { describeBatches, describeSource, emptyFacts, listMessages } from './describe-document.ts'
import { createContext, type DescribeOptions, describeFacts, placeLines } from './describe-message.ts'
import { type ByteSpan, JsonBytes } from './json-bytes.ts'
import { type TextBytes, textBytes } from './json-parts.ts'
import { ResultBudget } from './result-budget.ts'
import { segmentTemplates } from './segment-templates.ts'
import { writeDocumentHead, writeMessageHead } from './write-facts.ts'
import { writeSegment } from './write-segments.ts'

/** Documents from here on have a buffer of their own. */
const LARGE_CHARACTERS = 262_144
/** In front of the segments: what is said before them mostly fits, so that they need not be copied behind it. */
const GAP_BYTES = 16_384
/** After this part of a large document it is known about how long its JSON becomes. */
const SAMPLE = 1 / 64
const MARGIN = 1.05

const shared = new JsonBytes()
const encoder = new TextEncoder()

/** False for options that need the result itself: the flat view and a selection. */
export function writesDescription({ view, selection }: DescribeOptions): boolean {
  return view === 'tree' && !selection
}

/**
 * @param options of the tree view without a selection
 * @returns UTF-8, the caller's own
 * @throws ProblemError `resource_limit` where the result would be too large
 */
export function writeDescription(document: Hl7Document, choice: Omit<DescribeOptions, 'selection' | 'view'>): Uint8Array {
  const options: DescribeOptions = { ...choice, view: 'tree', selection: undefined }
  const isLarge = document.index.text.length > LARGE_CHARACTERS
  const out = isLarge ? new JsonBytes() : shared
  out.restart(GAP_BYTES)
  const budget = new ResultBudget()
  const spans: ByteSpan[] = []
  const bytes = textBytes(document)
  const facts = document.messages.map((message) => {
    const said = describeFacts(document, message, budget)
    spans.push(writeSegments(out, document, message, bytes, options, budget))
    return said
  })
  const batch = document.files.length > 0 ? describeBatches(document, options, budget) : null
  const source = describeSource(document)
  const diagnostics = document.findings.list(document.source)
  const first = spans[0]
  const tail = batch ? `,"batch":${JSON.stringify(batch)},"messages":[` : NO_BATCH
  const isOne = spans.length === 1
  if (isOne) {
    out.append(tail)
    out.append(CLOSE_ALL)
  }
  const { length } = out
  const head = writeDocumentHead(out, source, facts[0] ?? emptyFacts(document), diagnostics)
  if (first && isOne) {
    const start = out.moveBefore(first.start, head)
    const whole = out.part({ start, end: length })
    // The shared buffer is written over by the next message.
    if (start >= 0) return isLarge ? whole : whole.slice()
    return joinPieces([out.part(head), out.part({ start: first.start, end: length })])
  }
  const heads = spans.length > 1 ? listMessages(document, facts, diagnostics).map((each) => writeMessageHead(out, each)) : []
  const messages = heads.flatMap((each, i) => [i > 0 ? ',' : '', out.part(each), out.part(spans[i]!), '}'])
  return joinPieces([out.part(head), first ? out.part(first) : '[]', tail, ...messages, CLOSE_ALL])
}

const NO_BATCH = ',"batch":null,"messages":['
const CLOSE_ALL = ']}'

/** Appends the list of a message's segments. */
function writeSegments(
  out: JsonBytes,
  document: Hl7Document,
  message: Hl7Message,
  bytes: TextBytes,
  options: DescribeOptions,
  budget: ResultBudget,
): ByteSpan {
  const { index } = document
  const { length } = index.text
  const templates = segmentTemplates(message.version.used, options.names)
  const context = { ...createContext(document, message, options, budget), bytes, templates }
  const start = out.length
  let isSampled = length <= LARGE_CHARACTERS
  out.append('[')
  const first = out.length
  placeLines(document, message, options, (place, group) => {
    writeSegment(out, context, index, place, group)
    out.append(',')
    const read = lineEnd(index, place.line)
    if (isSampled || read < SAMPLE * length) return
    isSampled = true
    out.reserve(Math.ceil((MARGIN * out.length * (length - read)) / read))
  })
  if (out.length > first) out.setLength(out.length - 1)
  out.append(']')
  return { start, end: out.length }
}

function joinPieces(pieces: readonly (string | Uint8Array)[]): Uint8Array {
  const encoded = pieces.map((piece) => (typeof piece === 'string' ? encoder.encode(piece) : piece))
  const all = new Uint8Array(encoded.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of encoded) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}
