// The segments of an interchange as columns of numbers: what takes no object for each of millions. A Segment is made of a row where one is asked for.
import { Segment, type SegmentSource } from './segment.ts'
import { idOf, NO_KIND } from './segment-ids.ts'

/** Of segments that are not divided at each delimiter: ISA and binary data. */
interface Undivided {
  /** Undefined for binary data of another length than the one that is given. */
  readonly elements: readonly string[] | undefined
}

/** Few: a document can hold interchanges by the hundred thousand. */
const FIRST_ROWS = 8
const ONE_MORE = 1.25

export class SegmentColumns implements SegmentSource {
  readonly text: string
  readonly delimiter: string
  /** By row, its first character, its delimiter, and its kind (segment-ids.ts); rows from `length` on say nothing. */
  starts = new Int32Array(FIRST_ROWS)
  ends = new Int32Array(FIRST_ROWS)
  kinds = new Uint16Array(FIRST_ROWS)
  length = 0
  readonly #undivided = new Map<number, Undivided>()

  constructor({ text, delimiter }: SegmentSource) {
    this.text = text
    this.delimiter = delimiter
  }

  add(kind: number, start: number, end: number): void {
    const row = this.length++
    if (row === this.starts.length) this.#grow(end)
    this.starts[row] = start
    this.ends[row] = end
    this.kinds[row] = kind
  }

  addUndivided(kind: number, start: number, end: number, elements: readonly string[] | undefined): void {
    this.#undivided.set(this.length, { elements })
    this.add(kind, start, end)
  }

  /** False where every segment is divided at its delimiters, but for ISA. */
  get hasUndivided(): boolean {
    return this.#undivided.size > 1
  }

  /** True for binary data of another length than the one that is given. */
  isCut(row: number): boolean {
    const undivided = this.#undivided.get(row)
    return undivided !== undefined && undivided.elements === undefined
  }

  get(row: number): Segment {
    const undivided = this.#undivided.get(row)
    const isCut = undivided !== undefined && undivided.elements === undefined
    return new Segment(this, this.idAt(row), this.starts[row]!, this.ends[row]!, isCut, undivided?.elements)
  }

  idAt(row: number): string {
    const kind = this.kinds[row]!
    return kind === NO_KIND ? this.#readId(this.starts[row]!, this.ends[row]!) : idOf(kind)
  }

  /** The rows alone, in their order. */
  pick(rows: readonly number[]): SegmentColumns {
    const picked = new SegmentColumns(this)
    for (const row of rows) {
      const undivided = this.#undivided.get(row)
      if (undivided) picked.#undivided.set(picked.length, undivided)
      picked.add(this.kinds[row]!, this.starts[row]!, this.ends[row]!)
    }
    return picked
  }

  #readId(start: number, end: number): string {
    const unit = this.delimiter.charCodeAt(0)
    let at = start
    while (at < end && this.text.charCodeAt(at) !== unit) at++
    return this.text.slice(start, at)
  }

  /** To as many rows as the text has if it goes on as it began. */
  #grow(read: number): void {
    const rows = this.starts.length
    const all = Math.ceil(Math.max(rows * ONE_MORE, Math.min(rows * 64, (rows * this.text.length) / Math.max(read, 1)) * 1.05))
    this.starts = extend(this.starts, new Int32Array(all))
    this.ends = extend(this.ends, new Int32Array(all))
    this.kinds = extend(this.kinds, new Uint16Array(all))
  }
}

function extend<Column extends Int32Array | Uint16Array>(from: Column, to: Column): Column {
  to.set(from)
  return to
}
