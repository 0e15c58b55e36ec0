// Profiles that contradict what they are derived from: each is found at its place, and the profile without it is valid.
import { describe, expect, test } from 'vitest'
import { ELEMENT, errors, HOST, profile } from './definition-fixture.ts'

describe('a profile', () => {
  const subject = (target: string) => ({
    path: 'Observation.subject',
    type: [{ code: 'Reference', targetProfile: [`http://hl7.org/fhir/StructureDefinition/${target}`] }],
  })
  const rule = (expression: string) => ({
    path: 'Observation.value[x]',
    type: [{ code: 'Quantity' }],
    constraint: [{ key: 'x-1', severity: 'error', human: 'x', expression }],
  })
  const bound = (strength: string) => ({ path: 'Observation.status', binding: { strength, valueSet: `${HOST}ValueSet/x` } })

  test.each<[string, object, string[]]>([
    ['leads a reference where the base definition does', subject('Patient'), []],
    ['leads a reference elsewhere', subject('Practitioner'), [`definition_type ${ELEMENT}.type[0].targetProfile[0]`]],
    ['keeps a binding', bound('required'), []],
    ['makes a binding weaker', bound('extensible'), [`definition_content ${ELEMENT}.binding`]],
    ['has a rule of its elements', rule("value.exists() and unit = 'kg'"), []],
    ['has a rule that begins with another type', rule('Patient.names.exists()'), []],
    ['has a rule of elements that are none', rule('values.exists()'), [`definition_expression ${ELEMENT}.constraint[0]`]],
  ])('%s', (_, element, expected) => {
    expect(errors(profile([element]))).toEqual(expected)
  })

  const ofType = (type: string, path: string, rest: object, expression: string) =>
    profile([{ path, ...rest, constraint: [{ key: 'x-1', severity: 'error', human: 'x', expression }] }], {
      type,
      kind: /^(?:Dosage|Extension)$/.test(type) ? 'complex-type' : 'resource',
      baseDefinition: `http://hl7.org/fhir/StructureDefinition/${type}`,
      ...(type === 'Extension' && { context: [{ type: 'element', expression: 'Patient' }] }),
    })
  const CODED = { type: [{ code: 'Coding' }, { code: 'CodeableConcept' }] }

  test.each<[string, string, object, string]>([
    ['MedicationRequest', 'MedicationRequest.medication[x]', {}, 'reference.exists() or coding.exists() or text.exists()'],
    ['Condition', 'Condition.onset[x]', {}, 'start.exists() or value.exists()'],
    ['Dosage', 'Dosage.doseAndRate.dose[x]', {}, '(low.exists() and high.exists()) or value.exists()'],
    ['Extension', 'Extension.value[x]', CODED, 'code.exists() or coding.code.exists()'],
  ])('of %s may name elements of every type of %s in one rule', (type, path, rest, expression) => {
    expect(errors(ofType(type, path, rest, expression))).toEqual([])
    const unknown = `${expression} or codes.exists()`
    expect(errors(ofType(type, path, rest, unknown))).toEqual([`definition_expression ${ELEMENT}.constraint[0]`])
  })

  test.each<[string, string, string[]]>([
    ['of its own type', 'Observation', []],
    ['that is more general', 'DomainResource', []],
    ['of another type', 'Patient', ['profile_faulty StructureDefinition']],
    ['that FHIR does not have', 'Observashun', ['definition_type StructureDefinition.baseDefinition']],
  ])('has a base %s', (_, base, expected) => {
    const baseDefinition = `http://hl7.org/fhir/StructureDefinition/${base}`
    expect(errors(profile([{ path: 'Observation.note', min: 1 }], { baseDefinition }))).toEqual(expected)
  })

  test('of a logical model may have the base that R5 has', () => {
    const rest = {
      kind: 'logical',
      type: `${HOST}m`,
      derivation: 'specialization',
      baseDefinition: 'http://hl7.org/fhir/StructureDefinition/Base',
    }
    expect(errors(profile([{ path: 'm' }], rest)).filter((each) => each.includes('baseDefinition'))).toEqual([])
  })

  test('of Extension fixes its canonical URL', () => {
    const rest = { type: 'Extension', kind: 'complex-type', baseDefinition: 'http://hl7.org/fhir/StructureDefinition/Extension' }
    const context = [{ type: 'element', expression: 'Patient' }]
    const extension = (fixedUri: string) => profile([{ path: 'Extension.url', fixedUri }], { ...rest, context })
    expect(errors(extension(`${HOST}StructureDefinition/p`))).toEqual([])
    expect(errors(extension(`${HOST}StructureDefinition/q`))).toEqual([`fixed ${ELEMENT}.fixed`])
  })

  test('of an extension keeps the URL of its base', () => {
    const birthPlace = 'http://hl7.org/fhir/StructureDefinition/patient-birthPlace'
    const rest = { type: 'Extension', kind: 'complex-type', context: [{ type: 'element', expression: 'Patient' }] }
    const base = profile([{ path: 'Extension.url', fixedUri: birthPlace }], {
      ...rest,
      url: birthPlace,
      baseDefinition: 'http://hl7.org/fhir/StructureDefinition/Extension',
    })
    const derived = (fixedUri: string) => profile([{ path: 'Extension.url', fixedUri }], { ...rest, baseDefinition: birthPlace })
    expect(errors(derived(birthPlace), [base])).toEqual([])
    expect(errors(derived(`${HOST}StructureDefinition/p`), [base])).toEqual([`fixed ${ELEMENT}.fixed`])
    expect(errors(derived(birthPlace))).toEqual([])
  })
})
