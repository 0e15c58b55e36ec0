// Feeds of FHIR resources as a batch: each line of an NDJSON a document of its own, or the rows of all of them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RESOURCE_FEED } from '../../../src/formats/fhir/document/resource-feed.ts'
import { type ApiHarness, openApi } from '../api-harness.ts'

let api: ApiHarness
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

const VIEW = {
  resource: 'Patient',
  select: [{ column: [{ name: 'key', path: 'getResourceKey()' }] }, { forEach: 'name', column: [{ name: 'family', path: 'family' }] }],
}
const patient = (id: number, ...families: string[]) =>
  JSON.stringify({ resourceType: 'Patient', id: `p${id}`, name: families.map((family) => ({ family })) })
const FEED = [patient(1, 'A', 'B'), '', '{"resourceType":"Observation"}', 'no resource', patient(2, 'C'), ''].join('\r\n')

async function post(path: string, headers: Record<string, string> = {}) {
  const response = await api.call(path, { method: 'POST', body: FEED, headers: { 'Content-Type': 'application/fhir+ndjson', ...headers } })
  return {
    type: response.headers.get('content-type'),
    lines: (await response.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  }
}

describe('a feed of resources', () => {
  it('is validated resource by resource', async () => {
    const { lines, type } = await post('/v1/tools/fhir/validate/batch')
    expect(type).toBe('application/x-ndjson')
    expect(lines.slice(0, 4).map(({ index, status, result }) => [index, status, result?.valid])).toEqual([
      [0, 200, true],
      [1, 200, false],
      [2, 422, undefined],
      [3, 200, true],
    ])
    expect(lines[4].summary).toEqual({ total: 4, succeeded: 3, failed: 1 })
  })

  it('is flattened to rows alone, what gives none leaves no line', async () => {
    const query = new URLSearchParams({ output: 'file', format: 'ndjson', viewDefinition: JSON.stringify(VIEW) })
    const { lines, type } = await post(`/v1/tools/fhir/flatten/batch?${query}`)
    expect(type).toBe('application/jsonl')
    expect(lines).toEqual([
      { key: 'Patient/p1', family: 'A' },
      { key: 'Patient/p1', family: 'B' },
      { index: 2, problem: expect.objectContaining({ code: 'unreadable_input' }) },
      { key: 'Patient/p2', family: 'C' },
    ])
  })

  describe('as CSV', () => {
    const csv = (body: string, path = 'output=file&format=csv', headers: Record<string, string> = {}) => {
      const query = `${path}&viewDefinition=${encodeURIComponent(JSON.stringify(VIEW))}`
      const type = { 'Content-Type': 'application/fhir+ndjson', ...headers }
      return api.call(`/v1/tools/fhir/flatten/batch?${query}`, { method: 'POST', body, headers: type })
    }

    it.each([['output=file&format=csv'], ['format=csv']])('is text/csv, with one header: %s', async (path) => {
      const response = await csv([patient(1, 'A', 'B'), patient(2, 'C')].join('\n'), path, { Accept: 'text/csv' })
      expect(response.headers.get('content-type')).toBe('text/csv')
      expect(await response.text()).toBe('key,family\r\nPatient/p1,A\r\nPatient/p1,B\r\nPatient/p2,C\r\n')
    })

    it.each([
      ['at once', 0],
      ['late', 200],
    ])('breaks off after all rows if a resource failed, for a client that reads %s', async (_when, milliseconds) => {
      const response = await csv(FEED)
      await new Promise((resolve) => setTimeout(resolve, milliseconds))
      let text = ''
      const read = async () => {
        for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) text += chunk
      }
      await expect(read()).rejects.toThrow()
      expect(text).toBe('key,family\r\nPatient/p1,A\r\nPatient/p1,B\r\nPatient/p2,C\r\n')
    })
  })

  it('without a view is refused', async () => {
    const { lines } = await post('/v1/tools/fhir/flatten/batch')
    expect(lines[0]).toMatchObject({ status: 422 })
    expect(JSON.stringify(lines[0])).toContain('"pointer":"/input/view"')
  })

  it('is de-identified to resources alone, with the same id for the same patient', async () => {
    const query = new URLSearchParams({
      output: 'file',
      policy: 'pseudonymize',
      key: '0123456789abcdef'.repeat(4),
    })
    const { lines, type } = await post(`/v1/tools/phi/deidentify-fhir/batch?${query}`)
    expect(type).toBe('application/fhir+ndjson')
    expect(lines.map(({ resourceType }) => resourceType)).toEqual(['Patient', 'Observation', 'OperationOutcome', 'Patient'])
    expect(lines[0].id).not.toBe(lines[3].id)
    const again = await post(`/v1/tools/phi/deidentify-fhir/batch?${query}`)
    expect(again.lines[0].id).toBe(lines[0].id)
  })

  it('gets ids of its own in each request under a policy that numbers ids', async () => {
    const { lines } = await post('/v1/tools/phi/deidentify-fhir/batch?output=file')
    const again = await post('/v1/tools/phi/deidentify-fhir/batch?output=file')
    expect(lines[0].id).not.toBe(lines[3].id)
    expect(again.lines[0].id).not.toBe(lines[0].id)
  })
})

describe('the cutter', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const decoder = new TextDecoder()

  it.each([1, 2, 3, 7, 100])('gives the same lines from chunks of %d bytes', (size) => {
    const cutter = RESOURCE_FEED.openCutter(20)
    const whole = bytes('{"a":1}\r\n\n  \n{"b":2}\n{"c":"too long for any line"}\n{"d":4}')
    const told: string[] = []
    const take = (found: Iterable<unknown>) => {
      for (const each of found) told.push(each instanceof Uint8Array ? decoder.decode(each) : (each as { code: string }).code)
    }
    for (let at = 0; at < whole.length; at += size) {
      take(cutter.split(whole.subarray(at, at + size)))
      expect(cutter.pendingBytes).toBeLessThanOrEqual(20)
    }
    take(cutter.end())
    expect(told).toEqual(['{"a":1}', '{"b":2}', 'body_too_large', '{"d":4}'])
  })
})
