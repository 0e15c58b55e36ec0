// Whom the dates of a message belong to: its patient by the record number, so that all messages of one patient move by the same days.
import type { Leaf } from './leaf.ts'

/** Where the number of the patient stands, the first that is valued: PID-3 with type MR or PI, PID-3, PID-2, PID-4, PID-18. */
const PLACES = ['PID-3', 'PID-2', 'PID-4', 'PID-18']

export class SubjectReader {
  readonly #given: string | undefined
  #current: string | undefined
  #first: string | undefined

  constructor(given: string | undefined) {
    this.#given = given
  }

  /** The first patient of the message. */
  get first(): string | undefined {
    return this.#given ?? this.#first
  }

  /** The subject of a segment: the patient of the last PID up to it. */
  read(segment: string, leaves: readonly Leaf[], text: string): string | undefined {
    if (this.#given !== undefined) return this.#given
    if (segment !== 'PID') return this.#current
    this.#current = subjectOf(leaves, text)
    this.#first ??= this.#current
    return this.#current
  }
}

function subjectOf(leaves: readonly Leaf[], text: string): string | undefined {
  const textOf = (leaf: Leaf) => text.slice(leaf.start, leaf.end)
  const records = new Set(
    leaves.filter((leaf) => /^PID-3\.5/.test(leaf.place) && /^(?:MR|PI)$/.test(textOf(leaf))).map(({ repetition }) => repetition),
  )
  const record = leaves.find(({ place, repetition }) => isNumber(place, 'PID-3') && records.has(repetition))
  const found = record ?? PLACES.map((field) => leaves.find(({ place }) => isNumber(place, field))).find((leaf) => leaf !== undefined)
  return found && textOf(found)
}

/** True for the first component of a field. */
function isNumber(place: string, field: string): boolean {
  return place === field || place === `${field}.1` || place === `${field}.1.1`
}
