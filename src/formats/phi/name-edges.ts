// Takes abbreviations off the edges of names that the layers found: Isabell Ampofo LMSW, SHO Dooley, Waters NSGY. What is written like a name stays.
import { type Candidate, RANK } from './candidate.ts'
import { LEX, LEX_NAME } from './lexicon-bits.ts'
import { hasLex, hasRole, isGlued, isSign, lengthOf, tokenAt } from './token-tests.ts'
import { KIND, SHAPE, type Tokens } from './tokens.ts'
import { ROLE } from './word-roles.ts'

const LONGEST_ABBREVIATION = 5

export function trimNameEdges(tokens: Tokens, found: Candidate[]): void {
  for (let i = 0; i < found.length; i++) {
    const candidate = found[i]!
    if (candidate.category !== 'name' || candidate.rank > RANK.pattern) continue
    const first = tokenAt(tokens.start, tokens.count, candidate.start)
    if (first >= 0) found[i] = trimmed(tokens, candidate, first)
  }
}

function trimmed(tokens: Tokens, candidate: Candidate, first: number): Candidate {
  let last = first
  let hasName = false
  for (; tokens.end[last]! < candidate.end; last++) if (isNameShape(tokens, last)) hasName = true
  if (isNameShape(tokens, last)) hasName = true
  if (!hasName || last === first) return candidate
  let from = first
  let to = last
  // I, Ada Moro; Ada, I was
  if (isPronoun(tokens, from) && isSign(tokens, from + 1, ',') && from + 1 < to) from += 2
  if (isPronoun(tokens, to) && isSign(tokens, to - 1, ',') && to - 2 >= from) to -= 2
  while (from < to && isAbbreviation(tokens, from, true)) from++
  while (to > from && isAbbreviation(tokens, to, false)) to--
  while (to > from && tokens.kind[to] === KIND.sign && !(tokens.shape[to - 1] === SHAPE.initial && isGlued(tokens, to))) to--
  return from === first && to === last ? candidate : { ...candidate, start: tokens.start[from]!, end: tokens.end[to]! }
}

function isPronoun(tokens: Tokens, at: number): boolean {
  return tokens.shape[at] === SHAPE.initial && hasRole(tokens, at, ROLE.pronoun)
}

function isNameShape(tokens: Tokens, at: number): boolean {
  return tokens.shape[at] === SHAPE.capital && hasLex(tokens, at, LEX_NAME) && tokens.kind[at] === KIND.word
}

/** Capitals that no list of names has; two letters in front may be initials: DJ Cooper. */
function isAbbreviation(tokens: Tokens, at: number, isFront: boolean): boolean {
  if (tokens.kind[at] === KIND.sign) return isFront
  if (tokens.shape[at] !== SHAPE.upper || hasLex(tokens, at, LEX_NAME) || hasRole(tokens, at, ROLE.namePart)) return false
  const length = lengthOf(tokens, at)
  if (length > LONGEST_ABBREVIATION) return hasRole(tokens, at, ROLE.credential)
  return !isFront || length > 2 || hasLex(tokens, at, LEX.abbreviation) || tokens.role[at] !== 0
}
