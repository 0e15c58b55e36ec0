// Surrogates of version 2: sex and origin of names, language of places, streets, institutions and telephone numbers.
import { describe, expect, test } from 'vitest'
import type { PhiCategory } from '../../../src/formats/phi/category.ts'
import { createDeidentifier, deidentifyDistinctly } from '../../../src/formats/phi/policy/deidentifier.ts'
import { inventedNames } from '../../../src/formats/phi/policy/surrogates/invented-names.ts'
import { givenName, takenNames } from '../../../src/formats/phi/policy/surrogates/name-origins.ts'
import { SURROGATE_LANGUAGES, SURROGATE_PARTS } from '../../../src/formats/phi/policy/surrogates/surrogate-stock.ts'

const KEY = 'correct horse battery staple'
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

  test('each language has 5,000 family names and more that no list has', () => {
    for (const language of SURROGATE_LANGUAGES) {
      const taken = takenNames(language, 'families')
      const names = [...new Set(inventedNames(language, 'families').filter((_, at) => !taken.has(at)))]
      expect(names.length, language).toBeGreaterThan(5000)
      expect(names.filter((name) => givenName(name) !== undefined)).toEqual([])
    }
    // More than the 335 family names of version 1, for names of one language that no list has.
    const seen = new Set(
      Array.from({ length: 5000 }, (_, i) =>
        surrogate('name', `${String.fromCharCode(97 + (i % 26), 97 + ((i / 26) % 26), 97 + i / 676)}quandorf`),
      ),
    )
    expect(seen.size).toBeGreaterThan(2000)
  })

  // Rare names of families, streets and institutions can be among the invented ones: nothing about a value says that it is a surrogate.
  test('a value that a surrogate could have is replaced in a first run, alone and beside others, whatever the key', () => {
    const values: readonly (readonly [PhiCategory, string])[] = [
      ['name', 'Weidenhammer^Johanna'],
      ['name', 'John Kaltenbrunner'],
      ['location', '4411 Amberfield Drive, Springfield, IL 62704'],
      ['location', 'Lindenweg 3, 69412 Eberbach'],
      ['facility', 'Cloverfield Clinic'],
      ['facility', 'Elmhaven Manor Nursing Home'],
      ['phone', '(312) 555-0142'],
    ]
    for (let i = 0; i < 40; i++) {
      const made = deidentifyDistinctly({ policy: 'pseudonymize', key: `${KEY} ${i}` }, ({ replace }) =>
        values.map(([category, text]) => replace({ category, text }).text),
      )
      const words = made.map((text, at) => text.split(/[^\p{L}\d]+/u).filter((word) => word.length > 4 && values[at]![1].includes(word)))
      expect(words.flat().filter((word) => !/^(?:Drive|Clinic|Manor|Nursing|Lindenweg)$/.test(word))).toEqual([])
    }
  })

  test.each([
    ['0320-246810', /^0320-0\d{5}$/],
    ['0571-123456', /^0571-0\d{5}$/],
    ['020 624 6810', /^020 0\d\d \d{4}$/],
    ['06 12345678', /^06 0\d{7}$/],
  ])('a Dutch number keeps its area code, and no subscriber has it: %s', (text, pattern) => {
    for (let i = 0; i < 20; i++) expect(make(`${KEY} ${i}`).replace({ category: 'phone', text, language: 'nl' }).text).toMatch(pattern)
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
