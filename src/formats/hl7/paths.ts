// The notation of places in a message: `PID-5`, `PID-3[2].1`, `OBX[*]-5`, `OBX[2]-5.1.2`, `PID-5-1`.
import { type PathNames, QUOTES } from './dictionary/path-names.ts'

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

/**
 * @param names in place of positions: `ZPI-"Policy number"`; without them a name is no path
 * @returns undefined where the text is no path. `PID.5.1`, as some engines write it, is one.
 */
export function parsePath(text: string, names?: PathNames): Hl7Path | undefined {
  if (!/^[A-Z][A-Z0-9]{2}(?![A-Za-z0-9])/.test(text)) return undefined
  const segment = text.slice(0, 3)
  const reader = new PathReader(text, 3, (above, name) => names?.ofSegment(segment, above, name))
  const segmentIndex = reader.readIndex()
  const field = reader.readPosition([])
  const repetition = field === undefined ? undefined : reader.readIndex()
  const component = field === undefined ? undefined : reader.readPosition([field])
  const subcomponent = component === undefined ? undefined : reader.readPosition([field!, component])
  if (!reader.isDone()) return undefined
  return { segment, segmentIndex: segmentIndex ?? 1, field, repetition, component, subcomponent }
}

type FindPosition = (above: readonly number[], name: string) => number | undefined

class PathReader {
  readonly #text: string
  #i: number
  readonly #find: FindPosition
  #failed = false

  constructor(text: string, start: number, find: FindPosition) {
    this.#text = text
    this.#i = start
    this.#find = find
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

  /** `-5`, `.5`, or `-"Policy number"`. */
  readPosition(above: readonly number[]): number | undefined {
    const sign = this.#text[this.#i]
    if (sign !== '-' && sign !== '.') return undefined
    this.#i++
    return this.#readName(above) ?? this.#readNumber()
  }

  #readName(above: readonly number[]): number | undefined {
    const quote = QUOTES.find((each) => this.#text[this.#i] === each)
    if (!quote) return undefined
    let name = ''
    for (let end = this.#i; ; name += quote) {
      const start = end + 1
      end = this.#text.indexOf(quote, start)
      if (end < 0) return undefined
      name += this.#text.slice(start, end)
      this.#i = end + 1
      if (this.#text[this.#i] !== quote) break
      end++
    }
    const position = this.#find(above, name)
    if (position === undefined) this.#failed = true
    return position ?? 0
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
