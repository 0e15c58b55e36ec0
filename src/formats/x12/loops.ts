// Loops of a transaction set: by its guide where the loops of that are known, else by what nests in every guide, levels (HL) and lines (LX).
import type { Transaction } from './envelope.ts'
import { type GuideLoop, startsLoop } from './guides.ts'
import type { Segment } from './read-segments.ts'

export interface Loop {
  /** `2010AA` by the guide; else HL or LX. */
  readonly id: string
  /** What tells it from others of its kind: HL03, LX01, NM101, N101; else empty. */
  readonly code: string
  /** Position of its first and last own segment, ST being 1; loops within it are not its own. */
  readonly from: number
  to: number
  readonly loops: Loop[]
}

/** A loop as it stands in the transaction set, with what the guide says of it. */
export interface PlacedLoop extends Loop {
  readonly guide: GuideLoop | undefined
  readonly loops: PlacedLoop[]
  /** Positions of its own segments. */
  readonly own: number[]
  /** Positions of segments that the guide does not have in it. */
  readonly unexpected: number[]
}

/** The transaction set itself, as the outermost loop; HL02 says what a level lies in. */
export function placeLoops({ segments }: Transaction, guide: GuideLoop | undefined): PlacedLoop {
  const placer = new LoopPlacer(guide)
  for (const [i, segment] of segments.entries()) placer.take(segment, i + 1)
  return placer.root
}

/** Segments that go on in a loop behind those within it: ends of the transaction set, and what LS and LE enclose. */
const TRAILING: ReadonlySet<string> = new Set(['SE', 'PLB', 'LS', 'LE'])

class LoopPlacer {
  readonly root: PlacedLoop
  readonly #levels = new Map<string, readonly PlacedLoop[]>()
  #open: readonly PlacedLoop[]

  constructor(guide: GuideLoop | undefined) {
    this.root = newLoop('', '', 1, guide)
    this.#open = [this.root]
  }

  take(segment: Segment, position: number): void {
    const { id, elements } = segment
    if (id === 'HL') this.#openLevel(elements, position)
    else if (!this.#openByGuide(id, elements, position) && !this.#openLine(segment, position)) this.#add(id, position)
  }

  #openLevel(elements: readonly string[], position: number): void {
    const [own = '', above = '', code = ''] = elements
    const around = this.#levels.get(above) ?? [this.root]
    const guide = this.#guideOfLevel(around.at(-1)!, elements)
    const loop = newLoop(guide?.id ?? 'HL', code, position, guide)
    this.#push(around.slice(0, MOST_LEVELS), loop)
    this.#levels.set(own, this.#open)
  }

  /** A level may leave out one above it. */
  #guideOfLevel({ guide }: PlacedLoop, elements: readonly string[]): GuideLoop | undefined {
    const pending = guide ? [...guide.children] : []
    for (let child = pending.shift(); child; child = pending.shift()) {
      if (startsLoop(child, 'HL', elements)) return child
      if (child.start === 'HL') pending.push(...child.children)
    }
    return undefined
  }

  /** From the innermost open loop outwards: the first that holds a loop which begins so. */
  #openByGuide(id: string, elements: readonly string[], position: number): boolean {
    for (let depth = this.#open.length; depth > 0; depth--) {
      const { guide } = this.#open[depth - 1]!
      const child = guide?.children.find((each) => each.start !== 'HL' && startsLoop(each, id, elements))
      if (child) {
        const code = child.element === 0 ? (id === 'LX' ? (elements[0] ?? '') : '') : (elements[child.element - 1] ?? '')
        this.#push(this.#open.slice(0, depth), newLoop(child.id, code, position, child))
        return true
      }
      if (guide?.segments.has(id) && guide.start !== id) return false
    }
    return false
  }

  /** Lines where no guide is known: in the level around them. */
  #openLine({ id, elements }: Segment, position: number): boolean {
    if (id !== 'LX' || this.root.guide) return false
    const depth = this.#open.findLastIndex((each) => each.id !== 'LX') + 1
    this.#push(this.#open.slice(0, depth), newLoop('LX', elements[0] ?? '', position, undefined))
    return true
  }

  #add(id: string, position: number): void {
    const innermost = this.#open.at(-1)!
    const depth = this.#open.findLastIndex(({ guide }) => guide?.segments.has(id))
    if (depth >= 0 && TRAILING.has(id)) this.#open = this.#open.slice(0, depth + 1)
    else if (id === 'SE') this.#open = [this.root]
    const loop = this.#open.at(-1)!
    loop.own.push(position)
    loop.to = position
    if (innermost.guide && depth !== this.#open.length - 1 && id !== 'SE') loop.unexpected.push(position)
  }

  #push(around: readonly PlacedLoop[], loop: PlacedLoop): void {
    around.at(-1)!.loops.push(loop)
    this.#open = [...around, loop]
  }
}

/** More than any guide has; deeper ones lie beside each other. */
export const MOST_LEVELS = 16

function newLoop(id: string, code: string, from: number, guide: GuideLoop | undefined): PlacedLoop {
  return { id, code, from, to: from, loops: [], guide, own: from === 1 && id === '' ? [] : [from], unexpected: [] }
}
