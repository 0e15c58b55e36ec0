// phi/deidentify-fhir: what it keeps for use is not wide enough for names: in units, codes, extensions, expressions, and beside displays.
import { describe, expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { checkXhtml } from '../../../src/formats/fhir/validate/narrative.ts'
import { phiDeidentifyFhir } from '../../../src/tools/phi/deidentify-fhir.ts'

const MODES = ['balanced', 'high-recall', 'fail-closed'] as const
const HL7 = 'http://terminology.hl7.org/CodeSystem/local'
const SITE = 'http://site.example/codes'
const EXTENSIONS = 'http://hl7.org/fhir/StructureDefinition/'

function run(resource: object, options: object): ReturnType<typeof JSON.parse> {
  const { resource: text } = runTool(phiDeidentifyFhir, { resource: JSON.stringify(resource) }, options) as unknown as { resource: string }
  return JSON.parse(text)
}

const observation = (more: object) => ({ resourceType: 'Observation', status: 'final', code: { text: 'x' }, ...more })
const unitOf = (unit: string, options: object): string =>
  run(observation({ valueQuantity: { value: 1, unit, system: 'http://unitsofmeasure.org', code: '1' } }), options).valueQuantity.unit

/** Of a document whose patient is called `family`. */
function codeOf(system: string, code: string, options: object, family = 'Zork'): string {
  const patient = { resourceType: 'Patient', id: 'a', name: [{ family }] }
  const basic = { resourceType: 'Basic', code: { coding: [{ system, code }] } }
  const entry = [{ resource: patient }, { resource: basic }]
  return run({ resourceType: 'Bundle', type: 'collection', entry }, options).entry[1].resource.code.coding[0].code
}

function expressionOf(expression: string, options: object): string {
  const element = [{ id: 'Patient', path: 'Patient', constraint: [{ key: 'a-1', severity: 'error', human: 'A rule', expression }] }]
  const profile = {
    ...{ resourceType: 'StructureDefinition', url: 'http://hl7.org/fhir/x', name: 'Patient', status: 'draft', kind: 'resource' },
    ...{ abstract: false, type: 'Patient', differential: { element } },
  }
  return run(profile, options).differential.element[0].constraint[0].expression
}

describe.each(MODES)('in mode %s', (mode) => {
  test.each([
    'Kim Lee',
    'Lee Brown',
    'John Smith',
    'kim',
    'Rose Green',
    'mL of Kim',
    'Tim Page',
    'Spencer Barr',
    'Dr. Li Na',
    'May 12',
    'visit 3/5/70',
  ])('a person or a day in place of a unit does not stay: %s', (unit) => {
    const left = unitOf(unit, { mode })
    expect(left).not.toBe(unit)
    expect(left).not.toMatch(/Kim|Lee|Smith|Rose|Page|Barr|Na$|12|3\/5/)
  })

  test.each(['mL/min/1.73_m2', '10*3/uL', 'g/24 h', 'mm Hg', 'min', 'kg/m2'])('numbers and words of units stay: %s', (unit) => {
    expect(unitOf(unit, { mode })).toBe(unit)
  })

  test('a name that is a code of some system of HL7 does not stay, nor does what the patient is called', () => {
    expect(codeOf(HL7, 'PATEL', { mode })).not.toBe('PATEL')
    expect(codeOf(HL7, 'WARD', { mode }, 'Ward')).not.toBe('WARD')
    expect(codeOf(HL7, 'NMTH', { mode })).toBe('NMTH')
    expect(codeOf(HL7, 'NMTH', { mode }, 'Nmth')).not.toBe('NMTH')
    expect(codeOf(SITE, 'carin', { mode })).not.toBe('carin')
  })

  test.each([
    ['iso21090-EN-qualifier', 'kim'],
    ['humanname-own-name', 'brown'],
    ['patient-mothersMaidenName', 'Page'],
    ['contactpoint-local', '4567'],
    ['iso21090-ADXP-streetName', 'park'],
    ['rendered-value', '12345'],
  ])('an extension of a name, a telephone or an address keeps no value for being a code: %s', (name, valueCode) => {
    const extension = [{ url: `${EXTENSIONS}${name}`, valueCode }]
    const patient = run({ resourceType: 'Patient', name: [{ given: ['Ada'], _given: [{ extension }] }] }, { mode })
    expect(JSON.stringify(patient)).not.toContain(`"${valueCode}"`)
  })

  test.each([
    "name.exists() // for John Smith, name.family = 'Zebulon'",
    "name.family = 'Zebulon' /* Mr. Smith */",
    "name.`John Smith`.exists() and name.family = 'Zebulon'",
    "name.JohnSmith.exists() and name.family = 'Zebulon'",
  ])('names outside of literals go: %s', (expression) => {
    expect(expressionOf(expression, { mode })).not.toMatch(/Smith|Zebulon/)
  })

  test('compared names go, whichever quotes each has', () => {
    expect(expressionOf(`name.family in ("Zebulon" | 'Bob')`, { mode })).not.toMatch(/Zebulon|Bob/)
  })

  test('the name in the text of a coded concept is hidden elsewhere, too', () => {
    const code = { text: 'John Smith', coding: [{ system: 'http://loinc.org', code: '2571-8' }] }
    expect(JSON.stringify(run(observation({ code, note: [{ text: 'Seen Smith' }] }), { mode }))).not.toContain('Smith')
  })

  test('a name that the policy keeps is not quoted again', () => {
    const policy = { default: 'replace', rules: [{ category: 'name', action: 'keep' }] }
    const content = '<p>Dr. Anna O&apos;Neill, MRN 4471923</p>'
    const div = `<div xmlns="http://www.w3.org/1999/xhtml">${content}</div>`
    const patient = run({ resourceType: 'Patient', text: { status: 'generated', div } }, { mode, narrative: 'clean', policy })
    expect(checkXhtml(patient.text.div)).toBeUndefined()
    expect(patient.text.div).toContain('Dr. Anna O&apos;Neill')
    expect(patient.text.div).not.toContain('4471923')
  })
})

test.each(['patient 12345', 'bed 4 room 12', '3/5/1970', '12.03.1970', '10.0.0.1', 'room 412', 'main street 12', 'brown'])(
  'in mode fail-closed no number and no name stays as a code for its words: %s',
  (code) => {
    expect(codeOf(SITE, code, { mode: 'fail-closed' })).not.toBe(code)
  },
)

test.each(['J. Brown', 'Brown, J', 'C. Green'])('a colour beside an initial is a name: %s', (text) => {
  expect(run(observation({ note: [{ text }] }), {}).note[0].text).not.toMatch(/Brown|Green/)
})
