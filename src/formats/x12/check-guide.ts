// Checks a transaction set against its guide: segments and loops that are missing, too many, out of order, or of no place in it.
import type { Transaction } from './envelope.ts'
import type { GuideLoop } from './guides.ts'
import type { IssueCollector } from './issue-collector.ts'
import type { PlacedLoop, PlacedLoops } from './loops.ts'

/** @param placed of placeLoops, with a guide */
export function checkGuide(transaction: Transaction, placed: PlacedLoops, issues: IssueCollector): void {
  const checker = new GuideChecker(transaction, placed, issues)
  const pending = [placed.root]
  for (let loop = pending.pop(); loop; loop = pending.pop()) {
    checker.check(loop)
    for (const inner of loop.loops) pending.push(inner)
  }
}

const NO_COUNTS: ReadonlyMap<GuideLoop | undefined, number> = new Map()

/** More segments than any loop of a guide lists. */
const MOST_LISTED = 256

class GuideChecker {
  readonly #transaction: Transaction
  readonly #placed: PlacedLoops
  readonly #issues: IssueCollector
  /** Segments of the loop at hand, by their order in the guide. */
  readonly #counts = new Int32Array(MOST_LISTED)

  constructor(transaction: Transaction, placed: PlacedLoops, issues: IssueCollector) {
    this.#transaction = transaction
    this.#placed = placed
    this.#issues = issues
  }

  check(loop: PlacedLoop): void {
    const { guide } = loop
    if (!guide) return
    this.#counts.fill(0, 0, guide.segments.size)
    this.#checkOwn(loop, guide)
    this.#checkRequired(loop, guide)
    this.#checkChildren(loop, guide)
  }

  #checkOwn(loop: PlacedLoop, guide: GuideLoop): void {
    const { segments, path } = this.#transaction
    const { holders, unexpected } = this.#placed
    const name = loop.id || null
    let order = 0
    for (let position = loop.from; position <= loop.to; position++) {
      if (holders[position - 1] !== loop.index) continue
      const segment = segments[position - 1]!
      if (unexpected[position - 1] === 1) {
        this.#issues.add('segment_unexpected', path, segment, { position, loop: name })
        continue
      }
      const expected = guide.segments.get(segment.id)
      if (!expected) continue
      const count = ++this.#counts[expected.order]!
      if (!expected.isAgreed) continue
      if (count > expected.most) this.#issues.add('segment_repeated', path, segment, { position, loop: name })
      if (expected.order < order) this.#issues.add('segment_misplaced', path, segment, { position, loop: name })
      order = Math.max(order, expected.order)
    }
  }

  #checkRequired(loop: PlacedLoop, guide: GuideLoop): void {
    for (const id of guide.required) {
      if (this.#counts[guide.segments.get(id)!.order]! > 0) continue
      this.#report('segment_missing', loop, id)
    }
  }

  #checkChildren(loop: PlacedLoop, guide: GuideLoop): void {
    const counts = loop.loops.length === 0 ? NO_COUNTS : countGuides(loop.loops)
    for (const child of guide.children) {
      const count = counts.get(child) ?? 0
      // A level may stand in another transaction set's place: what lies in what is said by HL02.
      if (count === 0 && child.isRequired && child.start !== 'HL') this.#report('loop_missing', loop, child.id)
      if (count > child.most) this.#reportRepeated(loop, child)
    }
  }

  #report(code: 'segment_missing' | 'loop_missing', loop: PlacedLoop, expected: string): void {
    const { segments, path } = this.#transaction
    this.#issues.add(code, path, segments[loop.from - 1], { position: loop.from, loop: loop.id || null, expected })
  }

  #reportRepeated({ loops }: PlacedLoop, child: GuideLoop): void {
    const { segments, path } = this.#transaction
    for (const { from } of loops.filter(({ guide }) => guide === child).slice(child.most))
      this.#issues.add('loop_repeated', path, segments[from - 1], { position: from, loop: child.id })
  }
}

function countGuides(loops: readonly PlacedLoop[]): Map<GuideLoop | undefined, number> {
  const counts = new Map<GuideLoop | undefined, number>()
  for (const { guide } of loops) counts.set(guide, (counts.get(guide) ?? 0) + 1)
  return counts
}
