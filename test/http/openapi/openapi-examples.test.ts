// Each example of the OpenAPI document, sent as a client sends it who changes nothing: the body of the example, and each parameter that has a
// default with that default.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { composeOpenApi } from '../../../src/http/openapi/compose-openapi.ts'
import { catalogue } from '../../../src/tools/catalogue.ts'
import { type ApiHarness, JSON_TYPE, openApi } from '../api-harness.ts'

interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly schema: { readonly default?: unknown }
}

const document = JSON.parse(JSON.stringify(composeOpenApi(catalogue, { title: 'health-tools', version: '0.0.0', contact: null }, '/v1')))
type Content = Record<string, { examples?: Record<string, { summary?: string; value: unknown }> }>
const contentOf = (path: string): Content => document.components.requestBodies[nameOf(document.paths[path].post.requestBody.$ref)].content
const nameOf = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1)

let api: ApiHarness
beforeAll(async () => {
  api = await openApi({ maxBodyBytes: 64 << 20 })
})
afterAll(() => api.close())

describe.each(catalogue.map((tool) => [tool.id, tool] as const))('%s', (id, tool) => {
  const { post } = document.paths[`/tools/${id}`]
  const examples = Object.entries(contentOf(`/tools/${id}`)).flatMap(([type, { examples: own = {} }]) =>
    Object.entries(own).map(([name, { summary, value }]) => [type, name, summary, value] as const),
  )
  const preset = post.parameters
    .map((parameter: Parameter) => (parameter.$ref ? document.components.parameters[nameOf(parameter.$ref)] : parameter) as Parameter)
    .flatMap(({ name, schema }: Parameter) => (schema.default === undefined ? [] : [[name, String(schema.default)]]))

  it.each(examples)('%s %s is answered with what the example shows', async (type, _name, summary, value) => {
    const body = typeof value === 'string' ? value : JSON.stringify(value)
    const response = await api.call(`/v1/tools/${id}?${new URLSearchParams(preset)}`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': type },
    })
    expect([response.status, response.status === 200 ? '' : await response.clone().text()]).toEqual([200, ''])
    const { output } = tool.examples.find(({ title }) => title === summary)!
    expect(await response.json()).toMatchObject(output)
  })

  it('has an example', () => {
    expect(examples.length).toBeGreaterThan(0)
  })

  it('answers the example of its batch', async () => {
    const { example1 } = contentOf(`/tools/${id}/batch`)['application/json']!.examples!
    const response = await api.call(`/v1/tools/${id}/batch`, { method: 'POST', body: JSON.stringify(example1!.value), headers: JSON_TYPE })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ summary: { total: 1, succeeded: 1, failed: 0 } })
  })
})

it('the example of a recipe is answered by its steps', async () => {
  const { recipe } = contentOf('/recipes/run')['application/json']!.examples!
  const response = await api.call('/v1/recipes/run', { method: 'POST', body: JSON.stringify(recipe!.value), headers: JSON_TYPE })
  expect([response.status, ((await response.json()) as { steps: unknown[] }).steps.length]).toEqual([200, 3])
})
