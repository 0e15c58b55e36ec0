// Rules of definitions that no invariant expresses: each fault is found at its place, and the definition without it is valid.
import { describe, expect, test } from 'vitest'
import { ELEMENT, errors, HOST, profile } from './definition-fixture.ts'

const questionnaire = (item: readonly object[]) => ({ resourceType: 'Questionnaire', status: 'draft', item })
const when = (question: string) => [{ question, operator: 'exists', answerBoolean: true }]

const codeSystem = (rest: object) => ({
  resourceType: 'CodeSystem',
  url: `${HOST}CodeSystem/c`,
  name: 'C',
  status: 'draft',
  content: 'complete',
  caseSensitive: true,
  ...rest,
})
const CODES = codeSystem({ concept: [{ code: 'a', concept: [{ code: 'b' }] }] })
const valueSet = (include: object) => ({
  resourceType: 'ValueSet',
  url: `${HOST}ValueSet/v`,
  name: 'V',
  status: 'draft',
  compose: { include: [include] },
})
const search = (rest: object) => ({
  resourceType: 'SearchParameter',
  url: `${HOST}SearchParameter/s`,
  name: 's',
  status: 'draft',
  description: 'x',
  code: 's',
  base: ['Patient'],
  type: 'string',
  ...rest,
})

describe('a Questionnaire', () => {
  test.each([
    ['of an item that there is not', when('x'), ['definition_link Questionnaire.item[1].enableWhen[0]']],
    ['of the item itself', when('b'), ['definition_link Questionnaire.item[1].enableWhen[0]']],
    ['of a part of the item', when('c'), ['definition_link Questionnaire.item[1].enableWhen[0]']],
    ['of another item', when('a'), []],
  ])('with a condition %s', (_, enableWhen, expected) => {
    const parts = [{ linkId: 'c', type: 'string' }]
    const items = [
      { linkId: 'a', type: 'string' },
      { linkId: 'b', type: 'group', enableWhen, item: parts },
    ]
    expect(errors(questionnaire(items))).toEqual(expected)
  })
})

describe('a StructureDefinition', () => {
  test.each<[string, object, string[]]>([
    ['with a path that there is not', { path: 'Observation.valueBla' }, [`definition_path ${ELEMENT}`]],
    ['with a path of another type', { path: 'Patient.name' }, ['eld-2 StructureDefinition.differential', `definition_path ${ELEMENT}`]],
    ['with the short name of a choice', { path: 'Observation.valueQuantity', min: 1 }, []],
    [
      'with a type that the element does not take',
      { path: 'Observation.issued', type: [{ code: 'date' }] },
      [`definition_type ${ELEMENT}.type[0]`],
    ],
    [
      'with a profile of another type',
      { path: 'Observation.valueQuantity', type: [{ code: 'Quantity', profile: ['http://hl7.org/fhir/StructureDefinition/Count'] }] },
      [`definition_type ${ELEMENT}.type[0].profile[0]`],
    ],
    ['with a fixed value of another type', { path: 'Observation.issued', fixedString: 'x' }, [`definition_type ${ELEMENT}.fixed`]],
    [
      'with a binding of a date',
      { path: 'Observation.issued', binding: { strength: 'required', valueSet: `${HOST}ValueSet/v` } },
      [`definition_type ${ELEMENT}.binding`],
    ],
    ['with a maximum below the minimum', { path: 'Observation.note', min: 3, max: '2' }, [`eld-2 ${ELEMENT}`]],
    ['with a wider maximum', { path: 'Observation.code', max: '*' }, [`definition_content ${ELEMENT}`]],
    ['with a lower minimum', { path: 'Observation.code', min: 0 }, [`definition_content ${ELEMENT}`]],
    [
      'with a rule that is no expression',
      { path: 'Observation', constraint: [{ key: 'x-1', severity: 'error', human: 'x', expression: 'code.(' }] },
      [`definition_expression ${ELEMENT}.constraint[0]`],
    ],
    [
      'with a discriminator that there is not',
      { path: 'Observation.category', slicing: { discriminator: [{ type: 'value', path: 'kind' }], rules: 'open' } },
      [`definition_slicing ${ELEMENT}.slicing.discriminator[0]`],
    ],
    [
      'with slices of codes',
      { path: 'Observation.category', slicing: { discriminator: [{ type: 'value', path: 'coding.code' }], rules: 'open' } },
      [],
    ],
  ])('%s', (_, element, expected) => {
    const found = errors(profile([element])).map((each) => each.replace('invariant ', 'eld-2 '))
    expect([...new Set(found)].filter((each) => !each.startsWith('definition_content') || expected.includes(each))).toEqual(expected)
  })

  test('that fixes another value than its base', () => {
    const base = profile([{ path: 'Observation.status', fixedCode: 'final' }])
    const derived = (fixedCode: string) =>
      profile([{ path: 'Observation.status', fixedCode }], { url: `${HOST}StructureDefinition/q`, baseDefinition: base.url })
    expect(errors(derived('amended'), [base])).toEqual([`fixed ${ELEMENT}.fixed`])
    expect(errors(derived('final'), [base])).toEqual([])
  })

  test('of a type that FHIR does not have', () => {
    const rest = {
      kind: 'logical',
      type: 'Boo',
      derivation: 'specialization',
      baseDefinition: 'http://hl7.org/fhir/StructureDefinition/Element',
    }
    expect(errors(profile([{ path: 'Boo' }], rest))).toEqual(['definition_type StructureDefinition.type'])
    expect(errors(profile([{ path: 'Boo' }], { ...rest, type: `${HOST}Boo` }))).toEqual([])
  })

  test('that is derived from itself', () => {
    expect(
      errors(profile([{ path: 'Observation.code' }], { baseDefinition: `${HOST}StructureDefinition/p` }), [
        profile([], { baseDefinition: `${HOST}StructureDefinition/p` }),
      ]),
    ).toEqual(['profile_faulty StructureDefinition'])
  })
})

describe('a SearchParameter', () => {
  test.each<[string, object, string[]]>([
    ['of another type', { expression: 'Observation.code' }, ['definition_expression SearchParameter.expression']],
    ['of one type too many', { expression: 'Patient.name | Person.name' }, ['definition_expression SearchParameter.expression']],
    ['of an element that there is not', { expression: 'Patient.nom' }, ['definition_expression SearchParameter.expression']],
    ['that is no expression', { expression: 'Patient.(' }, ['definition_expression SearchParameter.expression']],
    ['of all its types', { base: ['Patient', 'Person'], expression: 'Patient.name | Person.name' }, []],
    [
      'of one part',
      { type: 'composite', component: [{ definition: `${HOST}SearchParameter/x`, expression: 'name' }] },
      ['definition_content SearchParameter'],
    ],
  ])('%s', (_, rest, expected) => {
    expect(errors(search(rest))).toEqual(expected)
  })
})

describe('terminology', () => {
  test.each<[string, object, string[]]>([
    ['a count that is not true', codeSystem({ count: 3, concept: [{ code: 'a' }] }), ['definition_content CodeSystem.count']],
    [
      'concepts of a system that has none here',
      codeSystem({ content: 'not-present', concept: [{ code: 'a' }] }),
      ['definition_content CodeSystem.concept[0]'],
    ],
    ['a supplement of nothing', codeSystem({ content: 'supplement' }), ['definition_content CodeSystem']],
    [
      'two properties of one code',
      codeSystem({
        property: [
          { code: 'p', type: 'string' },
          { code: 'p', type: 'string' },
        ],
      }),
      ['definition_duplicate CodeSystem.property[1]'],
    ],
    [
      'a property of another type',
      codeSystem({ property: [{ code: 'p', type: 'boolean' }], concept: [{ code: 'a', property: [{ code: 'p', valueString: 'x' }] }] }),
      ['definition_type CodeSystem.concept[0].property[0]'],
    ],
    ['a relative system', valueSet({ system: '#c' }), ['canonical_relative ValueSet.compose.include[0].system']],
    [
      'a value set as a system',
      valueSet({ system: 'http://hl7.org/fhir/ValueSet/x' }),
      ['definition_type ValueSet.compose.include[0].system'],
    ],
    [
      'a filter that is no pattern',
      valueSet({ system: CODES.url, filter: [{ property: 'code', op: 'regex', value: '(' }] }),
      ['definition_expression ValueSet.compose.include[0].filter[0]'],
    ],
    [
      'a filter that is neither true nor false',
      valueSet({ system: CODES.url, filter: [{ property: 'inactive', op: '=', value: '1' }] }),
      ['definition_content ValueSet.compose.include[0].filter[0]'],
    ],
    [
      'a code that the system lacks',
      valueSet({ system: CODES.url, concept: [{ code: 'b' }, { code: 'z' }] }),
      ['definition_code ValueSet.compose.include[0].concept[1]'],
    ],
    [
      'a map from a code that the system lacks',
      {
        resourceType: 'ConceptMap',
        status: 'draft',
        group: [{ source: CODES.url, element: [{ code: 'z', target: [{ equivalence: 'equal', code: 'y' }] }] }],
      },
      ['definition_code ConceptMap.group[0].element[0].code'],
    ],
    [
      'a supplement of a code that the system lacks',
      codeSystem({ url: `${HOST}CodeSystem/s`, content: 'supplement', supplements: CODES.url, concept: [{ code: 'z' }] }),
      ['definition_code CodeSystem.concept[0]'],
    ],
    ['what is right', valueSet({ system: CODES.url, concept: [{ code: 'a' }] }), []],
  ])('%s', (_, resource, expected) => {
    expect(errors(resource, [CODES])).toEqual(expected)
  })
})

test('search parameters of a CapabilityStatement have the types of their definitions', () => {
  const searchParam = [
    { name: 's', definition: `${HOST}SearchParameter/s`, type: 'date' },
    { name: '_id', definition: 'http://hl7.org/fhir/SearchParameter/Resource-id', type: 'token' },
  ]
  const statement = {
    resourceType: 'CapabilityStatement',
    status: 'draft',
    date: '2026',
    kind: 'requirements',
    fhirVersion: '4.0.1',
    format: ['json'],
    description: 'x',
    rest: [{ mode: 'server', resource: [{ type: 'Patient', searchParam }] }],
  }
  expect(errors(statement, [search({ expression: 'Patient.name' })])).toEqual([
    'definition_type CapabilityStatement.rest[0].resource[0].searchParam[0]',
  ])
})

describe('a code that the loaded code system does not list', () => {
  const unknown = [{ code: 'z' }]
  const map = (group: object) => ({ resourceType: 'ConceptMap', url: `${HOST}ConceptMap/m`, name: 'M', status: 'draft', group: [group] })
  const element = [{ code: 'z', target: [{ code: 'y', equivalence: 'equal' }] }]
  const system = `${HOST}CodeSystem/c`

  test('is an error only in the version that is loaded', () => {
    const loaded = [codeSystem({ version: '1', concept: [{ code: 'a' }] })]
    expect(errors(valueSet({ system, version: '1', concept: unknown }), loaded)).toHaveLength(1)
    expect(errors(valueSet({ system, version: '2', concept: unknown }), loaded)).toEqual([])
    expect(errors(map({ source: system, target: `${HOST}d`, sourceVersion: '1', element }), loaded)).toHaveLength(1)
    expect(errors(map({ source: system, target: `${HOST}d`, sourceVersion: '2', element }), loaded)).toEqual([])
  })

  test('may be put together by the grammar of the system', () => {
    const grammar = codeSystem({ compositional: true, count: 3, concept: [{ code: 'a' }] })
    expect(errors(grammar)).toEqual([])
    expect(errors(valueSet({ system, concept: unknown }), [grammar])).toEqual([])
  })
})

describe('a MeasureReport of a Measure with stratifiers of several components', () => {
  const code = (text: string) => ({ text })
  const component = (text: string) => ({ code: code(text), criteria: { language: 'text/fhirpath', expression: 'true' } })
  const measure = {
    resourceType: 'Measure',
    url: `${HOST}Measure/m`,
    name: 'M',
    status: 'draft',
    group: [{ stratifier: [{ component: [component('sex')] }, { component: [component('sex'), component('age')] }] }],
  }
  const report = (codes: readonly string[]) => ({
    resourceType: 'MeasureReport',
    status: 'complete',
    type: 'summary',
    measure: measure.url,
    period: { start: '2026-01-01', end: '2026-01-31' },
    group: [{ stratifier: [{ code: [code('sex')] }, { code: codes.map(code) }] }],
  })

  test('names them by the codes of all components', () => {
    expect(errors(report(['age', 'sex']), [measure])).toEqual([])
    expect(errors(report(['age', 'race']), [measure])).toEqual(['report_unknown MeasureReport.group[0].stratifier[1]'])
  })
})
