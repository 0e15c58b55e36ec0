// The paths of one tool in the OpenAPI document: a single call and a batch.
import { acceptedTypes, documentParts, type JsonSchema, producedTypes } from '../core/describe.ts'
import { fieldKind } from '../core/document.ts'
import { categoryOf, type Tool } from '../core/tool.ts'
import { batchTypes } from './batch-route.ts'
import { acceptedAnswer, asyncParameters, headerLinks } from './openapi-jobs.ts'
import { answerHeaders, embedSchemas, type Json, jsonAnswer, operationName, problems } from './openapi-parts.ts'

export function toolPath(tool: Tool): Json {
  return {
    get: {
      tags: [categoryOf(tool)],
      operationId: `describe_${operationName(tool)}`,
      summary: `Describes ${tool.title}`,
      responses: {
        200: jsonAnswer('The declaration with its JSON Schemas and examples.', { type: 'object' }),
        ...problems([304, 400, 401, 404, 429, 503]),
      },
    },
    post: {
      tags: [categoryOf(tool)],
      operationId: operationName(tool),
      summary: tool.title,
      description: tool.summary,
      ...deprecation(tool),
      parameters: [
        ...queryParameters(fieldsBesideDocument(tool), tool.download ? ['json', 'file', 'zip'] : ['json']),
        ...asyncParameters(),
      ],
      requestBody: { required: true, content: requestContent(tool) },
      responses: {
        200: { description: 'The result.', headers: toolHeaders(tool), content: answerContent(tool) },
        202: acceptedAnswer(),
        ...problems([400, 401, 403, 406, 408, 409, 413, 415, 422, 429, 500, 503]),
      },
    },
  }
}

export function batchPath(tool: Tool): Json {
  const files = { file: { type: 'array', items: rawFile('application/octet-stream') }, options: embedSchemas(tool).options }
  const content: Json = {}
  for (const type of batchTypes(tool)) {
    if (type === 'application/json') content[type] = { schema: batchSchema(tool), examples: batchExamples(tool) }
    else if (type === 'multipart/form-data') content[type] = { schema: { type: 'object', properties: files, required: ['file'] } }
    else content[type] = { schema: { type: 'string', description: streamSummary(tool, type) } }
  }
  return {
    post: {
      tags: [categoryOf(tool)],
      operationId: `${operationName(tool)}_batch`,
      summary: `${tool.title}, many inputs`,
      description: 'Answers 200 when the batch was understood; each item has a status of its own.',
      ...deprecation(tool),
      parameters: [...queryParameters(propertiesOf(embedSchemas(tool).options), batchForms(tool)), ...asyncParameters()],
      requestBody: { required: true, content },
      responses: {
        200: { description: 'The outcome of each item, in input order.', headers: toolHeaders(tool), content: batchAnswer(tool) },
        202: acceptedAnswer(),
        ...problems([400, 401, 403, 406, 408, 409, 413, 415, 422, 429, 500, 503]),
      },
    },
  }
}

function deprecation({ retirement }: Tool): Json {
  return retirement ? { deprecated: true } : {}
}

function toolHeaders({ retirement }: Tool): Json {
  const names = retirement ? ['Deprecation', 'Sunset', 'Link'] : []
  return { ...answerHeaders(), ...headerLinks(['Tool-Version', 'Preference-Applied', ...names]) }
}

function batchSchema(tool: Tool): Json {
  const { input, options } = embedSchemas(tool)
  const item = {
    type: 'object',
    properties: { id: { type: 'string', maxLength: 128 }, input: input },
    required: ['input'],
  }
  return {
    type: 'object',
    properties: { options: options, items: { type: 'array', items: { ...item, additionalProperties: false } } },
    required: ['items'],
    additionalProperties: false,
  }
}

function batchExamples(tool: Tool): Json {
  const [{ input, options }] = tool.examples
  return { example1: { summary: 'One item', value: { ...(options ? { options } : {}), items: [{ id: '1', input }] } } }
}

function streamSummary(tool: Tool, type: string): string {
  if (!tool.document?.feed?.mediaTypes.includes(type)) return 'One item a line: {"id":"…","input":{…}}; shared options in the query.'
  return 'Documents one behind the other, as many as there are; each is an item, answered by a line. Shared options in the query.'
}

/** `file` is for feeds. */
function batchForms({ download }: Tool): string[] {
  return ['json', ...(download?.lines ? ['file'] : []), ...(download ? ['zip'] : [])]
}

function batchAnswer(tool: Tool): Json {
  const outcome = {
    type: 'object',
    properties: {
      index: { type: 'integer' },
      id: { type: 'string' },
      status: { type: 'integer' },
      result: embedSchemas(tool).output,
      error: { $ref: '#/components/schemas/Problem' },
    },
    required: ['index', 'status'],
  }
  const count = { type: 'integer' }
  const summary = {
    type: 'object',
    properties: { total: count, succeeded: count, failed: count },
    required: ['total', 'succeeded', 'failed'],
  }
  const lines = tool.download?.lines
  const json = { type: 'object', properties: { summary, results: { type: 'array', items: outcome } }, required: ['summary', 'results'] }
  return {
    'application/json': { schema: json },
    'application/x-ndjson': { schema: { type: 'string', description: 'One outcome a line, then {"summary":{…}}.' } },
    ...(lines ? { [lines.mediaType]: { schema: { type: 'string', description: 'Of a feed, one document a line.' } } } : {}),
    ...(tool.download ? { 'application/zip': { schema: rawFile('application/zip') } } : {}),
  }
}

/** Of a file that is an answer; JSON is described as what a client reads from it, not as text. */
function rawFile(contentMediaType: string): Json {
  return contentMediaType.endsWith('+json') ? { type: 'object' } : { type: 'string', contentMediaType }
}

function requestContent(tool: Tool): Json {
  const { input, options } = embedSchemas(tool)
  const content: Json = {}
  for (const type of acceptedTypes(tool)) {
    if (type === 'application/json') content[type] = { schema: jsonBodySchema(input, options), examples: bodyExamples(tool) }
    else if (type === 'multipart/form-data') content[type] = { schema: formSchema(tool, options) }
    else content[type] = { schema: rawSchema(tool) }
  }
  return content
}

function jsonBodySchema(input: JsonSchema, options: JsonSchema): Json {
  return { ...input, properties: { ...(input.properties as Json), options: options } }
}

function bodyExamples(tool: Tool): Json {
  return Object.fromEntries(
    tool.examples.map(({ title, input, options }, i) => [
      `example${i + 1}`,
      { summary: title, value: options ? { ...input, options } : input },
    ]),
  )
}

function formSchema(tool: Tool, options: JsonSchema): Json {
  const properties: Json = {}
  const required: string[] = []
  for (const { part, field } of documentParts(tool)) {
    properties[part] = {
      ...propertiesOf(embedSchemas(tool).input)[field],
      contentEncoding: undefined,
      contentMediaType: 'application/octet-stream',
    }
    if (requiredOf(embedSchemas(tool).input).includes(field)) required.push(part)
  }
  properties.options = options
  return { type: 'object', properties, required }
}

function rawSchema(tool: Tool): Json {
  return fieldKind(tool.input.shape[tool.document!.field]!) === 'text'
    ? { type: 'string' }
    : { type: 'string', contentMediaType: 'application/octet-stream' }
}

/** Beside a raw body the further input fields travel in the query, too. */
function fieldsBesideDocument(tool: Tool): Record<string, Json> {
  const { input, options } = embedSchemas(tool)
  if (!tool.document) return propertiesOf(options)
  const { [tool.document.field]: _document, ...further } = propertiesOf(input)
  return { ...further, ...propertiesOf(options) }
}

/** Options may travel in the query; `output` chooses the form of the answer. */
function queryParameters(fields: Record<string, Json>, forms: readonly string[]): Json[] {
  return [
    ...Object.entries(fields).map(([name, schema]) => queryParameter(name, schema)),
    {
      name: 'output',
      in: 'query',
      required: false,
      description: 'The form of the answer, for clients that cannot set Accept.',
      schema: { type: 'string', enum: forms },
    },
  ]
}

function queryParameter(name: string, schema: Json): Json {
  const common = { name, in: 'query', required: false, description: String(schema.description ?? '') }
  const isText = schema.type === 'string'
  return isText ? { ...common, schema } : { ...common, content: { 'application/json': { schema } } }
}

function answerContent(tool: Tool): Json {
  const content: Json = {}
  for (const type of producedTypes(tool)) {
    content[type] = { schema: type === 'application/json' ? embedSchemas(tool).output : rawFile(type) }
  }
  return content
}

function propertiesOf(schema: JsonSchema): Record<string, Json> {
  return (schema.properties ?? {}) as Record<string, Json>
}

function requiredOf(schema: JsonSchema): readonly string[] {
  return (schema.required ?? []) as readonly string[]
}
