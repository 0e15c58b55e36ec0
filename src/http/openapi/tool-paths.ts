// The paths of one tool in the OpenAPI document: a call, a batch, and both as jobs.
import { acceptedTypes, producedTypes } from '../../core/describe.ts'
import { fieldKind } from '../../core/document.ts'
import { categoryOf, type Tool } from '../../core/tool.ts'
import { batchTypes } from '../batch/batch-route.ts'
import { acceptedAnswer, asyncParameters } from './jobs.ts'
import type { Json } from './json.ts'
import { pascal } from './name-schemas.ts'
import { headerLinks, problems } from './parts.ts'
import { formProperties, schemasOfApi } from './tool-schemas.ts'

export function toolPath(tool: Tool): Json {
  return {
    get: {
      tags: [categoryOf(tool)],
      operationId: `describe_${operationName(tool)}`,
      summary: `Describes ${tool.title}`,
      responses: { 200: { $ref: '#/components/responses/ToolDescription' }, ...problems({ etag: true }) },
    },
    post: callOperation(
      tool,
      { operationId: operationName(tool), summary: tool.title, description: tool.summary },
      {
        200: {
          description: 'The result.',
          ...toolHeaders(tool, tool.download?.verdict ? ['Verification-Status'] : []),
          content: answerContent(tool),
        },
      },
    ),
  }
}

/** What a call is as a job. */
export function jobPath(tool: Tool): Json {
  const names = { operationId: `${operationName(tool)}_job`, summary: `${tool.title}, as a job` }
  return { post: asJob(callOperation(tool, names, { 202: acceptedAnswer() })) }
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

/** The same of a call and of its job. */
interface OperationNames {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
}

function callOperation(tool: Tool, names: OperationNames, answers: Json) {
  const { inputParameters, optionParameters } = schemasOfApi(tool)
  return {
    tags: [categoryOf(tool)],
    ...names,
    ...deprecation(tool),
    parameters: [...inputParameters, ...optionParameters, outputParameter(callForms(tool))],
    requestBody: { $ref: `#/components/requestBodies/${pascal(tool.id)}` },
    responses: { ...answers, ...problems() },
  }
}

export function batchPath(tool: Tool): Json {
  return {
    post: batchOperation(
      tool,
      { operationId: `${operationName(tool)}_batch`, summary: `${tool.title}, many inputs` },
      {
        200: { description: 'The outcome of each item, in input order.', ...toolHeaders(tool), content: batchAnswer(tool) },
      },
    ),
  }
}

/** What a batch is as a job. */
export function batchJobPath(tool: Tool): Json {
  const names = { operationId: `${operationName(tool)}_batch_job`, summary: `${tool.title}, many inputs, as a job` }
  return { post: asJob(batchOperation(tool, names, { 202: acceptedAnswer() })) }
}

function batchOperation(tool: Tool, names: OperationNames, answers: Json) {
  const { optionParameters } = schemasOfApi(tool)
  return {
    tags: [categoryOf(tool)],
    ...names,
    ...deprecation(tool),
    parameters: [...optionParameters, outputParameter(batchForms(tool))],
    requestBody: { $ref: `#/components/requestBodies/${pascal(tool.id)}Batch` },
    responses: { ...answers, ...problems() },
  }
}

function batchContent(tool: Tool): Json {
  const { batchRequest, options } = schemasOfApi(tool)
  const files = { file: { type: 'array', items: FILE }, options }
  const content: Json = {}
  for (const type of batchTypes(tool)) {
    if (type === 'application/json') content[type] = { schema: batchRequest, examples: batchExamples(tool) }
    else if (type === 'multipart/form-data') content[type] = { schema: { type: 'object', properties: files, required: ['file'] } }
    else content[type] = { schema: component(streamName(tool, type)) }
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

/** Headers that answers of other tools do not have. Those of every answer are in the description of the document. */
function toolHeaders({ retirement }: Tool, own: readonly string[] = []): Json {
  const names = [...own, ...(retirement ? ['Deprecation', 'Sunset', 'Link'] : [])]
  return names.length > 0 ? { headers: headerLinks(names) } : {}
}

/** The tool's shortest example as one item. */
function batchExamples(tool: Tool): Json {
  const [{ input, options }] = [...tool.examples].sort((a, b) => JSON.stringify(a).length - JSON.stringify(b).length) as [
    Tool['examples'][0],
  ]
  return { example1: { summary: 'One item', value: { ...(options ? { options } : {}), items: [{ id: '1', input }] } } }
}

/** What a stream holds: items as lines, or documents one after the other. */
function streamName(tool: Tool, type: string): string {
  return tool.document?.feed?.mediaTypes.includes(type) ? 'Documents' : 'ItemLines'
}

/** Bodies and answers of streams. */
export function streamSchemas(): Json {
  const text = (description: string): Json => ({ type: 'string', description })
  return {
    ItemLines: text('One item a line: {"id":"…","input":{…}}. Shared options are query parameters.'),
    Documents: text('Documents one after the other. Each is an item, answered by a line. Shared options are query parameters.'),
    OutcomeLines: text('One outcome a line, then {"summary":{…}}.'),
    DocumentLines: text('One document a line, if a feed was sent.'),
  }
}

function component(name: string): Json {
  return { $ref: `#/components/schemas/${name}` }
}

/** `file` is for feeds. */
function batchForms({ download }: Tool): string[] {
  return ['json', ...(download?.lines ? ['file'] : []), ...(download ? ['zip'] : [])]
}

function batchAnswer(tool: Tool): Json {
  const lines = tool.download?.lines
  return {
    'application/json': { schema: schemasOfApi(tool).batchResult },
    'application/x-ndjson': { schema: component('OutcomeLines') },
    ...(lines ? { [lines.mediaType]: { schema: component('DocumentLines') } } : {}),
    ...(lines?.rows ? { [lines.rows.mediaType]: { schema: rawFile(lines.rows.mediaType) } } : {}),
    ...(tool.download ? { 'application/zip': { schema: rawFile('application/zip') } } : {}),
  }
}

/** A file in a request. */
const FILE = { type: 'string', format: 'binary' }

/** Of a file that is an answer; JSON is described as what a client reads from it, not as text. */
function rawFile(contentMediaType: string): Json {
  return contentMediaType.endsWith('+json') ? { type: 'object' } : { ...FILE, contentMediaType }
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

/** Examples for a reader of the document: those that are short, and the shortest in any case. `GET` of the tool has all of them. */
function bodyExamples(tool: Tool): Json {
  return shortExamples(
    tool.examples.map(({ title, input, options }) => ({ summary: title, value: options ? { ...input, options } : input })),
  )
}

/** Of those that are the document alone, and text, the shortest. */
function rawExamples(tool: Tool): Json {
  const { field } = tool.document!
  if (fieldKind(tool.input.shape[field]!) !== 'text') return {}
  const whole = tool.examples.flatMap(({ title, input, options }) => {
    const { [field]: value, ...beside } = input
    const isDocument = typeof value === 'string' && !options && Object.keys(beside).length === 0
    return isDocument ? [{ summary: title, value }] : []
  })
  return whole.length === 0 ? {} : { examples: shortExamples(whole, 0) }
}

const SHORT_EXAMPLES = 400

/** As many as fit into a number of characters, and the shortest even if it does not. */
function shortExamples(examples: readonly Json[], limit = SHORT_EXAMPLES): Json {
  const lengths = examples.map((example) => JSON.stringify(example).length)
  let left = limit - Math.min(...lengths)
  const shortest = lengths.indexOf(Math.min(...lengths))
  const chosen = examples.filter((_example, i) => {
    if (i === shortest) return true
    left -= lengths[i]!
    return left >= 0
  })
  return Object.fromEntries(chosen.map((example, i) => [`example${i + 1}`, example]))
}

function rawSchema(tool: Tool): Json {
  return fieldKind(tool.input.shape[tool.document!.field]!) === 'text' ? { type: 'string' } : FILE
}

/** Chooses the form of the answer: a component for each set of forms. */
function outputParameter(forms: readonly string[]): Json {
  return { $ref: `#/components/parameters/${outputName(forms)}` }
}

function outputName(forms: readonly string[]): string {
  return `Output${forms.map(pascal).join('')}`
}

/** The parameter `output` of the operations of a tool. */
export function outputParameters(tool: Tool): Json {
  return Object.fromEntries(
    [callForms(tool), batchForms(tool)].map((forms) => [
      outputName(forms),
      {
        name: 'output',
        in: 'query',
        description: 'The form of the answer, for clients that cannot set Accept.',
        schema: { type: 'string', enum: forms },
      },
    ]),
  )
}

function callForms({ download }: Tool): string[] {
  return download ? ['json', 'file', 'zip'] : ['json']
}

function answerContent(tool: Tool): Json {
  const content: Json = {}
  for (const type of producedTypes(tool)) {
    content[type] = { schema: type === 'application/json' ? schemasOfApi(tool).result : rawFile(type) }
  }
  return content
}
