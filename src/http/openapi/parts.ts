// What the paths of the OpenAPI document share: headers, problems, schemas.
import { PROBLEMS } from '../../core/problem.ts'
import type { Json } from './json.ts'

export function jsonAnswer(description: string, schema: Json): Json {
  return { description, headers: answerHeaders(), content: { 'application/json': { schema } } }
}

const ANSWER_HEADERS = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy', 'Server-Timing']

export function answerHeaders(): Json {
  return headerLinks(ANSWER_HEADERS)
}

export function headerLinks(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

export function sharedHeaders(): Json {
  const text = (description: string): Json => ({ description, schema: { type: 'string' } })
  return {
    'X-Request-Id': text('The id of this request, in every log line about it.'),
    RateLimit: text('Remaining rate and quotas.'),
    'RateLimit-Policy': text('The rate and the quotas of the plan.'),
    'Server-Timing': text('Milliseconds spent on the request.'),
    'Tool-Version': text('The version of the tool that answered.'),
    'Verification-Status': text('Whether the downloaded document may be passed on: passed or needs-review. Not sent with JSON.'),
    Deprecation: text('From when on the tool is not recommended any more (RFC 9745).'),
    Sunset: text('Time after which the tool may be removed (RFC 8594).'),
    Link: text('The successor of a tool that is going to be retired.'),
    Location: text('The path of the job.'),
    'Retry-After': text('Seconds to wait before the next attempt.'),
    'Preference-Applied': text('Which preferences of the request were followed (RFC 7240).'),
  }
}

/** What every operation may answer beside its success, once for all. */
export function sharedResponses(): Json {
  return {
    NotModified: { description: 'Not modified: the ETag is that of If-None-Match.' },
    ToolDescription: jsonAnswer('The declaration with its JSON Schemas and examples.', { type: 'object' }),
    Accepted: {
      ...jsonAnswer('The job, which Location names. Its result is ready later.', { $ref: '#/components/schemas/Job' }),
      headers: { ...answerHeaders(), ...headerLinks(['Location', 'Retry-After', 'Preference-Applied']) },
    },
    Problem: {
      description: `A problem by its status and code.\n\n${codesByStatus()}`,
      headers: { ...answerHeaders(), ...headerLinks(['Retry-After']) },
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  }
}

/** A list in Markdown. */
function codesByStatus(): string {
  const statuses = new Map<number, string[]>()
  for (const [code, { status }] of Object.entries(PROBLEMS)) statuses.set(status, [...(statuses.get(status) ?? []), code])
  return [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, codes]) => `- ${status}: ${codes.join(', ')}`)
    .join('\n')
}

/** Every other answer of an operation is a problem. */
export function problems({ etag = false } = {}): Json {
  const answer = (name: string): Json => ({ $ref: `#/components/responses/${name}` })
  return { ...(etag && { 304: answer('NotModified') }), default: answer('Problem') }
}

export function problemSchema(): Json {
  const text = { type: 'string' }
  return {
    type: 'object',
    description: 'RFC 9457 problem details.',
    properties: {
      type: text,
      title: text,
      status: { type: 'integer' },
      code: { type: 'string', enum: Object.keys(PROBLEMS) },
      detail: text,
      instance: text,
      requestId: text,
      retryable: { type: 'boolean' },
      at: { type: 'object', description: 'Location in the input: byteOffset, path, pointer, line.' },
      errors: {
        type: 'array',
        items: { type: 'object', properties: { pointer: text, code: text, detail: text }, required: ['pointer', 'code', 'detail'] },
      },
    },
    required: ['type', 'title', 'status', 'code', 'detail', 'requestId', 'retryable'],
  }
}

/** How a batch ended. */
export function batchSummarySchema(): Json {
  const count = { type: 'integer', minimum: 0 }
  return {
    type: 'object',
    properties: { total: count, succeeded: count, failed: count },
    required: ['total', 'succeeded', 'failed'],
  }
}

export function toolSummarySchema(): Json {
  const text = { type: 'string' }
  const texts = { type: 'array', items: text }
  return {
    type: 'object',
    properties: {
      id: text,
      category: text,
      title: text,
      summary: text,
      version: text,
      accepts: texts,
      produces: texts,
      limits: { type: 'object' },
      retirement: {
        type: 'object',
        description: 'Only if the tool is going to be retired.',
        properties: { deprecatedAt: text, sunsetAt: text, successor: text },
        required: ['deprecatedAt'],
      },
      links: { type: 'object' },
    },
    required: ['id', 'category', 'title', 'summary', 'version', 'accepts', 'produces', 'limits', 'links'],
  }
}

export function toolListSchema(): Json {
  return listSchema('tools', '#/components/schemas/ToolSummary')
}

/** An object whose one member is a list of a component. */
export function listSchema(member: string, $ref: string): Json {
  return { type: 'object', properties: { [member]: { type: 'array', items: { $ref } } }, required: [member] }
}
