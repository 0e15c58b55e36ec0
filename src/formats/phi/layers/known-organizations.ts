// Organizations that the lexicon knows, unless a scale, a diet or a study that is called after them is meant.
import { RANK } from '../candidate.ts'
import type { PhiCategory } from '../category.ts'
import { hashWords } from '../fold.ts'
import { LEX, LEX_ENGLISH } from '../lexicon-bits.ts'
import { hasLex, hasRole, isCapitalized, isGlued, isNumber, isSign, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'

const HEAD = ROLE.facility | ROLE.organization
const PLACE_BEFORE = hashWords(
  'at from to in hospitalised hospitalized admitted transferred via near through of with by @ works worked employed attends attended attending',
)

/** A facility where one of its words is of medicine, else an organization. Returns the last token. */
export function addOrganization(context: LayerContext, first: number, last: number, rule: string, score: number): number {
  let facility = false
  for (let i = first; i <= last; i++)
    if (
      hasRole(context.tokens, i, ROLE.facility) ||
      /^(?:medical|health|clinic|surgical|hospice|nursing)$/i.test(textOf(context.tokens, i))
    )
      facility = true
  const category: PhiCategory = facility ? 'facility' : 'organization'
  addTokens(context, first, last, category, score, `organization/${rule}`, RANK.pattern)
  return last
}

/** Walgreens #03412; Mass General; Amazon MDW7. */
export function readKnownOrganization(context: LayerContext, at: number): number {
  const { tokens } = context
  let last = at
  while (
    last + 1 < tokens.count &&
    hasLex(tokens, last + 1, LEX.organization) &&
    hasLex(tokens, last + 1, LEX.inPhrase) &&
    tokens.gap[last + 1]! <= GAP.space
  )
    last++
  const inPhrase = hasLex(tokens, at, LEX.inPhrase) && last > at
  if (context.mode === 'balanced' && (isBenefit(tokens, at, last) || isNameOfScale(tokens, at, last))) return -1
  const alone = !hasLex(tokens, at, LEX_ENGLISH | LEX.first | LEX.drug | LEX.test | LEX.eponym | LEX.city)
  if (!inPhrase && !alone && !isPlaceBefore(tokens, at)) return -1
  // BP today: two capitals that every note has are a company behind a preposition only.
  if (!inPhrase && lengthOf(tokens, at) === 2 && !isPlaceBefore(tokens, at) && !isSign(tokens, at + 1, '&')) return -1
  if (!inPhrase && hasRole(tokens, at + 1, ROLE.medicalHead) && tokens.gap[at + 1]! <= GAP.space) return -1
  if (!inPhrase && tokens.gap[at + 1]! <= GAP.space && (isNumber(tokens, at + 1) || hasLex(tokens, at + 1, LEX.test))) return -1
  if (!inPhrase && tokens.shape[at] === SHAPE.upper && lengthOf(tokens, at) <= 3 && !alone) return -1
  while (
    isCapitalized(tokens, last + 1) &&
    tokens.gap[last + 1] === GAP.space &&
    (hasRole(tokens, last + 1, HEAD) ||
      (tokens.shape[last + 1] === SHAPE.upper && tokens.lex[last + 1] === 0 && isNumber(tokens, last + 2) && isGlued(tokens, last + 2)))
  ) {
    last++
    if (isNumber(tokens, last + 1) && isGlued(tokens, last + 1)) last++
  }
  if (isSign(tokens, last + 1, '#') && isNumber(tokens, last + 2) && isGlued(tokens, last + 2)) {
    addTokens(context, last + 2, last + 2, 'other-id', 0.85, 'organization/branch', RANK.pattern)
  }
  readMemberNumber(context, last + 1)
  return addOrganization(context, at, last, 'known', 0.8)
}

const LEAST_DIGITS = 6

/** BCBS YPP W1029 4471; Delta Dental DDF 8810 223: capitals and groups of digits behind an insurer. */
function readMemberNumber(context: LayerContext, first: number): void {
  const { tokens } = context
  if (!isWord(tokens, first) || tokens.shape[first] !== SHAPE.upper || lengthOf(tokens, first) > 4 || tokens.gap[first] !== GAP.space)
    return
  if (tokens.lex[first] !== 0 || tokens.role[first] !== 0) return
  let last = first
  let digits = 0
  for (let at = first + 1; at < first + 6 && tokens.gap[at]! <= GAP.space; at++) {
    if (isNumber(tokens, at) && !hasRole(tokens, at + 1, ROLE.unit)) digits += lengthOf(tokens, at)
    else if (tokens.shape[at] !== SHAPE.initial || !isNumber(tokens, at + 1) || !isGlued(tokens, at + 1)) break
    last = at
  }
  if (digits >= LEAST_DIGITS) addTokens(context, first, last, 'health-plan-id', 0.8, 'organization/member', RANK.pattern)
}

const SCALES = hashWords(
  'diet score scores scale scales tool nomogram questionnaire criteria criterion rule rules index inventory classification staging stage protocol definition initiative study trial registry cohort',
)
const REACH = 3

/** The Mayo Clinic diet, Johns Hopkins fall risk tool: what is called after the place. Behind a preposition somebody is there. */
export function isNameOfScale(tokens: Tokens, first: number, last: number): boolean {
  if (isWord(tokens, first - 1) && PLACE_BEFORE.has(tokens.hash[first - 1]!)) return false
  let at = hasRole(tokens, last + 1, HEAD) && isCapitalized(tokens, last + 1) ? last + 2 : last + 1
  for (const end = at + REACH; at < end; at++) {
    if (!isWord(tokens, at) || tokens.gap[at]! > GAP.space || hasRole(tokens, at, ROLE.function)) return false
    if (SCALES.has(tokens.hash[at]!)) return true
  }
  return false
}

/** Does Blue Cross cover Botox: the insurer of nobody in particular. */
function isBenefit(tokens: Tokens, first: number, last: number): boolean {
  return (
    isWord(tokens, first - 1) &&
    /^(?:does|will|do|would|if)$/i.test(textOf(tokens, first - 1)) &&
    /^(?:usually|ever|also|still|cover|covers|pay|pays|reimburse)$/i.test(textOf(tokens, Math.min(last + 1, tokens.count - 1)))
  )
}

function isPlaceBefore(tokens: Tokens, at: number): boolean {
  if (at === 0 || !isWord(tokens, at - 1) || tokens.gap[at]! > GAP.space)
    return isSign(tokens, at - 1, ':') || (isSign(tokens, at - 1, ',') && /^(?:MD|DO|RN|PA|NP)$/.test(textOf(tokens, Math.max(0, at - 2))))
  return PLACE_BEFORE.has(tokens.hash[at - 1]!)
}
