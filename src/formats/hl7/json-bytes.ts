// The bytes of a JSON text while it is written: one buffer that grows. What comes from a document is escaped as JSON.stringify does it.

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN = 0x5b
const CLOSE = 0x5d
const COMMA = 0x2c
const FIRST_BYTES = 65_536
/** A buffer that grew beyond this for one document is not kept for the next. */
const KEPT_BYTES = 1 << 20
/** Shorter constants are copied faster byte by byte than by a call. */
const LOOP_BYTES = 16
/** A code unit takes three bytes of UTF-8 at most. */
const BYTES_PER_UNIT = 3
/** Shorter texts are encoded faster unit by unit than by a call. */
const CALL_UNITS = 256
/** A character that is not among the first ones is found faster by a call. */
const LOOP_SEARCH = 64

const encoder = new TextEncoder()

/** The part of a text between separators: the codes are -1 for what is not declared, and ASCII otherwise where they occur. */
export interface Separators {
  readonly repetition: number
  readonly component: number
  readonly subcomponent: number
}

export interface ByteSpan {
  readonly start: number
  readonly end: number
}

export class JsonBytes {
  #bytes = new Uint8Array(FIRST_BYTES)
  #length = 0

  get length(): number {
    return this.#length
  }

  /** Begins again. @param gap bytes at the beginning that are written later */
  restart(gap: number): void {
    if (this.#bytes.length > KEPT_BYTES) this.#bytes = new Uint8Array(FIRST_BYTES)
    this.#length = gap
  }

  /** Goes back to an earlier length. */
  cut(length: number): void {
    this.#length = length
  }

  /** Makes room for so many bytes more; the methods that say so take it for granted. */
  reserve(count: number): void {
    const needed = this.#length + count
    if (needed <= this.#bytes.length) return
    const grown = new Uint8Array(Math.max(needed, 2 * this.#bytes.length))
    grown.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = grown
  }

  /** A constant of JSON. Room must be there. */
  put(constant: Uint8Array): void {
    const bytes = this.#bytes
    const at = this.#length
    const { length } = constant
    if (length > LOOP_BYTES) bytes.set(constant, at)
    else for (let i = 0; i < length; i++) bytes[at + i] = constant[i]!
    this.#length = at + length
  }

  /** One byte. Room must be there. */
  putByte(byte: number): void {
    this.#bytes[this.#length++] = byte
  }

  /** A constant of JSON, and the room for it. */
  appendBytes(constant: Uint8Array): void {
    this.reserve(constant.length)
    this.put(constant)
  }

  /** Any JSON, and the room for it. */
  append(json: string): void {
    this.reserve(BYTES_PER_UNIT * json.length)
    if (json.length <= CALL_UNITS && this.#putAscii(json)) return
    this.#length += encoder.encodeInto(json, this.#bytes.subarray(this.#length)).written
  }

  #putAscii(json: string): boolean {
    const bytes = this.#bytes
    const at = this.#length
    for (let i = 0; i < json.length; i++) {
      const code = json.charCodeAt(i)
      if (code > 0x7f) return false
      bytes[at + i] = code
    }
    this.#length = at + json.length
    return true
  }

  /** A text that is known to be ASCII and to need no escape, and the room for it. */
  appendPlain(text: string): void {
    this.reserve(text.length)
    this.#length += encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written
  }

  /** What was written from start to end once more, and the room for it. */
  appendAgain(start: number, end: number): void {
    this.reserve(end - start)
    this.#bytes.copyWithin(this.#length, start, end)
    this.#length += end - start
  }

  /** A part of a text that is ASCII and needs no escape; false, and nothing written, where it is not so. Room must be there. */
  putPlain(text: string, start: number, end: number): boolean {
    const bytes = this.#bytes
    const at = this.#length - start
    for (let i = start; i < end; i++) {
      const code = text.charCodeAt(i)
      if (!isPlain(code)) return false
      bytes[at + i] = code
    }
    this.#length = at + end
    return true
  }

  /** The same twice, with a constant between. */
  putPlainTwice(text: string, start: number, end: number, between: Uint8Array): boolean {
    const bytes = this.#bytes
    const at = this.#length - start
    const again = at + end - start + between.length
    for (let i = start; i < end; i++) {
      const code = text.charCodeAt(i)
      if (!isPlain(code)) return false
      bytes[at + i] = code
      bytes[again + i] = code
    }
    for (let i = 0; i < between.length; i++) bytes[at + end + i] = between[i]!
    this.#length = again + end
    return true
  }

  /**
   * What was written from start to end, plain text, as the list of its repetitions; those with components as lists of these, and those
   * with subcomponents likewise. Room for seven bytes more for each byte must be there.
   */
  putDivided(start: number, end: number, { repetition, component, subcomponent }: Separators): void {
    const bytes = this.#bytes
    let at = this.#length
    bytes[at++] = OPEN
    for (let from = start; ; ) {
      let to = from
      while (to < end && bytes[to] !== repetition) to++
      at = putRepetition(bytes, at, from, to, component, subcomponent)
      if (to >= end) break
      bytes[at++] = COMMA
      from = to + 1
    }
    bytes[at++] = CLOSE
    this.#length = at
  }

  /** As putDivided for a long text: parts are found and copied as wholes. Makes the room itself. */
  appendDivided(start: number, end: number, { repetition, component, subcomponent }: Separators): void {
    this.#appendList(start, end, repetition, [component, subcomponent])
  }

  /** @param inner separators of what is divided further */
  #appendList(start: number, end: number, separator: number, inner: readonly number[]): void {
    this.#appendByte(OPEN)
    for (let from = start; ; ) {
      const to = this.#find(separator, from, end)
      if (inner.some((code) => this.#find(code, from, to) < to)) this.#appendList(from, to, inner[0]!, inner.slice(1))
      else {
        this.#appendByte(QUOTE)
        this.appendAgain(from, to)
        this.#appendByte(QUOTE)
      }
      if (to >= end) break
      this.#appendByte(COMMA)
      from = to + 1
    }
    this.#appendByte(CLOSE)
  }

  #appendByte(byte: number): void {
    this.reserve(1)
    this.#bytes[this.#length++] = byte
  }

  /** The first place of a byte between start and end, else the end. */
  #find(byte: number, start: number, end: number): number {
    const bytes = this.#bytes
    const near = Math.min(end, start + LOOP_SEARCH)
    for (let i = start; i < near; i++) if (bytes[i] === byte) return i
    const found = near === end || byte < 0 ? -1 : bytes.subarray(near, end).indexOf(byte)
    return found < 0 ? end : near + found
  }

  /** Writes any JSON in front of a place where a gap was left. @returns where it begins, -1 where the gap is too small */
  putBefore(end: number, json: string): number {
    const { length } = this
    if (BYTES_PER_UNIT * json.length > end) return -1
    // At the end first, where there is room: how long it becomes is known afterwards.
    this.append(json)
    const start = end - (this.#length - length)
    this.#bytes.copyWithin(start, length, this.#length)
    this.#length = length
    return start
  }

  /** What was written from start to end; it stays as it is only until more is written. */
  view({ start, end }: ByteSpan): Uint8Array {
    return this.#bytes.subarray(start, end)
  }
}

function isPlain(code: number): boolean {
  return code >= 0x20 && code < 0x80 && code !== QUOTE && code !== BACKSLASH
}

/** Most repetitions are components without subcomponents: they are written as such until it shows that they are not. */
function putRepetition(bytes: Uint8Array, place: number, start: number, end: number, component: number, subcomponent: number): number {
  let at = place
  let components = 1
  bytes[at++] = OPEN
  bytes[at++] = QUOTE
  for (let i = start; i < end; i++) {
    const code = bytes[i]!
    if (code === component) {
      components++
      bytes[at++] = QUOTE
      bytes[at++] = COMMA
      bytes[at++] = QUOTE
    } else if (code === subcomponent) {
      bytes[place] = OPEN
      at = putNested(bytes, place + 1, start, end, component, subcomponent)
      bytes[at++] = CLOSE
      return at
    } else bytes[at++] = code
  }
  if (components === 1) return putLeaf(bytes, place, start, end)
  bytes[at++] = QUOTE
  bytes[at++] = CLOSE
  return at
}

/** Components of which some have subcomponents. */
function putNested(bytes: Uint8Array, place: number, start: number, end: number, component: number, subcomponent: number): number {
  let at = place
  for (let from = start; ; ) {
    let to = from
    let isDivided = false
    for (; to < end; to++) {
      const code = bytes[to]!
      if (code === component) break
      if (code === subcomponent) isDivided = true
    }
    at = isDivided ? putSubcomponents(bytes, at, from, to, subcomponent) : putLeaf(bytes, at, from, to)
    if (to >= end) return at
    bytes[at++] = COMMA
    from = to + 1
  }
}

function putSubcomponents(bytes: Uint8Array, place: number, start: number, end: number, subcomponent: number): number {
  let at = place
  bytes[at++] = OPEN
  bytes[at++] = QUOTE
  for (let i = start; i < end; i++) {
    const code = bytes[i]!
    if (code === subcomponent) {
      bytes[at++] = QUOTE
      bytes[at++] = COMMA
      bytes[at++] = QUOTE
    } else bytes[at++] = code
  }
  bytes[at++] = QUOTE
  bytes[at++] = CLOSE
  return at
}

function putLeaf(bytes: Uint8Array, place: number, start: number, end: number): number {
  let at = place
  bytes[at++] = QUOTE
  for (let i = start; i < end; i++) bytes[at++] = bytes[i]!
  bytes[at++] = QUOTE
  return at
}
