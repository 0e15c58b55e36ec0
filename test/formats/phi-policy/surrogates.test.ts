// Surrogates: the same for every spelling, other under another key, from ranges that are nobody's.
import { describe, expect, test } from 'vitest'
import type { PhiCategory } from '../../../src/formats/phi/category.ts'
import { createDeidentifier, shiftDays } from '../../../src/formats/phi/policy/deidentifier.ts'
import { readPhiKey } from '../../../src/formats/phi/policy/key.ts'
import { permuteId } from '../../../src/formats/phi/policy/surrogates/permute-id.ts'

const KEY = 'correct horse battery staple'
const OTHER = 'another key of the same site'
const make = (key = KEY, subject?: string) => createDeidentifier({ policy: 'pseudonymize', key, subject })
const surrogate = (category: PhiCategory, text: string, key = KEY) => make(key).replace({ category, text }).text
const hash = (category: PhiCategory, text: string, key = KEY) =>
  createDeidentifier({ policy: { default: 'hash', rules: [] }, key }).replace({ category, text }).text
const fold = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]/g, ' ')
    .trim()
    .split(/ +/)
    .sort()
    .join(' ')

describe('one person in every spelling', () => {
  const spellings = [
    'Maria Lopez',
    'MARIA LOPEZ',
    'Lopez, Maria',
    'LOPEZ^MARIA',
    'lopez maria',
    'María López',
    'Marı́a Lopez'.replace('ı́', 'í'),
  ]

  test.each(spellings)('%s', (text) => {
    expect(fold(surrogate('name', text))).toBe(fold(surrogate('name', 'Maria Lopez')))
    expect(hash('name', text)).toBe(hash('name', 'Maria Lopez'))
    expect(fold(surrogate('name', text))).not.toContain('maria')
  })

  test('layout, titles and letter case are kept', () => {
    const [given, family] = surrogate('name', 'Maria Lopez').split(' ') as [string, string]
    expect(surrogate('name', 'LOPEZ^MARIA')).toBe(`${family.toUpperCase()}^${given.toUpperCase()}`)
    expect(surrogate('name', 'Lopez, Maria')).toBe(`${family}, ${given}`)
    expect(surrogate('name', 'Dr. Lopez, MD')).toBe(`Dr. ${family}, MD`)
    expect(surrogate('name', "Maria's")).toBe(`${given}'s`)
    expect(surrogate('name', 'Maria de la Lopez')).toBe(`${given} ${family}`)
  })

  test('a credential that is also a name is no title', () => {
    for (const text of ['Do Anh', 'DO^ANH', 'Anh Do', 'PA, JOHN', 'NP Chen'])
      expect(fold(surrogate('name', text)).split(' ')).not.toContain('do')
    expect(surrogate('name', 'Anh Chen, DO')).toMatch(/, DO$/)
  })
})

test.each([
  ['mrn', ['00-123-456', '00123456', '00 123 456', 'MRN: 00123456', '#00123456']],
  ['phone', ['(312) 555-2817', '312.555.2817', '+1 312 555 2817', '1-312-555-2817', '001 312 555 2817']],
  ['email', ['M.Lopez@Hospital.example', 'm.lopez@hospital.example', 'mailto:m.lopez@hospital.example']],
  ['ssn', ['123-45-6789', '123456789', '123 45 6789']],
  ['facility', ["St. Mary's Hospital", 'SAINT MARYS HOSPITAL', 'St Marys  Hospital']],
  ['date', ['2024-06-02', '6/2/2024', '20240602', 'June 2, 2024', '2 June 2024']],
] as const)('%s: every spelling has one hash, and one surrogate but for its layout', (category, spellings) => {
  const digits = (text: string) =>
    text
      .replace(/^(?:MRN: |\+?0{0,2}1[ -](?=\d)|001 )/, '')
      .replace(/[^0-9a-z]/gi, '')
      .toLowerCase()
  expect(new Set(spellings.map((text) => hash(category, text))).size).toBe(1)
  if (category !== 'date') expect(new Set(spellings.map((text) => digits(surrogate(category, text)))).size).toBe(1)
})

test('one number has one surrogate under all names for numbers', () => {
  const categories = ['mrn', 'account', 'license', 'health-plan-id', 'device', 'vehicle', 'national-id', 'other-id'] as const
  expect(new Set(categories.map((category) => surrogate(category, 'A1234567'))).size).toBe(1)
  expect(surrogate('other-id', '123-45-6789')).toBe(surrogate('ssn', '123-45-6789'))
  expect(surrogate('fax', '312-555-2817')).toBe(surrogate('phone', '312-555-2817'))
})

describe('reserved ranges', () => {
  const numbers = Array.from({ length: 300 }, (_, i) => i)
  test.each([
    ['phone', (i: number) => `(${200 + i}) 234-${1000 + i}`, /^\(\d{3}\) 555-01\d\d$/],
    ['phone', (i: number) => `+44 20 7123 ${1000 + i}`, /^\+44 20 7946 0\d{3}$/],
    ['phone', (i: number) => `+49 30 123${1000 + i}`, /^\+49 (?:30 23125|69 90009|40 66969|221 4710|89 99998)\d{3}$/],
    ['phone', (i: number) => `+41 44 123 ${1000 + i}`, /^\+1 \d{3}-555-01\d\d$/],
    ['email', (i: number) => `p${i}@clinic.test`, /^[a-z]+\.[a-z]+\d{1,3}@example\.org$/],
    ['url', (i: number) => `https://clinic.test/${i}`, /^https:\/\/example\.org\/[0-9a-f]{12}$/],
    ['ip', (i: number) => `10.1.${i % 256}.7`, /^(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d{1,3}$/],
    ['ip', (i: number) => `fe80::${i.toString(16)}`, /^2001:db8::/],
    ['ip', (i: number) => `00:1a:2b:3c:4d:${(i % 256).toString(16).padStart(2, '0')}`, /^00:00:5E:00:53:[0-9A-F]{2}$/],
    ['ssn', (i: number) => `${100 + i}-45-6789`, /^9\d\d-[0-4]\d-\d{4}$/],
    ['device', (i: number) => `1.2.840.113619.2.${i}`, /^2\.25\.\d{1,39}$/],
  ] as const)('%s', (category, value, pattern) => {
    for (const i of numbers) expect(surrogate(category, value(i))).toMatch(pattern)
  })

  test('ZIP codes get a prefix that is not assigned', () => {
    for (const i of numbers) {
      const zip = surrogate('location', `60${100 + i}`)
      expect(createDeidentifier({ policy: 'safe-harbor' }).replace({ category: 'location', text: zip }).text).toBe('000')
    }
  })
})

describe('identifiers', () => {
  const key = readPhiKey(KEY)

  test('of one shape never meet: 30,000 of them', () => {
    const seen = new Set<string>()
    for (let i = 0; i < 30_000; i++) seen.add(permuteId(key, 'id', String(1_000_000 + i * 17)))
    expect(seen.size).toBe(30_000)
  })

  test('keep length, signs, letter case and a leading zero or its absence', () => {
    for (let i = 0; i < 500; i++) {
      const id = `${String((i * 7919) % 10_000_000).padStart(7, '0')}-Ab${i % 10}`
      const other = permuteId(key, 'id', id)
      expect(other).toMatch(/^\d{7}-[A-Z][a-z]\d$/)
      expect(other[0] === '0').toBe(id[0] === '0')
      expect(other).not.toBe(id)
    }
  })

  test('too short for a permutation become a code', () => {
    expect(permuteId(key, 'id', '12345')).toMatch(/^ID[0-9A-F]{10}$/)
    expect(permuteId(key, 'id', '1-2-3-4-5')).toBe(permuteId(key, 'id', '12345'))
    expect(permuteId(key, 'id', '')).toMatch(/^ID/)
  })

  test('very long, or in full width, work too', () => {
    const long = 'A1'.repeat(200)
    expect(permuteId(key, 'id', long)).toMatch(/^(?:[A-Z]\d){200}$/)
    expect(permuteId(key, 'id', '１２３４５６７')).toBe(permuteId(key, 'id', '1234567'))
    expect(permuteId(key, 'id', 'Ж123456789')).not.toContain('Ж')
  })
})

const SAMPLES: readonly (readonly [PhiCategory, string])[] = [
  ['name', 'Maria Lopez'],
  ['location', 'Chicago'],
  ['location', '4410 N. Damen Ave'],
  ['phone', '(312) 234-2817'],
  ['email', 'm.lopez@clinic.test'],
  ['ssn', '123-45-6789'],
  ['mrn', '12345678'],
  ['mrn', '1234'],
  ['url', 'https://clinic.test/1'],
  ['device', '1.2.840.113619.2.55'],
  ['facility', 'Mercy Hospital'],
]

test.each(SAMPLES)('different keys give different values, the same key the same: %s %s', (category, text) => {
  expect(surrogate(category, text)).toBe(surrogate(category, text))
  expect(surrogate(category, text)).not.toBe(surrogate(category, text, OTHER))
  expect(surrogate(category, text)).not.toContain(text)
  expect(hash(category, text)).not.toBe(hash(category, text, OTHER))
  expect(hash(category, text)).toMatch(/^[0-9a-f]{16}$/)
})

describe('date shifts', () => {
  test('are one for a subject, whatever its spelling, and others for other subjects and keys', () => {
    const key = readPhiKey(KEY)
    expect(shiftDays(key, 'AB-123')).toBe(shiftDays(key, 'ab123'))
    const days = Array.from({ length: 500 }, (_, i) => shiftDays(key, `subject ${i}`))
    expect(new Set(days).size).toBeGreaterThan(250)
    expect(Math.max(...days)).toBeLessThanOrEqual(-1)
    expect(Math.min(...days)).toBeGreaterThanOrEqual(-365)
    expect(days).not.toEqual(Array.from({ length: 500 }, (_, i) => shiftDays(readPhiKey(OTHER), `subject ${i}`)))
  })

  test('are the same in a note, a message and an image header', () => {
    const deidentifier = make(KEY, 'AB-123')
    const moved = (text: string) => deidentifier.replace({ category: 'date', text }).text
    const [year, month, day] = moved('2024-06-02').split('-').map(Number) as [number, number, number]
    const pad = (value: number) => String(value).padStart(2, '0')
    expect(moved('20240602')).toBe(`${year}${pad(month)}${pad(day)}`)
    expect(moved('202406021430')).toBe(`${year}${pad(month)}${pad(day)}1430`)
    expect(moved('06/02/2024')).toBe(`${pad(month)}/${pad(day)}/${year}`)
  })

  test('follow the subject of the value where it has one', () => {
    const deidentifier = make(KEY, 'A')
    const moved = (subject?: string) => deidentifier.replace({ category: 'date', text: '2024-06-02', subject }).text
    expect(moved('B')).toBe(make(KEY, 'B').replace({ category: 'date', text: '2024-06-02' }).text)
    expect(moved()).not.toBe(moved('B'))
  })
})
