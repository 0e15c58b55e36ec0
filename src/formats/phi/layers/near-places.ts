// Landmarks in small letters and spots that one stands near: near the crook viaduct, by the old ropewalk, near ballinaclash. Parts of the body have bridges and
// canals, too: the word in front must be a name or one of no list.
import { RANK } from '../candidate.ts'
import { hashWords } from '../fold.ts'
import { LEX, LEX_ENGLISH, LEX_PROPER } from '../lexicon-bits.ts'
import { hasLex, hasRole, isSign, isSmallLatin, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, KIND, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'
import { BESIDE_SITES, NEVER_SLOT } from './slot-words.ts'
import { addBesideOnly } from './small-slots.ts'
import { isMedicalForm } from './unknown-words.ts'

const LANDMARKS = hashWords(
  'viaduct bridge underpass overpass tunnel quay pier wharf docks marina harbor harbour weir lock reservoir dam quarry colliery windmill watermill lighthouse boardwalk fairgrounds fairground campground trailhead cemetery crematorium racecourse racetrack roundabout interchange flyover ropewalk monument castle abbey priory cathedral mosque temple',
)
const NEAR = hashWords('near by at under on off past beside behind outside around beneath below opposite')
const NEAR_ONLY = hashWords('near outside')
const OLD = hashWords('old new')

export function findNearPlaces(context: LayerContext): void {
  const { tokens } = context
  for (let i = 1; i < tokens.count; i++) {
    if (!isSmallLatin(tokens, i)) continue
    if (LANDMARKS.has(tokens.hash[i]!)) readLandmark(context, i)
    if (NEAR_ONLY.has(tokens.hash[i]!)) readNear(context, i)
  }
}

/** Near the crook viaduct; under kessock bridge. */
function readLandmark(context: LayerContext, head: number): void {
  const { tokens } = context
  if (tokens.gap[head] !== GAP.space || hasRole(tokens, head + 1, ROLE.medicalHead)) return
  let first = head
  let named = false
  while (head - first < 3 && tokens.gap[first] === GAP.space && mayName(tokens, first - 1)) {
    first--
    if (tellsApart(tokens, first)) named = true
  }
  if (first === head || !named) return
  const start = /^the$/.test(textOf(tokens, first - 1)) ? first - 1 : first
  if (isWord(tokens, start - 1) && NEAR.has(tokens.hash[start - 1]!))
    addTokens(context, start, head, 'location', 0.65, 'place/small-landmark', RANK.tagger)
}

function mayName(tokens: Tokens, at: number): boolean {
  return isSmallLatin(tokens, at) && !hasRole(tokens, at, BESIDE_SITES) && !NEAR.has(tokens.hash[at]!)
}

function tellsApart(tokens: Tokens, at: number): boolean {
  if (hasLex(tokens, at, LEX.drug | LEX.test | LEX.abbreviation)) return false
  if ((tokens.lex[at]! & ~LEX.opensPhrase) === 0) return lengthOf(tokens, at) > 3 && !isMedicalForm(tokens, at)
  return hasLex(tokens, at, LEX.city | LEX.last | LEX.rareProper) || (hasLex(tokens, at, LEX_PROPER) && !hasLex(tokens, at, LEX_ENGLISH))
}

/** She lives near ballinaclash; near the old ropewalk: a word of no list and the end of the phrase, beside somebody. */
function readNear(context: LayerContext, near: number): void {
  const { tokens } = context
  let at = near + 1
  if (isWord(tokens, at) && /^the$/.test(textOf(tokens, at))) {
    if (!isWord(tokens, at + 1) || !OLD.has(tokens.hash[at + 1]!)) return
    at += 2
  }
  if (
    !isSmallLatin(tokens, at) ||
    tokens.gap[at] !== GAP.space ||
    tokens.lex[at] !== 0 ||
    tokens.role[at] !== 0 ||
    lengthOf(tokens, at) < 5
  )
    return
  if (isMedicalForm(tokens, at) || NEVER_SLOT.has(tokens.hash[at]!) || !endsPhrase(tokens, at + 1)) return
  addBesideOnly(context, at > near + 1 ? near + 1 : at, at, 'location', 'near')
}

function endsPhrase(tokens: Tokens, at: number): boolean {
  if (tokens.gap[at]! >= GAP.line || tokens.kind[at] !== KIND.word) return !isSign(tokens, at, '-') && !isSign(tokens, at, '/')
  return hasRole(tokens, at, ROLE.function | ROLE.pronoun)
}
