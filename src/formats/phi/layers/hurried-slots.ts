// Where a plain word in hurried text is somebody by the words on both sides: who covers for finch tonight, told crane to come, stone's labs, franks eyedrops,
// my sister april had, Rusty my brother fell.
import { hashWord, hashWords } from '../fold.ts'
import { lookUp } from '../lexicon.ts'
import { LEX, LEX_NAME } from '../lexicon-bits.ts'
import { hasLex, hasRole, isNumber, isSign, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, KIND, POSSESSIVE, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { isPersonsPredicate } from './person-acts.ts'
import { PERSON } from './person-words.ts'
import { isFirmName, isPlainName, isThingToo } from './plain-names.ts'

const BEFORE = hashWords(
  'for re regarding about with w from per told tell ask asked call called page paged text texted saw see seen gave give is was does did can could should would will has had if when because bc since says said think thinks that whether help let get got remind notify updated covering cover covers pt patient client resident but ok so and by',
)
/** Behind these a verb must follow. */
const JOINTS = hashWords('but ok so because bc since and')
const VERBS = hashWords(
  'is was has had can could should would will wont cant doesnt didnt does did wants needs says said keeps got gets refused refuses denies denied states reports told asked called came went fell ate drank vomited lives takes took started stopped thinks thought',
)
/** What is said of diseases and scores, too. */
const BEING = hashWords('is was has had can could should would will does did says said gets keeps takes took')
const BEHIND = hashWords(
  'who whos and or but if before after today tonight tomorrow now yet still again at in on to from pls please dob mrn npo dnr his her the a re about because bc since when while back off overnight stat asap first instead ok okay',
)
const KIDS = hashWords('kid kiddo toddler newborn preemie hubby nanny gramps nana grandad grandson stepson')
const MINE = hashWords('my his her our their')
/** What is somebody's and no disease's. */
const OWNED = hashWords(
  'wife husband mother father mom dad mum mums mam nan daughter son sister brother family partner girlfriend boyfriend aunt uncle cousin chart labs bloods meds pills tablets inhaler drops eyedrops insulin insurance appointment appt room bed phone car house discharge surgery biopsy results cough rash wound foot knee leg arm shoulder hip eye ear tooth bp potassium k sodium creatinine cr glucose sugar inr hgb hb tsh ecg ekg ct mri xray cxr scan echo drain catheter cannula picc trach dressing dob mrn nurse doctor gp school class teacher weight gcs trop troponin lactate temp letter note notes script readmission admission drip pump iv line consent pts patients carer carers kids kid baby',
)

const TELLING = hashWords('tell told ask asked remind reminded call called page paged text texted gave give let help helped get got notify')
const TOLD = hashWords('to if his her he she that not back re about when whether')

/** Tell summer to hold it, did anyone give bell his keppra, ask al if he took it: somebody who is told, asked or given something. */
export function isTold(tokens: Tokens, first: number, behind: number, grade: number): boolean {
  const before = first - 1
  if (!isWord(tokens, before) || tokens.gap[first] !== GAP.space || !TELLING.has(tokens.hash[before]!)) return false
  if (!isWord(tokens, behind) || tokens.gap[behind] !== GAP.space) return false
  if (/^(?:give|gave)$/i.test(textOf(tokens, before)) && grade !== PERSON.unknown && hasLex(tokens, behind, LEX.drug))
    return !hasLex(tokens, first, LEX.test)
  if (!TOLD.has(tokens.hash[behind]!)) return false
  // Call light, call bell, give honey to.
  if (/^(?:tell|told|ask|asked|remind|reminded)$/i.test(textOf(tokens, before))) return true
  if (grade === PERSON.unknown) return false
  if (
    isThingToo(tokens, first) ||
    (tokens.shape[first] === SHAPE.lower && /^(?:bell|honey|ginger)$/.test(textOf(tokens, first)) && !isHis(tokens, behind))
  )
    return false
  return !/^(?:to|back)$/i.test(textOf(tokens, behind)) || isWord(tokens, behind + 1)
}

function isHis(tokens: Tokens, at: number): boolean {
  return /^(?:his|her|he|she)$/i.test(textOf(tokens, at))
}

/** We've got Zbigniew, EDSS 6.5; I have Stone in bed 4: a capital behind what staff say that they have. */
export function isGot(tokens: Tokens, first: number, behind: number): boolean {
  const before = first - 1
  if (tokens.shape[first] !== SHAPE.capital || tokens.gap[first] !== GAP.space || !isWord(tokens, before)) return false
  if (!/^got$/i.test(textOf(tokens, before)) || !isWord(tokens, before - 1)) return false
  if (!/^(?:we've|weve|i've|ive|have|we|i)$/i.test(textOf(tokens, before - 1))) return false
  return isSign(tokens, behind, ',') || (isWord(tokens, behind) && /^(?:who|here|in|whose|back)$/.test(textOf(tokens, behind)))
}

/** The daughter of love says: a plain word behind a relation and `of`. */
export function isKinOf(tokens: Tokens, first: number, behind: number): boolean {
  const of = first - 1
  if (
    !isWord(tokens, of) ||
    !/^of$/i.test(textOf(tokens, of)) ||
    tokens.gap[first] !== GAP.space ||
    !hasRole(tokens, of - 1, ROLE.relation)
  )
    return false
  return isVerb(tokens, behind) || tokens.gap[behind]! >= GAP.line || isSign(tokens, behind, ',') || isSign(tokens, behind, '.')
}

/** Somebody between two words that stand around persons. */
export function isBetween(tokens: Tokens, first: number, behind: number): boolean {
  const before = first - 1
  if (!isWord(tokens, before) || tokens.gap[first] !== GAP.space || !BEFORE.has(tokens.hash[before]!)) return false
  if (/^by$/i.test(textOf(tokens, before)) && !/(?:ed|en|read)$/i.test(textOf(tokens, before - 1))) return false
  const capital = isCapitalInside(tokens, first)
  if (!capital && !isFirmName(tokens, first)) return isAbout(tokens, first, behind)
  if (hasRole(tokens, behind, ROLE.medicalHead | ROLE.facility | ROLE.organization) && tokens.gap[behind]! <= GAP.space) return false
  const isThing = hasLex(tokens, first, LEX.test | LEX.eponym)
  if (isVerb(tokens, behind)) {
    if (!isThing || !BEING.has(tokens.hash[behind]!) || isPersonsPredicate(tokens, behind + 1)) return true
    return capital && !JOINTS.has(tokens.hash[before]!)
  }
  if (isThing || JOINTS.has(tokens.hash[before]!) || hasRole(tokens, first, ROLE.month | ROLE.weekday | ROLE.unit)) return false
  if (tokens.gap[behind]! >= GAP.line) return true
  if (tokens.kind[behind] === KIND.sign) return isSign(tokens, behind, ',') || isSign(tokens, behind, '?') || isSign(tokens, behind, '.')
  return isWord(tokens, behind) && BEHIND.has(tokens.hash[behind]!)
}

/** Lab called re black, stool black. */
function isAbout(tokens: Tokens, first: number, behind: number): boolean {
  return /^(?:re|regarding)$/i.test(textOf(tokens, first - 1)) && isSign(tokens, behind, ',') && !isThingToo(tokens, first)
}

/** A capital that opens no sentence, in a phrase of small letters. */
function isCapitalInside(tokens: Tokens, at: number): boolean {
  const before = at - 1
  return (
    tokens.shape[at] === SHAPE.capital &&
    tokens.shape[before] === SHAPE.lower &&
    !(isWord(tokens, at + 1) && tokens.gap[at + 1] === GAP.space && tokens.shape[at + 1] !== SHAPE.lower)
  )
}

export function isVerb(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at) && tokens.gap[at] === GAP.space && VERBS.has(tokens.hash[at]!)
}

/** Stone's labs, COOK'S WIFE: a test and an eponym have nobody but kin. */
export function isOwner(tokens: Tokens, first: number, sign: number): boolean {
  if (tokens.kind[sign] !== KIND.sign || (tokens.hash[sign] !== POSSESSIVE && !isSign(tokens, sign, "'"))) return false
  const noun = sign + 1
  if (!isWord(tokens, noun) || tokens.gap[noun] !== GAP.space) return false
  if (hasRole(tokens, noun, ROLE.relation)) return true
  return !hasLex(tokens, first, LEX.test | LEX.eponym) && OWNED.has(tokens.hash[noun]!)
}

/** I took franks eyedrops; graces mum called: the sign of the genitive is left out. */
export function ownsWithoutSign(tokens: Tokens, at: number): boolean {
  const noun = at + 1
  if (tokens.shape[at] === SHAPE.upper || lengthOf(tokens, at) < 5 || !isWord(tokens, noun) || tokens.gap[noun] !== GAP.space) return false
  if (!OWNED.has(tokens.hash[noun]!) || (hasRole(tokens, at, ROLE.relation | ROLE.person) && !isPlainName(tokens, at))) return false
  const text = textOf(tokens, at)
  if (!text.endsWith('s') || text.endsWith('ss')) return false
  const stem = lookUp(hashWord(text.slice(0, -1)))
  return (stem & LEX_NAME) !== 0 && (stem & LEX.proper) !== 0 && (stem & (LEX.drug | LEX.test | LEX.abbreviation)) === 0
}

/** Her sister april had: a plain word behind a relation and before a verb. */
export function isKinHere(tokens: Tokens, first: number, behind: number): boolean {
  return (
    (hasRole(tokens, first - 1, ROLE.relation) || KIDS.has(tokens.hash[first - 1]!)) &&
    isWord(tokens, first - 1) &&
    tokens.gap[first] === GAP.space &&
    isVerb(tokens, behind)
  )
}

/** Rusty my brother fell; joy his wife says. */
export function isKinBehind(tokens: Tokens, behind: number): boolean {
  const kin = behind + 1
  if (!isWord(tokens, behind) || tokens.gap[behind] !== GAP.space || !MINE.has(tokens.hash[behind]!)) return false
  return hasRole(tokens, kin, ROLE.relation) && tokens.gap[kin] === GAP.space && !isNumber(tokens, kin + 1) && isWord(tokens, kin + 1)
}
