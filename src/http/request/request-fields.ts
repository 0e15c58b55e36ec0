// Gathers the fields of a call from wherever a request may carry them: JSON, form parts, the raw body, the query.
// A field that comes twice is refused: keeping one of the two would drop the other silently.
import { documentParts } from '../../core/describe.ts'
import { fieldKind, innermost } from '../../core/document.ts'
import { nearestName } from '../../core/nearest-name.ts'
import { type Place, ProblemError, type ProblemItem } from '../../core/problem.ts'
import type { Tool } from '../../core/tool.ts'
import { parseJsonText } from '../response/json-text.ts'
import { firstInvalid } from './utf8-check.ts'

export interface CallFields {
  readonly input: Record<string, unknown>
  readonly options: Record<string, unknown>
}

/** A part of a form: a file keeps its bytes, a plain field is a text. The file's own name is not kept. */
export interface FormPart {
  readonly name: string
  readonly bytes: Uint8Array
  readonly contentType: string | undefined
}

/** The part of a form that is the main document. */
export const DOCUMENT_PART = 'file'

type Schema = Parameters<typeof fieldKind>[0]

interface Limits {
  readonly jsonDepth: number
}

/** Reads `{ ...input, "options": {...} }`. */
export function fieldsFromJson(value: unknown): CallFields {
  if (!isObject(value)) throw invalid([{ pointer: '', code: 'invalid_type', detail: 'expected object' }])
  const { options = {}, ...input } = value
  if (!isObject(options)) throw invalid([{ pointer: '/options', code: 'invalid_type', detail: 'expected object' }])
  return { input, options: { ...options } }
}

const ONE_DOCUMENT = 'the part is repeated; a call takes one document, and a batch takes several'

/** Reads the parts of a form: documents by their part names, `options` as JSON, anything else as a plain field. */
export function fieldsFromForm(tool: Tool, parts: readonly FormPart[], limits: Limits): CallFields {
  const fields: CallFields = { input: {}, options: {} }
  const documents = new Map(documentParts(tool).map(({ part, field }) => [part, field]))
  for (const part of parts) {
    const field = documents.get(part.name)
    if (field !== undefined) {
      const isRepeated = Object.hasOwn(fields.input, field) && parts.filter(({ name }) => name === part.name).length > 1
      if (isRepeated) throw invalid([{ pointer: `/${field}`, code: 'duplicate_field', detail: ONE_DOCUMENT }])
      setField(fields.input, field, documentValue(tool, field, part.bytes, charsetOf(part.contentType)), `/${field}`)
    } else if (part.name === 'options') {
      addOptions(fields, parseJsonText(decodeText(part.bytes, undefined, '/options'), limits.jsonDepth))
    } else if (!isField(tool, part.name)) {
      throw invalid([unknownPart(tool, part, [...documents.keys()])])
    } else {
      addPlainField(tool, fields, part.name, decodeText(part.bytes, charsetOf(part.contentType), pointerTo(tool, part.name)), limits)
    }
  }
  return fields
}

/** What parts of a form and the query say. */
export function fieldsOfParts(tool: Tool, parts: readonly FormPart[], query: URLSearchParams, limits: Limits): CallFields {
  const fields = fieldsFromForm(tool, parts, limits)
  addQuery(tool, fields, query, limits)
  return fields
}

/** Reads a raw body as the tool's document. */
export function fieldsFromRaw(tool: Tool, bytes: Uint8Array, contentType: string): CallFields {
  const field = tool.document!.field
  return { input: { [field]: documentValue(tool, field, bytes, charsetOf(contentType)) }, options: {} }
}

/** Adds the query's parameters, but for `output`, to the fields. */
export function addQuery(tool: Tool, fields: CallFields, query: URLSearchParams, limits: Limits): void {
  for (const [name, value] of query) {
    if (name !== 'output') addPlainField(tool, fields, name, value, limits)
  }
}

function addOptions(fields: CallFields, value: unknown): void {
  if (!isObject(value)) throw invalid([{ pointer: '/options', code: 'invalid_type', detail: 'expected object' }])
  for (const [name, option] of Object.entries(value)) setField(fields.options, name, option, '/options')
}

function addPlainField(tool: Tool, fields: CallFields, name: string, text: string, limits: Limits): void {
  const inInput = Object.hasOwn(tool.input.shape, name)
  const schema = inInput ? tool.input.shape[name] : Object.hasOwn(tool.options.shape, name) ? tool.options.shape[name] : undefined
  if (!schema) throw invalid([unknownField(tool, name)])
  const pointer = pointerTo(tool, name)
  setField(inInput ? fields.input : fields.options, name, plainValue(schema as Schema, text, pointer, limits), pointer)
}

function isField(tool: Tool, name: string): boolean {
  return Object.hasOwn(tool.input.shape, name) || Object.hasOwn(tool.options.shape, name)
}

/** Of a plain field that the tool has. */
function pointerTo(tool: Tool, name: string): string {
  return Object.hasOwn(tool.input.shape, name) ? `/${name}` : `/options/${name}`
}

/** A file in an unknown part is most likely the document. */
function unknownPart(tool: Tool, { name, contentType }: FormPart, documents: readonly string[]): ProblemItem {
  if (contentType === undefined || documents.length === 0) return unknownField(tool, name, documents)
  return {
    pointer: '',
    code: 'unknown_field',
    detail: `the name of a part with a file is unknown; did you mean ${documents.join(' or ')}?`,
  }
}

function unknownField(tool: Tool, name: string, documents: readonly string[] = []): ProblemItem {
  const known = [...documents, ...Object.keys(tool.input.shape), ...Object.keys(tool.options.shape)]
  const likely = nearestName(name, known)
  const hint = likely ? `did you mean ${likely}?` : `expected one of: ${known.join(', ')}`
  return { pointer: '', code: 'unknown_field', detail: `a parameter or part is unknown; ${hint}` }
}

/** Text as it is where the schema takes text, else JSON. */
function plainValue(schema: Schema, text: string, pointer: string, limits: Limits): unknown {
  const form = plainForm(schema)
  // A name or a word begins with none of these, and neither an object nor a list nor a text in quotes with anything else.
  if (form === 'text' || (form === 'either' && !/^\s*[[{"]/.test(text))) return text
  try {
    return parseJsonText(text, limits.jsonDepth)
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'resource_limit') throw error
    throw invalid([{ pointer, code: 'invalid_type', detail: 'expected JSON' }])
  }
}

/** How a field is written in a query, a plain part of a form or a flag: `either` where its schema takes a text or an object. */
export function plainForm(schema: Schema): 'text' | 'json' | 'either' {
  if (fieldKind(schema) !== 'json') return 'text'
  const def = innermost(schema)._zod.def as { type: string; values?: readonly unknown[]; options?: Schema[] }
  if (def.type === 'enum') return 'text'
  if (def.type === 'literal') return def.values?.every((value) => typeof value === 'string') ? 'text' : 'json'
  if (def.type !== 'union') return 'json'
  const forms = new Set(def.options?.map(plainForm))
  if (forms.size > 1) return 'either'
  return forms.has('text') ? 'text' : 'json'
}

/** A text field is decoded here; a field of bytes keeps them, whatever their character set. */
function documentValue(tool: Tool, field: string, bytes: Uint8Array, charset: string | undefined): unknown {
  const kind = fieldKind(tool.input.shape[field]!)
  return kind === 'text' ? decodeText(bytes, charset, `/${field}`) : bytes
}

/**
 * @param charset a WHATWG label; UTF-8 where it is undefined
 * @throws ProblemError `unsupported_media_type` for an unknown charset, `invalid_input` where the bytes are not of it
 */
function decodeText(bytes: Uint8Array, charset: string | undefined, pointer: string): string {
  let decoder: TextDecoder
  try {
    decoder = new TextDecoder(charset ?? 'utf-8', { fatal: true })
  } catch {
    throw new ProblemError('The charset parameter is not a known character set.', { code: 'unsupported_media_type' })
  }
  try {
    return decoder.decode(bytes)
  } catch {
    const at = { pointer, byteOffset: firstInvalid(bytes, decoder.encoding) }
    throw invalid([{ pointer, code: 'invalid_encoding', detail: `the bytes are not valid ${decoder.encoding}` }], at)
  }
}

function charsetOf(contentType: string | undefined): string | undefined {
  if (contentType === undefined) return undefined
  for (const parameter of contentType.split(';').slice(1)) {
    const [name = '', value = ''] = parameter.split('=')
    if (name.trim().toLowerCase() === 'charset') return value.trim().replace(/^"|"$/g, '')
  }
  return undefined
}

function setField(target: Record<string, unknown>, name: string, value: unknown, pointer: string): void {
  if (Object.hasOwn(target, name)) throw invalid([{ pointer, code: 'duplicate_field', detail: 'the field is repeated' }])
  Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function invalid(errors: readonly ProblemItem[], at?: Place): ProblemError {
  return new ProblemError('The input does not match the schema of the tool.', { code: 'invalid_input', errors, ...(at ? { at } : {}) })
}
