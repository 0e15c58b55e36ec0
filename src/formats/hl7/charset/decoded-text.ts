// What a decoder makes of bytes: text in which every byte has a place, so that the bytes can be found again.
//
// A byte that its character set cannot decode becomes the lone surrogate U+DC00 plus the byte: no decoder yields one otherwise, nothing is lost,
// and `toWellFormed()` shows it as U+FFFD.

export interface DecodedText {
  readonly text: string
  /** Bytes of a code unit: the same for all, as UTF-8 has it, or one count each (0 for the second half of what one character takes). */
  readonly widths: number | 'utf-8' | Uint8Array
}

export const UNDECODABLE = 0xdc00
/** Arguments of one String.fromCharCode call. */
const CHUNK = 8_192

/** Collects code units with the bytes that each took. */
export class DecodedTextBuilder {
  readonly #parts: string[] = []
  readonly #widths: Uint8Array
  #units = new Uint16Array(CHUNK)
  #used = 0
  #total = 0

  /** @param byteLength bytes of the source; no decoder here makes more code units than there are bytes */
  constructor(byteLength: number) {
    this.#widths = new Uint8Array(byteLength)
  }

  addUnit(unit: number, width: number): void {
    if (this.#used === CHUNK) this.#flush()
    this.#units[this.#used++] = unit
    this.#widths[this.#total++] = width
  }

  /** A character of one or more code units. */
  addText(text: string, width: number): void {
    for (let i = 0; i < text.length; i++) this.addUnit(text.charCodeAt(i), i === 0 ? width : 0)
  }

  addUndecodable(byte: number): void {
    this.addUnit(UNDECODABLE + byte, 1)
  }

  /** Bytes that stand for no character of their own go to the last one. @returns false where it cannot take them */
  widenLast(bytes: number): boolean {
    const last = this.#total - 1
    if (last < 0 || this.#widths[last]! + bytes > 255) return false
    this.#widths[last]! += bytes
    return true
  }

  finish(): DecodedText {
    this.#flush()
    return { text: this.#parts.join(''), widths: this.#widths.subarray(0, this.#total) }
  }

  #flush(): void {
    this.#parts.push(stringOf(this.#units.subarray(0, this.#used)))
    this.#used = 0
  }
}

/** The text of at most 8,192 code units. */
export function stringOf(units: Uint16Array): string {
  // A typed array is spread ten times slower than it is applied.
  return String.fromCharCode.apply(undefined, units as unknown as number[])
}

/** Code units between two checkpoints of a byte map. */
const STEP = 4_096

/** @returns the offset in bytes of a code unit, both relative to the start of the text; takes 0 to text.length */
export function createByteMap({ text, widths }: DecodedText): (unit: number) => number {
  if (typeof widths === 'number') return (unit) => unit * widths
  const bytesBetween = widths === 'utf-8' ? utf8Bytes(text) : sum(widths)
  const checkpoints = [0]
  let lastUnit = 0
  let lastBytes = 0
  return (unit) => {
    const step = Math.floor(unit / STEP)
    while (checkpoints.length <= step) {
      const last = checkpoints.length - 1
      checkpoints.push(checkpoints[last]! + bytesBetween(last * STEP, (last + 1) * STEP))
    }
    // Who asks from the front to the back counts each code unit once.
    const goesOn = unit >= lastUnit && lastUnit >= step * STEP
    lastBytes = goesOn ? lastBytes + bytesBetween(lastUnit, unit) : checkpoints[step]! + bytesBetween(step * STEP, unit)
    lastUnit = unit
    return lastBytes
  }
}

function sum(widths: Uint8Array): (from: number, to: number) => number {
  return (from, to) => {
    let total = 0
    for (let i = from; i < to; i++) total += widths[i]!
    return total
  }
}

/** Lone surrogates count one byte: in a text that came from UTF-8 they stand for undecodable bytes. */
function utf8Bytes(text: string): (from: number, to: number) => number {
  return (from, to) => {
    let total = 0
    for (let i = from; i < to; i++) {
      const unit = text.charCodeAt(i)
      if (unit < 0x80) total += 1
      else if (unit < 0x800) total += 2
      else if (unit < 0xd800 || unit > 0xdfff) total += 3
      // The first half counts all four bytes, and the second, which only then follows a first half, none.
      else if (unit < 0xdc00) total += 4
      else if (!followsHighSurrogate(text, i)) total += 1
    }
    return total
  }
}

function followsHighSurrogate(text: string, i: number): boolean {
  const before = i > 0 ? text.charCodeAt(i - 1) : 0
  return before >= 0xd800 && before <= 0xdbff
}
