// Checks within a transaction set: identifiers of segments, levels (HL), values, the guide, and sums.
import { checkGuide } from './check-guide.ts'
import { checkSums } from './check-sums.ts'
import { checkValues } from './check-values.ts'
import type { Transaction } from './envelope.ts'
import { guideOf } from './guides.ts'
import type { IssueCollector } from './issue-collector.ts'
import { MOST_LEVELS, placeLoops } from './loops.ts'
import { isIdentifier } from './segment-ids.ts'

export function checkTransaction(transaction: Transaction, issues: IssueCollector): void {
  checkSegments(transaction, issues)
  checkValues(transaction, issues)
  const guide = guideOf(transaction.type, transaction.guide)
  if (guide) checkGuide(transaction, placeLoops(transaction, guide), issues)
  checkSums(transaction, issues)
}

function checkSegments({ path, segments }: Transaction, issues: IssueCollector): void {
  const levels = new Map<string, number>()
  let number = 0
  for (let i = 0; i < segments.length; i++) {
    const segment = segments[i]!
    if (!isIdentifier(segment.id)) issues.add('segment_unrecognized', path, segment, { position: i + 1 })
    if (segment.isCut) issues.add('binary_length_wrong', path, segment, { position: i + 1 })
    if (segment.id !== 'HL') continue
    number++
    const place = { position: i + 1 }
    const own = segment.at(1) ?? ''
    const parent = segment.at(2) ?? ''
    if (own !== String(number)) issues.add('hl_number_wrong', `${path}/HL`, segment, { ...place, element: 1 })
    if (parent !== '' && !levels.has(parent)) issues.add('hl_parent_unknown', `${path}/HL`, segment, { ...place, element: 2 })
    const depth = (levels.get(parent) ?? 0) + 1
    if (depth > MOST_LEVELS) issues.add('hl_too_deep', `${path}/HL`, segment, place)
    levels.set(own, depth)
  }
}
