// Names of diseases, signs, tests and drugs that the tagger takes for persons and places.
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_NAME } from '../lexicon-bits.ts'
import { hasLex, hasRole, isGlued, isSign, isVerbHere, isWord, lengthOf } from '../token-tests.ts'
import { GAP, KIND, POSSESSIVE, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { isNameOfScale } from './known-organizations.ts'
import { CONTEXT } from './tagger-evidence.ts'

const EPONYM_HEAD =
  /^(?:maneuvers?|manoeuvres?|syndromes?|disease|signs?|procedures?|fractures?|criteria|classification|phenomenon|reflex|technique|approach|retractors?|clamps?|forceps|drains?|catheters?|tubes?|bodies|nodes|nevus|palsy|repair|spots?|position|osteotomy|incision|elevators?|scissors|splints?|brace|tests?|scores?|scales?|erosions?|lesions?|diverticulum|index|rules?|points?|ulcers?|hernia|stents?|prosthesis|protocol|gradient|equation|staging|grades?|grading|types?|exercises?|patterns?|winds?|stirrups|pupils?)$/

/** Stroop 44; Wisconsin Card Sort 5; Hopkins HVLT: words of tests and of English with a result or another test behind them. */
function isTestName(tokens: Tokens, first: number, last: number): boolean {
  const behind = last + 1
  const result =
    tokens.gap[behind]! <= GAP.space &&
    (tokens.kind[behind] === KIND.number || hasLex(tokens, behind, LEX.test | LEX.abbreviation) || isSign(tokens, behind, '='))
  if (!result) return false
  let tests = 0
  for (let i = first; i <= last; i++) {
    if (tokens.kind[i] !== KIND.word) continue
    if (hasLex(tokens, i, LEX.eponym | LEX.test | LEX.abbreviation | LEX.drug)) tests++
    else if (!hasLex(tokens, i, LEX_ENGLISH) && (tokens.shape[i] === SHAPE.capital ? first === last : lengthOf(tokens, i) > 4)) return false
  }
  return tests > 0
}

/** A disease's name, a drug, or a word that plain English has, alone. */
export function isGuarded(tokens: Tokens, first: number, last: number, isPlace: boolean): boolean {
  if (isTestName(tokens, first, last)) return true
  if (hasLex(tokens, first, LEX.organization) && isNameOfScale(tokens, first, last)) return true
  if (isPlace && first < last && isAllEponyms(tokens, first, last)) return true
  // Valley Fever
  if (isPlace && first < last && hasRole(tokens, last, ROLE.medicalHead) && hasLex(tokens, last, LEX.common)) return true
  // Bull's-eye
  if (tokens.hash[last + 1] === POSSESSIVE && tokens.kind[last + 1] === KIND.sign && isSign(tokens, last + 2, '-')) return true
  const behind = tokens.hash[last + 1] === POSSESSIVE && tokens.kind[last + 1] === KIND.sign ? last + 2 : last + 1
  if (
    hasRole(tokens, behind, ROLE.medicalHead) &&
    tokens.gap[behind]! <= GAP.space &&
    !isVerbHere(tokens, behind) &&
    ((behind > last + 1 && (!hasLex(tokens, last, LEX.first) || hasLex(tokens, last, LEX.eponym))) ||
      hasLex(tokens, last, LEX.eponym | LEX.test | LEX_ENGLISH))
  )
    return true
  // Leopold maneuvers, Swan catheter: a name before what only eponyms stand before.
  if (
    first === last &&
    behind === last + 1 &&
    tokens.gap[behind] === GAP.space &&
    !hasRole(tokens, first - 1, CONTEXT) &&
    isWord(tokens, behind) &&
    EPONYM_HEAD.test(tokens.text.slice(tokens.start[behind]!, tokens.end[behind]!))
  )
    return true
  // Barrett's surveillance: no person has it, and no person's name is it.
  if (
    first === last &&
    behind > last + 1 &&
    hasLex(tokens, first, LEX.eponym) &&
    (!hasLex(tokens, first, LEX.first) || hasRole(tokens, behind, ROLE.function)) &&
    !hasRole(tokens, first - 1, CONTEXT) &&
    !hasRole(tokens, behind, ROLE.relation)
  )
    return true
  if (
    first === last &&
    hasLex(tokens, first, LEX.eponym | LEX.test) &&
    isSign(tokens, first + 1, '-') &&
    isGlued(tokens, first + 1) &&
    tokens.shape[first + 2] === SHAPE.lower
  )
    return true
  if (
    last === first + 2 &&
    isSign(tokens, first + 1, '-') &&
    hasLex(tokens, first, LEX.eponym) &&
    hasLex(tokens, last, LEX.eponym) &&
    !hasRole(tokens, first - 1, CONTEXT)
  )
    return true
  for (let i = first; i <= last; i++) {
    if (tokens.kind[i] !== KIND.word) continue
    if (hasRole(tokens, i, ROLE.medicalHead) && !hasLex(tokens, i, LEX_NAME)) return true
    if (!hasLex(tokens, i, LEX.drug | LEX.test) || hasLex(tokens, i, LEX_NAME)) {
      if (!hasLex(tokens, i, LEX_MEDICAL)) return false
    }
  }
  return !hasLex(tokens, first, LEX_NAME) || (first === last && hasLex(tokens, first, LEX.drug | LEX.test))
}

/** Addison and Cushing: two diseases, not a firm. */
function isAllEponyms(tokens: Tokens, first: number, last: number): boolean {
  for (let i = first; i <= last; i++)
    if (tokens.kind[i] === KIND.word && !hasLex(tokens, i, LEX.eponym) && !hasRole(tokens, i, ROLE.function)) return false
  return true
}
