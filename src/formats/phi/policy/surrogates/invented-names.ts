// Family names and towns for surrogates, put together from a beginning and an ending of a language. Lists of people and towns do not have
// them; a rare name can still be somebody's.
import { type PhiKey, pickNumber } from '../key.ts'
import { languageOfFamily, takenNames } from './name-origins.ts'
import { SURROGATE_PARTS, type SurrogateLanguage } from './surrogate-stock.ts'

type Kind = 'families' | 'towns'

/** A family name for a word that is none, of the same language; never the word. In lower case. */
export function inventedFamily(key: PhiKey, word: string): string {
  return inventedName('families', languageOfFamily(word), key.digest('name', word), word)
}

/**
 * In lower case.
 * @param kind family names stand in streets, too
 * @param original folded words of what is replaced; the name is none of them
 */
export function inventedName(kind: Kind, language: SurrogateLanguage, digest: Uint8Array, original: string): string {
  const { beginnings, [kind]: endings } = SURROGATE_PARTS[language]
  const taken = takenNames(language, kind)
  const words = original.split(' ')
  const count = beginnings.length * endings.length
  const start = pickNumber(digest, beginnings.length) * endings.length + pickNumber(digest, endings.length, 8)
  for (let i = 0; i < count; i++) {
    const at = (start + i) % count
    if (taken.has(at)) continue
    const name = join(beginnings[Math.floor(at / endings.length)]!, endings[at % endings.length]!)
    if (!words.includes(name)) return name
  }
  throw new Error('no invented name is left')
}

/** Without three equal letters at the seam. */
function join(beginning: string, ending: string): string {
  const first = beginning.toLowerCase()
  const seam = first.at(-1)!
  return seam === first.at(-2) && seam === ending[0] ? first + ending.slice(1) : first + ending
}

/** All names of a language in the order of their positions, those that lists have included. */
export function inventedNames(language: SurrogateLanguage, kind: Kind): string[] {
  const { beginnings, [kind]: endings } = SURROGATE_PARTS[language]
  return beginnings.flatMap((beginning) => endings.map((ending) => join(beginning, ending)))
}
