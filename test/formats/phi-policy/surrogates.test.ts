// Surrogates: the same for every spelling, other under another key, from ranges that are nobody's.
import { describe, expect, test } from 'vitest'
import type { PhiCategory } from '../../../src/formats/phi/category.ts'
import { createDeidentifier, deidentifyDistinctly, shiftDays } from '../../../src/formats/phi/policy/deidentifier.ts'
import { readPhiKey } from '../../../src/formats/phi/policy/key.ts'
import { givenName, takenNames } from '../../../src/formats/phi/policy/name-origins.ts'
import { inventedNames, isOwnFamily, isOwnTown } from '../../../src/formats/phi/policy/own-names.ts'
import { permuteId } from '../../../src/formats/phi/policy/permute-id.ts'
import { SURROGATE_LANGUAGES, SURROGATE_PARTS } from '../../../src/formats/phi/policy/surrogate-stock.ts'

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

describe('made-up values of version 2', () => {
  const firstWord = (text: string) => text.split(' ')[0]!.toLowerCase()
  const lastWord = (text: string) => text.split(' ').at(-1)!.toLowerCase()

  test.each([
    ['female', ['Mary', 'Ingrid', 'Giulia', 'Francoise', 'Carmen', 'Anneke', 'Fernanda', 'Agnieszka']],
    ['male', ['John', 'Wolfgang', 'Giuseppe', 'Thierry', 'Jorge', 'Willem', 'Joaquim', 'Krzysztof']],
  ] as const)('a given name stays %s', (sex, names) => {
    for (const name of names)
      for (let i = 0; i < 20; i++) expect(givenName(firstWord(surrogate('name', `${name} Quist`, `${KEY} ${i}`)))?.sex).toBe(sex)
  })

  test.each([
    [
      'de',
      ['Mueller', 'Krüger', 'Schneider', 'Großmann', 'Hofbauer'],
      ['Hamburg', 'Köln', 'Zwischenheim'],
      ['Hauptstraße 12', 'Bahnhofstr. 5a'],
      ['Klinikum Nord', 'Praxis Dr. Weber'],
    ],
    [
      'fr',
      ['Dubois', 'Lefebvre', 'Rousseau'],
      ['Lyon', 'Marseille'],
      ['12 rue de la Paix', '3 bis, avenue Foch'],
      ['Hôpital Saint-Louis', 'CHU de Nantes'],
    ],
    [
      'es',
      ['Hernández', 'Rodríguez', 'Jiménez'],
      ['Sevilla', 'Zaragoza'],
      ['Calle Mayor 12', 'Avda. de la Paz, 3'],
      ['Hospital Universitario La Paz', 'Centro de Salud Norte'],
    ],
    [
      'it',
      ['Esposito', 'Ferrari', 'Bianchi'],
      ['Milano', 'Firenze'],
      ['Via Roma 25', 'Piazza del Popolo 1'],
      ['Ospedale San Raffaele', 'Policlinico di Bari'],
    ],
    [
      'nl',
      ['Bakker', 'Janssen', 'Dijkstra'],
      ['Amsterdam', 'Eindhoven'],
      ['Kerkstraat 12', 'Lange Laan 3'],
      ['Sint Franciscus Ziekenhuis', 'Apotheek Zuid'],
    ],
    [
      'pt',
      ['Carvalho', 'Ferreira', 'Nascimento'],
      ['Lisboa', 'Braga'],
      ['Rua Augusta 45', 'Praça da Figueira, 2'],
      ['Hospital da Luz', 'Centro de Saúde de Faro'],
    ],
  ] as const)('names, places, streets and institutions stay %s', (language, families, towns, streets, institutions) => {
    const { beginnings, families: endings, towns: townEndings } = SURROGATE_PARTS[language]
    const isOf = (word: string, ends: readonly string[]) =>
      beginnings.some(
        (start) => word.startsWith(start.toLowerCase()) && ends.some((end) => word === start.toLowerCase() + end || word.endsWith(end)),
      )
    for (const family of families) expect(isOf(lastWord(surrogate('name', `Anna ${family}`)), endings), family).toBe(true)
    for (const town of towns) expect(isOf(surrogate('location', town).toLowerCase(), townEndings), town).toBe(true)
    for (const institution of institutions) expect(isOf(lastWord(surrogate('facility', institution)), townEndings), institution).toBe(true)
    for (const street of streets) {
      const word = /straße|str\.|rue|avenue|Calle|Avda|Via|Piazza|straat|Laan|Rua|Praça/i.exec(street)![0]
      expect(surrogate('location', street), street).toContain(word)
      expect(surrogate('location', street)).toMatch(/\d/)
    }
  })

  test.each([
    ['80331 München', /^00\d{3} [A-Z][a-z]+$/],
    ['1017 GC Amsterdam', /^00\d\d [A-Z]{2} [A-Z][a-z]+$/],
    ['1100-053 Lisboa', /^00\d\d-\d{3} [A-Z][a-z]+$/],
    ['4410 N. Damen Ave', /^\d{3,4} [A-Z][a-z]+ [A-Z][a-z]+$/],
  ])('%s keeps its layout', (text, pattern) => {
    for (let i = 0; i < 50; i++) expect(surrogate('location', text, `${KEY} ${i}`)).toMatch(pattern)
  })

  test.each([
    ['de', '030 1234567', /^0(?:30 23125|69 90009|40 66969|221 4710|89 99998)\d{3}$/],
    ['fr', '06.12.34.56.78', /^06\.39\.98(?:\.\d\d){2}$/],
    ['fr', '01 42 34 56 78', /^0\d \d\d \d\d \d\d \d\d$/],
    [undefined, '01 42 34 56 78', /^0(?:1 99 00|2 61 91|3 53 01|4 65 71|5 36 49) \d\d \d\d$/],
    ['es', '612 34 56 78', /^40\d( \d\d){3}$/],
    ['pt', '912 345 678', /^40\d \d{3} \d{3}$/],
    ['it', '333 4567890', /^9\d\d \d{7}$/],
    ['nl', '020-1234567', /^020-0\d{6}$/],
    ['en', '312-555-2817', /^\d{3}-555-01\d\d$/],
    [undefined, '+33 (0)1 42 34 56 78', /^\+33 \(0\)\d \d\d \d\d \d\d \d\d$/],
  ])('a telephone number in %s text keeps country and layout: %s', (language, text, pattern) => {
    for (let i = 0; i < 50; i++) expect(make(`${KEY} ${i}`).replace({ category: 'phone', text, language }).text).toMatch(pattern)
  })

  test('each language has 5,000 family names and more that nobody of the lists bears, and a key a sixth of them', () => {
    const key = readPhiKey(KEY)
    for (const language of SURROGATE_LANGUAGES) {
      const taken = takenNames(language, 'families')
      const names = [...new Set(inventedNames(language, 'families').filter((_, at) => !taken.has(at)))]
      expect(names.length, language).toBeGreaterThan(5000)
      expect(names.filter((name) => givenName(name) !== undefined)).toEqual([])
      expect(names.filter((name) => isOwnFamily(key, name)).length / names.length).toBeCloseTo(1 / 6, 1)
    }
    // More than the 335 family names of version 1, for names of one language that no list has.
    const seen = new Set(
      Array.from({ length: 5000 }, (_, i) =>
        surrogate('name', `${String.fromCharCode(97 + (i % 26), 97 + ((i / 26) % 26), 97 + i / 676)}quandorf`),
      ),
    )
    expect(seen.size).toBeGreaterThan(600)
  })

  test('the second run of a key leaves names, places and institutions, and the values of reserved ranges beside them', () => {
    const values: readonly (readonly [PhiCategory, string])[] = [
      ['name', 'Maria Lopez'],
      ['name', 'LOPEZ^MARIA'],
      ['name', 'A. Brennan'],
      ['name', 'Dr. Hans Müller'],
      ['location', 'Hauptstraße 12, 80331 München'],
      ['location', 'Chicago, IL 60614'],
      ['facility', 'Mercy Hospital'],
      ['phone', '(312) 555-2817'],
      ['email', 'm.lopez@clinic.test'],
      ['ssn', '123-45-6789'],
      ['url', 'https://clinic.test/1'],
      ['ip', '10.1.1.7'],
      ['location', '60614'],
    ]
    const run = (texts: readonly string[], key = KEY) =>
      deidentifyDistinctly({ policy: 'pseudonymize', key }, ({ replace }) =>
        texts.map((text, i) => replace({ category: values[i]![0], text }).text),
      )
    const first = run(values.map(([, text]) => text))
    for (const [i, text] of first.entries()) expect(text).not.toBe(values[i]![1])
    expect(run(first)).toEqual(first)
    // Alone, nothing tells that such a value is no person's.
    expect(surrogate('phone', first[7]!)).not.toBe(first[7])
    const other = run(first, OTHER)
    expect(first.filter((text, i) => text === other[i])).toEqual([])
  })

  test('names and towns of other keys are rarely taken for own ones', () => {
    const keys = Array.from({ length: 60 }, (_, i) => readPhiKey(`${KEY} ${i}`))
    const family = lastWord(surrogate('name', 'Anna Schneider'))
    const town = surrogate('location', 'Hamburg').toLowerCase()
    expect(keys.filter((key) => isOwnFamily(key, family)).length).toBeLessThan(24)
    expect(keys.filter((key) => isOwnTown(key, town)).length).toBeLessThan(30)
  })

  test('no surrogate of 3,000 record numbers equals one of them', () => {
    const numbers = Array.from({ length: 3000 }, (_, i) => String(1_000_000 + ((i * 7919 * 131) % 9_000_000)))
    const dense = numbers.map((number) => number.slice(0, 6))
    const made = deidentifyDistinctly({ policy: 'pseudonymize', key: KEY }, ({ replace }) =>
      dense.map((text) => replace({ category: 'mrn', text }).text),
    )
    const real = new Set(dense)
    expect(made.filter((number) => real.has(number))).toEqual([])
    expect(new Set(made).size).toBe(real.size)
    // One that equals none of the others is as it is alone.
    const kept = dense.filter((number, i) => made[i] === surrogate('mrn', number)).length
    expect(kept).toBeGreaterThan(2950)
    expect(kept).toBeLessThan(3000)
  })

  test('version 1 gives what it gave', () => {
    const old = (category: PhiCategory, text: string) =>
      createDeidentifier({ policy: 'pseudonymize', key: KEY, surrogates: '1' }).replace({ category, text }).text
    expect([
      old('name', 'Maria Lopez'),
      old('location', 'Chicago'),
      old('facility', 'Mercy Hospital'),
      old('phone', '+49 30 1234567'),
    ]).toEqual(['Lydia Overton', 'Brightmere', 'Barleyville Prairie Hospital', '+1 715-555-0173'])
    for (const [category, text] of [
      ['mrn', '12345678'],
      ['ssn', '123-45-6789'],
      ['phone', '(312) 234-2817'],
      ['email', 'm.lopez@clinic.test'],
    ] as const)
      expect(surrogate(category, text)).toBe(old(category, text))
  })
})
