// Every tool's examples in every form of the answer, each judged by the schema that the OpenAPI document gives for its media type.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { producedTypes } from '../../../src/core/describe.ts'
import { catalogue } from '../../../src/tools/catalogue.ts'
import { type ApiHarness, JSON_TYPE, openApi } from '../api-harness.ts'

let api: ApiHarness
let document: {
  paths: Record<string, { post: { responses: Record<string, { content: Record<string, { schema: object }> }> } }>
  components: object
}
beforeAll(async () => {
  api = await openApi()
  document = await (await api.call('/v1/openapi.json')).json()
})
afterAll(() => api.close())

const forms = catalogue.flatMap((tool) => producedTypes(tool).map((type) => [tool.id, type, tool] as const))

it.each(forms)('%s answers as %s in the shape that is documented', async (id, type, tool) => {
  const { schema } = document.paths[`/tools/${id}`]!.post.responses['200']!.content[type]!
  const fits = new Ajv2020({ strict: false, validateFormats: false }).compile({ ...schema, components: document.components })
  for (const { input, options } of tool.examples) {
    const body = JSON.stringify({ ...input, ...(options && { options }) })
    const response = await api.call(`/v1/tools/${id}`, { method: 'POST', body, headers: { ...JSON_TYPE, Accept: type } })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, expect.stringContaining(type)])
    fits(/[/+]json$/.test(type) ? await response.json() : await response.text())
    expect(fits.errors ?? []).toEqual([])
  }
})
