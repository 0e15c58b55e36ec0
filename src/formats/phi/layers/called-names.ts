// Names by the words that say that something is one: calls himself Shadow, her name is Mossy, known as Little Crow, hello, it's Temperance, "Big Al" gets his
// dose here; and a surname with the letter of the given name in a labelled place: Ordering: KIPLAGAT, R. Plain words with a capital are names there, too.
import { RANK } from '../candidate.ts'
import { hashWords } from '../fold.ts'
import { CAPITALS, type StartPositions } from '../layer-starts.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL } from '../lexicon-bits.ts'
import { hasLex, hasRole, isGlued, isSign, isWord, lengthOf, startsColumn, textOf } from '../token-tests.ts'
import { GAP, KIND, POSSESSIVE, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { actsBehind } from './acting-names.ts'
import { addTokens, type LayerContext } from './layer.ts'
import { isPlainCapital, PERSON, personGrade } from './person-words.ts'

const MOST_WORDS = 3

export function findCalledNames(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (tokens.shape[i]! < SHAPE.capital) continue
    if (tokens.shape[i] === SHAPE.capital && isSign(tokens, i - 1, '"')) {
      readQuoted(context, i)
      readNickname(context, i)
    } else if (tokens.shape[i] === SHAPE.capital && tokens.gap[i] === GAP.space && isCalled(tokens, i)) readName(context, i)
    if (isSign(tokens, i + 1, ',')) readSurnameLetter(context, i)
  }
}

findCalledNames.starts = { shapes: CAPITALS }

function add(context: LayerContext, first: number, last: number): void {
  addTokens(context, first, last, 'name', 0.75, 'name/called', RANK.tagger)
}

function readName(context: LayerContext, first: number): void {
  const { tokens } = context
  const last = endOfCapitals(tokens, first)
  if (
    last < first ||
    (hasRole(tokens, last + 1, ROLE.medicalHead | ROLE.facility | ROLE.organization) && tokens.gap[last + 1]! <= GAP.space)
  )
    return
  if (tokens.kind[last + 1] === KIND.sign && tokens.hash[last + 1] === POSSESSIVE && hasRole(tokens, last + 2, ROLE.medicalHead)) return
  add(context, first, last)
}

/** The last of the capitals in a row that may be names, -1 where the first is none. */
function endOfCapitals(tokens: Tokens, first: number): number {
  let last = first - 1
  while (last - first < MOST_WORDS - 1 && (last < first || tokens.gap[last + 1] === GAP.space) && mayBeName(tokens, last + 1)) last++
  return last < first ? -1 : last
}

function mayBeName(tokens: Tokens, at: number): boolean {
  return isPlainCapital(tokens, at) || personGrade(tokens, at) !== PERSON.none
}

/** What stands before a name that somebody is called by. */
const CALLS = hashWords('himself herself themselves is was as')

/** Calls himself, whose name is, known as, it's behind a greeting. */
function isCalled(tokens: Tokens, first: number): boolean {
  const before = first - 1
  if (tokens.kind[before] === KIND.sign) return tokens.hash[before] === POSSESSIVE && isGreeted(tokens, before - 1)
  if (!CALLS.has(tokens.hash[before]!) && !hasRole(tokens, before, ROLE.person)) return false
  const text = textOf(tokens, before)
  const front = isWord(tokens, before - 1) ? textOf(tokens, before - 1) : ''
  if (/^(?:himself|herself|themselves)$/.test(text)) return /^(?:calls|called|calling|names|named)$/.test(front)
  if (/^(?:is|was|as)$/.test(text) && /^(?:name|nickname|surname|alias)$/i.test(front)) return !hasLex(tokens, first, LEX_MEDICAL)
  if (hasRole(tokens, before, ROLE.person))
    return isWord(tokens, first + 1) && /^(?:here|calling|speaking)$/.test(textOf(tokens, first + 1))
  return text === 'as' && front === 'known' && tokens.shape[first + 1] === SHAPE.capital && tokens.gap[first + 1] === GAP.space
}

/** Hello, it's: the desk or the ward that says who is speaking. */
function isGreeted(tokens: Tokens, it: number): boolean {
  if (!isWord(tokens, it) || !/^it$/i.test(textOf(tokens, it))) return false
  const greeting = isSign(tokens, it - 1, ',') ? it - 2 : it - 1
  return isWord(tokens, greeting) && /^(?:hello|hi|hey|morning|evening|afternoon)$/i.test(textOf(tokens, greeting))
}

/** "Big Al" gets his dose here; goes by "Buddy": capitals alone in quotes, of somebody who acts or is called. */
function readQuoted(context: LayerContext, first: number): void {
  const { tokens } = context
  const last = endOfCapitals(tokens, first)
  const close = last + 1
  if (last < first || !isGlued(tokens, first) || !isSign(tokens, close, '"') || !isGlued(tokens, close)) return
  const before = first - 2
  const isNamed =
    isWord(tokens, before) && /^(?:by|aka|called|named|nicknamed|nickname|is|as)$/i.test(textOf(tokens, before)) && isNaming(tokens, before)
  const isSubject =
    actsBehind(tokens, close + 1, false) ||
    (isWord(tokens, close + 1) && /^(?:gets|takes|comes|lives|came|got)$/.test(textOf(tokens, close + 1)))
  if (isNamed || (isSubject && tokens.gap[first - 1]! >= GAP.space)) add(context, first, last)
}

function isNaming(tokens: Tokens, at: number): boolean {
  const text = textOf(tokens, at).toLowerCase()
  if (!/^(?:by|is|as)$/.test(text)) return true
  return isWord(tokens, at - 1) && /^(?:goes|going|went|name|nickname|known|prefers)$/i.test(textOf(tokens, at - 1))
}

const CALLED = hashWords('known nicknamed called')
const BETWEEN = hashWords('only simply just as to everyone all us by the nickname name')
const MOST_BETWEEN = 4

/** Known only as "Skip", nicknamed by everyone "Shorty": any capitals, because the words before them leave no doubt. */
function readNickname(context: LayerContext, first: number): void {
  const { tokens } = context
  let before = first - 2
  while (before > first - 2 - MOST_BETWEEN && isWord(tokens, before) && BETWEEN.has(tokens.hash[before]!)) before--
  if (before === first - 2 || !isWord(tokens, before) || !CALLED.has(tokens.hash[before]!) || hasLex(tokens, first, LEX.drug)) return
  const last = isWord(tokens, first + 1) && tokens.shape[first + 1] === SHAPE.capital ? first + 1 : first
  if (isSign(tokens, last + 1, '"')) addTokens(context, first, last, 'name', 0.75, 'name/quoted', RANK.pattern)
}

/** Ordering: KIPLAGAT, R; supervising Al-Jabouri, M: where a line, a column or a sign ends the entry. */
function readSurnameLetter(context: LayerContext, surname: number): void {
  const { tokens } = context
  const letter = surname + 2
  if (tokens.shape[letter] !== SHAPE.initial || tokens.gap[letter]! > GAP.space || lengthOf(tokens, surname) < 3) return
  if (tokens.role[surname] !== 0 || hasLex(tokens, surname, LEX_MEDICAL | LEX_ENGLISH)) return
  const dotted = isSign(tokens, letter + 1, '.') && isGlued(tokens, letter + 1)
  const behind = dotted ? letter + 2 : letter + 1
  const ends =
    tokens.gap[behind]! >= GAP.line ||
    (tokens.gap[behind]! >= GAP.space && startsColumn(tokens, behind)) ||
    /^[)|;/"]$/.test(textOf(tokens, behind))
  const first = isSign(tokens, surname - 1, '-') && isGlued(tokens, surname) && isGlued(tokens, surname - 1) ? surname - 2 : surname
  const isPlaced =
    isSign(tokens, first - 1, ':') ||
    tokens.gap[first]! >= GAP.line ||
    isSign(tokens, first - 1, '/') ||
    hasRole(tokens, first - 1, ROLE.person | ROLE.title) ||
    (isWord(tokens, first - 1) && /^(?:supervising|ordering|by)$/i.test(textOf(tokens, first - 1)))
  if (ends && isPlaced) add(context, first, letter)
}
