// Organizations in small letters: those that the lexicon knows and that are no other word, and one alone behind `at` where a sentence puts a place.
import { RANK } from '../candidate.ts'
import { hashWord, hashWords } from '../fold.ts'
import type { StartPositions } from '../layer-starts.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_NAME } from '../lexicon-bits.ts'
import { hasLex, hasRole, isNumber, isSign, isSmallLatin, lengthOf, textOf } from '../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { GENERIC } from './institution-words.ts'
import { isNameOfScale, readKnownOrganization } from './known-organizations.ts'
import { addTokens, type LayerContext } from './layer.ts'
import { isMedicalForm } from './unknown-words.ts'

const AT = hashWord('at')
/** Works at, seen at: what stands in front of `at` puts somebody there. */
const PLACED = hashWords(
  'works worked working work job barista nurse teacher cashier waitress driver cook manager clerk seen admitted treated evaluated transferred er ed clinic appt appointment surgery visit followed follow surgeon dr doctor np specialist therapist employed employee student freshman sophomore junior senior intern resident bed unit icu nicu imaging mri ct labs scan biopsy done enrolled inpatient rehab pt patient she he they shes hes class teaches coach shift delivered born died stay stayed staying lives',
)
/** Words behind `at` that are no place: at rest, at baseline, at home. */
const NO_PLACE = hashWords(
  'rest home work school baseline bedside night noon once least most all first last this that the his her my our their a an about around under over age qhs hs bedtime discharge admission risk',
)

export function findLowerOrganizations(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  let last = -1
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (i <= last || tokens.kind[i] !== KIND.word || tokens.shape[i] !== SHAPE.lower) continue
    if (hasLex(tokens, i, LEX.organization)) last = readKnown(context, i)
    else if (tokens.hash[i] === AT) readBehindAt(context, i)
  }
}

findLowerOrganizations.starts = { words: [[AT]], lex: LEX.organization }

/** Kindercare, mayo clinic, johns hopkins. */
function readKnown(context: LayerContext, at: number): number {
  const { tokens } = context
  if (hasRole(tokens, at, ROLE.function)) return -1
  const inPhrase = hasLex(tokens, at, LEX.inPhrase) && hasLex(tokens, at + 1, LEX.organization) && hasLex(tokens, at + 1, LEX.inPhrase)
  if (inPhrase) return isNameOfScale(tokens, at, at + 1) ? -1 : readKnownOrganization(context, at)
  const others = LEX_ENGLISH | LEX_NAME | LEX_MEDICAL | LEX.city | LEX.region | LEX.proper | LEX.abbreviation
  if (hasLex(tokens, at, others) || tokens.role[at] !== 0 || lengthOf(tokens, at) < 3) return -1
  return readKnownOrganization(context, at)
}

/** At peets with; seen at overlake.: a word that no list has, or a name or a city. */
function readBehindAt(context: LayerContext, at: number): void {
  const { tokens } = context
  const first = at + 1
  if (!isPlaceWord(tokens, first) || !isPlaced(tokens, at)) return
  const last = isPlaceWord(tokens, first + 1) && isEnd(tokens, first + 2) ? first + 1 : first
  if (!isEnd(tokens, last + 1)) return
  addTokens(context, first, last, 'organization', 0.65, 'institution/small-at', RANK.tagger)
}

function isPlaced(tokens: Tokens, at: number): boolean {
  for (let i = at - 1; i >= 0 && i >= at - 3; i--) {
    if (tokens.gap[i + 1]! > GAP.space) return false
    if (tokens.kind[i] === KIND.word && PLACED.has(tokens.hash[i]!)) return true
  }
  return false
}

function isPlaceWord(tokens: Tokens, at: number): boolean {
  if (!isSmallLatin(tokens, at) || tokens.gap[at] !== GAP.space) return false
  if (lengthOf(tokens, at) < 3 || tokens.role[at] !== 0 || NO_PLACE.has(tokens.hash[at]!) || GENERIC.has(tokens.hash[at]!)) return false
  if (tokens.lex[at] === 0) return lengthOf(tokens, at) > 3 && !isMedicalForm(tokens, at)
  if (hasLex(tokens, at, LEX.drug | LEX.test | LEX.common | LEX.abbreviation)) return false
  return hasLex(tokens, at, LEX_NAME | LEX.city | LEX.organization | LEX.proper | LEX.rareProper)
}

/** A sign, a number, the end, or a small word: no noun that the word qualifies. */
function isEnd(tokens: Tokens, at: number): boolean {
  if (tokens.gap[at]! >= GAP.line || isNumber(tokens, at)) return true
  if (tokens.kind[at] === KIND.sign) return !isSign(tokens, at, '-') && !isSign(tokens, at, '/')
  return (
    hasRole(tokens, at, ROLE.function | ROLE.weekday | ROLE.month | ROLE.pronoun) ||
    /^(?:last|yesterday|today|tomorrow|this|next|wants|said|says|told|called|sent|did|ok|now|w|tonight|again|asking|who)$/.test(
      textOf(tokens, at),
    )
  )
}
