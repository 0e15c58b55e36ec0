// What is said of persons in hurried text, in any letters: refused hs insulin, had ketamine, ate 6 of them; can X have his aspirin; do we isolate X for shingles.
import { hashWords } from '../fold.ts'
import { LEX } from '../lexicon-bits.ts'
import { hasLex, hasRole, isGlued, isNumber, isSign, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { isOnlyPersonsAct, isPersonsPredicate, PERSON_BASES, PERSON_ILLS } from './person-acts.ts'
import { PERSON } from './person-words.ts'
import { isFirmName, isThingToo } from './plain-names.ts'

/** What a rule, a score and a guideline does, too. */
const SPEECH = hashWords('says said agrees agreed disagrees disagreed recommends describes tells told')
/** What a person has, gets, takes, starts and refuses, where a drug, a meal or an ill follows. */
const HAVING = hashWords('had has got gets took takes started stopped refused refuses declined missed needs wants ate keeps')
const CARE = hashWords(
  'meds med pills vitals obs bloods labs bath lunch dinner breakfast food feed feeds cannula transfusion ct mri scan xray surgery dialysis hd cpap bipap ng dressing discharge admission insulin fall falls seizure seizures stroke arrest epidural section prawns peanuts peanut nuts eggs shellfish milk aspirin paracetamol rhogam anti-d chemo radiotherapy antibiotics abx steroids contrast tetanus referral refill shot vaccine booster interpreter sitter ride catheter',
)
const OWN = hashWords('his her their another')
/** What is said of a test. */
const AUXILIARIES = hashWords('can could should does did would is')
const TAKING = hashWords('have take get stop start restart resume need skip hold')
/** Plants, meals and metals that are taken and had, too. */
const TAKEN = hashWords(
  'ginger honey sage basil olive rosemary pepper poppy clover berry cherry lamb trout herring salt iris violet peppermint brandy silver gold light aster heather lily flora iron holly ivy duke candy mercy hope faith charity joy love rain snow ash smoke',
)
const DONE = hashWords(
  'isolate admit discharge dc intubate extubate transfuse sedate thrombolyse thrombolyze dialyse dialyze restrain cohort cardiovert anticoagulate immunise immunize vaccinate bridge rehydrate catheterise catheterize cannulate consent resuscitate swab transfer send move',
)
const DOERS = hashWords('we i to they you please pls can should must')
const BEHIND_DONE = hashWords('for if or before after today tonight now and until till with on in as then when because to')

const WANTING = hashWords(
  'wants wont cant doesnt didnt keeps called came pulled threw swallowed ripped bit hit phoned rang licked spilled choked stepped',
)
const BEHIND_WANTING = hashWords(
  'to take eat drink stop sleep walk talk pulling asking saying crying vomiting puking picking scratching out off up down back in again about and his her the a an re this today another more it away throwing coughing falling bleeding on the',
)
const FIT = hashWords('ok okay safe allowed able cleared fit ready eligible due supposed fine')
const STATES = hashWords(
  'npo dnr dni pod preg pregnant etoh gbs intubated seizing bleeding septic tachy brady febrile vomiting crying asking refusing wheezing crashing coding satting desatting hypoxic drowsy confused asleep allergic gtt w s postop preop peri wks weeks breech labouring laboring ruptured',
)
/** What is decided for persons alone. */
const CODES = hashWords('npo dnr dni dnacpr')
const ADVERBS = hashWords('still also just now')

/** Summer called, out of metformin; danny keeps pulling; pearl pulled out her foley. */
export function wantsSomething(tokens: Tokens, subject: number, verb: number): boolean {
  if (!isWord(tokens, verb) || !WANTING.has(tokens.hash[verb]!) || tokens.gap[verb] !== GAP.space || isThingToo(tokens, subject))
    return false
  const next = verb + 1
  return tokens.kind[next] === KIND.sign || tokens.gap[next]! >= GAP.line || BEHIND_WANTING.has(tokens.hash[next]!)
}

/** Prudence is crying, jo is 40 wks, noor has been on prednisone, finch on warfarin, ROSE DNR, Precious 14 preg. */
export function isInState(tokens: Tokens, subject: number, at: number, grade: number): boolean {
  if (tokens.gap[at] !== GAP.space) return false
  if (isWord(tokens, at) && CODES.has(tokens.hash[at]!)) return true
  if (isThingToo(tokens, subject)) return false
  if (isNumber(tokens, at)) return isAge(tokens, at)
  if (!isWord(tokens, at)) return false
  if (/^(?:is|was|isnt|wasnt)$/i.test(textOf(tokens, at))) return isPersonsPredicate(tokens, at + 1)
  if (hasLex(tokens, subject, LEX.test | LEX.eponym)) return false
  if (/^has$/i.test(textOf(tokens, at)) && /^been$/i.test(textOf(tokens, at + 1))) return true
  if (grade === PERSON.guarded && !isFirmName(tokens, subject)) return false
  if (STATES.has(tokens.hash[at]!)) return true
  return /^(?:on|off)$/i.test(textOf(tokens, at)) && hasLex(tokens, at + 1, LEX.drug)
}

/** 84f, 22 yo, 14 preg */
function isAge(tokens: Tokens, at: number): boolean {
  const unit = at + 1
  if (lengthOf(tokens, at) > 2 || !isWord(tokens, unit)) return false
  if (isGlued(tokens, unit)) return /^(?:[fm]|yo|y|yof|yom|yr|mo)$/i.test(textOf(tokens, unit)) && !isGlued(tokens, unit + 1)
  return (
    /^(?:yo|yof|yom|yrs?|years?|preg|female|male)$/i.test(textOf(tokens, unit)) ||
    (lengthOf(tokens, at) === 2 && /^[FM]$/.test(textOf(tokens, unit)))
  )
}

/** Is hunter ok for mri, is rose allowed to eat, is finch still npo. */
export function isAskedToBe(tokens: Tokens, subject: number, behind: number): boolean {
  const before = subject - 1
  if (!isWord(tokens, before) || !/^(?:is|was)$/i.test(textOf(tokens, before)) || tokens.gap[subject] !== GAP.space) return false
  if (!isWord(tokens, behind) || tokens.gap[behind] !== GAP.space) return false
  if (TAKEN.has(tokens.hash[subject]!) || isThingToo(tokens, subject)) return false
  if (FIT.has(tokens.hash[behind]!)) return isFitFor(tokens, subject, behind + 1)
  if (hasLex(tokens, subject, LEX.test)) return false
  const state = ADVERBS.has(tokens.hash[behind]!) ? behind + 1 : behind
  return STATES.has(tokens.hash[state]!) || isPersonsPredicate(tokens, behind)
}

/** Ok for mri, safe to fly: a score is fit to use in pregnancy. */
function isFitFor(tokens: Tokens, subject: number, at: number): boolean {
  if (!isWord(tokens, at)) return false
  if (/^to$/i.test(textOf(tokens, at))) return PERSON_BASES.has(tokens.hash[at + 1]!) || TAKING.has(tokens.hash[at + 1]!)
  return /^for$/i.test(textOf(tokens, at)) && (CARE.has(tokens.hash[at + 1]!) || !hasLex(tokens, subject, LEX.test | LEX.eponym))
}

/** COOK REFUSED HS INSULIN; obi had ketamine; tam ate prawns; wells has a wells of 4.5. */
export function hasHurriedDeed(tokens: Tokens, subject: number, verb: number, grade: number): boolean {
  if (!isWord(tokens, verb) || tokens.gap[verb] !== GAP.space) return false
  const hash = tokens.hash[verb]!
  if (isOnlyPersonsAct(hash) && !HAVING.has(hash)) return grade !== PERSON.unknown && !isSpeechOfRule(tokens, subject, hash)
  if (!HAVING.has(hash)) return false
  const at = verb + 1
  if (tokens.gap[at] !== GAP.space) return false
  return isHad(tokens, at, grade) || isScored(tokens, verb)
}

function isSpeechOfRule(tokens: Tokens, subject: number, verb: number): boolean {
  return SPEECH.has(verb) && (hasLex(tokens, subject, LEX.test | LEX.eponym) || tokens.shape[subject] === SHAPE.lower)
}

/** Ketamine; hs insulin; 6 of; a fall; his meds; allergies. */
function isHad(tokens: Tokens, at: number, grade: number): boolean {
  if (hasLex(tokens, at, LEX.drug)) return true
  if (isNumber(tokens, at)) return hasRole(tokens, at + 1, ROLE.unit) || (isWord(tokens, at + 1) && /^of$/i.test(textOf(tokens, at + 1)))
  if (!isWord(tokens, at) || grade === PERSON.unknown) return isWord(tokens, at) && CARE.has(tokens.hash[at]!)
  if (CARE.has(tokens.hash[at]!) || OWN.has(tokens.hash[at]!) || PERSON_ILLS.has(tokens.hash[at]!)) return true
  const next = at + 1
  return isWord(tokens, next) && tokens.gap[next] === GAP.space && (hasLex(tokens, next, LEX.drug) || CARE.has(tokens.hash[next]!))
}

/** Has a wells of 4.5, has a gcs of 9: a score is somebody's, whatever his name. */
function isScored(tokens: Tokens, verb: number): boolean {
  const score = verb + 2
  return (
    /^ha[sd]$/i.test(textOf(tokens, verb)) &&
    isWord(tokens, verb + 1) &&
    /^an?$/i.test(textOf(tokens, verb + 1)) &&
    hasLex(tokens, score, LEX.test | LEX.abbreviation) &&
    isWord(tokens, score + 1) &&
    /^of$/i.test(textOf(tokens, score + 1)) &&
    isNumber(tokens, score + 2)
  )
}

/** Can storm have his aspirin, SHOULD STONE STOP WARFARIN, can rose fly. */
export function isAskedOf(tokens: Tokens, subject: number, verb: number): boolean {
  if (!isWord(tokens, subject - 1) || tokens.gap[subject] !== GAP.space || !AUXILIARIES.has(tokens.hash[subject - 1]!)) return false
  if (!isWord(tokens, verb) || tokens.gap[verb] !== GAP.space) return false
  if (PERSON_BASES.has(tokens.hash[verb]!)) return !TAKEN.has(tokens.hash[subject]!)
  if (!TAKING.has(tokens.hash[verb]!)) return false
  const object = verb + 1
  if (OWN.has(tokens.hash[object]!)) return true
  const noun = /^(?:an?|the)$/i.test(textOf(tokens, object)) ? object + 1 : object
  return !TAKEN.has(tokens.hash[subject]!) && (hasLex(tokens, noun, LEX.drug) || CARE.has(tokens.hash[noun]!))
}

/** Do we isolate Faith for shingles; please discharge stone today. */
export function isDoneTo(tokens: Tokens, object: number, behind: number): boolean {
  const verb = object - 1
  if (!isWord(tokens, verb) || tokens.gap[object] !== GAP.space || !DONE.has(tokens.hash[verb]!) || isThingToo(tokens, object)) return false
  if (verb > 0 && !(isWord(tokens, verb - 1) && DOERS.has(tokens.hash[verb - 1]!))) return false
  if (tokens.gap[behind]! >= GAP.line) return true
  if (tokens.kind[behind] === KIND.sign) return isSign(tokens, behind, ',') || isSign(tokens, behind, '?') || isSign(tokens, behind, '.')
  return isWord(tokens, behind) && BEHIND_DONE.has(tokens.hash[behind]!)
}
