// Ages over 89 that grammar says and no unit: in her nineties, turns 101 in May, his 95th birthday, female, 92, sister alive 94, 97 and still driving.
// Saturations, pressures, scores, degrees and counts have the same numbers; a pronoun, a sex, a relative or the life of a person must stand beside one.
import { RANK } from '../../candidate.ts'
import { hashWords } from '../../fold.ts'
import type { StartPositions } from '../../layer-starts.ts'
import { LEX, LEX_NAME } from '../../lexicon-bits.ts'
import { hasLex, hasRole, isCapitalized, isGlued, isNumber, isSign, isWord, lengthOf, numberAt, textOf } from '../../token-tests.ts'
import { GAP, KIND, POSSESSIVE, SHAPE, type Tokens } from '../../tokens.ts'
import { ROLE } from '../../word-roles.ts'
import { readOrdinalDay } from '../../words/ordinal-words.ts'
import { addTokens, type LayerContext } from '../layer.ts'
import { isBehindNamed, isBirthdayOf, isSaidOfPerson } from './age-subjects.ts'
import { standsForPerson } from './opening-ages.ts'

export const YOUNGEST = 90
export const OLDEST = 115
const WHOSE = hashWords('his her their my your our whose hers')
const PART_OF_DECADE = hashWords('early mid middle late upper lower very')
const NINETIES = hashWords('nineties hundreds')
const NINETY = hashWords('ninety ninetyone ninetytwo ninetythree ninetyfour ninetyfive ninetysix ninetyseven ninetyeight ninetynine')
const COUNTED = hashWords(
  'and one two three four five six seven eight nine ten eleven twelve first second third fourth fifth sixth seventh eighth ninth',
)
const AGED = hashWords('age aged ages turned turning turns turn')
const YEARS = hashWords('y yo yof yom yr yrs year years')
const TURNS = hashWords('turn turns turned turning reach reaches reached reaching hits hit hitting pushing')
const BIRTHDAY = hashWords('birthday birthdays bday b-day birthdate')
const SEXES = /^(?:male|female|man|woman|lady|gentleman|M|F)$/i
const ORIGIN_AND_SEX = /^(?:[WBHwbh][MFmf]|(?:AA|aa)[MFmf]|[WwBb]?[AaLl][MFmf])$/
const LIVING = hashWords('alive living lives healthy well deceased died passed dead d')
const KINDRED = hashWords('sibs sib siblings parents gm gf ggm nana nan gran papa pop pops mama')
/** What tells of a life behind an age that a line begins with. */
const LIFE = hashWords(
  'lives living still frail dnr dni widowed widow widower retired independent independently ambulatory ambulates demented bedbound wheelchair nursing snf fell caregiver married lady gentleman woman man homebound hospice driving walks cognitively comfort sharp spry',
)
/** What has such numbers, too, within the clause before. */
const MEASURED =
  /^(?:temps?|temperature|tmax|fevers?|febrile|hr|pulse|sats?|satting|saturation|saturations|spo|o|bp|sbp|dbp|map|pressures?|systolic|systolics|weight|weighs|weighed|wt|glucose|sugars?|bg|fsbs|bmi|height|ht|rr|rate|ef|lvef|scores?|scored|degrees?|flexion|extension|abduction|rotation|elevation|angle|goal|target|percentile|iq|dose|dosed|max|level|titrate|titrated|running|run|holding|hovering|set|stable|steady|rest|cap|started|stopped|paced|pacing|mhz|fr)$/i

export function findOldAges(context: LayerContext, positions: StartPositions): void {
  const { tokens, mode } = context
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (tokens.kind[i] === KIND.number) readNumber(context, i)
    else if (tokens.kind[i] === KIND.word && mayBeAge(tokens, i)) {
      const hash = tokens.hash[i]!
      if (NINETIES.has(hash)) readDecade(context, i, i)
      else if (NINETY.has(hash) || HUNDRED.has(hash)) readSpelled(context, i)
      else if (BIRTHDAYS.has(hash) && isBirthdayOf(tokens, i, i)) add(context, i, i, 'birthday')
      else if (mode !== 'balanced' && GENERATIONS.has(hash)) add(context, i, i, 'generation')
    }
  }
}

/** Whether the word begins as ninety, hundred, centenarian or supercentenarian do: most words are passed over at once. */
function mayBeAge(tokens: Tokens, at: number): boolean {
  const letter = tokens.text.charCodeAt(tokens.start[at]!) | 32
  return letter === 0x6e || letter === 0x68 || letter === 0x63 || letter === 0x73
}

const HUNDRED = hashWords('hundred')
const BIRTHDAYS = hashWords('ninetieth hundredth')
/** More than ninety or a hundred years: a category that may stand, which only a careful mode hides. */
const GENERATIONS = hashWords('nonagenarian centenarian supercentenarian')

function add(context: LayerContext, first: number, last: number, rule: string): void {
  addTokens(context, first, last, 'age', 0.8, `age/${rule}`, RANK.pattern)
}

function readNumber(context: LayerContext, at: number): void {
  const { tokens } = context
  const value = numberAt(tokens, at)
  if (value < YOUNGEST || value > OLDEST || lengthOf(tokens, at) > 3) return
  const next = at + 1
  if (isWord(tokens, next) && isGlued(tokens, next)) {
    const suffix = textOf(tokens, next)
    if (/^s$/i.test(suffix)) readDecade(context, at, next)
    else if (/^(?:st|nd|rd|th)$/i.test(suffix)) readBirthday(context, at)
  }
  if (isPartOfNumber(tokens, at)) return
  if (isWord(tokens, next) && tokens.gap[next]! <= GAP.space && ORIGIN_AND_SEX.test(textOf(tokens, next))) {
    if (isGlued(tokens, next) || opensClause(tokens, at)) add(context, at, at, 'sex')
    return
  }
  if (isMeasureBehind(tokens, next)) return
  if (isTurned(tokens, at)) add(context, at, at, 'turned')
  else if (isBehindSex(tokens, at)) add(context, at, at, 'sex')
  else if (isOfYears(tokens, at)) add(context, at, at, 'years')
  else if (isOfKin(tokens, at)) add(context, at, at, 'kin')
  else if (isBracketed(tokens, at)) add(context, at, at, 'person')
  else if (isLife(tokens, at)) add(context, at, at, 'life')
  else if (isReachedAt(tokens, at)) add(context, at, at, 'at')
  else if (standsForPerson(tokens, at)) add(context, at, at, 'somebody')
}

export function isPartOfNumber(tokens: Tokens, at: number): boolean {
  if (isGlued(tokens, at) && !isSign(tokens, at - 1, '(') && !isSign(tokens, at - 1, '/') && !/^[MF]$/.test(textOf(tokens, at - 1)))
    return true
  if (isGlued(tokens, at) && isSign(tokens, at - 1, '/') && !/^(?:m|f|male|female|sex)$/i.test(textOf(tokens, Math.max(0, at - 2))))
    return true
  const next = at + 1
  return isGlued(tokens, next) && isGlued(tokens, next + 1) && isNumber(tokens, next + 1)
}

/** 93 %, 95 kg, 98 degrees, 101.4, 92-96, 92/60; but MI is no mile. */
export function isMeasureBehind(tokens: Tokens, next: number): boolean {
  if (isSign(tokens, next, '%') || isSign(tokens, next, '/') || isSign(tokens, next, '°') || isSign(tokens, next, '+')) return true
  if (isGlued(tokens, next) && isSign(tokens, next, '-')) return true
  if (!isWord(tokens, next) || tokens.gap[next]! > GAP.space) return false
  if (isGlued(tokens, next)) return true
  if (YEARS.has(tokens.hash[next]!)) return false
  const word = textOf(tokens, next)
  if (/^(?:percent|degrees?|to|or|units?|percentile|patients|people|subjects|cases|points?|out)$/i.test(word)) return true
  return hasRole(tokens, next, ROLE.unit) && !/^(?:in|w|s|d|MI|M|F|L)$/.test(word)
}

/** In her 90s, in his early 90s, his mid-nineties, a woman in her late nineties. */
function readDecade(context: LayerContext, first: number, last: number): void {
  const { tokens } = context
  let at = first - 1
  if (isSign(tokens, at, "'")) at--
  for (let steps = 0; steps < 3; steps++) {
    if (isSign(tokens, at, '-') || isSign(tokens, at, '/') || isSign(tokens, at, ',')) at--
    else if (isWord(tokens, at) && (PART_OF_DECADE.has(tokens.hash[at]!) || /^to$/i.test(textOf(tokens, at)))) at--
    else break
  }
  const isOwned = isWord(tokens, at) && WHOSE.has(tokens.hash[at]!) && isWord(tokens, at - 1)
  const isIn = isOwned && /^(?:in|into|till|until|through|reached|of|was|well|is)$/i.test(textOf(tokens, at - 1))
  if (isIn && !isBehindMeasure(tokens, at - 1)) add(context, at + 1, last, 'decade')
}

function readBirthday(context: LayerContext, at: number): void {
  const { tokens } = context
  const word = at + 2
  const isSaid = isWord(tokens, word) && tokens.gap[word] === GAP.space && isBirthday(tokens, word)
  if (isSaid || isBirthdayOf(tokens, at, at + 1)) add(context, at, at + 1, 'birthday')
}

function isBirthday(tokens: Tokens, at: number): boolean {
  if (BIRTHDAY.has(tokens.hash[at]!)) return true
  return /^b$/i.test(textOf(tokens, at)) && isSign(tokens, at + 1, '-') && /^day$/i.test(textOf(tokens, at + 2))
}

/** Aged ninety-one; ninety two yo; she turns a hundred and one; her ninetieth birthday. */
function readSpelled(context: LayerContext, word: number): void {
  const { tokens } = context
  const first = startOfHundred(tokens, word)
  if (first < 0) return
  let last = word
  for (let at = word + 1; at <= word + 4; at++) {
    if (isSign(tokens, at, '-') && isGlued(tokens, at)) continue
    if (!isWord(tokens, at) || !COUNTED.has(tokens.hash[at]!) || tokens.gap[at]! > GAP.space) break
    if (!/^and$/i.test(textOf(tokens, at))) last = at
  }
  const before = first - 1
  const isSaid = isWord(tokens, before) && tokens.gap[first]! <= GAP.space && AGED.has(tokens.hash[before]!)
  let unit = last + 1
  if (isSign(tokens, unit, '-')) unit++
  const isUnit = isWord(tokens, unit) && YEARS.has(tokens.hash[unit]!) && tokens.gap[unit]! <= GAP.space
  const isOld = isUnit && (!/^years?$/i.test(textOf(tokens, unit)) || /^(?:old|-|of|young)$/i.test(textOf(tokens, unit + 1)))
  const isOrdinal = readOrdinalDay(tokens, last) !== undefined
  const isOf = !isUnit && !isOrdinal && (isSaidOfPerson(tokens, first, last) || isBehindNamed(tokens, first, last))
  if (isSaid || isOld || isOf || (isOrdinal && isBirthdayOf(tokens, first, last))) add(context, first, last, 'spelled')
}

/** The first word of `one hundred` and `a hundred`, of `ninety` itself; -1 for hundreds of anything. */
function startOfHundred(tokens: Tokens, word: number): number {
  if (!HUNDRED.has(tokens.hash[word]!)) return word
  const one = isSign(tokens, word - 1, '-') ? word - 2 : word - 1
  if (isWord(tokens, one) && WHOSE.has(tokens.hash[one]!)) return word
  return isWord(tokens, one) && /^(?:a|one)$/i.test(textOf(tokens, one)) ? one : -1
}

/** Turns 101 next week, going on 97, will be 95 in June, she'll be 100. */
function isTurned(tokens: Tokens, at: number): boolean {
  const before = at - 1
  if (!isWord(tokens, before) || tokens.gap[at] !== GAP.space || isBehindMeasure(tokens, before)) return false
  const word = textOf(tokens, before)
  if (TURNS.has(tokens.hash[before]!)) return /^turn/i.test(word) || (isSomeone(tokens, before - 1) && isWhen(tokens, at + 1))
  if (/^on$/i.test(word)) return /^going$/i.test(textOf(tokens, before - 1))
  if (!/^be$/i.test(word)) return false
  const will = before - 1
  return isWord(tokens, will) && (/^(?:[a-z]+'ll|shell|hell|theyll)$/i.test(textOf(tokens, will)) || isWillOf(tokens, will))
}

function isWhen(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at) && /^(?:next|this|last|soon|years?|today|tomorrow)$/i.test(textOf(tokens, at))
}

function isWillOf(tokens: Tokens, at: number): boolean {
  if (/^ll$/i.test(textOf(tokens, at)) && isSign(tokens, at - 1, "'")) return isSomeone(tokens, at - 2)
  return /^(?:will|would|gonna)$/i.test(textOf(tokens, at)) && isSomeone(tokens, at - 1)
}

/** A pronoun, a relative or a patient. */
function isSomeone(tokens: Tokens, at: number): boolean {
  if (tokens.hash[at] === POSSESSIVE && !isSign(tokens, at, "'")) return hasRole(tokens, at - 1, PERSONS)
  return hasRole(tokens, at, PERSONS) || (isWord(tokens, at) && (KINDRED.has(tokens.hash[at]!) || isNameOnly(tokens, at)))
}

const PERSONS = ROLE.pronoun | ROLE.relation | ROLE.person

function isNameOnly(tokens: Tokens, at: number): boolean {
  return isCapitalized(tokens, at) && hasLex(tokens, at, LEX_NAME) && !hasLex(tokens, at, LEX.test | LEX.drug | LEX.abbreviation)
}

/** Male, 92,; F/92; M, 92; Age/Sex 95 F; pt 98 F; 98 yr F. */
function isBehindSex(tokens: Tokens, at: number): boolean {
  const isJoined = isSign(tokens, at - 1, ',') || isSign(tokens, at - 1, '/')
  const sex = isJoined ? at - 2 : at - 1
  if (isWord(tokens, sex) && tokens.gap[at]! <= GAP.space && SEXES.test(textOf(tokens, sex))) {
    const isLetter = lengthOf(tokens, sex) === 1
    if (!isLetter) return !isBehindMeasure(tokens, sex - 1) && (isJoined || opensClause(tokens, sex) || endsClause(tokens, at + 1))
    return tokens.shape[sex] === SHAPE.initial && (opensClause(tokens, sex) || /^sex$/i.test(textOf(tokens, Math.max(0, sex - 1))))
  }
  return isBeforeSex(tokens, at)
}

function isBeforeSex(tokens: Tokens, at: number): boolean {
  const hasUnit = isWord(tokens, at + 1) && /^(?:y|yrs?|years?)$/i.test(textOf(tokens, at + 1))
  const sex = hasUnit ? at + 2 : at + 1
  if (
    !isWord(tokens, sex) ||
    tokens.gap[sex]! > GAP.space ||
    !/^(?:[MF]|(?:cis|trans)?(?:male|female)|cis|trans)$/i.test(textOf(tokens, sex))
  )
    return false
  if (/^[mf]$/.test(textOf(tokens, sex)) && !hasUnit && !opensClause(tokens, at)) return false
  if (hasUnit) return true
  const before = isSign(tokens, at - 1, ':') ? at - 2 : at - 1
  const isLabelled = isWord(tokens, before) && /^(?:sex|gender|pt|patient|resident|client|age)$/i.test(textOf(tokens, before))
  return isLabelled || lengthOf(tokens, sex) > 1 || (isNameOnly(tokens, before) && tokens.shape[sex] === SHAPE.initial)
}

/** A man of 92 years, she is 94 years, at 94 years she. */
function isOfYears(tokens: Tokens, at: number): boolean {
  if (!isWord(tokens, at + 1) || !/^(?:years?|yrs?)$/i.test(textOf(tokens, at + 1)) || !isWord(tokens, at - 1)) return false
  const before = textOf(tokens, at - 1)
  if (/^of$/i.test(before)) return isWord(tokens, at - 2) && (SEXES.test(textOf(tokens, at - 2)) || hasRole(tokens, at - 2, PERSONS))
  return /^(?:is|was)$/i.test(before) && isSomeone(tokens, at - 2)
}

/** Sister alive 92, sibs 92, MGM died @ 96, father d. 94 MI, survived to 99. */
function isOfKin(tokens: Tokens, at: number): boolean {
  let i = at - 1
  let isAlive = false
  for (let steps = 0; steps < 4; steps++, i--) {
    if (tokens.gap[i + 1]! > GAP.space) return false
    if (isSign(tokens, i, '@') || (isSign(tokens, i, '.') && isGlued(tokens, i))) continue
    if (!isWord(tokens, i)) return false
    if (LIVING.has(tokens.hash[i]!)) isAlive = true
    else if (/^(?:survived|lived)$/i.test(textOf(tokens, i))) return steps > 0 && /^(?:to|until|till|past)$/i.test(textOf(tokens, at - 1))
    else if (!/^(?:at|to|and|now|age|until|till)$/i.test(textOf(tokens, i))) break
  }
  if (!hasRole(tokens, i, ROLE.relation) && !(isWord(tokens, i) && KINDRED.has(tokens.hash[i]!))) return false
  return isAlive || (KINDRED.has(tokens.hash[i]!) && i === at - 1 && endsClause(tokens, at + 1))
}

/** Mr. Quill (91): a title or two words with capitals, neither of them a score. */
function isBracketed(tokens: Tokens, at: number): boolean {
  if (!isSign(tokens, at - 1, '(') || !isGlued(tokens, at) || !isSign(tokens, at + 1, ')')) return false
  if (!isCapitalized(tokens, at - 2) || hasLex(tokens, at - 2, LEX.test | LEX.drug | LEX.abbreviation)) return false
  const before = isSign(tokens, at - 3, '.') ? at - 4 : at - 3
  return hasRole(tokens, before, ROLE.title)
}

/** 93, lives alone; 97 and still driving; 93 DNR: an age that a line begins with and a life behind it. */
function isLife(tokens: Tokens, at: number): boolean {
  if (tokens.gap[at]! < GAP.line) return false
  let word = at + 1
  for (let steps = 0; steps < 3; steps++) {
    if (isSign(tokens, word, ',') || (isWord(tokens, word) && /^(?:and|but|is|years|now|yrs)$/i.test(textOf(tokens, word)))) word++
    else break
  }
  return isWord(tokens, word) && tokens.gap[word]! <= GAP.space && LIFE.has(tokens.hash[word]!)
}

/** Can she get a TAVR at 93?: behind a person's clause without a measure, and nothing behind it. */
function isReachedAt(tokens: Tokens, at: number): boolean {
  if (!isWord(tokens, at - 1) || !/^at$/i.test(textOf(tokens, at - 1)) || !endsClause(tokens, at + 1)) return false
  if (
    !isWord(tokens, at - 2) ||
    hasRole(tokens, at - 2, ROLE.pronoun) ||
    /^(?:is|was|been|be|are|up|down|still)$/i.test(textOf(tokens, at - 2))
  )
    return false
  let hasPerson = false
  for (let i = at - 2; i >= 0 && i >= at - 12; i--) {
    if (isWord(tokens, i) && MEASURED.test(textOf(tokens, i))) return false
    if (hasRole(tokens, i, PERSONS)) hasPerson = true
    if (tokens.gap[i]! >= GAP.line || isSign(tokens, i, '.')) break
  }
  return hasPerson
}

export function isBehindMeasure(tokens: Tokens, from: number): boolean {
  for (let i = from; i >= 0 && i >= from - 4; i--) {
    if (isWord(tokens, i) && MEASURED.test(textOf(tokens, i))) return true
    if (tokens.gap[i]! >= GAP.line || isSign(tokens, i, '.') || isSign(tokens, i, ';') || isSign(tokens, i, ',')) return false
  }
  return false
}

function opensClause(tokens: Tokens, at: number): boolean {
  if (tokens.gap[at]! >= GAP.line) return true
  return (
    tokens.kind[at - 1] === KIND.sign && /^[,;:.(|/]$/.test(textOf(tokens, at - 1)) && !(isGlued(tokens, at) && isSign(tokens, at - 1, '.'))
  )
}

function endsClause(tokens: Tokens, at: number): boolean {
  if (tokens.gap[at]! >= GAP.line) return true
  return tokens.kind[at] === KIND.sign && /^[,;.?!)|]$/.test(textOf(tokens, at)) && !(isGlued(tokens, at + 1) && isNumber(tokens, at + 1))
}

findOldAges.starts = { words: [NINETIES, NINETY, HUNDRED, BIRTHDAYS, GENERATIONS], numbers: true }
