// A document of interchanges, read, sorted and checked.
import { checkTransaction } from './check-transaction.ts'
import { type Interchange, IssueCollector, sortSegments } from './envelope.ts'
import type { Issue } from './issue.ts'
import { readInterchanges } from './read-segments.ts'
import { readText } from './read-text.ts'

export interface X12Document {
  readonly text: string
  readonly charset: string
  readonly bom: boolean
  readonly interchanges: readonly Interchange[]
  /** In the order of their places. */
  readonly issues: readonly Issue[]
}

/** @throws Fault as readInterchanges */
export function readX12(source: string | Uint8Array): X12Document {
  const { text, charset, bom } = readText(source)
  const issues = new IssueCollector()
  const interchanges = readInterchanges(text).map((read, i) => sortSegments(read, i + 1, issues))
  for (const { groups } of interchanges)
    for (const { transactions } of groups) for (const transaction of transactions) checkTransaction(transaction, issues)
  return { text, charset, bom, interchanges, issues: issues.issues.sort((a, b) => a.start - b.start) }
}
