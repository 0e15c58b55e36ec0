// Targets of the v2-to-FHIR guide: read, and followed through R4.
import { expect, test } from 'vitest'
import { resolveTarget } from '../../../src/formats/hl7/fhir/resolve-target.ts'
import { parseTarget } from '../../../src/formats/hl7/fhir/target-path.ts'

const step = (name: string, label = '', resource?: string) => ({ name, label, resource })

test.each([
  ['$this', []],
  ['$value', []],
  ['status', [step('status')]],
  ['name[1].given[2]', [step('name', '1'), step('given', '2')]],
  ['[2].value', [step('', '2'), step('value')]],
  ['component[each].code', [step('component', 'each'), step('code')]],
  ['sender(Organization)', [step('sender', '', 'Organization')]],
  [
    'performer[2](PractitionerRole[1].organization(Organization.address))',
    [step('performer', '2', 'PractitionerRole'), step('organization', '', 'Organization'), step('address')],
  ],
])('%s', (text, steps) => {
  expect(parseTarget(text)).toEqual(steps)
})

test.each(['', 'a.', 'a..b', 'a(B', 'a(b)', 'a[x]', 'a b', 'a.[1]', 'Patient.name', 'extension??-x'])('%s is no target', (text) => {
  expect(() => resolveTarget('Patient', [...parseTarget(text), step('nothing')])).toThrow()
})

test.each([
  ['Patient', 'name[1].given', 'string', [true, true]],
  ['Patient', 'birthDate.extension[1].valueDateTime', 'dateTime', [false, true, false]],
  ['Observation', 'valueQuantity.value', 'decimal', [false, false]],
  ['Observation', 'performer[2](Organization.address)', 'Address', [true, true]],
  ['MessageHeader', 'sender(Organization)', 'Organization', [false]],
])('%s.%s is of type %s', (root, text, type, repeats) => {
  expect(resolveTarget(root, parseTarget(text))).toMatchObject({ type, repeats })
})

test.each([
  ['Patient', 'nome'],
  ['Patient', 'birthDate.value'],
  ['Patient', 'generalPractitioner(Patient)'],
  ['Patient', 'name(Patient)'],
  ['Observation', 'valueAddress'],
])('R4 has no %s.%s', (root, text) => {
  expect(() => resolveTarget(root, parseTarget(text))).toThrow()
})
