// FHIRPath (normative release 2.0.0): table cases by section, negatives, and the budget.
import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import { readJson } from '../../../src/formats/fhir/json/read-json.ts'
import { modelOf } from '../../../src/formats/fhir/model/element-plan.ts'
import { compileExpression } from '../../../src/formats/fhir/path/compile.ts'
import { evaluate, showItem } from '../../../src/formats/fhir/path/evaluate.ts'
import { rootNode } from '../../../src/formats/fhir/path/item.ts'

const model = modelOf('R4')
const PATIENT = JSON.stringify({
  resourceType: 'Patient',
  id: 'p1',
  active: true,
  contained: [{ resourceType: 'Organization', id: 'o1', name: 'North' }],
  name: [
    { use: 'official', family: 'Sample', given: ['Ada', 'B'] },
    { use: 'usual', given: ['Addie'] },
  ],
  birthDate: '1970-03-31',
  _birthDate: { extension: [{ url: 'http://example.org/time', valueDateTime: '1970-03-31T08:00:00+01:00' }] },
  multipleBirthInteger: 2,
  managingOrganization: { reference: '#o1' },
  contact: [{ name: { family: 'Other' } }],
})

/** The values of the results. */
function values(expression: string, resource = PATIENT): unknown[] {
  const node = rootNode(model, readJson(resource))!
  return evaluate(compileExpression(expression), node, { model, now: '2026-01-02T03:04:05.000Z' }).map((item) => showItem(item).value)
}

describe('paths (§3)', () => {
  test.each<[string, unknown[]]>([
    ['name.given', ['Ada', 'B', 'Addie']],
    ['Patient.name.family', ['Sample']],
    ['Observation.status', []],
    ['name[1].given', ['Addie']],
    ['name[7].given', []],
    ['multipleBirth', [2]],
    ['name.family.value', ['Sample']],
    ["birthDate.value.toString().startsWith('1970')", [true]],
    ['multipleBirth.value + 1', [3]],
    ['name.value', []],
    ['multipleBirth.ofType(integer)', [2]],
    ['birthDate.extension.value', ['1970-03-31T08:00:00+01:00']],
    ["birthDate.extension('http://example.org/time').exists()", [true]],
    ['`name`.`given`.first()', ['Ada']],
    ['nothing', []],
  ])('%s', (expression, expected) => expect(values(expression)).toEqual(expected))

  test('children are in the order of the definition, whatever the order of the members', () => {
    const turned = Object.fromEntries(Object.entries(JSON.parse(PATIENT) as object).reverse())
    for (const expression of ['children()', 'descendants()', 'multipleBirth', 'birthDate.extension.children()']) {
      const found = values(expression, JSON.stringify(turned))
      expect(found, expression).toEqual(values(expression))
      expect(found.length, expression).toBeGreaterThan(0)
    }
    const doubled = JSON.stringify({ resourceType: 'Observation', valueString: 'a', valueQuantity: { value: 1 }, valueBoolean: true })
    expect(values('value.type().name', doubled)).toEqual(['Quantity', 'string', 'boolean'])
    const extras = { extension: [{ url: 'http://example.org/a', valueCode: 'x' }] }
    const alone = JSON.stringify({
      resourceType: 'Patient',
      gender: 'male',
      _gender: extras,
      _active: extras,
      _name: extras,
      unknown: 1,
      _deceasedBoolean: extras,
    })
    expect(values('children().type().name', alone)).toEqual(['boolean', 'code', 'boolean'])
    expect(values('deceased.extension.value', alone)).toEqual(['x'])
  })

  test('each element has its path', () => {
    const node = rootNode(model, readJson(PATIENT))!
    const paths = evaluate(compileExpression('name.given | contact.name'), node, { model }).map((item) => showItem(item).path)
    expect(paths).toEqual(['Patient.name[0].given[0]', 'Patient.name[0].given[1]', 'Patient.name[1].given[0]', 'Patient.contact[0].name'])
  })
})

describe('functions (§5)', () => {
  test.each<[string, unknown[]]>([
    ["name.where(use = 'official').given.first()", ['Ada']],
    ['name.given.count()', [3]],
    ['name.all(given.exists())', [true]],
    ['name.all(family.exists())', [false]],
    ['name.select(given.first())', ['Ada', 'Addie']],
    ['(1 | 2 | 2 | 3).count()', [3]],
    ['(1).combine(1).isDistinct()', [false]],
    ['(1 | 2).subsetOf(1 | 2 | 3)', [true]],
    ['(1 | 2).intersect(2 | 3)', [2]],
    ['(1 | 2 | 3).exclude(2)', [1, 3]],
    ['(1 | 2 | 3).skip(1).take(1)', [2]],
    ['(1 | 2 | 3).tail()', [2, 3]],
    ['(3 | 1 | 2).sort()', [1, 2, 3]],
    ['name.sort(-use).use', ['usual', 'official']],
    ['(1 | 2 | 3).aggregate($this + $total, 0)', [6]],
    ['name.given.select($index)', [0, 1, 2]],
    ["iif(active, 'yes', 'no')", ['yes']],
    ['repeat(contact).name.family', ['Other']],
    ['managingOrganization.resolve().name', ['North']],
    ['contact.name is HumanName', [true]],
    ['id.is(string)', [true]],
    ['active.type().name', ['boolean']],
    ["defineVariable('n', name.given.count()).select(%n + 1)", [4]],
    ["defineVariable('n', 1).select(%n) | defineVariable('n', 2).select(%n)", [1, 2]],
    ["select(defineVariable('n', 1).select(%n)) + defineVariable('n', 2).select(%n)", [3]],
    ["'<b>a</b>'.htmlChecks()", [true]],
    ["'<button>a</button>'.htmlChecks()", [false]],
    ["'a,b'.split(',')", ['a', 'b']],
    ["('a' | 'b').join('-')", ['a-b']],
    ["'abcdef'.substring(2, 3)", ['cde']],
    ["'abc'.replace('b', '$1')", ['a$1c']],
    ["'2026-01'.matches('^[0-9]{4}-[0-9]{2}$')", [true]],
    ["'abc'.encode('base64').decode('base64')", ['abc']],
    ["'1.50'.toDecimal()", ['1.50']],
    ["'5 \\'mg\\''.toQuantity()", ["5 'mg'"]],
    ["'x'.convertsToInteger()", [false]],
    ['2.power(10)', [1024]],
    ['(-5.5).abs()', [5.5]],
    ['1.005.round(2)', [1.01]],
    ['1.5.round(32 / 1017)', []],
    ['1.587.round(1.5)', []],
    ['1.587.lowBoundary(2.5)', []],
    ['1.587.highBoundary(0.5)', []],
    ['now() > @2026-01-01T00:00:00Z', [true]],
    ['1.587.lowBoundary(2)', [1.58]],
    ['@2014.highBoundary(6)', ['2014-12']],
  ])('%s', (expression, expected) => expect(values(expression)).toEqual(expected))
})

describe('operators (§6)', () => {
  test.each<[string, unknown[]]>([
    ['0.1 + 0.2 = 0.3', [true]],
    ['1 / 3', [0.33333333]],
    ['7 div 2', [3]],
    ['-7 mod 3', [-1]],
    ['1 / 0', []],
    ["'a' & {}", ['a']],
    ["'a' + {}", []],
    ['1 = {}', []],
    ['{} and false', [false]],
    ['{} or true', [true]],
    ['{} implies true', [true]],
    ['true xor {}', []],
    ["'Ab c' ~ 'aB  C'", [true]],
    ['(1 | 2) ~ (2 | 1)', [true]],
    ['(1 | 2) = (2 | 1)', [false]],
    ['2 in (1 | 2)', [true]],
    ['(1 | 2) contains 3', [false]],
    ['@2012 = @2012-01', []],
    ['@2012-01-01T10:00:00Z = @2012-01-01T11:00:00+01:00', [true]],
    ['@2012-01-01T10:00:00 = @2012-01-01T10:00:00Z', []],
    ['@2012-01-31 + 1 month', ['2012-02-29']],
    ['birthDate + 1 year', ['1971-03-31']],
    ['@T10:30:00 + 90 minutes', ['12:00:00']],
    ['7 days = 1 week', [true]],
    ["1 'wk' = 7 days", [true]],
    ['1 year = 12 months', []],
    ['3 + 2 * 4', [11]],
    ['-(1 + 2)', [-3]],
    ['1 < 2 and 2 < 3', [true]],
  ])('%s', (expression, expected) => expect(values(expression)).toEqual(expected))
})

describe('is refused with its place', () => {
  test.each([
    ['name.', 6],
    ['name..given', 6],
    ["'open", 1],
    ['name.where(', 12],
    ['1 +', 4],
    ['name given', 6],
    ['name.nope()', 6],
    ['name.first(1)', 6],
    ["'\\q'", 1],
    ['$nope', 1],
    ['@2014-13-01', 1],
  ])('%s', (expression, column) => {
    const error = (() => {
      try {
        values(expression)
      } catch (thrown) {
        return thrown as ProblemError
      }
    })()
    expect(error).toBeInstanceOf(ProblemError)
    expect(error!.at?.column).toBe(column)
  })

  test.each([
    '%nope',
    "defineVariable('n', 1).defineVariable('n', 2)",
    "defineVariable('context', 1)",
    "defineVariable('n', 1).id | %n",
    "select(defineVariable('n', 1)).select(%n)",
    'name.given.single()',
    "name.startsWith('x')",
    "1 < 'a'",
    "name.given + 'x'",
    "'a'.matches('(')",
    'name.ofType(Nope)',
  ])('%s', (expression) => {
    expect(() => values(expression)).toThrow(ProblemError)
  })
})

test('an expression that never ends meets the budget', () => {
  expect(() => values('repeatAll($this | id)')).toThrow(/steps/)
})
test('an expression of a regular expression that others backtrack on ends', () => {
  expect(values(`'${'a'.repeat(50_000)}b'.matches('^(a+)+$')`)).toEqual([false])
})
test('a list of more items than a call takes arguments', () => {
  const entry = Array.from({ length: 150_000 }, () => ({ search: { mode: 'match' } }))
  const bundle = JSON.stringify({ resourceType: 'Bundle', type: 'searchset', entry })
  expect(values('entry.search.mode.count()', bundle)).toEqual([150_000])
  expect(values('descendants().count()', bundle)).toEqual([450_001])
  expect(values('entry.repeatAll(search).count() + children().count()', bundle)).toEqual([300_001])
})
test('deep nesting is refused', () => expect(() => values('('.repeat(5000))).toThrow(ProblemError))

describe('functions of FHIRPath 3.0 and FHIR', () => {
  test.each<[string, unknown[]]>([
    ['@2012-01-01T12:30:40.002-07:00.millisecondOf()', [2]],
    ['@2012-01-01T12:30:40-07:00.millisecondOf()', []],
    ['@2012-01-01T12:30:40.002-07:00.timezoneOffsetOf()', ['-7.0']],
    ['@2012-01-01T12:30:40.002-05:30.timezoneOffsetOf()', [-5.5]],
    ['@2012-01-01T12:30:40.002-07:00.dateOf() = @2012-01-01', [true]],
    ['@2012-01-01T12:30:40.002-07:00.timeOf() = @T12:30:40.002', [true]],
    ['birthDate.timeOf()', []],
    ['@2016-12-31T23:59:60Z = @2017-01-01T00:00:00Z', [true]],
    ['@2016-12-31T23:59+05:30 < @2016-12-31T23:59:01+05:30', []],
    ['@2016-12-31T23:58+05:30 < @2016-12-31T23:59:01+05:30', [true]],
    ['@2016-12-31T23:59:01+05:30 > @2016-12-31T23:59:01+06:30', [true]],
    ['@2016-12-31T23:59:01.2Z = @2016-12-31T23:59:01.200Z', [true]],
    ["'7'.toLong() + 1", [8]],
    ["'x'.convertsToLong()", [false]],
    ["name.family.matches('sample')", [false]],
    ["name.family.matches('sample', 'i')", [true]],
    ["name.family.matchesFull('s.*E', 'i')", [true]],
    ["'a1B2'.replaceMatches('[a-z]', 'x', 'i')", ['x1x2']],
    ['name.given.sort($this desc)', ['B', 'Addie', 'Ada']],
    ['name.given.sort($this asc)', ['Ada', 'Addie', 'B']],
    ['(1 | 2).combine(2 | 3, true).count()', [4]],
  ])('%s', (expression, expected) => expect(values(expression)).toEqual(expected))

  const CONDITION = JSON.stringify({
    resourceType: 'Condition',
    modifierExtension: [{ url: 'http://example.org/m', valueBoolean: true }],
    code: {
      coding: [
        {
          system: 'http://example.org/s',
          code: 'a',
          extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/ordinalValue', valueDecimal: 3 }],
        },
      ],
    },
    subject: { reference: 'Patient/1' },
  })
  test('weight, subsumes and checkModifiers', () => {
    expect(values('code.coding.weight()', CONDITION)).toEqual([3])
    expect(values('code.coding.subsumes(%resource.code.coding)', CONDITION)).toEqual([true])
    expect(values("checkModifiers('http://example.org/m').code.exists()", CONDITION)).toEqual([true])
    expect(() => values("checkModifiers('http://example.org/other')", CONDITION)).toThrow(ProblemError)
  })
})
