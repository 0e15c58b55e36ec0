// Loops of a transaction set: by its guide where the loops of that are known, else by what nests in every guide, levels (HL) and lines (LX).
import type { Transaction } from './envelope.ts'
import { type GuideLoop, isCodeOf } from './guides.ts'
import { LoopColumns, NO_LOOP } from './loop-columns.ts'
import { kindOf } from './segment-ids.ts'
import type { ElementCursor, SegmentRange } from './segment-range.ts'

export interface PlacedLoops {
  readonly loops: LoopColumns
  /** By place from 0, the loop that holds the segment. */
  readonly holders: Int32Array
  /** By place from 0, 1 for segments that the guide does not have in their loop. */
  readonly unexpected: Uint8Array
}

const [HL, LX, SE] = ['HL', 'LX', 'SE'].map(kindOf)

/** What tells a loop from others of its kind: HL03, LX01, NM101, N101; else empty. */
export function codeOf(loop: number, { ids, guides, firsts }: LoopColumns, range: SegmentRange, cursor: ElementCursor): string {
  if (ids[loop] === '') return ''
  const first = firsts[loop]!
  const kind = range.kindAt(first)
  if (kind === HL) return cursor.read(first, 3) ?? ''
  const element = guides[loop]?.element ?? 0
  if (element > 0) return cursor.read(first, element) ?? ''
  return kind === LX ? (cursor.read(first, 1) ?? '') : ''
}

/** Segments that continue a loop after its inner loops: ends of a transaction set, ends of a response in a 999, and LS and LE. */
const TRAILING: ReadonlySet<number> = new Set(['SE', 'PLB', 'LS', 'LE', 'IK5', 'AK9'].map(kindOf))
const ROOT = 0

/** Places the loops of one transaction set after the other; what it holds of one is gone with the next, as documents may have very many. */
export class LoopPlacer implements PlacedLoops {
  readonly loops = new LoopColumns()
  holders = new Int32Array(0)
  unexpected = new Uint8Array(0)
  #cursor!: ElementCursor
  /** Levels by HL01, each with those around it. */
  readonly #levels = new Map<string, readonly number[]>()
  /** From the outermost to the innermost. */
  #open: number[] = []

  /** HL02 says what a level lies in. */
  place({ range }: Transaction, guide: GuideLoop | undefined): PlacedLoops {
    this.#clear(range, guide)
    for (let place = 0; place < range.length; place++) this.#take(range.kindAt(place), place)
    return this
  }

  #clear(range: SegmentRange, guide: GuideLoop | undefined): void {
    const { length } = range
    if (this.holders.length < length) {
      this.holders = new Int32Array(length)
      this.unexpected = new Uint8Array(length)
    }
    this.holders.fill(ROOT, 0, length)
    this.unexpected.fill(0, 0, length)
    this.loops.clear()
    this.loops.add('', guide, 0, NO_LOOP)
    this.#cursor = range.cursor()
    this.#levels.clear()
    this.#open = [ROOT]
  }

  #take(kind: number, place: number): void {
    if (kind === HL) this.#openLevel(place)
    else if (!this.#openByGuide(kind, place) && !this.#openLine(kind, place)) this.#add(kind, place)
  }

  #openLevel(place: number): void {
    const own = this.#cursor.read(place, 1) ?? ''
    const around = this.#levels.get(this.#cursor.read(place, 2) ?? '') ?? [ROOT]
    const guide = this.#guideOfLevel(this.loops.guides[around.at(-1)!], place)
    this.#open = around.slice(0, MOST_LEVELS)
    this.#push(guide?.id ?? 'HL', place, guide)
    this.#levels.set(own, this.#open.slice())
  }

  /** A level may leave out one above it. */
  #guideOfLevel(around: GuideLoop | undefined, place: number): GuideLoop | undefined {
    const pending = around ? [...around.children] : []
    for (let child = pending.shift(); child; child = pending.shift()) {
      if (!child.isLevel) continue
      if (isCodeOf(child, this.#cursor, place)) return child
      pending.push(...child.children)
    }
    return undefined
  }

  /** From the innermost open loop outwards: the first that holds a loop which begins so. */
  #openByGuide(kind: number, place: number): boolean {
    const open = this.#open
    const isPartial = this.loops.guides[ROOT]?.isAgreed === false
    for (let depth = open.length; depth > 0; depth--) {
      const guide = this.loops.guides[open[depth - 1]!]
      if (!guide) continue
      const number = guide.numbers[kind]!
      if (number === 0) return false
      const starter = guide.starters[number]!
      const child = starter === 0 ? undefined : this.#childOf(guide.starts[starter - 1]!, place)
      if (child) {
        while (open.length > depth) open.pop()
        this.#push(child.id, place, child)
        return true
      }
      // A loop that the guide lacks begins here: its segments lie outside of the known loops.
      if (starter !== 0 && isPartial) {
        open.length = depth
        return false
      }
      // Behind its first segment, which is not repeated in it.
      if (guide.orders[number]! > 1) return false
    }
    return false
  }

  #childOf(candidates: readonly GuideLoop[], place: number): GuideLoop | undefined {
    for (const each of candidates) if (isCodeOf(each, this.#cursor, place)) return each
    return undefined
  }

  /** Lines where no guide is known: in the level around them. */
  #openLine(kind: number, place: number): boolean {
    const { guides, ids } = this.loops
    if (kind !== LX || guides[ROOT]) return false
    this.#open.length = this.#open.findLastIndex((each) => ids[each] !== 'LX') + 1
    this.#push('LX', place, undefined)
    return true
  }

  #add(kind: number, place: number): void {
    const open = this.#open
    const { guides, lasts } = this.loops
    const innermost = guides[open[open.length - 1]!]
    let depth = open.length - 1
    while (depth >= 0 && !hasSegment(guides[open[depth]!], kind)) depth--
    if (depth >= 0 && TRAILING.has(kind)) open.length = depth + 1
    else if (kind === SE) open.length = 1
    const loop = open[open.length - 1]!
    this.holders[place] = loop
    lasts[loop] = place
    if (innermost && depth !== open.length - 1 && kind !== SE) this.unexpected[place] = 1
  }

  #push(id: string, place: number, guide: GuideLoop | undefined): void {
    const loop = this.loops.add(id, guide, place, this.#open[this.#open.length - 1]!)
    this.holders[place] = loop
    this.#open.push(loop)
  }
}

function hasSegment(guide: GuideLoop | undefined, kind: number): boolean {
  return guide !== undefined && guide.orders[guide.numbers[kind]!] !== 0
}

/** More than any guide has; deeper ones lie beside each other. */
export const MOST_LEVELS = 16
