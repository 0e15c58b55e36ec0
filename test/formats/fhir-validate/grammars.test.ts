// Codes that break the grammar of their system against required sets, and a rule of R4 whose expression says less than its text.
import { expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { fhirValidate } from '../../../src/tools/fhir/validate.ts'

function errors(resource: object, version = 'R4'): string[] {
  const { issues } = runTool(fhirValidate, { resource: JSON.stringify(resource) }, { version }) as unknown as {
    readonly issues: readonly { readonly severity: string; readonly code: string; readonly path: string }[]
  }
  return issues.filter(({ severity }) => severity === 'error').map(({ code, path }) => `${code} ${path}`)
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
  expect(errors(invoice('euro'))).toEqual(['binding_required Invoice.totalNet.currency'])
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
