// Collects the UTF-16 code units of a decoded text, and what could not be decoded or encoded, both within bounds.

/** A place in a document: a byte offset and a length in bytes, or a text offset and a length in code units. */
export interface BadSpan {
  readonly offset: number
  readonly length: number
}

/** No more places than this are listed; all are counted. */
export const MAX_BAD_SPANS = 1000

export class BadSpans {
  readonly listed: BadSpan[] = []
  count = 0

  add(offset: number, length: number): void {
    this.count++
    if (this.listed.length < MAX_BAD_SPANS) this.listed.push({ offset, length })
  }
}

/** Grows as it is filled; a string that grows by single characters takes several times the memory. */
export class TextWriter {
  #units: Uint16Array
  #length = 0

  constructor(expectedUnits: number) {
    this.#units = new Uint16Array(expectedUnits + 2)
  }

  writeUnit(unit: number): void {
    if (this.#length === this.#units.length) this.#grow()
    this.#units[this.#length++] = unit
  }

  writeCodePoint(codePoint: number): void {
    if (codePoint < 0x10000) {
      this.writeUnit(codePoint)
      return
    }
    this.writeUnit(0xd7c0 + (codePoint >> 10))
    this.writeUnit(0xdc00 + (codePoint & 0x3ff))
  }

  toString(): string {
    const CHUNK = 8192
    const parts: string[] = []
    for (let i = 0; i < this.#length; i += CHUNK) {
      const units = this.#units.subarray(i, Math.min(i + CHUNK, this.#length))
      // By apply: a spread of typed arrays goes through their iterator and takes five times as long.
      parts.push(String.fromCharCode.apply(null, units as unknown as number[]))
    }
    return parts.join('')
  }

  #grow(): void {
    const units = new Uint16Array(this.#units.length * 2)
    units.set(this.#units)
    this.#units = units
  }
}

/** Grows as it is filled. */
export class ByteWriter {
  #bytes: Uint8Array
  #length = 0

  constructor(expectedBytes: number) {
    this.#bytes = new Uint8Array(expectedBytes + 16)
  }

  write(byte: number): void {
    if (this.#length === this.#bytes.length) this.#grow()
    this.#bytes[this.#length++] = byte
  }

  writeAscii(text: string): void {
    for (let i = 0; i < text.length; i++) this.write(text.charCodeAt(i))
  }

  toBytes(): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }

  #grow(): void {
    const bytes = new Uint8Array(this.#bytes.length * 2)
    bytes.set(this.#bytes)
    this.#bytes = bytes
  }
}
