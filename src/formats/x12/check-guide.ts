// Checks a transaction set against its guide: segments and loops that are missing, too many, out of order, or of no place in it.
import type { Transaction } from './envelope.ts'
import type { GuideLoop } from './guides.ts'
import type { IssueCode } from './issue.ts'
import type { IssueCollector } from './issue-collector.ts'
import { NO_LOOP } from './loop-columns.ts'
import { LoopPlacer, type PlacedLoops } from './loops.ts'

/** More segments than any loop of a guide lists, and more loops than any guide has. */
const MOST_LISTED = 256

export class GuideChecker {
  readonly #issues: IssueCollector
  readonly #placer = new LoopPlacer()
  /** Segments of the loop at hand, by their order in the guide. */
  readonly #counts = new Int32Array(MOST_LISTED)
  /** Loops within the loop at hand, by their index in the guide. */
  readonly #loops = new Int32Array(MOST_LISTED)
  #transaction!: Transaction
  #placed!: PlacedLoops
  /** False if not all loops of the guide are known: then only missing segments and loops are reported. */
  #isWhole = true

  constructor(issues: IssueCollector) {
    this.#issues = issues
  }

  check(transaction: Transaction, guide: GuideLoop): void {
    this.#transaction = transaction
    this.#placed = this.#placer.place(transaction, guide)
    this.#isWhole = guide.isAgreed
    for (let loop = 0; loop < this.#placed.loops.count; loop++) this.#checkLoop(loop)
  }

  #checkLoop(loop: number): void {
    const guide = this.#placed.loops.guides[loop]
    if (!guide) return
    for (let i = guide.segments.length - 1; i >= 0; i--) this.#counts[i] = 0
    this.#checkOwn(loop, guide)
    this.#checkRequired(loop, guide)
    if (guide.children.length > 0) this.#checkChildren(loop, guide)
  }

  #checkOwn(loop: number, guide: GuideLoop): void {
    const { range } = this.#transaction
    const { holders, unexpected, loops } = this.#placed
    const { segments, orders, numbers } = guide
    const counts = this.#counts
    const last = loops.lasts[loop]!
    let order = 0
    for (let place = loops.firsts[loop]!; place <= last; place++) {
      if (holders[place] !== loop) continue
      if (unexpected[place] === 1) {
        if (this.#isWhole) this.#add('segment_unexpected', loop, place)
        continue
      }
      const own = orders[numbers[range.kindAt(place)]!]! - 1
      if (own < 0) continue
      const count = ++counts[own]!
      const expected = segments[own]!
      if (!expected.isAgreed || !this.#isWhole) continue
      if (count > expected.most) this.#add('segment_repeated', loop, place)
      if (own < order) this.#add('segment_misplaced', loop, place)
      else order = own
    }
  }

  #checkRequired(loop: number, guide: GuideLoop): void {
    for (const { id, order } of guide.required) if (this.#counts[order] === 0) this.#report('segment_missing', loop, id)
  }

  #checkChildren(loop: number, guide: GuideLoop): void {
    const { inners, nexts, guides } = this.#placed.loops
    const counts = this.#loops
    for (const child of guide.children) counts[child.index] = 0
    for (let inner = inners[loop]!; inner !== NO_LOOP; inner = nexts[inner]!) {
      const own = guides[inner]
      if (own) counts[own.index]!++
    }
    for (const child of guide.children) {
      const count = counts[child.index]!
      // A level may stand in another transaction set's place: what lies in what is said by HL02.
      if (count === 0 && child.isRequired && !child.isLevel) this.#report('loop_missing', loop, child.id)
      if (count > child.most && this.#isWhole) this.#reportRepeated(loop, child)
    }
  }

  #add(code: IssueCode, loop: number, place: number): void {
    this.#addAt(code, place, { loop: this.#placed.loops.ids[loop] || null })
  }

  #report(code: 'segment_missing' | 'loop_missing', loop: number, expected: string): void {
    const { ids, firsts } = this.#placed.loops
    this.#addAt(code, firsts[loop]!, { loop: ids[loop] || null, expected })
  }

  #addAt(code: IssueCode, place: number, facts: { readonly loop: string | null; readonly expected?: string }): void {
    const { range, path } = this.#transaction
    if (this.#issues.skips(code, range.startAt(place))) return
    this.#issues.add(code, path, range.get(place), { position: place + 1, ...facts })
  }

  #reportRepeated(loop: number, child: GuideLoop): void {
    const { inners, nexts, guides, firsts } = this.#placed.loops
    let count = 0
    for (let inner = inners[loop]!; inner !== NO_LOOP; inner = nexts[inner]!)
      if (guides[inner] === child && ++count > child.most) this.#reportRepeatedOne(firsts[inner]!, child)
  }

  #reportRepeatedOne(place: number, { id }: GuideLoop): void {
    this.#addAt('loop_repeated', place, { loop: id })
  }
}
