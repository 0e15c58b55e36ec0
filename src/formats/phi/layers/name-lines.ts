// Names by the place where they stand in a line: greetings and signatures, "seen by", "named", initials, "Last, First M".
import { RANK } from '../candidate.ts'
import { hashWords } from '../fold.ts'
import { CAPITALS, type StartPositions } from '../layer-starts.ts'
import { LEX, LEX_ENGLISH, LEX_NAME } from '../lexicon-bits.ts'
import { endOfName, isLikelyName, mayBeNamePart, trimPlainTail } from '../name-shape.ts'
import { hasLex, hasRole, isCapitalized, isGlued, isNumber, isSign, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'
import { isBareInitials, isEndOfLine } from './name-initials.ts'

const NAMING = hashWords('named called nicknamed alias aka née nee surname forename lastname firstname nickname goes prefers')

const GREETINGS = hashWords('dear hi hello hey thanks thx regards sincerely cheers attn thank')

const PROVIDER_BEFORE = hashWords('by per with w')

const PEOPLE_VERBS = hashWords(
  'seen referred reviewed signed dictated performed interpreted supervised assisted verified approved transcribed authored cosigned discussed ordered recommended evaluated administered prescribed obtained read prepared examined accompanied followed notified called paged spoke collected reported assessed placed contacted completed gross cut embedded scribed requested assigned rounded visited entered electronically translated given drawn noted witnessed charted documented sent countersigned staffed counted relieved',
)

export function findNamesInLines(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (!isWord(tokens, i)) continue
    const hash = tokens.hash[i]!
    if (tokens.shape[i]! >= SHAPE.capital) readBeforeRecord(context, i)
    if (tokens.shape[i] === SHAPE.capital) readBeforeAge(context, i)
    if (NAMING.has(hash)) readBehindNaming(context, i)
    if (GREETINGS.has(hash) && tokens.shape[i] !== SHAPE.lower) readGreeting(context, i)
    if (PROVIDER_BEFORE.has(hash)) readBehindBy(context, i)
    if (tokens.shape[i]! >= SHAPE.capital && isSign(tokens, i + 1, ',')) readLastFirst(context, i)
  }
}

findNamesInLines.starts = { words: [NAMING, PROVIDER_BEFORE], shapes: CAPITALS }

function add(context: LayerContext, first: number, last: number, rule: string, score: number, rank: number = RANK.pattern): void {
  addTokens(context, first, last, 'name', score, `name/${rule}`, rank)
}

function readBehindNaming(context: LayerContext, at: number): void {
  const { tokens } = context
  let first = at + 1
  const joined =
    isWord(tokens, first) && /^(?:by|to|be|as|is|was|him|her|himself|herself|themselves|themself)$/i.test(textOf(tokens, first))
  if (joined) first++
  else if (/^name$/i.test(textOf(tokens, at)) && !isSign(tokens, first, ':') && !isSign(tokens, first, '?')) return
  if (isSign(tokens, first, ':') || isSign(tokens, first, '"') || isSign(tokens, first, '?')) first++
  if (tokens.gap[first]! > GAP.space || !mayBeNamePart(tokens, first) || hasRole(tokens, first, ROLE.title)) return
  if (hasLex(tokens, first, LEX_ENGLISH) && !hasLex(tokens, first, LEX_NAME)) return
  const last = trimPlainTail(tokens, first, endOfName(tokens, first, 4))
  if (!hasRole(tokens, last + 1, ROLE.medicalHead) || tokens.gap[last + 1]! > GAP.space) add(context, first, last, 'naming', 0.85)
}

const RECORD_WORDS = hashWords('mrn dob ssn mr ptid acct medrec female male f m woman man yo age aged')

/** Thea Vance (MRN 7); Pham Mi, female 39: two capitals, none of them English, before a record number, a birth date, a sex or an age. */
function readBeforeRecord(context: LayerContext, first: number): void {
  const { tokens } = context
  const second = first + 1
  if (!isCapitalized(tokens, second) || tokens.gap[second] !== GAP.space) return
  const bracket = second + 1
  const opened = isSign(tokens, bracket, '(') || isSign(tokens, bracket, ',')
  const record = bracket + 1
  if (
    opened
      ? !isWord(tokens, record) || tokens.gap[record]! > GAP.space || !RECORD_WORDS.has(tokens.hash[record]!)
      : !isAgeAndSex(tokens, bracket)
  )
    return
  for (const at of [first, second]) {
    if (!mayBeNamePart(tokens, at) || (tokens.role[at] !== 0 && !hasLex(tokens, at, LEX_NAME))) return
    if (hasLex(tokens, at, LEX_ENGLISH | LEX.drug | LEX.test | LEX.eponym | LEX.abbreviation) && !hasLex(tokens, at, LEX_NAME)) return
  }
  add(context, first, second, 'before-record', 0.8)
}

/** Aoife (2 y/o) ate; Keerti, 34, asks: one name, no other word, before an age. */
function readBeforeAge(context: LayerContext, at: number): void {
  const { tokens } = context
  const sign = at + 1
  const age = at + 2
  const bracketed = isSign(tokens, sign, '(')
  if ((!bracketed && !isSign(tokens, sign, ',')) || !isNumber(tokens, age) || lengthOf(tokens, age) > 2) return
  const isAge = isAgeAndSex(tokens, age, bracketed) || (!bracketed && lengthOf(tokens, age) === 2 && isSign(tokens, age + 1, ','))
  if (!isAge || !mayBeNamePart(tokens, at) || lengthOf(tokens, at) < 3 || (tokens.role[at] !== 0 && !hasLex(tokens, at, LEX_NAME))) return
  const others = LEX.drug | LEX.test | LEX.eponym | LEX.abbreviation | LEX.city | LEX.region
  if (hasLex(tokens, at, LEX_ENGLISH | others) && !(bracketed && hasLex(tokens, at, LEX.first))) return
  add(context, at, at, 'before-age', 0.72)
}

/** 67F, 45 yo M. */
function isAgeAndSex(tokens: Tokens, at: number, isGluedToo = false): boolean {
  const unit = at + 1
  return (
    isNumber(tokens, at) &&
    (tokens.gap[at] === GAP.space || (isGluedToo && isGlued(tokens, at))) &&
    lengthOf(tokens, at) <= 3 &&
    isWord(tokens, unit) &&
    tokens.gap[unit]! <= GAP.space &&
    /^(?:[MFmf]|yo|YO|yom|yof|y|yrs?)$/.test(textOf(tokens, unit))
  )
}

/** Hi Tammy,; Thx, KM at the end of a line. */
function readGreeting(context: LayerContext, at: number): void {
  const { tokens } = context
  let first = at + 1
  if (isSign(tokens, first, ',') || isSign(tokens, first, '!')) first++
  if (
    first > at + 1 &&
    tokens.shape[first] === SHAPE.upper &&
    lengthOf(tokens, first) <= 3 &&
    tokens.gap[first + 1]! >= GAP.line &&
    tokens.role[first] === 0
  ) {
    add(context, first, first, 'signature', 0.8)
    return
  }
  if (hasRole(tokens, first, ROLE.title) || !mayBeNamePart(tokens, first) || tokens.gap[first]! > GAP.line) return
  if (tokens.gap[first] === GAP.line && !isSign(tokens, first - 1, ',')) return
  if (hasLex(tokens, first, LEX_ENGLISH) && !hasLex(tokens, first, LEX_NAME)) return
  add(context, first, trimPlainTail(tokens, first, endOfName(tokens, first, 3)), 'greeting', 0.88)
}

/** D/w, s/w: discussed and spoke with. */
function isDiscussedWith(tokens: Tokens, at: number): boolean {
  return (
    isSign(tokens, at - 1, '/') &&
    isGlued(tokens, at) &&
    isWord(tokens, at - 2) &&
    /^[dsc]$/i.test(textOf(tokens, at - 2)) &&
    /^w$/i.test(textOf(tokens, at))
  )
}

/** Per ADA 2024 Standards, per GOLD guidelines. */
function isBodyOfRules(tokens: Tokens, first: number, last: number): boolean {
  if (first !== last || tokens.gap[last + 1]! > GAP.space) return false
  const behind = /^\d+$/.test(textOf(tokens, last + 1)) ? last + 2 : last + 1
  return (
    isWord(tokens, behind) &&
    /^(?:guidelines?|standards?|criteria|recommendations?|protocol|consensus|statement|update)$/i.test(textOf(tokens, behind))
  )
}

/** Per AAN, by AUC: three letters that are an abbreviation. */
function isBody(tokens: Tokens, at: number): boolean {
  return lengthOf(tokens, at) > 2 && hasLex(tokens, at, LEX.abbreviation)
}

/** Seen by Smith; signed electronically by J. Moro; per Quint. */
function readBehindBy(context: LayerContext, at: number): void {
  const { tokens } = context
  const first = isSign(tokens, at + 1, ':') || isSign(tokens, at + 1, '/') ? at + 2 : at + 1
  const isWith = /^with$/i.test(textOf(tokens, at))
  if (
    (PEOPLE_VERBS.has(tokens.hash[at - 1] ?? 0) || (isEndOfLine(tokens, first) && !isWith && !isBody(tokens, first))) &&
    isBareInitials(tokens, first)
  ) {
    add(context, first, first, 'by-initials', 0.75)
    return
  }
  if (
    tokens.gap[first]! > GAP.space ||
    !mayBeNamePart(tokens, first) ||
    !isLikelyName(tokens, first) ||
    hasRole(tokens, first, ROLE.title | ROLE.person)
  )
    return
  const verb = PEOPLE_VERBS.has(tokens.hash[at - 1] ?? 0) || isDiscussedWith(tokens, at)
  const last = endOfName(tokens, first, 4)
  const initial = tokens.shape[first] === SHAPE.initial && last > first
  if (
    !verb &&
    !initial &&
    (!hasLex(tokens, first, LEX.first) || (isWord(tokens, at) && /^w(?:ith)?$/i.test(textOf(tokens, at)) && last === first))
  )
    return
  if (tokens.shape[first] === SHAPE.upper && (!hasLex(tokens, first, LEX_NAME) || isBodyOfRules(tokens, first, last))) return
  if (hasLex(tokens, first, LEX.drug | LEX.eponym | LEX.test | LEX.organization) && last === first && !verb) return
  add(context, first, trimPlainTail(tokens, first, last), 'by', 0.82)
}

/** Xiong, Pa Houa: a short given name that is a credential in capitals, and another behind it. */
function isPaHoua(tokens: Tokens, given: number): boolean {
  return (
    lengthOf(tokens, given) === 2 &&
    tokens.shape[given] === SHAPE.capital &&
    tokens.shape[given + 1] === SHAPE.capital &&
    tokens.gap[given + 1] === GAP.space &&
    !hasLex(tokens, given + 1, LEX_ENGLISH)
  )
}

/** FOWLER,IVY; Smith-Jones, Anna M.: both parts are names, or a label, a line or a number stands beside them. */
function readLastFirst(context: LayerContext, comma: number): void {
  const { tokens } = context
  const last = comma
  const given = comma + 2
  if (
    tokens.gap[given]! > GAP.space ||
    !isCapitalized(tokens, given) ||
    tokens.shape[last] === SHAPE.initial ||
    tokens.shape[given] === SHAPE.initial
  )
    return
  if (!isLikelyName(tokens, last) || (!hasLex(tokens, given, LEX.first | LEX.last) && tokens.lex[given] !== 0 && !isPaHoua(tokens, given)))
    return
  // Hi, Moro here
  const isGreeting = hasRole(tokens, last, ROLE.person) && !hasLex(tokens, last, LEX.last)
  if (
    isGreeting ||
    (hasRole(tokens, given, ROLE.credential | ROLE.state | ROLE.month) && !isPaHoua(tokens, given)) ||
    hasRole(tokens, last, ROLE.month | ROLE.weekday | ROLE.facility | ROLE.organization)
  )
    return
  let first = last
  if (isSign(tokens, last - 1, '-') && isGlued(tokens, last) && isCapitalized(tokens, last - 2)) first = last - 2
  else if (hasRole(tokens, last - 1, ROLE.particle) && isCapitalized(tokens, last - 1) && tokens.gap[last] === GAP.space) first = last - 1
  const labelled =
    isSign(tokens, first - 1, ':') ||
    tokens.gap[first]! >= GAP.line ||
    isSign(tokens, first - 1, '|') ||
    isSign(tokens, first - 1, '^') ||
    (isWord(tokens, first - 1) && /^(?:pt|patient|client|resident)$/i.test(textOf(tokens, first - 1)))
  const bothNames = hasLex(tokens, last, LEX_NAME | LEX.proper) && hasLex(tokens, given, LEX.first)
  const tight = isGlued(tokens, given) && isGlued(tokens, comma + 1)
  const isPlace = hasLex(tokens, last, LEX.city) && hasLex(tokens, given, LEX.region)
  const isList = isSign(tokens, first - 1, ',') || (isWord(tokens, given + 1) && /^(?:and|or)$/i.test(textOf(tokens, given + 1)))
  if (
    isPlace ||
    (!labelled && !tight && (!bothNames || isList)) ||
    (!bothNames && tokens.lex[last] !== 0 && !hasLex(tokens, last, LEX_NAME | LEX.proper))
  )
    return
  if (hasLex(tokens, given, LEX.drug | LEX.test) && !hasLex(tokens, given, LEX_NAME)) return
  const end = endOfName(tokens, given, 3)
  add(context, first, end, 'last-first', labelled || tight ? 0.93 : 0.8)
}
