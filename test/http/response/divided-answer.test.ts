// A document that holds several files comes out of a ZIP answer as those files.
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiHarness, type Body, JSON_TYPE, openApi } from '../api-harness.ts'

let api: ApiHarness
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

const post = (path: string, body: Body): Promise<Response> => api.call(path, { method: 'POST', body, headers: JSON_TYPE })

describe('a split document', () => {
  it('comes as a ZIP with a file for each message that the document was split into', async () => {
    const message = ['MSH|^~\\&|A|||||ADT^A01|1|P|2.5', 'PID|1||M\u00fcller', 'MSH|^~\\&|A|||||ADT^A01|2|P|2.5', 'PID|1||M2', ''].join('\r')
    const split = await post('/v1/tools/hl7/normalize?output=zip', JSON.stringify({ message, options: { split: true, lineEnd: 'LF' } }))
    const files = unzipSync(new Uint8Array(await split.arrayBuffer()))
    const texts = Object.entries(files).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)])
    expect(texts.slice(0, 2)).toEqual([
      ['0001.hl7', 'MSH|^~\\&|A|||||ADT^A01|1|P|2.5\nPID|1||M\u00fcller\n'],
      ['0002.hl7', 'MSH|^~\\&|A|||||ADT^A01|2|P|2.5\nPID|1||M2\n'],
    ])
    expect(texts.slice(2).map(([name]) => name)).toEqual(['report.json'])
    const whole = await post('/v1/tools/hl7/normalize?output=zip', JSON.stringify({ message }))
    expect(Object.keys(unzipSync(new Uint8Array(await whole.arrayBuffer())))).toEqual(['normalize.hl7', 'report.json'])
  })
})
