// The segments of a section by their rows: a section can have millions, so an object of each exists only while it is read.

import type { Segment } from '../../x12/segment.ts'
import type { SegmentColumns } from '../../x12/segment-columns.ts'
import type { X12Reason } from './x12-reasons.ts'

/** What segments of one set, and of one name in it, share. */
export interface PlaceOfSegment {
  /** `ISA[1]/GS[1]/ST[2]`. */
  readonly path: string
  /** Row of the ST of its transaction set; undefined outside of one. */
  readonly first: number | undefined
  /** NM101 or N101 of the name that it follows; empty where there is none. */
  readonly entity: string
  /** Why all of it goes; undefined for a segment that is read by its rules. */
  readonly blocked: X12Reason | undefined
  /** True for a trailer whose control number is not that of its header. */
  readonly isMismatched: boolean
}

export interface PlacedSegment extends Omit<PlaceOfSegment, 'first'> {
  readonly segment: Segment
  /** In its transaction set, ST being 1; null outside of one. */
  readonly position: number | null
}

export class SectionSegments implements Iterable<PlacedSegment> {
  readonly #columns: SegmentColumns
  readonly #rows: number[] = []
  readonly #places: PlaceOfSegment[] = []

  constructor(columns: SegmentColumns) {
    this.#columns = columns
  }

  add(row: number, place: PlaceOfSegment): void {
    this.#rows.push(row)
    this.#places.push(place)
  }

  get first(): Segment | undefined {
    return this.#rows.length === 0 ? undefined : this.#columns.get(this.#rows[0]!)
  }

  *[Symbol.iterator](): Generator<PlacedSegment, void, undefined> {
    for (let i = 0; i < this.#rows.length; i++) {
      const row = this.#rows[i]!
      const { path, first, entity, blocked, isMismatched } = this.#places[i]!
      const position = first === undefined ? null : row - first + 1
      yield { segment: this.#columns.get(row), path, position, entity, blocked, isMismatched }
    }
  }
}
