// Checks a transaction set against its guide: segments and loops that are missing, too many, out of order, or of no place in it.
import type { Transaction } from './envelope.ts'
import type { GuideLoop } from './guides.ts'
import type { IssueCode } from './issue.ts'
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

/** More segments than any loop of a guide lists, and more loops than any guide has. */
const MOST_LISTED = 256

class GuideChecker {
  readonly #transaction: Transaction
  readonly #placed: PlacedLoops
  readonly #issues: IssueCollector
  /** Segments of the loop at hand, by their order in the guide. */
  readonly #counts = new Int32Array(MOST_LISTED)
  /** Loops within the loop at hand, by their index in the guide. */
  readonly #loops = new Int32Array(MOST_LISTED)

  constructor(transaction: Transaction, placed: PlacedLoops, issues: IssueCollector) {
    this.#transaction = transaction
    this.#placed = placed
    this.#issues = issues
  }

  check(loop: PlacedLoop): void {
    const { guide } = loop
    if (!guide) return
    this.#counts.fill(0, 0, guide.segments.length)
    this.#checkOwn(loop, guide)
    this.#checkRequired(loop, guide)
    if (guide.children.length > 0) this.#checkChildren(loop, guide)
  }

  #checkOwn(loop: PlacedLoop, guide: GuideLoop): void {
    const { range } = this.#transaction
    const { holders, unexpected } = this.#placed
    const { segments, orders, numbers } = guide
    const counts = this.#counts
    let order = 0
    for (let place = loop.from - 1; place < loop.to; place++) {
      if (holders[place] !== loop.index) continue
      if (unexpected[place] === 1) {
        this.#add('segment_unexpected', loop, place)
        continue
      }
      const own = orders[numbers[range.kindAt(place)]!]! - 1
      if (own < 0) continue
      const count = ++counts[own]!
      const expected = segments[own]!
      if (!expected.isAgreed) continue
      if (count > expected.most) this.#add('segment_repeated', loop, place)
      if (own < order) this.#add('segment_misplaced', loop, place)
      else order = own
    }
  }

  #checkRequired(loop: PlacedLoop, guide: GuideLoop): void {
    for (const { id, order } of guide.required) if (this.#counts[order] === 0) this.#report('segment_missing', loop, id)
  }

  #checkChildren(loop: PlacedLoop, guide: GuideLoop): void {
    const counts = this.#loops
    for (const inner of loop.loops) if (inner.guide) counts[inner.guide.index]!++
    for (const child of guide.children) {
      const count = counts[child.index]!
      // A level may stand in another transaction set's place: what lies in what is said by HL02.
      if (count === 0 && child.isRequired && !child.isLevel) this.#report('loop_missing', loop, child.id)
      if (count > child.most) this.#reportRepeated(loop, child)
    }
    for (const inner of loop.loops) if (inner.guide) counts[inner.guide.index] = 0
  }

  #add(code: IssueCode, loop: PlacedLoop, place: number): void {
    const { range, path } = this.#transaction
    this.#issues.add(code, path, range.get(place), { position: place + 1, loop: loop.id || null })
  }

  #report(code: 'segment_missing' | 'loop_missing', loop: PlacedLoop, expected: string): void {
    const { range, path } = this.#transaction
    this.#issues.add(code, path, range.get(loop.from - 1), { position: loop.from, loop: loop.id || null, expected })
  }

  #reportRepeated({ loops }: PlacedLoop, child: GuideLoop): void {
    const { range, path } = this.#transaction
    for (const { from } of loops.filter(({ guide }) => guide === child).slice(child.most))
      this.#issues.add('loop_repeated', path, range.get(from - 1), { position: from, loop: child.id })
  }
}
