// Value sets and code systems of packages: what is decided, and what is said to be open.
import { describe, expect, test } from 'vitest'
import { BASE, profile, validate } from './package-fixture.ts'

const SYSTEM = 'http://example.org/fhir/CodeSystem/colors'
const SET = 'http://example.org/fhir/ValueSet/colors'

const concept = (code: string, rest: object = {}) => ({ code, display: code, ...rest })
const system = (rest: object = {}) => ({
  resourceType: 'CodeSystem',
  url: SYSTEM,
  content: 'complete',
  concept: [
    concept('red', { concept: [concept('rose'), concept('ruby', { property: [{ code: 'kind', valueCode: 'gem' }] })] }),
    concept('blue', { concept: [concept('navy')] }),
    concept('teal', { property: [{ code: 'parent', valueCode: 'blue' }] }),
  ],
  ...rest,
})
const set = (compose: object, rest: object = {}) => ({ resourceType: 'ValueSet', url: SET, compose, ...rest })
const bound = (strength = 'required') =>
  profile('bound', 'Patient', [{ id: 'Patient.language', path: 'Patient.language', binding: { strength, valueSet: SET } }])

/** `in`, `out` or `open` for a code without a system; those of `Patient.language` are only of this set. */
function judge(definitions: readonly object[], code: string): string {
  const { issues, terminology } = validate({ resourceType: 'Patient', language: code }, [bound(), ...definitions], {
    profiles: [`${BASE}bound`],
  })
  // The codes are no languages either, which is not reported for the profile.
  if (issues.some((each) => each.code === 'binding_required' && each.profile === `${BASE}bound`)) return 'out'
  return terminology.unchecked.some((each) => each.system === SET) ? 'open' : 'in'
}

const include = (...parts: object[]) => set({ include: parts })
const filter = (property: string, op: string, value: string) => include({ system: SYSTEM, filter: [{ property, op, value }] })

describe('a value set', () => {
  test.each<[string, object, string[], string[]]>([
    ['of listed codes', include({ system: SYSTEM, concept: [{ code: 'red' }] }), ['red'], ['rose', 'green']],
    ['of a whole system', include({ system: SYSTEM }), ['red', 'ruby', 'teal'], ['green']],
    ['of a code and what is below it', filter('concept', 'is-a', 'blue'), ['blue', 'navy', 'teal'], ['red']],
    ['of what is below a code', filter('concept', 'descendent-of', 'blue'), ['navy', 'teal'], ['blue']],
    ['of what is directly below a code', filter('concept', 'child-of', 'red'), ['rose'], ['red', 'navy']],
    ['of what is not below a code', filter('concept', 'is-not-a', 'blue'), ['red', 'ruby'], ['navy']],
    ['of what is above a code', filter('concept', 'generalizes', 'ruby'), ['red', 'ruby'], ['rose']],
    ['of leaves', filter('concept', 'descendent-leaf', 'red'), ['rose', 'ruby'], ['red', 'navy']],
    ['by a property', filter('kind', '=', 'gem'), ['ruby'], ['rose']],
    ['by a list', filter('concept', 'in', 'red, blue'), ['red', 'blue'], ['rose']],
    ['by a pattern', filter('concept', 'regex', 'r.*'), ['red', 'rose'], ['blue']],
    ['by a property that is there', filter('kind', 'exists', 'true'), ['ruby'], ['rose']],
    [
      'without some codes',
      set({ include: [{ system: SYSTEM }], exclude: [{ system: SYSTEM, concept: [{ code: 'red' }] }] }),
      ['rose'],
      ['red'],
    ],
    [
      'with a published expansion',
      set({ include: [{ system: 'urn:other' }] }, { expansion: { contains: [{ system: 'urn:other', code: 'x' }] } }),
      ['x'],
      ['y'],
    ],
  ])('%s', (_, definition, inside, outside) => {
    expect(inside.map((code) => judge([system(), definition], code))).toEqual(inside.map(() => 'in'))
    expect(outside.map((code) => judge([system(), definition], code))).toEqual(outside.map(() => 'out'))
  })

  test('of other sets takes the codes of all of them', () => {
    const other = { ...filter('concept', 'is-a', 'red'), url: `${SET}-other` }
    const both = include({ system: SYSTEM, filter: [{ property: 'kind', op: '=', value: 'gem' }], valueSet: [other.url] })
    expect(['ruby', 'rose'].map((code) => judge([system(), other, both], code))).toEqual(['in', 'out'])
  })

  test.each<[string, object[]]>([
    ['whose system is not loaded', [include({ system: SYSTEM })]],
    ['whose system is a fragment', [system({ content: 'fragment' }), include({ system: SYSTEM })]],
    ['with an operator that is not known', [system(), filter('concept', 'similar-to', 'red')]],
    ['that includes a set that is not loaded', [include({ valueSet: [`${SET}-none`] })]],
    ['that includes itself', [include({ valueSet: [SET] })]],
    ['without a composition', [set({ include: [] })]],
  ])('%s is open: neither right nor wrong, and counted', (_, definitions) => {
    expect(judge(definitions, 'red')).toBe('open')
  })

  test('compares codes as its system does', () => {
    expect(judge([system({ caseSensitive: false }), include({ system: SYSTEM })], 'RED')).toBe('in')
    expect(judge([system({ caseSensitive: true }), include({ system: SYSTEM })], 'RED')).toBe('out')
  })

  test('of an extensible binding warns', () => {
    const { valid, issues } = validate(
      { resourceType: 'Patient', language: 'green' },
      [bound('extensible'), system(), include({ system: SYSTEM })],
      {
        profiles: [`${BASE}bound`],
      },
    )
    expect(valid).toBe(true)
    expect(issues.find(({ code }) => code === 'binding_extensible')).toMatchObject({
      path: 'Patient.language',
      expected: `a code of ${SET}`,
    })
  })
})

describe('a code without a binding', () => {
  const tagged = (coding: object) => ({ resourceType: 'Patient', meta: { tag: [coding] } })
  const found = (coding: object, definitions: readonly object[] = [system()]) =>
    validate(tagged(coding), definitions)
      .issues.filter(({ code }) => code === 'code_unknown')
      .map(({ severity }) => severity)

  test.each<[string, object, string[]]>([
    ['of a system that is loaded', { system: SYSTEM, code: 'rose' }, []],
    ['that a system that is loaded does not have', { system: SYSTEM, code: 'green' }, ['error']],
    ['of another version of the system', { system: SYSTEM, version: '9', code: 'green' }, []],
    ['of a system that nobody has', { system: 'http://example.org/none', code: 'green' }, []],
    ['of FHIR', { system: 'http://hl7.org/fhir/account-status', code: 'active' }, []],
    ['of FHIR in a version that is named', { system: 'http://hl7.org/fhir/account-status', version: '9', code: 'green' }, []],
    ['that FHIR does not have', { system: 'http://hl7.org/fhir/account-status', code: 'green' }, ['error']],
    [
      'that HL7 Terminology may have by now',
      { system: 'http://terminology.hl7.org/CodeSystem/condition-clinical', code: 'green' },
      ['warning'],
    ],
    [
      'that only a later package of extensions has',
      { system: 'http://hl7.org/fhir/questionnaire-item-control', code: 'tab-container' },
      [],
    ],
    [
      'that a later package of extensions may have by now',
      { system: 'http://hl7.org/fhir/questionnaire-item-control', code: 'green' },
      ['warning'],
    ],
  ])('%s', (_, coding, severities) => expect(found(coding)).toEqual(severities))

  test('is not to be listed by a value set', () => {
    const definition = { resourceType: 'ValueSet', url: SET, name: 'X', status: 'draft' }
    const listed = (code: string) => ({
      ...definition,
      compose: { include: [{ system: 'http://hl7.org/fhir/account-status', concept: [{ code }] }] },
    })
    const codes = (resource: object) => validate(resource, [system()]).issues.map(({ code }) => code)
    expect(codes(listed('green'))).toContain('definition_code')
    expect(codes(listed('active'))).not.toContain('definition_code')
  })

  test('is not judged by a part of a system', () => {
    expect(found({ system: SYSTEM, code: 'green' }, [system({ content: 'fragment' })])).toEqual([])
  })

  test('is judged in a set over a system of FHIR', () => {
    const own = include({ system: 'http://hl7.org/fhir/account-status' })
    expect(['active', 'green'].map((code) => judge([own], code))).toEqual(['in', 'out'])
  })

  test.each([
    ['http://terminology.hl7.org/CodeSystem/condition-clinical', 'active'],
    ['http://hl7.org/fhir/questionnaire-item-control', 'tab-container'],
  ])('is not judged in a set over %s, which HL7 may have added it to', (url, known) => {
    expect([known, 'green'].map((code) => judge([include({ system: url })], code))).toEqual(['in', 'open'])
  })
})
