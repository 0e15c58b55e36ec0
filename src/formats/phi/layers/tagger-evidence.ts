// What must speak for a stretch that the tagger names before it counts in balanced mode: words that no list knows are products and instruments
// far more often than persons, so that one alone needs a title, a relation, a preposition or a person's verb beside it.
import type { PhiCategory } from '../category.ts'
import { hashWords } from '../fold.ts'
import { LABEL_OPENERS } from '../id-labels.ts'
import { LEX, LEX_ENGLISH, LEX_NAME, LEX_PROPER } from '../lexicon-bits.ts'
import { hasLex, hasRole, isCapitalized, isGlued, isSign, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'

/** Of the word beside a name. */
export const CONTEXT = ROLE.title | ROLE.relation | ROLE.person | ROLE.placeVerb | ROLE.credential
const PREPOSITIONS = hashWords('at in from to near with by for of and via outside around per behind above beside inside opposite')
const ARTICLES = hashWords('a an the this that these those his her their our my your its no any each both')
const RESULTS = hashWords(
  'negative positive normal abnormal intact absent equivocal deployed given applied placed used elevated pending stable clear',
)
const HUMAN_VERBS = hashWords(
  'denies denied reports reported states stated says said lives lived works worked complains called asked returns returned feels felt endorses admits agrees agreed wants requests presented presents tolerated rounded signed notified met takes took came went has had was is will would asks needs missed remains does did',
)
const ONLY_HUMAN_VERBS = hashWords(
  'denies denied reports reported states stated says said lives lived works worked complains called asked feels felt endorses admits agrees agreed wants requests rounded signed notified met asks came went',
)

/** True where the surroundings and the words themselves let the stretch stand. */
export function isSupported(tokens: Tokens, first: number, last: number, category: PhiCategory): boolean {
  const before = wordBefore(tokens, first)
  if (before >= 0 && hasRole(tokens, before, CONTEXT)) return !isPlainAnswer(tokens, first, last)
  const preposition = (before === first - 1 && before >= 0 && PREPOSITIONS.has(tokens.hash[before]!)) || isBehindWithSign(tokens, first)
  const article = before === first - 1 && before >= 0 && ARTICLES.has(tokens.hash[before]!)
  if (category === 'organization') return supportsOrganization(tokens, first, last, preposition, before)
  if (category === 'location') return !article && supportsLocation(tokens, first, last, preposition)
  if (article && first === last && !hasLex(tokens, first, LEX_NAME)) return false
  return first === last ? supportsSingleName(tokens, first, preposition) : supportsFullName(tokens, first, last, preposition)
}

const LEAST_SURNAME = 4

/** Epidural Berríos 0340; per Vitásková: a word that the lists know as a surname and as nothing else, where no noun follows that it could qualify. */
export function isSurnameAlone(tokens: Tokens, first: number, last: number): boolean {
  for (let i = first; i <= last; i++) {
    if (isSign(tokens, i, '-')) continue
    const others = LEX_ENGLISH | LEX.drug | LEX.test | LEX.eponym | LEX.abbreviation | LEX.organization
    if (!hasLex(tokens, i, LEX.last) || hasLex(tokens, i, others) || tokens.role[i] !== 0 || lengthOf(tokens, i) < LEAST_SURNAME)
      return false
    if (tokens.shape[i] !== SHAPE.capital && !isShoutedLine(tokens, i)) return false
  }
  const behind = last + 1
  if (isSign(tokens, behind, '-') && isGlued(tokens, behind)) return false
  if (tokens.gap[behind]! > GAP.space) return true
  if (tokens.kind[behind] === KIND.number && isWord(tokens, first - 1) && /^(?:by|per|with)$/i.test(textOf(tokens, first - 1))) return true
  if (tokens.kind[behind] === KIND.number) return isWord(tokens, behind + 1) ? isGlued(tokens, behind + 1) : lengthOf(tokens, behind) === 4
  return !isNoun(tokens, behind)
}

/** A word in small letters that is no verb of a person and no small word: mask, notch, scope. */
function isNoun(tokens: Tokens, at: number): boolean {
  return (
    isWord(tokens, at) &&
    tokens.shape[at] === SHAPE.lower &&
    !hasRole(tokens, at, ROLE.function | ROLE.pronoun | ROLE.credential) &&
    !HUMAN_VERBS.has(tokens.hash[at]!) &&
    !/(?:ed|s)$|^(?:given|taken|seen|born|told|brought|sent|made|due|here|now|still|also|again|back|today|fell|got|put|read|cut)$/.test(
      textOf(tokens, at),
    )
  )
}

/** W/ and d/w: with. */
function isBehindWithSign(tokens: Tokens, first: number): boolean {
  const sign = first - 1
  if (tokens.gap[first]! > GAP.space || !isWord(tokens, sign - (isSign(tokens, sign, '/') ? 1 : 0))) return false
  const word = isSign(tokens, sign, '/') ? sign - 1 : sign
  return /^w$/i.test(textOf(tokens, word)) && (isSign(tokens, sign, '/') || (isSign(tokens, sign - 1, '/') && isGlued(tokens, sign)))
}

/** Patient: Boring.: what somebody says behind a speaker's label; a name there is read as a labelled one. */
function isPlainAnswer(tokens: Tokens, first: number, last: number): boolean {
  return first === last && isSign(tokens, first - 1, ':') && hasLex(tokens, first, LEX_ENGLISH)
}

/** The word in front, over one sign that may stand between; -1 where a line or a sentence begins. */
function wordBefore(tokens: Tokens, first: number): number {
  if (first === 0 || tokens.gap[first]! > GAP.space) return -1
  if (isWord(tokens, first - 1)) return first - 1
  const sign =
    isSign(tokens, first - 1, '.') ||
    isSign(tokens, first - 1, ':') ||
    isSign(tokens, first - 1, '(') ||
    isSign(tokens, first - 1, ',') ||
    isSign(tokens, first - 1, '-')
  if (!sign || !isWord(tokens, first - 2)) return -1
  // The dot of a title does not end a sentence, that of other words does.
  return isSign(tokens, first - 1, '.') && !hasRole(tokens, first - 2, ROLE.title | ROLE.credential) ? -1 : first - 2
}

function supportsOrganization(tokens: Tokens, first: number, last: number, preposition: boolean, before: number): boolean {
  for (let i = first; i <= last; i++) {
    if (hasLex(tokens, i, LEX.organization) && !hasLex(tokens, i, LEX_ENGLISH)) return true
    if (hasRole(tokens, i, ROLE.facility | ROLE.organization) && first < last && !isAllPlain(tokens, first, last)) return true
  }
  if (isSign(tokens, first - 1, ':') && hasCapitals(tokens, first, last, 2) && !isAllPlain(tokens, first, last)) return true
  if (first < last && isSign(tokens, first + 1, '&') && !isAllPlain(tokens, first, last)) return true
  // In Spring and Fall, by Force: plain words are a name behind at, for, from and with only.
  return preposition && !(isAllPlain(tokens, first, last) && /^(?:in|by|of|and|with|via|per|outside|around)$/i.test(textOf(tokens, before)))
}

function supportsLocation(tokens: Tokens, first: number, last: number, preposition: boolean): boolean {
  let places = 0
  let others = 0
  for (let i = first; i <= last; i++) {
    if (tokens.kind[i] !== KIND.word) continue
    if (hasLex(tokens, i, LEX.city | LEX.region) || hasRole(tokens, i, ROLE.state | ROLE.direction)) places++
    else others++
  }
  const plain = isAllPlain(tokens, first, last) && places === 0
  if ((preposition && !plain) || (isSign(tokens, last + 1, ',') && places > 0)) return true
  if (first === last && hasLex(tokens, first, LEX_ENGLISH)) return false
  return places > 0 && others <= places && !hasLex(tokens, first, LEX.eponym | LEX.test | LEX.drug)
}

function supportsSingleName(tokens: Tokens, at: number, preposition: boolean): boolean {
  const behind = at + 1
  const near = tokens.gap[behind]! <= GAP.space
  if (near && isWord(tokens, behind) && RESULTS.has(tokens.hash[behind]!) && !hasLex(tokens, at, LEX.first)) return false
  if (hasLex(tokens, at, LEX.drug | LEX.test)) return false
  if (lengthOf(tokens, at) === 2 && !preposition) return false
  if (tokens.shape[at] === SHAPE.upper) {
    if (hasRole(tokens, at, ROLE.credential) || LABEL_OPENERS.has(tokens.hash[at]!)) return false
    if (lengthOf(tokens, at) <= 3 || (lengthOf(tokens, at) <= 6 && !hasLex(tokens, at, LEX_PROPER))) return isShoutedLine(tokens, at)
  }
  if (tokens.shape[at] === SHAPE.lower) return hasLex(tokens, at, LEX_NAME) && !hasLex(tokens, at, LEX_ENGLISH)
  const verb = near && isWord(tokens, behind) && tokens.shape[behind] === SHAPE.lower ? tokens.hash[behind]! : 0
  if (hasLex(tokens, at, LEX.first) && !hasLex(tokens, at, LEX.common | LEX.abbreviation | LEX.eponym)) return true
  if (hasLex(tokens, at, LEX.first)) return preposition || HUMAN_VERBS.has(verb)
  if (ONLY_HUMAN_VERBS.has(verb)) return !hasLex(tokens, at, LEX_ENGLISH) || hasLex(tokens, at, LEX_NAME)
  if (isActor(tokens, at)) return true
  if (hasLex(tokens, at, LEX.eponym | LEX.common | LEX.abbreviation)) return false
  if (hasLex(tokens, at, LEX.last))
    return preposition || HUMAN_VERBS.has(verb) || isSign(tokens, behind, ',') || isBehindConjunction(tokens, at)
  return preposition && !hasLex(tokens, at, LEX.word) && !isBehindConjunction(tokens, at)
}

/** Biopsy by Hills.; return w/ Carp.: a surname that is a word, too, behind by, per or with and before a sign. */
function isActor(tokens: Tokens, at: number): boolean {
  if (!hasLex(tokens, at, LEX.last) || hasLex(tokens, at, LEX.drug | LEX.test | LEX.eponym | LEX.abbreviation)) return false
  const ends = tokens.gap[at + 1]! >= GAP.line || tokens.kind[at + 1] === KIND.sign
  const isBy = isWord(tokens, at - 1) && /^(?:by|per|with)$/i.test(textOf(tokens, at - 1))
  return ends && !isSign(tokens, at + 1, '-') && (isBy || isBehindWithSign(tokens, at))
}

function isBehindConjunction(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at - 1) && /^(?:and|or|of)$/i.test(textOf(tokens, at - 1))
}

/** Two words and more: one of them a name, or all unknown and no list of things. */
function supportsFullName(tokens: Tokens, first: number, last: number, preposition: boolean): boolean {
  let names = 0
  let unknown = 0
  let words = 0
  let commas = 0
  for (let i = first; i <= last; i++) {
    if (isSign(tokens, i, ',')) commas++
    if (tokens.kind[i] !== KIND.word || hasRole(tokens, i, ROLE.particle)) continue
    words++
    if (hasLex(tokens, i, LEX_NAME)) names++
    else if (tokens.lex[i] === 0 && tokens.role[i] === 0 && isCapitalized(tokens, i)) unknown++
  }
  if (names > 0)
    return (
      names + unknown > words / 3 &&
      !(isGlued(tokens, first + 1) && isSign(tokens, first + 1, '-') && hasLex(tokens, first, LEX.eponym) && !preposition)
    )
  return unknown === words && words > 1
    ? commas === 0 && (preposition || isSign(tokens, first + 1, '-') === false)
    : preposition && unknown > 0
}

function hasCapitals(tokens: Tokens, first: number, last: number, least: number): boolean {
  let count = 0
  for (let i = first; i <= last; i++) if (isCapitalized(tokens, i)) count++
  return count >= least
}

function isAllPlain(tokens: Tokens, first: number, last: number): boolean {
  for (let i = first; i <= last; i++) {
    if (
      tokens.kind[i] === KIND.word &&
      !hasLex(tokens, i, LEX_ENGLISH | LEX.drug | LEX.test | LEX.abbreviation) &&
      !hasRole(tokens, i, ROLE.function)
    )
      return false
  }
  return true
}

function isShoutedLine(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at - 1) && tokens.shape[at - 1] === SHAPE.upper && isWord(tokens, at + 1) && tokens.shape[at + 1] === SHAPE.upper
}
