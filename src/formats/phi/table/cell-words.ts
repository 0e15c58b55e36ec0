// Whether a short cell of words is a name or a town by the lexicon alone: a cell has no sentence around it that a detector could read.
import { hashWord } from '../fold.ts'
import { lookUp } from '../lexicon.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_NAME } from '../lexicon-bits.ts'

/**
 * name: every word may be a name and one is little else. place: a town and nothing else. town: a town that is an eponym or a test too.
 * proper: capitals that no lexicon has. plain: all else.
 */
export type WordKind = 'name' | 'place' | 'town' | 'proper' | 'plain'

const MAX_WORDS = 5

export function kindOfWords(cell: string): WordKind {
  const text = cell.trim()
  if (text.length > 60 || !/^[\p{L}\p{M}\s,.'’^-]+$/u.test(text)) return 'plain'
  const words = text.match(/[\p{L}\p{M}'’]+/gu) ?? []
  if (words.length === 0 || words.length > MAX_WORDS || !words.every(startsWithCapital)) return 'plain'
  const whole = lookUp(hashWord(words.join(' ')))
  if (whole & LEX.city && !(whole & (LEX_ENGLISH | LEX.drug | LEX_NAME))) return whole & LEX_MEDICAL ? 'town' : 'place'
  let sure = 0
  let isKnown = true
  for (const word of words) {
    // Initials and credentials say nothing.
    if ([...word].length <= 2) continue
    const bits = lookUp(hashWord(word))
    if (bits === 0) isKnown = false
    else if (!(bits & LEX_NAME) || bits & (LEX.drug | LEX.test)) return 'plain'
    else if (!(bits & LEX_ENGLISH) || (bits & LEX_NAME) === LEX_NAME) sure++
  }
  if (sure > 0) return 'name'
  return isKnown ? 'plain' : 'proper'
}

/** A country, or a state or province, in full and with a capital. */
export function isRegion(cell: string): boolean {
  const text = cell.trim()
  return startsWithCapital(text) && (lookUp(hashWord(text)) & LEX.region) !== 0
}

/** Scripts without capitals begin with none; a word in them is taken for one. */
function startsWithCapital(word: string): boolean {
  return word[0] !== word[0]!.toLowerCase() || word[0] === word[0]!.toUpperCase()
}
