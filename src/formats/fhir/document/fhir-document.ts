// A FHIR document of any form as the resources that it holds, each with a way to find the places of its values.
import { utf8Length } from '../../../core/encode-utf8.ts'
import { ProblemError } from '../../../core/problem.ts'
import { errorAt, JsonScanner } from '../json/json-scanner.ts'
import { isObject, type JsonObject, type JsonPath, type JsonValue } from '../json/json-value.ts'
import { LineCounter, type Position } from '../json/line-counter.ts'
import { locateJson } from '../json/locate-json.ts'
import { readJsonAt } from '../json/read-json.ts'
import type { XmlProblemKind } from '../xml/xml-problem.ts'
import { decodeJsonBytes } from './decode-bytes.ts'

export type FhirFormat = 'json' | 'xml' | 'ndjson'

/** Media types of documents of FHIR, the native one first. */
export const FHIR_MEDIA_TYPES = [
  'application/fhir+json',
  'application/fhir+xml',
  'application/fhir+ndjson',
  'application/json',
  'application/xml',
  'application/x-ndjson',
] as const

/** Something that is wrong in the XML of a resource and cannot be seen in its value any more. */
export interface FoundProblem {
  readonly kind: XmlProblemKind
  readonly path: JsonPath
}

export interface FhirResource {
  /** From 0, in the order of the document. */
  readonly index: number
  readonly value: JsonObject
  /** Of XML, in the order of the document; of a strict reading, only elements that stand out of order. */
  readonly problems?: readonly FoundProblem[]
  /** Places of paths within the resource. */
  locate(paths: readonly JsonPath[]): Position[]
  /** Bytes before a place of `locate`, whose offset counts UTF-16 code units. */
  byteOffsetOf(offset: number): number
}

export interface FhirDocument {
  readonly format: FhirFormat
  readonly charset: string
  /** Bytes of the document as it came; of a text, in UTF-8. Counting takes a twentieth of reading, so it is done on demand. */
  bytes(): number
  readonly text: string
  /** Read one by one: no more than one is held unless the caller keeps them. */
  resources(): Iterable<FhirResource>
}

/** How a document in Turtle begins. */
const TURTLE = /^(?:@prefix|@base|prefix|base)\s/i
const NOT_A_RESOURCE = 'A resource is an object with its type in resourceType.'

/**
 * @throws ProblemError `unreadable_input` with the place: bytes that are not of their character set, broken JSON or XML, what is no resource.
 *   Errors in NDJSON and arrays are thrown while their resources are read.
 */
export function readJsonDocument(source: string | Uint8Array): FhirDocument {
  const { text, charset } = typeof source === 'string' ? { text: source, charset: 'utf-8' } : decodeJsonBytes(source)
  const bytes = () => bytesOf(source)
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0
  const scanner = new JsonScanner(text, start)
  const first = scanner.peek()
  if (Number.isNaN(first)) throw errorAt(text, text.length, 'The document is empty.')
  if (first !== 0x7b && first !== 0x5b) {
    const error = errorAt(text, scanner.at, 'The document is neither JSON nor XML.')
    if (!TURTLE.test(text.slice(scanner.at, scanner.at + 20))) throw error
    throw new ProblemError('The document is RDF (Turtle), which is not supported. Use JSON or XML.', {
      code: 'unsupported_variant',
      at: error.at!,
    })
  }
  if (first === 0x5b) return { format: 'json', charset, bytes, text, resources: () => readArrayOf(text, scanner.at) }
  const { value, end } = readJsonAt(text, scanner.at)
  const rest = new JsonScanner(text, end)
  const next = rest.peek()
  if (Number.isNaN(next)) return { format: 'json', charset, bytes, text, resources: () => [resourceOf(text, value, scanner.at, 0)] }
  if (next !== 0x7b || !/[\r\n]/.test(text.slice(end, rest.at))) throw errorAt(text, rest.at, 'Something follows the JSON value.')
  return { format: 'ndjson', charset, bytes, text, resources: () => readLinesOf(text, start) }
}

function* readLinesOf(text: string, start: number): Generator<FhirResource> {
  const scanner = new JsonScanner(text, start)
  const lines = new LineCounter(text)
  for (let index = 0; !Number.isNaN(scanner.peek()); index++) {
    const from = scanner.at
    const { value, end } = readJsonAt(text, from)
    yield resourceOf(text, value, from, index, lines)
    scanner.at = end
    if (!Number.isNaN(scanner.peek()) && !text.slice(end, scanner.at).includes('\n')) {
      throw errorAt(text, scanner.at, 'A line of NDJSON has more than one value.')
    }
  }
}

function* readArrayOf(text: string, start: number): Generator<FhirResource> {
  const scanner = new JsonScanner(text, start + 1)
  const lines = new LineCounter(text)
  let next = scanner.peek()
  for (let index = 0; next !== 0x5d; index++) {
    const { value, end } = readJsonAt(text, scanner.at)
    yield resourceOf(text, value, scanner.at, index, lines)
    scanner.at = end
    next = scanner.peek()
    if (next !== 0x2c && next !== 0x5d) throw errorAt(text, scanner.at, 'A comma or a closing bracket is missing.')
    if (next === 0x2c) {
      scanner.at++
      next = 0
    }
  }
  scanner.at++
  if (!Number.isNaN(scanner.peek())) throw errorAt(text, scanner.at, 'Something follows the JSON value.')
}

function resourceOf(text: string, value: JsonValue, from: number, index: number, lines?: LineCounter): FhirResource {
  if (!isObject(value) || typeof value.resourceType !== 'string') throw errorAt(text, from, NOT_A_RESOURCE)
  return {
    index,
    value,
    locate: (paths) => locateJson(text, paths, from, lines),
    byteOffsetOf: (offset) => utf8Length(text.slice(0, offset)),
  }
}

export function bytesOf(source: string | Uint8Array): number {
  return typeof source === 'string' ? utf8Length(source) : source.byteLength
}

/** Whether a document is XML: what it begins with, of whatever character set. */
export function looksLikeXml(source: string | Uint8Array): boolean {
  if (typeof source === 'string') return /^\uFEFF?\s*</.test(source)
  const end = Math.min(source.length, 256)
  for (let i = 0; i < end; i++) {
    const byte = source[i]!
    if (byte === 0x3c) return true
    if (!BEFORE_MARKUP.has(byte)) return false
  }
  return false
}

/** White space, byte order marks, and the zero bytes of UTF-16. */
const BEFORE_MARKUP: ReadonlySet<number> = new Set([0x00, 0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf, 0xff, 0xfe])
