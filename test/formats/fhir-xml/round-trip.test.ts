// JSON to XML and back: every element of every type of every version, and values that are hard to carry.
import { describe, expect, test } from 'vitest'
import { convertDocument } from '../../../src/formats/fhir/convert/convert-document.ts'
import { orderMembers } from '../../../src/formats/fhir/convert/order-members.ts'
import { readXmlDocument } from '../../../src/formats/fhir/document/xml-document.ts'
import type { JsonObject } from '../../../src/formats/fhir/json/json-value.ts'
import { readJson } from '../../../src/formats/fhir/json/read-json.ts'
import { writeJson } from '../../../src/formats/fhir/json/write-json.ts'
import { modelOf } from '../../../src/formats/fhir/model/element-plan.ts'
import { FHIR_VERSIONS } from '../../../src/formats/fhir/model/versions.ts'
import { roundsOf, sampleResource } from './every-element.ts'

const settings = { order: 'keep', bundleType: 'collection', base: undefined } as const

function toXml(json: string, pretty = false, model = modelOf('R4')): string {
  return convertDocument(json, { ...settings, model, pretty, to: 'xml' }).content
}

function toJson(xml: string, model = modelOf('R4')): string {
  return convertDocument(xml, { ...settings, model, pretty: false, to: 'json' }).content
}

describe.each(FHIR_VERSIONS)('every element of every type of %s', (version) => {
  const model = modelOf(version)
  const names = model.names('resource').filter((name) => model.resource(name))

  test('comes back', () => {
    let resources = 0
    for (const name of names) {
      for (let round = 0; round < roundsOf(model, name); round++) {
        resources++
        const json = writeJson(sampleResource(model, name, round))
        const back = readJson(toJson(toXml(json, round % 2 === 0, model), model)) as JsonObject
        expect(writeJson(orderMembers(back, model))).toBe(writeJson(orderMembers(readJson(json) as JsonObject, model)))
      }
    }
    expect(resources).toBeGreaterThan(names.length)
  })
})

describe('numbers are carried as they are written', () => {
  test.each(['1.0', '0.10', '1.2E+2', '-0', '100000000000000000001', '0.1000000000000000055511151231257827'])('%s', (number) => {
    const json = `{"resourceType":"Observation","status":"final","code":{"text":"a"},"valueQuantity":{"value":${number}}}`
    const xml = toXml(json)
    expect(xml).toContain(`<value value="${number}"/>`)
    expect(toJson(xml)).toBe(json)
  })
})

describe('narratives', () => {
  const XHTML = 'xmlns="http://www.w3.org/1999/xhtml"'
  const within = (div: string, root = '') =>
    `<Patient xmlns="http://hl7.org/fhir"${root}><text><status value="generated"/>${div}</text></Patient>`

  test.each([
    `<div ${XHTML}>a</div>`,
    `<div ${XHTML}/>`,
    `<div ${XHTML}  class='a'  >\r\n<p>&#xA0;&lt;<![CDATA[ <b> ]]><!-- c --></p>\t</div >`,
    `<div class="b" ${XHTML} xml:lang="de"><x:a xmlns:x="http://example.org/x" x:b="c"/></div>`,
  ])('%s stays byte for byte', (div) => {
    const json = toJson(within(div))
    expect((readJson(json) as { text: { div: string } }).text.div).toBe(div)
    expect(toXml(json)).toContain(div)
  })

  test.each([
    [
      'a namespace that the root declares',
      '<h:div>a<h:br/><h:p class="b">c</h:p></h:div>',
      ` xmlns:h="http://www.w3.org/1999/xhtml"`,
      `<div ${XHTML}>a<br/><p class="b">c</p></div>`,
    ],
    [
      'a prefix of the div itself',
      `<h:div xmlns:h="http://www.w3.org/1999/xhtml"><h:p>c</h:p></h:div>`,
      '',
      `<div ${XHTML} xmlns:h="http://www.w3.org/1999/xhtml"><p>c</p></div>`,
    ],
  ])('%s is written into the div', (_, div, root, expected) => {
    expect((readJson(toJson(within(div, root))) as { text: { div: string } }).text.div).toBe(expected)
  })

  test('a namespace that is the default outside', () => {
    const xml = `<f:Patient xmlns:f="http://hl7.org/fhir" ${XHTML}><f:text><f:status value="generated"/><div><p>a</p></div></f:text></f:Patient>`
    expect((readJson(toJson(xml)) as { text: { div: string } }).text.div).toBe(`<div ${XHTML}><p>a</p></div>`)
  })

  test.each([
    [
      'a prefix of another namespace from outside',
      '<h:div><x:a/></h:div>',
      ` xmlns:h="http://www.w3.org/1999/xhtml" xmlns:x="http://example.org/x"`,
    ],
    ['elements of FHIR within', '<h:div><p/></h:div>', ` xmlns:h="http://www.w3.org/1999/xhtml"`],
    ['no namespace of its own', '<div>a</div>', ''],
    ['another element', `<p ${XHTML}>a</p>`, ''],
  ])('%s is a fault', (_, div, root) => {
    expect(() => toJson(within(div, root))).toThrowError()
  })
})

describe('places in XML', () => {
  test('lines and columns of tags and attributes, whatever ends a line', () => {
    const xml =
      '<Patient xmlns="http://hl7.org/fhir">\r\n <contained><Basic>\r  <id value="b"/></Basic></contained>\n <name><given value="a"/>\n<given value="b"><extension url="u"/></given></name></Patient>'
    const [resource] = readXmlDocument(xml, modelOf('R4'), true).resources() as never as [{ locate: (paths: unknown[]) => object[] }]
    const places = resource.locate([
      [],
      ['contained', 0, 'id'],
      ['name', 0, 'given', 1],
      ['name', 0, '_given', 1, 'extension', 0, 'url'],
      ['name', 0, 'family'],
    ])
    expect(places.map((place) => [(place as { line: number }).line, (place as { column: number }).column])).toEqual([
      [1, 1],
      [3, 3],
      [5, 1],
      [5, 29],
      [4, 2],
    ])
  })
})
