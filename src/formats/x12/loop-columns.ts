// The loops of a transaction set as columns of numbers, in the order in which they begin; the first is the transaction set itself.
import type { GuideLoop } from './guides.ts'

/** No loop. */
export const NO_LOOP = -1

const FIRST_LOOPS = 64

export class LoopColumns {
  count = 0
  /** Undefined for a loop of no guide: a level (HL) or a line (LX). */
  readonly guides: (GuideLoop | undefined)[] = []
  /** `2010AA` by the guide; else HL or LX; empty for the transaction set itself. */
  readonly ids: string[] = []
  /** Places, from 0, of the first and the last own segment; loops within it are not its own. */
  firsts = new Int32Array(FIRST_LOOPS)
  lasts = new Int32Array(FIRST_LOOPS)
  /** The loop around it, the first one within it, and the next one beside it; or NO_LOOP. */
  parents = new Int32Array(FIRST_LOOPS)
  inners = new Int32Array(FIRST_LOOPS)
  nexts = new Int32Array(FIRST_LOOPS)
  /** The last loop within it, so that the next one is put behind it. */
  #latest = new Int32Array(FIRST_LOOPS)

  /** To be used for another transaction set. */
  clear(): void {
    this.count = 0
    this.guides.length = 0
    this.ids.length = 0
  }

  /** @returns its number, from 0 */
  add(id: string, guide: GuideLoop | undefined, place: number, parent: number): number {
    const loop = this.count++
    if (loop === this.firsts.length) this.#grow()
    this.ids.push(id)
    this.guides.push(guide)
    this.firsts[loop] = place
    this.lasts[loop] = place
    this.parents[loop] = parent
    this.inners[loop] = NO_LOOP
    this.nexts[loop] = NO_LOOP
    if (parent === NO_LOOP) return loop
    if (this.inners[parent] === NO_LOOP) this.inners[parent] = loop
    else this.nexts[this.#latest[parent]!] = loop
    this.#latest[parent] = loop
    return loop
  }

  #grow(): void {
    this.firsts = twice(this.firsts)
    this.lasts = twice(this.lasts)
    this.parents = twice(this.parents)
    this.inners = twice(this.inners)
    this.nexts = twice(this.nexts)
    this.#latest = twice(this.#latest)
  }
}

function twice(column: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const next = new Int32Array(column.length * 2)
  next.set(column)
  return next
}
