// Finds names that other places of a document give, in any case. The detector may miss them in small letters or where nothing around tells of a person.
import { listMatches } from '../../../core/list-matches.ts'
import { hashWord } from '../fold.ts'
import { lookUp } from '../lexicon.ts'
import { LEX, LEX_ENGLISH, LEX_NAME } from '../lexicon-bits.ts'
import type { LocatedValue, OriginalValues } from './original-values.ts'

/** A word, with combining marks. */
const WORD = /[\p{L}\p{M}]+/gu
/** Words before a name in running text. */
const BEFORE = new Set(
  'mr mrs ms miss mx dr doctor prof professor patient pt nurse sir madam herr herrn frau monsieur madame mme señor señora sr sra name named dear'.split(
    ' ',
  ),
)
/** Words after a name: what people do and are. */
const AFTER = new Set(
  'states stated denies denied reports reported says said presents presented complains complained tolerated endorses endorsed agrees agreed will was is has had family md'.split(
    ' ',
  ),
)
const LEAST_LETTERS = 4
/** Of a name beside one other letter: shorter ones are in many words. */
const LEAST_JOINED = 5
/** Signs that join the words of one name. */
const JOINS = /^(?:[ \t\n\r]+|,[ \t\n\r]*|-)$/

/**
 * Words of a text that are names of the document: with a capital, or in small letters where the word is no ordinary one or stands like a name.
 * @returns in order, without overlaps; offsets in UTF-16 units
 */
export function locateNames(text: string, originals: OriginalValues): LocatedValue[] {
  const words = listMatches(WORD, text, (word, start) => ({ word, start, end: start + word.length, kind: originals.kindOfName(word) }))
  if (!words.some(({ kind }) => kind)) return locateJoined(words, originals)
  return words.flatMap((each, i) => {
    const { word, start, end, kind } = each
    if (!kind) return locateJoined([each], originals)
    if ((kind === 'short' || isSmall(word)) && !isTold(i)) return []
    return [{ category: 'name' as const, start, end }]
  })

  function isTold(i: number): boolean {
    const { word } = words[i]!
    if (word.length >= LEAST_LETTERS && !isOrdinary(word)) return true
    const [before, after] = [words[i - 1], words[i + 1]]
    const { start, end } = words[i]!
    if (before && (before.kind ? JOINS.test(text.slice(before.end, start)) : isCue(text.slice(before.end, start), before.word, BEFORE)))
      return true
    return (
      after !== undefined &&
      (after.kind ? JOINS.test(text.slice(end, after.start)) : isCue(text.slice(end, after.start), after.word, AFTER))
    )
  }
}

/** Between a small letter and a capital: `xSmithson`, `SmithsonAda`. */
const JOINT = /(?<=\p{Ll})(?=\p{Lu})/u

/** Names that are joined to another word by a capital alone, or to one letter: in local codes, file names and logins. */
function locateJoined(words: readonly { readonly word: string; readonly start: number }[], originals: OriginalValues): LocatedValue[] {
  return words.flatMap(({ word, start }) => {
    if (word.length <= LEAST_LETTERS || isOrdinary(word)) return []
    if (word.length > LEAST_JOINED && isNameAlone(word.slice(1)))
      return [{ category: 'name' as const, start: start + 1, end: start + word.length }]
    if (word.length > LEAST_JOINED && isNameAlone(word.slice(0, -1)))
      return [{ category: 'name' as const, start, end: start + word.length - 1 }]
    let at = start
    return word.split(JOINT).flatMap((part) => {
      const from = at
      at += part.length
      return part !== word && part.length >= LEAST_LETTERS && isNameAlone(part) ? [{ category: 'name' as const, start: from, end: at }] : []
    })
  })

  function isNameAlone(part: string): boolean {
    return originals.kindOfName(part) === 'name' && !isOrdinary(part)
  }
}

function isCue(between: string, word: string, cues: ReadonlySet<string>): boolean {
  return /^\.?[ \t\n\r]+$/.test(between) && cues.has(word.toLowerCase())
}

function isSmall(word: string): boolean {
  const first = word[0]!
  return first === first.toLowerCase() && first !== first.toUpperCase()
}

/** An English word; a rare one that is a given or family name as well is none. */
export function isOrdinary(word: string): boolean {
  const bits = lookUp(hashWord(word))
  return (bits & LEX_ENGLISH) !== 0 && ((bits & LEX.common) !== 0 || (bits & LEX_NAME) === 0)
}
