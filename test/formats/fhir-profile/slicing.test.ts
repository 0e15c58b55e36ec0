// Slicing: discriminators of each kind, rules of the list, slices of slices, and what cannot be decided.
import { describe, expect, test } from 'vitest'
import { BASE, findings, profile, validate } from './package-fixture.ts'

const patient = (rest: object) => ({ resourceType: 'Patient', ...rest })
const sliced = (path: string, discriminator: object[], rest: object = {}) => ({
  id: path,
  path,
  slicing: { discriminator, rules: 'open', ...rest },
})
const slice = (path: string, sliceName: string, rest: object = {}) => ({ id: `${path}:${sliceName}`, path, sliceName, ...rest })

const BY_SYSTEM = [{ type: 'value', path: 'system' }]
const phones = (rest: object, discriminator: object[] = BY_SYSTEM) =>
  profile('phones', 'Patient', [
    sliced('Patient.telecom', discriminator, rest),
    slice('Patient.telecom', 'phone', { min: 1, max: '1' }),
    { id: 'Patient.telecom:phone.system', path: 'Patient.telecom.system', min: 1, fixedCode: 'phone' },
    { id: 'Patient.telecom:phone.value', path: 'Patient.telecom.value', min: 1 },
    slice('Patient.telecom', 'mail', { max: '1' }),
    { id: 'Patient.telecom:mail.system', path: 'Patient.telecom.system', min: 1, patternCode: 'email' },
  ])
const PHONE = { system: 'phone', value: '555-0100' }
const MAIL = { system: 'email', value: 'ada@example.org' }
const FAX = { system: 'fax', value: '555-0101' }

describe('by value', () => {
  test.each<[string, object[], object, string[]]>([
    ['the slices as they should be', [PHONE, MAIL, FAX], {}, []],
    ['a slice that is missing', [MAIL], {}, ['slice_min Patient phone']],
    ['a slice too often', [PHONE, MAIL, MAIL], {}, ['slice_max Patient.telecom[2] mail']],
    ['a part of a slice that is missing', [{ system: 'phone' }], {}, ['required Patient.telecom[0]']],
    ['a value of no slice where none may be', [PHONE, FAX], { rules: 'closed' }, ['slice_closed Patient.telecom[1] Patient.telecom']],
    ['a value of no slice before the end', [FAX, PHONE], { rules: 'openAtEnd' }, ['slice_order Patient.telecom[0] Patient.telecom']],
    ['a value of no slice at the end', [PHONE, FAX], { rules: 'openAtEnd' }, []],
    ['slices out of order', [MAIL, PHONE], { ordered: true }, ['slice_order Patient.telecom[1] Patient.telecom']],
    ['slices in order', [PHONE, MAIL], { ordered: true }, []],
  ])('%s', (_, telecom, rules, expected) => {
    expect(findings(patient({ telecom }), [phones(rules)], 'phones')).toEqual(expected)
  })
})

test('without a discriminator is said to be undecided, and no error', () => {
  const { valid, issues } = validate(patient({ telecom: [PHONE] }), [phones({}, [])], { profiles: [`${BASE}phones`] })
  expect(valid).toBe(true)
  expect(issues.find(({ code }) => code === 'slice_undecided')).toMatchObject({ path: 'Patient.telecom[0]', severity: 'warning' })
})

test('a discriminator that the slices say nothing of is undecided', () => {
  const found = findings(patient({ telecom: [PHONE] }), [phones({}, [{ type: 'value', path: 'rank' }])], 'phones')
  expect(found).toEqual(['slice_undecided Patient.telecom[0] phone', 'slice_undecided Patient.telecom[0] mail'])
})

test('a value that fits two slices is reported', () => {
  const both = profile('both', 'Patient', [
    sliced('Patient.telecom', BY_SYSTEM),
    slice('Patient.telecom', 'a'),
    { id: 'Patient.telecom:a.system', path: 'Patient.telecom.system', fixedCode: 'phone' },
    slice('Patient.telecom', 'b'),
    { id: 'Patient.telecom:b.system', path: 'Patient.telecom.system', fixedCode: 'phone' },
  ])
  expect(findings(patient({ telecom: [PHONE] }), [both], 'both')).toEqual(['slice_ambiguous Patient.telecom[0] Patient.telecom'])
})

describe('by other discriminators', () => {
  test('exists', () => {
    const byPeriod = profile('periods', 'Patient', [
      sliced('Patient.telecom', [{ type: 'exists', path: 'period' }]),
      slice('Patient.telecom', 'dated', { min: 1 }),
      { id: 'Patient.telecom:dated.period', path: 'Patient.telecom.period', min: 1 },
      slice('Patient.telecom', 'undated', { max: '1' }),
      { id: 'Patient.telecom:undated.period', path: 'Patient.telecom.period', max: '0' },
    ])
    expect(findings(patient({ telecom: [PHONE, MAIL] }), [byPeriod], 'periods')).toEqual([
      'slice_min Patient dated',
      'slice_max Patient.telecom[1] undated',
    ])
  })

  test('type, of a choice and of what an entry holds', () => {
    const values = profile('values', 'Observation', [
      sliced('Observation.value[x]', [{ type: 'type', path: '$this' }], { rules: 'closed' }),
      slice('Observation.value[x]', 'valueQuantity', { type: [{ code: 'Quantity' }] }),
      { id: 'Observation.value[x]:valueQuantity.code', path: 'Observation.value[x].code', min: 1 },
    ])
    const observation = (rest: object) => ({ resourceType: 'Observation', status: 'final', code: { text: 'x' }, ...rest })
    expect(findings(observation({ valueString: 'x' }), [values], 'values')).toEqual(['slice_closed Observation.value Observation.value[x]'])
    expect(findings(observation({ valueQuantity: { value: 1 } }), [values], 'values')).toEqual(['required Observation.value'])
    const bundles = profile('bundles', 'Bundle', [
      sliced('Bundle.entry', [{ type: 'type', path: 'resource' }]),
      slice('Bundle.entry', 'patient', { min: 1 }),
      { id: 'Bundle.entry:patient.resource', path: 'Bundle.entry.resource', min: 1, type: [{ code: 'Patient' }] },
    ])
    const entry = { fullUrl: 'urn:uuid:0f3b1f38-7a6f-4a32-8d5c-9d0e0e6a2c11', resource: { resourceType: 'Basic', code: { text: 'x' } } }
    expect(findings({ resourceType: 'Bundle', type: 'collection', entry: [entry] }, [bundles], 'bundles')).toEqual([
      'slice_min Bundle patient',
    ])
  })

  test('profile and type behind resolve()', () => {
    const list = (type: string) =>
      profile('list', 'List', [
        sliced('List.entry', [{ type, path: 'item.resolve()' }]),
        slice('List.entry', 'person', { max: '1' }),
        { id: 'List.entry:person.item', path: 'List.entry.item', type: [{ code: 'Reference', targetProfile: [`${BASE}named`] }] },
      ])
    const named = profile('named', 'Patient', [{ id: 'Patient.name', path: 'Patient.name', min: 1 }])
    const contained = [patient({ id: 'a', name: [{ family: 'Sample' }] }), patient({ id: 'b', name: [{ family: 'Other' }] })]
    const of = (ids: string[]) => ({
      resourceType: 'List',
      status: 'current',
      mode: 'working',
      contained,
      entry: ids.map((id) => ({ item: { reference: id } })),
    })
    for (const type of ['type', 'profile']) {
      expect(findings(of(['#a', '#b']), [list(type), named], 'list')).toEqual(['slice_max List.entry[1] person'])
    }
    expect(findings(of(['#a', '#b', 'Patient/9']), [list('profile'), named], 'list')).toContain('slice_undecided List.entry[2] person')
  })

  test('a pattern of the whole value', () => {
    const categories = profile('categories', 'Observation', [
      sliced('Observation.category', [{ type: 'pattern', path: '$this' }]),
      slice('Observation.category', 'lab', {
        min: 1,
        max: '1',
        patternCodeableConcept: { coding: [{ system: 'urn:example', code: 'lab' }] },
      }),
    ])
    const observation = (code: string) => ({
      resourceType: 'Observation',
      status: 'final',
      code: { text: 'x' },
      category: [{ coding: [{ system: 'urn:example', code, display: 'as sent' }] }],
    })
    expect(findings(observation('lab'), [categories], 'categories')).toEqual([])
    expect(findings(observation('other'), [categories], 'categories')).toEqual(['slice_min Observation lab'])
  })
})

test('a slice can be sliced again', () => {
  const again = profile('again', 'Patient', [
    sliced('Patient.telecom', BY_SYSTEM),
    slice('Patient.telecom', 'phone', { slicing: { discriminator: [{ type: 'value', path: 'use' }], rules: 'closed' } }),
    { id: 'Patient.telecom:phone.system', path: 'Patient.telecom.system', fixedCode: 'phone' },
    slice('Patient.telecom', 'phone/work', { max: '1' }),
    { id: 'Patient.telecom:phone/work.use', path: 'Patient.telecom.use', fixedCode: 'work' },
  ])
  const work = { ...PHONE, use: 'work' }
  expect(findings(patient({ telecom: [work, MAIL] }), [again], 'again')).toEqual([])
  expect(findings(patient({ telecom: [work, work] }), [again], 'again')).toEqual(['slice_max Patient.telecom[1] phone/work'])
  expect(findings(patient({ telecom: [{ ...PHONE, use: 'home' }] }), [again], 'again')).toEqual([
    'slice_closed Patient.telecom[0] Patient.telecom:phone',
  ])
})

test('slices of definitions without ids are found by their paths', () => {
  const bare = profile('bare', 'Patient', [
    { path: 'Patient.telecom', slicing: { discriminator: BY_SYSTEM, rules: 'open' } },
    { path: 'Patient.telecom', sliceName: 'phone', min: 1 },
    { path: 'Patient.telecom.system', fixedCode: 'phone' },
  ])
  expect(findings(patient({ telecom: [MAIL] }), [bare], 'bare')).toEqual(['slice_min Patient phone'])
})
