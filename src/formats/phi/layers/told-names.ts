// Names behind what is done to persons alone (told Jess no, paged Moro), behind `Pt.` with its dot before a verb, behind a relation (son Koa.), and given names
// that come from somewhere (Marisela from Rosebrooks).
import { RANK } from '../candidate.ts'
import { hashWord, hashWords } from '../fold.ts'
import { CAPITALS, type StartPositions } from '../layer-starts.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_NAME, LEX_PROPER } from '../lexicon-bits.ts'
import { hasLex, hasRole, isGlued, isNumber, isSign, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'
import { isMedicalForm } from './unknown-words.ts'

const FROM = hashWord('from')
const IN = hashWord('in')
const TOLD = hashWords(
  'told asked paged texted emailed phoned thanked informed notified messaged reassured consoled hugged married divorced',
)
const VERBS = hashWords(
  'is was has had will says said reports reported denies denied states stated lives presents presented returns returned wants needs',
)

export function findToldNames(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(1); i < tokens.count; i = positions.next(i + 1)) {
    if (!isWord(tokens, i) || tokens.shape[i] !== SHAPE.capital || tokens.gap[i] !== GAP.space) continue
    if (tokens.role[i] !== 0 || lengthOf(tokens, i) < 3 || !mayName(tokens, i)) continue
    const before = i - 1
    if (isWord(tokens, before) && TOLD.has(tokens.hash[before]!) && isKnown(tokens, i)) add(context, i, 'told')
    else if (isPatientDot(tokens, before) && isWord(tokens, i + 1) && VERBS.has(tokens.hash[i + 1]!)) add(context, i, 'patient')
    else if (isSmallRelation(tokens, before) && endsHere(tokens, i + 1)) add(context, i, 'kin')
  }
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (comesFrom(tokens, i)) add(context, i, 'from')
    else if (liesInRoom(tokens, i)) add(context, i, 'in-room')
  }
}

findToldNames.starts = { shapes: CAPITALS }

const add = (context: LayerContext, at: number, rule: string): void => addTokens(context, at, at, 'name', 0.75, `name/${rule}`, RANK.tagger)

function mayName(tokens: Tokens, at: number): boolean {
  if (hasLex(tokens, at, LEX.drug | LEX.common | LEX.organization) || isMedicalForm(tokens, at)) return false
  return !hasRole(tokens, at + 1, ROLE.medicalHead | ROLE.facility | ROLE.organization) || tokens.gap[at + 1]! > GAP.space
}

function isKnown(tokens: Tokens, at: number): boolean {
  return (hasLex(tokens, at, LEX_NAME) && !hasLex(tokens, at, LEX.test | LEX.abbreviation)) || tokens.lex[at] === 0
}

/** Pt. Cromwell */
function isPatientDot(tokens: Tokens, dot: number): boolean {
  return isSign(tokens, dot, '.') && isGlued(tokens, dot) && isWord(tokens, dot - 1) && /^pt$/i.test(textOf(tokens, dot - 1))
}

function isSmallRelation(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at) && tokens.shape[at] === SHAPE.lower && hasRole(tokens, at, ROLE.relation) && lengthOf(tokens, at) > 2
}

/** The phrase ends behind the word: `son Koa.`, but `mother Jewish, ...` is a proper word and stays. */
function endsHere(tokens: Tokens, next: number): boolean {
  const at = next - 1
  if (hasLex(tokens, at, LEX.proper | LEX_MEDICAL) && !hasLex(tokens, at, LEX_NAME)) return false
  return tokens.gap[next]! >= GAP.line || isSign(tokens, next, '.') || isSign(tokens, next, ')')
}

/** Armitage in room 8, MORO in bed 12: who is in a room with a number. */
function liesInRoom(tokens: Tokens, at: number): boolean {
  const shape = tokens.shape[at]
  if ((shape !== SHAPE.capital && shape !== SHAPE.upper) || tokens.role[at] !== 0 || lengthOf(tokens, at) < 4) return false
  if (tokens.hash[at + 1] !== IN || textOf(tokens, at + 1) !== 'in' || tokens.gap[at + 1] !== GAP.space || !isWord(tokens, at + 2))
    return false
  if (!/^(?:room|rm|bed|bay|cubicle)$/i.test(textOf(tokens, at + 2)) || !isNumber(tokens, at + 3) || tokens.gap[at + 3]! > GAP.space)
    return false
  if (hasLex(tokens, at, LEX_MEDICAL | LEX.common | LEX.organization) || isMedicalForm(tokens, at)) return false
  return hasLex(tokens, at, LEX_PROPER) || tokens.lex[at] === 0
}

/** Marisela from Rosebrooks: a given name, or a word of no list at the beginning of a sentence, and a capital behind `from`. */
function comesFrom(tokens: Tokens, at: number): boolean {
  const from = at + 1
  if (tokens.shape[at] !== SHAPE.capital || tokens.hash[from] !== FROM || tokens.gap[from] !== GAP.space || textOf(tokens, from) !== 'from')
    return false
  if (tokens.shape[at + 2] !== SHAPE.capital || tokens.gap[at + 2] !== GAP.space || tokens.role[at] !== 0 || lengthOf(tokens, at) < 4)
    return false
  if (hasLex(tokens, at, LEX_MEDICAL | LEX.abbreviation | LEX.organization) || isMedicalForm(tokens, at)) return false
  const begins = tokens.gap[at]! >= GAP.line || isSign(tokens, at - 1, '.') || isSign(tokens, at - 1, ':')
  if (!begins) return false
  return tokens.lex[at] === 0 || (hasLex(tokens, at, LEX.first) && hasLex(tokens, at, LEX_PROPER) && !hasLex(tokens, at, LEX_ENGLISH))
}
