// Carries institutions that the layers found on over what belongs to them by form: Costwell warehouse 14, tulloch fencing, Our Lady's Hospice, Bord na Móna, the Rotunda.
import type { Candidate } from './candidate.ts'
import { BESIDE_SITES } from './layers/slot-words.ts'
import { LEX } from './lexicon-bits.ts'
import {
  COMPOUND_ENDS,
  GROUPS,
  HEADS,
  JOINTS,
  LEADS,
  MIDDLES,
  NUMBERED,
  ORDINALS,
  QUALIFIED,
  QUALIFIERS,
  SURE_HEADS,
  SURE_LEADS,
  TOWN_HEADS,
} from './site-words.ts'
import {
  hasLex,
  hasRole,
  isCapitalized,
  isGlued,
  isNumber,
  isSign,
  isSmallLatin,
  isWord,
  lengthOf,
  textOf,
  tokenAt,
} from './token-tests.ts'
import { GAP, KIND, POSSESSIVE, SHAPE, type Tokens } from './tokens.ts'
import { ROLE } from './word-roles.ts'

const MOST_WORDS = 4
const STOPS = ROLE.function | ROLE.pronoun

/** A longer candidate for each institution that goes on. */
export function extendSites(tokens: Tokens, found: Candidate[]): void {
  for (let i = 0, count = found.length; i < count; i++) {
    const candidate = found[i]!
    const last = tokenAt(tokens.end, tokens.count, candidate.end)
    const kind = kindOf(tokens, last, candidate)
    if (kind === undefined) continue
    const first = tokenAt(tokens.start, tokens.count, candidate.start)
    if (first < 0) continue
    const end = endOfSite(tokens, last, kind)
    const start = startOfSite(tokens, first, last, kind)
    if (start === first && end === last) continue
    const category =
      kind === 'site' || kind === 'chain' ? candidate.category : TOWN_HEADS.has(tokens.hash[end]!) ? 'facility' : 'organization'
    found.push({ ...candidate, category, start: tokens.start[start]!, end: tokens.end[end]! })
  }
}

type Kind = 'site' | 'chain' | 'person' | 'town'

/** A person or a town by the tagger may be the first word of a firm. */
function kindOf(tokens: Tokens, last: number, { category, rule }: Candidate): Kind | undefined {
  if (last < 0) return undefined
  // The store of a chain tells no more than the chain.
  if (category === 'facility' || category === 'organization') return hasLex(tokens, last, LEX.organization) ? 'chain' : 'site'
  if (!/^(?:tagger|beside|place\/small)/.test(rule)) return undefined
  return category === 'name' ? 'person' : category === 'location' ? 'town' : undefined
}

function endOfSite(tokens: Tokens, last: number, given: Kind): number {
  let end = last
  let kind = given
  for (let words = 0; words < MOST_WORDS; words++) {
    const next = stepBehind(tokens, end, kind)
    if (next <= end) break
    end = next
    kind = 'site'
  }
  return end
}

function stepBehind(tokens: Tokens, last: number, kind: Kind): number {
  const next = last + 1
  if (next >= tokens.count || tokens.gap[next]! > GAP.space) return last
  const head = endOfHead(tokens, last, kind)
  if (head > last || kind === 'person' || kind === 'town') return head
  if (tokens.kind[next] === KIND.sign && tokens.hash[next] === POSSESSIVE && isGlued(tokens, next))
    return endOfHead(tokens, next, kind) > next || (endsPhrase(tokens, next + 1) && isPlaced(tokens, last)) ? next : last
  if (isSign(tokens, next, '-') && isGlued(tokens, next) && isGlued(tokens, next + 1) && isWord(tokens, next + 1))
    return isCapitalized(tokens, next + 1) || COMPOUND_ENDS.has(tokens.hash[next + 1]!) ? next + 1 : last
  if (isNumber(tokens, next)) return endOfNumber(tokens, last)
  if (isWord(tokens, next) && /^on$/.test(textOf(tokens, next))) return endOfStreet(tokens, last)
  const isJoint = isSign(tokens, next, '&') || (tokens.shape[next] === SHAPE.lower && JOINTS.has(tokens.hash[next]!))
  if (isJoint && isNamePart(tokens, next + 1)) return next + 1
  return last
}

/** The noun behind the name, at most one word between them; `last` where none stands there. */
function endOfHead(tokens: Tokens, last: number, kind: Kind): number {
  for (let at = last + 1; at <= last + 2 && isWord(tokens, at) && tokens.gap[at] === GAP.space; at++) {
    const hash = tokens.hash[at]!
    const isHead = SURE_HEADS.has(hash) || (kind === 'site' && HEADS.has(hash)) || (kind === 'town' && TOWN_HEADS.has(hash))
    if (isHead && !(MIDDLES.has(hash) && endOfHead(tokens, at, kind) > at)) return endsName(tokens, at) ? at : last
    if (!MIDDLES.has(hash)) break
  }
  return last
}

/** No number of somebody and no noun that the head qualifies follows: Cigna group 0034417, primary care, electric scooter. */
function endsName(tokens: Tokens, at: number): boolean {
  if (hasRole(tokens, at + 1, ROLE.medicalHead) || (isNumber(tokens, at + 1) && !NUMBERED.has(tokens.hash[at]!))) return false
  return !(
    QUALIFIERS.has(tokens.hash[at]!) &&
    isSmallLatin(tokens, at) &&
    tokens.gap[at + 1] === GAP.space &&
    QUALIFIED.has(tokens.hash[at + 1] ?? 0)
  )
}

/** Warehouse 14; Bellweather Regional 4 East. */
function endOfNumber(tokens: Tokens, last: number): number {
  const number = last + 1
  const next = number + 1
  if (
    lengthOf(tokens, number) > 3 ||
    tokens.gap[number] !== GAP.space ||
    (isGlued(tokens, next) && !isSign(tokens, next, ',') && !isSign(tokens, next, '.'))
  )
    return last
  if (lengthOf(tokens, number) <= 2 && hasRole(tokens, next, ROLE.direction) && lengthOf(tokens, next) > 2 && isCapitalized(tokens, next))
    return next
  return NUMBERED.has(tokens.hash[last]!) && !(hasRole(tokens, next, ROLE.unit) && !hasRole(tokens, next, ROLE.function)) ? number : last
}

/** Saint Luke's on the Plaza, Hope on Ninth; a whole street is a place of its own. */
function endOfStreet(tokens: Tokens, last: number): number {
  const isBehindThe = isWord(tokens, last + 2) && /^the$/.test(textOf(tokens, last + 2))
  const first = isBehindThe ? last + 3 : last + 2
  if (!isNamePart(tokens, first) || tokens.shape[first] === SHAPE.upper || hasLex(tokens, first, LEX.drug | LEX.test)) return last
  if (hasLex(tokens, first, LEX.eponym) && !hasLex(tokens, first, LEX.city)) return last
  if (hasRole(tokens, first + 1, ROLE.street)) return last
  return isBehindThe || ORDINALS.has(tokens.hash[first]!) ? first : last
}

function isNamePart(tokens: Tokens, at: number): boolean {
  return (
    isCapitalized(tokens, at) &&
    tokens.gap[at] === GAP.space &&
    lengthOf(tokens, at) > 1 &&
    !hasRole(tokens, at, BESIDE_SITES & ~ROLE.title)
  )
}

function startOfSite(tokens: Tokens, first: number, last: number, kind: Kind): number {
  const isSite = kind === 'site' || kind === 'chain'
  const at = isSign(tokens, first - 1, '.') ? first - 2 : first - 1
  if (isWord(tokens, at) && tokens.gap[first] === GAP.space && opensName(tokens, at, first, kind)) return at
  return isSite && isNickname(tokens, first, last) ? first - 1 : first
}

/** Our Lady's Hospice, All Hallows; camp kickapoo, Bus Éireann, Fort Linden. */
function opensName(tokens: Tokens, at: number, next: number, kind: Kind): boolean {
  const hash = tokens.hash[at]!
  if (SURE_LEADS.has(hash)) return isCapitalized(tokens, at) ? isCapitalized(tokens, next) : isSmallLatin(tokens, next)
  return kind === 'site' && LEADS.has(hash) && isCapitalized(tokens, at) && isCapitalized(tokens, next)
}

/** The Vic, the Coombe: one word that is no head of its own, and the end of the phrase behind it. */
function isNickname(tokens: Tokens, first: number, last: number): boolean {
  if (
    last !== first ||
    tokens.shape[first] === SHAPE.upper ||
    !isWord(tokens, first - 1) ||
    tokens.gap[first] !== GAP.space ||
    !/^[Tt]he$/.test(textOf(tokens, first - 1))
  )
    return false
  if (!isWord(tokens, first - 2) || !/^(?:at|from|to|into|in)$/i.test(textOf(tokens, first - 2))) return false
  return endsPhrase(tokens, last + 1)
}

/** At Woodie's, Saint Elara Children's: a lone name without a word of place is an eponym more often. */
function isPlaced(tokens: Tokens, last: number): boolean {
  return GROUPS.has(tokens.hash[last]!) || (isWord(tokens, last - 1) && /^(?:at|from|to)$/.test(textOf(tokens, last - 1)))
}

function endsPhrase(tokens: Tokens, at: number): boolean {
  return tokens.gap[at]! >= GAP.line || tokens.kind[at] === KIND.sign || hasRole(tokens, at, STOPS)
}
