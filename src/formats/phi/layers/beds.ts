// Rooms and beds: a number behind the word, with the wing before it. An operating or examination room is nobody's.
import { RANK } from '../candidate.ts'
import { hashWord } from '../fold.ts'
import { hasRole, isGlued, isNumber, isSign, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'

const PLACES = new Set('room rm bed bay cubicle'.split(' ').map(hashWord))
const NOT_OWN = new Set(
  'operating exam examination emergency recovery delivery waiting trauma treatment procedure or class'.split(' ').map(hashWord),
)
const MAX_TOKENS = 6

export function findBeds(context: LayerContext): void {
  const { tokens } = context
  for (let i = 0; i < tokens.count; i++) {
    if (tokens.kind[i] !== KIND.word || !PLACES.has(tokens.hash[i]!) || NOT_OWN.has(tokens.hash[i - 1] ?? 0)) continue
    let first = i + 1
    while (isSign(tokens, first, '.') || isSign(tokens, first, '#') || isSign(tokens, first, ':')) first++
    if (tokens.gap[first]! > GAP.space || !isNumber(tokens, first) || lengthOf(tokens, first) > 4) continue
    const last = endOfValue(tokens, first)
    if (isMeasure(tokens, last)) continue
    const wing = startOfWing(tokens, i)
    addTokens(context, wing < i ? wing : first, last, 'location', 0.75, 'place/bed', RANK.pattern)
    i = last
  }
}

/** 412B, 114-B, 2O4, 6/2. */
function endOfValue(tokens: Tokens, first: number): number {
  let last = first
  for (let at = first + 1; at < first + MAX_TOKENS && isGlued(tokens, at); at++) {
    if (isNumber(tokens, at) || (isWord(tokens, at) && lengthOf(tokens, at) <= 2)) last = at
    else if (!isSign(tokens, at, '-') && !isSign(tokens, at, '/')) break
  }
  return last
}

/** Bed 2 weeks, room 20 m: a measure. */
function isMeasure(tokens: Tokens, last: number): boolean {
  const next = last + 1
  return (
    (isSign(tokens, next, '.') && isNumber(tokens, next + 1) && isGlued(tokens, next + 1)) ||
    isSign(tokens, next, '%') ||
    (hasRole(tokens, next, ROLE.unit) && tokens.gap[next]! <= GAP.space && tokens.shape[next] === SHAPE.lower)
  )
}

/** 4 West bed 12: the floor and its wing. */
function startOfWing(tokens: Tokens, at: number): number {
  const wing = at - 1
  return isWord(tokens, wing) && hasRole(tokens, wing, ROLE.direction) && isNumber(tokens, wing - 1) && /^[A-Z]/.test(textOf(tokens, wing))
    ? wing - 1
    : at
}
