// phi/deidentify-fhir: documents inside of attachments and Binary are cleaned as what they are, and go where nobody can.
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { phiDeidentifyFhir } from '../../../src/tools/phi/deidentify-fhir.ts'
import { deidentify, holds, patientFile, SECONDARY_CAPTURE, SECRETS } from '../../formats/dicom-deidentify/sample-patient.ts'

// biome-ignore lint/suspicious/noExplicitAny: JSON whose elements the tests name
type Json = any

const KEY = 'correct horse battery staple'
const PSEUDONYMS = { policy: 'pseudonymize', key: KEY, labels: false }
const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64')
const bytesOf = (data: string) => new Uint8Array(Buffer.from(data, 'base64'))

function run(resource: Json, options: object = {}) {
  const told = runTool(phiDeidentifyFhir, { resource: JSON.stringify(resource) }, { labels: false, ...options }) as unknown as {
    readonly resource: string
    readonly embedded: readonly { readonly tool: string | null; readonly mediaType: string | null; readonly changes: number }[]
  }
  return { ...told, json: JSON.parse(told.resource) as Json }
}

const attached = (contentType: string, bytes: Uint8Array | string, over: object = {}) => ({
  resourceType: 'DocumentReference',
  status: 'current',
  subject: { reference: 'Patient/p1' },
  content: [{ attachment: { contentType, data: base64(bytes), size: bytes.length, hash: base64('01234567890123456789'), ...over } }],
})

const PATIENT = { resourceType: 'Patient', id: 'p1', name: [{ family: 'Zebulon', given: ['Quista'] }], birthDate: '1970-03-04' }

describe('DICOM', () => {
  test('is de-identified with the key, and moves with its resource', () => {
    const { json, embedded } = run(attached('application/dicom', patientFile()), PSEUDONYMS)
    expect(embedded).toMatchObject([{ tool: 'phi/deidentify-dicom', mediaType: 'application/dicom' }])
    const { attachment } = json.content[0]
    const bytes = bytesOf(attachment.data)
    for (const secret of SECRETS) expect(holds(bytes, secret), secret).toBe(false)
    const { result } = deidentify(patientFile(), { key: KEY, options: ['retain-modified-dates'], subject: 'p1' })
    expect([...bytes]).toEqual([...result.bytes])
    expect(attachment.size).toBe(bytes.length)
    expect(attachment.hash).toBe(createHash('sha1').update(bytes).digest('base64'))
  })

  test.each([
    ['without a key', patientFile(), {}],
    ['with text burnt in', patientFile('explicit', SECONDARY_CAPTURE), PSEUDONYMS],
    ['that is none', 'Quista Zebulon', PSEUDONYMS],
  ])('%s goes', (_title, bytes, options) => {
    const { json, embedded } = run(attached('application/dicom', bytes), options)
    expect(json.content[0].attachment).toEqual({ contentType: 'application/dicom' })
    expect(embedded).toMatchObject([{ tool: null, mediaType: null }])
  })
})

describe('FHIR', () => {
  const note = 'Seen with Quista Zebulon today.'
  const inner = { resourceType: 'Observation', status: 'final', subject: { reference: 'Patient/p1' }, note: [{ text: note }] }
  const outer = (contentType: string, data: string) => ({
    resourceType: 'Bundle',
    type: 'collection',
    entry: [{ resource: PATIENT }, { resource: { resourceType: 'Binary', contentType, data: base64(data) } }],
  })

  test.each([
    ['application/fhir+json', JSON.stringify(inner)],
    ['application/json; charset=utf-8', JSON.stringify(inner)],
    ['application/fhir+ndjson', `${JSON.stringify(inner)}\n${JSON.stringify(inner)}\n`],
    [
      'application/fhir+xml',
      `<Observation xmlns="http://hl7.org/fhir"><status value="final"/><subject><reference value="Patient/p1"/></subject><note><text value="${note}"/></note></Observation>`,
    ],
  ])('of %s is cleaned in the same graph, and knows the names around it', (contentType, data) => {
    const { json, embedded } = run(outer(contentType, data))
    const text = Buffer.from(json.entry[1].resource.data, 'base64').toString()
    expect(embedded).toMatchObject([{ tool: 'phi/deidentify-fhir' }])
    expect(text).not.toMatch(/Zebulon|Quista|p1/)
    expect(text).toContain(`Patient/${json.entry[0].resource.id}`)
    expect(text).toContain('Seen with [NAME] today.')
  })

  test('inside of FHIR inside of FHIR is cleaned; deeper than anybody writes it goes', () => {
    const nested = (depth: number): Json =>
      depth === 0
        ? PATIENT
        : { resourceType: 'Binary', contentType: 'application/fhir+json', data: base64(JSON.stringify(nested(depth - 1))) }
    const decoded = (value: Json): string =>
      value.data === undefined ? JSON.stringify(value) : decoded(JSON.parse(Buffer.from(value.data, 'base64').toString()))
    expect(decoded(run(nested(3)).json)).toContain('[NAME]')
    expect(decoded(run(nested(9)).json)).toContain('Binary')
  })

  test.each([
    ['a type that nobody knows', '{"resourceType":"Person2","name":"Zebulon"}'],
    ['no FHIR', '{"name":"Zebulon"}'],
    ['no JSON', 'Quista Zebulon'],
  ])('of %s goes', (_title, data) => {
    expect(run(outer('application/json', data)).json.entry[1].resource.data).toBeUndefined()
  })
})

describe('CDA', () => {
  const name = '<name><given>Quista</given><family>Zebulon</family></name>'
  const document = [
    '<ClinicalDocument xmlns="urn:hl7-org:v3"><id root="2.16.840.1.113883.4.1" extension="900-00-0001"/><effectiveTime value="20260110"/>',
    `<recordTarget><patientRole><id root="2.16.840.1.113883.4.1" extension="44871"/><patient>${name}</patient></patientRole></recordTarget>`,
    '<component><structuredBody><component><section><text>Quista Zebulon has asthma.</text></section></component></structuredBody></component></ClinicalDocument>',
  ].join('')

  test.each(['application/hl7-cda+xml', 'text/xml', 'application/xml'])(
    'of %s is cleaned, and its dates move with the resource',
    (contentType) => {
      const { json, embedded } = run({ ...attached(contentType, document), date: '2026-01-10T00:00:00Z' }, PSEUDONYMS)
      expect(embedded).toMatchObject([{ tool: 'phi/deidentify-cda', mediaType: contentType }])
      const text = Buffer.from(json.content[0].attachment.data, 'base64').toString()
      expect(text).not.toMatch(/Quista|Zebulon|44871|900-00/)
      expect(text).toContain('has asthma')
      expect(text).toContain(`<effectiveTime value="${json.date.slice(0, 10).replaceAll('-', '')}"`)
    },
  )
})

describe('what cannot be read goes:', () => {
  test.each([
    ['base64 that is none', { data: 'Quista Zebulon!' }],
    ['CDA that is none', { contentType: 'application/hl7-cda+xml', data: base64('<document>Zebulon</document>') }],
    ['XML that is neither', { contentType: 'text/xml', data: base64('<document>Zebulon</document>') }],
    ['text of another character set', { contentType: 'text/plain', data: base64(Uint8Array.of(0x5a, 0xe4, 0xff)) }],
    ['no media type', { contentType: undefined, data: base64('Quista Zebulon') }],
  ])('%s', (_title, over) => {
    const { json, embedded } = run(attached('text/plain', '', over))
    expect(Object.keys(json.content[0].attachment ?? {}).filter((name) => name !== 'contentType' && name !== 'extension')).toEqual([])
    expect(embedded).toMatchObject([{ tool: null }])
  })

  test('an address, but for one of a resource', () => {
    const urls = ['http://north.example/files/Zebulon.pdf', 'Binary/b1']
    const content = urls.map((url) => ({ attachment: { url } }))
    const { json } = run({ resourceType: 'DocumentReference', status: 'current', content })
    expect(json.content.map(({ attachment }: Json) => attachment?.url)).toEqual([undefined, expect.stringMatching(/^Binary\/id-\d+$/)])
  })
})
