// What cannot be converted without loss is an error with its place, and without any value of the document.
import { describe, expect, test } from 'vitest'
import type { Place, ProblemError } from '../../../src/core/problem.ts'
import { convertDocument, type Target } from '../../../src/formats/fhir/convert/convert-document.ts'
import { modelOf } from '../../../src/formats/fhir/model/element-plan.ts'
import { thrownProblem } from '../../thrown-problem.ts'

const settings = { model: modelOf('R4'), pretty: false, order: 'keep', bundleType: 'collection', base: undefined } as const

const errorOf = (document: string, to: Target): ProblemError => thrownProblem(() => convertDocument(document, { ...settings, to }))

const NAMESPACE = 'xmlns="http://hl7.org/fhir"'
const SECRET = 'Zebulon'

describe('XML to JSON', () => {
  const patient = (content: string) => `<Patient ${NAMESPACE}>\n${content}</Patient>`
  test.each<[string, string, Place]>([
    ['an element in no namespace', patient(`<birthDate xmlns="" value="${SECRET}"/>`), { path: 'Patient.birthDate', line: 2, column: 1 }],
    ['a name that the type does not have', patient(`<name><${SECRET}/></name>`), { path: 'Patient.name[0].?', line: 2, column: 7 }],
    ['an attribute', patient(`<active value="true" ${SECRET}="1"/>`), { path: 'Patient.active', line: 2, column: 22 }],
    ['an id as the attribute of a resource', `<Patient ${NAMESPACE} id="${SECRET}"/>`, { path: 'Patient', line: 1, column: 38 }],
    ['a text', patient(`<active> ${SECRET}</active>`), { path: 'Patient.active', line: 2, column: 10 }],
    ['a CDATA section', patient(`<![CDATA[${SECRET}]]>`), { path: 'Patient', line: 2, column: 1 }],
    ['an empty element', patient('<name>\n</name>'), { path: 'Patient.name[0]', line: 2, column: 1 }],
    ['a primitive without a value', patient('<active/>'), { path: 'Patient.active', line: 2, column: 1 }],
    ['a number that is none', patient(`<multipleBirthInteger value="${SECRET}"/>`), { path: 'Patient.multipleBirth', line: 2, column: 30 }],
    ['a number with a leading zero', patient('<multipleBirthInteger value="01"/>'), { path: 'Patient.multipleBirth', line: 2, column: 30 }],
    ['a boolean as XML Schema has it', patient('<active value="1"/>'), { path: 'Patient.active', line: 2, column: 16 }],
    ['a resource that there is not', patient(`<contained><${SECRET}/></contained>`), { path: 'Patient.contained[0]', line: 2, column: 12 }],
    [
      'two resources in one element',
      patient('<contained><Basic/><Basic/></contained>'),
      { path: 'Patient.contained[0]', line: 2, column: 20 },
    ],
    ['no resource', patient('<contained/>'), { path: 'Patient.contained[0]', line: 2, column: 1 }],
    ['an abstract type', `<DomainResource ${NAMESPACE}/>`, { path: 'Resource', line: 1, column: 1 }],
    ['another namespace', '<Patient xmlns="urn:hl7-org:v3"/>', { line: 1, column: 1 }],
    ['a document type', `<!DOCTYPE Patient><Patient ${NAMESPACE}/>`, { line: 1, column: 1 }],
  ])('%s', (_, xml, place) => {
    const fault = errorOf(xml, 'json')
    expect(fault.at).toMatchObject(place)
    expect(fault.at!.byteOffset).toBeGreaterThanOrEqual(0)
    expect(JSON.stringify([fault.message, fault.at])).not.toContain(SECRET)
  })

  test('an extension of a primitive in a Bundle has its path', () => {
    const xml = `<Bundle ${NAMESPACE}><entry/><entry><resource><Patient><name><given value="a"/><given value="b"><extension url="u"><${SECRET}/></extension></given></name></Patient></resource></entry></Bundle>`
    expect(errorOf(xml.replace('<entry/>', '<entry><fullUrl value="u"/></entry>'), 'json').at!.path).toBe(
      'Bundle.entry[1].resource.name[0].given[1].extension[0].?',
    )
  })

  test('more levels than JSON is read with', () => {
    const xml = `<Patient ${NAMESPACE}>${'<extension url="u">'.repeat(40)}${'</extension>'.repeat(40)}</Patient>`
    expect(errorOf(xml, 'json')).toMatchObject({ code: 'resource_limit' })
  })
})

describe('JSON to XML', () => {
  const patient = (members: string) => `{"resourceType":"Patient",\n${members}}`
  test.each<[string, string, Place]>([
    ['a member that the type does not have', patient(`"${SECRET}":1`), { path: 'Patient.?', line: 2, column: 1 }],
    ['id and extensions of what is no primitive', patient('"_name":[{"id":"a"}]'), { path: 'Patient.name', line: 2, column: 1 }],
    ['one value for an array', patient(`"name":{"text":"${SECRET}"}`), { path: 'Patient.name', line: 2, column: 1 }],
    ['an array for one value', patient('"active":[true]'), { path: 'Patient.active', line: 2, column: 1 }],
    ['an empty array', patient('"name":[]'), { path: 'Patient.name', line: 2, column: 1 }],
    ['an empty object', patient('"name":[{}]'), { path: 'Patient.name[0]', line: 2, column: 9 }],
    ['an empty object for extensions', patient('"active":true,"_active":{}'), { path: 'Patient.active', line: 2, column: 1 }],
    ['a null', patient('"active":null'), { path: 'Patient.active', line: 2, column: 1 }],
    ['a null that nothing explains', patient('"name":[{"given":["a",null]}]'), { path: 'Patient.name[0].given[1]', line: 2, column: 23 }],
    ['a boolean in quotation marks', patient('"active":"true"'), { path: 'Patient.active', line: 2, column: 1 }],
    ['a number for a text', patient('"birthDate":1970'), { path: 'Patient.birthDate', line: 2, column: 1 }],
    ['a text for an object', patient(`"name":["${SECRET}"]`), { path: 'Patient.name[0]', line: 2, column: 9 }],
    ['a character that XML does not have', patient('"language":"a\\u0001"'), { path: 'Patient.language', line: 2, column: 1 }],
    ['half of a pair', patient('"language":"a\\ud83d"'), { path: 'Patient.language', line: 2, column: 1 }],
    [
      'a contained resource that there is not',
      patient(`"contained":[{"resourceType":"${SECRET}"}]`),
      { path: 'Patient.contained[0]', line: 2, column: 15 },
    ],
    [
      'a narrative that is not closed',
      patient('"text":{"status":"empty","div":"<div xmlns=\\"http://www.w3.org/1999/xhtml\\">"}'),
      { path: 'Patient.text.div', line: 2, column: 26 },
    ],
  ])('%s', (_, json, place) => {
    const fault = errorOf(json, 'xml')
    expect(fault.at).toMatchObject(place)
    expect(JSON.stringify([fault.message, fault.at])).not.toContain(SECRET)
  })
})
