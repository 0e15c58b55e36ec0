// Options as plain text, in the query and as parts of a form: where a schema takes a word or an object, both are taken as they are written.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiHarness, openApi } from '../api-harness.ts'

const DEIDENTIFY = '/v1/tools/phi/deidentify-text'
const NOTE = 'Seen on 3 March 2021.'

let api: ApiHarness
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

const asQuery = (policy: string): Promise<Response> =>
  api.call(`${DEIDENTIFY}?${new URLSearchParams({ policy })}`, { method: 'POST', body: NOTE, headers: { 'Content-Type': 'text/plain' } })

const asPart = (policy: string): Promise<Response> => {
  const body = new FormData()
  body.set('text', NOTE)
  body.set('policy', policy)
  return api.call(DEIDENTIFY, { method: 'POST', body })
}

it.each([
  ['a word', 'limited-data-set', 'limited-data-set'],
  ['a word in quotes', '"limited-data-set"', 'limited-data-set'],
  ['an object', ' {"default":"mask"}', 'custom'],
])('%s is taken', async (_, written, policy) => {
  for (const answer of [await asQuery(written), await asPart(written)]) {
    expect(await answer.json()).toMatchObject({ provenance: { policy } })
  }
})

it.each(['{limited', 'limited', '"limited'])('%j is refused', async (written) => {
  for (const answer of [await asQuery(written), await asPart(written)]) {
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ code: 'invalid_input', errors: [{ pointer: '/options/policy' }] })
  }
})

it.each(['subject=M%FCller', '%FF=1', 'subject=a%C3'])('a query that is not UTF-8 is refused: %s', async (query) => {
  const answer = await api.call(`${DEIDENTIFY}?${query}`, { method: 'POST', body: NOTE, headers: { 'Content-Type': 'text/plain' } })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ code: 'invalid_input', errors: [{ pointer: '', code: 'invalid_encoding' }] })
})

it.each(['subject=M%C3%BCller', 'subject=%EF%BF%BD', 'subject=100%'])('a query in UTF-8 is taken: %s', async (query) => {
  const answer = await api.call(`${DEIDENTIFY}?${query}`, { method: 'POST', body: NOTE, headers: { 'Content-Type': 'text/plain' } })
  expect(answer.status).toBe(200)
})

it.each([
  ['a file', 'file', 'text/plain', '/text', [0x61, 0xc3, 0xa9, 0xe9, 0x62], 4],
  ['a file of UTF-16', 'file', 'text/plain; charset=utf-16le', '/text', [0x61, 0x00, 0x00, 0xdc, 0x62, 0x00], 3],
  ['a field', 'subject', 'text/plain', '/options/subject', [0xff], 0],
] as const)('%s of a form in another encoding is refused with its byte', async (_, name, type, pointer, bytes, byteOffset) => {
  const body = new FormData()
  body.set(name, new Blob([new Uint8Array(bytes)], { type }), 'note.txt')
  const answer = await api.call(DEIDENTIFY, { method: 'POST', body })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ at: { pointer, byteOffset }, errors: [{ pointer, code: 'invalid_encoding' }] })
})
