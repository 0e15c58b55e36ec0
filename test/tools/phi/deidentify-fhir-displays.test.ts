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

describe('a code of a site', () => {
  const codeAfter = (code: string, options: object = {}): unknown => {
    const coding = [{ system: 'https://lab.example/codes', code }]
    const resource = JSON.stringify({ resourceType: 'Observation', status: 'final', code: { coding } })
    const { resource: cleaned } = runTool(phiDeidentifyFhir, { resource }, options) as unknown as { readonly resource: string }
    return JSON.parse(cleaned).code.coding[0].code
  }

  test.each(['lives-at-1792-Juniper-Blvd-9000-Gent', 'lives_at_12_oak_street', '417-MAPLE-ST'])(
    'is replaced if it is an address: %s',
    (code) => {
      expect(codeAfter(code)).not.toBe(code)
      expect(codeAfter(code, { mode: 'fail-closed' })).not.toBe(code)
    },
  )

  test.each(['12-lead-ST', '24-hour-urine', 'walk-6-minutes', 'stage-3-pressure-injury'])('stays if it is none: %s', (code) => {
    expect(codeAfter(code)).toBe(code)
  })

  const cleaned = (resource: object, options: object = {}) =>
    JSON.parse(
      (runTool(phiDeidentifyFhir, { resource: JSON.stringify(resource) }, options) as unknown as { readonly resource: string }).resource,
    )

  test('is replaced if its display is the name of a person, and stays beside any other', () => {
    const persons = ['Dr. Theodora Blackwood', 'Professor Theodora Blackwood', 'Nurse Theodora Blackwood', 'Theodora Blackwood PharmD']
    const tags = [...persons, 'Outpatient visit'].map((display) => ({
      system: 'https://site.example/staff',
      code: '7731904',
      display,
    }))
    const codes = cleaned({ resourceType: 'Basic', code: { text: 'x' }, meta: { tag: tags } }).meta.tag
    for (const { code } of codes.slice(0, -1)) expect(code).not.toBe('7731904')
    expect(codes.at(-1)).toMatchObject({ code: '7731904', display: 'Outpatient visit' })
  })

  test('is replaced as the answer to a question that asks for a place or a person', () => {
    const question = (text: string, display: string) => ({
      ...{ resourceType: 'Observation', status: 'final', code: { text } },
      valueCodeableConcept: { coding: [{ system: 'https://site.example/places', code: '94117', display }], text: display },
    })
    expect(JSON.stringify(cleaned(question('ZIP code', '94117')).valueCodeableConcept)).not.toContain('94117')
    expect(JSON.stringify(cleaned(question('City', 'Hill')).valueCodeableConcept)).not.toMatch(/Hill|94117/)
    expect(JSON.stringify(cleaned(question('Smear', 'Normal')).valueCodeableConcept)).toMatch(/94117.*Normal.*Normal/)
    const answer = { valueCoding: { code: '94117', display: 'Hill' } }
    const item = [{ linkId: '1', text: 'Home town', answer: [answer] }]
    expect(JSON.stringify(cleaned({ resourceType: 'QuestionnaireResponse', status: 'completed', item }))).not.toMatch(/Hill|94117/)
    const stratifier = [{ code: [{ text: 'Postal code' }], stratum: [{ value: { text: '94117' } }] }]
    const report = {
      resourceType: 'MeasureReport',
      status: 'complete',
      type: 'summary',
      measure: 'http://x.test/m',
      group: [{ stratifier }],
    }
    expect(JSON.stringify(cleaned(report))).not.toContain('94117')
  })

  const custom = (rule: string, action: string, rest = 'replace') => ({ default: rest, rules: [{ category: rule, action }] })

  test.each([
    ['limited-data-set', 'City'],
    [custom('location', 'keep'), 'City'],
    [custom('mrn', 'keep'), 'MRN'],
    [custom('other-id', 'keep'), 'City'],
    [custom('name', 'replace', 'keep'), 'MRN'],
  ])('and what the person is called are hidden by the policy %j in the answer to %s', (policy, text) => {
    const patient = {
      resourceType: 'Patient',
      name: [{ family: 'Vandermeersch', given: ['Theodora'] }],
      address: [{ city: 'Springfield' }],
    }
    const coding = [{ system: 'https://site.example/places', code: 'SPRINGFIELD', display: 'Theodora Vandermeersch' }]
    const valueCodeableConcept = { coding, text: 'Theodora Blackwood' }
    const entry = [patient, { resourceType: 'Observation', status: 'final', code: { text }, valueCodeableConcept }]
    const bundle = { resourceType: 'Bundle', type: 'collection', entry: entry.map((resource) => ({ resource })) }
    const value = cleaned(bundle, { policy }).entry[1].resource.valueCodeableConcept
    expect(JSON.stringify(value)).not.toMatch(/Vandermeersch|Theodora|Blackwood/)
    if (JSON.stringify(policy).includes('other-id')) expect(value.coding[0].code).not.toBe('SPRINGFIELD')
  })

  test('is kept if a terminology has it, whatever the question', () => {
    const value = { coding: [{ system: 'http://snomed.info/sct', code: '224209007', display: 'Lives in an urban area' }] }
    const report = { resourceType: 'Observation', status: 'final', code: { text: 'Residence' }, valueCodeableConcept: value }
    expect(cleaned(report).valueCodeableConcept).toEqual(value)
  })

  test('of a cell of the blood is no number of a telephone', () => {
    const report = { resourceType: 'Observation', status: 'final', code: { text: 'Red blood cell morphology' }, valueString: 'normocytic' }
    expect(cleaned(report).valueString).toBe('normocytic')
    expect(cleaned({ ...report, code: { text: "Mother's cell" } }).valueString).not.toBe('normocytic')
  })

  test.each(["Blood donor's cell", 'Contact type: cell', 'Cell (parent B)', 'Sickle cell clinic, cell'])(
    'is a number of a telephone where another word of the question is of the blood: %s',
    (text) => {
      const report = { resourceType: 'Observation', status: 'final', code: { text }, valueString: 'extension 44 of the yard' }
      expect(cleaned(report).valueString).toBe('[PHONE]')
    },
  )
})
