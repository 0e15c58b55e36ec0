// Takes back guesses that consist of eponyms, where the text holds nothing else: Thurner, Sjögren with anti-Ro, Denys-Drash. One word about a person, or
// one surer finding, and they all stay.
import { RANK } from '../candidate.ts'
import { LEX } from '../lexicon-bits.ts'
import { hasLex, hasRole, isNumber, isSign, isWord, textOf, tokenAt } from '../token-tests.ts'
import { GAP, KIND, POSSESSIVE, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { EPONYM_NAMES } from './eponym-names.ts'
import type { LayerContext } from './layer.ts'

const PERSONS = ROLE.title | ROLE.relation | ROLE.person | ROLE.pronoun
const ACTING =
  /^(?:called|calls|says|said|reports|reported|denies|denied|states|stated|asks|asked|wants|wanted|was|is|has|had|will|lives|works|presented|presents|needs|takes|here|came|comes|fell|died)$/i

export function dropLoneEponyms({ tokens, found }: LayerContext): void {
  if (found.length === 0) return
  for (const { start, end, rank } of found) {
    if (rank > RANK.tagger || !isAllEponyms(tokens, start, end)) return
  }
  found.length = 0
}

function isAllEponyms(tokens: Tokens, start: number, end: number): boolean {
  const [first, last] = [tokenAt(tokens.start, tokens.count, start), tokenAt(tokens.end, tokens.count, end)]
  if (first < 0 || last < first || isOfPerson(tokens, first, last)) return false
  let [names, listed] = [0, 0]
  let isHyphened = false
  for (let i = first; i <= last; i++) {
    if (isSign(tokens, i, '-')) isHyphened = true
    if (!isWord(tokens, i) || (tokens.shape[i] === SHAPE.lower && !isTopic(tokens, i))) continue
    names++
    if (EPONYM_NAMES.has(tokens.hash[i]!)) listed++
    else if (!hasLex(tokens, i, LEX.eponym) && !isHyphenedOn(tokens, i)) return false
  }
  return names > 0 && (listed === names || (isHyphened && listed > 0))
}

/** Fournier? crepitus: in small letters a disease opens the line; why is zellweger on keppra asks about somebody. */
function isTopic(tokens: Tokens, at: number): boolean {
  return tokens.gap[at]! >= GAP.line && tokens.kind[at + 1] === KIND.sign && EPONYM_NAMES.has(tokens.hash[at]!)
}

function isHyphenedOn(tokens: Tokens, at: number): boolean {
  return isSign(tokens, at + 1, '-') || isSign(tokens, at - 1, '-')
}

/** Mr. Thurner, Thurner called, Thurner 61M, Thurner, 70. */
function isOfPerson(tokens: Tokens, first: number, last: number): boolean {
  const before = isSign(tokens, first - 1, '.') || isSign(tokens, first - 1, ':') ? first - 2 : first - 1
  if (hasRole(tokens, before, PERSONS) && tokens.gap[first]! <= GAP.space) return true
  if (tokens.kind[last + 1] === KIND.sign && tokens.hash[last + 1] === POSSESSIVE) return isPersonal(tokens, last + 2)
  const behind = isSign(tokens, last + 1, ',') || isSign(tokens, last + 1, '(') ? last + 2 : last + 1
  if (tokens.gap[behind]! > GAP.space) return false
  return isNumber(tokens, behind) || (isWord(tokens, behind) && behind === last + 1 && ACTING.test(textOf(tokens, behind)))
}

/** Thurner's wife, Thurner's results: what is a person's and no eponym's. */
function isPersonal(tokens: Tokens, at: number): boolean {
  if (hasRole(tokens, at, PERSONS)) return true
  return (
    isWord(tokens, at) &&
    /^(?:labs?|results?|appt|appointment|chart|meds|insurance|room|refill|dob|mrn|visit|scan|mri|ct|xray)$/i.test(textOf(tokens, at))
  )
}
