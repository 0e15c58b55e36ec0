// Names that the lexicon knows: a given name and what follows it, initials with a surname, one name alone in somebody's place.
// Eponyms, drugs and plain words are left alone here, because their surroundings have not spoken.
import { RANK } from '../candidate.ts'
import { hashWords } from '../fold.ts'
import { CAPITALS, type StartPositions } from '../layer-starts.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_NAME } from '../lexicon-bits.ts'
import { endOfName, isLikelyName, mayBeNamePart } from '../name-shape.ts'
import { hasLex, hasRole, isCapitalized, isGlued, isSign, isVerbHere, isWord, lengthOf } from '../token-tests.ts'
import { GAP, KIND, POSSESSIVE, SHAPE } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { EPONYM_NAMES } from './eponym-names.ts'
import { isNoInitial } from './initial-names.ts'
import { addTokens, type LayerContext } from './layer.ts'
import { isSurnameAlone } from './tagger-evidence.ts'

export function findLexiconNames(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (tokens.kind[i] !== KIND.word) continue
    if (tokens.shape[i] === SHAPE.lower) {
      if (hasLex(tokens, i, LEX.first)) readSmallName(context, i)
      continue
    }
    readAlone(context, i)
    let last = -1
    if (tokens.shape[i] === SHAPE.initial) last = readInitials(context, i)
    else if (hasLex(tokens, i, LEX.first)) last = readFullName(context, i)
    if (last > i) i = last
  }
}

findLexiconNames.starts = { shapes: CAPITALS, lex: LEX.first }

const BEFORE_NAME = hashWords('for with by and regarding about re per from to of')
const SURNAME_BEFORE = hashWords(
  'for with w by and regarding about re per from to sees saw seen call called ask asked tell told page paged text if that does did is was has had should can could will would when why how',
)
const BEFORE_PLACE = hashWords('in from to near at outside around via of')
const HUMAN_VERBS = hashWords(
  'denies denied reports reported states stated says said lives lived works complains called asked endorses agrees wants requests',
)

/** A given name alone that is no other word, in somebody's place; a place alone behind a preposition or in brackets. */
function readAlone(context: LayerContext, at: number): void {
  const { tokens } = context
  if (
    tokens.shape[at] !== SHAPE.capital ||
    lengthOf(tokens, at) < 3 ||
    hasLex(tokens, at, LEX_ENGLISH | LEX_MEDICAL | LEX.abbreviation) ||
    tokens.role[at] !== 0
  )
    return
  const behind = at + 1
  if (hasRole(tokens, behind, ROLE.medicalHead) || isCapitalized(tokens, behind) || isSign(tokens, behind, '-')) return
  const cue = isSign(tokens, at - 1, '/') && isGlued(tokens, at - 1) ? at - 2 : at - 1
  const before = cue >= 0 && tokens.gap[at]! <= GAP.space && isWord(tokens, cue) ? tokens.hash[cue]! : 0
  const possessive = tokens.kind[behind] === KIND.sign && tokens.hash[behind] === POSSESSIVE
  if (possessive && isSign(tokens, at - 1, '.') && hasRole(tokens, at - 2, ROLE.particle)) return
  if (hasLex(tokens, at, LEX.first)) {
    if (
      possessive
        ? !hasRole(tokens, at + 2, ROLE.medicalHead)
        : BEFORE_NAME.has(before) || HUMAN_VERBS.has(tokens.hash[behind]!) || (tokens.gap[at]! >= GAP.line && isSign(tokens, behind, ':'))
    )
      addTokens(context, at, at, 'name', 0.6, 'lexicon/given-name', RANK.lexicon)
    return
  }
  if (SURNAME_BEFORE.has(before) && isSurnameAlone(tokens, at, at)) {
    addTokens(context, at, at, 'name', 0.6, 'lexicon/surname', RANK.lexicon)
    return
  }
  const bracketed = isSign(tokens, at - 1, '(') && isSign(tokens, behind, ')')
  if (hasLex(tokens, at, LEX.city) && !hasLex(tokens, at, LEX.region) && (bracketed || BEFORE_PLACE.has(before)) && !possessive)
    addTokens(context, at, at, 'location', 0.6, 'lexicon/place', RANK.lexicon)
}

/** maria gonzalez: a given name and a surname in small letters, neither of them an English word. */
function readSmallName(context: LayerContext, at: number): void {
  const { tokens } = context
  const next = at + 1
  const isName = (i: number, bits: number, others: number) =>
    hasLex(tokens, i, bits) &&
    !hasLex(tokens, i, others | LEX.drug | LEX.test | LEX.abbreviation) &&
    lengthOf(tokens, i) > 2 &&
    tokens.role[i] === 0
  if (
    tokens.gap[next] !== GAP.space ||
    tokens.shape[next] !== SHAPE.lower ||
    !isName(at, LEX.first, LEX.common) ||
    !isName(next, LEX.last | LEX.proper, LEX_ENGLISH)
  )
    return
  // Bence jones is a protein.
  if (hasRole(tokens, next + 1, ROLE.medicalHead) || (EPONYM_NAMES.has(tokens.hash[at]!) && hasLex(tokens, next, LEX.eponym))) return
  addTokens(context, at, next, 'name', 0.65, 'lexicon/small-name', RANK.lexicon)
}

/** J. Moro; K. L. Ostrowski. */
function readInitials(context: LayerContext, at: number): number {
  const { tokens } = context
  let i = at
  while (tokens.shape[i] === SHAPE.initial && isSign(tokens, i + 1, '.') && isGlued(tokens, i + 1) && i - at < 6) i += 2
  if (i === at || !isCapitalized(tokens, i) || tokens.shape[i] === SHAPE.initial || tokens.gap[i]! > GAP.space || isGlued(tokens, at))
    return -1
  if (
    lengthOf(tokens, i) < 3 ||
    !mayBeNamePart(tokens, i) ||
    !isLikelyName(tokens, i) ||
    (tokens.shape[i] === SHAPE.upper && !hasLex(tokens, i, LEX_NAME))
  )
    return -1
  if (hasRole(tokens, i + 1, ROLE.medicalHead) && tokens.gap[i + 1]! <= GAP.space) return -1
  if (i === at + 2 && isNoInitial(tokens, at, i)) return -1
  // E. coli is written low; the genus of C. Difficile is no name either.
  if (isSign(tokens, at - 1, ':') && !hasLex(tokens, i, LEX_NAME | LEX.proper)) return -1
  if (
    hasLex(tokens, i, LEX.drug) ||
    (isSign(tokens, at - 1, '.') && isWord(tokens, at - 2) && isGlued(tokens, at - 1) && tokens.gap[at] === GAP.none)
  )
    return -1
  const last = endOfName(tokens, i, 2)
  addTokens(context, at, last, 'name', 0.75, 'lexicon/initials', RANK.lexicon)
  return last
}

/** A given name and a surname, both with capitals. */
function readFullName(context: LayerContext, at: number): number {
  const { tokens } = context
  if (hasRole(tokens, at, ROLE.function) && !(hasLex(tokens, at + 1, LEX.last) && tokens.shape[at + 1] === SHAPE.capital)) return -1
  const next = isSign(tokens, at + 1, '-') && isGlued(tokens, at + 2) && isGlued(tokens, at + 1) ? at + 3 : at + 1
  const middle = tokens.shape[next] === SHAPE.initial ? (isSign(tokens, next + 1, '.') ? next + 2 : next + 1) : next
  const surname =
    hasRole(tokens, middle, ROLE.particle) && tokens.shape[middle] === SHAPE.lower
      ? middle + (hasRole(tokens, middle + 1, ROLE.particle) ? 2 : 1)
      : middle
  if (
    !isCapitalized(tokens, surname) ||
    tokens.gap[surname]! > GAP.space ||
    tokens.gap[next]! > GAP.space ||
    tokens.shape[surname] === SHAPE.initial
  )
    return -1
  if (
    hasRole(tokens, at, ROLE.month | ROLE.facility | ROLE.organization | ROLE.facilityPart | ROLE.medicalHead) &&
    !hasLex(tokens, surname, LEX.last)
  )
    return -1
  if (
    !mayBeNamePart(tokens, surname) ||
    hasRole(
      tokens,
      surname,
      ROLE.medicalHead | ROLE.facility | ROLE.street | ROLE.organization | ROLE.facilityPart | ROLE.person | ROLE.unit,
    )
  )
    return -1
  const surnameKnown = hasLex(tokens, surname, LEX.last | LEX.proper | LEX.first)
  const unknown = tokens.lex[surname] === 0 && tokens.role[surname] === 0
  if (!surnameKnown && !unknown && !hasLex(tokens, surname, LEX.rareProper | LEX.city)) return -1
  const shouting = tokens.shape[at] === SHAPE.upper
  const isPlain = hasLex(tokens, at, LEX.common) || (hasLex(tokens, at, LEX.word) && !hasLex(tokens, at, LEX.proper))
  if (isPlain && !(hasLex(tokens, surname, LEX.last) && !hasLex(tokens, surname, LEX_ENGLISH))) return -1
  if (
    shouting &&
    !(hasLex(tokens, surname, LEX.last) && !hasLex(tokens, at, LEX_ENGLISH | LEX_MEDICAL) && !hasLex(tokens, surname, LEX_ENGLISH))
  )
    return -1
  if (hasLex(tokens, at, LEX.eponym) && (hasLex(tokens, surname, LEX.eponym | LEX.test) || unknown)) return -1
  if (hasLex(tokens, surname, LEX.drug)) return -1
  const last = endOfName(tokens, at, 4)
  if (
    hasRole(tokens, last + 1, ROLE.medicalHead | ROLE.facility | ROLE.organization | ROLE.street) &&
    tokens.gap[last + 1]! <= GAP.space &&
    !isVerbHere(tokens, last + 1)
  )
    return -1
  if (hasLex(tokens, at, LEX.city) && hasLex(tokens, at, LEX.inPhrase)) return -1
  addTokens(context, at, Math.max(last, surname), 'name', 0.8, 'lexicon/full-name', RANK.lexicon)
  return Math.max(last, surname)
}
