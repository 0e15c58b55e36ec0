// The policy language: what is refused, what each named policy does, what needs a key.
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { ProblemError } from '../../../src/core/problem.ts'
import { PHI_CATEGORIES, type PhiCategory } from '../../../src/formats/phi/category.ts'
import { createDeidentifier, type DeidentifierSettings } from '../../../src/formats/phi/policy/deidentifier.ts'
import { type PhiPolicy, phiPolicyField } from '../../../src/formats/phi/policy/policy-schema.ts'

const KEY = 'correct horse battery staple'
const policyOf = (value: unknown): PhiPolicy => phiPolicyField.parse(value) as PhiPolicy
const make = (policy: unknown, rest: Partial<DeidentifierSettings> = {}) =>
  createDeidentifier({ policy: policyOf(policy), key: KEY, ...rest })

function problemOf(run: () => unknown): ProblemError {
  try {
    run()
  } catch (error) {
    if (error instanceof ProblemError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

const rule = (member: object, action: string, more: object = {}) => ({ ...member, action, ...more })

describe('a contradiction is refused with a pointer:', () => {
  const cases: readonly (readonly [title: string, policy: object, pointers: readonly string[]])[] = [
    [
      'a hash under safe-harbor (164.514(c))',
      { default: 'safe-harbor', rules: [rule({ category: 'mrn' }, 'hash')] },
      ['/options/policy/rules/0'],
    ],
    [
      'a surrogate under safe-harbor',
      { default: 'safe-harbor', rules: [rule({ category: 'name' }, 'surrogate')] },
      ['/options/policy/rules/0'],
    ],
    [
      'a shifted date under safe-harbor',
      { default: 'safe-harbor', rules: [rule({ category: 'date' }, 'date-shift')] },
      ['/options/policy/rules/0'],
    ],
    [
      'a hash of a path under safe-harbor',
      { default: 'safe-harbor', rules: [rule({ path: 'PID-3' }, 'hash')] },
      ['/options/policy/rules/0'],
    ],
    [
      'a kept category under safe-harbor',
      { default: 'safe-harbor', rules: [rule({ category: 'mrn' }, 'keep')] },
      ['/options/policy/rules/0'],
    ],
    [
      'two rules for a category',
      { default: 'replace', rules: [rule({ category: 'mrn' }, 'hash'), rule({ category: 'mrn' }, 'remove')] },
      ['/options/policy/rules/1'],
    ],
    [
      'two rules for a path',
      { default: 'replace', rules: [rule({ path: 'a' }, 'keep'), rule({ path: 'a' }, 'keep')] },
      ['/options/policy/rules/1'],
    ],
    ['a shifted name', { default: 'replace', rules: [rule({ category: 'name' }, 'date-shift')] }, ['/options/policy/rules/0']],
    ['the year of an age', { default: 'replace', rules: [rule({ category: 'age' }, 'year')] }, ['/options/policy/rules/0']],
    ['a surrogate of a photo', { default: 'replace', rules: [rule({ category: 'photo' }, 'surrogate')] }, ['/options/policy/rules/0']],
    ['a generalized phone', { default: 'replace', rules: [rule({ category: 'phone' }, 'generalize')] }, ['/options/policy/rules/0']],
    ['neither category nor path', { default: 'replace', rules: [rule({}, 'mask')] }, ['/options/policy/rules/0']],
    ['both category and path', { default: 'replace', rules: [rule({ category: 'mrn', path: 'x' }, 'mask')] }, ['/options/policy/rules/0']],
    [
      'a numbered mask',
      { default: 'replace', rules: [rule({ category: 'mrn' }, 'mask', { numbered: true })] },
      ['/options/policy/rules/0'],
    ],
    [
      'every rule that is wrong',
      {
        default: 'safe-harbor',
        rules: [rule({ category: 'mrn' }, 'hash'), rule({ category: 'age' }, 'mask'), rule({ path: 'x' }, 'surrogate')],
      },
      ['/options/policy/rules/0', '/options/policy/rules/2'],
    ],
  ]
  test.each(cases)('%s', (_title, policy, pointers) => {
    const problem = problemOf(() => make(policy))
    expect(problem.code).toBe('invalid_input')
    expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(pointers)
  })

  test('a path that safe-harbor does not keep, when a value stands there', () => {
    const deidentifier = make({ default: 'safe-harbor', rules: [{ path: 'PID-5', action: 'keep' }] })
    const problem = problemOf(() => deidentifier.replace({ category: 'name', text: 'Maria Lopez', path: 'PID-5.1' }))
    expect(problem.errors?.[0]?.pointer).toBe('/options/policy/rules/0')
  })

  test.each(['date-shift', 'year', 'generalize', 'safe harbor', ''])('%j is no default', (name) => {
    expect(() => policyOf({ default: name, rules: [] })).toThrow(z.ZodError)
  })

  test('a misspelt member', () => {
    expect(() => policyOf({ default: 'replace', rulez: [] })).toThrow(z.ZodError)
    expect(() => policyOf({ default: 'replace', rules: [{ categry: 'mrn', action: 'mask' }] })).toThrow(z.ZodError)
  })
})

describe('a key', () => {
  test.each([
    'pseudonymize',
    { default: 'hash' },
    { default: 'surrogate' },
    { default: 'keep', rules: [{ category: 'date', action: 'date-shift' }] },
    { default: 'safe-harbor', rules: [] },
  ] as const)('%j', (policy) => {
    const run = () => createDeidentifier({ policy: policyOf(policy) })
    if (typeof policy === 'object' && policy.default === 'safe-harbor') expect(run().provenance.keyId).toBeNull()
    else expect(problemOf(run).errors).toEqual([{ pointer: '/options/key', code: 'missing', detail: expect.any(String) }])
  })

  test('is never made up: the key’s fingerprint is the key’s', () => {
    expect(make('pseudonymize').provenance).toEqual({
      policy: 'pseudonymize',
      ruleset: '45 CFR 164.514; zip3 2000+2010+2020',
      version: '2.0.0',
      keyId: make('safe-harbor').provenance.keyId,
    })
    expect(make('pseudonymize').provenance.keyId).toMatch(/^[0-9a-f]{16}$/)
    expect(make({ default: 'safe-harbor', rules: [{ category: 'age', action: 'mask' }] }).provenance.policy).toBe('safe-harbor+rules')
    expect(make({ default: 'mask' }).provenance.policy).toBe('custom')
  })
})

describe('safe-harbor', () => {
  const values: readonly (readonly [PhiCategory, string, string])[] = [
    ['name', 'Maria Lopez', '[NAME]'],
    ['date', '6/2/2024', '2024'],
    ['date', 'yesterday', '[DATE]'],
    ['age', '92-year-old', '90+-year-old'],
    ['age', '89', '89'],
    ['age', '90', '90+'],
    ['age', '1100 months', '90+ months'],
    ['age', '13 months', '13 months'],
    ['age', 'ninety-two', '90+'],
    ['age', 'in her 90s', 'in her 90+'],
    ['age', 'aged', '[AGE]'],
    ['location', '60625-1104', '606'],
    ['location', '03601', '000'],
    ['location', '89001', '000'],
    ['location', '75390', '000'],
    ['location', '09012', '000'],
    ['location', 'Chicago, IL 60625', '[LOCATION]'],
    ['ssn', '123-45-6789', '[SSN]'],
    ['profession', 'astronaut', '[PROFESSION]'],
  ]
  test.each(values)('%s %s', (category, text, expected) => {
    expect(createDeidentifier({ policy: 'safe-harbor' }).replace({ category, text }).text).toBe(expected)
  })

  test.each(values.filter(([category]) => category !== 'name'))('twice is once: %s %s', (category, text) => {
    const deidentifier = createDeidentifier({ policy: 'safe-harbor' })
    const once = deidentifier.replace({ category, text }).text
    expect([once, `[${category.toUpperCase()}]`]).toContain(deidentifier.replace({ category, text: once }).text)
  })

  test('keeps no value of a category but what may stay of dates, ages and places', () => {
    const deidentifier = createDeidentifier({ policy: 'safe-harbor' })
    for (const category of PHI_CATEGORIES) {
      if (['date', 'age', 'location'].includes(category)) continue
      expect(deidentifier.replace({ category, text: 'Zebulon 123456789' })).toEqual({
        action: 'replace',
        text: `[${category.toUpperCase()}]`,
      })
    }
  })

  test('restricts the union of three censuses', () => {
    const deidentifier = createDeidentifier({ policy: 'safe-harbor' })
    const restricted = Array.from({ length: 1000 }, (_, i) => String(i).padStart(3, '0')).filter(
      (prefix) => deidentifier.replace({ category: 'location', text: `${prefix}12` }).text === '000',
    )
    const census2000 = '036 059 063 102 203 556 692 790 821 823 830 831 878 879 884 890 893'.split(' ')
    const census2010 = '036 059 102 203 205 369 556 692 753 772 821 823 878 879 884 893'.split(' ')
    const census2020 = '036 059 102 202 203 204 205 369 556 692 753 772 821 823 878 879 884 893'.split(' ')
    for (const prefix of [...census2000, ...census2010, ...census2020]) expect(restricted).toContain(prefix)
    for (const prefix of ['100', '021', '606', '902', '770', '331']) expect(restricted).not.toContain(prefix)
  })
})

test.each([
  ['date', '6/2/2024', '6/2/2024'],
  ['age', '92', '92'],
  ['location', 'Chicago', 'Chicago'],
  ['location', 'Chicago, IL 60625', 'Chicago, IL 60625'],
  ['location', '60625-1104', '60625-1104'],
  ['location', 'St. Louis, MO', 'St. Louis, MO'],
  ['location', '4410 N. Damen Ave', '[LOCATION]'],
  ['location', 'Damen Avenue, Chicago', '[LOCATION], Chicago'],
  ['name', 'Maria Lopez', '[NAME]'],
  ['mrn', '123456', '[MRN]'],
] as const)('limited-data-set (164.514(e)(2)): %s %s', (category, text, expected) => {
  expect(createDeidentifier({ policy: 'limited-data-set' }).replace({ category, text }).text).toBe(expected)
})

describe('actions', () => {
  const value = { category: 'name', text: 'Maria Lopez-2' } as const
  test.each([
    ['keep', 'Maria Lopez-2'],
    ['remove', ''],
    ['replace', '[NAME]'],
    ['mask', '***** *****-*'],
  ] as const)('%s', (action, text) => {
    expect(createDeidentifier({ policy: policyOf({ default: action }) }).replace(value)).toEqual({ action, text })
  })

  test('what an action cannot read is replaced and says so', () => {
    expect(make('pseudonymize').replace({ category: 'date', text: 'Christmas' })).toEqual({ action: 'replace', text: '[DATE]' })
    expect(make({ default: 'surrogate' }).replace({ category: 'photo', text: 'face.jpg' })).toEqual({ action: 'replace', text: '[PHOTO]' })
    const paths = make({ default: 'replace', rules: [{ path: 'X', action: 'date-shift' }] })
    expect(paths.replace({ category: 'name', text: 'June', path: 'X' })).toEqual({ action: 'replace', text: '[NAME]' })
  })

  test('an empty value stays empty', () => {
    for (const category of PHI_CATEGORIES) expect(make('pseudonymize').replace({ category, text: '' }).text).toBe('')
  })

  test('numbered labels give each person one number', () => {
    const deidentifier = createDeidentifier({
      policy: policyOf({
        default: 'replace',
        rules: [
          { category: 'name', action: 'replace', numbered: true },
          { category: 'mrn', action: 'replace', numbered: true },
        ],
      }),
    })
    const label = (category: PhiCategory, text: string) => deidentifier.replace({ category, text }).text
    expect(label('name', 'Maria Lopez')).toBe('[NAME-1]')
    expect(label('name', 'Dr. Chen')).toBe('[NAME-2]')
    expect(label('name', 'LOPEZ, MARÍA A.')).toBe('[NAME-1]')
    expect(label('name', 'Mrs. Lopez')).toBe('[NAME-1]')
    expect(label('name', 'Wei Chen')).toBe('[NAME-2]')
    expect(label('mrn', '12-34')).toBe('[MRN-1]')
    expect(label('mrn', '99')).toBe('[MRN-2]')
    expect(label('mrn', '1234')).toBe('[MRN-1]')
  })

  test('the longest path wins over a shorter one and over the category', () => {
    const deidentifier = make({
      default: 'replace',
      rules: [
        { category: 'name', action: 'mask' },
        { path: 'PID', action: 'hash' },
        { path: 'PID-5', action: 'remove' },
      ],
    })
    expect(deidentifier.actionFor('name')).toBe('mask')
    expect(deidentifier.actionFor('name', 'NK1-2')).toBe('mask')
    expect(deidentifier.actionFor('name', 'PID-5[2].1')).toBe('remove')
    expect(deidentifier.actionFor('name', 'PID-55')).toBe('hash')
  })
})

test('hostile values of half a million characters cost no time under any policy', () => {
  const hostile = ['a', '1', ' ', '1 ', 'a,', '\ud800', '-', '1-', '.', 'x#', ':', "'", '(0)', 'ext ', 'Do, '].map((text) =>
    text.repeat(500_000 / text.length),
  )
  for (const policy of ['pseudonymize', 'safe-harbor', 'limited-data-set', { default: 'hash' }, { default: 'mask' }]) {
    const deidentifier = make(policy)
    for (const category of PHI_CATEGORIES) {
      for (const text of hostile) {
        const { action, text: result } = deidentifier.replace({ category, text })
        if (action !== 'keep') expect(result === text && /[a-z0-9]/i.test(text)).toBe(false)
      }
    }
  }
}, 60_000)

test('numbering 20,000 persons of one surname takes no time', () => {
  const deidentifier = createDeidentifier({
    policy: policyOf({ default: 'replace', rules: [{ category: 'name', action: 'replace', numbered: true }] }),
  })
  const letters = (i: number) => String(i).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)
  for (let i = 0; i < 20_000; i++) {
    expect(deidentifier.replace({ category: 'name', text: `Lopez Qx${letters(i)}` }).text).toBe(`[NAME-${i + 1}]`)
  }
}, 30_000)
