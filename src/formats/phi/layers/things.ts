// Takes back guesses of one word that the surroundings show to be a thing: a measure with its value, a scale with its grade, what is held against something
// else, a short form of the field. A person's title, relation, age, verb or belonging beside the word keeps the guess.
import { RANK } from '../candidate.ts'
import { hashWords } from '../fold.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_NAME } from '../lexicon-bits.ts'
import { hasLex, hasRole, isNumber, isSign, isWord, lengthOf, numberAt, textOf, tokenAt } from '../token-tests.ts'
import { GAP, KIND, POSSESSIVE, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { isCited } from './cited-sources.ts'
import { EPONYM_NAMES } from './eponym-names.ts'
import type { LayerContext } from './layer.ts'
import { endOfValue, isMeasure } from './measured-words.ts'
import { SHORT_FORMS } from './short-forms.ts'

const GUESSED = /^(?:name|location|organization|facility)$/
const PERSONS = ROLE.title | ROLE.relation | ROLE.person
const ACTING =
  /^(?:called|calls|says|said|reports|reported|denies|denied|states|stated|asks|asked|wants|wanted|is|was|has|had|will|lives|works|needs|takes|took|here|came|comes|fell|died|presented|presents|who|whose)$/i
const NAMING =
  /^(?:named|name|names|called|dr|tell|ask|told|gave|give|gives|given|start|started|put|see|saw|seen|remind|call|hi|hello|dear|thanks)$/i

/** Clipped words that are given names, too: in small letters before a value or a word of doses they are a drug or a test. */
const CLIPPED_NAMES = hashWords(
  'aldo adi remi prem ada abt bari bili bude cis cort dapa dapto dex dig eos gaba genta gent huma ige ipa iso lap levo mas metro nitro pip pred spiro suma tac tica trach urso vori',
)
const DOSE_WORDS = hashWords(
  'level levels trough target infusion drip gtt patch bolus taper load loading dose doses tab tabs cream neb nebs inhaler iv po tci suspension suppression score titer titre gap stain suppository drops dosing therapy regimen protocol rescue wean baby babies tolerated',
)

export function dropThings({ tokens, found, doubtful }: LayerContext): void {
  keepPersons(tokens, found)
  keepPersons(tokens, doubtful)
}

function keepPersons(tokens: Tokens, candidates: { start: number; end: number; category: string; rule: string; rank: number }[]): void {
  let kept = 0
  for (const candidate of candidates) {
    const isGuess = (candidate.rank <= RANK.tagger || candidate.rule === 'name/by') && GUESSED.test(candidate.category)
    const at = isGuess ? tokenAt(tokens.start, tokens.count, candidate.start) : -1
    if (at < 0 || !isThingFrom(tokens, at, candidate.end)) candidates[kept++] = candidate
  }
  candidates.length = kept
}

function isThingFrom(tokens: Tokens, first: number, end: number): boolean {
  const last = tokens.end[first] === end ? first : tokenAt(tokens.end, tokens.count, end)
  if (last < first || isOfPerson(tokens, first, last)) return false
  return isCited(tokens, first, last) || (first === last && isThing(tokens, first))
}

/** A word that names no person and no place where it stands. */
function isThing(tokens: Tokens, at: number): boolean {
  if (!isWord(tokens, at)) return false
  return (
    isShortForm(tokens, at) ||
    isClippedName(tokens, at) ||
    isGraded(tokens, at) ||
    (!isOnlyName(tokens, at) && isCompared(tokens, at)) ||
    isEponym(tokens, at) ||
    isMeasure(tokens, at)
  )
}

/** Patel vs Nguyen: names of persons that name nothing else. */
export function isOnlyName(tokens: Tokens, at: number): boolean {
  return hasLex(tokens, at, LEX_NAME) && !hasLex(tokens, at, LEX_ENGLISH | LEX_MEDICAL | LEX.abbreviation)
}

/** A Hartmann, the Braden of 11; Dix and Hallpike, Addison or Cushing. */
function isEponym(tokens: Tokens, at: number): boolean {
  if (tokens.shape[at] !== SHAPE.capital || !hasLex(tokens, at, LEX.eponym)) return false
  const isLoose = !isWord(tokens, at + 1) || tokens.shape[at + 1] === SHAPE.lower || tokens.gap[at + 1]! > GAP.space
  if (isLoose && isWord(tokens, at - 1) && !FAMILY.test(textOf(tokens, at + 1))) {
    const article = textOf(tokens, at - 1)
    // The Alexandra and the Addison are houses, too.
    if (/^an?$/.test(article) || (article === 'the' && isScored(tokens, at))) return true
  }
  return isPair(tokens, at, at + 2) || isPair(tokens, at, at - 2)
}

/** The Braden of 11; scored 14 on the Braden. */
function isScored(tokens: Tokens, at: number): boolean {
  if (isWord(tokens, at + 1) && textOf(tokens, at + 1) === 'of') return isNumber(tokens, at + 2)
  return (
    isWord(tokens, at - 2) &&
    textOf(tokens, at - 2) === 'on' &&
    (isNumber(tokens, at - 3) || /^(?:scored?|scores|points?)$/.test(textOf(tokens, Math.max(0, at - 3))))
  )
}

const FAMILY = /^(?:family|household|boy|girl|twins?|brothers?|sisters?|kids?|place|house|farm|case)$/i

/** Two eponyms with a small word between them, one of them nobody's name at a bedside. */
function isPair(tokens: Tokens, at: number, other: number): boolean {
  if (other < 0 || tokens.shape[other] !== SHAPE.capital || !hasLex(tokens, other, LEX.eponym)) return false
  const joint = (at + other) / 2
  if (!/^(?:and|or|nor|&)$/.test(textOf(tokens, joint)) || tokens.gap[Math.max(at, other)]! > GAP.space) return false
  return EPONYM_NAMES.has(tokens.hash[at]!) || EPONYM_NAMES.has(tokens.hash[other]!)
}

/** Dr Remi, my son Max, ask Ada; Remi's mother, Max says, Ada 7yo. */
function isOfPerson(tokens: Tokens, first: number, last: number): boolean {
  const before = isSign(tokens, first - 1, '.') || isSign(tokens, first - 1, ':') ? first - 2 : first - 1
  if (
    tokens.gap[first]! <= GAP.space &&
    isWord(tokens, before) &&
    (hasRole(tokens, before, PERSONS) || NAMING.test(textOf(tokens, before)))
  )
    return true
  const behind = last + 1
  if (tokens.gap[behind]! > GAP.space) return false
  if (tokens.kind[behind] === KIND.sign && tokens.hash[behind] === POSSESSIVE) return !hasRole(tokens, last + 2, ROLE.medicalHead)
  if (isSign(tokens, behind, ',') || isSign(tokens, behind, '(')) return isAge(tokens, behind + 1)
  return isNumber(tokens, behind) ? isAge(tokens, behind) : isWord(tokens, behind) && ACTING.test(textOf(tokens, behind))
}

function isAge(tokens: Tokens, at: number): boolean {
  return (
    numberAt(tokens, at) >= 0 &&
    numberAt(tokens, at) < 116 &&
    isWord(tokens, at + 1) &&
    tokens.gap[at + 1]! <= GAP.space &&
    /^(?:[mf]|yo[mf]?|yof|yom|y|yrs?|years?|mo|mos|months?|wks?|weeks?|days?|male|female|kgs?|lbs?|cm)$/i.test(textOf(tokens, at + 1))
  )
}

/** Vanc, MADRS, QTc: with one capital only where a sentence begins, for Sota and Ramu are names, too. */
function isShortForm(tokens: Tokens, at: number): boolean {
  if (!SHORT_FORMS.has(tokens.hash[at]!) || isLettersOfSomebody(tokens, at)) return false
  return (
    tokens.shape[at] !== SHAPE.capital ||
    endOfValue(tokens, at + 1) > at ||
    tokens.gap[at]! >= GAP.line ||
    /^[.:;?!,/+]$/.test(textOf(tokens, Math.max(0, at - 1)))
  )
}

const FEW_LETTERS = 4

/** At CDH, seen by MCS, -PTL, ECP/RN: few capitals where a house or whoever signs stands. */
function isLettersOfSomebody(tokens: Tokens, at: number): boolean {
  if (tokens.shape[at] !== SHAPE.upper || lengthOf(tokens, at) > FEW_LETTERS) return false
  if (isWord(tokens, at - 1) && tokens.gap[at] === GAP.space && /^(?:at|from|to|by|via|per|near|of|and|in)$/i.test(textOf(tokens, at - 1)))
    return true
  if (isSign(tokens, at + 1, '/') || isSign(tokens, at + 1, "'")) return true
  return (isSign(tokens, at - 1, '/') || isSign(tokens, at - 1, '-') || isSign(tokens, at - 1, '@')) && tokens.gap[at + 1]! >= GAP.line
}

/** Aldo 24, remi target, w/ adi 6 mm, prem baby. */
function isClippedName(tokens: Tokens, at: number): boolean {
  if (tokens.shape[at] !== SHAPE.lower || !CLIPPED_NAMES.has(tokens.hash[at]!) || tokens.gap[at + 1]! > GAP.space) return false
  return endOfValue(tokens, at + 1) > at || (isWord(tokens, at + 1) && DOSE_WORDS.has(tokens.hash[at + 1]!))
}

/** Forrester class II, Fontaine IIb: most scales are called after a surname; Emma stage 3 is a child with kidneys. */
function isGraded(tokens: Tokens, at: number): boolean {
  const next = at + 1
  if (tokens.shape[at] !== SHAPE.capital || !isWord(tokens, next) || tokens.gap[next] !== GAP.space) return false
  if (/^class$/.test(textOf(tokens, next)) && isGrade(tokens, at + 2)) return true
  if (hasLex(tokens, at, LEX.first) && !hasLex(tokens, at, LEX.eponym | LEX.last)) return false
  if (isGrade(tokens, next)) return !isInsideName(tokens, at)
  return /^(?:class|grade|stage|type|zone|category)$/.test(textOf(tokens, next)) && (isNumber(tokens, at + 2) || isGrade(tokens, at + 2))
}

/** Wm. Thos. Hardcastle III, NICU Semmelweis II: a numeral of a name. */
function isInsideName(tokens: Tokens, at: number): boolean {
  const before = isSign(tokens, at - 1, '.') ? at - 2 : at - 1
  return tokens.gap[at]! <= GAP.space && isWord(tokens, before) && tokens.shape[before]! >= SHAPE.capital
}

/** I, IIb, IV, A: not the last letter of a name. */
function isGrade(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at) && /^(?:I{2,3}|IV|VI{0,2})[abcABC]?$/.test(textOf(tokens, at))
}

/** Who vs ada, dificid versus vowst. */
function isCompared(tokens: Tokens, at: number): boolean {
  const before = isSign(tokens, at - 1, '.') ? at - 2 : at - 1
  return isVersus(tokens, before, at) || isVersus(tokens, at + 1, at + 1)
}

function isVersus(tokens: Tokens, at: number, joint: number): boolean {
  return isWord(tokens, at) && tokens.gap[joint]! <= GAP.space && /^(?:vs|versus)$/i.test(textOf(tokens, at))
}
