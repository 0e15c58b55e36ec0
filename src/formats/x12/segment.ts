// A segment as its place in the text. Its elements are divided only when they are read: most checks read a few of them.

/** What the segments of one interchange share. */
export interface SegmentSource {
  readonly text: string
  /** The delimiter between elements. */
  readonly delimiter: string
}

export class Segment {
  readonly #source: SegmentSource
  #elements: readonly string[] | undefined
  readonly id: string
  readonly start: number
  /** At its delimiter. */
  readonly end: number
  /** True for binary data (BIN, BDS) whose length is not the one that is given: it was read up to the next delimiter. */
  readonly isCut: boolean

  /** @param elements of segments that are not divided at each delimiter: ISA and binary data */
  constructor(source: SegmentSource, id: string, start: number, end: number, isCut = false, elements?: readonly string[]) {
    this.#source = source
    this.id = id
    this.start = start
    this.end = end
    this.isCut = isCut
    this.#elements = elements
  }

  /** As they stand; the first is the one behind the identifier. */
  get elements(): readonly string[] {
    this.#elements ??= this.#divide()
    return this.#elements
  }

  /** One element, from 1, without dividing the segment; undefined behind the last one. */
  at(position: number): string | undefined {
    if (this.#elements) return this.#elements[position - 1]
    const { text, delimiter } = this.#source
    const unit = delimiter.charCodeAt(0)
    let from = this.start + this.id.length
    for (let skipped = 1; skipped < position && from < this.end; skipped++) {
      do from++
      while (from < this.end && text.charCodeAt(from) !== unit)
    }
    if (from >= this.end) return undefined
    let to = from + 1
    while (to < this.end && text.charCodeAt(to) !== unit) to++
    return text.slice(from + 1, to)
  }

  #divide(): readonly string[] {
    const from = this.start + this.id.length + 1
    return from > this.end ? NO_ELEMENTS : this.#source.text.slice(from, this.end).split(this.#source.delimiter)
  }
}

const NO_ELEMENTS: readonly string[] = []
