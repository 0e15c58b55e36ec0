// Checks the batch segments of a document: headers with trailers, and counts that are right.
import type { Hl7Batch, Hl7Document } from '../document-types.ts'
import { fieldSpan } from '../field-spans.ts'
import { lineEnd, lineStart } from '../index/segment-index.ts'
import { declaredCount } from '../message-header.ts'
import type { IssueList } from './issue-list.ts'

export function checkBatches(document: Hl7Document, issues: IssueList): void {
  if (issues.isOff('batchCounts')) return
  let batches = 0
  for (const [f, file] of document.files.entries()) {
    checkPair(document, issues, file, { header: 'FHS', trailer: 'FTS', occurrence: f + 1, count: file.batches.length })
    for (const batch of file.batches) {
      const count = batch.endMessage - batch.firstMessage
      checkPair(document, issues, batch, { header: 'BHS', trailer: 'BTS', occurrence: ++batches, count })
    }
  }
}

interface Pair {
  readonly header: string
  readonly trailer: string
  /** 1-based. */
  readonly occurrence: number
  /** How many messages or batches there are. */
  readonly count: number
}

function checkPair(document: Hl7Document, issues: IssueList, lines: Pick<Hl7Batch, 'header' | 'trailer'>, pair: Pair): void {
  const { index } = document
  const line = lines.header ?? lines.trailer
  if (line === undefined) return
  const path = (id: string) => (pair.occurrence === 1 ? id : `${id}[${pair.occurrence}]`)
  if (lines.header === undefined || lines.trailer === undefined) {
    const lacking = lines.header === undefined ? pair.header : pair.trailer
    const present = lines.header === undefined ? pair.trailer : pair.header
    const place = { start: lineStart(index, line), end: lineEnd(index, line) }
    issues.add('batchCounts', 'batch_incomplete', { ...place, path: () => path(present), expected: lacking })
  }
  const declared = lines.trailer === undefined ? undefined : fieldSpan(index, lines.trailer, 1)
  if (lines.trailer === undefined || !declared || declared.start === declared.end) return
  const count = declaredCount(document, lines)
  const place = { ...declared, path: () => `${path(pair.trailer)}-1` }
  if (count === null) issues.add('batchCounts', 'batch_count_invalid', { ...place, expected: 'a number' })
  else if (count !== pair.count) issues.add('batchCounts', 'batch_count_wrong', { ...place, expected: String(pair.count) })
}
