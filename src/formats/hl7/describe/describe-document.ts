// Describes a whole document: where it comes from, its messages, its batches, and everything that was found to be unusual.
import type { Delimiters } from '../delimiters.ts'
import type { Diagnostic } from '../diagnostics.ts'
import { chooseVersion } from '../dictionary/versions.ts'
import type { Hl7Batch, Hl7BatchFile, Hl7Document, Hl7Message } from '../document-types.ts'
import { fieldSpan } from '../field-spans.ts'
import { LINE } from '../index/line-start.ts'
import { findLine, lineEnd, lineKind, lineStart } from '../index/segment-index.ts'
import { lineEndOf } from '../line-findings.ts'
import { declaredCount, messageCharset } from '../message-header.ts'
import { byteOffsetAt, type CharsetFrom, runAt } from '../source.ts'
import { type DescribeOptions, describeBatchLine, describeMessage, type MessageFacts, type MessageResult } from './describe-message.ts'
import type { SegmentResult } from './describe-segments.ts'
import { ResultBudget } from './result-budget.ts'

export interface SourceResult {
  charset: string | null
  charsetFrom: CharsetFrom
  lineEnd: 'CR' | 'LF' | 'CRLF' | 'mixed' | 'none'
  bom: boolean
  mllp: boolean
  bytes: number
}

export interface BatchResult {
  header: SegmentResult | null
  trailer: SegmentResult | null
  /** BTS-1, null where it is no number. */
  declaredMessages: number | null
  firstMessage: number
  messages: number
}

export interface BatchFileResult {
  header: SegmentResult | null
  trailer: SegmentResult | null
  /** FTS-1, null where it is no number. */
  declaredBatches: number | null
  batches: BatchResult[]
}

/** A message of several, without its segments. */
export interface ListedFacts extends MessageFacts {
  charset: string | null
  byteStart: number
  byteEnd: number
  diagnostics: Diagnostic[]
}

export interface ListedMessage extends ListedFacts {
  segments: SegmentResult[]
}

export interface DocumentResult extends MessageResult {
  source: SourceResult
  diagnostics: Diagnostic[]
  batch: { files: BatchFileResult[] } | null
  /** Every message of a document that holds more than one; empty for one message. */
  messages: ListedMessage[]
}

/** @throws ProblemError `resource_limit` where the result would be too large */
export function describeDocument(document: Hl7Document, options: DescribeOptions): DocumentResult {
  const budget = new ResultBudget()
  const results = document.messages.map((message) => describeMessage(document, message, options, budget))
  const batch = document.files.length > 0 ? describeBatches(document, options, budget) : null
  const source = describeSource(document)
  const diagnostics = document.findings.list(document.source)
  const { delimiters, type, version, controlId } = results[0] ?? emptyFacts(document)
  const segments = results[0]?.segments ?? []
  const listed = results.length > 1 ? listMessages(document, results, diagnostics) : []
  const messages = listed.map((facts, i): ListedMessage => ({ ...facts, segments: results[i]!.segments }))
  return { source, delimiters, type, version, controlId, diagnostics, segments, batch, messages }
}

export function describeSource(document: Hl7Document): SourceResult {
  const { source, index, messages } = document
  const { charset, from } = messages[0] ? messageCharset(document, messages[0]) : runAt(source, 0)
  return {
    charset: charset?.name ?? null,
    charsetFrom: from,
    lineEnd: lineEndOf(document),
    bom: lineKind(index, 0) === LINE.bom,
    mllp: !index.plain && findLine(index, LINE.frame) >= 0,
    bytes: source.byteLength,
  }
}

/** A document of batch segments alone. */
export function emptyFacts({ index }: Hl7Document): MessageFacts {
  const delimiters: Delimiters = index.headers[0]!.declared.delimiters
  const type = { code: null, trigger: null, structure: null }
  return { delimiters, type, version: { declared: null, used: chooseVersion('').used }, controlId: null }
}

/** Each message of several with the findings that stand in it. */
export function listMessages(document: Hl7Document, results: readonly MessageFacts[], diagnostics: readonly Diagnostic[]): ListedFacts[] {
  const { source, index } = document
  let next = 0
  return results.map((result, i) => {
    const message: Hl7Message = document.messages[i]!
    const byteStart = byteOffsetAt(source, lineStart(index, message.firstLine))
    const byteEnd = byteOffsetAt(source, lineStart(index, message.endLine))
    const own: Diagnostic[] = []
    // What is missing at the end of a document without a last line end stands behind its last byte.
    const end = byteEnd === source.byteLength ? byteEnd + 1 : byteEnd
    for (; next < diagnostics.length && diagnostics[next]!.byteStart < end; next++) {
      if (diagnostics[next]!.byteStart >= byteStart) own.push(diagnostics[next]!)
    }
    const charset = messageCharset(document, message).charset?.name ?? null
    const { delimiters, type, version, controlId } = result
    return { charset, byteStart, byteEnd, delimiters, type, version, controlId, diagnostics: own }
  })
}

export function describeBatches(document: Hl7Document, options: DescribeOptions, budget: ResultBudget): { files: BatchFileResult[] } {
  const describe = (line: number | undefined) => (line === undefined ? null : describeBatchLine(document, line, options, budget))
  const files = document.files.map((file): BatchFileResult => {
    reportBatchFile(document, file)
    return {
      header: describe(file.header),
      trailer: describe(file.trailer),
      declaredBatches: declaredCount(document, file),
      batches: file.batches.map((batch) => ({
        header: describe(batch.header),
        trailer: describe(batch.trailer),
        declaredMessages: declaredCount(document, batch),
        firstMessage: batch.firstMessage,
        messages: batch.endMessage - batch.firstMessage,
      })),
    }
  })
  return { files }
}

/** Adds trailers and headers without each other, and wrong counts, to the findings of the document. */
function reportBatchFile(document: Hl7Document, file: Hl7BatchFile): void {
  reportPair(document, file, 'FHS', 'FTS', file.batches.length)
  for (const batch of file.batches) reportPair(document, batch, 'BHS', 'BTS', batch.endMessage - batch.firstMessage)
}

function reportPair(
  document: Hl7Document,
  { header, trailer }: Pick<Hl7Batch, 'header' | 'trailer'>,
  headerId: string,
  trailerId: string,
  count: number,
): void {
  const { index, findings } = document
  const line = header ?? trailer
  if (line === undefined) return
  if (header === undefined || trailer === undefined) {
    findings.add('batch_incomplete', lineStart(index, line), lineEnd(index, line), () => (header === undefined ? trailerId : headerId))
  }
  const declared = trailer === undefined ? undefined : fieldSpan(index, trailer, 1)
  if (!declared || declared.start === declared.end || declaredCount(document, { trailer }) === count) return
  findings.add('batch_count_wrong', declared.start, declared.end, () => `${trailerId}-1`)
}
