// Segments that follow each other, such as those of a transaction set, by their place in it from 0; and a reader of their elements.
import type { Segment } from './segment.ts'
import type { SegmentColumns } from './segment-columns.ts'

export class SegmentRange implements Iterable<Segment> {
  readonly columns: SegmentColumns
  /** The row of the first. */
  readonly first: number
  readonly length: number

  constructor(columns: SegmentColumns, first: number, length: number) {
    this.columns = columns
    this.first = first
    this.length = length
  }

  kindAt(place: number): number {
    return this.columns.kinds[this.first + place]!
  }

  startAt(place: number): number {
    return this.columns.starts[this.first + place]!
  }

  get(place: number): Segment {
    return this.columns.get(this.first + place)
  }

  isCut(place: number): boolean {
    return this.columns.isCut(this.first + place)
  }

  get start(): number {
    return this.columns.starts[this.first]!
  }

  /** At the delimiter of the last one. */
  get end(): number {
    return this.columns.ends[this.first + this.length - 1]!
  }

  *[Symbol.iterator](): Generator<Segment> {
    for (let place = 0; place < this.length; place++) yield this.get(place)
  }

  cursor(): ElementCursor {
    return new ElementCursor(this)
  }
}

/** Reads elements where they stand, without a string of each; not those of ISA and of binary data. */
export class ElementCursor {
  readonly text: string
  readonly #columns: SegmentColumns
  readonly #first: number
  readonly #delimiter: number
  #row = -1
  /** Of the element at hand, from 1; 0 for the identifier. */
  #position = 0
  #end = 0
  /** The first character of the element at hand, and the one behind it. */
  from = 0
  to = 0

  constructor({ columns, first }: SegmentRange) {
    this.text = columns.text
    this.#columns = columns
    this.#first = first
    this.#delimiter = columns.delimiter.charCodeAt(0)
  }

  /** Goes to an element of the segment; onwards is fastest. @returns false behind the last one */
  seek(place: number, position: number): boolean {
    const row = this.#first + place
    if (row !== this.#row || position < this.#position) {
      this.#row = row
      this.#position = 0
      this.#end = this.#columns.ends[row]!
      this.to = this.#columns.starts[row]!
      this.#toDelimiter()
    }
    while (this.#position < position) {
      if (this.to >= this.#end) return false
      this.from = ++this.to
      this.#toDelimiter()
      this.#position++
    }
    return true
  }

  /** The element as a string; undefined behind the last one. */
  read(place: number, position: number): string | undefined {
    return this.seek(place, position) ? this.text.slice(this.from, this.to) : undefined
  }

  /** True where the element is the two characters. */
  isPair(place: number, position: number, pair: string): boolean {
    if (!this.seek(place, position) || this.to - this.from !== 2) return false
    return this.text.charCodeAt(this.from) === pair.charCodeAt(0) && this.text.charCodeAt(this.from + 1) === pair.charCodeAt(1)
  }

  #toDelimiter(): void {
    const { text } = this
    const end = this.#end
    const delimiter = this.#delimiter
    let at = this.to
    while (at < end && text.charCodeAt(at) !== delimiter) at++
    this.to = at
  }
}
