// phi/deidentify-fhir: links with ids that are not legal still lead to their resources, and what stands for a type in a link stays only if it is one.
import { describe, expect, test } from 'vitest'
import { runTool } from '../../../../src/core/run.ts'
import { phiDeidentifyFhir } from '../../../../src/tools/phi/deidentify-fhir.ts'

const OPTIONS = {
  'safe-harbor': {},
  pseudonymize: { policy: 'pseudonymize', key: 'a secret of sixteen or more' },
  'fail-closed': { mode: 'fail-closed' },
}

function deidentified(resource: object, options: object) {
  const told = runTool(phiDeidentifyFhir, { resource: JSON.stringify(resource) }, options) as unknown as { readonly resource: string }
  return { text: told.resource, json: JSON.parse(told.resource) }
}

const observation = (more: object) => ({ resourceType: 'Observation', status: 'final', code: { text: 'x' }, ...more })

test('a policy that keeps ids still hides the server of a reference to an unknown type', () => {
  const policy = { default: 'replace', rules: [{ category: 'other-id', action: 'keep' }] }
  const { text, json } = deidentified(observation({ subject: { reference: 'http://ehr.zorg.test/fhir/Patients/12' } }), { policy })
  expect(json.subject.reference).toMatch(/\/Patients\/12$/)
  expect(text).not.toContain('zorg')
})

describe.each(Object.entries(OPTIONS))('%s', (_, options) => {
  test.each(['org_1', 'Quillon Vandermeersch', `${'a'.repeat(70)}`])('a contained resource stays with the id %s', (id) => {
    const contained = [{ resourceType: 'Patient', id, gender: 'female' }]
    const { json, text } = deidentified(observation({ contained, subject: { reference: `#${id}` } }), options)
    expect(json.subject.reference).toBe(`#${json.contained[0].id}`)
    expect(json.contained[0].gender).toBe('female')
    expect(text).not.toContain(id)
  })

  test.each(['pat_1', 'pat 1', 'pat:1', 'a'.repeat(80)])('a relative, an absolute and a versioned reference lead to the id %s', (id) => {
    const base = 'http://ehr.zorg.test/fhir'
    const entry = [
      { fullUrl: `${base}/Patient/${id}`, resource: { resourceType: 'Patient', id } },
      ...[`Patient/${id}`, `${base}/Patient/${id}`, `Patient/${id}/_history/2`].map((reference, i) => ({
        fullUrl: `${base}/Observation/o${i}`,
        resource: observation({ id: `o${i}`, subject: { reference } }),
      })),
    ]
    const { json, text } = deidentified({ resourceType: 'Bundle', type: 'collection', entry }, options)
    const [patient, ...observations] = json.entry
    const relative = `Patient/${patient.resource.id}`
    const [first, second, third] = observations.map((each: typeof patient) => each.resource.subject.reference)
    expect(patient.fullUrl.endsWith(`/${relative}`)).toBe(true)
    expect([first, second]).toEqual([relative, patient.fullUrl])
    expect(third.startsWith(`${relative}/_history/`)).toBe(true)
    expect(text).not.toContain(id)
  })

  test.each(['Vandermeersch/1', 'http://x.test/Vandermeersch/1', 'Vandermeersch?identifier=a|1'])(
    'the reference %s keeps no name',
    (reference) => {
      expect(deidentified(observation({ subject: { reference } }), options).text).not.toMatch(/vandermeersch/i)
    },
  )

  test.each(['Vandermeersch', 'Vandermeersch/1', 'Vandermeersch?x=1', 'Vandermeersch?identifier=a|1'])(
    'the request %s keeps no name',
    (url) => {
      const bundle = (request: object) => ({ resourceType: 'Bundle', type: 'batch', entry: [{ request }] })
      expect(deidentified(bundle({ method: 'GET', url }), options).text).not.toMatch(/vandermeersch/i)
      expect(deidentified(bundle({ method: 'GET', url: 'Patient?name=x' }), options).json.entry[0].request.url).toBe('Patient')
    },
  )
})
