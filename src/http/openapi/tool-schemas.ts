// The schemas and query parameters of one tool as named components.
import { documentParts, type JsonSchema, schemasOf } from '../../core/describe.ts'
import type { Tool } from '../../core/tool.ts'
import { plainForm } from '../request/request-fields.ts'
import { firstSentence } from './first-sentence.ts'
import type { Json } from './json.ts'
import { NamedSchemas, pascal } from './name-schemas.ts'

export interface ApiSchemas {
  /** The fields of the input, and those of them that are required. */
  readonly input: { readonly properties: Readonly<Record<string, Json>>; readonly required: readonly string[] }
  /** References to components. */
  readonly options: Json
  readonly request: Json
  readonly result: Json
  readonly batchRequest: Json
  readonly batchResult: Json
  /** References to the parameters by the name of their field, those of options and of the input beside the document. */
  readonly optionParameters: readonly Json[]
  readonly inputParameters: readonly Json[]
  readonly components: Json
  readonly parameters: Json
}

const known = new WeakMap<Tool, ApiSchemas>()

export function schemasOfApi(tool: Tool): ApiSchemas {
  let schemas = known.get(tool)
  if (!schemas) {
    schemas = compose(tool)
    known.set(tool, schemas)
  }
  return schemas
}

/** `hl7/to-fhir` → `Hl7ToFhir`. */
function prefixOf(tool: Tool): string {
  return pascal(tool.id)
}

function compose(tool: Tool): ApiSchemas {
  const prefix = prefixOf(tool)
  const kinds = ['Options', 'Input', 'Result', 'Request', 'BatchRequest', 'BatchResult']
  // Generators name the values of a query parameter by the operation and the parameter.
  const fields = [...Object.keys(tool.input.shape), ...Object.keys(tool.options.shape), 'output'].map(pascal)
  const names = new NamedSchemas({ reserved: new Set([...kinds, ...fields].map((member) => prefix + member)) })
  const named = (kind: 'input' | 'options' | 'output', member: string): Json => {
    const whole = kind === 'output' ? openForGrowth(schemasOf(tool)[kind] as Json) : (schemasOf(tool)[kind] as Json)
    const { $schema: _dialect, $defs = {}, ...schema } = whole as Json & { $defs?: Json }
    return new NamedSchemas({ definitions: $defs, sharedWith: names }).name(schema, prefix + member, [prefix, member])
  }
  const options = named('options', 'Options')
  const input = named('input', 'Input')
  const result = named('output', 'Result')
  const body = names.components[`${prefix}Input`] as Json & { properties: Record<string, Json>; required?: string[] }
  const request = names.name({ ...body, properties: { ...body.properties, options } }, `${prefix}Request`)
  const parameters: Json = {}
  const refer = (fields: JsonSchema, shape: Tool['input']['shape']): Json[] =>
    Object.entries(fields).map(([name, schema]) => {
      const own = prefix + pascal(name)
      parameters[own] = queryParameter(name, schema as Json, plainForm(shape[name]!))
      return { $ref: `#/components/parameters/${own}` }
    })
  const { [tool.document?.field ?? '']: _document, ...beside } = body.properties
  const optionShape = (names.components[`${prefix}Options`] as { properties?: Json } | undefined)?.properties ?? {}
  const batch = {
    batchRequest: names.name(batchRequest(prefix, input, options), `${prefix}BatchRequest`),
    batchResult: names.name(batchResult(prefix, result), `${prefix}BatchResult`),
  }
  names.exemplifyLarge()
  return {
    input: { properties: body.properties, required: body.required ?? [] },
    options,
    request,
    result,
    ...batch,
    inputParameters: tool.document ? refer(beside, tool.input.shape) : [],
    optionParameters: refer(optionShape, tool.options.shape),
    components: names.components,
    parameters,
  }
}

/**
 * Answers may have further members in later versions: a client that refuses unknown members would fail then. Among those members are
 * deprecated ones, which new clients do not need.
 */
function openForGrowth<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(openForGrowth) as T
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).filter(
    ([key, value]) => !(key === 'additionalProperties' && value === false) && !(value as Json | null)?.deprecated,
  )
  return Object.fromEntries(
    entries.map(([key, value]) => [
      key,
      key === 'required' && Array.isArray(value) ? readable(value, schema as unknown as Json) : openForGrowth(value),
    ]),
  ) as T
}

/**
 * Without members that are an object or null: clients of Java read an object wherever one is required, and fail at null. The answer has
 * all of them.
 */
function readable(required: readonly string[], schema: Json): string[] {
  const isObject = ({ type, $ref }: Json): boolean => type === 'object' || $ref !== undefined
  return required.filter((name) => {
    const { anyOf = [] } = ((schema.properties as Record<string, Json> | undefined)?.[name] ?? {}) as { anyOf?: Json[] }
    return !(anyOf.some(({ type }) => type === 'null') && anyOf.some(isObject))
  })
}

function batchRequest(prefix: string, input: Json, options: Json): Json {
  const item = {
    title: `${prefix}BatchItem`,
    type: 'object',
    properties: { id: { type: 'string', maxLength: 128 }, input },
    required: ['input'],
    additionalProperties: false,
  }
  return {
    type: 'object',
    properties: { options, items: { type: 'array', items: item } },
    required: ['items'],
    additionalProperties: false,
  }
}

function batchResult(prefix: string, result: Json): Json {
  const outcome = {
    title: `${prefix}BatchOutcome`,
    type: 'object',
    properties: {
      index: { type: 'integer' },
      id: { type: 'string' },
      status: { type: 'integer' },
      result,
      error: { $ref: '#/components/schemas/Problem' },
    },
    required: ['index', 'status'],
  }
  return {
    type: 'object',
    properties: { summary: { $ref: '#/components/schemas/BatchSummary' }, results: { type: 'array', items: outcome } },
    required: ['summary', 'results'],
  }
}

/** The properties of a form: documents by the names of their parts, and the options. */
export function formProperties(tool: Tool): { properties: Json; required: string[] } {
  const { input, options } = schemasOfApi(tool)
  const properties: Json = {}
  const required: string[] = []
  for (const { part, field } of documentParts(tool)) {
    const { description } = input.properties[field]!
    properties[part] = { type: 'string', format: 'binary', description: description && firstSentence(String(description)) }
    if (input.required.includes(field)) required.push(part)
  }
  properties.options = options
  return { properties, required }
}

/**
 * Lists and objects travel in a query as the JSON text that they are; everything else is written as it is. The description is the first
 * sentence of what the options say, which have it in full.
 */
function queryParameter(name: string, { description, default: preset, ...schema }: Json, form: ReturnType<typeof plainForm>): Json {
  // As a default of the schema it would be sent by clients beside the same option in the body, which is refused.
  const text = preset === undefined ? undefined : JSON.stringify(preset)
  const words = [typeof description === 'string' && firstSentence(description), text !== undefined && `Default: ${text}.`].filter(Boolean)
  const isScalar = typeof schema.type === 'string' && !['array', 'object'].includes(schema.type)
  const json = { type: 'string', ...(form === 'json' && { contentMediaType: 'application/json' }) }
  const isEnum = form === 'text' && typeof schema.$ref === 'string'
  return {
    name,
    in: 'query',
    ...(words.length > 0 && { description: words.join(' ') }),
    schema: isScalar || isEnum ? schema : json,
  }
}
