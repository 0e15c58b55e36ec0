// Checks a transaction set against its guide: segments and loops that are missing, too many, out of order, or of no place in it.
import type { IssueCollector, Transaction } from './envelope.ts'
import type { PlacedLoop } from './loops.ts'

/** @param root of placeLoops, with a guide */
export function checkGuide(transaction: Transaction, root: PlacedLoop, issues: IssueCollector): void {
  const pending = [root]
  for (let loop = pending.pop(); loop; loop = pending.pop()) {
    checkLoop(transaction, loop, issues)
    for (const inner of loop.loops) pending.push(inner)
  }
}

function checkLoop({ segments, path }: Transaction, loop: PlacedLoop, issues: IssueCollector): void {
  const { guide, own, unexpected, loops } = loop
  if (!guide) return
  const name = loop.id || null
  const counts = new Map<string, number>()
  let order = 0
  let odd = 0
  for (const position of own) {
    const segment = segments[position - 1]!
    if (unexpected[odd] === position) {
      odd++
      issues.add('segment_unexpected', path, segment, { position, loop: name })
      continue
    }
    const expected = guide.segments.get(segment.id)
    const count = (counts.get(segment.id) ?? 0) + 1
    counts.set(segment.id, count)
    if (!expected?.isAgreed) continue
    if (count > expected.most) issues.add('segment_repeated', path, segment, { position, loop: name })
    if (expected.order < order) issues.add('segment_misplaced', path, segment, { position, loop: name })
    order = Math.max(order, expected.order)
  }
  const first = segments[loop.from - 1]!
  const place = { position: loop.from, loop: name }
  for (const [id, { isRequired }] of guide.segments)
    if (isRequired && !counts.has(id) && id !== 'SE') issues.add('segment_missing', path, first, { ...place, expected: id })
  for (const child of guide.children) {
    const found = loops.filter((each) => each.guide === child)
    // A level may stand in another transaction set's place: what lies in what is said by HL02.
    if (found.length === 0 && child.isRequired && child.start !== 'HL')
      issues.add('loop_missing', path, first, { ...place, expected: child.id })
    for (const { from } of found.slice(Math.min(found.length, child.most)))
      issues.add('loop_repeated', path, segments[from - 1], { position: from, loop: child.id })
  }
}
