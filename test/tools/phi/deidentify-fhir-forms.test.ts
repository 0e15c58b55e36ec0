// phi/deidentify-fhir: documents come back in the form that they had, or are refused without a value.
import { describe, expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { phiDeidentifyFhir } from '../../../src/tools/phi/deidentify-fhir.ts'

const PATIENT = { resourceType: 'Patient', id: 'p1', name: [{ family: 'Zebulon' }], birthDate: '1970-03-04' }
const OBSERVATION = { resourceType: 'Observation', status: 'final', subject: { reference: 'Patient/p1' } }

function run(resource: string, options: object = {}) {
  return runTool(phiDeidentifyFhir, { resource }, options) as unknown as { readonly resource: string }
}

describe('the document', () => {
  test('comes in the form that it had', () => {
    const lines = [PATIENT, OBSERVATION].map((each) => JSON.stringify(each)).join('\n')
    expect(run(lines).resource.trimEnd().split('\n')).toHaveLength(2)
    expect(JSON.parse(run(`[${lines.replace('\n', ',')}]`).resource)).toHaveLength(2)
    expect(run(JSON.stringify(PATIENT, null, 2)).resource).toContain('\n  "')
    const name = '<name><family value="Zebulon"/></name><birthDate value="1970-03-04"/>'
    const xml = (inner: string) => `<?xml version="1.0" encoding="UTF-8"?><Patient xmlns="http://hl7.org/fhir">${inner}</Patient>`
    expect(run(xml(`<!-- Zebulon -->${name}`), { labels: false }).resource).toBe(
      xml('<name><family value="[NAME]"/></name><birthDate value="1970"/>'),
    )
  })

  test.each([
    ['XML that is no FHIR', '<Patient xmlns="http://hl7.org/fhir"><nickname value="Zebulon"/></Patient>', 'unreadable_input'],
    ['a type that the version does not have', '{"resourceType":"Person2"}', 'unsupported_variant'],
    ['no resource', '{"name":"Zebulon"}', 'unreadable_input'],
  ])('of %s is refused', (_title, resource, code) => {
    expect(() => run(resource)).toThrow(expect.objectContaining({ code, message: expect.not.stringContaining('Zebulon') }))
  })
})
