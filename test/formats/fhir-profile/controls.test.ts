// What extensions of an element definition require, and extensions that HL7 has published since a version of FHIR.
import { describe, expect, test } from 'vitest'
import { BASE, findings, profile, validate } from './package-fixture.ts'

const HL7 = 'http://hl7.org/fhir/StructureDefinition/'
const LATER = 'http://hl7.org/fhir/5.0/StructureDefinition/extension-ElementDefinition.'
const name = 'controlled'

/** What is found in a Patient against a profile with extensions on one element. */
function errors(path: string, extension: readonly object[], patient: object): string[] {
  return findings({ resourceType: 'Patient', ...patient }, [profile(name, 'Patient', [{ id: path, path, extension }])], name)
}

describe('an element without a value', () => {
  const masked = { _active: { extension: [{ url: `${HL7}iso21090-nullFlavor`, valueCode: 'MSK' }] } }
  const absent = { _active: { extension: [{ url: `${HL7}data-absent-reason`, valueCode: 'unknown' }] } }
  const alternative = [{ url: `${LATER}valueAlternatives`, valueCanonical: `${HL7}data-absent-reason` }]

  test('has one of the extensions that may stand instead', () => {
    expect(errors('Patient.active', alternative, masked)).toEqual(['required Patient.active'])
    expect(errors('Patient.active', alternative, absent)).toEqual([])
    expect(errors('Patient.active', alternative, { active: true })).toEqual([])
  })

  test('is not allowed where a value has to be', () => {
    const must = [{ url: `${LATER}mustHaveValue`, valueBoolean: true }]
    expect(errors('Patient.active', must, absent)).toEqual(['required Patient.active'])
    expect(errors('Patient.active', must, { active: false })).toEqual([])
  })
})

describe('a narrative', () => {
  const patient = (content: string) => ({
    language: 'en',
    text: { status: 'extensions', div: `<div xmlns="http://www.w3.org/1999/xhtml" lang="en">${content}</div>` },
  })
  const sections = '<div lang="en">a</div><div xml:lang="de" lang="de">b</div>'
  const control = (code: string) => [{ url: `${HL7}narrative-language-control`, valueCode: code }]

  test.each<[string, string, string[]]>([
    ['_yes', sections, []],
    ['_yes', 'a', ['xhtml Patient.text']],
    ['_no', 'a', []],
    ['_no', sections, ['xhtml Patient.text']],
    ['_resource', sections, []],
    ['_resource', '<div lang="de">b</div>', ['xhtml Patient.text']],
    ['de', sections, []],
    ['fr', sections, ['xhtml Patient.text']],
  ])('with the language control %s', (code, content, expected) => {
    expect(errors('Patient.text', control(code), patient(content))).toEqual(expected)
  })

  test('says of each text where it comes from', () => {
    const source = [{ url: `${HL7}narrative-source-control`, valueCode: 'error' }]
    expect(errors('Patient.text', source, patient('<p class="generated">a<b>c</b></p><h1 class="x boilerplate">b</h1>'))).toEqual([])
    expect(errors('Patient.text', source, patient('<p class="generated">a</p><p>b</p>'))).toEqual(['xhtml Patient.text'])
  })

  test.each([
    ['fatal', 'error'],
    ['error', 'error'],
    ['warning', 'warning'],
    ['information', 'info'],
    ['success', undefined],
  ])('without a source is reported as the source control %s says', (valueCode, expected) => {
    const extension = [{ url: `${HL7}narrative-source-control`, valueCode }]
    const definition = profile(name, 'Patient', [{ id: 'Patient.text', path: 'Patient.text', extension }])
    const { issues } = validate({ resourceType: 'Patient', ...patient('a') }, [definition], { profiles: [BASE + name] })
    expect(issues.find(({ code }) => code === 'xhtml')?.severity).toBe(expected)
  })
})

describe('an extension that HL7 published after the version', () => {
  const extension = (rest: object) => ({ resourceType: 'Patient', extension: [{ url: `${HL7}artifact-title`, ...rest }] })
  const all = (resource: object, options: object) => {
    return validate(resource, [profile(name, 'Patient', [])], options)
      .issues.filter(({ code }) => code !== 'best_practice')
      .map(({ severity, code }) => `${severity} ${code}`)
  }

  test.each(['R4', 'R4B', 'R5'])('is known to %s, and breaking its definition is a warning', (version) => {
    const options = { version, unknownExtensions: 'error' }
    expect(all(extension({ valueString: 'x' }), options)).toEqual(['warning extension_context'])
    expect(all(extension({ valueBoolean: true }), options)).toContain('warning type')
  })

  test('of the version itself stays an error', () => {
    const birthPlace = { resourceType: 'Patient', extension: [{ url: `${HL7}patient-birthPlace`, valueString: 'x' }] }
    expect(all(birthPlace, {})).toContain('error type')
  })

  test('may stand in the value of the extension that it belongs to', () => {
    const reason = { url: `${HL7}structuredefinition-standards-status-reason`, valueMarkdown: 'x' }
    const status = { url: `${HL7}structuredefinition-standards-status`, valueCode: 'draft', _valueCode: { extension: [reason] } }
    const codeSystem = { resourceType: 'CodeSystem', name: 'X', status: 'draft', content: 'not-present', extension: [status] }
    expect(all(codeSystem, {})).toEqual([])
    expect(all({ ...codeSystem, extension: [reason] }, {})).toContain('warning extension_context')
  })
})
