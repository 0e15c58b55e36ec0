// Reads JSON strictly: a fault is told by its byte offset without any excerpt, a name that stands twice in one object is refused
// because the parser would keep the last one silently, and nesting is limited before anything recursive sees the value.
import { countLeading } from '../core/count-leading.ts'
import { Fault } from '../core/fault.ts'

const BACKSLASH = 0x5c
const utf8 = new TextDecoder('utf-8', { fatal: true })
const QUOTE = 0x22

/**
 * @param bytes UTF-8 text, with or without a byte order mark
 * @throws Fault `malformed_json` with the byte offset, `resource_limit` where it nests deeper than maxDepth
 */
export function parseJsonBytes(bytes: Uint8Array, maxDepth: number): unknown {
  return parseJsonText(decodeJsonBytes(bytes), maxDepth)
}

/** @throws Fault `malformed_json` where the bytes are no UTF-8 */
export function decodeJsonBytes(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new Fault('The JSON is not valid UTF-8.', { code: 'malformed_json', at: { byteOffset: firstInvalidUtf8(bytes) } })
  }
}

/** The same for a text; byte offsets count its UTF-8 form. */
export function parseJsonText(text: string, maxDepth: number): unknown {
  scanJson(text, maxDepth)
  return JSON.parse(text)
}

/** An open object or array; names is undefined for an array. */
interface Level {
  readonly names: Names | undefined
  empty: boolean
}

/** The names of an object. A few are found sooner in a list than in a set. */
class Names {
  readonly #few: string[] = []
  #many: Set<string> | undefined

  /** False where the name is there already. */
  add(name: string): boolean {
    if (this.#many ? this.#many.has(name) : this.#few.includes(name)) return false
    if (this.#many) this.#many.add(name)
    else if (this.#few.push(name) > MAX_FEW) this.#many = new Set(this.#few)
    return true
  }
}

const MAX_FEW = 8

/**
 * One pass over the grammar of RFC 8259. It accepts exactly what JSON.parse accepts, less duplicate names and deep nesting.
 * @throws Fault `malformed_json`, `resource_limit`
 */
export function scanJson(text: string, maxDepth: number): void {
  const levels: Level[] = []
  let at = skipBlank(text, 0)
  for (;;) {
    const code = text.charCodeAt(at)
    if (code === 0x7b || code === 0x5b) {
      if (levels.length === maxDepth)
        throw new Fault(`The JSON nests deeper than ${maxDepth} levels.`, { code: 'resource_limit', at: place(text, at) })
      levels.push({ names: code === 0x7b ? new Names() : undefined, empty: true })
      at = skipBlank(text, at + 1)
    } else {
      at = skipBlank(text, scanScalar(text, at))
    }
    at = closeLevels(text, at, levels)
    const level = levels.at(-1)
    if (!level) {
      if (at !== text.length) throw broken(text, at)
      return
    }
    at = scanToValue(text, at, level)
  }
}

/** Passes every closing bracket that stands here; returns the offset of what follows. */
function closeLevels(text: string, start: number, levels: Level[]): number {
  let at = start
  for (;;) {
    const level = levels.at(-1)
    if (!level || text.charCodeAt(at) !== (level.names ? 0x7d : 0x5d)) return at
    levels.pop()
    at = skipBlank(text, at + 1)
  }
}

/** Passes a comma and, in an object, a name and its colon; returns the offset of the value. */
function scanToValue(text: string, start: number, level: Level): number {
  let at = start
  if (!level.empty) {
    if (text.charCodeAt(at) !== 0x2c) throw broken(text, at)
    at = skipBlank(text, at + 1)
  }
  if (level.names) {
    if (text.charCodeAt(at) !== QUOTE) throw broken(text, at)
    const end = scanString(text, at)
    const name = text.slice(at + 1, end - 1)
    const key = name.includes('\\') ? (JSON.parse(text.slice(at, end)) as string) : name
    if (!level.names.add(key))
      throw new Fault('A name stands twice in one object of the JSON.', { code: 'malformed_json', at: place(text, at) })
    at = skipBlank(text, end)
    if (text.charCodeAt(at) !== 0x3a) throw broken(text, at)
    at = skipBlank(text, at + 1)
  }
  level.empty = false
  return at
}

function scanScalar(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code === QUOTE) return scanString(text, at)
  if (code === 0x2d || (code >= 0x30 && code <= 0x39)) return scanNumber(text, at)
  for (const word of ['true', 'false', 'null']) if (text.startsWith(word, at)) return at + word.length
  throw broken(text, at)
}

function scanString(text: string, start: number): number {
  let at = start + 1
  for (;;) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at + 1
    if (code === BACKSLASH) at = scanEscape(text, at)
    else if (code >= 0x20) at++
    else throw broken(text, at)
  }
}

function scanEscape(text: string, start: number): number {
  const kind = text[start + 1]
  if (kind === 'u') {
    for (let at = start + 2; at < start + 6; at++) if (!isHexDigit(text.charCodeAt(at))) throw broken(text, at)
    return start + 6
  }
  if (kind === undefined || !'"\\/bfnrt'.includes(kind)) throw broken(text, start + 1)
  return start + 2
}

function isHexDigit(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66)
}

function scanNumber(text: string, start: number): number {
  let at = text.charCodeAt(start) === 0x2d ? start + 1 : start
  at = text.charCodeAt(at) === 0x30 ? at + 1 : scanDigits(text, at)
  if (text.charCodeAt(at) === 0x2e) at = scanDigits(text, at + 1)
  const exponent = text.charCodeAt(at)
  if (exponent === 0x65 || exponent === 0x45) {
    const sign = text.charCodeAt(at + 1)
    at = scanDigits(text, sign === 0x2b || sign === 0x2d ? at + 2 : at + 1)
  }
  return at
}

function scanDigits(text: string, start: number): number {
  let at = start
  for (;;) {
    const code = text.charCodeAt(at)
    if (!(code >= 0x30 && code <= 0x39)) break
    at++
  }
  if (at === start) throw broken(text, at)
  return at
}

function skipBlank(text: string, start: number): number {
  let at = start
  for (;;) {
    const code = text.charCodeAt(at)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at
    at++
  }
}

function broken(text: string, at: number): Fault {
  const what = at >= text.length ? 'The JSON ends too early.' : 'The JSON breaks its grammar.'
  return new Fault(what, { code: 'malformed_json', at: place(text, at) })
}

function place(text: string, at: number): { byteOffset: number } {
  return { byteOffset: new TextEncoder().encode(text.slice(0, at)).length }
}

/** Offset of the first byte that no UTF-8 text can have there. */
function firstInvalidUtf8(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return countLeading(bytes.length, (place) => {
    try {
      // With `stream`, so that a sequence cut at the end counts as valid.
      decoder.decode(bytes.subarray(0, place + 1), { stream: true })
      return true
    } catch {
      return false
    } finally {
      resetDecoder(decoder)
    }
  })
}

function resetDecoder(decoder: TextDecoder): void {
  try {
    decoder.decode()
  } catch {
    // An unfinished sequence was pending; the decoder is empty now all the same.
  }
}
