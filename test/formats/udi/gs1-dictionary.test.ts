// The GS1 dictionary: the packed table is what the generator makes, every AI reads and refuses, and syntax tests judge as GS1's do.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { alphaCheckPair, gs1CheckDigit } from '../../../src/formats/ids/check-sums.ts'
import { type AiEntry, type Component, findAi } from '../../../src/formats/udi/gs1/ai-table.ts'
import { COUNTRY_LETTERS, COUNTRY_NUMBERS, CURRENCY_NUMBERS, PACKAGE_TYPES } from '../../../src/formats/udi/gs1/code-lists.ts'
import { checkElement, fitsEntry } from '../../../src/formats/udi/gs1/element.ts'

const root = new URL('../../..', import.meta.url).pathname
const source = join(root, '../shared/corpora/udi/gs1+gs1-syntax-dictionary/gs1-syntax-dictionary.txt')
const YEAR = 2026

const entries: AiEntry[] = []
for (const width of [2, 3, 4]) {
  for (let number = 0; number < 10 ** width; number++) {
    const entry = findAi(String(number).padStart(width, '0'))
    if (entry) entries.push(entry)
  }
}

describe('the table', () => {
  test.skipIf(!existsSync(source))('is what the generator makes of the dictionary', () => {
    const folder = mkdtempSync(join(tmpdir(), 'udi-tables-'))
    try {
      const { status, stderr } = spawnSync(process.execPath, [join(root, 'build/udi-tables.ts'), source, folder], { encoding: 'utf8' })
      expect([status, stderr]).toEqual([0, ''])
      const name = 'ai-table.generated.ts'
      expect(readFileSync(join(folder, name), 'utf8')).toBe(readFileSync(join(root, 'src/formats/udi/gs1', name), 'utf8'))
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('has every AI, none of which begins with another', () => {
    expect(entries.length).toBe(541)
    const ids = entries.map(({ ai }) => ai)
    expect(ids.filter((ai) => ids.some((other) => other !== ai && ai.startsWith(other)))).toEqual([])
  })

  test('keeps flags, lengths, pairings and keys', () => {
    expect(findAi('01')).toMatchObject({ title: 'GTIN', predefined: true, minLength: 14, maxLength: 14, excluded: ['255', '37'] })
    expect(findAi('01')!.qualifiers).toEqual([['22', '10', '21'], ['235']])
    expect(findAi('250')!.required).toEqual([
      [
        ['01', '21'],
        ['03', '21'],
        ['8006', '21'],
      ],
    ])
    expect(findAi('3105')).toMatchObject({ title: 'NET WEIGHT (kg)', excluded: ['310n'] })
    expect(findAi('3144')!.title).toBe('AREA (m²)')
    expect(findAi('7023')).toMatchObject({ required: [], qualifiers: undefined, maxLength: 30 })
    expect(findAi('8011')!.isDataAttribute).toBe(false)
  })

  test('has the code lists of its date', () => {
    expect([COUNTRY_NUMBERS.size, COUNTRY_LETTERS.size, CURRENCY_NUMBERS.size, PACKAGE_TYPES.size]).toEqual([249, 249, 179, 431])
    expect(COUNTRY_NUMBERS.has('276') && COUNTRY_LETTERS.has('DE') && CURRENCY_NUMBERS.has('978') && PACKAGE_TYPES.has('APE')).toBe(true)
  })
})

/** A value that a syntax test takes, where digits of one are not enough. */
const SAMPLES: Readonly<Record<string, string>> = {
  yymmd0: '260100',
  yymmdd: '260131',
  yyyymmdd: '20260131',
  hhmi: '1259',
  iso3166: '276',
  iso3166999: '999',
  iso3166alpha2: 'DE',
  iso4217: '978',
  packagetype: 'APE',
  iban: 'DE89370400440532013000',
  mediatype: '10',
  zero: '0',
  hyphen: '-',
  pieceoftotal: '0102',
  posinseqslash: '1/2',
  latitude: '0900000000',
  longitude: '1800000000',
  couponcode: '012345612345611110123',
  couponposoffer: '001234561234560123456',
}

function sampleOf({ set, min, max, tests }: Component): string {
  const length = tests.includes('csumalpha') ? 10 : Math.min(max, Math.max(min, 6))
  const plain = (set === 'N' ? '1' : set === 'Y' ? 'A' : 'a').repeat(length)
  const named = tests.map((name) => SAMPLES[name]).find((sample) => sample !== undefined)
  const prefixed = tests.includes('gcppos1') ? `11111${plain.slice(5)}` : plain
  const value = named ?? prefixed
  if (tests.includes('csum')) return value.slice(0, -1) + gs1CheckDigit(value.slice(0, -1))
  return tests.includes('csumalpha') ? value.slice(0, -2) + alphaCheckPair(value.slice(0, -2)) : value
}

describe('every AI', () => {
  const samples = entries.map((entry) => [entry.ai, entry, entry.components.map(sampleOf).join('')] as const)

  test.each(samples)('%s takes a value of its components', (_ai, entry, value) => {
    const place = { start: 0, valueStart: 0, end: value.length }
    expect(checkElement(entry, value, place, YEAR).issues).toEqual([])
  })

  test.each(samples)('%s refuses a value that is too long, too short, or of other characters', (_ai, entry, value) => {
    expect(fitsEntry(entry, value.padEnd(entry.maxLength + 1, '1'), YEAR)).toBe(false)
    expect(fitsEntry(entry, value.slice(0, entry.minLength - 1), YEAR)).toBe(false)
    expect(fitsEntry(entry, `${value.slice(0, -1)}~`, YEAR)).toBe(false)
  })

  test('has a syntax test for each name that the dictionary uses', () => {
    const known = new Set([...Object.keys(fixture), 'gcppos1', 'gcppos2', 'iso3166', 'iso3166alpha2', 'iso4217', 'packagetype'])
    const names = new Set(entries.flatMap(({ components }) => components.flatMap(({ tests }) => tests)))
    expect([...names].filter((name) => !known.has(name)).sort()).toEqual(['hh', 'importeridx', 'mi', 'ss'])
  })
})

const fixture = JSON.parse(readFileSync(join(root, 'test/fixtures/udi/gs1-syntax-tests.json'), 'utf8')) as Record<
  string,
  { readonly holds: readonly string[]; readonly fails: readonly string[] }
>
/** Tests of texts; all others are of digits. */
const OF_TEXTS = new Set(['csumalpha', 'hasnondigit', 'hyphen', 'iban', 'pcenc', 'posinseqslash', 'couponcode', 'couponposoffer'])

describe('GS1’s own values of the syntax test', () => {
  const judge = (name: string, value: string): boolean => {
    const set = OF_TEXTS.has(name) ? 'X' : 'N'
    const component: Component = { set, min: 1, max: 90, optional: false, tests: [name] }
    return fitsEntry({ ...findAi('90')!, components: [component] }, value, YEAR)
  }
  test.each(Object.keys(fixture))('%s are judged as GS1 does', (name) => {
    const { holds, fails } = fixture[name]!
    expect(holds.length).toBeGreaterThan(1)
    expect(fails.length).toBeGreaterThan(0)
    expect(holds.filter((value) => !judge(name, value))).toEqual([])
    expect(fails.filter((value) => judge(name, value))).toEqual([])
  })
})
