// A document of interchanges, read, sorted and checked.
import type { Balance } from './check-sums.ts'
import { TransactionChecker } from './check-transaction.ts'
import { type Interchange, sortSegments, type Transaction } from './envelope.ts'
import type { Issue, IssueCode } from './issue.ts'
import { IssueCollector, type IssueLimits } from './issue-collector.ts'
import { readInterchanges } from './read-segments.ts'
import { readText, withByteOffsets } from './read-text.ts'

export interface X12Document {
  readonly text: string
  readonly charset: string
  readonly bom: boolean
  readonly interchanges: readonly Interchange[]
  /** Of transaction sets that have sums. */
  readonly balances: ReadonlyMap<Transaction, Balance>
  /** In the order of their places. */
  readonly issues: readonly Issue[]
  /** Of all issues, also of those beyond the ones that are listed. */
  readonly counts: ReadonlyMap<IssueCode, number>
}

/**
 * @param guide of transaction sets that name none
 * @throws ProblemError as readInterchanges
 */
export function readX12(source: string | Uint8Array, guide = '', limits: IssueLimits = {}): X12Document {
  const read = readText(source)
  const { text, charset, bom } = read
  const issues = new IssueCollector(limits)
  const interchanges = withByteOffsets(read, readInterchanges).map((each, i) => sortSegments(each, i + 1, issues, guide))
  const checker = new TransactionChecker(issues)
  const balances = new Map<Transaction, Balance>()
  for (const { groups } of interchanges) {
    for (const { transactions } of groups) {
      for (const each of transactions) {
        const balance = checker.check(each)
        if (balance) balances.set(each, balance)
      }
    }
  }
  return { text, charset, bom, interchanges, balances, issues: issues.sorted(), counts: issues.counts }
}
