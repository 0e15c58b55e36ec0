// Names of messages: who is greeted (Good morning Voss, ...), addressed in the first line (Okafor,), thanked, and who signs: below Best, Warmly or Take care,
// behind them in the same line, or behind a dash at the end of the text.
import { RANK } from '../candidate.ts'
import { hashWords } from '../fold.ts'
import type { StartPositions } from '../layer-starts.ts'
import { LEX } from '../lexicon-bits.ts'
import { hasLex, hasRole, isSign, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'
import { isPlainCapital, PERSON, personGrade } from './person-words.ts'

const CLOSINGS = hashWords(
  'best warmly warm care truly soon wishes thanks respectfully cordially love xoxo regards yours cheers appreciatively gratefully sincerely faithfully advance',
)
const MOST_CLOSING_WORDS = 5
const MOST_WORDS = 3
const REQUESTS = hashWords(
  'call sign see check come look help page send confirm review advise weigh cover join fax text let clarify update',
)

export function findSalutations(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  readFirstLine(context)
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (tokens.shape[i]! >= SHAPE.capital && GREETINGS.has(tokens.hash[i]!)) readGreeting(context, i)
    else if (isSign(tokens, i, ',') && CLOSINGS.has(tokens.hash[i - 1] ?? 0)) readClosing(context, i)
    else if (tokens.shape[i] === SHAPE.lower && DAYTIMES.has(tokens.hash[i]!) && tokens.gap[i] === GAP.space) readGreeting(context, i)
  }
  readDashed(context)
}

const GREETINGS = hashWords('morning afternoon evening thank')
const DAYTIMES = hashWords('morning afternoon evening')

function add(context: LayerContext, first: number, last: number): void {
  addTokens(context, first, last, 'name', 0.75, 'name/salutation', RANK.tagger)
}

/** Morning Voss,; good morning Theo!; thank you Okafor */
function readGreeting(context: LayerContext, at: number): void {
  const { tokens } = context
  const isThanks = /^thank$/i.test(textOf(tokens, at))
  const start = isThanks ? at : isWord(tokens, at - 1) && /^good$/i.test(textOf(tokens, at - 1)) ? at - 1 : at
  if (tokens.gap[start]! < GAP.line && !isSign(tokens, start - 1, '.') && !isSign(tokens, start - 1, '!')) return
  if (isThanks && !(isWord(tokens, at + 1) && /^you$/i.test(textOf(tokens, at + 1)))) return
  const first = isThanks ? at + 2 : at + 1
  if (tokens.gap[first] !== GAP.space || personGrade(tokens, first) === PERSON.none) return
  const last = endOfSignature(tokens, first)
  if (last >= first && ends(tokens, last + 1)) add(context, first, last)
}

/** Okafor, alone in the first line; Theo - can you sign this? */
function readFirstLine(context: LayerContext): void {
  const { tokens } = context
  const grade = personGrade(tokens, 0)
  if (tokens.count < 3 || grade === PERSON.none) return
  const last = endOfSignature(tokens, 0)
  const sign = last + 1
  if (last < 0 || tokens.kind[sign] !== KIND.sign) return
  if (isSign(tokens, sign, ',') && tokens.gap[sign + 1]! >= GAP.line) add(context, 0, last)
  else if (isSign(tokens, sign, '-') && tokens.gap[sign] === GAP.space && isRequest(tokens, sign + 1, grade)) add(context, 0, last)
}

/** Can you sign, could you call, please check: nobody asks a drug; one may ask for its refill. */
function isRequest(tokens: Tokens, at: number, grade: number): boolean {
  if (!isWord(tokens, at) || !/^(?:can|could|would|will|please|pls|plz|did|any|fyi|are|do|have)$/i.test(textOf(tokens, at))) return false
  if (grade !== PERSON.unknown && !/^(?:any|do|are)$/i.test(textOf(tokens, at))) return true
  const verb = isWord(tokens, at + 1) && /^(?:you|u)$/i.test(textOf(tokens, at + 1)) ? at + 2 : at + 1
  return isWord(tokens, verb) && REQUESTS.has(tokens.hash[verb]!)
}

/** Best, Voss at the end of a line, or below it. */
function readClosing(context: LayerContext, comma: number): void {
  const { tokens } = context
  let start = comma - 1
  while (comma - start < MOST_CLOSING_WORDS && tokens.gap[start]! < GAP.line && isWord(tokens, start - 1)) start--
  const opens = tokens.gap[start]! >= GAP.line || isSign(tokens, start - 1, '.') || isSign(tokens, start - 1, '!')
  if (!opens || tokens.shape[start] === SHAPE.lower) return
  const first = comma + 1
  if (!isSigner(tokens, first)) return
  const last = endOfSignature(tokens, first)
  const behind = last + 1
  const isAlone =
    tokens.gap[behind]! >= GAP.line || behind >= tokens.count || (isSign(tokens, behind, '.') && tokens.gap[behind + 1]! >= GAP.line)
  const hasCredential =
    (isSign(tokens, behind, ',') ? hasRole(tokens, behind + 1, ROLE.credential) : hasRole(tokens, behind, ROLE.credential)) &&
    tokens.gap[behind]! <= GAP.space
  if (last >= first && (isAlone || hasCredential)) add(context, first, last)
}

/** The last line: -Voss, ~ Theo; an entry of a list has another before it, or a heading. */
function readDashed(context: LayerContext): void {
  const { tokens } = context
  let first = tokens.count - 1
  while (
    first > 0 &&
    tokens.count - first < MOST_WORDS + 1 &&
    tokens.kind[first] === KIND.word &&
    tokens.kind[first - 1] === KIND.word &&
    tokens.gap[first] === GAP.space
  )
    first--
  const dash = first - 1
  if (dash < 1 || !(isSign(tokens, dash, '-') || isSign(tokens, dash, '~')) || !isSigner(tokens, first)) return
  const start = isSign(tokens, dash - 1, '-') && tokens.gap[dash] === GAP.none ? dash - 1 : dash
  const isOwnLine = tokens.gap[start]! >= GAP.line
  const isBehindSentence = tokens.gap[start] === GAP.space && /^[.!?)]$/.test(textOf(tokens, start - 1)) && tokens.gap[first] === GAP.none
  if ((isOwnLine && !isListed(tokens, start)) || isBehindSentence) {
    const last = endOfSignature(tokens, first)
    if (last === tokens.count - 1) add(context, first, last)
  }
}

/** A heading ends the line before, or that line begins with a dash, too. */
function isListed(tokens: Tokens, dash: number): boolean {
  let at = dash - 1
  if (at < 0 || isSign(tokens, at, ':')) return true
  while (at > 0 && tokens.gap[at]! < GAP.line) at--
  return !isWord(tokens, at)
}

function isSigner(tokens: Tokens, at: number): boolean {
  if (tokens.shape[at] === SHAPE.upper && lengthOf(tokens, at) <= 3) return false
  return personGrade(tokens, at) !== PERSON.none || (isPlainCapital(tokens, at) && hasLex(tokens, at, LEX.proper))
}

/** The last of at most three capitals, initials among them; less than `first` where none stands there. */
function endOfSignature(tokens: Tokens, first: number): number {
  let last = first - 1
  while (last - first < MOST_WORDS - 1) {
    const next = last + 1
    if (last >= first && tokens.gap[next] !== GAP.space) break
    if (tokens.shape[next] === SHAPE.initial && isWord(tokens, next))
      last = isSign(tokens, next + 1, '.') && tokens.gap[next + 1] === GAP.none ? next + 1 : next
    else if (isSigner(tokens, next)) last = next
    else break
  }
  return last
}

function ends(tokens: Tokens, at: number): boolean {
  return (
    tokens.gap[at]! >= GAP.line ||
    at >= tokens.count ||
    isSign(tokens, at, ',') ||
    isSign(tokens, at, '!') ||
    isSign(tokens, at, '.') ||
    isSign(tokens, at, '-')
  )
}

findSalutations.starts = { words: [GREETINGS, DAYTIMES], signs: ',' }
