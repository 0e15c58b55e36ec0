// The JSON form of inputs and results: documents of bytes are base64 there and Uint8Array inside.
import type * as z from 'zod'
import { fieldKind } from './document.ts'
import { ProblemError, type ProblemItem } from './problem.ts'
import type { Json, Tool } from './tool.ts'
import { writeJson } from './write-json.ts'

/**
 * The input of a tool from its JSON form. Fields that are not documents pass unchanged; the schema checks them later.
 * @throws ProblemError `invalid_input` where a document of bytes is not base64 (RFC 4648 §4, with or without padding)
 */
export function inputFromJson(tool: Tool, json: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = bytesFieldsOf(tool.input)
  const input: Record<string, unknown> = { ...json }
  if (names.length === 0) return input
  const findings: ProblemItem[] = []
  for (const name of names) {
    const value = input[name]
    if (typeof value !== 'string') continue
    const bytes = decodeBase64(value)
    if (bytes) input[name] = bytes
    else findings.push({ pointer: `/${name}`, code: 'invalid_format', detail: 'expected base64' })
  }
  if (findings.length > 0)
    throw new ProblemError('The input does not match the schema of the tool.', { code: 'invalid_input', errors: findings })
  return input
}

const bytesFields = new WeakMap<z.ZodObject, readonly string[]>()

function bytesFieldsOf(schema: z.ZodObject): readonly string[] {
  let names = bytesFields.get(schema)
  if (!names) {
    names = Object.keys(schema.shape).filter((name) => fieldKind(schema.shape[name]!) === 'bytes')
    bytesFields.set(schema, names)
  }
  return names
}

/** The JSON form of a result. */
export function resultToJson(tool: Tool, result: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const names = bytesFieldsOf(tool.output)
  if (names.length === 0) return result
  const json: Record<string, unknown> = { ...result }
  for (const name of names) {
    const value = json[name]
    if (value instanceof Uint8Array) json[name] = encodeBase64(value)
  }
  return json
}

/** Longer documents are written as bytes: a text of one takes its memory several times over. */
const LONG_BYTES = 1 << 20

/**
 * The JSON of a result: one text, as UTF-8 if the result has a long document of bytes.
 * @throws ProblemError as writeJson
 */
export function writeResult(tool: Tool, result: Readonly<Record<string, unknown>>): Json {
  const isLong = (value: unknown): value is Uint8Array => value instanceof Uint8Array && value.length > LONG_BYTES
  const names = bytesFieldsOf(tool.output).filter((name) => isLong(result[name]))
  if (names.length === 0) return writeJson(resultToJson(tool, result))
  const rest = resultToJson(tool, Object.fromEntries(Object.entries(result).filter(([name]) => !names.includes(name))))
  const members = Object.entries(result).flatMap(([name, value]): Member[] => {
    const document = names.includes(name) && isLong(value) ? value : undefined
    // Undefined for what JSON has no form of.
    const text: string | undefined = document ? '"' : writeJson(rest[name])
    return text === undefined ? [] : [{ start: utf8.encode(`${JSON.stringify(name)}:${text}`), document }]
  })
  return joinMembers(members)
}

interface Member {
  /** With the value, or with the quotation mark before the document. */
  readonly start: Uint8Array
  readonly document: Uint8Array | undefined
}

const utf8 = new TextEncoder()
const [OPEN, COMMA, QUOTE, CLOSE] = utf8.encode('{,"}')

function joinMembers(members: readonly Member[]): Uint8Array {
  const lengthOf = ({ start, document }: Member): number => 1 + start.length + (document ? Math.ceil(document.length / 3) * 4 + 1 : 0)
  const all = new Uint8Array(members.reduce((sum, member) => sum + lengthOf(member), 1))
  let at = 0
  const add = (bytes: Uint8Array): void => {
    all.set(bytes, at)
    at += bytes.length
  }
  for (const { start, document } of members) {
    all[at] = at === 0 ? OPEN! : COMMA!
    at++
    add(start)
    if (!document) continue
    for (const digits of base64Steps(document)) add(digits)
    all[at++] = QUOTE!
  }
  all[at] = CLOSE!
  return all
}

/** Names of bytes in a result besides its download, such as the mapping of a de-identified document. */
export function sideDocuments(tool: Tool, result: Readonly<Record<string, unknown>>): readonly string[] {
  return bytesFieldsOf(tool.output).filter((name) => name !== tool.download?.field && result[name] instanceof Uint8Array)
}

/** @throws ProblemError `not_acceptable` for a result that its download alone would lose a part of */
export function checkSoleDocument(tool: Tool, result: Readonly<Record<string, unknown>>): void {
  const fields = sideDocuments(tool, result)
  if (fields.length === 0) return
  throw new ProblemError(
    'The result has more than one document. Only JSON and ZIP answers of the tool itself, without a recipe, contain all of them.',
    {
      code: 'not_acceptable',
      facts: { fields },
    },
  )
}

/** The inside form of a result that resultToJson wrote. */
export function resultFromJson(tool: Tool, json: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const result: Record<string, unknown> = { ...json }
  for (const name of bytesFieldsOf(tool.output)) {
    const value = result[name]
    if (typeof value === 'string') result[name] = decodeBase64(value)
  }
  return result
}

/** Strict base64; undefined where the text is not base64. */
function decodeBase64(text: string): Uint8Array | undefined {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const digits = text.length - padding
  if (padding > 0 ? text.length % 4 !== 0 : digits % 4 === 1) return undefined
  if (!/^[A-Za-z0-9+/]*$/.test(padding > 0 ? text.slice(0, digits) : text)) return undefined
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i)
  return bytes
}

const DIGITS = new TextEncoder().encode('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')
/** The two digits of each 12 bits, in their order in memory. */
const PAIRS = new Uint16Array(Uint8Array.from({ length: 8192 }, (_, i) => DIGITS[i % 2 === 0 ? i >> 7 : (i >> 1) & 63]!).buffer)
const PADDING = 0x3d
const ascii = new TextDecoder()
/** Written at a time, a whole number of threes. */
const STEP_BYTES = 49_152

/** Base64 with padding. By a table of pairs, because a text of characters for btoa takes ten times as long. */
export function encodeBase64(bytes: Uint8Array): string {
  let text = ''
  for (const digits of base64Steps(bytes)) text += ascii.decode(digits)
  return text
}

/** The digits in steps, each of which is valid until the next. */
function* base64Steps(bytes: Uint8Array): Generator<Uint8Array> {
  const pairs = new Uint16Array(Math.ceil(Math.min(bytes.length, STEP_BYTES) / 3) * 2)
  const digits = new Uint8Array(pairs.buffer)
  for (let start = 0; start < bytes.length; start += STEP_BYTES) {
    const end = Math.min(start + STEP_BYTES, bytes.length)
    const rest = (end - start) % 3
    const written = writeThrees(bytes, start, end - rest, pairs) * 2
    if (rest > 0) writeRest(bytes.subarray(end - rest, end), digits.subarray(written))
    yield rest > 0 ? digits.subarray(0, written + 4) : digits.subarray(0, written)
  }
}

/** Returns how many pairs. */
function writeThrees(bytes: Uint8Array, start: number, end: number, pairs: Uint16Array): number {
  let out = 0
  for (let i = start; i < end; i += 3) {
    const bits = (bytes[i]! << 16) | (bytes[i + 1]! << 8) | bytes[i + 2]!
    pairs[out++] = PAIRS[bits >> 12]!
    pairs[out++] = PAIRS[bits & 0xfff]!
  }
  return out
}

function writeRest([first = 0, second]: Uint8Array, digits: Uint8Array): void {
  digits[0] = DIGITS[first >> 2]!
  digits[1] = DIGITS[((first & 3) << 4) | ((second ?? 0) >> 4)]!
  digits[2] = second === undefined ? PADDING : DIGITS[(second & 15) << 2]!
  digits[3] = PADDING
}
