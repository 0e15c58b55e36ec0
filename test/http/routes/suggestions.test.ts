// What a caller probably meant: tools and parts whose names are nearly right.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiHarness, JSON_TYPE, openApi } from '../api-harness.ts'

const COUNT = '/v1/tools/text/word-count'

let api: ApiHarness
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

async function problemOf(response: Response, status: number, code: string) {
  const problem = (await response.json()) as { code: string; detail: string; errors?: unknown }
  expect([response.status, problem.code]).toEqual([status, code])
  return problem
}

describe('a refusal', () => {
  it.each([
    ['/v1/tools/text/wrd-count', 'text/word-count'],
    ['/v1/tools/text/wrd-count/batch/jobs', 'text/word-count'],
    ['/api/v1/tools/phi/word-count', 'text/word-count'],
  ])('asks under %s whether %s was meant', async (path, meant) => {
    const problem = await problemOf(await api.call(path, { method: 'POST', body: '{}', headers: JSON_TYPE }), 404, 'unknown_tool')
    expect(problem.detail).toContain(`Did you mean ${meant}?`)
  })

  it.each(['x'.repeat(70), ''])('of an unknown tool is one whatever the name: %s', async (name) => {
    await problemOf(await api.call(`/v1/tools/text/${name}`, { method: 'POST', body: '{}', headers: JSON_TYPE }), 404, 'unknown_tool')
  })

  it('asks whether a file under another name was meant as the document', async () => {
    const form = new FormData()
    form.append('upload', new Blob([new Uint8Array([0xff, 0xfe, 0x00])], { type: 'application/octet-stream' }), 'a.bin')
    const problem = await problemOf(await api.call(COUNT, { method: 'POST', body: form }), 422, 'invalid_input')
    expect(problem.errors).toEqual([
      { pointer: '', code: 'unknown_field', detail: 'the name of a part with a file is unknown; did you mean file?' },
    ])
  })

  it('says that a body has no type, or that of a form which nobody meant', async () => {
    const detailOf = async (headers: Record<string, string>) =>
      (await problemOf(await api.call(COUNT, { method: 'POST', body: new Uint8Array([0x61]), headers }), 415, 'unsupported_media_type'))
        .detail
    expect(await detailOf({})).toMatch(/^The request has no Content-Type\. The tool accepts: application\/json, /)
    expect(await detailOf({ 'Content-Type': 'application/x-www-form-urlencoded' })).toMatch(/^Set the Content-Type .*: application\/json, /)
    for (const type of ['application/pdf', 'constructor'])
      expect(await detailOf({ 'Content-Type': type })).toMatch(/^The tool accepts: application\/json, /)
  })

  it('of two documents says where several are sent', async () => {
    const form = new FormData()
    for (const name of ['a.txt', 'b.txt']) form.append('file', new Blob(['a']), name)
    const problem = await problemOf(await api.call(COUNT, { method: 'POST', body: form }), 422, 'invalid_input')
    expect(problem.errors).toMatchObject([{ pointer: '/text', code: 'duplicate_field', detail: expect.stringContaining('a batch') }])
  })

  it.each(['ht_live_abc', 'Basic dXNlcjpwYXNz', 'Bearer'])(
    'of the header Authorization: %s says how a key is sent',
    async (Authorization) => {
      const response = await api.call(COUNT, { method: 'POST', body: '{}', headers: { ...JSON_TYPE, Authorization } })
      const { detail } = await problemOf(response, 401, 'invalid_credentials')
      expect(detail).toContain('Send Authorization: Bearer KEY.')
    },
  )
})
