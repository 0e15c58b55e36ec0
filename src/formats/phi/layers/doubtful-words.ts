// Words and numbers of a question that count only beside a surer finding: a word of no list, a name in small letters, two plain words with capitals
// inside of a sentence, capitals behind `at`, a month and a day, an age alone.
import { RANK } from '../candidate.ts'
import type { PhiCategory } from '../category.ts'
import { hashWords } from '../fold.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_NAME } from '../lexicon-bits.ts'
import { loadModel, marginOf } from '../tagger-model.ts'
import { hasLex, hasRole, isGlued, isSmallLatin, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, KIND, POSSESSIVE, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { GENERIC } from './institution-words.ts'
import type { LayerContext } from './layer.ts'
import { isMonthDay } from './month-days.ts'
import { NO_NAME_HERE } from './small-names.ts'
import { doubtfulWord, isMedicalForm } from './unknown-words.ts'
import { isUnmeasuredAge } from './unsafe-numbers.ts'

/** A question or a message: whatever it tells of somebody makes the rest count. */
export const SHORT_TEXT_UNITS = 220

const BEFORE = hashWords(
  'for re about regarding tell ask call remind give told asked called saw seen see notify per is was does did has can could should would will if because since says said that when why how and pt patient mr mrs ms dr',
)
const BEFORE_PLACE = hashWords('at from')

export function findDoubtfulWords(context: LayerContext): void {
  const { tokens } = context
  if (tokens.text.length > SHORT_TEXT_UNITS) return
  for (let i = 0; i < tokens.count; i++) {
    if (tokens.kind[i] === KIND.number) {
      if (isMonthDay(context, i)) add(context, i, i + 2, 'date')
      else if (isUnmeasuredAge(tokens, i)) add(context, i, i, 'age')
      continue
    }
    if (tokens.kind[i] !== KIND.word) continue
    if (tokens.shape[i] === SHAPE.lower) {
      if (isSmallName(tokens, i) || isLikely(tokens, i)) add(context, i, i, 'name')
    } else if (tokens.shape[i] === SHAPE.upper) {
      if (isAcronymOfPlace(tokens, i) || isBareInstitution(tokens, i)) add(context, i, i, 'facility')
    } else {
      const category =
        isHeaded(tokens, i) || isPluralAbbreviation(tokens, i) || isOneOfMany(tokens, i) ? undefined : doubtfulWord(tokens, i)
      if (category) add(context, i, i, category)
      else if (isBareInstitution(tokens, i)) add(context, i, i, 'facility')
      else if (isPlainPair(tokens, i)) add(context, i, i + 1, 'organization')
    }
  }
}

function add({ tokens, doubtful }: LayerContext, first: number, last: number, category: PhiCategory): void {
  const [start, end] = [tokens.start[first]!, tokens.end[last]!]
  doubtful.push({ start, end, category, score: 0.5, rule: 'beside', rank: RANK.lexicon, margin: 0 })
}

/** Nassar, koelpin: names that are no other word, or a word of no list where somebody is spoken of. */
function isSmallName(tokens: Tokens, at: number): boolean {
  if (!isSmallLatin(tokens, at)) return false
  if (
    tokens.role[at] !== 0 ||
    lengthOf(tokens, at) < 3 ||
    isGlued(tokens, at) ||
    isHeaded(tokens, at) ||
    NO_NAME_HERE.has(tokens.hash[at]!)
  )
    return false
  const lex = tokens.lex[at]!
  if ((lex & LEX_NAME) !== 0) return (lex & (LEX_ENGLISH | LEX_MEDICAL | LEX.abbreviation)) === 0
  if (lex !== 0 || lengthOf(tokens, at) < 4 || isMedicalForm(tokens, at)) return false
  return tokens.gap[at] === GAP.space && isWord(tokens, at - 1) && BEFORE.has(tokens.hash[at - 1]!)
}

/** How far the tagger must be from "no name" for a small word of no list, in the unit of the weights. */
const LEAST_MARGIN = 180

/** Near ballinaclash, from ysgol: a small word of no list that the tagger would call a person or a place. */
function isLikely(tokens: Tokens, at: number): boolean {
  if (tokens.lex[at] !== 0 || tokens.role[at] !== 0 || lengthOf(tokens, at) < 4 || !isSmallLatin(tokens, at)) return false
  if (isGlued(tokens, at) || isHeaded(tokens, at) || isMedicalForm(tokens, at)) return false
  const model = loadModel()
  return marginOf(tokens, at, at, 1, model) >= LEAST_MARGIN || marginOf(tokens, at, at, 3, model) >= LEAST_MARGIN
}

function isHeaded(tokens: Tokens, at: number): boolean {
  const behind = tokens.kind[at + 1] === KIND.sign && tokens.hash[at + 1] === POSSESSIVE ? at + 2 : at + 1
  return hasRole(tokens, behind, ROLE.medicalHead) && tokens.gap[behind]! <= GAP.space
}

/** A LifeVest, an Ommaya.: what an indefinite article alone stands with is a thing, where the phrase ends behind it. */
function isOneOfMany(tokens: Tokens, at: number): boolean {
  if (tokens.gap[at] !== GAP.space || !isWord(tokens, at - 1) || !/^an?$/.test(textOf(tokens, at - 1))) return false
  return tokens.gap[at + 1]! >= GAP.line || (tokens.kind[at + 1] === KIND.sign && tokens.hash[at + 1] !== POSSESSIVE)
}

/** From THR, at UMC: capitals of no list behind a preposition, among small letters. */
function isAcronymOfPlace(tokens: Tokens, at: number): boolean {
  const length = lengthOf(tokens, at)
  return (
    length >= 3 &&
    length <= 5 &&
    (tokens.lex[at] === 0 || tokens.lex[at] === LEX.organization) &&
    tokens.role[at] === 0 &&
    isWord(tokens, at - 1) &&
    tokens.shape[at - 1] === SHAPE.lower &&
    BEFORE_PLACE.has(tokens.hash[at - 1]!)
  )
}

/** SSRIs, QTc, patientName. */
function isPluralAbbreviation(tokens: Tokens, at: number): boolean {
  return tokens.shape[at] === SHAPE.mixed && !/^\p{Lu}\p{Ll}/u.test(textOf(tokens, at))
}

/** From Methodist, (Mayo, tell UPS: an organization of the lists, or a word of hospitals alone behind a preposition. */
function isBareInstitution(tokens: Tokens, at: number): boolean {
  if (isHeaded(tokens, at) || tokens.gap[at]! >= GAP.line || hasLex(tokens, at, LEX.drug)) return false
  if (hasLex(tokens, at, LEX.organization)) return lengthOf(tokens, at) > 2 && !hasLex(tokens, at, LEX.test)
  if (tokens.shape[at] !== SHAPE.capital || !hasRole(tokens, at, ROLE.facilityPart) || GENERIC.has(tokens.hash[at]!)) return false
  if (tokens.shape[at + 1] === SHAPE.capital && tokens.gap[at + 1]! <= GAP.space) return false
  return isWord(tokens, at - 1) && /^(?:at|from|to|by|via)$/.test(textOf(tokens, at - 1)) && !hasRole(tokens, at, ROLE.direction)
}

/** Home Instead, Rainbow Babies: two words of English with capitals where the sentence goes on. */
function isPlainPair(tokens: Tokens, at: number): boolean {
  const next = at + 1
  if (!isPlainCapital(tokens, at) || !isPlainCapital(tokens, next) || tokens.gap[next] !== GAP.space || tokens.gap[at] !== GAP.space)
    return false
  const before = at - 1
  if (!isWord(tokens, before) || tokens.shape[before] !== SHAPE.lower || isHeaded(tokens, next)) return false
  return tokens.shape[at + 2] !== SHAPE.capital || tokens.gap[at + 2]! > GAP.space || isPlainCapital(tokens, at + 2)
}

function isPlainCapital(tokens: Tokens, at: number): boolean {
  if (tokens.shape[at] !== SHAPE.capital || GENERIC.has(tokens.hash[at]!) || hasLex(tokens, at, LEX_MEDICAL | LEX.abbreviation))
    return false
  const others =
    ROLE.month |
    ROLE.weekday |
    ROLE.person |
    ROLE.relation |
    ROLE.medicalHead |
    ROLE.function |
    ROLE.pronoun |
    ROLE.ward |
    ROLE.unit |
    ROLE.title
  return !hasRole(tokens, at, others) && hasLex(tokens, at, LEX.common)
}
