// The paths of one tool in the OpenAPI document: a call, a batch, and both as jobs.
import { acceptedTypes, producedTypes } from '../../core/describe.ts'
import { fieldKind } from '../../core/document.ts'
import { categoryOf, type Tool } from '../../core/tool.ts'
import { batchTypes } from '../batch-route.ts'
import { acceptedAnswer, asyncParameters, headerLinks } from './jobs.ts'
import type { Json } from './json.ts'
import { pascal } from './name-schemas.ts'
import { answerHeaders, jsonAnswer, problems } from './parts.ts'
import { formProperties, schemasOfApi } from './tool-schemas.ts'

const CALL_PROBLEMS = [400, 401, 403, 406, 408, 409, 413, 415, 422, 429, 500, 503]

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
    post: callOperation(tool, operationName(tool), tool.title, tool.summary, {
      200: { description: 'The result.', headers: toolHeaders(tool), content: answerContent(tool) },
    }),
  }
}

/** What a call is as a job. */
export function jobPath(tool: Tool): Json {
  const description =
    'Answers 202 with a job, as the call does with Prefer: respond-async. The result of the job is the answer of the call.'
  return {
    post: asJob(callOperation(tool, `${operationName(tool)}_job`, `${tool.title}, as a job`, description, { 202: acceptedAnswer() })),
  }
}

/** Options of a job stand in its body. */
function asJob(operation: Json & { parameters: readonly Json[] }): Json {
  return { ...operation, parameters: [operation.parameters.at(-1), ...asyncParameters()] }
}

/** The bodies of a call and of a batch, by the names of their components. */
export function requestBodies(tool: Tool): Json {
  const name = pascal(tool.id)
  return {
    [name]: { required: true, content: requestContent(tool) },
    [`${name}Batch`]: { required: true, content: batchContent(tool) },
  }
}

function callOperation(tool: Tool, operationId: string, summary: string, description: string, answers: Json) {
  const { inputParameters, optionParameters } = schemasOfApi(tool)
  return {
    tags: [categoryOf(tool)],
    operationId,
    summary,
    description,
    ...deprecation(tool),
    parameters: [...inputParameters, ...optionParameters, outputParameter(tool.download ? ['json', 'file', 'zip'] : ['json'])],
    requestBody: { $ref: `#/components/requestBodies/${pascal(tool.id)}` },
    responses: { ...answers, ...problems(CALL_PROBLEMS) },
  }
}

export function batchPath(tool: Tool): Json {
  const description = 'Answers 200 if the batch was understood. Each item has a status of its own.'
  return {
    post: batchOperation(tool, `${operationName(tool)}_batch`, `${tool.title}, many inputs`, description, {
      200: { description: 'The outcome of each item, in input order.', headers: toolHeaders(tool), content: batchAnswer(tool) },
    }),
  }
}

/** What a batch is as a job. */
export function batchJobPath(tool: Tool): Json {
  const description =
    'Answers 202 with a job, as the batch does with Prefer: respond-async. The result of the job is the answer of the batch.'
  const operation = batchOperation(tool, `${operationName(tool)}_batch_job`, `${tool.title}, many inputs, as a job`, description, {
    202: acceptedAnswer(),
  })
  return { post: asJob(operation) }
}

function batchOperation(tool: Tool, operationId: string, summary: string, description: string, answers: Json) {
  const { optionParameters } = schemasOfApi(tool)
  return {
    tags: [categoryOf(tool)],
    operationId,
    summary,
    description,
    ...deprecation(tool),
    parameters: [...optionParameters, outputParameter(batchForms(tool))],
    requestBody: { $ref: `#/components/requestBodies/${pascal(tool.id)}Batch` },
    responses: { ...answers, ...problems(CALL_PROBLEMS) },
  }
}

function batchContent(tool: Tool): Json {
  const { batchRequest, options } = schemasOfApi(tool)
  const files = { file: { type: 'array', items: rawFile('application/octet-stream') }, options }
  const content: Json = {}
  for (const type of batchTypes(tool)) {
    if (type === 'application/json') content[type] = { schema: batchRequest, examples: batchExamples(tool) }
    else if (type === 'multipart/form-data') content[type] = { schema: { type: 'object', properties: files, required: ['file'] } }
    else content[type] = { schema: { type: 'string', description: streamSummary(tool, type) } }
  }
  return content
}

/** A name for code generators: `text_word_count`. */
function operationName(tool: Tool): string {
  return tool.id.replace(/[^A-Za-z0-9]/g, '_')
}

function deprecation({ retirement }: Tool): Json {
  return retirement ? { deprecated: true } : {}
}

function toolHeaders({ retirement }: Tool): Json {
  const names = retirement ? ['Deprecation', 'Sunset', 'Link'] : []
  return { ...answerHeaders(), ...headerLinks(['Tool-Version', 'Preference-Applied', ...names]) }
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
  const lines = tool.download?.lines
  return {
    'application/json': { schema: schemasOfApi(tool).batchResult },
    'application/x-ndjson': { schema: { type: 'string', description: 'One outcome a line, then {"summary":{…}}.' } },
    ...(lines ? { [lines.mediaType]: { schema: { type: 'string', description: 'Of a feed, one document a line.' } } } : {}),
    ...(tool.download ? { 'application/zip': { schema: rawFile('application/zip') } } : {}),
  }
}

/** Of a file that is an answer; JSON is described as what a client reads from it, not as text. */
function rawFile(contentMediaType: string): Json {
  return contentMediaType.endsWith('+json') ? { type: 'object' } : { type: 'string', format: 'binary', contentMediaType }
}

function requestContent(tool: Tool): Json {
  const content: Json = {}
  for (const type of acceptedTypes(tool)) {
    if (type === 'application/json') content[type] = { schema: schemasOfApi(tool).request, examples: bodyExamples(tool) }
    else if (type === 'multipart/form-data') content[type] = { schema: { type: 'object', ...formProperties(tool) } }
    else content[type] = { schema: rawSchema(tool), ...rawExamples(tool) }
  }
  return content
}

function bodyExamples(tool: Tool): Json {
  return Object.fromEntries(
    tool.examples.map(({ title, input, options }, i) => [
      `example${i + 1}`,
      { summary: title, value: options ? { ...input, options } : input },
    ]),
  )
}

/** Those that are the document alone, and text. */
function rawExamples(tool: Tool): Json {
  const { field } = tool.document!
  const whole = tool.examples.flatMap(({ title, input, options }, i) => {
    const { [field]: value, ...beside } = input
    const isDocument = typeof value === 'string' && !options && Object.keys(beside).length === 0
    return isDocument ? [[`example${i + 1}`, { summary: title, value }] as const] : []
  })
  if (whole.length === 0 || fieldKind(tool.input.shape[field]!) !== 'text') return {}
  return { examples: Object.fromEntries(whole) }
}

function rawSchema(tool: Tool): Json {
  return fieldKind(tool.input.shape[tool.document!.field]!) === 'text' ? { type: 'string' } : rawFile('application/octet-stream')
}

/** Chooses the form of the answer. */
function outputParameter(forms: readonly string[]): Json {
  return {
    name: 'output',
    in: 'query',
    required: false,
    description: 'The form of the answer, for clients that cannot set Accept.',
    schema: { type: 'string', enum: forms },
  }
}

function answerContent(tool: Tool): Json {
  const content: Json = {}
  for (const type of producedTypes(tool)) {
    content[type] = { schema: type === 'application/json' ? schemasOfApi(tool).result : rawFile(type) }
  }
  return content
}
