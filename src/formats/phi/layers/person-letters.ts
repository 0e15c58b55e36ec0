// Persons who are named by letters only: J.R. fell, spoke to A.C., pt JR has gout, TW is a 54 yo woman, baby K was born, Mom says K fell, re: TW; and a small initial before a
// surname of no list: dr. s. venkataram. Letters that are a word of the field need a surer place than letters that are none.
import { RANK } from '../candidate.ts'
import { hashWord, hashWords } from '../fold.ts'
import { lookUp } from '../lexicon.ts'
import { LEX, LEX_ENGLISH } from '../lexicon-bits.ts'
import { hasLex, hasRole, isGlued, isNumber, isSign, isSmallLatin, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, KIND, POSSESSIVE, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { actsBehind, hasKin } from './acting-names.ts'
import { addTokens, type LayerContext } from './layer.ts'
import { isDottedAbbreviation } from './tagger-guards.ts'
import { isMedicalForm } from './unknown-words.ts'

const SPOKEN = hashWords(
  'spoke speak spoken speaking talked talking talk met discussed discuss reviewed staffed gave sent said explained listened reported out off back heard lives',
)
const TOLD_OF = hashWords(
  'note notes update updates report info labs results case summary data consult question questions records paperwork',
)
const PEOPLE = hashWords(
  'pt patient client student resident infant newborn kid toddler child subject veteran inmate neonate member participant',
)
/** Services and posts that walk, say and recommend as persons do. */
const SERVICES = hashWords(
  'pt ot rt st md do np pa rn lpn cna ma sw cm id gi er ed icu or ems gp pcp ob cv cvs ent hr it pi ceo ho sho ir ct mri us uk dc ny la pm am usa nih cdc fda who va ltc snf ccu nicu picu pacu rrt crna dpoa poa hcp lvn psw ccm',
)
const MOST_LETTERS = 4

export function findPersonLetters(context: LayerContext): void {
  const { tokens } = context
  for (let i = 0; i < tokens.count; i++) {
    const shape = tokens.shape[i]!
    if (shape === SHAPE.initial) {
      if (isSign(tokens, i + 1, '.')) readDotted(context, i)
      else if (!readBaby(context, i) && isToldByKin(tokens, i)) add(context, i, i)
    } else if (shape === SHAPE.upper && lengthOf(tokens, i) <= 3) readCapitals(context, i)
    else if (shape === SHAPE.lower && lengthOf(tokens, i) === 1 && isSign(tokens, i + 1, '.')) readSmallInitial(context, i)
  }
}

function add(context: LayerContext, first: number, last: number): void {
  addTokens(context, first, last, 'name', 0.72, 'name/letters', RANK.tagger)
}

/** J.R. fell; spoke to A.C.; note on T.K.; J.R.'s mother; 72 M, B.K., room 4. */
function readDotted(context: LayerContext, first: number): void {
  const { tokens } = context
  if (isGlued(tokens, first) && !isSign(tokens, first - 1, '(')) return
  let last = first
  let letters = textOf(tokens, first)
  while (letters.length < MOST_LETTERS && isSign(tokens, last + 1, '.') && isGlued(tokens, last + 1)) {
    if (tokens.shape[last + 2] !== SHAPE.initial || tokens.gap[last + 2]! > GAP.none) break
    last += 2
    letters += textOf(tokens, last)
  }
  if (letters.length < 2) return
  const dot = isSign(tokens, last + 1, '.') && isGlued(tokens, last + 1) ? last + 1 : last
  const joined = hashWord(letters)
  const isAbbreviation = isDottedAbbreviation(tokens, first, last)
  const isSure = !isAbbreviation && (lookUp(joined) & (LEX.abbreviation | LEX.test | LEX.drug)) === 0
  const isPerson =
    isSpokenOf(tokens, first) ||
    (!isAbbreviation && isBehindSex(tokens, first, dot + 1)) ||
    isSubject(tokens, dot + 1, isSure, !isAbbreviation)
  if (isPerson && !(isAbbreviation && SERVICES.has(joined))) add(context, first, last)
}

/** Letters behind which the sentence goes on as one of a person does; what diseases do, too, counts for letters that are no word of the field only. */
function isSubject(tokens: Tokens, behind: number, isSure: boolean, isNamed: boolean): boolean {
  if (actsBehind(tokens, behind, isNamed) || hasKin(tokens, behind)) return true
  if (tokens.kind[behind] === KIND.sign && tokens.hash[behind] === POSSESSIVE) return hasRole(tokens, behind + 1, ROLE.relation)
  if (!isSure) return false
  const dash = isSign(tokens, behind, '-') && tokens.gap[behind] === GAP.space
  if (dash && isNumber(tokens, behind + 1)) return isSexOrYears(tokens, behind + 2)
  if (!isWord(tokens, behind) || tokens.gap[behind] !== GAP.space) return false
  const text = textOf(tokens, behind)
  if (/^(?:takes|needs|started|stopped|here|tripped)$/.test(text)) return true
  if (text === 'c' || text === 'w') return isSign(tokens, behind + 1, '/') && tokens.gap[behind + 1] === GAP.none
  if (text === 'with') return hasLex(tokens, behind + 1, LEX.abbreviation)
  return text === 'on' && hasLex(tokens, behind + 1, LEX.drug)
}

/** Spoke to, note on, in front of letters. */
function isSpokenOf(tokens: Tokens, first: number): boolean {
  const word = first - 1
  if (!isWord(tokens, word) || tokens.gap[first] !== GAP.space || !isWord(tokens, word - 1)) {
    return isWord(tokens, word) && tokens.gap[first] === GAP.space && /^(?:presenting|is|can|should|does|did)$/i.test(textOf(tokens, word))
  }
  const text = textOf(tokens, word)
  if (/^(?:to|with|from)$/.test(text)) return SPOKEN.has(tokens.hash[word - 1]!)
  return text === 'on' && TOLD_OF.has(tokens.hash[word - 1]!)
}

/** 72 M, B.K., room 4 */
function isBehindSex(tokens: Tokens, first: number, behind: number): boolean {
  if (!isSign(tokens, first - 1, ',') || !isSign(tokens, behind, ',')) return false
  return isNumber(tokens, first - 3) && isWord(tokens, first - 2) && isSexOrYears(tokens, first - 2)
}

function isSexOrYears(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at) && tokens.gap[at]! <= GAP.space && /^(?:[MF]|yof?|yom|YOF?|YOM|yrs?|y|male|female)$/.test(textOf(tokens, at))
}

/** Pt JR has gout; TW is a 54 yo woman; TW 54F; re: TW; spoke to TW; call TW, her husband. */
function readCapitals(context: LayerContext, at: number): void {
  const { tokens } = context
  if (lengthOf(tokens, at) < 2 || SERVICES.has(tokens.hash[at]!) || (isGlued(tokens, at) && !isSign(tokens, at - 1, '('))) return
  if (isGlued(tokens, at + 1) && (isWord(tokens, at + 1) || isNumber(tokens, at + 1) || isSign(tokens, at + 1, '-'))) return
  const before = tokens.gap[at] === GAP.space && isWord(tokens, at - 1) ? tokens.hash[at - 1]! : 0
  const isField = hasLex(tokens, at, LEX.abbreviation | LEX.test | LEX.drug | LEX.organization | LEX_ENGLISH)
  const isPerson = before !== 0 && PEOPLE.has(before) && !hasLex(tokens, at, LEX.test | LEX.drug)
  if (
    isPerson &&
    (actsBehind(tokens, at + 1, !isField) || (!isField && isBeing(tokens, at + 1)) || isComplaint(tokens, at + 1) || isAged(tokens, at + 1))
  )
    add(context, at, at)
  else if (isYearsOld(tokens, at + 1) || (hasKin(tokens, at + 1) && tokens.gap[at]! <= GAP.space)) add(context, at, at)
  else if (!isField && tokens.role[at] === 0 && isPlaced(tokens, at)) add(context, at, at)
}

/** TW 54F at the beginning of a line; re: TW, spoke to TW; no show. TW at the end of an entry. */
function isPlaced(tokens: Tokens, at: number): boolean {
  if (isSign(tokens, at - 1, '.') && tokens.gap[at] === GAP.space)
    return lengthOf(tokens, at) === 2 && tokens.gap[at + 1] === GAP.line && tokens.lex[at] === 0
  if (tokens.gap[at]! >= GAP.line) return isAged(tokens, at + 1) || isSigned(tokens, at + 1)
  const word = isSign(tokens, at - 1, ':') ? at - 2 : at - 1
  if (!isWord(tokens, word) || lengthOf(tokens, at) !== 2) return false
  if (/^re$/i.test(textOf(tokens, word))) return tokens.gap[word]! >= GAP.line
  return /^(?:to|with)$/.test(textOf(tokens, word)) && /^(?:spoke|spoken|talked)$/i.test(textOf(tokens, word - 1))
}

function isBeing(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at) && tokens.gap[at] === GAP.space && /^(?:is|was|has|had)$/.test(textOf(tokens, at))
}

/** TW/RN, TW, RN alone in a line. */
function isSigned(tokens: Tokens, sign: number): boolean {
  const credential = isSign(tokens, sign, '/') || isSign(tokens, sign, ',') ? sign + 1 : sign
  const isCredential = isWord(tokens, credential) && /^(?:RN|LPN|LVN|CNA|RRT|RT|NP|PA|MD|DO|CRNA|EMT|MA)$/.test(textOf(tokens, credential))
  return isCredential && tokens.gap[credential]! <= GAP.space && (tokens.gap[credential + 1]! >= GAP.line || credential + 1 >= tokens.count)
}

/** C/o, w/: as notes write of a patient. */
function isComplaint(tokens: Tokens, at: number): boolean {
  if (!isWord(tokens, at) || tokens.gap[at] !== GAP.space) return false
  if (/^(?:needs|takes|here|came|with|presents)$/.test(textOf(tokens, at))) return true
  return /^[cw]$/.test(textOf(tokens, at)) && isSign(tokens, at + 1, '/') && isGlued(tokens, at + 1)
}

/** 54F, (54F), , 54F */
function isAged(tokens: Tokens, from: number): boolean {
  const at = isSign(tokens, from, ',') || isSign(tokens, from, '(') ? from + 1 : from
  return isNumber(tokens, at) && lengthOf(tokens, at) <= 2 && tokens.gap[at]! <= GAP.space && isSexOrYears(tokens, at + 1)
}

/** Is a 54 yo woman; was an 8-year-old. */
function isYearsOld(tokens: Tokens, at: number): boolean {
  if (!isWord(tokens, at) || !/^(?:is|was)$/.test(textOf(tokens, at)) || tokens.gap[at] !== GAP.space) return false
  if (!isWord(tokens, at + 1) || !/^an?$/.test(textOf(tokens, at + 1)) || !isNumber(tokens, at + 2)) return false
  const unit = isSign(tokens, at + 3, '-') ? at + 4 : at + 3
  return isWord(tokens, unit) && /^(?:yo|yof|yom|y|year|yr|month|mo|week)$/i.test(textOf(tokens, unit))
}

/** Baby K was born; baby girl K: the letters of twins, A to D, name nobody, and potassium has a value. */
function readBaby(context: LayerContext, at: number): boolean {
  const { tokens } = context
  if (tokens.gap[at] !== GAP.space || /^[A-DI]$/.test(textOf(tokens, at)) || !isWord(tokens, at - 1)) return false
  const baby = /^(?:girl|boy)$/i.test(textOf(tokens, at - 1)) ? at - 2 : at - 1
  if (!isWord(tokens, baby) || !/^(?:baby|babygirl|babyboy|infant|newborn|miss|ms|mrs|mr|mx)$/i.test(textOf(tokens, baby))) return false
  const behind = at + 1
  if (isNumber(tokens, behind) || (isWord(tokens, behind) && isGlued(tokens, behind)) || isSign(tokens, behind, '-')) return false
  if (isWord(tokens, behind) && /^(?:level|low|high|value)$/.test(textOf(tokens, behind))) return false
  add(context, at, at)
  return true
}

/** Mom says K has been wheezing, wife reports J fell: kin who tell what a person does. */
function isToldByKin(tokens: Tokens, at: number): boolean {
  if (tokens.gap[at] !== GAP.space || /^[AI]$/.test(textOf(tokens, at)) || !isWord(tokens, at - 1) || !isWord(tokens, at - 2)) return false
  if (!/^(?:says|said|thinks|reports|reported|states|stated)$/.test(textOf(tokens, at - 1))) return false
  return hasRole(tokens, at - 2, ROLE.relation) && (actsBehind(tokens, at + 1, true) || hasBeenDoing(tokens, at + 1))
}

/** Has been wheezing; not what a potassium does. */
function hasBeenDoing(tokens: Tokens, at: number): boolean {
  if (!isWord(tokens, at) || !/^ha[sd]$/.test(textOf(tokens, at)) || !isWord(tokens, at + 1) || textOf(tokens, at + 1) !== 'been')
    return false
  return isWord(tokens, at + 2) && /(?<!^(?:dropp|ris|fall|runn|trend|climb|go|do))ing$/.test(textOf(tokens, at + 2))
}

const LATIN = /(?:um|us|is|ae|ii|ans|ens|osa|ica|rum|ei|oni|ides|oides|ella|monas)$/

/** Dr. s. venkataram, for j. ramasub, re: t. okonjo, e. tsang md: a letter that ends no sentence before a word that names no germ. */
function readSmallInitial(context: LayerContext, at: number): void {
  const { tokens } = context
  const surname = at + 2
  if (isGlued(tokens, at) || !isGlued(tokens, at + 1) || tokens.gap[surname]! > GAP.space || !isSmallLatin(tokens, surname)) return
  const before = isSign(tokens, at - 1, '.') || isSign(tokens, at - 1, ':') || isSign(tokens, at - 1, ',') ? at - 2 : at - 1
  const isTitled = isWord(tokens, before) && hasRole(tokens, before, ROLE.title)
  const last = isSign(tokens, surname + 1, '-') && isGlued(tokens, surname + 1) && isGlued(tokens, surname + 2) ? surname + 2 : surname
  const isSigned = tokens.gap[at]! >= GAP.line && isCredential(tokens, last + 1)
  if (!mayBeSmallSurname(tokens, surname, isTitled || isSigned)) return
  const isAnnounced =
    isWord(tokens, before) &&
    (hasRole(tokens, before, ROLE.title | ROLE.person | ROLE.relation) ||
      /^(?:for|re|about|one|with|by|and|ask|tell|call|saw|is)$/i.test(textOf(tokens, before)))
  if (isAnnounced || isSigned || at === 0) add(context, at, last)
}

function mayBeSmallSurname(tokens: Tokens, at: number, isSure: boolean): boolean {
  if (tokens.role[at] !== 0 || isMedicalForm(tokens, at) || LATIN.test(textOf(tokens, at))) return false
  if (isSure) return lengthOf(tokens, at) > 1 && !hasLex(tokens, at, LEX_ENGLISH | LEX.drug | LEX.test | LEX.abbreviation)
  return lengthOf(tokens, at) >= 5 && (tokens.lex[at]! & ~LEX.rareProper) === 0
}

function isCredential(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at) && tokens.gap[at] === GAP.space && hasRole(tokens, at, ROLE.credential)
}
