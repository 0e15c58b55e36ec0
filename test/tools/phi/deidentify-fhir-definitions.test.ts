// phi/deidentify-fhir: definitions stay valid, and what leads to a resource in other ways than by its id.
import { describe, expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import type { JsonObject } from '../../../src/formats/fhir/json/json-value.ts'
import { watchContained } from '../../../src/formats/phi/fhir/contained-links.ts'
import { phiDeidentifyFhir } from '../../../src/tools/phi/deidentify-fhir.ts'

interface Result {
  readonly resource: string
  readonly verification: { readonly valid: boolean }
  readonly changes: readonly { readonly path: string; readonly rule: string }[]
}

function run(resource: object, options: object = {}): Result {
  return runTool(phiDeidentifyFhir, { resource: JSON.stringify(resource) }, options) as unknown as Result
}

describe('paths and expressions of definitions', () => {
  const constraint = (expression: string) => ({ key: 'a-1', severity: 'error', human: 'x', expression })
  const profile = (path: string, expression: string) => ({
    resourceType: 'StructureDefinition',
    url: 'http://hl7.org/fhir/us/core/StructureDefinition/us-core-condition',
    name: 'Condition',
    status: 'draft',
    kind: 'resource',
    abstract: false,
    type: 'DocumentReference',
    baseDefinition: 'http://hl7.org/fhir/StructureDefinition/DocumentReference',
    derivation: 'constraint',
    differential: {
      element: [
        { id: 'DocumentReference', path: 'DocumentReference' },
        { id: path, path, constraint: [constraint(expression)] },
      ],
    },
  })

  test('stay, so that the result is valid', () => {
    const expression = "value.exists() or assigner.exists() or $this.where(system='http://loinc.org').empty()"
    const { resource, verification } = run(profile('DocumentReference.identifier', expression))
    expect(resource).toContain('"path":"DocumentReference.identifier"')
    expect(resource).toContain(JSON.stringify(expression))
    expect(verification.valid).toBe(true)
  })

  test('the site of the publisher is no value that addresses below it would have to lose', () => {
    const contact = (value: string) => [{ telecom: [{ system: 'url', value }] }]
    const published = { ...profile('DocumentReference.identifier', 'value.exists()'), contact: contact('http://hl7.org/fhir') }
    expect(run(published).resource).toContain('"url":"http://hl7.org/fhir/us/core/StructureDefinition/us-core-condition"')
    expect(run(published).resource).toContain('"value":"http://hl7.org/fhir"')
    // A page of a person, on whatever site.
    for (const page of ['http://hl7.org/fhir/Zebulonquux', 'http://www.zebulonquux.example/fhir']) {
      const { resource } = run({ ...published, contact: contact(page), publisher: page })
      expect(resource.toLowerCase()).not.toContain('zebulonquux')
    }
    // Hosts, numbers, days and short or ordinary words of a path may be of a person.
    for (const page of [
      'https://zebulonquux.hl7.org/',
      'http://hl7.org/fhir/12345678',
      'https://www.cdc.gov/oquux',
      'https://www.who.int/zquux?id=48213377',
      'http://hl7.org/~li-wu',
      'http://www.nlm.nih.gov/rose-may',
      'http://hl7.org/1957-03-14',
    ])
      for (const mode of ['balanced', 'fail-closed']) {
        expect(run({ ...published, contact: contact(page) }, { mode }).resource, page).not.toContain(page)
        expect(run({ resourceType: 'Patient', telecom: contact(page)[0]!.telecom }, { mode }).resource, page).not.toContain(page)
      }
    expect(run({ resourceType: 'Patient', telecom: contact('http://hl7.org/fhir')[0]!.telecom }).resource).not.toContain('hl7.org/fhir')
    const patient = {
      resourceType: 'Patient',
      name: [{ family: 'Brown' }],
      telecom: [{ system: 'url', value: 'http://hl7.org/fhir/Brown' }],
    }
    expect(run(patient).resource).not.toContain('Brown')
  })

  test('types with digits, and XPath of a search parameter', () => {
    const binary = { ...profile('DocumentReference.identifier', 'value.exists()'), differential: { element: [] as object[] } }
    binary.differential.element = [
      { id: 'DocumentReference', path: 'DocumentReference' },
      { id: 'DocumentReference.content', path: 'DocumentReference.content', type: [{ code: 'base64Binary' }] },
    ]
    expect(run(binary).resource).toContain('"code":"base64Binary"')
    const search = (xpath: string) => ({
      resourceType: 'SearchParameter',
      url: 'http://hl7.org/fhir/SearchParameter/DocumentReference-relatesto',
      name: 'relates',
      status: 'draft',
      description: 'Target',
      code: 'relatesto',
      base: ['DocumentReference'],
      type: 'reference',
      expression: 'DocumentReference.relatesTo.target',
      xpath,
      xpathUsage: 'normal',
    })
    const path = 'f:DocumentReference/f:relatesTo/f:target | f:Composition/f:relatesTo/f:targetIdentifier'
    const { resource, verification } = run(search(path))
    expect(resource).toContain(JSON.stringify(path))
    expect(resource).toContain('"expression":"DocumentReference.relatesTo.target"')
    expect(verification.valid).toBe(true)
    for (const mode of ['balanced', 'fail-closed']) {
      for (const own of ['f:Patient/f:Zebulonquux', "f:Patient[f:name='Zebulonquux']", 'Zebulonquux, Alvin', 'f:name/@Zebulonquux'])
        expect(run(search(own), { mode }).resource, own).not.toContain('Zebulonquux')
      for (const name of ['Smith', 'Kim'])
        for (const own of [`f:Patient/f:${name}`, `f:${name}/f:name`]) expect(run(search(own), { mode }).resource, own).not.toContain(name)
    }
  })

  test.each([
    ["name.family = 'Zebulonquux'", 'Zebulonquux'],
    ["identifier.value = '84736251'", '84736251'],
    ['Zebulonquux.name', 'Zebulonquux'],
    ['Patient.name.`Zebulonquux`', 'Zebulonquux'],
    ['Patient.name.`Zebulonquux, Alvin`', 'Zebulonquux'],
    ['Patient.name = `Max`', 'Max'],
    ['`Brown`.`name`', 'Brown'],
    ["name.text = 'Patient Zebulonquux, Alvin'", 'Zebulonquux'],
    ["birthDate = @1957-03-14 and name = 'x'", '1957-03'],
  ])('do not stay with an identifier: %s', (expression, identifier) => {
    const { resource } = run(profile('DocumentReference.identifier', expression), { mode: 'fail-closed' })
    expect(resource).not.toContain(identifier)
  })

  test.each([
    ["Patient.where(name.family='Smith').name", "Patient.where(name.family='[NAME]').name", 'balanced'],
    ["Patient.name.where(given = 'Mark' and use = 'official')", "Patient.name.where(given = '[NAME]' and use = 'official')", 'balanced'],
    ["Patient.name.where(family.startsWith('Smith'))", "Patient.name.where(family.startsWith('[NAME]'))", 'fail-closed'],
    ["Patient.telecom.where(system='phone')", "Patient.telecom.where(system='phone')", 'fail-closed'],
    ['Patient.text.`div`.exists()', 'Patient.text.`div`.exists()', 'balanced'],
    ['Patient.text.`div`.exists()', 'Patient.text.`div`.exists()', 'fail-closed'],
  ])('lose a name that is a word too, and nothing else: %s', (expression, expected, mode) => {
    const parameter = { resourceType: 'SearchParameter', url: 'http://hl7.org/fhir/SearchParameter/x', name: 'X', status: 'draft' }
    const rest = { description: 'x', code: 'x', base: ['Patient'], type: 'string', expression }
    expect(JSON.parse(run({ ...parameter, ...rest }, { mode }).resource).expression).toBe(expected)
  })

  test.each([
    ["family != 'Smith'", "family != '[NAME]'"],
    ["family   ~ 'Hunt'", "family   ~ '[NAME]'"],
    ["'Smith' = family", "'[NAME]' = family"],
    ["family in ('Smith' | 'Brown') and use = 'official'", "family in ('[NAME]' | '[NAME]') and use = 'official'"],
    ["family.lower() = 'smith'", "family.lower() = '[NAME]'"],
    ["given.exists($this = 'Mark')", "given.exists($this = '[NAME]')"],
    ["family.contains('Hunt')", "family.contains('[NAME]')"],
    ["family = 'O\\'Brien'", "family = '[NAME]'"],
  ])('lose it however it is compared: %s', (condition, expected) => {
    const parameter = { resourceType: 'SearchParameter', url: 'http://hl7.org/fhir/SearchParameter/x', name: 'X', status: 'draft' }
    const rest = { description: 'x', code: 'x', base: ['Patient'], type: 'string', expression: `Patient.name.where(${condition})` }
    expect(JSON.parse(run({ ...parameter, ...rest }).resource).expression).toBe(`Patient.name.where(${expected})`)
  })

  test('do not stay with a value of a person of the document', () => {
    const patient = { resourceType: 'Patient', id: 'p', name: [{ family: 'Status' }] }
    const entry = [patient, profile('DocumentReference.status', 'Status.exists()')].map((resource) => ({ resource }))
    expect(run({ resourceType: 'Bundle', type: 'collection', entry }).resource).not.toContain('Status.exists')
  })
})

describe('what leads to a resource', () => {
  test('by an address of its own scheme still leads there', () => {
    const observation = { resourceType: 'Observation', status: 'final', code: { text: 'x' }, subject: { reference: 'resource:0' } }
    const bundle = {
      resourceType: 'Bundle',
      type: 'collection',
      entry: [
        { fullUrl: 'resource:1', resource: observation },
        { fullUrl: 'resource:0', resource: { resourceType: 'Patient' } },
      ],
    }
    const { entry } = JSON.parse(run(bundle).resource)
    expect(entry[0].resource.subject.reference).toBe(entry[1].fullUrl)
    expect(entry[1].fullUrl).not.toBe('resource:0')
  })

  test('and went takes a contained resource with it, and says so', () => {
    const own = { url: 'http://example.org/own', valueReference: { reference: '#a' } }
    const contained = [
      { resourceType: 'Organization', id: 'a', name: 'A', partOf: { reference: '#b' } },
      { resourceType: 'Organization', id: 'b', name: 'B' },
      { resourceType: 'Organization', id: 'c', name: 'C' },
    ]
    const location = { resourceType: 'Location', contained, extension: [own], managingOrganization: { reference: '#c' } }
    const { resource, changes, verification } = run(location)
    expect(JSON.parse(resource).contained).toHaveLength(1)
    expect(changes.map(({ path }) => path)).toEqual(expect.arrayContaining(['Location.contained[0]', 'Location.contained[1]']))
    expect(verification.valid).toBe(true)
  })

  test('takes a chain of any length with it', () => {
    const chain = Array.from({ length: 20_000 }, (_, i) => ({
      resourceType: 'Organization',
      id: `c${i}`,
      name: 'A',
      partOf: { reference: `#c${i + 1}` },
    }))
    const value: JsonObject = { resourceType: 'Location', managingOrganization: { reference: '#c0' }, contained: chain }
    const drop = watchContained([{ value, path: 'Location', outer: undefined }])
    delete value.managingOrganization
    expect(drop()).toHaveLength(20_000)
    expect(value.contained).toBeUndefined()
  })

  test('but leaves what nothing referred to before, and circles', () => {
    const organization = (id: string, reference: string) => ({ resourceType: 'Organization', id, partOf: { reference } })
    const contained = [organization('a', '#b'), organization('b', '#c'), organization('c', '#b'), organization('d', '#')]
    const value: JsonObject = { resourceType: 'Location', managingOrganization: { reference: '#a' }, contained }
    const drop = watchContained([{ value, path: 'Location', outer: undefined }])
    delete value.managingOrganization
    expect(drop()).toEqual(['Location.contained[0]'])
    expect((value.contained as JsonObject[]).map(({ id }) => id)).toEqual(['b', 'c', 'd'])
  })
})
