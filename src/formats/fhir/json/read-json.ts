// Reads a JSON document without loss: numbers as they were written, no member dropped in silence.
import { JsonScanner, MAX_DEPTH } from './json-scanner.ts'
import type { JsonArray, JsonObject, JsonValue } from './json-value.ts'
import { NumberText } from './number-text.ts'

/** What a single document may begin with; the grammar of JSON has no place for it, and editors write it. */
const BYTE_ORDER_MARK = 0xfeff
const MAX_EXACT_DIGITS = 15

/**
 * The value of a JSON text (RFC 8259).
 * @throws ProblemError `unreadable_input` with byte offset, line and column: broken grammar, a member twice in one object, a member `__proto__`,
 *   anything behind the value; `resource_limit`: more than 64 levels, a string of more than 16 million characters
 */
export function readJson(text: string): JsonValue {
  const scanner = new JsonScanner(text, text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0)
  const value = readValue(scanner, 0)
  if (!Number.isNaN(scanner.peek())) scanner.fail('Something follows the JSON value.')
  return value
}

/** The value that begins at an offset, and where it ends: of a text that holds several, as NDJSON does. */
export function readJsonAt(text: string, offset: number): { readonly value: JsonValue; readonly end: number } {
  const scanner = new JsonScanner(text, offset)
  const value = readValue(scanner, 0)
  return { value, end: scanner.at }
}

function readValue(scanner: JsonScanner, depth: number): JsonValue {
  switch (scanner.peek()) {
    case 0x22:
      return scanner.string()
    case 0x7b:
      return readObject(scanner, depth + 1)
    case 0x5b:
      return readArray(scanner, depth + 1)
    case 0x74:
      scanner.word('true')
      return true
    case 0x66:
      scanner.word('false')
      return false
    case 0x6e:
      scanner.word('null')
      return null
    default:
      return readNumber(scanner)
  }
}

function readNumber(scanner: JsonScanner): number | NumberText {
  if (Number.isNaN(scanner.peek())) scanner.fail('The JSON ends too early.')
  return keepNumber(scanner.number())
}

const WHOLE_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** The value of a text that is a number as JSON writes it; undefined for what is none. */
export function readNumberText(text: string): number | NumberText | undefined {
  return WHOLE_NUMBER.test(text) ? keepNumber(text) : undefined
}

function keepNumber(text: string): number | NumberText {
  const value = Number(text)
  if (text.length <= MAX_EXACT_DIGITS && Number.isInteger(value) && text.charCodeAt(0) !== 0x2d && !/[.eE]/.test(text)) return value
  return String(value) === text ? value : new NumberText(text)
}

function readObject(scanner: JsonScanner, depth: number): JsonObject {
  checkDepth(scanner, depth)
  const object: JsonObject = {}
  scanner.at++
  if (scanner.peek() === 0x7d) {
    scanner.at++
    return object
  }
  for (;;) {
    const start = expectName(scanner)
    const name = scanner.string()
    if (name === '__proto__') scanner.fail('A member of an object is named __proto__.', start)
    if (Object.hasOwn(object, name)) scanner.fail('An object has a member twice.', start)
    if (scanner.peek() !== 0x3a) scanner.fail('A colon is missing behind the name of a member.')
    scanner.at++
    object[name] = readValue(scanner, depth)
    const next = scanner.peek()
    if (next !== 0x2c && next !== 0x7d)
      scanner.fail(Number.isNaN(next) ? 'The JSON ends too early.' : 'A comma or a closing brace is missing.')
    scanner.at++
    if (next === 0x7d) return object
  }
}

function readArray(scanner: JsonScanner, depth: number): JsonArray {
  checkDepth(scanner, depth)
  const array: JsonArray = []
  scanner.at++
  if (scanner.peek() === 0x5d) {
    scanner.at++
    return array
  }
  for (;;) {
    array.push(readValue(scanner, depth))
    const next = scanner.peek()
    if (next !== 0x2c && next !== 0x5d)
      scanner.fail(Number.isNaN(next) ? 'The JSON ends too early.' : 'A comma or a closing bracket is missing.')
    scanner.at++
    if (next === 0x5d) return array
  }
}

function expectName(scanner: JsonScanner): number {
  const code = scanner.peek()
  if (code !== 0x22) scanner.fail(Number.isNaN(code) ? 'The JSON ends too early.' : 'The name of a member is missing.')
  return scanner.at
}

function checkDepth(scanner: JsonScanner, depth: number): void {
  if (depth > MAX_DEPTH) scanner.fail(`The JSON nests deeper than ${MAX_DEPTH} levels.`, scanner.at, 'resource_limit')
}
