// Persons by what they do, are or own: Voss is covering, Okafor refuses the scan, Petrosyan at bedside, Lindqvist's wife, Theo and I. Drugs, devices and
// services work, help and cause; what stands here is only done by persons, so that a word of no list counts.
import { RANK } from '../candidate.ts'
import { hashWords } from '../fold.ts'
import { CAPITALS, type StartPositions } from '../layer-starts.ts'
import { LEX, LEX_MEDICAL } from '../lexicon-bits.ts'
import { startOfName } from '../name-shape.ts'
import { hasLex, hasRole, isGlued, isNumber, isSign, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, KIND, POSSESSIVE, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'
import { isOnlyPersonsAct, isPersonsAct, isPersonsPredicate, mayBeAct, PERSON_BASES, PERSON_ILLS } from './person-acts.ts'
import { isPlainCapital, PERSON, personGrade } from './person-words.ts'

const OWNED = hashWords(
  'wife husband mother father mom dad mum parents daughter son sister brother family partner girlfriend boyfriend fiance fiancee aunt uncle cousin grandmother grandfather grandma grandpa roommate neighbor kids child children caregiver guardian nurse doctor pcp teacher school classroom class daycare chart labs meds medications insurance appointment appt room bed phone cell home house address email voicemail birthday birth discharge admission transfer surgery biopsy results bloodwork allergies cough fever rash headache headaches asthma seizure seizures pain weight height bp pressure potassium sodium creatinine glucose sugar sugars a1c inr hemoglobin hgb tsh ekg ecg ct mri xray scan echo ultrasound platelets input recs recommendations consult shift team service request referral script prescription refill pump wound incision foot knee leg arm shoulder hip eye ear tooth birthweight dob mrn care visit story case attorney lawyer employer job work note notes orders opinion advice truck car dog cat wallet laptop walker cane wheelchair glasses dentures lunch wedding funeral apartment landlord boss daughters sons',
)
const KIN = ROLE.relation
const MOST_WORDS = 4

export function findActingNames(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (tokens.shape[i]! < SHAPE.capital) continue
    const behind = behindLetter(tokens, i)
    if (!mayGoOn(tokens, behind)) continue
    const grade = personGrade(tokens, i)
    if (grade === PERSON.none && isPlainActor(tokens, i)) addTokens(context, i, i, 'name', 0.7, 'name/plain-actor', RANK.tagger)
    if (grade === PERSON.none || !mayBeSubject(tokens, i)) continue
    if (behind > i + 1) {
      if (acts(tokens, behind, grade)) addTokens(context, i, behind - 1, 'name', 0.72, 'name/acting', RANK.tagger)
    } else if (acts(tokens, behind, grade) || owns(tokens, behind, grade) || hasKin(tokens, behind)) add(context, i)
    else if (isBehindConjunction(tokens, i) && isEndedAct(tokens, behind)) add(context, i)
  }
}

findActingNames.starts = { shapes: CAPITALS }

/** The token behind the name and, where one stands there, the letter of the surname: Zaylah O. asked. */
function behindLetter(tokens: Tokens, name: number): number {
  const letter = name + 1
  if (tokens.shape[letter] !== SHAPE.initial || tokens.gap[letter] !== GAP.space || /^[IX]$/.test(textOf(tokens, letter))) return letter
  return isSign(tokens, letter + 1, '.') && isGlued(tokens, letter + 1) ? letter + 2 : letter + 1
}

/** As Okafor recommended, but Voss refused. */
function isBehindConjunction(tokens: Tokens, at: number): boolean {
  return (
    tokens.gap[at] === GAP.space &&
    isWord(tokens, at - 1) &&
    /^(?:as|but|because|until|then|so|though|although|since|unless)$/i.test(textOf(tokens, at - 1))
  )
}

function isEndedAct(tokens: Tokens, verb: number): boolean {
  return isWord(tokens, verb) && mayBeAct(tokens.hash[verb]!) && (tokens.gap[verb + 1]! >= GAP.line || tokens.kind[verb + 1] === KIND.sign)
}

/** A cheap look at what follows, for most words are none of it. */
function mayGoOn(tokens: Tokens, next: number): boolean {
  if (tokens.kind[next] === KIND.sign) return tokens.hash[next] === POSSESSIVE || isSign(tokens, next, ',') || isSign(tokens, next, '(')
  return tokens.shape[next] === SHAPE.lower && (VERBS.has(tokens.hash[next]!) || mayBeAct(tokens.hash[next]!))
}

/** What else than the deeds of persons opens what is said of them. */
const VERBS = hashWords(
  "still also just never already really only is was isn't wasn't remains became got will would can could should may might did does didn't doesn't can't won't couldn't wouldn't shouldn't must ok okay ready cleared fit safe aware notified updated has had gets having weighs turns needs wants takes took started stopped missed lost broke hit hurt injured cut made at to and fell gave",
)

function add(context: LayerContext, last: number): void {
  const first = startOfName(context.tokens, last, MOST_WORDS)
  addTokens(context, first, last, 'name', 0.72, 'name/acting', RANK.tagger)
}

/** He was told that Shadow sleeps there; Hb S trait; Winsome asks: a plain word with a capital inside of a sentence. */
function isPlainActor(tokens: Tokens, at: number): boolean {
  if (tokens.gap[at] !== GAP.space || tokens.gap[at + 1] !== GAP.space || !isOnlyPersonsAct(tokens.hash[at + 1]!)) return false
  const isInside =
    isSign(tokens, at - 1, ';') ||
    isSign(tokens, at - 1, ',') ||
    (isWord(tokens, at - 1) && /^(?:that|and|but|if|when|because|since|says|said|while|as|so|what|why)$/.test(textOf(tokens, at - 1)))
  return isInside && isPlainCapital(tokens, at)
}

/** No article and no adjective makes a thing of it, and no word with a capital a longer name of a body. */
function mayBeSubject(tokens: Tokens, at: number): boolean {
  const before = at - 1
  if (tokens.gap[at] !== GAP.space || !isWord(tokens, before)) return true
  if (
    /^(?:an?|the|this|that|these|those|each|every|no|any|some|my|our|your|his|her|their|its|of|with|on|in|at|via)$/i.test(
      textOf(tokens, before),
    )
  )
    return /^(?:with|that)$/i.test(textOf(tokens, before))
  return (
    tokens.shape[before] === SHAPE.lower ||
    personGrade(tokens, before) !== PERSON.none ||
    (tokens.role[before]! & PEOPLE) !== 0 ||
    opens(tokens, before)
  )
}

const PEOPLE = ROLE.title | ROLE.relation | ROLE.person | ROLE.particle | ROLE.function | ROLE.credential

/** Is Voss covering; Note: the first word of a sentence. */
function opens(tokens: Tokens, at: number): boolean {
  return tokens.gap[at]! >= GAP.line || tokens.kind[at - 1] === KIND.sign
}

const LEAVING = /^(?:go|leave|drive|travel|fly|eat|shower|walk|swim|play|return)$/

/** True where the words from `verb` on tell what only persons do; a verb that things may have in the passive counts alone where the subject is surely a name. */
export function actsBehind(tokens: Tokens, verb: number, isNamed: boolean): boolean {
  return acts(tokens, verb, isNamed ? PERSON.named : PERSON.unknown)
}

function acts(tokens: Tokens, from: number, grade: number): boolean {
  // One adverb: a row of them is no sentence.
  const verb = isWord(tokens, from) && tokens.gap[from] === GAP.space && ADVERBS.test(textOf(tokens, from)) ? from + 1 : from
  if (!isWord(tokens, verb) || tokens.gap[verb] !== GAP.space || tokens.shape[verb] !== SHAPE.lower) return false
  if (isPersonsAct(tokens, verb, grade === PERSON.named, grade === PERSON.guarded)) return true
  const text = textOf(tokens, verb)
  if (COPULAS.test(text)) return isPersonsPredicate(tokens, verb + 1)
  if (AUXILIARIES.test(text)) return doesAct(tokens, verb + 1)
  if (/^(?:aware|notified|updated)$/.test(text)) return true
  // Allen ok to go home
  if (/^(?:ok|okay|ready|cleared|fit|safe)$/.test(text))
    return /^to$/.test(textOf(tokens, verb + 1)) && LEAVING.test(textOf(tokens, verb + 2))
  if (/^(?:has|had|gets|having)$/.test(text)) return hasIll(tokens, verb + 1)
  if (/^(?:weighs|turns)$/.test(text)) return isNumber(tokens, verb + 1)
  if (TAKES.test(text)) return takesOwn(tokens, verb + 1)
  const next = isWord(tokens, verb + 1) ? textOf(tokens, verb + 1) : ''
  if (text === 'made') return /^(?:aware|npo|dnr|comfortable)$/.test(next)
  if (text === 'at') return /^(?:bedside|bs)$/.test(next)
  if (text === 'to') return DUTIES.test(next) || (next === 'follow' && /^(?:up|in|with|along|as)$/.test(textOf(tokens, verb + 2)))
  if (text === 'and') return isPersonBehindAnd(tokens, verb + 1)
  if (text === 'gave') return /^(?:birth|blood|consent|verbal|history|permission|notice)$/.test(next)
  return text === 'fell' && (isFall(tokens, verb + 1) || (grade === PERSON.named && !isWord(tokens, verb + 1)))
}

/** Fell at home, fell on the stairs: a count falls to 2, by half, over days, and a drain falls out. */
function isFall(tokens: Tokens, at: number): boolean {
  if (!isWord(tokens, at) || tokens.gap[at] !== GAP.space) return false
  if (/^(?:at|down|asleep|onto|while|getting|trying|forward|backward|backwards|twice|yesterday)$/.test(textOf(tokens, at))) return true
  return (
    /^(?:in|on|off|out|from)$/.test(textOf(tokens, at)) && /^(?:the|his|her|their|a|of|ice|stairs|steps|bed)$/.test(textOf(tokens, at + 1))
  )
}

const ADVERBS = /^(?:still|also|just|never|already|really|only)$/
const COPULAS = /^(?:is|was|isn't|wasn't|remains|became|got)$/
const AUXILIARIES = /^(?:will|would|can|could|should|may|might|did|does|didn't|doesn't|can't|won't|couldn't|wouldn't|shouldn't|must)$/
const TAKES = /^(?:needs|wants|takes|took|started|stopped|missed|lost|broke|hit|hurt|injured|cut)$/
const DUTIES = /^(?:see|call|sign|bring|attend|decide|discuss|staff|page|arrange)$/

/** Has a cough; has asthma; has had chest pain; has the pager. */
function hasIll(tokens: Tokens, from: number): boolean {
  for (let at = from; at < from + 4 && isWord(tokens, at) && tokens.gap[at] === GAP.space; at++) {
    if (PERSON_ILLS.has(tokens.hash[at]!)) return true
    if (tokens.shape[at] !== SHAPE.lower || hasLex(tokens, at, LEX.drug)) return false
  }
  return false
}

/** Takes 5 mg, took her meds, started lisinopril, needs a new script. */
function takesOwn(tokens: Tokens, at: number): boolean {
  if (tokens.gap[at] !== GAP.space) return false
  if (isNumber(tokens, at)) return hasRole(tokens, at + 1, ROLE.unit)
  if (hasLex(tokens, at, LEX.drug)) return true
  if (!isWord(tokens, at)) return false
  if (/^(?:his|her|their|daycare|kindergarten|school|chemo|dialysis|hospice|preschool)$/.test(textOf(tokens, at))) return true
  const noun = /^(?:an?|the|new|another|more)$/.test(textOf(tokens, at)) ? at + 1 : at
  const head = /^(?:new|repeat|urgent|sooner|tetanus|flu)$/.test(textOf(tokens, noun)) ? noun + 1 : noun
  return (
    isWord(tokens, head) &&
    /^(?:script|refill|refills|referral|prescription|appointment|appt|shot|ride|interpreter|wheelchair|walker|letter|note|job|apartment|treatment|admission|surgery|transfusion|isolation|intubation|epidural|antibiotics)$/.test(
      textOf(tokens, head),
    )
  )
}

/** Will see him, did not show, can be discharged, doesn't want surgery. */
function doesAct(tokens: Tokens, from: number): boolean {
  let at = from
  while (
    at < from + 2 &&
    isWord(tokens, at) &&
    /^(?:not|also|still|likely|probably|now|never|just|always|only|either)$/.test(textOf(tokens, at))
  )
    at++
  if (!isWord(tokens, at) || tokens.gap[at] !== GAP.space || tokens.shape[at] !== SHAPE.lower) return false
  if (textOf(tokens, at) === 'be') return isPersonsPredicate(tokens, at + 1)
  if (/^(?:take|start|stop|need|get|have|miss|lose)$/.test(textOf(tokens, at))) return takesOwn(tokens, at + 1) || hasIll(tokens, at + 1)
  return PERSON_BASES.has(tokens.hash[at]!)
}

/** Theo and I; Mia and her husband; Okafor and his team. */
function isPersonBehindAnd(tokens: Tokens, at: number): boolean {
  if (!isWord(tokens, at) || tokens.gap[at] !== GAP.space) return false
  if (textOf(tokens, at) === 'I') return tokens.gap[at + 1] === GAP.space && isWord(tokens, at + 1) && tokens.shape[at + 1] === SHAPE.lower
  return /^(?:his|her|my|their)$/.test(textOf(tokens, at)) && hasRole(tokens, at + 1, KIN)
}

/** Voss's wife; Petrosyan's potassium: what no disease, sign or device is. */
function owns(tokens: Tokens, sign: number, grade: number): boolean {
  if (tokens.kind[sign] !== KIND.sign || tokens.hash[sign] !== POSSESSIVE) return false
  const noun = sign + 1
  if (!isWord(tokens, noun) || tokens.gap[noun] !== GAP.space || hasRole(tokens, noun, ROLE.medicalHead)) return false
  if (grade === PERSON.guarded && hasLex(tokens, sign - 1, LEX.eponym | LEX.test)) return hasRole(tokens, noun, KIN)
  return (
    hasRole(tokens, noun, KIN) ||
    OWNED.has(tokens.hash[noun]!) ||
    (hasLex(tokens, noun, LEX_MEDICAL) && tokens.shape[noun] === SHAPE.lower && hasLex(tokens, noun, LEX.drug))
  )
}

/** Theo, her roommate, drove; Voss (his wife). */
export function hasKin(tokens: Tokens, sign: number): boolean {
  if (!isSign(tokens, sign, ',') && !isSign(tokens, sign, '(')) return false
  let at = sign + 1
  const owner = isWord(tokens, at) && /^(?:my|his|her|our|their|pt's|the)$/.test(textOf(tokens, at))
  if (owner) at++
  if (!isWord(tokens, at) || tokens.shape[at] !== SHAPE.lower || lengthOf(tokens, at) < 3 || !hasRole(tokens, at, KIN)) return false
  const behind = at + 1
  if (isGlued(tokens, at) && !isSign(tokens, sign, '(')) return false
  return (
    isSign(tokens, behind, ',') || isSign(tokens, behind, ')') || isSign(tokens, behind, '.') || (owner && tokens.gap[behind]! > GAP.space)
  )
}
