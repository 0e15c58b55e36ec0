// Facilities and schools in small letters, as people type them: at st marys, to mercy general, the larkspur clinic. The words before the head are no
// plain ones.
import { RANK } from '../candidate.ts'
import { hashWords } from '../fold.ts'
import type { StartPositions } from '../layer-starts.ts'
import { LEX, LEX_MEDICAL, LEX_NAME, LEX_PROPER } from '../lexicon-bits.ts'
import { hasLex, hasRole, isSign, isWord, lengthOf } from '../token-tests.ts'
import { GAP, KIND, POSSESSIVE, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { GENERIC, SAINTS } from './institution-words.ts'
import { isNameOfScale } from './known-organizations.ts'
import { addTokens, type LayerContext } from './layer.ts'

const BEFORE = hashWords('at from to')
const NEVER_FIRST = hashWords('at from to for with in of through via')
const LOWER_HEADS = hashWords(
  'hospital clinic general memorial regional elementary academy university pharmacy hospice infirmary manor rehab preschool daycare nursing',
)

const DETERMINERS = hashWords('the a an this that our my his her their your any another some local outside nearest same other which')

export function findSmallInstitutions(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (tokens.kind[i] !== KIND.word) continue
    const hash = tokens.hash[i]!
    if (isSaint(tokens, i)) readSmallSaint(context, i)
    if (BEFORE.has(hash) || (DETERMINERS.has(hash) && tokens.shape[i] === SHAPE.lower)) readSmall(context, i)
  }
}

findSmallInstitutions.starts = { words: [SAINTS, BEFORE, DETERMINERS] }

/** At st marys, to mercy general, the larkspur clinic: small letters, the words before the head being no plain ones. */
function readSmall(context: LayerContext, before: number): void {
  const { tokens } = context
  const first = before + 1
  if (
    !isWord(tokens, first) ||
    tokens.gap[first] !== GAP.space ||
    DETERMINERS.has(tokens.hash[first]!) ||
    NEVER_FIRST.has(tokens.hash[first]!)
  )
    return
  if (SAINTS.has(tokens.hash[first]!)) return
  for (let head = first + 1; head <= first + 3; head++) {
    if (!isWord(tokens, head) || tokens.gap[head] !== GAP.space || hasRole(tokens, head, ROLE.function)) return
    if (!LOWER_HEADS.has(tokens.hash[head]!)) continue
    const last = LOWER_HEADS.has(tokens.hash[head + 1]!) && tokens.gap[head + 1] === GAP.space && isWord(tokens, head + 1) ? head + 1 : head
    if (!tellsApart(tokens, first, head) || (context.mode === 'balanced' && isNameOfScale(tokens, first, last))) return
    const category = hasRole(tokens, last, ROLE.organization) || /^(?:elementary|academy|preschool|daycare)$/.test(word(tokens, last))
    addTokens(context, first, last, category ? 'organization' : 'facility', 0.72, 'institution/small', RANK.tagger)
    return
  }
}

/** The words before the head: a name or an unknown one, or county, mercy and city before general. */
function tellsApart(tokens: Tokens, first: number, head: number): boolean {
  const general = /^(?:general|memorial|regional)$/.test(word(tokens, head))
  for (let i = first; i < head; i++) {
    if (hasLex(tokens, i, LEX_MEDICAL | LEX.abbreviation) && !hasLex(tokens, i, LEX_NAME)) return false
    if (general && hasRole(tokens, i, ROLE.facilityPart) && !/^(?:the|medical|surgical|care)$/.test(word(tokens, i))) return true
    if (GENERIC.has(tokens.hash[i]!)) continue
    if (hasLex(tokens, i, LEX.last | LEX.city | LEX.proper | LEX.first) && !hasLex(tokens, i, LEX.common)) return true
    if (hasLex(tokens, i, LEX.last | LEX.city) && hasLex(tokens, i, LEX.proper)) return true
    if (tokens.lex[i] === 0 && tokens.role[i] === 0 && lengthOf(tokens, i) > 3) return true
  }
  return false
}

/** St joes sent him: with the ending of the genitive wherever it stands, but behind a number it is a street. */
function isSaint(tokens: Tokens, at: number): boolean {
  if (tokens.shape[at] !== SHAPE.lower || !SAINTS.has(tokens.hash[at]!)) return false
  const before = at - 1
  if (tokens.gap[at] === GAP.space && isWord(tokens, before) && BEFORE.has(tokens.hash[before]!)) return true
  const name = isSign(tokens, at + 1, '.') ? at + 2 : at + 1
  const genitive = tokens.kind[name + 1] === KIND.sign && tokens.hash[name + 1] === POSSESSIVE
  const ends = /[^su]s$/.test(word(tokens, Math.min(name, tokens.count - 1))) && !hasLex(tokens, name, LEX.common)
  return (genitive || ends) && tokens.kind[before] !== KIND.number && tokens.kind[before - 1] !== KIND.number
}

/** St marys, st. luke's, mount carmel behind at, from or to. */
function readSmallSaint(context: LayerContext, saint: number): void {
  const { tokens } = context
  if (tokens.shape[saint] !== SHAPE.lower || !/^(?:st|saint|mt|mount)$/.test(word(tokens, saint))) return
  const name = isSign(tokens, saint + 1, '.') ? saint + 2 : saint + 1
  if (!isWord(tokens, name) || tokens.gap[name] !== GAP.space || hasRole(tokens, name, ROLE.function | ROLE.medicalHead)) return
  if (!hasLex(tokens, name, LEX_PROPER) && tokens.lex[name] !== 0 && tokens.lex[name] !== LEX.opensPhrase) return
  let last = name
  if (tokens.kind[last + 1] === KIND.sign && tokens.hash[last + 1] === POSSESSIVE) last++
  if (LOWER_HEADS.has(tokens.hash[last + 1]!) && isWord(tokens, last + 1)) last++
  if (hasRole(tokens, last + 1, ROLE.medicalHead) || /^(?:wort|encephalitis|virus)$/.test(word(tokens, last + 1))) return
  addTokens(context, saint, last, 'facility', 0.75, 'institution/saint', RANK.tagger)
}

function word(tokens: Tokens, at: number): string {
  return tokens.text.slice(tokens.start[at]!, tokens.end[at]!).toLowerCase()
}
