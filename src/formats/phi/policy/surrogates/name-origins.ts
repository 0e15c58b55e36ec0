// What a word of a name or a place tells of itself: sex and language of given names, language of family names and towns.
import { decodeBase64 } from '../../normalize/decode-base64.ts'
import { inflate } from '../../normalize/inflate.ts'
import { SURROGATE_NAMES } from './surrogate-names.generated.ts'
import { SURROGATE_LANGUAGES, type SurrogateLanguage } from './surrogate-stock.ts'
import { FEMALE_NAMES, MALE_NAMES } from './surrogate-words.ts'

export type Sex = 'female' | 'male'

interface Packed {
  readonly given: Readonly<Record<string, string>>
  readonly families: Readonly<Record<string, string>>
  readonly towns: Readonly<Record<string, string>>
  readonly takenFamilies: Readonly<Record<SurrogateLanguage, string>>
  readonly takenTowns: Readonly<Record<SurrogateLanguage, string>>
}

interface GivenName {
  readonly sex: Sex
  /** `many`: a name of three languages and more. */
  readonly origin: SurrogateLanguage | 'many'
}

interface Origins {
  readonly given: ReadonlyMap<string, GivenName>
  /** Given names that may stand for others of their sex and origin, in a fixed order. */
  readonly pools: ReadonlyMap<string, readonly string[]>
  readonly families: Guess
  readonly towns: Guess
  readonly packed: Packed
}

let origins: Origins | undefined

function read(): Origins {
  if (!origins) {
    const packed = JSON.parse(new TextDecoder().decode(inflate(decodeBase64(SURROGATE_NAMES)))) as Packed
    const families = readGuess(packed.families)
    origins = { ...readGiven(packed.given, families.known), families, towns: readGuess(packed.towns), packed }
  }
  return origins
}

const COUNT = SURROGATE_LANGUAGES.length
/** A bit more: names of other languages. */
const GROUPS = COUNT + 1
const ALL = (1 << GROUPS) - 1
/** Languages whose lists of given names hold few family names: not English, and not those of elsewhere. */
const OWN = ((1 << COUNT) - 1) & ~1
/** Given names however many families have them, too. */
const COMMON = new Set([...FEMALE_NAMES, ...MALE_NAMES].map((name) => name.toLowerCase()))
/** A name of so many languages says nothing of its origin. */
const MANY = 4

function readGiven(groups: Packed['given'], families: ReadonlyMap<string, unknown>): Pick<Origins, 'given' | 'pools'> {
  const given = new Map<string, GivenName>()
  const pools = new Map<string, string[]>()
  for (const [mask, words] of Object.entries(groups)) {
    const female = Number(mask) & ALL
    const male = Number(mask) >> GROUPS
    const sex = countBits(female) >= countBits(male) ? 'female' : 'male'
    const origin = originOfMask(female | male)
    const own = sex === 'female' ? female : male
    for (const word of words.split('|')) {
      if (((female | male) & OWN) === 0 && families.has(word) && !COMMON.has(word)) continue
      given.set(word, { sex, origin })
      // A name of both sexes would stand for one of them wrongly.
      if (female !== 0 && male !== 0) continue
      if (own >> COUNT !== 0 && countBits(own) === 1) continue
      for (const pool of origin === 'many' ? ['many'] : languagesOf(own)) push(pools, `${pool} ${sex}`, word)
    }
  }
  for (const pool of pools.values()) pool.sort()
  return { given, pools }
}

function push(pools: Map<string, string[]>, pool: string, word: string): void {
  const words = pools.get(pool)
  if (words) words.push(word)
  else pools.set(pool, [word])
}

function originOfMask(mask: number): GivenName['origin'] {
  const own = mask & ((1 << COUNT) - 1)
  if (own === 0 || countBits(own) >= MANY) return 'many'
  // English lists hold names from everywhere.
  return languagesOf(own & OWN)[0] ?? 'en'
}

function countBits(mask: number): number {
  let count = 0
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++
  return count
}

function languagesOf(mask: number): SurrogateLanguage[] {
  return SURROGATE_LANGUAGES.filter((_, i) => (mask >> i) & 1)
}

/** The given name that a word is; undefined for other words, and for family names that few have as a given name. In lower case without accents. */
export function givenName(word: string): GivenName | undefined {
  return read().given.get(word)
}

/** Given names of the same sex and origin. */
export function givenNamesLike({ sex, origin }: GivenName): readonly string[] {
  return read().pools.get(`${origin} ${sex}`)!
}

/** The language of a family name: of a list, or the one whose names begin and end like it. English where nothing tells it. */
export function languageOfFamily(word: string): SurrogateLanguage {
  const { families } = read()
  // Mueller is Müller.
  const plain = word.replace(/([aou])e/g, '$1')
  if (plain !== word && ((families.known.get(plain) ?? 0) & GERMAN) !== 0) return 'de'
  return guess(word, families)
}

const GERMAN = 1 << SURROGATE_LANGUAGES.indexOf('de')

/** The language of a word that is a known town; English of any other. */
export function languageOfKnownTown(word: string): SurrogateLanguage {
  return read().towns.known.has(word) ? languageOfTown(word) : 'en'
}

/** The same of a town, in lower case without accents. */
export function languageOfTown(town: string): SurrogateLanguage {
  const { towns } = read()
  return towns.known.get(town) === ENGLISH ? 'en' : guess(town, towns)
}

const ENGLISH = 1

const takenSets = new Map<string, ReadonlySet<number>>()

/** Positions of invented names that lists of people or towns have. */
export function takenNames(language: SurrogateLanguage, kind: 'families' | 'towns'): ReadonlySet<number> {
  const name = `${language} ${kind}`
  const known = takenSets.get(name)
  if (known) return known
  const taken = readTaken(language, kind)
  takenSets.set(name, taken)
  return taken
}

function readTaken(language: SurrogateLanguage, kind: 'families' | 'towns'): Set<number> {
  const { takenFamilies, takenTowns } = read().packed
  const gaps = (kind === 'families' ? takenFamilies : takenTowns)[language]
  const taken = new Set<number>()
  let at = 0
  for (const gap of gaps === '' ? [] : gaps.split(' ')) {
    at += Number.parseInt(gap, 36)
    taken.add(at)
  }
  return taken
}

interface Guess {
  /** Languages of the words of the lists, a bit each. */
  readonly known: ReadonlyMap<string, number>
  /** How often each language has a beginning or an ending, by the part. */
  readonly parts: ReadonlyMap<string, Float64Array>
  readonly totals: Float64Array
}

function readGuess(groups: Readonly<Record<string, string>>): Guess {
  const known = new Map<string, number>()
  const parts = new Map<string, Float64Array>()
  const totals = new Float64Array(COUNT)
  for (const [mask, words] of Object.entries(groups)) {
    const languages = languagesOf(Number(mask))
    for (const word of words.split('|')) {
      known.set(word, Number(mask))
      for (const language of languages) count(parts, totals, word, SURROGATE_LANGUAGES.indexOf(language))
    }
  }
  return { known, parts, totals }
}

function count(parts: Map<string, Float64Array>, totals: Float64Array, word: string, language: number): void {
  totals[language]!++
  for (const part of partsOf(word)) {
    let counts = parts.get(part)
    if (!counts) {
      counts = new Float64Array(COUNT)
      parts.set(part, counts)
    }
    counts[language]!++
  }
}

/** The first two and three letters, the last one to four. */
function partsOf(word: string): string[] {
  return [`^${word.slice(0, 2)}`, `^${word.slice(0, 3)}`, word.slice(-1), word.slice(-2), word.slice(-3), word.slice(-4)].map(
    (part, i) => `${i}${part}`,
  )
}

/** What a part that a language does not have counts for, of a name of the list. */
const UNSEEN = 0.3
/** Shorter words have too few letters to tell. */
const LEAST_LETTERS = 4
/** How much likelier than English another language must be, as a logarithm. */
const LEAST_LEAD = 1.5

/** Of the languages that have the word, or of all where none but English has it, the likeliest. */
function guess(word: string, { known, parts, totals }: Guess): SurrogateLanguage {
  const own = known.get(word)
  if (own === undefined && word.length < LEAST_LETTERS) return 'en'
  const others = (own ?? 0) & OWN
  const sums = new Float64Array(COUNT)
  for (const part of partsOf(word)) {
    const counts = parts.get(part)
    if (!counts) continue
    for (let i = 0; i < COUNT; i++) sums[i]! += Math.log((counts[i]! + UNSEEN) / (totals[i]! + 1))
  }
  let best = 0
  for (let i = 1; i < COUNT; i++) {
    if (others !== 0 && ((others >> i) & 1) === 0) continue
    if (sums[i]! > sums[best]! || (others !== 0 && best === 0)) best = i
  }
  return others !== 0 || sums[best]! - sums[0]! >= LEAST_LEAD ? SURROGATE_LANGUAGES[best]! : 'en'
}
