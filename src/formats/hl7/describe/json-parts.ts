// What JSON is put together from: constants, and the text of a document in bytes. Both are copied eight bytes at a time, as numbers. That is right
// for ASCII, and for UTF-8 without DEL: their bytes never make what is not a number, and that an engine may write in other bytes than it read.
import type { Delimiters } from '../delimiters.ts'
import type { Hl7Document } from '../document-types.ts'

export const WORD_BYTES = 8
/** Of a constant that is written anew for each segment: what stands in its paths. */
export const SCRATCH_BYTES = 64
const FIRST_BYTES = 65_536
const MARK = 0x80
const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN = 0x5b
const CLOSE = 0x5d
const HYPHEN = 0x2d
const ZERO = 0x30
const MAX_SHARED = 65_536
/** A code unit takes three bytes of UTF-8 at most. */
export const BYTES_PER_UNIT = 3

const encoder = new TextEncoder()

/** Where a constant stands. */
export interface JsonConstant {
  readonly start: number
  readonly length: number
}

/** Constants side by side, so that few places of memory hold them: a message takes a hundred of them, and the next one a hundred others. */
class JsonConstants {
  #bytes = new Uint8Array(FIRST_BYTES)
  #view = new DataView(this.#bytes.buffer)
  #length = SCRATCH_BYTES

  get view(): DataView {
    return this.#view
  }

  /** @param json without DEL */
  add(json: string): JsonConstant {
    const start = this.#length
    const room = BYTES_PER_UNIT * json.length + WORD_BYTES
    if (start + room > this.#bytes.length) this.#grow(start + room)
    const length = encoder.encodeInto(json, this.#bytes.subarray(start)).written
    this.#length = start + length
    return { start, length }
  }

  /** Writes the scratch, which begins at 0. @returns its length, -1 where the text is too long for it or more than ASCII */
  setScratch(json: string): number {
    const bytes = this.#bytes
    if (json.length > SCRATCH_BYTES) return -1
    for (let i = 0; i < json.length; i++) {
      const code = json.charCodeAt(i)
      if (code >= MARK) return -1
      bytes[i] = code
    }
    return json.length
  }

  /**
   * Writes the scratch for a segment that is not the first of its name.
   * @param prefix of the first one, up to the hyphen: `{"path":"OBX-` gives `{"path":"OBX[2]-`
   */
  setNumberedPrefix({ start, length }: JsonConstant, occurrence: number): number {
    const bytes = this.#bytes
    let at = length - 1
    bytes.copyWithin(0, start, start + at)
    bytes[at++] = OPEN
    at = putNumber(bytes, at, occurrence)
    bytes[at++] = CLOSE
    bytes[at++] = HYPHEN
    return at
  }

  #grow(needed: number): void {
    const grown = new Uint8Array(Math.max(needed, 2 * this.#bytes.length))
    grown.set(this.#bytes)
    this.#bytes = grown
    this.#view = new DataView(grown.buffer)
  }
}

/** Of all templates. */
export const constants = new JsonConstants()

/** A code unit each: that of an ASCII character, MARK for any other one. */
export interface TextBytes {
  readonly bytes: Uint8Array
  readonly view: DataView
  /** Up to here eight bytes can be read at once. */
  readonly wordEnd: number
  /** True where every byte of a field stands in JSON as it is, but for those that open an escape sequence. */
  readonly plain: boolean
}

const shared = new Uint8Array(MAX_SHARED + WORD_BYTES)
const sharedView = new DataView(shared.buffer)

/** The text of a document; that of a short one until it is asked for the next. */
export function textBytes({ source, index }: Hl7Document): TextBytes {
  const { text, headers, plainText } = index
  const ascii = source.bytes && source.runs[0]!.ascii ? source.bytes : undefined
  const isShared = text.length <= MAX_SHARED
  const bytes = isShared ? shared : (ascii ?? new Uint8Array(text.length))
  if (!ascii) encodeText(text, bytes)
  else if (isShared) shared.set(ascii)
  return {
    bytes,
    view: isShared ? sharedView : new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    wordEnd: bytes.length - WORD_BYTES,
    plain: plainText && headers.every(({ declared }) => marksEscapes(declared.delimiters)),
  }
}

/** True where the characters are ASCII and stand in JSON as they are. */
export function isPlain(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (PLAIN[bytes[i]!] === 0) return false
  return true
}

export function isPlainCode(code: number): boolean {
  return code < MARK && PLAIN[code] !== 0
}

/** 1 for each byte that stands in JSON as it is. */
const PLAIN = new Uint8Array(256).map((_, byte) => (byte >= 0x20 && byte < MARK && byte !== QUOTE && byte !== BACKSLASH ? 1 : 0))

/** @returns the end of what was written */
export function putNumber(bytes: Uint8Array, at: number, number: number): number {
  let digits = 1
  for (let rest = number; rest >= 10; rest = Math.floor(rest / 10)) digits++
  let rest = number
  for (let i = at + digits - 1; i >= at; i--) {
    bytes[i] = ZERO + (rest % 10)
    rest = Math.floor(rest / 10)
  }
  return at + digits
}

function encodeText(text: string, bytes: Uint8Array): void {
  const { read, written } = encoder.encodeInto(text, bytes)
  if (read === text.length && written === text.length) return
  for (let i = 0; i < text.length; i++) bytes[i] = Math.min(text.charCodeAt(i), MARK)
}

/** True where the index marks every field with a backslash as one with escapes. */
function marksEscapes({ escape: escapeChar, field, component, repetition, subcomponent }: Delimiters): boolean {
  return escapeChar === '\\' && field !== '\\' && component !== '\\' && repetition !== '\\' && subcomponent !== '\\'
}
