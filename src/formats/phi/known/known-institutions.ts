// Organizations that the caller knows: whole, without the words that every hospital, school or firm has, with words in full and cut short, and by
// their first letters.
import { RANK } from '../candidate.ts'
import type { PhiCategory } from '../category.ts'
import { foldWord, hashWord, hashWords } from '../fold.ts'
import type { LayerContext } from '../layers/layer.ts'
import { lookUp } from '../lexicon.ts'
import { LEX, LEX_ENGLISH } from '../lexicon-bits.ts'
import { hasLex, hasRole, isCapitalized, isGlued, isSign, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, KIND, POSSESSIVE, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE, roleOf } from '../word-roles.ts'

export interface InstitutionSpellings {
  readonly category: PhiCategory
  /** Found wherever they stand. */
  readonly phrases: readonly string[]
  /** One word that stands for the whole; an English word is found with a capital, as it was given or behind a word of place. */
  readonly word: string | undefined
  /** First letters, found in capitals. */
  readonly acronyms: readonly string[]
}

export interface KnownInstitutions {
  /** Categories by the hashes of words that stand for an organization. */
  readonly institutionWords: ReadonlyMap<number, PhiCategory>
  readonly acronyms: ReadonlyMap<number, PhiCategory>
  /** Those of the words that were given alone, as they were given. */
  readonly institutionTexts: ReadonlySet<string>
}

const MAX_WORDS = 12
const LEAST_ACRONYM = 3
const LEAST_WORD = 3

/** Words that say what an organization is and not which one. */
const GENERIC = hashWords(
  'general memorial regional community county city municipal central national international state federal university district foundation trust nhs children childrens women womens mens veterans medical health healthcare medicine surgical surgery cancer heart eye dental pediatric paediatric pediatrics maternity orthopedic orthopaedic orthopedics family urgent care primary specialty psychiatric behavioral mental wellness imaging diagnostic diagnostics dialysis renal oncology transplant trauma teaching rehab rehabilitation nursing assisted living skilled home homes house center centre centers ctr hospital hosp system systems network group services service associates partners practice pharmacy middle high elementary public secondary school academy college inc llc ltd plc gmbh co corp company corporation limited the of and for at & in',
)

const MEDICAL = hashWords(
  'hospital hosp clinic infirmary medical health healthcare hospice surgery surgical nursing ward rehab dialysis dental',
)

const SHORT = hashWords('med reg gen mem univ elem sch dept assoc ms hs es er ed ctr hosp bros')
const SAINT = hashWords('st saint mt mount')
const JOINING = hashWords('and of for')

/** Words in full and cut short. */
const FORMS: readonly (readonly [string, string])[] = [
  ['saint', 'st'],
  ['mount', 'mt'],
  ['center', 'ctr'],
  ['centre', 'ctr'],
  ['center', 'centre'],
  ['hospital', 'hosp'],
  ['university', 'univ'],
  ['medical', 'med'],
  ['regional', 'reg'],
  ['elementary', 'elem'],
  ['brothers', 'bros'],
  ['company', 'co'],
  ['corporation', 'corp'],
  ['limited', 'ltd'],
  ['incorporated', 'inc'],
  ['department', 'dept'],
  ['county', 'co'],
  ['school', 'sch'],
  ['and', '&'],
  ['associates', 'assoc'],
]

/** @param name as people write it: `Saint Anne Regional Medical Center`, `Tolliver & Sons, Inc.` */
export function spellInstitution(name: string): InstitutionSpellings {
  const words = name.split(/[\s,.()]+/).filter((word) => word !== '')
  if (words.length > MAX_WORDS) return { category: categoryOf(words), phrases: [name], word: undefined, acronyms: [] }
  const own = isArticle(words[0]) ? words.slice(1) : words
  if (own.length === 1 && isOrdinary(own[0]!))
    return { category: categoryOf(own), phrases: words.length > 1 ? [name] : [], word: own[0], acronyms: [] }
  const core = cutGeneric(own)
  const saint = core.filter((word) => !SAINT.has(hashWord(word)))
  const rows = [words, ...own.map((_, cut) => own.slice(0, own.length - cut)).filter((row) => row.length >= Math.max(2, core.length))]
  const phrases = new Set([name, ...rows.flatMap(formsOf)])
  return {
    category: categoryOf(words),
    phrases: [...phrases].filter((phrase) => phrase !== ''),
    word: saint.length === 1 && own.length > 1 && saint[0]!.length >= LEAST_WORD ? saint[0] : undefined,
    acronyms: acronymsOf(own),
  }
}

const ORDINARY = LEX_ENGLISH | LEX.drug | LEX.test | LEX.eponym

function isOrdinary(word: string): boolean {
  return (lookUp(hashWord(word)) & ORDINARY) !== 0
}

function isArticle(word: string | undefined): boolean {
  return word !== undefined && /^the$/i.test(word)
}

function categoryOf(words: readonly string[]): PhiCategory {
  return words.some((word) => MEDICAL.has(hashWord(word))) ? 'facility' : 'organization'
}

/** The words before those that every organization has; all of them where nothing else would be left. */
function cutGeneric(words: readonly string[]): readonly string[] {
  let end = words.length
  while (end > 0 && isGeneric(words[end - 1]!)) end--
  const core = words.slice(0, end)
  return core.some((word) => !GENERIC.has(hashWord(word)) && !SAINT.has(hashWord(word))) ? core : words
}

function isGeneric(word: string): boolean {
  const hash = hashWord(word.replace(/['’]/g, ''))
  return GENERIC.has(hash) || (roleOf(hash) & (ROLE.facility | ROLE.organization)) !== 0
}

/** Each word in its forms, one kind of word at a time, and all of them cut short. */
function formsOf(words: readonly string[]): string[] {
  const folded = words.map(foldWord)
  const forms = FORMS.flatMap(([long, short]) => [
    ...(folded.includes(long) ? [replace(words, long, short)] : []),
    ...(folded.includes(short) ? [replace(words, short, long)] : []),
  ])
  const shortest = FORMS.reduce((row, [long, short]) => replace(row, long, short), words)
  return [words, shortest, ...forms].map((row) => row.join(' '))
}

function replace(words: readonly string[], from: string, to: string): readonly string[] {
  return words.map((word) => (foldWord(word) === from ? to : word))
}

/** RDI of Royal Derwent Infirmary, with and without the words between; words in capitals as they are. */
function acronymsOf(words: readonly string[]): string[] {
  const named = words.filter((word) => /^\p{L}/u.test(word))
  const heavy = named.filter((word) => (roleOf(hashWord(word)) & (ROLE.function | ROLE.particle)) === 0 || /^(?:st|saint)\.?$/i.test(word))
  const rows = [named, heavy].map((row) => row.map((word) => [...word][0]!.toUpperCase()).join(''))
  const mixed = heavy.map((word) => (/^\p{Lu}{2,}$/u.test(word) ? word : [...word][0]!.toUpperCase())).join('')
  return [...new Set([...rows, mixed])].filter((row) => row.length >= LEAST_ACRONYM)
}

/** Kestrel of Kestrel Harbor Medical Center; RDI of Royal Derwent Infirmary. */
export function readKnownInstitution({ tokens, found }: LayerContext, known: KnownInstitutions, at: number): void {
  const hash = tokens.hash[at]!
  const category = known.institutionWords.get(hash)
  const rule = category ? 'organization-word' : 'acronym'
  const matched = category ? isOwnWord(tokens, known, at) && category : isOwnAcronym(tokens, at) && known.acronyms.get(hash)
  if (!matched) return
  const [start, end] = extendInstitution(tokens, at, tokens.end[at]!)
  found.push({ start, end, category: matched, score: 0.95, rule: `known/${rule}`, rank: RANK.known })
}

/** Saint before it, and behind it what every organization has: St. Orwena's Regional Med Ctr, Tolbeck and Sons. Offsets in the text. */
export function extendInstitution(tokens: Tokens, first: number, end: number): [start: number, end: number] {
  let last = first
  while (tokens.end[last]! < end) last++
  while (true) {
    const next = nextGeneric(tokens, last)
    if (next < 0) return [tokens.start[startOf(tokens, first)]!, Math.max(end, tokens.end[last]!)]
    last = next
  }
}

function startOf(tokens: Tokens, first: number): number {
  const before = isSign(tokens, first - 1, '.') && isGlued(tokens, first - 1) ? first - 2 : first - 1
  return isWord(tokens, before) && SAINT.has(tokens.hash[before]!) && tokens.gap[first]! <= GAP.space ? before : first
}

/** The next word or ending that belongs to the name, or -1. */
function nextGeneric(tokens: Tokens, last: number): number {
  const next = last + 1
  if (next >= tokens.count || tokens.gap[next]! > GAP.space) return -1
  if (tokens.hash[next] === POSSESSIVE && tokens.kind[next] === KIND.sign && isGlued(tokens, next)) return next
  const isJoining = isSign(tokens, next, '&') || (isWord(tokens, next) && JOINING.has(tokens.hash[next]!))
  const word = isJoining || (isSign(tokens, next, ',') && isGlued(tokens, next)) ? next + 1 : next
  if (!isCapitalized(tokens, word) || tokens.gap[word]! > GAP.space) return -1
  if (SHORT.has(tokens.hash[word]!)) return word
  if (word > next && !isJoining) return hasRole(tokens, word, ROLE.organization) && !hasLex(tokens, word, LEX_ENGLISH) ? word : -1
  return GENERIC.has(tokens.hash[word]!) || hasRole(tokens, word, ROLE.facility | ROLE.organization) ? word : -1
}

const BEFORE = hashWords('at from to via near by @')

/** Mercy, and `at mercy`, but no word of a test or of a sentence: Mayo stand, mercy. */
function isOwnWord(tokens: Tokens, known: KnownInstitutions, at: number): boolean {
  if (known.institutionTexts.has(textOf(tokens, at))) return true
  if (hasRole(tokens, at + 1, ROLE.medicalHead) && tokens.gap[at + 1]! <= GAP.space) return false
  if (!hasLex(tokens, at, ORDINARY) && tokens.role[at] === 0) return true
  if (isWord(tokens, at - 1) ? BEFORE.has(tokens.hash[at - 1]!) : isSign(tokens, at - 1, '@')) return true
  return isCapitalized(tokens, at) && !hasLex(tokens, at, LEX.drug | LEX.test | LEX.eponym)
}

function isOwnAcronym(tokens: Tokens, at: number): boolean {
  if (tokens.shape[at] !== SHAPE.upper || lengthOf(tokens, at) < LEAST_ACRONYM) return false
  if (isGlued(tokens, at) && isSign(tokens, at - 1, '-')) return false
  return tokens.role[at] === 0 && !hasLex(tokens, at, LEX_ENGLISH | LEX.abbreviation | LEX.test | LEX.drug)
}
