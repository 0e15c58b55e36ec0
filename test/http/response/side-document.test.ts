// A result with a second document, such as the mapping of a de-identified text: no form of an answer loses it silently.
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiHarness, JSON_TYPE, openApi } from '../api-harness.ts'

let api: ApiHarness
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

const options = { policy: 'pseudonymize', key: 'a secret of sixteen or more', mapping: true }
const text = 'Mr. Alvin Zebulonquux was seen.'
const post = (path: string, body: object) => api.call(path, { method: 'POST', body: JSON.stringify(body), headers: JSON_TYPE })
const restore = async (document: string, mapping: string): Promise<string> => {
  const answer = await post('/v1/tools/phi/reidentify', { document, mapping, options: { key: options.key } })
  return ((await answer.json()) as { document: string }).document
}

it('is in JSON as base64, and in a ZIP as a file', async () => {
  const json = (await (await post('/v1/tools/phi/deidentify-text', { text, options })).json()) as { text: string; mapping: string }
  expect(await restore(json.text, json.mapping)).toBe(text)
  const archive = await post('/v1/tools/phi/deidentify-text?output=zip', { text, options })
  const files = unzipSync(new Uint8Array(await archive.arrayBuffer()))
  expect(Object.keys(files)).toEqual(['deidentify-text.txt', 'mapping.bin', 'report.json'])
  expect(Buffer.from(files['mapping.bin']!).toString('base64')).toBe(json.mapping)
  expect(JSON.parse(new TextDecoder().decode(files['report.json'])).mapping).toBeUndefined()
})

it('keeps the answer from being one file alone', async () => {
  const refused = await post('/v1/tools/phi/deidentify-text?output=file', { text, options })
  expect(refused.status).toBe(406)
  expect(await refused.json()).toMatchObject({ code: 'not_acceptable', fields: ['mapping'] })
  const { mapping: _wanted, ...without } = options
  expect((await post('/v1/tools/phi/deidentify-text?output=file', { text, options: without })).status).toBe(200)
})

it('keeps a feed from being documents alone, and a recipe from having it', async () => {
  const patients = ['A', 'B'].map((id) => `${JSON.stringify({ resourceType: 'Patient', id })}\n`).join('')
  const query = new URLSearchParams({ policy: options.policy, key: options.key, mapping: 'true' })
  const headers = { 'Content-Type': 'application/fhir+ndjson' }
  const feed = (output: string) =>
    api.call(`/v1/tools/phi/deidentify-fhir/batch?output=${output}&${query}`, { method: 'POST', body: patients, headers })
  const documents = await (await feed('file')).text()
  expect(documents.match(/OperationOutcome/g)).toHaveLength(2)
  const lines = (await (await feed('json')).text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.slice(0, 2).map(({ result }) => typeof result.mapping)).toEqual(['string', 'string'])
  const steps = [{ tool: 'phi/deidentify-text', options, pass: 'result' }]
  const recipe = await post('/v1/recipes/run', { recipe: { steps }, input: { text } })
  expect(await recipe.json()).toMatchObject({ code: 'not_acceptable' })
})
