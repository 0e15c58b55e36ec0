// A batch whose results have long documents: each is the result of the call itself, in every form of the batch.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { composeImage } from '../../bench/dicom-upload-file.ts'
import { type ApiHarness, JSON_TYPE, openApi } from '../api-harness.ts'

const PATH = '/v1/tools/phi/deidentify-dicom'
const KEY = 'key=a-key-of-this-test-alone'
const FILES = [composeImage(1_500_000, 1), composeImage(3_000, 2), new Uint8Array(1_200_000).fill(7), composeImage(2_000_000, 4)]

let api: ApiHarness
beforeAll(async () => {
  api = await openApi({ maxBodyBytes: 20_000_000 })
})
afterAll(() => api.close())

const post = (path: string, body: FormData | string | Uint8Array<ArrayBuffer>, headers: Record<string, string>): Promise<Response> =>
  api.call(path, { method: 'POST', body, headers })
const withoutRequest = (text: string): string => text.replace(/"(?:requestId|instance)":"[^"]*",?/g, '')

/** What a batch says of the files, from the calls themselves. */
async function expected(): Promise<string[]> {
  const outcomes: string[] = []
  for (const [index, file] of FILES.entries()) {
    const answer = await post(`${PATH}?${KEY}`, file, { 'Content-Type': 'application/dicom' })
    const text = await answer.text()
    outcomes.push(`{"index":${index},"status":${answer.status},"${answer.status === 200 ? 'result' : 'error'}":${text}}`)
  }
  return outcomes.map(withoutRequest)
}

function formOfFiles(): FormData {
  const form = new FormData()
  for (const file of FILES) form.append('file', new Blob([file]), 'a.dcm')
  return form
}

it.each(['files', 'items'])('as %s', async (kind) => {
  const items = FILES.map((file) => ({ input: { file: Buffer.from(file).toString('base64') } }))
  const answer = await (kind === 'files'
    ? post(`${PATH}/batch?${KEY}`, formOfFiles(), {})
    : post(`${PATH}/batch?${KEY}`, JSON.stringify({ items }), JSON_TYPE))
  const results = (await expected()).join(',')
  const summary = { total: 4, succeeded: 3, failed: 1 }
  expect(withoutRequest(await answer.text()) === `{"summary":${JSON.stringify(summary)},"results":[${results}]}`).toBe(true)
})

it('as lines', async () => {
  const lines = FILES.map((file) => `${JSON.stringify({ input: { file: Buffer.from(file).toString('base64') } })}\n`)
  const answer = await post(`${PATH}/batch?${KEY}`, lines.join(''), { 'Content-Type': 'application/x-ndjson' })
  const outcomes = withoutRequest(await answer.text())
    .split('\n')
    .filter((line) => line.startsWith('{"index"'))
  expect(outcomes.join() === (await expected()).join()).toBe(true)
})
