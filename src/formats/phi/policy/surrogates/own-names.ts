// Family names and towns that surrogates of one key have: a keyed sixth of the invented ones, so that a later run of the same key knows them.
import { type PhiKey, pickNumber } from '../key.ts'
import { languageOfFamily, takenNames } from './name-origins.ts'
import { SURROGATE_LANGUAGES, SURROGATE_PARTS, type SurrogateLanguage } from './surrogate-stock.ts'

type Kind = 'families' | 'towns'

/** Of the endings of each beginning a key uses one in so many. With another key as many names of a run are taken for own ones. */
const SHARE: Readonly<Record<Kind, number>> = { families: 6, towns: 4 }

interface Stock {
  readonly beginnings: readonly string[]
  readonly endings: readonly string[]
  readonly taken: ReadonlySet<number>
  readonly positions: { readonly beginnings: ReadonlyMap<string, number>; readonly endings: ReadonlyMap<string, number> }
}

const stocks = new Map<string, Stock>()

function stockOf(language: SurrogateLanguage, kind: Kind): Stock {
  let stock = stocks.get(`${language} ${kind}`)
  if (!stock) {
    const { beginnings, [kind]: endings } = SURROGATE_PARTS[language]
    const positionsOf = (parts: readonly string[]) => new Map(parts.map((part, at) => [part.toLowerCase(), at]))
    const positions = { beginnings: positionsOf(beginnings), endings: positionsOf(endings) }
    stock = { beginnings, endings, taken: takenNames(language, kind), positions }
    stocks.set(`${language} ${kind}`, stock)
  }
  return stock
}

const offsets = new WeakMap<PhiKey, Map<string, number>>()

/** Which endings of a beginning are of the key: every one whose position and this number are divisible by the share. */
function offsetOf(key: PhiKey, kind: Kind, language: SurrogateLanguage, beginning: string): number {
  let known = offsets.get(key)
  if (!known) {
    known = new Map()
    offsets.set(key, known)
  }
  const name = `${kind} ${language} ${beginning.toLowerCase()}`
  let offset = known.get(name)
  if (offset === undefined) {
    offset = pickNumber(key.digest('own names', name), SHARE[kind])
    known.set(name, offset)
  }
  return offset
}

/** A family name of the key for a word that is none, of the same language; never the word. In lower case. */
export function ownFamily(key: PhiKey, word: string): string {
  return ownName(key, 'families', languageOfFamily(word), key.digest('name', word))
}

/** A town of the key in a language, in lower case. */
export function ownTown(key: PhiKey, language: SurrogateLanguage, digest: Uint8Array): string {
  return ownName(key, 'towns', language, digest)
}

/** @param kind family names stand in streets, too */
export function ownName(key: PhiKey, kind: Kind, language: SurrogateLanguage, digest: Uint8Array): string {
  const stock = stockOf(language, kind)
  const { beginnings, endings, taken } = stock
  const first = pickNumber(digest, beginnings.length)
  const start = pickNumber(digest, endings.length, 8)
  for (let i = 0; i < beginnings.length; i++) {
    const at = (first + i) % beginnings.length
    const offset = offsetOf(key, kind, language, beginnings[at]!)
    for (let j = 0; j < endings.length; j++) {
      const ending = (start + j) % endings.length
      if ((ending + offset) % SHARE[kind] === 0 && !taken.has(at * endings.length + ending)) return join(beginnings[at]!, endings[ending]!)
    }
  }
  throw new Error('no invented name is left')
}

function join(beginning: string, ending: string): string {
  return joinParts(beginning.toLowerCase(), ending)
}

/** Without three equal letters at the seam. */
function joinParts(beginning: string, ending: string): string {
  const seam = beginning.at(-1)!
  return seam === beginning.at(-2) && seam === ending[0] ? beginning + ending.slice(1) : beginning + ending
}

/** All names of a language in the order of their positions, those that somebody bears included. */
export function inventedNames(language: SurrogateLanguage, kind: Kind): string[] {
  const { beginnings, [kind]: endings } = SURROGATE_PARTS[language]
  return beginnings.flatMap((beginning) => endings.map((ending) => join(beginning, ending)))
}

/** True for a word, in lower case, that surrogates of the key have for family names. */
export function isOwnFamily(key: PhiKey, word: string): boolean {
  return SURROGATE_LANGUAGES.some((language) => isOwn(key, 'families', language, word))
}

/** The same for towns. */
export function isOwnTown(key: PhiKey, word: string): boolean {
  return SURROGATE_LANGUAGES.some((language) => isOwn(key, 'towns', language, word))
}

/** True for an invented family name or town, of whatever key. */
export function isInvented(word: string): boolean {
  return SURROGATE_LANGUAGES.some((language) => isOwn(undefined, 'families', language, word) || isOwn(undefined, 'towns', language, word))
}

/** @param key undefined for names of every key */
function isOwn(key: PhiKey | undefined, kind: Kind, language: SurrogateLanguage, word: string): boolean {
  const { endings, taken, positions } = stockOf(language, kind)
  for (let length = 2; length < word.length; length++) {
    const at = positions.beginnings.get(word.slice(0, length))
    if (at === undefined) continue
    const rest = word.slice(length)
    const seam = word[length - 1]!
    // The seam may have lost a letter.
    for (const ending of seam === word[length - 2] ? [rest, seam + rest] : [rest]) {
      const position = positions.endings.get(ending)
      if (position === undefined || taken.has(at * endings.length + position)) continue
      if (key === undefined || (position + offsetOf(key, kind, language, word.slice(0, length))) % SHARE[kind] === 0) return true
    }
  }
  return false
}
