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
/** Signs that join the words of one name. */
const JOINS = /^(?:[ \t\n\r]+|,[ \t\n\r]*|-)$/

/**
 * Words of a text that are names of the document: with a capital, or in small letters where the word is no ordinary one or stands like a name.
 * @returns in order, without overlaps; offsets in UTF-16 units
 */
export function locateNames(text: string, originals: OriginalValues): LocatedValue[] {
  const words = listMatches(WORD, text, (word, start) => ({ word, start, end: start + word.length, kind: originals.kindOfName(word) }))
  if (!words.some(({ kind }) => kind)) return []
  return words.flatMap(({ word, start, end, kind }, i) => {
    if (!kind || ((kind === 'short' || isSmall(word)) && !isTold(i))) return []
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
