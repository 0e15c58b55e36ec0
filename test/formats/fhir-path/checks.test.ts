// fhir/path: what is told of an expression before it runs, trace(), the context, and quantities by UCUM.
import { describe, expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { modelOf } from '../../../src/formats/fhir/model/element-plan.ts'
import { checkExpression } from '../../../src/formats/fhir/path/check.ts'
import { parseExpression } from '../../../src/formats/fhir/path/parse.ts'
import { fhirPath } from '../../../src/tools/fhir/path.ts'

const PATIENT = { resourceType: 'Patient', id: 'p1', name: [{ family: 'Sample', given: ['Ada', 'B'] }], birthDate: '1970-01-02' }

interface Told {
  readonly results: readonly { readonly value: unknown; readonly path: string | null }[]
  readonly checks: readonly { readonly code: string; readonly column: number; readonly resourceType: string }[]
  readonly trace: readonly { readonly name: string; readonly index: number; readonly results: readonly { readonly value: unknown }[] }[]
}

function run(expression: string, options: object = {}, resource: object = PATIENT): Told {
  return runTool(fhirPath, { resource: JSON.stringify(resource) }, { expression, ...options }) as unknown as Told
}

const OBSERVATION = {
  resourceType: 'Observation',
  status: 'final',
  valueQuantity: { value: 185, unit: 'lbs', system: 'http://unitsofmeasure.org', code: '[lb_av]' },
}

describe('a check', () => {
  test.each([
    ['name.given1', 'unknown_element', 6],
    ['Encounter.name.given', 'wrong_context', 1],
    ['name.where(nothing = 1)', 'unknown_element', 12],
    ['birthDate.ofType(HumanName)', 'type_mismatch', 11],
    ['children().skip(1)', 'unordered', 12],
    ['descendants()[0]', 'unordered', 14],
    ["iif('text', 1, 2)", 'not_boolean', 5],
    ['iif(1 | 2, 1, 2)', 'several', 7],
    ["name.startsWith('a')", 'type_mismatch', 6],
    ['birthDate + 7', 'type_mismatch', 11],
    ["birthDate > 'a'", 'type_mismatch', 11],
    ["'a'.family", 'unknown_element', 5],
    ['name.select(given & family).family', 'unknown_element', 29],
  ])('tells of %s', (expression, code, column) => {
    const { checks } = { checks: checkExpression(parseExpression(expression), modelOf('R4'), 'Patient') }
    expect(checks.map((each) => [each.code, each.from + 1])).toContainEqual([code, column])
    expect(() => run(expression, { strict: true })).toThrow(
      expect.objectContaining({ code: 'invalid_input', at: expect.objectContaining({ pointer: '/options/expression' }) }),
    )
  })

  test('tells the name of a choice', () => {
    const { checks, results } = run('Observation.valueQuantity.unit', {}, OBSERVATION)
    expect(checks).toMatchObject([
      { code: 'choice_type', column: 13, resourceType: 'Observation', message: expect.stringContaining('value.ofType(Quantity)') },
    ])
    expect(results).toEqual([])
  })

  test.each([
    "name.where(use = 'official').given.first()",
    'Patient.name.family | Patient.contact.name.family',
    'Resource.id',
    '(name | birthDate).value.exists()',
    'extension.value.value.exists()',
    'contained.where(id.exists()).name',
    "extension('http://x').value.as(string)",
    '(birthDate + 1 year) > @2000',
    "%resource.name.given.first() & 'x'",
    'repeat(link.other.resolve()).id',
    "identifier.where(system = 'x').value.substring(1).upper()",
  ])('says nothing of %s', (expression) => {
    expect(checkExpression(parseExpression(expression), modelOf('R4'), 'Patient')).toEqual([])
    expect(() => run(expression, { strict: true })).not.toThrow()
  })

  test('finds in the invariants of R4 what is wrong there, and no more', () => {
    const model = modelOf('R4')
    const found = [...model.names('resource'), ...model.names('complex'), ...model.names('backbone')].flatMap((name) => {
      const { invariants } = model.type(name)!
      return invariants.flatMap(({ key, expression }) =>
        checkExpression(parseExpression(expression), model, name).length > 0 ? [key] : [],
      )
    })
    // ChargeItemDefinition has no name in R4.
    expect(found).toEqual(['cid-0'])
  })
})

describe('trace', () => {
  test('tells what it saw, in the order of the calls', () => {
    const { trace, results } = run("name.given.trace('given').where($this.trace('each', length()) = 'B')")
    expect(trace.map(({ name, results: seen }) => [name, seen.map(({ value }) => value)])).toEqual([
      ['given', ['Ada', 'B']],
      ['each', [3]],
      ['each', [1]],
    ])
    expect(results).toMatchObject([{ value: 'B' }])
  })

  test('of too many values is refused', () => {
    const name = Array.from({ length: 1_100 }, () => ({ given: ['a'] }))
    expect(() => run("name.select(%resource.name.trace('n').count())", {}, { ...PATIENT, name })).toThrow(
      expect.objectContaining({ code: 'resource_limit' }),
    )
  })
})

test('the context is where an expression begins', () => {
  const { results } = run('given.first()', { context: 'Patient.name' })
  expect(results).toMatchObject([{ value: 'Ada', path: 'Patient.name[0].given[0]' }])
  expect(() => run('given', { context: 'name..' })).toThrow(
    expect.objectContaining({ at: expect.objectContaining({ pointer: '/options/context' }) }),
  )
})

describe('quantities are those of UCUM:', () => {
  test.each<[string, unknown[]]>([
    ["4.0000 'g' = 4000.0 'mg'", [true]],
    ["4 'g' ~ 4040 'mg'", [true]],
    ["4 'g' ~ 4600 'mg'", [false]],
    ["4 'g' = 4 'm'", []],
    ["1 'g' < 2 'kg'", [true]],
    ["2.0 'cm' * 2.0 'm' = 0.040 'm2'", [true]],
    ["4.0 'g' / 2.0 'm' = 2 'g/m'", [true]],
    ["1 'm' / (2 'm.s') = 0.5 's-1'", [true]],
    ["1 'm' + 50 'cm'", ["150 'cm'"]],
    ["3 * 2 'm'", ["6 'm'"]],
    ["100 'Cel' > 200 '[degF]'", [true]],
    ["1 'mo' = 1 month", []],
    ['7 days = 1 week', [true]],
    ["1 'nonsense' = 1 'nonsense'", [true]],
    ["1 'cm'.comparable(1 '[in_i]')", [true]],
    ["1 'cm'.comparable(1 's')", [false]],
    ["1.587 'cm'.lowBoundary(8)", ["1.58650000 'cm'"]],
    ['1.587.highBoundary(2)', [1.59]],
    ['(-1.587).lowBoundary(2)', [-1.59]],
    ['1.587.lowBoundary(2)', [1.58]],
    ['@2014-01-01T08.highBoundary(17)', ['2014-01-01T08:00:59.999-12:00']],
  ])('%s', (expression, expected) => expect(run(expression).results.map(({ value }) => value)).toEqual(expected))

  test('of an element too', () => {
    expect(run("Observation.value != 185 'kg'", {}, OBSERVATION).results).toMatchObject([{ value: true }])
    expect(run("Observation.value > 80 'kg'", {}, OBSERVATION).results).toMatchObject([{ value: true }])
  })

  test('a sign before what is no number is refused', () => {
    expect(() => run('-1.convertsToInteger()')).toThrow(expect.objectContaining({ code: 'invalid_input' }))
  })
})
