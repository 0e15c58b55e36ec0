// The forms of a result, for every tool at once: what HTTP promises of files, digests, names, HEAD, OPTIONS, 405 and 406.
import { createHash } from 'node:crypto'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { producedTypes } from '../../../src/core/describe.ts'
import { fieldKind } from '../../../src/core/document.ts'
import { catalogue } from '../../../src/tools/catalogue.ts'
import { type ApiHarness, JSON_TYPE, openApi } from '../api-harness.ts'

let api: ApiHarness
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

const tools = catalogue.map((tool) => [tool.id, tool] as const)
const downloads = tools.filter(([, { download }]) => download)
const exampleOf = ({ examples: [{ input, options }] }: (typeof catalogue)[number]): string =>
  JSON.stringify({ ...input, ...(options && { options }) })

describe('every tool', () => {
  it.each(tools)('%s answers HEAD, OPTIONS and 405 as HTTP says', async (id) => {
    for (const [path, allow] of [
      [`/v1/tools/${id}`, 'OPTIONS, POST, GET, HEAD'],
      [`/v1/tools/${id}/batch`, 'OPTIONS, POST'],
    ] as const) {
      const options = await api.call(path, { method: 'OPTIONS' })
      expect([options.status, options.headers.get('allow'), await options.text()]).toEqual([204, allow, ''])
      const refused = await api.call(path, { method: 'PUT', body: '{}', headers: JSON_TYPE })
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, allow])
      expect(await refused.json()).toMatchObject({ code: 'method_not_allowed', allow: allow.split(', ') })
    }
    const [head, get] = [await api.call(`/v1/tools/${id}`, { method: 'HEAD' }), await api.call(`/v1/tools/${id}`)]
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, get.headers.get('etag'), ''])
    const known = await api.call(`/v1/tools/${id}`, { headers: { 'If-None-Match': get.headers.get('etag')! } })
    expect([known.status, await known.text()]).toEqual([304, ''])
  })

  it.each(tools)('%s answers 406 with the list of what it produces', async (id, tool) => {
    const produces = producedTypes(tool)
    const call = { method: 'POST', body: exampleOf(tool), headers: { ...JSON_TYPE, Accept: 'video/mp4' } }
    for (const [path, headers] of [
      [`/v1/tools/${id}`, call.headers],
      [`/v1/tools/${id}?output=pdf`, JSON_TYPE],
    ] as const) {
      const response = await api.call(path, { ...call, headers })
      expect([response.status, await response.json()]).toMatchObject([
        406,
        { code: 'not_acceptable', produces, detail: expect.stringContaining(produces[0]!) },
      ])
    }
    const batch = await api.call(`/v1/tools/${id}/batch`, { ...call, body: '{"items":[]}' })
    expect([batch.status, await batch.json()]).toMatchObject([406, { produces: expect.arrayContaining(['application/json']) }])
  })
})

describe('every tool whose result is a document', () => {
  it('is there', () => {
    expect(downloads.length).toBeGreaterThan(5)
  })

  it.each(downloads)('%s gives the file and the ZIP, with their digests and names of their own', async (id, tool) => {
    const { mediaType, extension } = tool.download!
    const name = id.slice(id.indexOf('/') + 1)
    const call = { method: 'POST', body: exampleOf(tool) }
    const form = async (accept: string) => {
      const response = await api.call(`/v1/tools/${id}`, { ...call, headers: { ...JSON_TYPE, Accept: accept } })
      const bytes = new Uint8Array(await response.arrayBuffer())
      const digest = `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`
      expect([response.status, response.headers.get('content-digest')]).toEqual([200, digest])
      return { bytes, headers: response.headers }
    }
    const file = await form(mediaType)
    expect(file.headers.get('content-type')!.split(';')[0]).toBe(mediaType)
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${name}.${extension}"`)
    const zip = await form('application/zip')
    expect(zip.headers.get('content-disposition')).toBe(`attachment; filename="${name}.zip"`)
    const files = unzipSync(zip.bytes)
    const report = JSON.parse(new TextDecoder().decode(files['report.json'])) as Record<string, unknown>
    expect(report).not.toHaveProperty(tool.download!.field)
    expect(Object.keys(files).length).toBeGreaterThan(1)
    if (files[`${name}.${extension}`]) expect(Buffer.from(files[`${name}.${extension}`]!).equals(Buffer.from(file.bytes))).toBe(true)
    const json = await api.call(`/v1/tools/${id}?output=json`, { ...call, headers: { ...JSON_TYPE, Accept: mediaType } })
    expect(await json.json()).toHaveProperty(tool.download!.field)
  })

  const uploads = downloads.flatMap(([id, tool]) => {
    const field = tool.document?.field ?? ''
    const example = tool.examples.find(({ input }) => typeof input[field] === 'string')
    return example ? [[id, tool, field, example] as const] : []
  })

  it('is uploaded here, the de-identifiers among them', () => {
    expect(uploads.map(([id]) => id)).toEqual(expect.arrayContaining(['hl7/normalize', 'phi/deidentify-text', 'phi/deidentify-dicom']))
  })

  it.each(uploads)('%s never gives the name of the upload back', async (id, tool, field, { input, options }) => {
    const bytes = Buffer.from(input[field] as string, fieldKind(tool.input.shape[field]!) === 'bytes' ? 'base64' : 'utf8')
    const body = new FormData()
    body.set('file', new Blob([new Uint8Array(bytes)]), 'Zebulon_Quux_1970.dat')
    if (options) body.set('options', JSON.stringify(options))
    for (const [name, value] of Object.entries(input))
      if (name !== field) body.set(name, typeof value === 'string' ? value : JSON.stringify(value))
    for (const output of ['json', 'file', 'zip']) {
      const response = await api.call(`/v1/tools/${id}?output=${output}`, { method: 'POST', body })
      expect([output, response.status]).toEqual([output, 200])
      const text = Buffer.from(await response.arrayBuffer()).toString('latin1')
      expect(JSON.stringify([...response.headers]) + text).not.toContain('Zebulon')
    }
  })
})
