// Each example of the OpenAPI document, sent as a client sends it who changes nothing: the body of the example, and each parameter that has a
// default with that default.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { composeOpenApi } from '../../../src/http/openapi/compose-openapi.ts'
import { catalogue } from '../../../src/tools/catalogue.ts'
import { type ApiHarness, openApi } from '../api-harness.ts'

interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly schema: { readonly default?: unknown }
}

const document = JSON.parse(JSON.stringify(composeOpenApi(catalogue, { title: 'health-tools', version: '0.0.0', contact: null }, '/v1')))
const nameOf = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1)

let api: ApiHarness
beforeAll(async () => {
  api = await openApi({ maxBodyBytes: 64 << 20 })
})
afterAll(() => api.close())

describe.each(catalogue.map((tool) => [tool.id, tool] as const))('%s', (id, tool) => {
  const { post } = document.paths[`/tools/${id}`]
  const content: Record<string, { examples?: Record<string, { summary: string; value: unknown }> }> =
    document.components.requestBodies[nameOf(post.requestBody.$ref)].content
  const examples = Object.entries(content).flatMap(([type, { examples: own = {} }]) =>
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
})
