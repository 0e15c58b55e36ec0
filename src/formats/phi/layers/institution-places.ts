// What stands behind an institution and says where it is: on Lyndale, in Whiting, Guildford, of Boca. It counts beside an institution that was found only.
import { RANK } from '../candidate.ts'
import { hashWords } from '../fold.ts'
import { LEX, LEX_ENGLISH, LEX_NAME, LEX_PROPER } from '../lexicon-bits.ts'
import { hasLex, hasRole, isCapitalized, isSign, isSmallLatin, isWord, lengthOf, textOf, tokenAt } from '../token-tests.ts'
import { GAP, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'
import { BESIDE_SITES } from './slot-words.ts'

const ON = hashWords('on off near by in of at')
const NEVER = BESIDE_SITES | ROLE.facility | ROLE.organization

export function findInstitutionPlaces(context: LayerContext): void {
  const { tokens, found } = context
  const count = found.length
  for (let i = 0; i < count; i++) {
    const { category, end } = found[i]!
    if (category !== 'facility' && category !== 'organization') continue
    const last = tokenAt(tokens.end, tokens.count, end)
    if (last >= 0) readBehind(context, last)
  }
}

function readBehind(context: LayerContext, last: number): void {
  const { tokens } = context
  const link = last + 1
  const place = link + 1
  if (tokens.gap[link]! > GAP.space || tokens.gap[place] !== GAP.space) return
  const isTown = isSign(tokens, link, ',') && hasLex(tokens, place, LEX.city)
  if (!isTown && !(isWord(tokens, link) && ON.has(tokens.hash[link]!) && tokens.shape[link] === SHAPE.lower)) return
  let end = place - 1
  while (end - place < 2 && (end < place || tokens.gap[end + 1] === GAP.space) && isPlace(tokens, end + 1)) end++
  if (end < place || (hasRole(tokens, end + 1, ROLE.medicalHead) && tokens.gap[end + 1]! <= GAP.space)) return
  addTokens(context, place, end, 'location', 0.65, 'place/of-institution', RANK.tagger)
}

/** A name with a capital; in small letters one that is no plain word. */
function isPlace(tokens: Tokens, at: number): boolean {
  if (hasRole(tokens, at, NEVER) || lengthOf(tokens, at) < 3 || hasLex(tokens, at, LEX.drug | LEX.test | LEX.abbreviation)) return false
  if (tokens.lex[at] === LEX.eponym) return /^(?:on|off)$/.test(textOf(tokens, at - 1))
  if (hasLex(tokens, at, LEX.eponym) && !hasLex(tokens, at, LEX.city)) return false
  const named = hasLex(tokens, at, LEX_PROPER)
  if (isCapitalized(tokens, at))
    return tokens.shape[at] !== SHAPE.upper || !hasLex(tokens, at, LEX_ENGLISH) ? named || tokens.lex[at] === 0 : false
  return (
    isSmallLatin(tokens, at) &&
    named &&
    !hasLex(tokens, at, LEX.common) &&
    hasLex(tokens, at, LEX.city | LEX.region | LEX.rareProper | LEX.proper | LEX_NAME)
  )
}
