// Names in small letters, as people type them: behind a relation, a title or "patient", before an age, a birth date or a record number.
// A word that is English too counts only where nothing but a name fits.
import { RANK } from '../candidate.ts'
import { hashWords } from '../fold.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_NAME } from '../lexicon-bits.ts'
import { hasLex, hasRole, isGlued, isNumber, isSign, isWord, lengthOf } from '../token-tests.ts'
import { GAP, KIND, POSSESSIVE, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'

/** Given names that are verbs and helpers behind "my son" or "the patient". */
export const NO_NAME_HERE = hashWords(
  'will may mark grant chase don can pat rob drew sue bill art guy rich dean love joy hope faith grace major young best long short king said says may might does did is was has had have with care may april june page see say so an any all you me he she in on my by to at do be am as it or no not too now then than got gets has case chart record records history info information data list note notes visit name names room bed status age mrn dob id number file portal message call calls phone also just still needs need takes take took wants want keeps keep asks ask feels feel felt went goes go came come comes lives live lived works work worked left gave give given gets seen says told asked hurt hit fell fall has bit van von de la le da di',
)
const PERSON = hashWords('patient pt client resident named name veteran member caller baby for re hi hello hey dear')
const BEFORE = hashWords(
  'for re regarding about with and from on see saw called call page text tell ask message msg is does can has did was will should hi hey hello thanks',
)
const IDENTIFYING = hashWords('dob mrn acct dx rm room ssn phone cell born yo yof yom')

export function findSmallNames(context: LayerContext): void {
  const { tokens } = context
  for (let i = 0; i < tokens.count; i++) {
    if (tokens.kind[i] !== KIND.word || tokens.shape[i] !== SHAPE.lower) continue
    if (hasRole(tokens, i, ROLE.relation)) readBehindRelation(context, i)
    if (PERSON.has(tokens.hash[i]!)) readBehindPerson(context, i)
    if (hasLex(tokens, i, LEX_NAME)) readPair(context, i)
    if (lengthOf(tokens, i) === 1) readInitials(context, i)
  }
}

function add(context: LayerContext, first: number, last: number, rule: string): void {
  addTokens(context, first, last, 'name', 0.72, `name/small-${rule}`, RANK.tagger)
}

/** My husband jay; her son easton. */
function readBehindRelation(context: LayerContext, relation: number): void {
  const { tokens } = context
  const first = isSign(tokens, relation + 1, ',') || isSign(tokens, relation + 1, '(') ? relation + 2 : relation + 1
  if (!isSmall(tokens, first) || !isGivenName(tokens, first)) return
  const last = isSurname(tokens, first + 1) ? first + 1 : first
  if (!hasRole(tokens, last + 1, ROLE.medicalHead | ROLE.facility)) add(context, first, last, 'relation')
}

/** For my patient sage collins: two names, one of them no other word, or the second one a surname. */
function readBehindPerson(context: LayerContext, at: number): void {
  const { tokens } = context
  const first = at + 1
  if (!isSmall(tokens, first) || !isSurname(tokens, first + 1)) return
  const isPair = hasLex(tokens, first, LEX.first) && !NO_NAME_HERE.has(tokens.hash[first]!) && !hasRole(tokens, first, ROLE.function)
  if (!isGivenName(tokens, first) && !isPair) return
  if (!hasRole(tokens, first + 2, ROLE.medicalHead | ROLE.facility)) add(context, first, first + 1, 'person')
}

/** hughes maude dob …; tom farrell 45yo; katie morris (mrn 7): a record stands behind two names. */
function readPair(context: LayerContext, first: number): void {
  const { tokens } = context
  const second = isSign(tokens, first + 1, ',') ? first + 2 : first + 1
  if (!isSmall(tokens, second) || hasRole(tokens, first, ROLE.function | ROLE.unit | ROLE.relation)) return
  if (!hasLex(tokens, second, LEX_NAME) || NO_NAME_HERE.has(tokens.hash[first]!) || NO_NAME_HERE.has(tokens.hash[second]!)) return
  if (!hasLex(tokens, first, LEX.first) && !hasLex(tokens, second, LEX.first)) return
  const behind = isSign(tokens, second + 1, '(') || isSign(tokens, second + 1, ',') ? second + 2 : second + 1
  const record = isWord(tokens, behind) && IDENTIFYING.has(tokens.hash[behind]!) && tokens.gap[behind]! <= GAP.space
  const age =
    isNumber(tokens, behind) &&
    lengthOf(tokens, behind) <= 3 &&
    isWord(tokens, behind + 1) &&
    /^(?:[mf]|yo|y|yrs?|year)$/.test(wordAt(tokens, behind + 1))
  if (record || age) add(context, first, second, 'record')
}

/** r. patel, j smith behind a preposition. */
function readInitials(context: LayerContext, at: number): void {
  const { tokens } = context
  const dotted = isSign(tokens, at + 1, '.') && isGlued(tokens, at + 1)
  const name = dotted ? at + 2 : at + 1
  if (
    !isSmall(tokens, name) ||
    isGlued(tokens, at) ||
    !isWord(tokens, at - 1) ||
    !(BEFORE.has(tokens.hash[at - 1]!) || hasRole(tokens, at - 1, ROLE.title | ROLE.person))
  )
    return
  if (!hasLex(tokens, name, LEX.last) || hasLex(tokens, name, LEX_ENGLISH | LEX_MEDICAL) || (!dotted && /^[aix]$/.test(wordAt(tokens, at))))
    return
  add(context, at, name, 'initial')
}

function wordAt(tokens: Tokens, at: number): string {
  return tokens.text.slice(tokens.start[at]!, tokens.end[at]!)
}

function isSmall(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at) && tokens.shape[at] === SHAPE.lower && tokens.gap[at]! <= GAP.space && lengthOf(tokens, at) > 2
}

function isGivenName(tokens: Tokens, at: number): boolean {
  if (!hasLex(tokens, at, LEX.first) || hasLex(tokens, at, LEX.drug | LEX.test) || NO_NAME_HERE.has(tokens.hash[at]!)) return false
  if (hasRole(tokens, at, ROLE.function | ROLE.unit | ROLE.relation | ROLE.medicalHead | ROLE.person)) return false
  if (!hasLex(tokens, at, LEX.common)) return true
  return hasLex(tokens, at, LEX.proper) || isNameSpot(tokens, at)
}

/** A noun that is a name, too, where a pronoun, a verb or the end of the phrase follows. */
function isNameSpot(tokens: Tokens, at: number): boolean {
  const next = at + 1
  if (tokens.gap[next]! > GAP.space || tokens.kind[next] === KIND.number) return true
  if (tokens.kind[next] === KIND.sign) return !isSign(tokens, next, '-') && tokens.hash[next] !== POSSESSIVE
  return (
    hasRole(tokens, next, ROLE.pronoun | ROLE.function) ||
    /^(?:hes|shes|whos|goes|needs|takes|says|just|lives|works|got|fell|wants|keeps)$/.test(wordAt(tokens, next))
  )
}

function isSurname(tokens: Tokens, at: number): boolean {
  return (
    isSmall(tokens, at) &&
    hasLex(tokens, at, LEX.last) &&
    !NO_NAME_HERE.has(tokens.hash[at]!) &&
    !hasRole(tokens, at, ROLE.function | ROLE.unit | ROLE.person | ROLE.medicalHead)
  )
}
