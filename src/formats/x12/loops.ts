// Loops of a transaction set: by its guide where the loops of that are known, else by what nests in every guide, levels (HL) and lines (LX).
import type { Transaction } from './envelope.ts'
import { type GuideLoop, isCodeOf } from './guides.ts'
import type { Segment } from './segment.ts'

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

/** HL02 says what a level lies in. */
export function placeLoops({ segments }: Transaction, guide: GuideLoop | undefined): PlacedLoops {
  const placer = new LoopPlacer(guide, segments.length)
  for (let i = 0; i < segments.length; i++) placer.take(segments[i]!, i + 1)
  return placer
}

/** What tells a loop from others of its kind: HL03, LX01, NM101, N101; else empty. */
export function codeOf({ id, guide, from }: PlacedLoop, segments: readonly Segment[]): string {
  const first = segments[from - 1]!
  if (id === '') return ''
  if (first.id === 'HL') return first.at(3) ?? ''
  if (guide && guide.element > 0) return first.at(guide.element) ?? ''
  return first.id === 'LX' ? (first.at(1) ?? '') : ''
}

/** Segments that go on in a loop behind those within it: ends of the transaction set, and what LS and LE enclose. */
const TRAILING: ReadonlySet<string> = new Set(['SE', 'PLB', 'LS', 'LE'])
const NO_LOOPS: readonly PlacedLoop[] = []

class LoopPlacer implements PlacedLoops {
  readonly root: PlacedLoop
  readonly holders: Int32Array
  readonly unexpected: Uint8Array
  /** Levels by HL01, each with those around it. */
  readonly #levels = new Map<string, readonly PlacedLoop[]>()
  #open: PlacedLoop[]
  #count = 0

  constructor(guide: GuideLoop | undefined, length: number) {
    this.holders = new Int32Array(length)
    this.unexpected = new Uint8Array(length)
    this.root = this.#newLoop('', 1, guide)
    this.#open = [this.root]
  }

  take(segment: Segment, position: number): void {
    if (segment.id === 'HL') this.#openLevel(segment, position)
    else if (!this.#openByGuide(segment, position) && !this.#openLine(segment, position)) this.#add(segment.id, position)
  }

  #openLevel(segment: Segment, position: number): void {
    const around = this.#levels.get(segment.at(2) ?? '') ?? [this.root]
    const guide = this.#guideOfLevel(around.at(-1)!, segment)
    this.#open = around.slice(0, MOST_LEVELS)
    this.#push(guide?.id ?? 'HL', position, guide)
    this.#levels.set(segment.at(1) ?? '', this.#open.slice())
  }

  /** A level may leave out one above it. */
  #guideOfLevel({ guide }: PlacedLoop, segment: Segment): GuideLoop | undefined {
    const pending = guide ? [...guide.children] : []
    for (let child = pending.shift(); child; child = pending.shift()) {
      if (child.start !== 'HL') continue
      if (isCodeOf(child, segment)) return child
      pending.push(...child.children)
    }
    return undefined
  }

  /** From the innermost open loop outwards: the first that holds a loop which begins so. */
  #openByGuide(segment: Segment, position: number): boolean {
    const { id } = segment
    for (let depth = this.#open.length; depth > 0; depth--) {
      const { guide } = this.#open[depth - 1]!
      if (!guide) continue
      const candidates = guide.starts.get(id)
      const child = candidates?.find((each) => isCodeOf(each, segment))
      if (child) {
        this.#open.length = depth
        this.#push(child.id, position, child)
        return true
      }
      if (guide.start !== id && guide.segments.has(id)) return false
    }
    return false
  }

  /** Lines where no guide is known: in the level around them. */
  #openLine({ id }: Segment, position: number): boolean {
    if (id !== 'LX' || this.root.guide) return false
    this.#open.length = this.#open.findLastIndex((each) => each.id !== 'LX') + 1
    this.#push('LX', position, undefined)
    return true
  }

  #add(id: string, position: number): void {
    const innermost = this.#open.at(-1)!
    let depth = this.#open.length - 1
    while (depth >= 0 && !this.#open[depth]!.guide?.segments.has(id)) depth--
    if (depth >= 0 && TRAILING.has(id)) this.#open.length = depth + 1
    else if (id === 'SE') this.#open.length = 1
    const loop = this.#open.at(-1)!
    this.holders[position - 1] = loop.index
    loop.to = position
    if (innermost.guide && depth !== this.#open.length - 1 && id !== 'SE') this.unexpected[position - 1] = 1
  }

  #push(id: string, position: number, guide: GuideLoop | undefined): void {
    const outer = this.#open.at(-1)!
    const loop = this.#newLoop(id, position, guide)
    if (outer.loops === NO_LOOPS) outer.loops = [loop]
    else (outer.loops as PlacedLoop[]).push(loop)
    this.holders[position - 1] = loop.index
    this.#open.push(loop)
  }

  #newLoop(id: string, from: number, guide: GuideLoop | undefined): PlacedLoop {
    return { id, from, to: from, loops: NO_LOOPS, guide, index: this.#count++ }
  }
}

/** More than any guide has; deeper ones lie beside each other. */
export const MOST_LEVELS = 16
