// Checks a transaction set against its guide: segments and loops that are missing, too many, out of order, or of no place in it.
import type { IssueCollector, Transaction } from './envelope.ts'
import type { PlacedLoop } from './loops.ts'

/** @param root of placeLoops, with a guide */
export function checkGuide(transaction: Transaction, root: PlacedLoop, issues: IssueCollector): void {
  const pending = [root]
  for (let loop = pending.pop(); loop; loop = pending.pop()) {
    checkLoop(transaction, loop, issues)
    pending.push(...loop.loops)
  }
}

function checkLoop({ segments, path }: Transaction, loop: PlacedLoop, issues: IssueCollector): void {
  const { guide, own, unexpected, loops } = loop
  if (!guide) return
  const at = (position: number) => ({ segment: segments[position - 1]!, place: { position, loop: loop.id || null } })
  const counts = new Map<string, number>()
  const odd = new Set(unexpected)
  let order = 0
  for (const position of own) {
    const { segment, place } = at(position)
    if (odd.has(position)) {
      issues.add('segment_unexpected', path, segment, place)
      continue
    }
    const expected = guide.segments.get(segment.id)
    const count = (counts.get(segment.id) ?? 0) + 1
    counts.set(segment.id, count)
    if (!expected?.isAgreed) continue
    if (count > expected.most) issues.add('segment_repeated', path, segment, place)
    if (expected.order < order) issues.add('segment_misplaced', path, segment, place)
    order = Math.max(order, expected.order)
  }
  const first = at(loop.from)
  for (const [id, { isRequired }] of guide.segments)
    if (isRequired && !counts.has(id) && id !== 'SE') issues.add('segment_missing', path, first.segment, { ...first.place, expected: id })
  for (const child of guide.children) {
    const found = loops.filter((each) => each.guide === child)
    // A level may stand in another transaction set's place: what lies in what is said by HL02.
    if (found.length === 0 && child.isRequired && child.start !== 'HL')
      issues.add('loop_missing', path, first.segment, { ...first.place, expected: child.id })
    for (const extra of found.slice(Math.min(found.length, child.most))) {
      const { segment, place } = at(extra.from)
      issues.add('loop_repeated', path, segment, { ...place, loop: child.id })
    }
  }
}
