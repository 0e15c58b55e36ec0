// One pass over the bytes of a JSON text as they come: its grammar, its nesting, and names that stand twice in one object. Bytes are read several
// times as fast as the characters of a text, and an error reports a place in them.
import { ProblemError } from '../../core/problem.ts'
import { JsonNames } from './json-names.ts'
import { isCompleteNumber, type NumberState, numberAfter, numberBegins } from './json-number.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_OBJECT = 0x7b
const OPEN_ARRAY = 0x5b
const WORDS = ['true', 'false', 'null'].map((word) => new TextEncoder().encode(word))
/** By the letter behind a backslash. */
const IS_ESCAPED = new Uint8Array(256)
for (const letter of '"\\/bfnrt') IS_ESCAPED[letter.charCodeAt(0)] = 1

// What comes next.
const FIRST_VALUE = 0
const VALUE = 1
const FIRST_NAME = 2
const NAME = 3
const COLON = 4
const NEXT = 5
const IN_STRING = 6
const ESCAPE = 7
const HEX = 8
const IN_NUMBER = 9
const IN_WORD = 10

/** Learns of the values at the first levels of a text. Places are offsets in the bytes that were appended last. */
export interface JsonWatcher {
  /** Values in so many objects and arrays are reported, and those in fewer. */
  readonly maxLevel: number
  /** @param first byte of the value; name of the member, empty if it is in no object */
  begin(level: number, first: number, at: number, name: string): void
  /** @param at behind its last byte */
  end(level: number, at: number): void
}

/**
 * Passes exactly what JSON.parse accepts (RFC 8259), less duplicate names and deep nesting.
 * @param text without a byte order mark
 * @param bytes the same in UTF-8
 * @throws ProblemError `malformed_json` with the byte offset, `resource_limit` where it nests deeper than maxDepth
 */
export function scanJson(text: string, bytes: Uint8Array, maxDepth: number): void {
  const scan = new JsonScan(maxDepth, undefined, text.length === bytes.length ? text : undefined)
  scan.append(bytes)
  scan.end()
}

/** A scan of bytes that come in pieces: each may end anywhere, also inside of a character. */
export class JsonScan {
  readonly #maxDepth: number
  readonly #watcher: JsonWatcher | undefined
  readonly #watchedLevel: number
  readonly #names: JsonNames
  /** Open objects and arrays: whether it is an object. */
  readonly #levels: boolean[] = []
  #state: number = VALUE
  /** Of the pieces before. */
  #passed = 0
  /** Of the string that is coming. */
  #isName = false
  #nameStart = 0
  #nameOffset = 0
  #hexLeft = 0
  #number: NumberState | undefined
  #word = WORDS[0]!
  #wordAt = 0
  #wordOffset = 0

  constructor(maxDepth: number, watcher?: JsonWatcher, ascii?: string) {
    this.#maxDepth = maxDepth
    this.#watcher = watcher
    this.#watchedLevel = watcher?.maxLevel ?? -1
    this.#names = new JsonNames(ascii)
  }

  /** What names take in memory, about. */
  get keptBytes(): number {
    return this.#names.keptBytes
  }

  /**
   * @param bytes not needed afterwards
   * @throws ProblemError as scanJson
   */
  append(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) at = this.#pass(bytes, at)
    const isInString = this.#state === IN_STRING || this.#state === ESCAPE || this.#state === HEX
    this.#names.keep(bytes, isInString && this.#isName ? this.#nameStart : undefined)
    this.#nameStart = 0
    this.#passed += bytes.length
  }

  /** @throws ProblemError `malformed_json` */
  end(): void {
    if (this.#state === IN_WORD) throw this.#invalid(this.#wordOffset)
    if (this.#state === IN_NUMBER && isCompleteNumber(this.#number!)) this.#endValue(0)
    if (this.#state === NEXT && this.#levels.length === 0) return
    throw new ProblemError('The JSON ends too early.', { code: 'malformed_json', at: { byteOffset: this.#passed } })
  }

  /** Passes what stands at a place; returns the offset of what follows. */
  #pass(bytes: Uint8Array, start: number): number {
    switch (this.#state) {
      case IN_STRING:
        return this.#passString(bytes, start)
      case ESCAPE:
        return this.#passEscape(bytes[start]!, start)
      case HEX:
        if (!isHexDigit(bytes[start]!)) throw this.#broken(start)
        if (--this.#hexLeft === 0) this.#state = IN_STRING
        return start + 1
      case IN_NUMBER:
        return this.#passNumber(bytes, start)
      case IN_WORD:
        return this.#passWord(bytes, start)
    }
    const at = skipBlank(bytes, start)
    return at === bytes.length ? at : this.#passSign(bytes, at, bytes[at]!)
  }

  #passSign(bytes: Uint8Array, at: number, code: number): number {
    const state = this.#state
    if (state === NEXT) return this.#passNext(code, at)
    if (state === COLON) {
      if (code !== 0x3a) throw this.#broken(at)
      this.#state = VALUE
      return at + 1
    }
    if (state === NAME || state === FIRST_NAME) {
      if (code === QUOTE) return this.#beginName(bytes, at)
      if (code === 0x7d && state === FIRST_NAME) return this.#close(at)
      throw this.#broken(at)
    }
    if (code === 0x5d && state === FIRST_VALUE) return this.#close(at)
    return this.#beginValue(bytes, at, code)
  }

  /** Passes a comma or a closing bracket. */
  #passNext(code: number, at: number): number {
    const isObject = this.#levels.at(-1)
    if (isObject !== undefined && code === (isObject ? 0x7d : 0x5d)) return this.#close(at)
    if (isObject === undefined || code !== 0x2c) throw this.#broken(at)
    this.#state = isObject ? NAME : VALUE
    return at + 1
  }

  #beginValue(bytes: Uint8Array, at: number, code: number): number {
    const { length } = this.#levels
    if (length <= this.#watchedLevel) this.#watcher!.begin(length, code, at, this.#levels.at(-1) ? this.#names.last : '')
    if (code === QUOTE) {
      this.#isName = false
      return this.#passString(bytes, at + 1)
    }
    if (code === OPEN_OBJECT || code === OPEN_ARRAY) return this.#open(at, code === OPEN_OBJECT)
    this.#number = numberBegins(code)
    if (this.#number !== undefined) return this.#passNumber(bytes, at + 1)
    const word = WORDS.find(([first]) => first === code)
    if (!word) throw this.#broken(at)
    this.#word = word
    this.#wordAt = 0
    this.#wordOffset = this.#passed + at
    return this.#passWord(bytes, at)
  }

  #endValue(at: number): void {
    this.#state = NEXT
    const { length } = this.#levels
    if (length <= this.#watchedLevel) this.#watcher!.end(length, at)
  }

  #open(at: number, isObject: boolean): number {
    if (this.#levels.length === this.#maxDepth) {
      const place = { byteOffset: this.#passed + at }
      throw new ProblemError(`The JSON is nested deeper than ${this.#maxDepth} levels.`, { code: 'resource_limit', at: place })
    }
    this.#levels.push(isObject)
    if (isObject) this.#names.open()
    this.#state = isObject ? FIRST_NAME : FIRST_VALUE
    return at + 1
  }

  #close(at: number): number {
    if (this.#levels.pop()) this.#names.close()
    this.#endValue(at + 1)
    return at + 1
  }

  /** From behind the first quote, or from where a piece begins. */
  #passString(bytes: Uint8Array, start: number): number {
    const at = passPlain(bytes, start)
    const code = bytes[at]
    if (code === QUOTE) {
      if (this.#isName) this.#endName(bytes, at)
      else this.#endValue(at + 1)
      return at + 1
    }
    if (code === undefined) {
      this.#state = IN_STRING
      return at
    }
    if (code !== BACKSLASH) throw this.#broken(at)
    this.#state = ESCAPE
    return at + 1
  }

  #passEscape(code: number, at: number): number {
    if (code === 0x75) {
      this.#state = HEX
      this.#hexLeft = 4
    } else if (IS_ESCAPED[code]) this.#state = IN_STRING
    else throw this.#broken(at)
    return at + 1
  }

  #passNumber(bytes: Uint8Array, start: number): number {
    let state = this.#number!
    for (let at = start; at < bytes.length; at++) {
      const next = numberAfter(state, bytes[at]!)
      if (next !== undefined) {
        state = next
        continue
      }
      if (!isCompleteNumber(state)) throw this.#broken(at)
      this.#endValue(at)
      return at
    }
    this.#number = state
    this.#state = IN_NUMBER
    return bytes.length
  }

  #passWord(bytes: Uint8Array, start: number): number {
    let at = start
    for (; at < bytes.length && this.#wordAt < this.#word.length; at++) {
      if (bytes[at] !== this.#word[this.#wordAt++]) throw this.#invalid(this.#wordOffset)
    }
    if (this.#wordAt === this.#word.length) this.#endValue(at)
    else this.#state = IN_WORD
    return at
  }

  #beginName(bytes: Uint8Array, at: number): number {
    this.#isName = true
    this.#nameStart = at + 1
    this.#nameOffset = this.#passed + at
    return this.#passString(bytes, at + 1)
  }

  #endName(bytes: Uint8Array, end: number): void {
    const isWatched = this.#levels.length <= this.#watchedLevel
    if (!this.#names.add({ bytes, start: this.#nameStart, end, isWatched })) {
      throw new ProblemError('Duplicate member name in a JSON object.', { code: 'malformed_json', at: { byteOffset: this.#nameOffset } })
    }
    this.#state = COLON
  }

  #broken(at: number): ProblemError {
    return this.#invalid(this.#passed + at)
  }

  #invalid(byteOffset: number): ProblemError {
    return new ProblemError('Invalid JSON.', { code: 'malformed_json', at: { byteOffset } })
  }
}

/** Passes letters of a string and whole escapes of one letter; returns the offset of what is neither. */
function passPlain(bytes: Uint8Array, start: number): number {
  let at = start
  for (;;) {
    const code = bytes[at]
    if (code === BACKSLASH) {
      if (IS_ESCAPED[bytes[at + 1]!] !== 1) return at
      at += 2
    } else if (code !== undefined && code >= 0x20 && code !== QUOTE) at++
    else return at
  }
}

function isHexDigit(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66)
}

function skipBlank(bytes: Uint8Array, start: number): number {
  let at = start
  for (;;) {
    const code = bytes[at]
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at
    at++
  }
}
