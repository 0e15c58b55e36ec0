// Names in small letters by which somebody is introduced: my name is X, hi this is X calling, call me X, thanks, X, my wife, X, X (wife), my 3 yo X has,
// baby girl X. A word that no list knows counts where nothing but a name fits.
import { RANK } from '../candidate.ts'
import { hashWord, hashWords } from '../fold.ts'
import { hasRole, isNumber, isSign, isWord, textOf } from '../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { hasKin } from './acting-names.ts'
import { addTokens, type LayerContext } from './layer.ts'
import { PERSON, smallGrade } from './person-words.ts'
import { NO_NAME_HERE } from './small-names.ts'

export function findSmallIntroductions(context: LayerContext): void {
  const { tokens } = context
  for (let i = 0; i < tokens.count; i++) {
    if (
      tokens.shape[i] !== SHAPE.lower ||
      !(mayIntroduce(tokens, i) || isSign(tokens, i + 1, '(') || isHere(tokens, i)) ||
      NO_NAME_HERE.has(tokens.hash[i]!)
    )
      continue
    const grade = smallGrade(tokens, i)
    if (grade === PERSON.none || !isIntroduced(tokens, i, grade)) continue
    const last = smallGrade(tokens, i + 1) !== PERSON.none && tokens.gap[i + 1] === GAP.space && ends(tokens, i + 2) ? i + 1 : i
    addTokens(context, i, last, 'name', 0.72, 'name/small-introduction', RANK.tagger)
  }
}

const HERE = hashWord('here')
const BEFORE = hashWords("is im i'm me girl boy yo old y by")

/** A cheap look at the token in front. */
function mayIntroduce(tokens: Tokens, at: number): boolean {
  if (at === 0 || tokens.gap[at]! > GAP.line) return false
  const before = at - 1
  if (tokens.kind[before] === KIND.sign) return isSign(tokens, before, ',') || isSign(tokens, before, ':')
  return tokens.kind[before] === KIND.word && BEFORE.has(tokens.hash[before]!)
}

function isIntroduced(tokens: Tokens, at: number, grade: number): boolean {
  const before = at - 1
  const front = isWord(tokens, before - 1) ? textOf(tokens, before - 1).toLowerCase() : ''
  const behind = at + 1
  if (isSign(tokens, behind, '(') && hasKin(tokens, behind)) return true
  if (isSign(tokens, before, ':')) return front === 'name'
  if (isHere(tokens, at)) return true
  if (isSign(tokens, before, ',')) return isThanked(tokens, at) || isOwnKin(tokens, before - 1, behind)
  if (tokens.kind[before] === KIND.sign) return false
  switch (textOf(tokens, before).toLowerCase()) {
    case 'is':
      return front === 'name' || (front === 'this' && isGreeting(tokens, before - 2) && goesOn(tokens, behind))
    case 'im':
    case "i'm":
      return isGreeting(tokens, before - 1) && goesOn(tokens, behind)
    case 'me':
      return front === 'call' && ends(tokens, behind)
    case 'by':
      return /^(?:goes|going)$/.test(front) && (grade === PERSON.named || ends(tokens, behind))
    case 'girl':
    case 'boy':
      return front === 'baby' && ends(tokens, behind)
    case 'yo':
    case 'old':
    case 'y':
      return (
        isNumber(tokens, before - 1) &&
        isWord(tokens, behind) &&
        /^(?:has|is|had|was|got|keeps|wont|fell|ate)$/.test(textOf(tokens, behind))
      )
  }
  return false
}

/** Hi, hello, or the beginning of the text. */
function isGreeting(tokens: Tokens, at: number): boolean {
  if (at < 0) return true
  return isWord(tokens, at) && /^(?:hi|hello|hey|hiya|yes|morning)$/i.test(textOf(tokens, at))
}

/** And, from, calling, again, a sign or the end. */
function goesOn(tokens: Tokens, at: number): boolean {
  return ends(tokens, at) || (isWord(tokens, at) && /^(?:and|from|calling|again|at|here|with|in|i|im|dob|my)$/i.test(textOf(tokens, at)))
}

function ends(tokens: Tokens, at: number): boolean {
  return (
    tokens.gap[at]! >= GAP.line ||
    at >= tokens.count ||
    isSign(tokens, at, ',') ||
    isSign(tokens, at, '.') ||
    isSign(tokens, at, ';') ||
    isSign(tokens, at, ')')
  )
}

/** Thanks, voss at the end of the text, or in the line below. */
function isThanked(tokens: Tokens, at: number): boolean {
  const closing = at - 2
  if (at !== tokens.count - 1 || !isWord(tokens, closing)) return false
  return (
    /^(?:thanks|thx|ty|regards|cheers|sincerely|best)$/i.test(textOf(tokens, closing)) &&
    (tokens.gap[at] === GAP.line || tokens.gap[closing]! >= GAP.line || tokens.kind[closing - 1] === KIND.sign)
  )
}

/** Zaylah here, quick question; hi, zaylah here: who begins the text. */
function isHere(tokens: Tokens, at: number): boolean {
  if (at > 2 || !isWord(tokens, at + 1) || tokens.hash[at + 1] !== HERE || !ends(tokens, at + 2)) return false
  return at === 0 || isGreeting(tokens, isSign(tokens, at - 1, ',') ? at - 2 : at - 1)
}

/** My wife, zaylah, has it. */
function isOwnKin(tokens: Tokens, kin: number, behind: number): boolean {
  return (
    hasRole(tokens, kin, ROLE.relation) &&
    isSign(tokens, behind, ',') &&
    isWord(tokens, kin - 1) &&
    /^(?:my|his|her|our|their)$/i.test(textOf(tokens, kin - 1))
  )
}
