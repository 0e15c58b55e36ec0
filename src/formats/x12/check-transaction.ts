// Checks within a transaction set: identifiers of segments, levels (HL), values, the guide, and sums.
import { GuideChecker } from './check-guide.ts'
import { type Balance, checkSums } from './check-sums.ts'
import { checkValues } from './check-values.ts'
import type { Transaction } from './envelope.ts'
import { guideOf } from './guides.ts'
import type { IssueCode } from './issue.ts'
import type { IssueCollector } from './issue-collector.ts'
import { MOST_LEVELS } from './loops.ts'
import type { Segment } from './segment.ts'
import { kindOf, NO_KIND } from './segment-ids.ts'
import type { SegmentRange } from './segment-range.ts'

/** Checks the transaction sets of a document, one after the other. */
export class TransactionChecker {
  readonly #issues: IssueCollector
  readonly #guides: GuideChecker

  constructor(issues: IssueCollector) {
    this.#issues = issues
    this.#guides = new GuideChecker(issues)
  }

  /** @returns what its sums come to; undefined for a transaction set without sums */
  check(transaction: Transaction): Balance | undefined {
    checkSegments(transaction, this.#issues)
    checkValues(transaction, this.#issues)
    const guide = guideOf(transaction.type, transaction.guide)
    if (guide) this.#guides.check(transaction, guide)
    return checkSums(transaction, this.#issues)
  }
}

const HL = kindOf('HL')

function checkSegments(transaction: Transaction, issues: IssueCollector): void {
  const { range } = transaction
  let levels: LevelChecker | undefined
  for (let place = 0; place < range.length; place++) {
    const kind = range.kindAt(place)
    if (kind === NO_KIND) issues.add('segment_unrecognized', transaction.path, range.get(place), { position: place + 1 })
    if (range.columns.hasUndivided && range.isCut(place))
      issues.add('binary_length_wrong', transaction.path, range.get(place), { position: place + 1 })
    if (kind !== HL) continue
    levels ??= new LevelChecker(transaction.path, range, issues)
    levels.check(place)
  }
}

/** HL01 counts from 1, and HL02 is one of those before it. */
class LevelChecker {
  readonly #path: string
  readonly #range: SegmentRange
  readonly #issues: IssueCollector
  /** Depths by HL01. */
  readonly #depths = new Map<string, number>()
  #number = 0

  constructor(path: string, range: SegmentRange, issues: IssueCollector) {
    this.#path = path
    this.#range = range
    this.#issues = issues
  }

  check(place: number): void {
    this.#number++
    const segment = this.#range.get(place)
    const own = segment.at(1) ?? ''
    const parent = segment.at(2) ?? ''
    if (own !== String(this.#number)) this.#add('hl_number_wrong', segment, place, { element: 1 })
    if (parent !== '' && !this.#depths.has(parent)) this.#add('hl_parent_unknown', segment, place, { element: 2 })
    const depth = (this.#depths.get(parent) ?? 0) + 1
    if (depth > MOST_LEVELS) this.#add('hl_too_deep', segment, place)
    this.#depths.set(own, depth)
  }

  #add(code: IssueCode, segment: Segment, place: number, facts: { readonly element?: number } = {}): void {
    this.#issues.add(code, `${this.#path}/HL`, segment, { position: place + 1, ...facts })
  }
}
