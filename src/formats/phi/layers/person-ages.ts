// Names that an age stands behind: rosalind, 74, on warfarin; carter b, 4yo; HUANG LI-WEI 45M; A.M., 47F. Whoever has an age is a person, so that a word of
// no list counts, in small letters, too. And families: the Okonjo kids.
import { RANK } from '../candidate.ts'
import { hashWords } from '../fold.ts'
import type { StartPositions } from '../layer-starts.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_NAME } from '../lexicon-bits.ts'
import { BESIDE_NAMES } from '../name-shape.ts'
import { hasLex, hasRole, isGlued, isNumber, isSign, isWord, lengthOf, numberAt, textOf } from '../token-tests.ts'
import { GAP, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'
import { PERSON } from './person-words.ts'
import { hurriedGrade } from './plain-names.ts'
import { NO_NAME_HERE } from './small-names.ts'
import { isMedicalForm } from './unknown-words.ts'

const UNITS = hashWords('m f y yo yof yom yr yrs year years mo mos month months wk wks week weeks w d day days male female')
const FAMILY = hashWords('kids twins family baby household siblings sisters brothers boys girls triplets children newborn parents')
const OLDEST = 115
const MOST_WORDS = 4

export function findPersonAges(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(1); i < tokens.count; i = positions.next(i + 1)) {
    if (isNumber(tokens, i)) {
      if (isAge(tokens, i)) readBeforeAge(context, i)
    } else if (FAMILY.has(tokens.hash[i]!) && isWord(tokens, i)) readFamily(context, i)
  }
}

findPersonAges.starts = { words: [FAMILY], numbers: true }

function isAge(tokens: Tokens, at: number): boolean {
  const value = numberAt(tokens, at)
  return value >= 0 && value <= OLDEST && lengthOf(tokens, at) <= 3 && tokens.gap[at]! <= GAP.space
}

/** Whether a unit of age, or nothing that could be a measure, stands behind the number. */
function ageKind(tokens: Tokens, at: number): 'unit' | 'bare' | 'decade' | 'none' {
  const next = at + 1
  const unit = isSign(tokens, next, '-') && isGlued(tokens, next) ? next + 1 : next
  if (isWord(tokens, unit) && tokens.gap[unit]! <= GAP.space && UNITS.has(tokens.hash[unit]!)) {
    const letter = lengthOf(tokens, unit) === 1
    if (letter && !isGlued(tokens, unit) && tokens.shape[unit] !== SHAPE.initial) return 'none'
    return letter && isGlued(tokens, unit + 1) && isWord(tokens, unit + 1) ? 'none' : 'unit'
  }
  // Rahimi, 70s, from the home
  if (numberAt(tokens, at) % 10 === 0 && isWord(tokens, next) && isGlued(tokens, next) && textOf(tokens, next) === 's') return 'decade'
  if (tokens.gap[next]! >= GAP.line) return 'bare'
  return isSign(tokens, next, ',') || isSign(tokens, next, ')') || isSign(tokens, next, ';') ? 'bare' : 'none'
}

function readBeforeAge(context: LayerContext, age: number): void {
  const { tokens } = context
  if (isAgeWord(tokens, age - 1) && isSign(tokens, age - 2, ',') && isPerson(tokens, age - 3, true)) {
    addTokens(context, firstOfName(tokens, age - 3), age - 3, 'name', 0.75, 'name/age', RANK.tagger)
    return
  }
  const kind = ageKind(tokens, age)
  if (kind === 'none') return
  const comma = isSign(tokens, age - 1, ',')
  if (kind === 'decade' && !(comma && tokens.shape[age - 2] === SHAPE.capital && numberAt(tokens, age) > 10)) return
  const bracket = isSign(tokens, age - 1, '(')
  if (!comma && !bracket && kind !== 'unit') return
  const last = comma || bracket ? age - 2 : age - 1
  if (last < 0 || (!comma && isGlued(tokens, age) && !bracket)) return
  const initials = firstOfInitials(tokens, last)
  if (initials >= 0 && (comma || kind === 'unit') && !isGlued(tokens, initials)) {
    addTokens(context, initials, last, 'name', 0.75, 'name/initials-age', RANK.pattern)
    return
  }
  if (kind === 'bare' && numberAt(tokens, age) < 2) return
  if (isSurnameInitial(tokens, last) && isPerson(tokens, last - 1, comma && kind === 'unit')) {
    addTokens(context, last - 1, last, 'name', 0.75, 'name/age', RANK.tagger)
    return
  }
  const sure = comma || (bracket && kind === 'unit')
  if (!isPerson(tokens, last, sure) && !isShouted(tokens, last, kind)) return
  const first = beforeComma(tokens, firstOfName(tokens, last))
  addTokens(context, first, last, 'name', 0.75, 'name/age', RANK.tagger)
}

/** Marsh, delphine 91F: the surname in front of the comma where an entry begins with it. */
function beforeComma(tokens: Tokens, given: number): number {
  const surname = given - 2
  if (!isSign(tokens, given - 1, ',') || tokens.shape[surname] !== tokens.shape[given] || hurriedGrade(tokens, surname) === PERSON.none)
    return given
  return surname === 0 || tokens.gap[surname]! >= GAP.line || isSign(tokens, surname - 1, ':') ? surname : given
}

/** Wojtek, age 9, has asthma. */
function isAgeWord(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at) && tokens.gap[at]! <= GAP.space && /^aged?$/i.test(textOf(tokens, at))
}

/** J.J., A.M: two or three initials with dots, whose first token this is. */
function firstOfInitials(tokens: Tokens, given: number): number {
  let last = given
  if (isSign(tokens, last, '.')) last--
  let first = last
  let letters = 0
  while (letters < 4 && isWord(tokens, first) && lengthOf(tokens, first) === 1) {
    letters++
    if (!isSign(tokens, first - 1, '.') || !isGlued(tokens, first) || !isGlued(tokens, first - 1)) break
    if (!isWord(tokens, first - 2) || lengthOf(tokens, first - 2) !== 1) break
    first -= 2
  }
  return letters >= 2 && letters <= 3 ? first : -1
}

/** Carter b: one letter behind the name. */
function isSurnameInitial(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at) && lengthOf(tokens, at) === 1 && tokens.gap[at] === GAP.space && !/^[aixy]$/i.test(textOf(tokens, at))
}

const NEVER = BESIDE_NAMES | ROLE.ward

/** A name of the lists that is no other word; a word of no list where a unit of age says that somebody is spoken of, or where the text begins with it. */
function isPerson(tokens: Tokens, at: number, sure: boolean): boolean {
  if (!isWord(tokens, at) || lengthOf(tokens, at) < 3 || (tokens.role[at]! & NEVER) !== 0 || NO_NAME_HERE.has(tokens.hash[at]!))
    return false
  if (hasLex(tokens, at, LEX_MEDICAL | LEX.abbreviation | LEX.organization) || isMedicalForm(tokens, at)) return false
  const small = tokens.shape[at] === SHAPE.lower
  if (!small && tokens.shape[at] !== SHAPE.capital) return false
  if (hasLex(tokens, at, LEX_NAME))
    return !hasLex(tokens, at, LEX_ENGLISH) || (hasLex(tokens, at, LEX.first) && sure && (!small || !hasLex(tokens, at, LEX.common)))
  if (tokens.lex[at] !== 0 || isGlued(tokens, at)) return false
  return sure || tokens.gap[at]! >= GAP.paragraph || (isWord(tokens, at - 1) && hasRole(tokens, at - 1, ROLE.relation | ROLE.person))
}

/** HUANG LI-WEI 45M at the beginning of a line. */
function isShouted(tokens: Tokens, last: number, kind: string): boolean {
  if (kind !== 'unit') return false
  let at = last
  let words = 0
  for (; words < MOST_WORDS && at >= 0; at--) {
    if (isSign(tokens, at, '-') && isGlued(tokens, at)) continue
    if (!isWord(tokens, at) || tokens.shape[at] !== SHAPE.upper || (tokens.role[at]! & NEVER) !== 0) return false
    if (hasLex(tokens, at, LEX.drug | LEX.test) || (hasLex(tokens, at, LEX.abbreviation) && !hasLex(tokens, at, LEX_NAME))) return false
    if (hasLex(tokens, at, LEX_ENGLISH) && !hasLex(tokens, at, LEX_NAME)) return false
    words++
    if (tokens.gap[at]! >= GAP.line) return words > 1 || hasLex(tokens, at, LEX_NAME)
  }
  return false
}

/** Capitals, hyphens and initials in front belong to the name. */
function firstOfName(tokens: Tokens, last: number): number {
  let first = last
  for (let words = 1; words < MOST_WORDS && tokens.gap[first]! <= GAP.space; words++) {
    const before = isSign(tokens, first - 1, '-') && isGlued(tokens, first) && isGlued(tokens, first - 1) ? first - 2 : first - 1
    const dotted = isSign(tokens, before, '.') && isWord(tokens, before - 1) && tokens.shape[before - 1] === SHAPE.initial
    const word = dotted ? before - 1 : before
    if (!isWord(tokens, word) || (tokens.role[word]! & NEVER) !== 0) break
    const same = tokens.shape[word] === tokens.shape[last] || tokens.shape[word] === SHAPE.initial
    if (!same || tokens.shape[last] === SHAPE.lower) break
    if (tokens.shape[word] !== SHAPE.initial && hasLex(tokens, word, LEX_ENGLISH | LEX_MEDICAL) && !hasLex(tokens, word, LEX_NAME)) break
    first = word
  }
  return first
}

/** The Okonjo kids, the adeyemi household: a surname between the article and the family. */
function readFamily(context: LayerContext, family: number): void {
  const { tokens } = context
  const at = family - 1
  if (tokens.shape[family] !== SHAPE.lower || !isWord(tokens, at) || tokens.gap[family] !== GAP.space || tokens.gap[at] !== GAP.space)
    return
  if ((tokens.role[at]! & ~ROLE.particle) !== 0 || lengthOf(tokens, at) < 3 || hasLex(tokens, at, LEX_MEDICAL | LEX.abbreviation)) return
  const article = isWord(tokens, at - 1) && /^(?:the|of|for)$/i.test(textOf(tokens, at - 1))
  const initial = isWord(tokens, at - 1) && lengthOf(tokens, at - 1) === 1
  if (!article && !initial) return
  const capital = tokens.shape[at] === SHAPE.capital
  const named = hasLex(tokens, at, LEX.last) && (capital || !hasLex(tokens, at, LEX_ENGLISH))
  if (!named && !(tokens.lex[at] === 0 && capital)) return
  addTokens(context, at, at, 'name', 0.75, 'name/family', RANK.tagger)
}
