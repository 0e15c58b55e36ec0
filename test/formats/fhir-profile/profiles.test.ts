// Profiles: what each kind of rule finds, where profiles are taken from, and profiles that cannot be used.
import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import { BASE, findings, guide, MANIFEST, profile, validate } from './package-fixture.ts'

const patient = (rest: object = {}) => ({ resourceType: 'Patient', ...rest })
const observation = (rest: object) => ({ resourceType: 'Observation', status: 'final', code: { text: 'x' }, ...rest })
const element = (path: string, rest: object) => ({ id: path, path, ...rest })

describe('an element', () => {
  const contact = { system: 'phone', value: '555-0100' }
  test.each<[string, object, object, object, string[]]>([
    ['that has to be there', {}, element('Patient.birthDate', { min: 1 }), {}, ['required Patient']],
    ['that may not be there', {}, element('Patient.photo', { max: '0' }), { photo: [{ title: 'x' }] }, ['max Patient.photo[0]']],
    ['too often', {}, element('Patient.telecom', { max: '1' }), { telecom: [contact, contact] }, ['max Patient.telecom[1]']],
    ['with a fixed code', {}, element('Patient.gender', { fixedCode: 'female' }), { gender: 'male' }, ['fixed Patient.gender']],
    [
      'with a fixed value that holds more',
      {},
      element('Patient.telecom', { fixedContactPoint: { system: 'phone' } }),
      { telecom: [contact] },
      ['fixed Patient.telecom[0]'],
    ],
    [
      'with a pattern that it holds',
      {},
      element('Patient.telecom', { patternContactPoint: { system: 'phone' } }),
      { telecom: [contact] },
      [],
    ],
    [
      'with a pattern that it does not hold',
      {},
      element('Patient.telecom', { patternContactPoint: { use: 'home' } }),
      { telecom: [contact] },
      ['pattern Patient.telecom[0]'],
    ],
    ['longer than allowed', {}, element('Patient.language', { maxLength: 2 }), { language: 'en-GB' }, ['limit Patient.language']],
    [
      'before the earliest date',
      {},
      element('Patient.birthDate', { minValueDate: '1970-01-01' }),
      { birthDate: '1969-12-31' },
      ['limit Patient.birthDate'],
    ],
    [
      'of another type of a choice',
      {},
      element('Patient.deceased[x]', { type: [{ code: 'boolean' }] }),
      { deceasedDateTime: '2026' },
      ['type Patient.deceased'],
    ],
    [
      'whose rule is broken',
      {},
      element('Patient', { constraint: [{ key: 'ex-1', severity: 'error', human: 'A name', expression: 'name.exists()' }] }),
      {},
      ['invariant Patient ex-1'],
    ],
    [
      'whose rule warns',
      {},
      element('Patient', { constraint: [{ key: 'ex-2', severity: 'warning', human: 'A name', expression: 'name.exists()' }] }),
      {},
      ['invariant Patient ex-2'],
    ],
  ])('%s', (_, rest, rule, value, expected) => {
    expect(findings(patient(value), [profile('p', 'Patient', [rule], rest)], 'p')).toEqual(expected)
  })

  test('names its profile, its place and what was expected', () => {
    const { issues } = validate(
      patient({ gender: 'male' }),
      [profile('p', 'Patient', [element('Patient.gender', { fixedCode: 'female' })])],
      {
        profiles: [`${BASE}p`],
      },
    )
    expect(issues.find(({ code }) => code === 'fixed')).toMatchObject({ profile: `${BASE}p`, line: 1, expected: 'Patient.gender' })
  })
})

test('a choice that is named by one of its types has no other', () => {
  const quantity = profile('quantity', 'Observation', [{ path: 'Observation.valueQuantity.code', min: 1 }])
  expect(
    findings(observation({ valueQuantity: { value: 1, system: 'http://unitsofmeasure.org', code: 'kg' } }), [quantity], 'quantity'),
  ).toEqual([])
  expect(findings(observation({ valueQuantity: { value: 1 } }), [quantity], 'quantity')).toEqual(['required Observation.value'])
  expect(findings(observation({ valueString: 'x' }), [quantity], 'quantity')).toEqual(['type Observation.value'])
})

describe('a derived profile', () => {
  const base = profile('base', 'Patient', [element('Patient.birthDate', { min: 1 }), element('Patient.gender', { fixedCode: 'female' })])
  const derived = profile('derived', 'Patient', [element('Patient.name', { min: 1 })], { baseDefinition: `${BASE}base` })

  test('has the rules of its base', () => {
    expect(findings(patient({ gender: 'male' }), [base, derived], 'derived')).toEqual([
      'required Patient',
      'required Patient',
      'fixed Patient.gender',
    ])
  })

  test('cannot be used without its base, unless it has a snapshot', () => {
    const missing = validate(patient(), [derived], { profiles: [`${BASE}derived`] })
    expect(missing.valid).toBe(false)
    expect(missing.issues.find(({ code }) => code === 'profile_faulty')?.expected).toContain('not loaded')
    const claimed = validate(patient({ meta: { profile: [`${BASE}derived`] } }), [derived])
    expect(claimed.valid).toBe(true)
    expect(claimed.issues.find(({ code }) => code === 'profile_unknown')?.path).toBe('Patient.meta.profile[0]')
    const whole = { ...derived, snapshot: { element: [element('Patient', {}), element('Patient.name', { min: 1, max: '*' })] } }
    expect(findings(patient(), [whole], 'derived')).toEqual(['required Patient'])
  })

  test('that is derived from itself is a problem', () => {
    const circle = profile('circle', 'Patient', [], { baseDefinition: `${BASE}other` })
    const other = profile('other', 'Patient', [], { baseDefinition: `${BASE}circle` })
    const { valid, issues } = validate(patient(), [circle, other], { profiles: [`${BASE}circle`] })
    expect(valid).toBe(false)
    expect(issues.find(({ code }) => code === 'profile_faulty')?.expected).toBe('it is derived from itself')
  })

  test('that names an element that there is not is used, and the element is reported', () => {
    const odd = profile('odd', 'Patient', [element('Patient.nick', { min: 1 }), element('Patient.name', { min: 1 })])
    expect(findings(patient(), [odd], 'odd')).toEqual(['profile_faulty Patient', 'required Patient'])
  })
})

describe('profiles of types and targets', () => {
  const full = profile('full', 'HumanName', [element('HumanName.family', { min: 1 })], { kind: 'complex-type' })
  const named = profile('named', 'Patient', [
    element('Patient.name', { type: [{ code: 'HumanName', profile: [`${BASE}full`] }] }),
    element('Patient.link.other', { type: [{ code: 'Reference', targetProfile: [`${BASE}named`] }] }),
  ])

  test('a value keeps the profile of its type', () => {
    expect(findings(patient({ name: [{ text: 'x' }] }), [full, named], 'named')).toEqual(['required Patient.name[0]'])
  })

  test('a value of several profiles keeps one of them', () => {
    const given = profile('given', 'HumanName', [element('HumanName.given', { min: 1 })], { kind: 'complex-type' })
    const either = profile('either', 'Patient', [
      element('Patient.name', { type: [{ code: 'HumanName', profile: [`${BASE}full`, `${BASE}given`] }] }),
    ])
    const name = [{ family: 'Sample' }, { given: ['Ada'] }, { text: 'x' }]
    expect(findings(patient({ name }), [full, given, either], 'either')).toEqual(['profile_mismatch Patient.name[2]'])
  })

  test('patients that link to each other in a circle are checked once', () => {
    const entry = (id: string, other: string, name: object) => ({
      fullUrl: `http://example.org/Patient/${id}`,
      resource: patient({
        id,
        meta: { profile: [`${BASE}named`] },
        name: [name],
        link: [{ type: 'seealso', other: { reference: `Patient/${other}` } }],
      }),
    })
    const bundle = (name: object) => ({
      resourceType: 'Bundle',
      type: 'collection',
      entry: [entry('a', 'b', { family: 'Sample' }), entry('b', 'a', name)],
    })
    expect(validate(bundle({ family: 'Sample' }), [full, named]).valid).toBe(true)
    const { issues } = validate(bundle({ text: 'x' }), [full, named])
    expect(issues.filter(({ severity }) => severity === 'error').map(({ code, path }) => `${code} ${path}`)).toEqual([
      'reference_target Bundle.entry[0].resource.link[0].other',
      'required Bundle.entry[1].resource.name[0]',
      // The first patient does not conform either: it links to one that does not.
      'reference_target Bundle.entry[1].resource.link[0].other',
    ])
  })
})

describe('profiles are taken', () => {
  const claimed = profile('claimed', 'Patient', [element('Patient.name', { min: 1 })])

  test('from meta.profile, and what was applied is told', () => {
    const { issues, profiles } = validate(patient({ meta: { profile: [`${BASE}claimed`] } }), [claimed])
    expect(issues.map(({ code }) => code)).toContain('required')
    expect(profiles).toEqual([{ url: `${BASE}claimed`, from: 'meta', applied: 1 }])
  })

  test('by the version that is named', () => {
    const newer = { ...claimed, version: '2.0.0', differential: { element: [element('Patient.name', { min: 2 })] } }
    const one = { name: [{ family: 'Sample' }] }
    for (const [version, count] of [
      ['|1.0.0', 0],
      ['|2.0.0', 1],
      ['', 1],
    ] as const) {
      expect(findings(patient(one), [claimed, newer], `claimed${version}`)).toHaveLength(count)
    }
  })

  test('by the LOINC code of a vital sign', () => {
    const { issues, profiles } = validate(observation({ code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }] } }), [claimed])
    expect(profiles).toEqual([{ url: 'http://hl7.org/fhir/StructureDefinition/heartrate', from: 'code', applied: 1 }])
    expect(issues.filter(({ code }) => code === 'slice_min').map(({ rule }) => rule)).toEqual(['VSCat'])
  })

  test('from a package', () => {
    const { profiles } = validate(patient({ name: [{ family: 'Sample' }] }), guide([claimed]), { profiles: [`${BASE}claimed`] })
    expect(profiles).toEqual([{ url: `${BASE}claimed`, from: 'option', applied: 1 }])
  })

  test('of another type with an error', () => {
    expect(findings(observation({}), [claimed], 'claimed')).toEqual(['profile_type Observation'])
  })

  test.each<[string, () => unknown, string]>([
    ['an unknown profile', () => validate(patient(), [claimed], { profiles: [`${BASE}none`] }), '/options/profiles/0'],
    ['an unknown package', () => validate(patient(), [claimed], { packages: ['none'] }), '/options/packages/0'],
    ['definitions that are none', () => validate(patient(), [patient()]), '/definitions'],
    ['a package for R5', () => validate(patient(), guide([claimed], { ...MANIFEST, fhirVersions: ['5.0.0'] })), '/definitions'],
  ])('%s is refused with its place', (_, run, pointer) => {
    try {
      run()
    } catch (error) {
      expect(error).toBeInstanceOf(ProblemError)
      expect((error as ProblemError).errors?.map((each) => each.pointer)).toEqual([pointer])
      return
    }
    throw new Error('no fault')
  })
})

describe('extensions', () => {
  const color = profile(
    'color',
    'Extension',
    [element('Extension.url', { fixedUri: `${BASE}color` }), element('Extension.value[x]', { min: 1, type: [{ code: 'code' }] })],
    { context: [{ type: 'element', expression: 'Patient.contact' }] },
  )
  const use = (value: object) => ({ extension: [{ url: `${BASE}color`, ...value }] })
  const found = (resource: object, options: object = {}) =>
    validate(resource, [color], options)
      .issues.filter(({ code }) => code !== 'best_practice')
      .map(({ severity, code, path }) => `${severity} ${code} ${path}`)

  test('are checked by their definition', () => {
    expect(found(patient({ contact: [{ ...use({ valueCode: 'red' }), name: { text: 'x' } }] }))).toEqual([])
    expect(found(patient({ contact: [{ ...use({ valueString: 'red' }), name: { text: 'x' } }] }))).toEqual([
      'error type Patient.contact[0].extension[0].value',
    ])
  })

  test('stand where their definition allows it', () => {
    expect(found(patient(use({ valueCode: 'red' })))).toEqual(['error extension_context Patient.extension[0]'])
    expect(found(patient({ birthDate: '1970', _birthDate: use({ valueCode: 'red' }) }))).toEqual([
      'error extension_context Patient.birthDate.extension[0]',
    ])
  })

  test('that are not loaded are reported once, as gravely as is asked for', () => {
    const twice = (url: string) => patient({ extension: [1, 2].map(() => ({ url, valueCode: 'x' })) })
    const two = twice('http://hospital.test/other')
    expect(found(two)).toEqual(['warning extension_unknown Patient.extension[0]'])
    expect(found(two, { unknownExtensions: 'error' })).toEqual(['error extension_unknown Patient.extension[0]'])
    expect(found(two, { unknownExtensions: 'off' })).toEqual([])
    expect(found(twice('http://example.org/other'), { unknownExtensions: 'error' })).toEqual([
      'warning extension_unknown Patient.extension[0]',
    ])
  })

  test('of elements of other versions name an element that only the other version has', () => {
    const carried = (version: string, path: string) =>
      found(patient({ extension: [{ url: `http://hl7.org/fhir/${version}/StructureDefinition/extension-${path}`, valueBoolean: true }] }))
    expect(carried('5.0', 'DeviceRequest.doNotPerform')).toEqual([])
    expect(carried('3.0', 'Patient.animal')).toEqual([])
    expect(carried('5.0', 'Patient.gendre')).toEqual(['error extension_context Patient.extension[0]'])
    expect(carried('5.0', 'Patient.active')).toEqual(['error extension_context Patient.extension[0]'])
  })

  test('have the parts that their definition names, and no others', () => {
    const parts = profile('parts', 'Extension', [
      element('Extension.extension', { min: 1 }),
      { id: 'Extension.extension:a', path: 'Extension.extension', sliceName: 'a', min: 1, max: '1' },
      { id: 'Extension.extension:a.url', path: 'Extension.extension.url', fixedUri: 'a' },
    ])
    const holder = (urls: string[]) =>
      patient({ extension: [{ url: `${BASE}parts`, extension: urls.map((url) => ({ url, valueCode: 'x' })) }] })
    const codes = (urls: string[]) =>
      validate(holder(urls), [parts])
        .issues.filter(({ severity }) => severity === 'error')
        .map(({ code, path }) => `${code} ${path}`)
    expect(codes(['a'])).toEqual([])
    expect(codes(['b'])).toEqual(['slice_min Patient.extension[0]', 'extension_part Patient.extension[0].extension[0]'])
  })
})

test('rules ask for profiles and value sets', () => {
  const set = { resourceType: 'ValueSet', url: `${BASE}set`, compose: { include: [{ system: 'urn:example', concept: [{ code: 'a' }] }] } }
  const named = profile('named', 'Patient', [element('Patient.name', { min: 1 })])
  const rule = (expression: string) =>
    profile('rule', 'Patient', [element('Patient', { constraint: [{ key: 'ex', severity: 'error', human: 'x', expression }] })])
  const married = (code: string) => patient({ maritalStatus: { coding: [{ system: 'urn:example', code }] } })
  const errors = (resource: object, expression: string) => findings(resource, [set, named, rule(expression)], 'rule')
  expect(errors(patient(), `conformsTo('${BASE}named')`)).toEqual(['invariant Patient ex'])
  expect(errors(patient({ name: [{ text: 'x' }] }), `conformsTo('${BASE}named')`)).toEqual([])
  expect(errors(married('a'), `maritalStatus.memberOf('${BASE}set')`)).not.toContain('invariant Patient ex')
  expect(errors(married('b'), `maritalStatus.memberOf('${BASE}set')`)).toContain('invariant Patient ex')
})
