// Carries names that the layers found on over what belongs to them by form: a nickname in quotes, the initial of a surname, a second name behind a slash.
import type { Candidate } from './candidate.ts'
import { NO_NAME_HERE } from './layers/small-names.ts'
import { isMedicalForm } from './layers/unknown-words.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_PROPER } from './lexicon-bits.ts'
import { hasLex, hasRole, isCapitalized, isGlued, isSign, isSmallLatin, isWord, lengthOf, textOf, tokenAt } from './token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from './tokens.ts'
import { ROLE } from './word-roles.ts'

/** Jacklyn S.; Mateo C.; Brendon "Skip" Prosacco: a longer candidate for each name that goes on. */
export function extendNames(tokens: Tokens, found: Candidate[]): void {
  for (let i = 0, count = found.length; i < count; i++) {
    const candidate = found[i]!
    if (candidate.category !== 'name') continue
    const last = tokenAt(tokens.end, tokens.count, candidate.end)
    if (last >= 0 && tokens.shape[last] === SHAPE.lower) extendSmall(tokens, found, candidate, last)
    extendHyphen(tokens, found, candidate, last)
    if (last < 0 || tokens.shape[last] !== SHAPE.capital) continue
    const extended = endOfExtent(tokens, last)
    if (extended > last) found.push({ ...candidate, end: tokens.end[extended]! })
    const start = tokenAt(tokens.start, tokens.count, candidate.start)
    const front = startBehindCapital(tokens, start)
    if (front >= 0) found.push({ ...candidate, start: tokens.start[front]! })
    const first = startOfExtent(tokens, start)
    if (first >= 0) found.push({ ...candidate, start: tokens.start[first]!, end: tokens.end[Math.max(last, extended)]! })
    readBeside(tokens, found, candidate, last)
  }
}

/** Fenwick-Obi, bhattacharya-jones, van Loon - de Wit: what a hyphen joins to a name is its other half. */
function extendHyphen(tokens: Tokens, found: Candidate[], candidate: Candidate, end: number): void {
  const last = isSign(tokens, end, '-') ? end - 1 : end
  if (last < 0 || !isSign(tokens, last + 1, '-') || candidate.score < 0.6) return
  let half = last + 2
  if (isGlued(tokens, half) !== isGlued(tokens, last + 1) || tokens.gap[half]! > GAP.space) return
  const glued = isGlued(tokens, half)
  const small = tokens.shape[last] === SHAPE.lower
  while (!glued && half < last + 4 && hasRole(tokens, half, ROLE.particle) && tokens.shape[half] === SHAPE.lower) half++
  if (!isWord(tokens, half) || hasLex(tokens, half, LEX.drug | LEX.test) || (!glued && half === last + 2)) return
  if (small ? !isOtherHalf(tokens, half) && !hasLex(tokens, half, LEX.last) : !isCapitalized(tokens, half)) return
  if (hasLex(tokens, half, LEX.common | LEX.abbreviation) && !hasLex(tokens, half, LEX_PROPER)) return
  found.push({ ...candidate, end: tokens.end[half]! })
}

/** Hemi Tuhoe-Wright inside of a sentence: the capital in front of the halves of a surname, which is none of the words that stand beside names. */
function startBehindCapital(tokens: Tokens, name: number): number {
  const at = name - 1
  if (name < 2 || !isSign(tokens, name + 1, '-') || !isGlued(tokens, name + 1) || tokens.gap[name] !== GAP.space) return -1
  if (tokens.shape[at] !== SHAPE.capital || tokens.role[at] !== 0 || hasLex(tokens, at, LEX_MEDICAL | LEX.common)) return -1
  return tokens.gap[at] === GAP.space && isWord(tokens, at - 1) ? at : -1
}

/** Joop van den Broek: a given name in front of the particles that lead to the surname. */
function startBeforeParticles(tokens: Tokens, given: number): number {
  let at = given - 1
  while (given - at <= 3 && tokens.gap[at + 1] === GAP.space && hasRole(tokens, at, ROLE.particle) && tokens.shape[at] === SHAPE.lower) at--
  if (at === given - 1 || at < 0 || tokens.gap[at + 1] !== GAP.space || tokens.shape[at] !== SHAPE.capital || tokens.role[at] !== 0)
    return -1
  return hasLex(tokens, at, LEX_ENGLISH | LEX_MEDICAL) && !hasLex(tokens, at, LEX.first) ? -1 : at
}

/** S. Ramanathan; Wm. Thos. Hardcastle: the initial or the shortened name in front, -1 where none stands there. */
function startOfExtent(tokens: Tokens, given: number): number {
  let first = given
  for (let rounds = 0; rounds < 2 && first > 1 && tokens.gap[first] === GAP.space && isSign(tokens, first - 1, '.'); rounds++) {
    const at = first - 2
    if (!isWord(tokens, at) || !isGlued(tokens, first - 1) || isGlued(tokens, at)) break
    const short =
      tokens.shape[at] === SHAPE.initial || /^(?:Wm|Chas|Thos|Geo|Jas|Jos|Robt|Alex|Saml|Benj|Edw|Fred|Ma)$/.test(textOf(tokens, at))
    // A sentence that ends in a letter: hepatitis B. Moro called.
    if (!short || (tokens.shape[at] === SHAPE.initial && tokens.gap[at]! <= GAP.space && hasLex(tokens, at - 1, LEX_ENGLISH))) break
    first = at
  }
  if (first === given && isSign(tokens, given - 1, '"') && isCapitalized(tokens, given - 2) && isSign(tokens, given - 3, '"'))
    return given - 2
  return first < given ? first : startBeforeParticles(tokens, given)
}

/** Destiny huel, balwinder samanci: the other half of a name in small letters, which is a name, too, or no word at all. */
function extendSmall(tokens: Tokens, found: Candidate[], candidate: Candidate, last: number): void {
  const half = last - 2
  if (
    tokens.start[half] === candidate.start &&
    isSign(tokens, last - 1, '-') &&
    tokens.gap[half] === GAP.space &&
    isOtherHalf(tokens, half - 1)
  )
    found.push({ ...candidate, start: tokens.start[half - 1]! })
  if (tokens.start[last] !== candidate.start) return
  const next = last + 1
  if (isClosedInitial(tokens, next)) found.push({ ...candidate, end: tokens.end[next]! })
  const before = last - 1
  if (tokens.gap[next] === GAP.space && isOtherHalf(tokens, next) && endsBehind(tokens, next + 1))
    found.push({ ...candidate, end: tokens.end[next]! })
  else if (
    tokens.gap[last] === GAP.space &&
    isOtherHalf(tokens, before) &&
    hasLex(tokens, last, LEX.last) &&
    tokens.gap[before]! <= GAP.paragraph
  )
    found.push({ ...candidate, start: tokens.start[before]! })
}

function isOtherHalf(tokens: Tokens, at: number): boolean {
  if (!isSmallLatin(tokens, at) || tokens.role[at] !== 0 || lengthOf(tokens, at) < 3) return false
  if (NO_NAME_HERE.has(tokens.hash[at]!) || hasLex(tokens, at, LEX_MEDICAL | LEX.abbreviation | LEX.common)) return false
  if (tokens.lex[at] === 0) return lengthOf(tokens, at) > 3 && !isMedicalForm(tokens, at)
  return hasLex(tokens, at, LEX_PROPER) && !(hasLex(tokens, at, LEX.word) && !hasLex(tokens, at, LEX.last))
}

/** A sign, a number, a small word, or a word that goes on with the sentence: no word of no list. */
function endsBehind(tokens: Tokens, at: number): boolean {
  return tokens.gap[at]! > GAP.space || tokens.kind[at] !== KIND.word || tokens.lex[at] !== 0 || tokens.role[at] !== 0
}

/** Moro/Lind, Moro/KT at the end of a line, Ada Moro ("Tempe"): who stands beside the person in the same form. */
function readBeside(tokens: Tokens, found: Candidate[], candidate: Candidate, last: number): void {
  const sign = last + 1
  if (isSign(tokens, sign, '/') && isGlued(tokens, sign) && isGlued(tokens, sign + 1) && mayStandBeside(tokens, sign + 1)) {
    found.push({ ...candidate, start: tokens.start[sign + 1]!, end: tokens.end[sign + 1]!, score: candidate.score * 0.9 })
  }
  const quoted =
    isSign(tokens, sign, '(') && isSign(tokens, sign + 1, '"') && isSign(tokens, sign + 3, '"') && isSign(tokens, sign + 4, ')')
  if (quoted && isCapitalized(tokens, sign + 2)) {
    found.push({ ...candidate, start: tokens.start[sign + 2]!, end: tokens.end[sign + 2]!, score: candidate.score * 0.9 })
  }
}

function mayStandBeside(tokens: Tokens, at: number): boolean {
  if (tokens.role[at] !== 0 || hasLex(tokens, at, LEX_MEDICAL | LEX.abbreviation)) return false
  const ends = at + 1 >= tokens.count || tokens.gap[at + 1]! >= GAP.line || isSign(tokens, at + 1, '.')
  if (tokens.shape[at] === SHAPE.upper) return ends && lengthOf(tokens, at) <= 3
  return tokens.shape[at] === SHAPE.capital && (!hasLex(tokens, at, LEX_ENGLISH) || hasLex(tokens, at, LEX.last))
}

/** Gurpreet Kaur a/p Harbhajan, Ravi s/o Kumar: daughter or son of. */
function endBehindFiliation(tokens: Tokens, last: number): number {
  const sign = last + 2
  const parent = last + 4
  if (!isSign(tokens, sign, '/') || !isGlued(tokens, sign) || !isGlued(tokens, sign + 1) || tokens.gap[parent] !== GAP.space) return last
  if (!/^(?:a\/[pl]|[sd]\/o)$/i.test(tokens.text.slice(tokens.start[last + 1]!, tokens.end[sign + 1]!))) return last
  return isCapitalized(tokens, parent) ? parent : last
}

/** Ananya P), Priya S called, marisol t, LVN: the letter of the surname without a dot, where the phrase ends or a person acts. */
function isClosedInitial(tokens: Tokens, at: number): boolean {
  if (!isWord(tokens, at) || lengthOf(tokens, at) !== 1 || tokens.gap[at] !== GAP.space || /^[ix]$/i.test(textOf(tokens, at))) return false
  const isArticle = /^a$/i.test(textOf(tokens, at))
  const behind = at + 1
  // yusuf a. - neuritis
  if (tokens.shape[at] === SHAPE.lower && isSign(tokens, behind, '.') && isGlued(tokens, behind))
    return tokens.gap[behind + 1]! >= GAP.line || tokens.kind[behind + 1] === KIND.sign || isActed(tokens, behind + 1)
  if (!isArticle && (tokens.gap[behind]! >= GAP.line || /^[,)|;]$/.test(textOf(tokens, behind)))) return true
  return tokens.shape[at] === SHAPE.initial && isActed(tokens, behind)
}

function isActed(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at) && /^(?:aware|reports|says|states|came|is|was|has|will|\p{Ll}{2,12}ed)$/u.test(textOf(tokens, at))
}

/** Rufus Teal, Rahima Begum (MRN: a word of English with a capital behind a given name that is no other word. */
function isPlainSurname(tokens: Tokens, given: number, at: number): boolean {
  if (!hasLex(tokens, given, LEX.first) || hasLex(tokens, given, LEX_ENGLISH | LEX_MEDICAL)) return false
  if (!isWord(tokens, at) || tokens.shape[at] !== SHAPE.capital || tokens.role[at] !== 0 || lengthOf(tokens, at) < 3) return false
  if (hasLex(tokens, at, LEX_MEDICAL | LEX.abbreviation | LEX.organization | LEX.city | LEX.region) || isCapitalized(tokens, at + 1))
    return false
  return tokens.gap[at + 1]! >= GAP.line || /^[,)|;(]$/.test(textOf(tokens, at + 1)) || !hasLex(tokens, at, LEX.common)
}

function endOfExtent(tokens: Tokens, last: number): number {
  const next = last + 1
  if (tokens.gap[next] !== GAP.space) return last
  const filiation = endBehindFiliation(tokens, last)
  if (filiation > last) return filiation
  if (isWord(tokens, next) && tokens.shape[next] === SHAPE.initial && isSign(tokens, next + 1, '.') && isGlued(tokens, next + 1)) {
    // John S. Smith is read by the layers themselves.
    return isCapitalized(tokens, next + 2) && tokens.gap[next + 2] === GAP.space ? last : next
  }
  if (isClosedInitial(tokens, next)) return next
  if (isPlainSurname(tokens, last, next)) return next
  const isQuoted = isSign(tokens, next, '"') && isCapitalized(tokens, next + 1) && isSign(tokens, next + 2, '"')
  if (!isQuoted) return last
  return isCapitalized(tokens, next + 3) && tokens.gap[next + 3] === GAP.space ? next + 3 : next + 1
}
