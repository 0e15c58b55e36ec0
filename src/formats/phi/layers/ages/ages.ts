// Ages over 89, which 45 CFR 164.514(b)(2)(i)(C) counts among the dates; younger ages stay.
import { RANK } from '../../candidate.ts'
import { hashWords } from '../../fold.ts'
import type { StartPositions } from '../../layer-starts.ts'
import { LEX, LEX_NAME } from '../../lexicon-bits.ts'
import { hasLex, hasRole, isCapitalized, isGlued, isSign, isWord, lengthOf, numberAt, textOf } from '../../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../../tokens.ts'
import { ROLE } from '../../word-roles.ts'
import { addTokens, type LayerContext } from '../layer.ts'
import { isMeasureOfPerson, isPerson } from './age-subjects.ts'

const YEARS = hashWords('y yo yf ym yr yrs year years yof yom años anos ans jahre jährige jähriger jährigen anni jaar')
const AGE_WORDS = hashWords('age aged ages edad edades alter eta età âge idade leeftijd turned turning')
const TENS = hashWords('ninety hundred')

export function findAges(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (tokens.kind[i] === KIND.number) readAge(context, i)
    else if (TENS.has(tokens.hash[i]!) && tokens.kind[i] === KIND.word) readSpelledAge(context, i)
  }
}

findAges.starts = { words: [TENS], numbers: true }

function readAge(context: LayerContext, at: number): void {
  const { tokens } = context
  const value = numberAt(tokens, at)
  if (value < 90 || value > 125 || lengthOf(tokens, at) > 3) return
  if ((isSign(tokens, at - 1, '.') || isSign(tokens, at - 1, '/')) && isGlued(tokens, at)) return
  const last = endOfYears(tokens, at)
  if (isTemperature(tokens, at, last, value)) return
  if (isSign(tokens, at + 1, '+')) return
  if (last === at && isBesidePerson(tokens, at)) addTokens(context, at, at, 'age', 0.8, 'age/person', RANK.pattern)
  if (last > at) addTokens(context, at, last, 'age', 0.95, 'age/years', RANK.pattern)
  else if (isAgeWordBefore(tokens, at)) addTokens(context, at, at, 'age', 0.9, 'age/labelled', RANK.pattern)
}

/** In degrees Fahrenheit: a fever of 92F is a woman of 92 years. */
const LEAST_FEVER = 99

/** Temp 101F; fever of 106F. Only the unit tells: a febrile 93-year-old is a person, and so is T: 95 yo. */
function isTemperature(tokens: Tokens, at: number, last: number, value: number): boolean {
  if (last !== at + 1 || !/^f$/i.test(textOf(tokens, last))) return false
  const isJoined = isWord(tokens, at - 1) && /^(?:of|to|at|was|is|up)$/i.test(textOf(tokens, at - 1))
  const before = isJoined || isSign(tokens, at - 1, ':') ? at - 2 : at - 1
  if (!isWord(tokens, before)) return false
  const word = textOf(tokens, before)
  if (/^(?:fever|fevers|febrile)$/i.test(word)) return value >= LEAST_FEVER
  return /^(?:temp|temps|temperature|tmax)$/i.test(word) || (/^t$/i.test(word) && !isJoined)
}

/** The last token of `-year-old`, ` y/o`, ` y.o.`, `F`, ` years of age` behind the number, or the number itself. */
function endOfYears(tokens: Tokens, at: number): number {
  let i = at + 1
  if (isSign(tokens, i, '-')) i++
  if (!isWord(tokens, i) || tokens.gap[i]! > GAP.space) return at
  if (isGlued(tokens, i) && i === at + 1 && /^[MFmf]$/.test(textOf(tokens, i))) return isSign(tokens, i + 1, '/') ? at : i
  if (!YEARS.has(tokens.hash[i]!)) return at
  const years = i
  if (isSign(tokens, i + 1, '-') || isSign(tokens, i + 1, '/') || isSign(tokens, i + 1, '.')) i++
  if (isWord(tokens, i + 1) && /^(?:old|o)$/i.test(textOf(tokens, i + 1)))
    return isSign(tokens, i + 2, '.') && lengthOf(tokens, i + 1) === 1 && isGlued(tokens, i + 2) ? i + 2 : i + 1
  if (
    isWord(tokens, years + 1) &&
    /^of$/i.test(textOf(tokens, years + 1)) &&
    isWord(tokens, years + 2) &&
    /^age$/i.test(textOf(tokens, years + 2))
  )
    return years + 2
  // 92y, 92 yrs at the end of a phrase.
  if (/^(?:y|yrs?|yf|ym)$/i.test(textOf(tokens, years)) && (isGlued(tokens, years) || endsPhrase(tokens, years + 1))) return years
  if (isWord(tokens, years + 1) && /^young$/i.test(textOf(tokens, years + 1))) return years + 1
  if (/^(?:yo|yof|yom|a[nñ]os|ans|anni|jaar|jahre|j.hrige.?)$/i.test(textOf(tokens, years))) return withOld(tokens, years)
  return isSign(tokens, at - 1, ',') && isCapitalized(tokens, at - 2) && endsPhrase(tokens, years + 1) ? years : at
}

/** 91 Jahre alt, 92 anos de idade, 95 años de edad. */
function withOld(tokens: Tokens, years: number): number {
  if (isWord(tokens, years + 1) && /^(?:alt|oud)$/i.test(textOf(tokens, years + 1))) return years + 1
  const isOf = isWord(tokens, years + 1) && /^(?:de|di)$/i.test(textOf(tokens, years + 1)) && isWord(tokens, years + 2)
  return isOf && /^(?:edad|idade|et[àa])$/i.test(textOf(tokens, years + 2)) ? years + 2 : years
}

/** Kazimiera, 90 years, rectal cancer; Adela Moro, 90 Y. */
function endsPhrase(tokens: Tokens, at: number): boolean {
  return (
    tokens.gap[at]! >= GAP.line || isSign(tokens, at, ',') || isSign(tokens, at, '.') || isSign(tokens, at, ';') || isSign(tokens, at, ')')
  )
}

const PRONOUNS = hashWords("she he shes hes who whos she's he's i'm im")

/** Shes 92 and; he is 95.; Elbert Ryan, 96, at. */
function isBesidePerson(tokens: Tokens, at: number): boolean {
  const behind = at + 1
  if (isMeasureOfPerson(tokens, at)) return false
  if (isSign(tokens, behind, '%') || (hasRole(tokens, behind, ROLE.unit) && tokens.gap[behind]! <= GAP.space)) return false
  if (isGlued(tokens, behind) && !isSign(tokens, behind, ',') && !isSign(tokens, behind, '.') && !isSign(tokens, behind, ')')) return false
  if (isSign(tokens, behind, '.') && isGlued(tokens, behind + 1)) return false
  if (isSign(tokens, at - 1, ',') && isSign(tokens, behind, ','))
    return isName(tokens, at - 2) || isPerson(tokens, at - 2) || isUnlistedName(tokens, at - 2)
  if (isKinOfAge(tokens, at)) return true
  if (isWord(tokens, at - 1) && /^(?:so|nearly|almost|hence|thus)$/i.test(textOf(tokens, at - 1)) && endsPhrase(tokens, behind)) return true
  if (isSign(tokens, at - 1, '(') && isGlued(tokens, at) && (isSign(tokens, behind, ',') || isSign(tokens, behind, ')')))
    return (
      isName(tokens, at - 2) ||
      isUnlistedName(tokens, at - 2) ||
      hasRole(tokens, at - 2, ROLE.relation) ||
      (hasRole(tokens, at - 3, ROLE.relation) && isCapitalized(tokens, at - 2))
    )
  if (
    isWord(tokens, at - 1) &&
    /^at$/i.test(textOf(tokens, at - 1)) &&
    isWord(tokens, at - 2) &&
    /^(?:died|dies|passed|deceased|death)$/i.test(textOf(tokens, at - 2))
  )
    return true
  const verb = isWord(tokens, at - 1) && /^(?:is|was|now|just|turns)$/i.test(textOf(tokens, at - 1)) ? at - 2 : at - 1
  return isWord(tokens, verb) && PRONOUNS.has(tokens.hash[verb]!) && tokens.gap[at]! <= GAP.space
}

const KIN = ROLE.relation | ROLE.person
/** Behind these an age of so many years stands, where no test and no unit does. */
const LIVED = hashWords('d died deceased dead lived live to be of at lady man woman gentleman person survived until till')

/** Mom is 91; grandmother 99; MGM d. 94; lived to be 101; a lady of 94; Littlefeather (92): kin or the end of a life in front. */
function isKinOfAge(tokens: Tokens, at: number): boolean {
  const isClosed = endsPhrase(tokens, at + 1) || (isWord(tokens, at + 1) && hasRole(tokens, at + 1, ROLE.function))
  let i = at - 1
  for (let steps = 0; steps < 4; steps++, i--) {
    if (isSign(tokens, i, '.') && isGlued(tokens, i) && /^d$/i.test(textOf(tokens, i - 1))) continue
    if (isSign(tokens, i, '(') && steps < 3) {
      if (!isWord(tokens, i - 1)) return false
      continue
    }
    if (!isWord(tokens, i) || tokens.gap[i + 1]! > GAP.space) return false
    if (hasRole(tokens, i, KIN)) return steps === 0 ? isClosed || isCapitalized(tokens, at + 1) : true
    const isVerb = /^(?:is|was|now|turned|turns|just|age|aged|brother|sister)$/i.test(textOf(tokens, i))
    if (/^lived$/i.test(textOf(tokens, i))) return true
    if (/^(?:lady|gentleman|woman)$/i.test(textOf(tokens, i)))
      return steps > 0 && isWord(tokens, at - 1) && /^of$/i.test(textOf(tokens, at - 1))
    if (!isVerb && !LIVED.has(tokens.hash[i]!)) return false
  }
  return false
}

/** Mr. Ambrose Littlefeather, 92,: a word of no list behind a capital. */
function isUnlistedName(tokens: Tokens, at: number): boolean {
  return tokens.shape[at] === SHAPE.capital && tokens.lex[at] === 0 && isCapitalized(tokens, at - 1) && tokens.gap[at] === GAP.space
}

function isName(tokens: Tokens, at: number): boolean {
  return isCapitalized(tokens, at) && hasLex(tokens, at, LEX_NAME) && !hasLex(tokens, at, LEX.abbreviation | LEX.test | LEX.drug)
}

function isAgeWordBefore(tokens: Tokens, at: number): boolean {
  let i = at - 1
  if (isSign(tokens, i, ':') || isSign(tokens, i, '=')) i--
  if (isWord(tokens, i) && /^(?:of|is|was)$/i.test(textOf(tokens, i))) i--
  return isWord(tokens, i) && AGE_WORDS.has(tokens.hash[i]!)
}

/** ninety-two-year-old, one hundred and one years old. */
function readSpelledAge(context: LayerContext, at: number): void {
  const { tokens } = context
  const first = /^hundred$/i.test(textOf(tokens, at)) && isWord(tokens, at - 1) && /^(?:a|one)$/i.test(textOf(tokens, at - 1)) ? at - 1 : at
  for (let i = at + 1; i <= at + 5; i++) {
    if (!isWord(tokens, i)) {
      if (!isSign(tokens, i, '-')) return
      continue
    }
    if (YEARS.has(tokens.hash[i]!)) {
      if (
        isWord(tokens, i + (isSign(tokens, i + 1, '-') ? 2 : 1)) &&
        /^(?:old|of)$/i.test(textOf(tokens, i + (isSign(tokens, i + 1, '-') ? 2 : 1)))
      ) {
        addTokens(context, first, i, 'age', 0.85, 'age/spelled', RANK.pattern)
      }
      return
    }
    if (!/^(?:and|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)$/i.test(textOf(tokens, i))) return
  }
}
