// Surrogates of version 2: sex and origin of names, language of places, streets, institutions and telephone numbers, second runs.
import { describe, expect, test } from 'vitest'
import type { PhiCategory } from '../../../src/formats/phi/category.ts'
import { createDeidentifier, deidentifyDistinctly } from '../../../src/formats/phi/policy/deidentifier.ts'
import { readPhiKey } from '../../../src/formats/phi/policy/key.ts'
import { givenName, takenNames } from '../../../src/formats/phi/policy/surrogates/name-origins.ts'
import { inventedNames, isOwnFamily, isOwnTown } from '../../../src/formats/phi/policy/surrogates/own-names.ts'
import { SURROGATE_LANGUAGES, SURROGATE_PARTS } from '../../../src/formats/phi/policy/surrogates/surrogate-stock.ts'

const KEY = 'correct horse battery staple'
const OTHER = 'another key of the same site'
const make = (key = KEY) => createDeidentifier({ policy: 'pseudonymize', key })
const surrogate = (category: PhiCategory, text: string, key = KEY) => make(key).replace({ category, text }).text

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
