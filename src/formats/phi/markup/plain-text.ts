// A text without its markup, and where each unit of it stood: what is found in the plain text is told by the places of the given one.
import { countLeading } from '../../../core/count-leading.ts'

/** Markup that was left out: a span over it is divided, so that tags and groups stay whole. */
interface Cut {
  /** Offset in the plain text of what stands for the markup. */
  readonly at: number
  /** Units of the plain text that stand for it: none, or a space or line end. */
  readonly width: number
  /** Offset in the given text of its beginning. */
  readonly from: number
}

export interface PlainText {
  readonly text: string
  /** Offset in the given text of each unit of `text`, and of its end. */
  readonly offsets: Int32Array
  /** In order. */
  readonly cuts: readonly Cut[]
}

/** Collects a plain text from the beginning of the given one to its end. */
export class PlainTextWriter {
  readonly #given: string
  readonly #offsets: Int32Array
  readonly #pieces: string[] = []
  readonly #cuts: Cut[] = []
  #length = 0
  #at = 0

  constructor(given: string) {
    this.#given = given
    this.#offsets = new Int32Array(given.length + 1)
  }

  /** Writes `unit`, which is no longer, for what stands in [from, to) of the given text; what is before `from` stays as it is. */
  replace(from: number, to: number, unit: string): void {
    this.#keep(from)
    this.#pieces.push(unit)
    for (let i = 0; i < unit.length; i++) this.#offsets[this.#length++] = from
    this.#at = to
  }

  /** As replace, for markup. */
  cut(from: number, to: number, unit: string): void {
    this.#keep(from)
    this.#cuts.push({ at: this.#length, width: unit.length, from })
    this.replace(from, to, unit)
  }

  /** The unit written last; empty at the beginning. */
  last(from: number): string {
    if (from > this.#at) return this.#given[from - 1]!
    return this.#pieces.findLast((piece) => piece.length > 0)?.at(-1) ?? ''
  }

  /** Undefined where the plain text is the given one. */
  finish(): PlainText | undefined {
    if (this.#at === 0) return undefined
    this.#keep(this.#given.length)
    this.#offsets[this.#length] = this.#given.length
    return { text: this.#pieces.join(''), offsets: this.#offsets.subarray(0, this.#length + 1), cuts: this.#cuts }
  }

  #keep(to: number): void {
    if (to <= this.#at) return
    this.#pieces.push(this.#given.slice(this.#at, to))
    for (let i = this.#at; i < to; i++) this.#offsets[this.#length++] = i
    this.#at = to
  }
}

/** The plain text of a plain text, by the places of the text that was given first. */
export function overlay(below: PlainText | undefined, above: PlainText | undefined): PlainText | undefined {
  if (!below || !above) return above ?? below
  const moved = below.cuts.map(({ at, width, from }) => {
    const place = firstAt(above.offsets, at)
    return { at: place, width: firstAt(above.offsets, at + width) - place, from }
  })
  const cuts = [...moved, ...above.cuts.map((cut) => ({ ...cut, from: below.offsets[cut.from]! }))]
  return {
    text: above.text,
    offsets: above.offsets.map((offset) => below.offsets[offset]!),
    cuts: below.cuts.length > 0 ? cuts.sort((a, b) => a.at - b.at || a.from - b.from) : cuts,
  }
}

/** Position of the first offset that is `at` or behind it. */
function firstAt(offsets: Int32Array, at: number): number {
  return countLeading(offsets.length - 1, (place) => offsets[place]! < at)
}

export interface Piece {
  /** Offsets in the given text. */
  readonly start: number
  readonly end: number
}

/** The stretches of the given text for [start, end) of the plain one, without the markup and the white space beside it. */
export function piecesOf({ text, offsets, cuts }: PlainText, start: number, end: number): Piece[] {
  const pieces: Piece[] = []
  const add = (from: number, to: number): void => {
    const value = text.slice(from, to)
    const trimmed = value.trimStart()
    const first = to - trimmed.length
    const whole = trimmed.trimEnd()
    if (whole.length > 0) pieces.push({ start: offsets[first]!, end: endBefore(offsets, cuts, first + whole.length) })
  }
  let from = start
  for (let next = firstFrom(cuts, start); ; next++) {
    const cut = cuts[next]
    if (cut === undefined || cut.at >= end) break
    add(from, cut.at)
    from = cut.at + cut.width
  }
  add(from, end)
  return pieces
}

/** Offset in the given text behind the unit before `at`. */
function endBefore(offsets: Int32Array, cuts: readonly Cut[], at: number): number {
  const cut = cuts[firstFrom(cuts, at)]
  return cut?.at === at ? cut.from : offsets[at]!
}

/** Position of the first cut at `at` or behind it. */
function firstFrom(cuts: readonly Cut[], at: number): number {
  return countLeading(cuts.length, (place) => cuts[place]!.at < at)
}
