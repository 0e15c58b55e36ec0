// Element plans against what the published definitions say (R4 4.0.1, R4B 4.3.0, R5 5.0.0).
import { describe, expect, test } from 'vitest'
import { modelOf } from '../../../src/formats/fhir/model/element-plan.ts'
import { versionOf } from '../../../src/formats/fhir/model/versions.ts'

const r4 = modelOf('R4')

describe('R4', () => {
  test('a resource has the elements of its bases first, in the order of its definition', () => {
    const names = r4.type('Patient')!.elements.map(({ name }) => name)
    expect(names.slice(0, 9)).toEqual([
      'id',
      'meta',
      'implicitRules',
      'language',
      'text',
      'contained',
      'extension',
      'modifierExtension',
      'identifier',
    ])
    expect(names.at(-1)).toBe('link')
  })

  test('a choice has one property a type', () => {
    const plan = r4.type('Observation')!
    expect(plan.properties.get('valueQuantity')!.type.code).toBe('Quantity')
    expect(plan.properties.get('valueQuantity')!.element).toBe(plan.byName.get('value'))
    expect(plan.byName.get('value')!.properties).toHaveLength(11)
    expect(plan.properties.has('value')).toBe(false)
    expect(plan.properties.has('value[x]')).toBe(false)
  })

  test('cardinality, binding, targets and invariants', () => {
    const { properties, invariants } = r4.type('Observation')!
    const status = properties.get('status')!.element
    expect(status).toMatchObject({ required: true, list: false, modifier: true })
    expect(status.binding).toEqual({ strength: 'required', valueSet: 'http://hl7.org/fhir/ValueSet/observation-status' })
    expect(properties.get('subject')!.type.targets).toEqual(['Patient', 'Group', 'Device', 'Location'])
    expect(invariants.map(({ key }) => key)).toEqual(['dom-2', 'dom-3', 'dom-4', 'dom-5', 'dom-6', 'obs-6', 'obs-7'])
    expect(r4.type('Patient')!.properties.get('contact')!.element.invariants[0]).toMatchObject({ key: 'pat-1', severity: 'error' })
    expect(invariants.find(({ key }) => key === 'dom-6')).toMatchObject({ severity: 'warning', bestPractice: true })
    expect(r4.type('Patient')!.properties.get('language')!.element.maxValueSet).toBe('http://hl7.org/fhir/ValueSet/all-languages')
  })

  test('a content reference leads to the type it names, at any depth', () => {
    const link = r4.type('Bundle.entry')!.properties.get('link')!
    expect(link.type.code).toBe('Bundle.link')
    expect(link.element.list).toBe(true)
    const item = r4.type('Questionnaire.item')!
    expect(item.properties.get('item')!.type.plan).toBe(item)
  })

  test('the invariant inv-1 is another one in each of its elements', () => {
    const expressionOf = (type: string, property: string) => r4.type(type)!.properties.get(property)!.element.invariants[0]!
    expect(expressionOf('Parameters', 'parameter')).toMatchObject({ key: 'inv-1', expression: expect.stringContaining('part.exists()') })
    expect(r4.type('Task')!.invariants.find(({ key }) => key === 'inv-1')!.expression).toContain('authoredOn')
  })

  test('types within types, primitives and derivation', () => {
    expect(r4.type('Patient.contact')).toMatchObject({ kind: 'backbone', base: 'BackboneElement' })
    expect(r4.type('code')).toMatchObject({ kind: 'primitive', base: 'string', system: 'String' })
    expect(r4.type('positiveInt')!.system).toBe('Integer')
    expect(r4.isA('Age', 'Quantity')).toBe(true)
    expect(r4.isA('Patient', 'DomainResource')).toBe(true)
    expect(r4.isA('Bundle', 'DomainResource')).toBe(false)
    expect(r4.type('Extension')!.properties.get('url')!.element.attribute).toBe(true)
  })

  test('names that are no types', () => {
    for (const name of ['', 'patient', '__proto__', 'constructor', 'toString', 'Patient.nothing']) expect(r4.type(name)).toBeUndefined()
    expect(r4.resource('HumanName')).toBeUndefined()
    expect(r4.resource('Patient')?.name).toBe('Patient')
  })
})

describe('the other versions', () => {
  test.each([
    ['R4', 682, 148],
    ['R4B', 702, 143],
    ['R5', 861, 162],
  ] as const)('%s has all types of its package, each with a plan', (version, types, resources) => {
    const model = modelOf(version)
    const names = model.names('resource', 'complex', 'primitive', 'backbone')
    expect(names).toHaveLength(types)
    expect(model.names('resource')).toHaveLength(resources)
    for (const name of names) for (const { types } of model.type(name)!.elements) for (const { plan } of types) expect(plan).toBeDefined()
  })

  test('differ where the standard does', () => {
    expect(r4.type('CodeableReference')).toBeUndefined()
    expect(modelOf('R4B').type('CodeableReference')!.kind).toBe('complex')
    expect(modelOf('R5').type('integer64')!.system).toBe('Integer')
    expect(r4.type('Encounter')!.properties.get('class')!.type.code).toBe('Coding')
    expect(modelOf('R5').type('Encounter')!.properties.get('class')!).toMatchObject({
      type: { code: 'CodeableConcept' },
      element: { list: true },
    })
  })

  test.each([
    ['4.0.1', 'R4'],
    ['4.0', 'R4'],
    ['4.3.0', 'R4B'],
    ['5.0.0', 'R5'],
    ['5.0.0-ballot', 'R5'],
    ['3.0.2', undefined],
    ['1.0.2', undefined],
    ['6.0.0-ballot3', undefined],
    ['4', undefined],
  ])('%s is %s', (number, version) => expect(versionOf(number)).toBe(version))
})

describe.each(['R4', 'R4B', 'R5'] as const)('%s, every type', (version) => {
  const model = modelOf(version)
  const plans = model.names('resource', 'complex', 'primitive', 'backbone').map((name) => model.type(name)!)

  test('no member has the name of one that every object has', () => {
    const names = plans.flatMap(({ properties }) => [...properties.values()]).flatMap(({ name, extrasName }) => [name, extrasName])
    expect(names.length).toBeGreaterThan(5_000)
    expect(names.filter((name) => name in {})).toEqual([])
  })

  test('the ranks of the members grow in the order of the definition', () => {
    for (const { name, elements } of plans) {
      const ranks = elements.flatMap(({ properties }) => properties.map(({ rank }) => rank))
      expect(ranks, name).toEqual([...new Set(ranks)].sort((a, b) => a - b))
    }
  })
})
