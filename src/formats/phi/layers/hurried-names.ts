// Names in hurried text, in any letters, by what stands beside them: bishop trop 14, rose in bed 4, COOK REFUSED HS INSULIN, can storm have his aspirin,
// do we isolate Faith, CALL BACK DAY 07700900417, obi had ketamine, methadone for Young. A test, a device and a disease fill none of these slots.
import { RANK } from '../candidate.ts'
import { hashWords } from '../fold.ts'
import { LEX, LEX_ENGLISH } from '../lexicon-bits.ts'
import { hasLex, hasRole, isGlued, isNumber, isSign, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { hasHurriedDeed, isAskedOf, isAskedToBe, isDoneTo, isInState, wantsSomething } from './hurried-deeds.ts'
import { isBetween, isGot, isKinBehind, isKinHere, isKinOf, isOwner, isTold, isVerb, ownsWithoutSign } from './hurried-slots.ts'
import { addTokens, type LayerContext } from './layer.ts'
import { PERSON } from './person-words.ts'
import { hurriedGrade, isFirmName, isThingToo } from './plain-names.ts'

/** What is measured in somebody. */
const MEASURED = hashWords(
  'trop troponin tnt tni k potassium na sodium ca calcium mag mg phos cr creat creatinine bun urea egfr hb hgb hct wbc wcc plt plts platelets inr ptt aptt lactate lac ph pco2 bg bgl bm glucose sugar fsbs cbg accucheck crp esr bnp alt ast alp bili ammonia lipase tsh t4 psa a1c hba1c ck cpk urate ferritin bp hr rr sat sats spo2 temp svt gcs map uop vanc trough crcl d dimer ef peep fio2 news mews ews',
)
/** What drugs have, too. */
const LEVELS = hashWords('trough vanc')
/** What is said of a value and of a place where it was measured. */
const OF_VALUE = hashWords(
  'long short light best day weeks may just good small little still strong sharp quick rich swift key true church house camp hall street field kitchen lake park summer winter case chance english french sands silver gold salt pepper wise pace pack green white black east west north',
)
/** Rules that go by a name and reckon with what is measured. */
const RULES = hashWords('wells winters grace light ranson child parkland hill')
const BEFORE_PERSON = hashWords(
  'on for re is can does has with give gave from see saw and or if when about did should could will page paged call called tell ask check pt patient',
)
const BEFORE_VALUE = hashWords('for re on of review check see assess transfer alert code fyi page')
const STARTERS = hashWords('so ok okay and but because bc if when that since k fyi re pt plus also whether')
const SITES = hashWords('resus majors minors triage hdu')
const BEDS = hashWords('bed rm room bay cubicle chair trolley pod cube')
const NAMING = hashWords('surname lastname firstname nickname alias')
const CARED = hashWords(
  'dose level levels rate plan labs results orders note consult echo ekg ecg resp settings script bed meds report drip pump feeds fluids',
)
const CALLS = hashWords('call back callback ring rang phone called text dial')
/** Words that stand before a number of a telephone and say which one it is. */
const LINES = hashWords('day home office desk work cell mobile front main direct landline')

export function findHurriedNames(context: LayerContext): void {
  const { tokens } = context
  for (let i = 0; i < tokens.count; i++) {
    if (tokens.kind[i] !== KIND.word) continue
    if (ownsWithoutSign(tokens, i)) addOwner(context, i)
    const grade = hurriedGrade(tokens, i)
    if (grade === PERSON.none) {
      if (isGivenToo(tokens, i) && isTold(tokens, i, i + 1, PERSON.guarded))
        addTokens(context, i, i, 'name', 0.7, 'name/hurried', RANK.tagger)
      continue
    }
    const last = withLetter(tokens, i)
    if (isHurriedName(tokens, i, last, grade)) addTokens(context, i, last, 'name', 0.7, 'name/hurried', RANK.tagger)
  }
}

/** Tell ada her potassium is 5.9: a given name in small letters that is an abbreviation, too. */
function isGivenToo(tokens: Tokens, at: number): boolean {
  if (tokens.shape[at] !== SHAPE.lower || !hasLex(tokens, at, LEX.first) || !hasLex(tokens, at, LEX.abbreviation)) return false
  return !hasLex(tokens, at, LEX_ENGLISH | LEX.drug)
}

/** Franks eyedrops: the name without the letter of the genitive, which is no letter of it. */
function addOwner({ tokens, found }: LayerContext, at: number): void {
  found.push({ start: tokens.start[at]!, end: tokens.end[at]! - 1, category: 'name', score: 0.65, rule: 'name/hurried', rank: RANK.tagger })
}

function isHurriedName(tokens: Tokens, first: number, last: number, grade: number): boolean {
  const behind = last + 1
  if (grade !== PERSON.unknown && isBehind(tokens, first, NAMING)) return true
  if (tokens.gap[behind]! > GAP.space || hasRole(tokens, behind, ROLE.medicalHead)) return isForSomebody(tokens, first, last, grade)
  const opens = opensPhrase(tokens, first)
  const isKnown = grade !== PERSON.unknown
  const isFirm = grade === PERSON.named || isFirmName(tokens, first)
  if ((opens || isFirm || isBehind(tokens, first, BEFORE_VALUE)) && isMeasured(tokens, first, behind, grade)) return true
  if (opens && isKnown && (isBed(tokens, behind) || isInState(tokens, first, behind, grade))) return true
  if (isKnown && isCaredFor(tokens, first, behind)) return true
  if (opens && isKnown && wantsSomething(tokens, first, behind)) return true
  if (isKnown && (opens || isBehind(tokens, first, BEFORE_PERSON)) && liesThere(tokens, first, behind)) return true
  if (grade === PERSON.guarded && (isBetween(tokens, first, behind) || isKinHere(tokens, first, behind))) return true
  if (
    isGot(tokens, first, behind) ||
    isTold(tokens, first, behind, grade) ||
    (isKnown && (isAskedToBe(tokens, first, behind) || isKinOf(tokens, first, behind)))
  )
    return true
  if (opens && isFirmName(tokens, first) && isVerb(tokens, behind) && !hasLex(tokens, first, LEX.test | LEX.eponym)) return true
  if (isKnown && (isOwner(tokens, first, behind) || (opens && isKinBehind(tokens, behind)))) return true
  if (opens && hasHurriedDeed(tokens, first, behind, grade)) return true
  if (isKnown && (isAskedOf(tokens, first, behind) || isDoneTo(tokens, first, behind))) return true
  return isCalledBack(tokens, first, behind, grade) || isForSomebody(tokens, first, last, grade)
}

/** The letter of the other name behind it: stone f, Iolana K. */
function withLetter(tokens: Tokens, first: number): number {
  const letter = first + 1
  if (!isWord(tokens, letter) || lengthOf(tokens, letter) !== 1 || tokens.gap[letter] !== GAP.space) return first
  if (!/^[b-hj-lo-tvzBDEFGHJLMNOPRSTVZK]$/.test(textOf(tokens, letter)) || MEASURED.has(tokens.hash[letter]!)) {
    return tokens.shape[first] === SHAPE.capital && textOf(tokens, letter) === 'K' && isWord(tokens, letter + 1) ? letter : first
  }
  return isWord(tokens, letter + 1) && tokens.gap[letter + 1] === GAP.space ? letter : first
}

/** The beginning of the text, of a line or of a sentence, or a word that leads one in. */
function opensPhrase(tokens: Tokens, at: number): boolean {
  if (at === 0 || tokens.gap[at]! >= GAP.line) return true
  const before = at - 1
  if (tokens.kind[before] === KIND.sign)
    return (
      tokens.gap[at] === GAP.space &&
      (isSign(tokens, before, ':') ||
        isSign(tokens, before, '.') ||
        isSign(tokens, before, ';') ||
        isSign(tokens, before, '?') ||
        isSign(tokens, before, ','))
    )
  return isBehind(tokens, at, STARTERS)
}

function isBehind(tokens: Tokens, at: number, words: ReadonlySet<number>): boolean {
  return isWord(tokens, at - 1) && tokens.gap[at] === GAP.space && words.has(tokens.hash[at - 1]!)
}

/** Bishop trop 14; FINCH: HR 120; stone f ca 3.4. */
function isMeasured(tokens: Tokens, first: number, given: number, grade: number): boolean {
  const test = isSign(tokens, given, ':') && isGlued(tokens, given) ? given + 1 : given
  if (!isWord(tokens, test) || tokens.gap[test] !== GAP.space || !MEASURED.has(tokens.hash[test]!)) return false
  if (OF_VALUE.has(tokens.hash[first]!) || RULES.has(tokens.hash[first]!)) return false
  if (grade === PERSON.unknown && (LEVELS.has(tokens.hash[test]!) || /(?:ed|ing|al|ic|ous|ary|ive)$/i.test(textOf(tokens, first))))
    return false
  if (/^d$/i.test(textOf(tokens, test)) && !/^dimer$/i.test(textOf(tokens, test + 1))) return false
  const value = isWord(tokens, test + 1) && /^(?:is|was|of|now|dimer)$/i.test(textOf(tokens, test + 1)) ? test + 2 : test + 1
  return isNumber(tokens, value) && tokens.gap[value] === GAP.space
}

/** Heparin for stout 140kg, potassium on cash 6.6, echo for bloom: what is given to or found in somebody. */
function isCaredFor(tokens: Tokens, first: number, behind: number): boolean {
  const before = first - 1
  const noun = before - 1
  if (!isWord(tokens, before) || tokens.gap[first] !== GAP.space || !/^(?:for|on)$/i.test(textOf(tokens, before))) return false
  if (!isWord(tokens, noun) || tokens.gap[before] !== GAP.space || isThingToo(tokens, first)) return false
  if (hasLex(tokens, first, LEX.test | LEX.eponym) || hasRole(tokens, first, ROLE.month | ROLE.weekday | ROLE.unit)) return false
  if (!hasLex(tokens, noun, LEX.drug) && !CARED.has(tokens.hash[noun]!) && !MEASURED.has(tokens.hash[noun]!)) return false
  return isNumber(tokens, behind) || isSign(tokens, behind, ',') || isSign(tokens, behind, '?') || MEASURED.has(tokens.hash[behind]!)
}

/** Finch bed 4, STONE RM 12, FINCH 3E at the beginning of an entry. */
function isBed(tokens: Tokens, at: number): boolean {
  if (tokens.gap[at] !== GAP.space) return false
  if (isWord(tokens, at)) return BEDS.has(tokens.hash[at]!) && isNumber(tokens, at + 1) && lengthOf(tokens, at + 1) <= 3
  return (
    isNumber(tokens, at) &&
    lengthOf(tokens, at) <= 2 &&
    tokens.shape[at + 1] === SHAPE.initial &&
    isGlued(tokens, at + 1) &&
    /^[A-EN-TW]$/.test(textOf(tokens, at + 1)) &&
    tokens.gap[at + 2] === GAP.space &&
    isWord(tokens, at + 2)
  )
}

/** Rose in bed 4, Gale in resus, J. Stone in the corner bed. */
function liesThere(tokens: Tokens, first: number, at: number): boolean {
  if (!isWord(tokens, at) || !/^in$/i.test(textOf(tokens, at)) || tokens.gap[at] !== GAP.space) return false
  const place = at + 1
  if (!isWord(tokens, place) || tokens.gap[place] !== GAP.space) return false
  if (SITES.has(tokens.hash[place]!)) return !hasLex(tokens, first, LEX.test | LEX.eponym)
  const bed = /^(?:the|side)$/i.test(textOf(tokens, place)) ? place + 1 : place
  if (BEDS.has(tokens.hash[bed]!)) return isNumber(tokens, bed + 1) && lengthOf(tokens, bed + 1) <= 3
  return /^(?:corner|end|window|next|last|first)$/i.test(textOf(tokens, bed)) && BEDS.has(tokens.hash[bed + 1]!)
}

const LEAST_DIGITS = 7

/** CALL BACK DAY 07700900417: the number of a telephone behind somebody who is called. */
function isCalledBack(tokens: Tokens, first: number, behind: number, grade: number): boolean {
  if (grade === PERSON.unknown || !isBehind(tokens, first, CALLS)) return false
  if (LINES.has(tokens.hash[first]!) && !/^back$/i.test(textOf(tokens, first - 1))) return false
  let digits = 0
  for (let at = isSign(tokens, behind, '(') ? behind + 1 : behind; at < behind + 7; at++) {
    if (isNumber(tokens, at)) digits += lengthOf(tokens, at)
    else if (!isSign(tokens, at, '-') && !isSign(tokens, at, ')') && !isSign(tokens, at, '.')) break
  }
  return digits >= LEAST_DIGITS
}

/** Methadone for Young, qtc 441: a capital among small letters at the end of the phrase. */
function isForSomebody(tokens: Tokens, first: number, last: number, grade: number): boolean {
  if (grade !== PERSON.guarded || first !== last || tokens.shape[first] !== SHAPE.capital || tokens.gap[first] !== GAP.space) return false
  if (!isWord(tokens, first - 1) || textOf(tokens, first - 1) !== 'for' || tokens.shape[first - 2] !== SHAPE.lower) return false
  if (hasLex(tokens, first, LEX.test | LEX.eponym) || hasRole(tokens, first, ROLE.month | ROLE.weekday | ROLE.unit | ROLE.facilityPart))
    return false
  return (
    tokens.gap[last + 1]! >= GAP.line || isSign(tokens, last + 1, ',') || isSign(tokens, last + 1, '?') || isSign(tokens, last + 1, '.')
  )
}
