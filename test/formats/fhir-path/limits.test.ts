// FHIRPath: expressions that never end, or make more than anybody can hold, end with a problem that names no value.
import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import { runTool } from '../../../src/core/run.ts'
import { fhirFlatten } from '../../../src/tools/fhir/flatten.ts'
import { fhirPath } from '../../../src/tools/fhir/path.ts'
import { thrownProblem } from '../../thrown-problem.ts'

const name = Array.from({ length: 1_000 }, (_, i) => ({ family: `f${i}`, given: ['a', 'b'] }))
const PATIENT = JSON.stringify({ resourceType: 'Patient', name })
const numbers = (count: number) => `(${Array.from({ length: count }, (_, i) => i).join('|')})`
const text = (length: number) => `'${'a'.repeat(length)}'`

function run(expression: string) {
  try {
    return (runTool(fhirPath, { resource: PATIENT }, { expression }) as unknown as { results: { value: unknown }[] }).results.map(
      ({ value }) => value,
    )
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return error.code
  }
}

describe('an expression', () => {
  test.each([
    ['doubles a text', `${numbers(60)}.aggregate($total & $total, 'a')`, 'resource_limit'],
    ['doubles a list', `${numbers(60)}.aggregate($total.combine($total), 1).count()`, 'resource_limit'],
    ['squares a number', `${numbers(60)}.aggregate($total * $total, 3)`, []],
    ['squares a quantity', `${numbers(60)}.aggregate($total * $total, 1.5 'm')`, []],
    ['has a great power', '10.power(200).power(200)', []],
    ['counts for ever', '1.repeat($this + 1)', 'resource_limit'],
    ['repeats itself', '(1).repeatAll($this)', 'resource_limit'],
    ['compares all with all', 'name.select($this | %resource.name).count()', 'resource_limit'],
    ['puts texts into texts', `${text(100_000)}.replace('a', ${text(100_000)})`, 'resource_limit'],
    ['puts what it matches into texts', `${text(100_000)}.replaceMatches('.*', '${'$0'.repeat(100_000)}')`, 'resource_limit'],
    ['joins long texts', `name.select(${text(20_000)}).join(',')`, 'resource_limit'],
    ['goes beyond the calendar', '@2020-01-01 + 999999999999 years', []],
    ['backtracks elsewhere', `'${'a'.repeat(50_000)}!'.matches('(a+)+$')`, [false]],
    ['is deep', `${'('.repeat(1_000)}1${')'.repeat(1_000)}`, 'invalid_input'],
    ['is a long sum', Array(20_000).fill('1').join('+'), 'invalid_input'],
    ['is a long path', `name${'.where(true)'.repeat(20_000)}`, 'invalid_input'],
  ])('that %s ends', { timeout: 60_000 }, (_title, expression, expected) => {
    expect(run(expression)).toEqual(expected)
  })

  test('of a long text is encoded whole', () => expect(run(`${text(200_000)}.encode('base64').length()`)).toEqual([266_668]))
})

describe('an expression that cannot be evaluated has its place and the resource:', () => {
  test.each<[string, object, object]>([
    ['without end', { expression: 'name.given | 1.repeat($this + 1)' }, { pointer: '/options/expression', column: 16 }],
    ['without end in a part', { expression: 'name.where(1.repeatAll(1).exists())' }, { pointer: '/options/expression', column: 14 }],
    ['without end in the context', { context: '1.repeat($this + 1)' }, { pointer: '/options/context', column: 3 }],
    ['of several values', { expression: "iif(true, name.given.single(), '')" }, { pointer: '/options/expression', column: 22 }],
    ['of several numbers', { expression: 'name.given + 1' }, { pointer: '/options/expression', column: 12 }],
    ['of a variable that is not set', { expression: '%secret' }, { pointer: '/options/expression', column: 1 }],
  ])('%s', (_title, options, at) => {
    const resource = `{"resourceType":"Basic"}\n${PATIENT}`
    const isContext = 'context' in options
    const problem = thrownProblem(() => runTool(fhirPath, { resource: isContext ? PATIENT : resource }, options))
    expect(problem.at).toEqual({ ...at, path: problem.at?.path })
    expect(problem.at?.path).toMatch(/^\[[01]\]$/)
    expect(problem.message).not.toMatch(/secret|f0/)
  })
})

test('an error of a view has the column of its expression, and the resource', () => {
  const view = { resource: 'Patient', select: [{ column: [{ name: 'a', path: '1.repeat($this + 1).count()' }] }] }
  const resource = `{"resourceType":"Patient","id":"ä"}`
  const problem = thrownProblem(() => runTool(fhirFlatten, { resource, view: JSON.stringify(view) }, {}))
  expect(problem.at).toEqual({ pointer: '/view/select/0/column/0/path', path: '[0]', line: 1, column: 1, byteOffset: 0 })
  expect(problem.message).toMatch(/ Column 3\.$/)
})

test('the place of a resource of an unknown type counts bytes', () => {
  const resource = `[{"resourceType":"Patient","id":"ä€😀"},{"resourceType":"Nothing"}]`
  const byteOffset = Buffer.byteLength(resource.slice(0, resource.indexOf('{"resourceType":"Nothing')))
  let at: unknown
  try {
    runTool(fhirPath, { resource }, { expression: 'id' })
  } catch (error) {
    at = (error as ProblemError).at
  }
  expect(at).toMatchObject({ path: '[1]', byteOffset })
})
