// phi/deidentify-fhir: persons in what a code is called, and in the free text beside a code.
import { describe, expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { phiDeidentifyFhir } from '../../../src/tools/phi/deidentify-fhir.ts'
import { PERSONS } from '../../formats/phi/hl7/persons-in-displays.ts'

function cleanCode(code: { readonly display?: string; readonly text?: string }): string {
  const coding = [{ system: 'http://loinc.org', code: '94558-4', display: code.display }]
  const resource = JSON.stringify({ resourceType: 'Observation', status: 'final', code: { coding, text: code.text } })
  return (runTool(phiDeidentifyFhir, { resource }, {}) as unknown as { readonly resource: string }).resource
}

describe('a code of a terminology', () => {
  test.each(PERSONS)('keeps no person of %s in its display or text', (text, names) => {
    for (const code of [{ display: text }, { text }, { display: text, text }, { display: 'Glucose', text }])
      expect(cleanCode(code)).not.toMatch(names)
  })

  test.each([
    ['lives at 1792 Juniper Blvd', /1792|Juniper/],
    ['Glucose 12 Oak Street', /12|Oak/],
    ['P.O. Box 4471', /4471/],
    ['14 rue des Lilas', /14|Lilas/],
  ])('keeps no address of %s, whatever words its street is named after', (text, address) => {
    for (const code of [{ display: text }, { text }, { display: text, text }]) {
      const { coding, text: shown } = JSON.parse(cleanCode(code)).code
      expect([coding[0].display, shown].join(' ')).not.toMatch(address)
    }
  })

  test('has free text beside it, of which a word in the lexicon is no display', () => {
    expect(cleanCode({ text: 'by Mark Hunt' })).not.toMatch(/Mark|Hunt/)
    expect(cleanCode({ text: 'Brother Nile phoned' })).not.toContain('Nile')
  })

  test.each([
    'SARS-CoV-2 (COVID-19) Ag [Presence] in Upper respiratory specimen by Rapid immunoassay',
    'MR Brain',
    'Lead [Mass/volume] in Capillary blood',
  ])('keeps %s and the text that repeats it', (display) => {
    expect(JSON.parse(cleanCode({ display, text: display })).code).toMatchObject({ coding: [{ display }], text: display })
  })
})
