// One pass over the bytes of a JSON text: its grammar, its nesting, and names that stand twice in one object. Bytes are read several times
// as fast as the characters of a text, and an error reports a place in them.
import { ProblemError } from '../../core/problem.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_OBJECT = 0x7b
const OPEN_ARRAY = 0x5b
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })
const WORDS = ['true', 'false', 'null'].map((word) => new TextEncoder().encode(word))

/** An open object or array. */
interface Level {
  readonly isObject: boolean
  /** Values so far. */
  count: number
  /** Where the places of the names of an object begin. */
  readonly firstName: number
  /** The names themselves, once they are many or one of them is written with escapes. */
  names: Set<string> | undefined
}

/** A few names are compared one with another; more go into a set. */
const MAX_FEW = 8

/**
 * Passes exactly what JSON.parse accepts (RFC 8259), less duplicate names and deep nesting.
 * @param text without a byte order mark
 * @param bytes the same in UTF-8
 * @throws ProblemError `malformed_json` with the byte offset, `resource_limit` where it nests deeper than maxDepth
 */
export function scanJson(text: string, bytes: Uint8Array, maxDepth: number): void {
  new JsonScan(text, bytes, maxDepth).pass()
}

class JsonScan {
  /** Where its places are those of the bytes. */
  readonly #ascii: string | undefined
  readonly #bytes: Uint8Array
  readonly #maxDepth: number
  readonly #levels: Level[] = []
  /** Of the names of all open objects: from behind the first quote to before the last. */
  readonly #starts: number[] = []
  readonly #ends: number[] = []
  #nameCount = 0

  constructor(text: string, bytes: Uint8Array, maxDepth: number) {
    this.#ascii = text.length === bytes.length ? text : undefined
    this.#bytes = bytes
    this.#maxDepth = maxDepth
  }

  pass(): void {
    const bytes = this.#bytes
    let at = skipBlank(bytes, 0)
    for (;;) {
      const code = bytes[at]
      if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
        this.#open(at, code === OPEN_OBJECT)
        at = skipBlank(bytes, at + 1)
      } else at = skipBlank(bytes, scanScalar(bytes, at))
      at = this.#closeAll(at)
      const level = this.#levels.at(-1)
      if (!level) {
        if (at !== bytes.length) throw broken(bytes, at)
        return
      }
      at = this.#scanToValue(at, level)
    }
  }

  #open(at: number, isObject: boolean): void {
    if (this.#levels.length === this.#maxDepth) {
      throw new ProblemError(`The JSON is nested deeper than ${this.#maxDepth} levels.`, { code: 'resource_limit', at: { byteOffset: at } })
    }
    this.#levels.push({ isObject, count: 0, firstName: this.#nameCount, names: undefined })
  }

  /** Passes every closing bracket that stands here; returns the offset of what follows. */
  #closeAll(start: number): number {
    let at = start
    for (;;) {
      const level = this.#levels.at(-1)
      if (!level || this.#bytes[at] !== (level.isObject ? 0x7d : 0x5d)) return at
      this.#levels.pop()
      this.#nameCount = level.firstName
      at = skipBlank(this.#bytes, at + 1)
    }
  }

  /** Passes a comma and, in an object, a name and its colon; returns the offset of the value. */
  #scanToValue(start: number, level: Level): number {
    const bytes = this.#bytes
    let at = start
    if (level.count++ > 0) {
      if (bytes[at] !== 0x2c) throw broken(bytes, at)
      at = skipBlank(bytes, at + 1)
    }
    if (!level.isObject) return at
    if (bytes[at] !== QUOTE) throw broken(bytes, at)
    const end = scanString(bytes, at)
    if (!this.#addName(level, at + 1, end - 1)) {
      throw new ProblemError('Duplicate member name in a JSON object.', { code: 'malformed_json', at: { byteOffset: at } })
    }
    at = skipBlank(bytes, end)
    if (bytes[at] !== 0x3a) throw broken(bytes, at)
    return skipBlank(bytes, at + 1)
  }

  /** False where the name is there already. */
  #addName(level: Level, start: number, end: number): boolean {
    if (!level.names) {
      const { firstName } = level
      const count = this.#nameCount - firstName
      if (count < MAX_FEW && !hasEscape(this.#bytes, start, end)) {
        for (let i = firstName; i < this.#nameCount; i++) if (this.#isName(i, start, end)) return false
        this.#starts[this.#nameCount] = start
        this.#ends[this.#nameCount] = end
        this.#nameCount++
        return true
      }
      level.names = new Set()
      for (let i = firstName; i < this.#nameCount; i++) level.names.add(this.#nameAt(this.#starts[i]!, this.#ends[i]!))
      this.#nameCount = firstName
    }
    const { size } = level.names
    return level.names.add(this.#nameAt(start, end)).size > size
  }

  /** As JSON.parse reads it. */
  #nameAt(start: number, end: number): string {
    const name = this.#ascii === undefined ? utf8.decode(this.#bytes.subarray(start, end)) : this.#ascii.slice(start, end)
    return name.includes('\\') ? (JSON.parse(`"${name}"`) as string) : name
  }

  #isName(index: number, start: number, end: number): boolean {
    const other = this.#starts[index]!
    if (this.#ends[index]! - other !== end - start) return false
    for (let i = 0; i < end - start; i++) if (this.#bytes[other + i] !== this.#bytes[start + i]) return false
    return true
  }
}

function hasEscape(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (bytes[i] === BACKSLASH) return true
  return false
}

function scanScalar(bytes: Uint8Array, at: number): number {
  const code = bytes[at]
  if (code === QUOTE) return scanString(bytes, at)
  if (code === 0x2d || isDigit(code)) return scanNumber(bytes, at)
  const word = WORDS.find((candidate) => candidate.every((letter, i) => bytes[at + i] === letter))
  if (!word) throw broken(bytes, at)
  return at + word.length
}

function scanString(bytes: Uint8Array, start: number): number {
  let at = start + 1
  for (;;) {
    const code = bytes[at]
    if (code === QUOTE) return at + 1
    if (code === BACKSLASH) at = scanEscape(bytes, at)
    else if (code !== undefined && code >= 0x20) at++
    else throw broken(bytes, at)
  }
}

const ESCAPED = new Set(Array.from('"\\/bfnrt', (letter) => letter.charCodeAt(0)))

function scanEscape(bytes: Uint8Array, start: number): number {
  const kind = bytes[start + 1]
  if (kind === 0x75) {
    for (let at = start + 2; at < start + 6; at++) if (!isHexDigit(bytes[at])) throw broken(bytes, at)
    return start + 6
  }
  if (kind === undefined || !ESCAPED.has(kind)) throw broken(bytes, start + 1)
  return start + 2
}

function scanNumber(bytes: Uint8Array, start: number): number {
  let at = bytes[start] === 0x2d ? start + 1 : start
  at = bytes[at] === 0x30 ? at + 1 : scanDigits(bytes, at)
  if (bytes[at] === 0x2e) at = scanDigits(bytes, at + 1)
  const exponent = bytes[at]
  if (exponent === 0x65 || exponent === 0x45) {
    const sign = bytes[at + 1]
    at = scanDigits(bytes, sign === 0x2b || sign === 0x2d ? at + 2 : at + 1)
  }
  return at
}

function scanDigits(bytes: Uint8Array, start: number): number {
  let at = start
  while (isDigit(bytes[at])) at++
  if (at === start) throw broken(bytes, at)
  return at
}

function isDigit(code: number | undefined): boolean {
  return code !== undefined && code >= 0x30 && code <= 0x39
}

function isHexDigit(code: number | undefined): boolean {
  return isDigit(code) || (code !== undefined && ((code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66)))
}

function skipBlank(bytes: Uint8Array, start: number): number {
  let at = start
  for (;;) {
    const code = bytes[at]
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at
    at++
  }
}

function broken({ length }: Uint8Array, at: number): ProblemError {
  const what = at >= length ? 'The JSON ends too early.' : 'Invalid JSON.'
  return new ProblemError(what, { code: 'malformed_json', at: { byteOffset: at } })
}
