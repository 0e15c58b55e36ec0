// Where a word that says who somebody is stands beside a name: `her brother Sorrel`, `Dr Cotta`, `Overall (sister, donor)`, `Berth NP`.
import { hashWords } from '../../fold.ts'
import { hasRole, isGlued, isNumber, isSign, isWord } from '../../token-tests.ts'
import { GAP, SHAPE, type Tokens } from '../../tokens.ts'
import { ROLE } from '../../word-roles.ts'
import { endsClause } from '../../words/clause-ends.ts'

const TITLES = hashWords('dr mr mrs ms miss mx prof')
/** Of relations, words that are more than that. */
const MORE_THAN_RELATIONS = hashWords('twin child baby infant parent companion foster fob mil fil gm bf sis dad-to-be partner widow')
/** Before a name in a sentence: counselor Sorrel, midwife Sorrel. */
const CALLINGS = hashWords(
  'midwife counselor counsellor nurse surgeon dentist therapist pharmacist physician hospitalist resident intern fellow provider pcp gp teacher coach foreman supervisor volunteer roommate aide caseworker surname named nickname name',
)
const NAME = hashWords('name names')
const IS = hashWords('is')
const GOES = hashWords('goes')
const BY = hashWords('by')
const ASK = hashWords('ask')
const FOR = hashWords('for')
const D = hashWords('d')
const W = hashWords('w')
const MOST_AGE = 120

/** Beside a title, a relation, a calling or a credential. */
export function hasCalling(tokens: Tokens, at: number): boolean {
  return isCalled(tokens, at) || isApposed(tokens, at) || isExplained(tokens, at) || hasCredential(tokens, at) || isNamed(tokens, at)
}

/** Dr Sorrel, her brother Sorrel, midwife Sorrel. */
function isCalled(tokens: Tokens, at: number): boolean {
  const before = isSign(tokens, at - 1, '.') && isGlued(tokens, at - 1) ? at - 2 : at - 1
  if (!isWord(tokens, before) || tokens.gap[at] !== GAP.space) return false
  if (TITLES.has(tokens.hash[before]!)) return true
  if (before !== at - 1 || tokens.shape[before] !== SHAPE.lower || goesOnWithCapital(tokens, at + 1)) return false
  return isRelation(tokens, before) || CALLINGS.has(tokens.hash[before]!)
}

function isRelation(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at) && hasRole(tokens, at, ROLE.relation) && !MORE_THAN_RELATIONS.has(tokens.hash[at]!)
}

/** A heading or a title of words with capitals. */
function goesOnWithCapital(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at) && tokens.gap[at] === GAP.space && tokens.shape[at] === SHAPE.capital && tokens.role[at] !== 0
}

/** Her sister, Sorrel, drove; her son (Sorrel). */
function isApposed(tokens: Tokens, at: number): boolean {
  const sign = at - 1
  if (!isRelation(tokens, at - 2) || tokens.shape[at - 2] !== SHAPE.lower) return false
  if (isSign(tokens, sign, '(')) return isSign(tokens, at + 1, ')')
  return isSign(tokens, sign, ',') && (at + 1 >= tokens.count || endsClause(tokens, at + 1))
}

/** Sorrel (sister, donor), Sorrel (RN). */
function isExplained(tokens: Tokens, at: number): boolean {
  const who = at + 2
  return (
    isSign(tokens, at + 1, '(') &&
    tokens.gap[at + 1] === GAP.space &&
    isWord(tokens, who) &&
    (isRelation(tokens, who) || CALLINGS.has(tokens.hash[who]!) || (isLoud(tokens, who) && hasRole(tokens, who, ROLE.credential))) &&
    (isSign(tokens, who + 1, ')') || isSign(tokens, who + 1, ','))
  )
}

/** Sorrel RN. */
function hasCredential(tokens: Tokens, at: number): boolean {
  const credential = at + 1
  return (
    isWord(tokens, credential) &&
    tokens.gap[credential] === GAP.space &&
    isLoud(tokens, credential) &&
    hasRole(tokens, credential, ROLE.credential) &&
    (credential + 1 >= tokens.count || endsClause(tokens, credential + 1)) &&
    isWord(tokens, at - 1) &&
    tokens.shape[at - 1] === SHAPE.lower
  )
}

function isLoud(tokens: Tokens, at: number): boolean {
  return tokens.shape[at]! > SHAPE.capital && tokens.shape[at] !== SHAPE.initial
}

/** My name is Sorrel; goes by Sorrel; ask for Sorrel; d/w Sorrel. */
function isNamed(tokens: Tokens, at: number): boolean {
  if (tokens.gap[at] !== GAP.space) return false
  const before = (distance: number, words: ReadonlySet<number>) =>
    isWord(tokens, at - distance) && words.has(tokens.hash[at - distance]!) && tokens.gap[at - distance]! <= GAP.space
  if (before(1, IS) && before(2, NAME)) return true
  if (before(1, BY) && before(2, GOES)) return true
  if (before(1, FOR) && before(2, ASK)) return true
  return (
    isSign(tokens, at - 2, '/') &&
    isWord(tokens, at - 1) &&
    W.has(tokens.hash[at - 1]!) &&
    isWord(tokens, at - 3) &&
    D.has(tokens.hash[at - 3]!)
  )
}

/** Sorrel, 38, smokes. */
export function isOfAge(tokens: Tokens, at: number): boolean {
  const age = at + 2
  return (
    (at === 0 || tokens.gap[at]! >= GAP.line || endsClause(tokens, at - 1)) &&
    isSign(tokens, at + 1, ',') &&
    isNumber(tokens, age) &&
    tokens.gap[age] === GAP.space &&
    Number(tokens.text.slice(tokens.start[age]!, tokens.end[age]!)) < MOST_AGE &&
    isSign(tokens, age + 1, ',')
  )
}
