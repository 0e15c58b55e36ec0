// Codes that break the grammar of their system against required sets, and a rule of R4 whose expression says less than its text.
import { describe, expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { fhirValidate } from '../../../src/tools/fhir/validate.ts'

const errors = (resource: object, version = 'R4'): string[] => found(resource, version, 'error')
const warnings = (resource: object): string[] => found(resource, 'R4', 'warning')

function found(resource: object, version: string, level: string): string[] {
  const { issues } = runTool(fhirValidate, { resource: JSON.stringify(resource) }, { version }) as unknown as {
    readonly issues: readonly { readonly severity: string; readonly code: string; readonly path: string }[]
  }
  return issues.filter(({ severity }) => severity === level).map(({ code, path }) => `${code} ${path}`)
}

test.each(['R4', 'R4B', 'R5'])('what is no tag of a language is an error, in %s', (version) => {
  expect(errors({ resourceType: 'Patient', language: 'not a language' }, version)).toEqual(['binding_required Patient.language'])
  expect(errors({ resourceType: 'Patient', language: 'de-CH-1996' }, version)).toEqual([])
  const speaks = (code: string) => ({
    resourceType: 'Patient',
    communication: [{ language: { coding: [{ system: 'urn:ietf:bcp:47', code }] } }],
  })
  expect(errors(speaks('english (US)'), version)).toEqual(['binding_required Patient.communication[0].language'])
  expect(errors(speaks('en-US'), version)).toEqual([])
})

test('what is no code of a currency is an error', () => {
  const invoice = (currency: string) => ({ resourceType: 'Invoice', status: 'issued', totalNet: { value: 1, currency } })
  for (const code of ['euro', 'QQQ', 'XXQ', 'eur', 'EU', 'LEE'])
    expect(errors(invoice(code)), code).toEqual(['binding_required Invoice.totalNet.currency'])
  // In use, withdrawn, funds and metals.
  for (const code of ['EUR', 'SLE', 'DEM', 'CHW', 'XAU', 'XXX', ...Intl.supportedValuesOf('currency')])
    expect(errors(invoice(code)), code).toEqual([])
  expect(errors(invoice('EUR'))).toEqual([])
})

test('two conditions of an item need enableBehavior', () => {
  const enableWhen = ['1', '2'].map((question) => ({ question, operator: 'exists', answerBoolean: true }))
  const items = (more: object) => ({
    resourceType: 'Questionnaire',
    status: 'active',
    item: [
      { linkId: '1', type: 'string' },
      { linkId: '2', type: 'string' },
      { linkId: '3', type: 'string', enableWhen, ...more },
    ],
  })
  expect(errors(items({}))).toEqual(['invariant Questionnaire.item[2]'])
  expect(errors(items({ enableBehavior: 'all' }))).toEqual([])
})

describe('units', () => {
  const quantity = (code: string) => ({ value: 1, system: 'http://unitsofmeasure.org', code })
  const observation = (code: string) => ({
    resourceType: 'Observation',
    status: 'final',
    code: { text: 'x' },
    valueQuantity: quantity(code),
  })

  test.each(['cells/uL', 'TAB', 'mg/', 'mEq'])('what UCUM does not have is a warning: %s', (code) => {
    expect(warnings(observation(code))).toContain('code_syntax Observation.value.code')
    expect(errors(observation(code)).filter((each) => each.startsWith('binding'))).toEqual([])
  })

  test.each(['{cells}/uL', 'mg/dL', '10*3/uL', '[IU]/L', '%', '1', '{# of fetuses}', '{score}'])('what UCUM has is none: %s', (code) => {
    expect(warnings(observation(code)).filter((each) => each.startsWith('code_syntax'))).toEqual([])
  })

  test('in other systems is not judged', () => {
    const other = { ...observation('x'), valueQuantity: { value: 1, system: 'http://x.test/units', code: 'cells/uL' } }
    expect(warnings(other).filter((each) => each.startsWith('code_syntax'))).toEqual([])
  })

  test('codings and durations are judged too', () => {
    const coding = { system: 'http://unitsofmeasure.org', code: 'cells/uL' }
    const task = { resourceType: 'Task', status: 'draft', intent: 'plan', code: { coding: [coding] } }
    expect(warnings(task)).toContain('code_syntax Task.code.coding[0].code')
    const plan = { resourceType: 'Encounter', status: 'planned', class: { code: 'x' }, length: quantity('minutes') }
    expect(warnings(plan)).toContain('code_syntax Encounter.length.code')
  })

  test('where an element takes units of UCUM alone, any other code is an error', () => {
    const sampled = (intervalUnit: string) => ({
      resourceType: 'Observation',
      status: 'final',
      code: { text: 'x' },
      valueSampledData: { origin: { value: 0 }, interval: 1, intervalUnit, dimensions: 1, data: '1 2' },
    })
    expect(errors(sampled('minutes'), 'R5')).toEqual(['binding_required Observation.value.intervalUnit'])
    expect(errors(sampled('min'), 'R5')).toEqual([])
  })
})
