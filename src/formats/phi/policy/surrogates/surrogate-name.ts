// Surrogates of names, word by word: `LOPEZ^MARIA^A`, `Lopez, Maria A.` and `Ms. Lopez` give names that belong together.
import { nameTokens } from '../canonical.ts'
import { matchCase } from '../date-words.ts'
import { type PhiKey, pickNumber } from '../key.ts'
import { inventedFamily } from './invented-names.ts'
import { givenName, givenNamesLike } from './name-origins.ts'
import { FAMILY_NAMES, FEMALE_NAMES, MALE_NAMES } from './surrogate-words.ts'

const LISTS: ReadonlyMap<string, readonly string[]> = new Map(
  [MALE_NAMES, FEMALE_NAMES].flatMap((names) => names.map((name) => [name.toLowerCase(), names] as const)),
)

/**
 * The name with other words in its order, signs and letter case. A word that is a given name becomes a given name, every other one a
 * family name, wherever it stands: that is what makes the formats meet. Titles and suffixes stay; particles (van, de la) go.
 */
export function surrogateName(key: PhiKey, text: string): string {
  let result = ''
  let from = 0
  for (const { kind, start, end, folded } of nameTokens(text)) {
    if (kind === 'title') continue
    result += withoutDigits(text.slice(from, start))
    from = end
    if (kind === 'particle') {
      while (from < text.length && text[from] === ' ') from++
      continue
    }
    const word = text.slice(start, end)
    result += likeWord(kind === 'initial' ? surrogateInitial(key, folded) : surrogateWord(key, folded), word)
  }
  return result + withoutDigits(text.slice(from))
}

/** In the letter case of the word; as a name where its script has none. */
function likeWord(name: string, word: string): string {
  return word.toLowerCase() === word.toUpperCase() ? name.charAt(0).toUpperCase() + name.slice(1) : matchCase(name, word)
}

/** The surrogate of one word of a name, in lower case without accents. */
function surrogateWord(key: PhiKey, folded: string): string {
  if (key.surrogates === 1) return pickOther(key, folded, LISTS.get(folded) ?? FAMILY_NAMES)
  const given = givenName(folded)
  return given ? pickOther(key, folded, givenNamesLike(given)) : inventedFamily(key, folded)
}

function pickOther(key: PhiKey, folded: string, names: readonly string[]): string {
  const position = pickNumber(key.digest('name', folded), names.length)
  const name = names[position]!
  return (name.toLowerCase() === folded ? names[(position + 1) % names.length]! : name).toLowerCase()
}

const INITIALS = 'abcdefghijklmnoprstw'

/** Never the initial itself. */
function surrogateInitial(key: PhiKey, folded: string): string {
  const position = pickNumber(key.digest('initial', folded), INITIALS.length)
  return INITIALS[position] === folded ? INITIALS[(position + 1) % INITIALS.length]! : INITIALS[position]!
}

/** A given and a family name for a value that is no name itself, such as the owner of a mailbox. */
export function inventName(digest: Uint8Array): { readonly given: string; readonly family: string } {
  const names = [...FEMALE_NAMES, ...MALE_NAMES]
  return { given: names[pickNumber(digest, names.length)]!, family: FAMILY_NAMES[pickNumber(digest, FAMILY_NAMES.length, 8)]! }
}

/** A name holds no digits; what stands there is a record number that was taken along. */
function withoutDigits(text: string): string {
  return text.replace(/\p{N}/gu, '0')
}
