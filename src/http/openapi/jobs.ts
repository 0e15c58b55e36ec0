// Jobs in the OpenAPI document: their paths, and what a tool's operation says of being answered as one.
import { MAX_WAIT_SECONDS } from '../request/prefer.ts'
import type { Json } from './json.ts'
import { answerHeaders, jsonAnswer, listSchema, problems } from './parts.ts'

/** The header parameters of an operation that may be answered as a job. */
export function asyncParameters(): Json[] {
  return [{ $ref: '#/components/parameters/Prefer' }, { $ref: '#/components/parameters/IdempotencyKey' }]
}

export function sharedParameters(): Json {
  return {
    Prefer: {
      name: 'Prefer',
      in: 'header',
      description: `respond-async returns 202 with a job; with wait=N (seconds, at most ${MAX_WAIT_SECONDS}), the result itself if it is ready in time (RFC 7240). A stream of lines is always answered directly.`,
      schema: { type: 'string', examples: ['respond-async', 'respond-async, wait=5'] },
    },
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description: 'With respond-async: the same key with the same request gives the same job again, without a further charge.',
      schema: { type: 'string', minLength: 1, maxLength: 257 },
    },
    JobId: { name: 'id', in: 'path', required: true, description: 'From the Location of the 202.', schema: { type: 'string' } },
  }
}

/** The 202 of an operation that became a job. */
export function acceptedAnswer(): Json {
  return { $ref: '#/components/responses/Accepted' }
}

export function jobSchema(): Json {
  const text = { type: 'string' }
  const instant = { type: 'string', format: 'date-time' }
  const count = { type: 'integer', minimum: 0 }
  return {
    type: 'object',
    description: 'A call that is answered later. By default, its result is kept in memory only.',
    properties: {
      id: text,
      tool: text,
      status: { type: 'string', enum: ['running', 'succeeded', 'failed'] },
      progress: { type: 'object', properties: { done: count, total: count }, required: ['done', 'total'] },
      createdAt: instant,
      finishedAt: instant,
      expiresAt: { ...instant, description: 'When the result is forgotten.' },
      links: { type: 'object', properties: { self: text, result: text }, required: ['self', 'result'] },
    },
    required: ['id', 'tool', 'status', 'progress', 'createdAt', 'links'],
  }
}

export function jobListSchema(): Json {
  return listSchema('jobs', '#/components/schemas/Job')
}

export function jobPaths(): Json {
  const parameters = [{ $ref: '#/components/parameters/JobId' }]
  const anything = { schema: {} }
  return {
    '/jobs': {
      get: {
        tags: ['service'],
        operationId: 'listJobs',
        summary: 'Lists the jobs of the caller, newest first.',
        responses: { 200: jsonAnswer('The jobs.', { $ref: '#/components/schemas/JobList' }), ...problems() },
      },
    },
    '/jobs/{id}': {
      get: {
        tags: ['service'],
        operationId: 'describeJob',
        summary: 'How far a job is.',
        parameters,
        responses: { 200: jsonAnswer('The job.', { $ref: '#/components/schemas/Job' }), ...problems() },
      },
      delete: {
        tags: ['service'],
        operationId: 'deleteJob',
        summary: 'Ends a job and forgets its result.',
        parameters,
        responses: { 204: { description: 'The job is deleted.', headers: answerHeaders() }, ...problems() },
      },
    },
    '/jobs/{id}/result': {
      get: {
        tags: ['service'],
        operationId: 'jobResult',
        summary: 'The result of a job: the answer that the call itself would have had, problems with their status included.',
        parameters,
        responses: {
          200: {
            description: 'As the call itself answers.',
            headers: answerHeaders(),
            content: { 'application/json': anything, '*/*': anything },
          },
          ...problems(),
        },
      },
    },
  }
}
