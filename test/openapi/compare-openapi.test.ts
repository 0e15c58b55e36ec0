// The comparator of API documents: what breaks a client is found, what does not is not.
import { describe, expect, it } from 'vitest'
import { type ApiDocument, findBreaches } from './compare-openapi.ts'

type Json = Record<string, unknown>

const REQUEST: Json = {
  type: 'object',
  properties: {
    text: { type: 'string', minLength: 1, maxLength: 10 },
    count: { type: 'integer', minimum: 1, maximum: 5, default: 2 },
    mode: { type: 'string', enum: ['a', 'b'] },
    list: { type: 'array', items: { type: 'string' }, maxItems: 3 },
    either: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    rules: { $ref: '#/components/schemas/Rules' },
  },
  required: ['text'],
  additionalProperties: false,
}
const ANSWER: Json = {
  type: 'object',
  properties: { words: { type: 'integer' }, kind: { type: 'string', enum: ['x', 'y'] }, note: { anyOf: [{ type: 'string' }] } },
  required: ['words'],
}
const RULES: Json = { type: 'array', items: { anyOf: [{ type: 'string' }, { $ref: '#/components/schemas/Rules' }] } }

function documentOf({ request = REQUEST, answer = ANSWER, rules = RULES, operation = {} }: Record<string, Json> = {}): ApiDocument {
  return {
    paths: {
      '/tools/a': {
        post: {
          operationId: 'a',
          parameters: [
            { name: 'output', in: 'query', schema: { type: 'string', enum: ['json', 'zip'] } },
            { $ref: '#/components/parameters/Prefer' },
          ],
          requestBody: {
            required: false,
            content: { 'application/json': { schema: request }, 'text/plain': { schema: { type: 'string' } } },
          },
          responses: { 200: { content: { 'application/json': { schema: answer } } }, 422: { $ref: '#/components/responses/Problem422' } },
          ...operation,
        },
      },
      '/me': { get: { operationId: 'me', responses: { 200: { description: 'x' } } } },
    },
    components: {
      schemas: { Rules: rules },
      parameters: { Prefer: { name: 'Prefer', in: 'header', schema: { type: 'string' } } },
      responses: { Problem422: { content: { 'application/problem+json': { schema: { type: 'object' } } } } },
    },
  }
}

const before = documentOf()
const withRequest = (name: string, change: Json): ApiDocument => {
  const properties = REQUEST.properties as Record<string, Json>
  return documentOf({ request: { ...REQUEST, properties: { ...properties, [name]: { ...properties[name], ...change } } } })
}
const withAnswer = (name: string, change: Json): ApiDocument => {
  const properties = ANSWER.properties as Record<string, Json>
  return documentOf({ answer: { ...ANSWER, properties: { ...properties, [name]: { ...properties[name], ...change } } } })
}
const without = (schema: Json, name: string): Json => {
  const { [name]: _gone, ...properties } = schema.properties as Json
  return { ...schema, properties }
}
const post = before.paths['/tools/a']!.post as { parameters: Json[]; requestBody: { content: Json }; responses: Json }

it('finds nothing where nothing changed', () => {
  expect(findBreaches(before, documentOf())).toEqual([])
})

describe('breaks:', () => {
  it.each<[string, ApiDocument, string]>([
    ['a path that is gone', { ...before, paths: { '/tools/a': before.paths['/tools/a']! } }, 'GET /me is gone'],
    ['a method that is gone', { ...before, paths: { ...before.paths, '/me': {} } }, 'GET /me is gone'],
    ['another operationId', documentOf({ operation: { operationId: 'b' } }), 'operationId'],
    ['a parameter that is gone', documentOf({ operation: { parameters: [post.parameters[0]] } }), 'header Prefer is gone'],
    [
      'a new parameter that is required',
      documentOf({ operation: { parameters: [...post.parameters, { name: 'x', in: 'query', required: true, schema: {} }] } }),
      'query x is required',
    ],
    [
      'a value that a parameter takes no more',
      documentOf({
        operation: { parameters: [{ name: 'output', in: 'query', schema: { type: 'string', enum: ['json'] } }, post.parameters[1]] },
      }),
      'takes a value no more',
    ],
    [
      'a body that becomes required',
      documentOf({ operation: { requestBody: { ...post.requestBody, required: true } } }),
      'a body is required',
    ],
    [
      'a media type that is gone',
      documentOf({ operation: { requestBody: { content: { 'application/json': { schema: REQUEST } } } } }),
      'text/plain is gone',
    ],
    ['a success that is gone', documentOf({ operation: { responses: { 204: {} } } }), 'the answer 200 is gone'],
    ['an answer type that is gone', documentOf({ operation: { responses: { 200: { content: {} } } } }), 'application/json is gone'],
    ['a field that is refused', documentOf({ request: without(REQUEST, 'mode') }), '/mode is gone'],
    ['a field that becomes required', documentOf({ request: { ...REQUEST, required: ['text', 'mode'] } }), '/mode is required'],
    [
      'a new field that is required',
      documentOf({ request: { ...REQUEST, properties: { ...(REQUEST.properties as Json), x: {} }, required: ['text', 'x'] } }),
      '/x is required',
    ],
    ['a narrower type', withRequest('either', { type: 'string' }), '/either takes another type'],
    ['another type', withRequest('count', { type: 'string' }), '/count takes another type'],
    ['a value that is refused', withRequest('mode', { enum: ['a'] }), '/mode takes a value no more'],
    ['a list where any value was taken', withRequest('text', { enum: ['a'] }), '/text takes a list'],
    ['a higher minimum', withRequest('count', { minimum: 2 }), '/count has a narrower minimum'],
    ['a lower maximum', withRequest('count', { maximum: 4 }), '/count has a narrower maximum'],
    ['a new bound', withRequest('either', { maxLength: 5 }), '/either has a narrower maxLength'],
    ['fewer items', withRequest('list', { maxItems: 2 }), '/list has a narrower maxItems'],
    ['a narrower item', withRequest('list', { items: { type: 'string', maxLength: 3 } }), '/list/* has a narrower maxLength'],
    ['a pattern', withRequest('text', { pattern: '^a' }), '/text has another pattern'],
    ['another default', withRequest('count', { default: 3 }), '/count has another default'],
    ['a form that is gone', withRequest('either', { anyOf: [{ type: 'string' }] }), '/either/anyOf is gone'],
    ['a component that is narrower', documentOf({ rules: { ...RULES, maxItems: 3 } }), '/rules has a narrower maxItems'],
    ['a result that is gone', documentOf({ answer: without(ANSWER, 'words') }), '/words is gone'],
    ['a result that may be missing', documentOf({ answer: { ...ANSWER, required: [] } }), '/words may be missing'],
    ['a result of another type', withAnswer('words', { type: 'string' }), '/words gives another type'],
    ['a result that may be null', withAnswer('words', { type: ['integer', 'null'] }), '/words gives another type'],
    ['a choice that may be null', withAnswer('note', { anyOf: [{ type: 'string' }, { type: 'null' }] }), '/note may be null'],
    ['a list of results that is open', withAnswer('kind', { enum: undefined }), '/kind gives any value'],
  ])('%s', (_, after, line) => {
    expect(findBreaches(before, after).join('\n')).toContain(line)
  })
})

describe('does not break:', () => {
  it.each<[string, ApiDocument]>([
    ['a new path', { ...before, paths: { ...before.paths, '/new': { get: { responses: {} } } } }],
    ['a new parameter', documentOf({ operation: { parameters: [...post.parameters, { name: 'x', in: 'query', schema: {} }] } })],
    ['a new media type', documentOf({ operation: { requestBody: { content: { ...post.requestBody.content, 'text/csv': {} } } } })],
    ['a refusal that is gone', documentOf({ operation: { responses: { 200: post.responses[200] } } })],
    ['a new refusal', documentOf({ operation: { responses: { ...post.responses, 409: {} } } })],
    ['a new field', documentOf({ request: { ...REQUEST, properties: { ...(REQUEST.properties as Json), x: { type: 'string' } } } })],
    ['a field that need not be given', documentOf({ request: { ...REQUEST, required: [] } })],
    ['a further type', withRequest('count', { type: ['integer', 'null'] })],
    ['a wider number', withRequest('count', { type: 'number' })],
    ['a further value', withRequest('mode', { enum: ['a', 'b', 'c'] })],
    ['wider bounds', withRequest('count', { minimum: 0, maximum: 9 })],
    ['a bound that is gone', withRequest('text', { maxLength: undefined })],
    ['a further form', withRequest('either', { anyOf: [{ type: 'boolean' }, { type: 'string' }, { type: 'integer' }] })],
    ['another description', withRequest('text', { description: 'Other words.' })],
    ['a new result', documentOf({ answer: { ...ANSWER, properties: { ...(ANSWER.properties as Json), x: {} } } })],
    ['a result that is always there', documentOf({ answer: { ...ANSWER, required: ['words', 'kind'] } })],
    ['a further value of a result', withAnswer('kind', { enum: ['x', 'y', 'z'] })],
    ['a bound that every integer has', withRequest('count', { maximum: Number.MAX_SAFE_INTEGER, minimum: Number.MIN_SAFE_INTEGER })],
    ['a narrower result', withAnswer('words', { minimum: 0 })],
  ])('%s', (_, after) => {
    expect(findBreaches(before, JSON.parse(JSON.stringify(after)) as ApiDocument)).toEqual([])
  })
})
