// The version of a tool and its planned end, in headers, discovery and the API document.
import { expect, it } from 'vitest'
import { summarizeTool } from '../../../src/core/describe.ts'
import type { Tool } from '../../../src/core/tool.ts'
import { composeOpenApi } from '../../../src/http/openapi/compose-openapi.ts'
import { addVersion } from '../../../src/http/response/version-headers.ts'
import { catalogue } from '../../../src/tools/catalogue.ts'
import { JSON_TYPE, openApi } from '../api-harness.ts'

const current = catalogue.find(({ id }) => id === 'text/word-count')!
const retired: Tool = {
  ...current,
  retirement: { deprecatedAt: '2026-07-01', sunsetAt: '2027-01-31', successor: 'text/readability' },
}

function versionHeaders(tool: Tool): Record<string, string> {
  const headers = {}
  addVersion(headers, tool, { basePath: '' })
  return headers
}

it('a tool that stays tells its version alone', () => {
  expect(versionHeaders(current)).toEqual({ 'Tool-Version': current.version })
})

it('one that goes tells from when on, until when, and what to use instead', () => {
  expect(versionHeaders(retired)).toEqual({
    'Tool-Version': current.version,
    Deprecation: '@1782864000',
    Sunset: 'Sun, 31 Jan 2027 00:00:00 GMT',
    Link: '</v1/tools/text/readability>; rel="successor-version"',
  })
  expect(versionHeaders({ ...current, retirement: { deprecatedAt: '2026-07-01' } })).toEqual({
    'Tool-Version': current.version,
    Deprecation: '@1782864000',
  })
})

it('is told by discovery and the API document', () => {
  expect(summarizeTool(retired)).toMatchObject({ retirement: retired.retirement })
  expect(summarizeTool(current)).not.toHaveProperty('retirement')
  const { paths } = composeOpenApi([retired], { title: 't', version: '0' }, '/v1') as { paths: Record<string, { post: object }> }
  expect(paths['/tools/text/word-count']!.post).toMatchObject({ deprecated: true })
  expect(paths['/tools/text/word-count/batch']!.post).toMatchObject({ deprecated: true })
})

it.each([
  ['a call', '', '{"text":""}', JSON_TYPE],
  ['a batch', '/batch', '{"items":[]}', JSON_TYPE],
  ['a stream', '/batch', '', { 'Content-Type': 'application/x-ndjson' }],
])('is told by the answer of %s', async (_, path, body, headers) => {
  const api = await openApi({ tools: [retired] })
  const response = await api.call(`/v1/tools/${retired.id}${path}`, { method: 'POST', body, headers })
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'tool-version': current.version,
    deprecation: '@1782864000',
    sunset: 'Sun, 31 Jan 2027 00:00:00 GMT',
  })
  await response.text()
  await api.close()
})
