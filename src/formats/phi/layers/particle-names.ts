// Surnames that begin with particles in small letters, behind a title, a role, a label, by or with, or before a person's deed: Dr. de Souza Lima agrees,
// pt bin Yusof, seen by ter Horst, van den Berg called. Eponyms such as von Willebrand and de Quervain stay.
import { RANK } from '../candidate.ts'
import { hashWords } from '../fold.ts'
import type { StartPositions } from '../layer-starts.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_NAME } from '../lexicon-bits.ts'
import { hasLex, hasRole, isGlued, isSign, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, KIND, POSSESSIVE, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { actsBehind } from './acting-names.ts'
import { addTokens, type LayerContext } from './layer.ts'

const PARTICLES = hashWords(
  'van von vom zum zur de da das dos do du del della dello degli di den der ter ten la le lo bin binti bint ibn al el abu ben af av',
)
/** Da Vinci robot. */
const PRODUCTS = hashWords('vinci novo')
const MOST_PARTICLES = 3

export function findParticleNames(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (tokens.shape[i] !== SHAPE.lower || !PARTICLES.has(tokens.hash[i]!) || isGlued(tokens, i)) continue
    const name = behindParticles(tokens, i)
    const last = name < 0 ? -1 : endOfSurname(tokens, i, name)
    if (last >= 0 && (isAnnounced(tokens, i) || isInitial(tokens, i - 1) || (opens(tokens, i) && isPersonBehind(tokens, last + 1))))
      addTokens(context, startBeforeInitial(tokens, i), last, 'name', 0.78, 'name/particle', RANK.pattern)
    if (name >= 0) i = name
  }
}

findParticleNames.starts = { words: [PARTICLES] }

/** J. van den Berg. */
function isInitial(tokens: Tokens, dot: number): boolean {
  return (
    isSign(tokens, dot, '.') &&
    isGlued(tokens, dot) &&
    tokens.shape[dot - 1] === SHAPE.initial &&
    tokens.gap[dot + 1] === GAP.space &&
    !isGlued(tokens, dot - 1)
  )
}

function startBeforeInitial(tokens: Tokens, first: number): number {
  return isInitial(tokens, first - 1) ? first - 2 : first
}

/** The capital behind one to three particles, which a hyphen may join to it; -1 where none stands there. */
function behindParticles(tokens: Tokens, first: number): number {
  let at = first
  for (let count = 0; count < MOST_PARTICLES && tokens.shape[at] === SHAPE.lower && PARTICLES.has(tokens.hash[at]!); count++) {
    at++
    if (isSign(tokens, at, '-') && isGlued(tokens, at) && isGlued(tokens, at + 1)) at++
    else if (tokens.gap[at] !== GAP.space) return -1
  }
  return isWord(tokens, at) && tokens.shape[at] === SHAPE.capital && lengthOf(tokens, at) > 2 ? at : -1
}

/** The end of the surname, -1 where an eponym, a disease or an institution stands there. */
function endOfSurname(tokens: Tokens, first: number, name: number): number {
  // Berg alone is a scale, van den Berg is none.
  const isLong = name > first + 1 && !isSign(tokens, name - 1, '-')
  if (tokens.role[name] !== 0 || PRODUCTS.has(tokens.hash[name]!) || (!isLong && hasLex(tokens, name, LEX_MEDICAL | LEX.organization)))
    return -1
  const next = name + 1
  const goesOn =
    tokens.shape[next] === SHAPE.capital &&
    tokens.gap[next] === GAP.space &&
    tokens.role[next] === 0 &&
    !hasLex(tokens, next, LEX_MEDICAL) &&
    (tokens.lex[next] === 0 || hasLex(tokens, next, LEX_NAME | LEX.proper | LEX.city))
  const last = goesOn ? next : name
  const behind = last + 1
  if (isSign(tokens, behind, '-') && isGlued(tokens, behind))
    return hasLex(tokens, behind + 1, LEX_MEDICAL) || !isWord(tokens, behind + 1) || tokens.shape[behind + 1] !== SHAPE.capital
      ? -1
      : behind + 1
  const heads = ROLE.medicalHead | ROLE.facility | ROLE.organization | ROLE.street
  return hasRole(tokens, behind, heads) && tokens.gap[behind]! <= GAP.space ? -1 : last
}

/** A title, a role, a relation, a label, by or with in front. */
function isAnnounced(tokens: Tokens, first: number): boolean {
  const before = first - 1
  if (before < 0 || tokens.gap[first]! > GAP.space) return false
  if (isSign(tokens, before, ':') || isSign(tokens, before, '.') || isSign(tokens, before, ','))
    return (
      isWord(tokens, before - 1) &&
      hasRole(tokens, before - 1, ROLE.title | ROLE.person | (isSign(tokens, before, '.') ? 0 : ROLE.relation))
    )
  if (!isWord(tokens, before)) return false
  return hasRole(tokens, before, ROLE.title | ROLE.person | ROLE.relation) || /^(?:by|with|per|dr)$/i.test(textOf(tokens, before))
}

function opens(tokens: Tokens, at: number): boolean {
  return tokens.gap[at]! >= GAP.line || isSign(tokens, at - 1, '.') || isSign(tokens, at - 1, ';')
}

/** Acts, a credential, a comma before a given name. */
function isPersonBehind(tokens: Tokens, behind: number): boolean {
  if (actsBehind(tokens, behind, true)) return true
  if (tokens.kind[behind] === KIND.sign && tokens.hash[behind] === POSSESSIVE)
    return hasLex(tokens, behind + 1, LEX_ENGLISH) && !hasRole(tokens, behind + 1, ROLE.medicalHead)
  const next = isSign(tokens, behind, ',') ? behind + 1 : behind
  if (!isWord(tokens, next) || tokens.gap[next]! > GAP.space) return false
  if (hasRole(tokens, next, ROLE.credential) && tokens.shape[next] === SHAPE.upper) return true
  return next > behind && tokens.kind[next] === KIND.word && tokens.shape[next] === SHAPE.capital && hasLex(tokens, next, LEX.first)
}
