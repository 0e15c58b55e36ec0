// Loops of a transaction set: by its guide where the loops of that are known, else by what nests in every guide, levels (HL) and lines (LX).
import type { Transaction } from './envelope.ts'
import { type GuideLoop, isCodeOf } from './guides.ts'
import { kindOf } from './segment-ids.ts'
import type { ElementCursor, SegmentRange } from './segment-range.ts'

/** A loop as it stands in the transaction set. */
export interface PlacedLoop {
  /** `2010AA` by the guide; else HL or LX. */
  readonly id: string
  /** Position of its first and last own segment, ST being 1; loops within it are not its own. */
  readonly from: number
  to: number
  loops: readonly PlacedLoop[]
  readonly guide: GuideLoop | undefined
  /** Its number in the transaction set, from 0. */
  readonly index: number
}

export interface PlacedLoops {
  /** The transaction set itself. */
  readonly root: PlacedLoop
  /** By position from 0, the index of the loop that holds the segment. */
  readonly holders: Int32Array
  /** By position from 0, 1 for segments that the guide does not have in their loop. */
  readonly unexpected: Uint8Array
}

const HL = kindOf('HL')
const LX = kindOf('LX')
const SE = kindOf('SE')

/** HL02 says what a level lies in. */
export function placeLoops({ range }: Transaction, guide: GuideLoop | undefined): PlacedLoops {
  const placer = new LoopPlacer(guide, range)
  for (let place = 0; place < range.length; place++) placer.take(range.kindAt(place), place)
  return placer
}

/** What tells a loop from others of its kind: HL03, LX01, NM101, N101; else empty. */
export function codeOf({ id, guide, from }: PlacedLoop, range: SegmentRange, cursor: ElementCursor): string {
  if (id === '') return ''
  const kind = range.kindAt(from - 1)
  if (kind === HL) return cursor.read(from - 1, 3) ?? ''
  if (guide && guide.element > 0) return cursor.read(from - 1, guide.element) ?? ''
  return kind === LX ? (cursor.read(from - 1, 1) ?? '') : ''
}

/** Segments that go on in a loop behind those within it: ends of the transaction set, and what LS and LE enclose. */
const TRAILING: ReadonlySet<number> = new Set(['SE', 'PLB', 'LS', 'LE'].map(kindOf))
const NO_LOOPS: readonly PlacedLoop[] = []

class LoopPlacer implements PlacedLoops {
  readonly root: PlacedLoop
  readonly holders: Int32Array
  readonly unexpected: Uint8Array
  readonly #cursor: ElementCursor
  /** Levels by HL01, each with those around it. */
  readonly #levels = new Map<string, readonly PlacedLoop[]>()
  /** From the outermost to the innermost. */
  #open: PlacedLoop[]
  #count = 0

  constructor(guide: GuideLoop | undefined, range: SegmentRange) {
    this.holders = new Int32Array(range.length)
    this.unexpected = new Uint8Array(range.length)
    this.#cursor = range.cursor()
    this.root = this.#newLoop('', 1, guide)
    this.#open = [this.root]
  }

  take(kind: number, place: number): void {
    if (kind === HL) this.#openLevel(place)
    else if (!this.#openByGuide(kind, place) && !this.#openLine(kind, place)) this.#add(kind, place)
  }

  #openLevel(place: number): void {
    const own = this.#cursor.read(place, 1) ?? ''
    const around = this.#levels.get(this.#cursor.read(place, 2) ?? '') ?? [this.root]
    const guide = this.#guideOfLevel(around.at(-1)!, place)
    this.#open = around.slice(0, MOST_LEVELS)
    this.#push(guide?.id ?? 'HL', place, guide)
    this.#levels.set(own, this.#open.slice())
  }

  /** A level may leave out one above it. */
  #guideOfLevel({ guide }: PlacedLoop, place: number): GuideLoop | undefined {
    const pending = guide ? [...guide.children] : []
    for (let child = pending.shift(); child; child = pending.shift()) {
      if (!child.isLevel) continue
      if (isCodeOf(child, this.#cursor, place)) return child
      pending.push(...child.children)
    }
    return undefined
  }

  /** From the innermost open loop outwards: the first that holds a loop which begins so. */
  #openByGuide(kind: number, place: number): boolean {
    for (let depth = this.#open.length; depth > 0; depth--) {
      const { guide } = this.#open[depth - 1]!
      if (!guide) continue
      const number = guide.numbers[kind]!
      if (number === 0) return false
      const starter = guide.starters[number]!
      const child = starter === 0 ? undefined : this.#childOf(guide.starts[starter - 1]!, place)
      if (child) {
        this.#open.length = depth
        this.#push(child.id, place, child)
        return true
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
    if (kind !== LX || this.root.guide) return false
    this.#open.length = this.#open.findLastIndex((each) => each.id !== 'LX') + 1
    this.#push('LX', place, undefined)
    return true
  }

  #add(kind: number, place: number): void {
    const open = this.#open
    const innermost = open[open.length - 1]!
    let depth = open.length - 1
    while (depth >= 0 && !hasSegment(open[depth]!.guide, kind)) depth--
    if (depth >= 0 && TRAILING.has(kind)) open.length = depth + 1
    else if (kind === SE) open.length = 1
    const loop = open[open.length - 1]!
    this.holders[place] = loop.index
    loop.to = place + 1
    if (innermost.guide && depth !== open.length - 1 && kind !== SE) this.unexpected[place] = 1
  }

  #push(id: string, place: number, guide: GuideLoop | undefined): void {
    const outer = this.#open[this.#open.length - 1]!
    const loop = this.#newLoop(id, place + 1, guide)
    if (outer.loops === NO_LOOPS) outer.loops = [loop]
    else (outer.loops as PlacedLoop[]).push(loop)
    this.holders[place] = loop.index
    this.#open.push(loop)
  }

  #newLoop(id: string, from: number, guide: GuideLoop | undefined): PlacedLoop {
    return { id, from, to: from, loops: NO_LOOPS, guide, index: this.#count++ }
  }
}

function hasSegment(guide: GuideLoop | undefined, kind: number): boolean {
  return guide !== undefined && guide.orders[guide.numbers[kind]!] !== 0
}

/** More than any guide has; deeper ones lie beside each other. */
export const MOST_LEVELS = 16
