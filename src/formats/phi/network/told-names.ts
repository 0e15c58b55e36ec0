// Persons who give or receive a result or a message: `Read back by Faith RN`, `Left msg with Dawn`, `discussed with Grant`. Names that are also words
// are more likely behind these verbs than elsewhere.
import { hashWords } from '../fold.ts'
import { LEX } from '../lexicon-bits.ts'
import { hasLex, hasRole, isWord, lengthOf } from '../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import type { Likely } from './likely.ts'
import { NAME } from './name-evidence.ts'

/** Logarithm of the odds from which a word behind such a verb counts. */
export const LEAST_TOLD = -1.5
const PREPOSITIONS = hashWords('by to with from w')
/** What is done by, to or with a person. */
const VERBS = hashWords(
  'back readback verified verbalized given called phoned paged reported relayed signed drawn collected performed witnessed taken seen msg message vm voicemail spoke spoken speaking talked discussed reviewed confirmed faxed released repeated received acknowledged rbv ordered assisted interpreted handoff endorsed communicated',
)
/** What is done to a person without a preposition. */
const TRANSITIVE = hashWords('notified paged informed phoned per')

/** True for a word that may be a name, behind such a verb. */
export function isTold(tokens: Tokens, at: number, { kinds }: Likely): boolean {
  return (
    kinds[at] === NAME &&
    tokens.kind[at] === KIND.word &&
    tokens.shape[at]! >= SHAPE.capital &&
    tokens.shape[at] !== SHAPE.initial &&
    tokens.gap[at] === GAP.space &&
    mayBeName(tokens, at) &&
    isBehindVerb(tokens, at - 1)
  )
}

/** Surnames that are places in a hospital. */
const PLACES = hashWords('ward hall')
const LEAST_LETTERS = 4

function mayBeName(tokens: Tokens, at: number): boolean {
  if (!hasLex(tokens, at, LEX.first | LEX.last) || hasLex(tokens, at, LEX.drug | LEX.abbreviation) || PLACES.has(tokens.hash[at]!))
    return false
  // Will, but not An and So.
  if (hasRole(tokens, at, ROLE.function) && (lengthOf(tokens, at) < LEAST_LETTERS || !hasLex(tokens, at, LEX.first))) return false
  return !hasRole(tokens, at, ROLE.month | ROLE.weekday | ROLE.title | ROLE.person | ROLE.relation | ROLE.facility | ROLE.medicalHead)
}

function isBehindVerb(tokens: Tokens, at: number): boolean {
  if (!isWord(tokens, at)) return false
  if (TRANSITIVE.has(tokens.hash[at]!)) return true
  return PREPOSITIONS.has(tokens.hash[at]!) && isWord(tokens, at - 1) && tokens.gap[at] === GAP.space && VERBS.has(tokens.hash[at - 1]!)
}
