// The notation of places in a message: `PID-5`, `PID-3[2].1`, `OBX[*]-5`, `OBX[2]-5.1.2`, `PID-5-1`.

/** A 1-based position, or `all`. */
export type Occurrence = number | 'all'

export interface Hl7Path {
  /** Segment identifier. */
  readonly segment: string
  /** The first where the path does not say. */
  readonly segmentIndex: Occurrence
  /** Undefined for the whole segment. */
  readonly field: number | undefined
  /** Undefined where the path does not say: all of a field, the first repetition of a component. */
  readonly repetition: Occurrence | undefined
  readonly component: number | undefined
  readonly subcomponent: number | undefined
}

/** A position with more digits is none: no segment has so many. */
const MAX_DIGITS = 6

/** @returns undefined where the text is no path. `PID.5.1`, as some engines write it, is one. */
export function parsePath(text: string): Hl7Path | undefined {
  if (!/^[A-Z][A-Z0-9]{2}(?![A-Za-z0-9])/.test(text)) return undefined
  const reader = new PathReader(text, 3)
  const segmentIndex = reader.readIndex()
  const field = reader.readPosition()
  const repetition = field === undefined ? undefined : reader.readIndex()
  const component = field === undefined ? undefined : reader.readPosition()
  const subcomponent = component === undefined ? undefined : reader.readPosition()
  if (!reader.isDone()) return undefined
  return { segment: text.slice(0, 3), segmentIndex: segmentIndex ?? 1, field, repetition, component, subcomponent }
}

class PathReader {
  readonly #text: string
  #i: number
  #failed = false

  constructor(text: string, start: number) {
    this.#text = text
    this.#i = start
  }

  /** `[2]` or `[*]`. */
  readIndex(): Occurrence | undefined {
    if (this.#text[this.#i] !== '[') return undefined
    this.#i++
    const isAll = this.#text[this.#i] === '*'
    if (isAll) this.#i++
    const value = isAll ? 'all' : this.#readNumber()
    if (this.#text[this.#i++] !== ']') this.#failed = true
    return value
  }

  /** `-5` or `.5`. */
  readPosition(): number | undefined {
    const sign = this.#text[this.#i]
    if (sign !== '-' && sign !== '.') return undefined
    this.#i++
    return this.#readNumber()
  }

  isDone(): boolean {
    return !this.#failed && this.#i === this.#text.length
  }

  #readNumber(): number {
    const start = this.#i
    while (this.#i - start <= MAX_DIGITS && /^[0-9]$/.test(this.#text[this.#i] ?? '')) this.#i++
    const value = Number(this.#text.slice(start, this.#i))
    if (this.#i === start || this.#i - start > MAX_DIGITS || value < 1) this.#failed = true
    return value
  }
}
