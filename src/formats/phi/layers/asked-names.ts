// Persons whom somebody asks, tells, pages, waits for or speaks with, and persons whom a question is about: please call Voss back, waiting on Okafor,
// is Petrosyan still on warfarin, can Theo have ibuprofen, this is Mia calling.
import { RANK } from '../candidate.ts'
import { hashWords } from '../fold.ts'
import { CAPITALS, type StartPositions } from '../layer-starts.ts'
import { LEX } from '../lexicon-bits.ts'
import { endOfName } from '../name-shape.ts'
import { hasLex, hasRole, isNumber, isSign, isWord, textOf } from '../token-tests.ts'
import { GAP, KIND, POSSESSIVE, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'
import { isPersonsPredicate, PERSON_BASES, PERSON_ILLS } from './person-acts.ts'
import { PERSON, personGrade } from './person-words.ts'

/** Done to persons; services and firms, which are called and asked, too, are words of the lists. */
const ASKED = hashWords(
  'ask asked asking tell told telling page paged paging remind reminded inform informed informing notify notified notifying thank thanked message messaged messaging reassure reassured texted texting emailed phoned phone facetimed assist assisted accompany accompanied hugged met married divorced interview interviewed updated update nudge poke ping pinged',
)
/** The same with less force: somebody who is asked, and things. */
const CALLED = hashWords('call called calling see saw seeing consult consulted page give gave giving let text email appreciate loop')
/** Prepositions, auxiliaries and small words that stand before a person in what the readers below look for. */
const OTHERS = hashWords(
  "on for to with from is was isn't has had does did do can could should would will doesn't didn't can't let me as by and of",
)
const MOST_WORDS = 3

export function findAskedNames(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(1); i < tokens.count; i = positions.next(i + 1)) {
    if (tokens.shape[i]! < SHAPE.capital || tokens.gap[i] !== GAP.space || !isWord(tokens, i - 1)) continue
    const before = tokens.hash[i - 1]!
    if (!ASKED.has(before) && !CALLED.has(before) && !OTHERS.has(before)) continue
    const grade = personGrade(tokens, i)
    if (grade === PERSON.none) continue
    const last = endOfName(tokens, i, MOST_WORDS)
    if (hasRole(tokens, last + 1, ROLE.medicalHead | ROLE.facility | ROLE.organization) && tokens.gap[last + 1]! <= GAP.space) continue
    if (isAsked(tokens, i, last, grade) || isQuestioned(tokens, i, last) || isIntroduced(tokens, i, last, grade))
      addTokens(context, i, last, 'name', 0.72, 'name/asked', RANK.tagger)
  }
}

findAskedNames.starts = { shapes: CAPITALS }

/** Ask Voss about it; please call Okafor back; waiting on Petrosyan; gave Theo the Tylenol. */
function isAsked(tokens: Tokens, first: number, last: number, grade: number): boolean {
  const before = tokens.hash[first - 1]!
  const behind = last + 1
  // How do I tell Dressler's from an effusion.
  if (tokens.kind[behind] === KIND.sign && tokens.hash[behind] === POSSESSIVE) return false
  if (ASKED.has(before)) return grade !== PERSON.guarded || !hasLex(tokens, first, LEX.test | LEX.eponym) || goesOnToPerson(tokens, behind)
  if (CALLED.has(before)) return goesOnToPerson(tokens, behind)
  const text = textOf(tokens, first - 1)
  if (/^(?:on|for)$/.test(text))
    return isWord(tokens, first - 2) && /^(?:waiting|wait|covering|cross)$/i.test(textOf(tokens, first - 2)) && ends(tokens, behind)
  if (/^(?:to|with|from)$/.test(text)) return grade === PERSON.guarded && isSpoken(tokens, first - 2)
  return false
}

/** Spoke to, checked with, heard from: a name that is a word of tests, too, is a person there. */
function isSpoken(tokens: Tokens, at: number): boolean {
  return (
    isWord(tokens, at) &&
    /^(?:spoke|speak|talked|talking|spoken|speaking|discussed|out|off|heard|reviewed|staffed|met|rounded|coordinated)$/i.test(
      textOf(tokens, at),
    )
  )
}

/** Back, to see him, the Tylenol, if worse: `see Elvanse with food` and `give Xeplion today` are about things. */
function goesOnToPerson(tokens: Tokens, at: number): boolean {
  if (tokens.gap[at] !== GAP.space || !isWord(tokens, at) || tokens.shape[at] !== SHAPE.lower) return false
  const text = textOf(tokens, at)
  const next = isWord(tokens, at + 1) ? textOf(tokens, at + 1) : ''
  if (text === 'the') return next !== '' && !/^(?:day|night|week|month|hour)$/.test(next)
  if (text === 'to') return ERRANDS.test(next)
  return /^(?:back|his|her|an|if|when|about|that|know|sleep|asap|stat|again|tonight|tomorrow|yesterday|re|my|some|two|first)$/.test(text)
}

const ERRANDS = /^(?:see|discuss|ask|confirm|arrange|schedule|review|let|say|tell|find|clarify|update|come|help|verify|reschedule|get)$/

function ends(tokens: Tokens, at: number): boolean {
  return tokens.gap[at]! >= GAP.line || (tokens.kind[at] === KIND.sign && !isSign(tokens, at, '-'))
}

/** Is Voss still on warfarin; does Okafor need a tetanus shot; can Theo have ibuprofen; when can Mia fly. */
function isQuestioned(tokens: Tokens, first: number, last: number): boolean {
  const behind = last + 1
  if (!isWord(tokens, behind) || tokens.gap[behind] !== GAP.space || tokens.shape[behind] !== SHAPE.lower) return false
  const auxiliary = textOf(tokens, first - 1).toLowerCase()
  if (/^(?:is|was|isn't)$/.test(auxiliary)) return isPersonsPredicate(tokens, behind) || isFitTo(tokens, behind)
  if (/^(?:has|had)$/.test(auxiliary)) return /^(?:had|been|ever|eaten|taken|gotten|seen|gone|voided)$/.test(textOf(tokens, behind))
  return /^(?:does|did|do|can|could|should|would|will|doesn't|didn't|can't|let)$/.test(auxiliary) && isBase(tokens, behind)
}

/** Ok to fly, safe to drive, allowed to eat. */
function isFitTo(tokens: Tokens, at: number): boolean {
  return (
    /^(?:ok|okay|fine|safe|allowed|able|cleared|fit|ready|eligible|supposed|due)$/.test(textOf(tokens, at)) &&
    isWord(tokens, at + 1) &&
    textOf(tokens, at + 1) === 'to' &&
    isWord(tokens, at + 2) &&
    (PERSON_BASES.has(tokens.hash[at + 2]!) || isTaking(tokens, at + 2))
  )
}

function isBase(tokens: Tokens, from: number): boolean {
  const at = isWord(tokens, from) && /^(?:still|also|really|ever|just|now|even)$/.test(textOf(tokens, from)) ? from + 1 : from
  if (!isWord(tokens, at)) return false
  if (PERSON_BASES.has(tokens.hash[at]!)) return true
  return isTaking(tokens, at)
}

/** Have ibuprofen, take the pills, need a tetanus shot, stop aspirin, get his vaccine. */
function isTaking(tokens: Tokens, verb: number): boolean {
  if (
    !/^(?:have|take|get|need|stop|start|restart|resume|skip|hold|use|try|receive|keep|continue|switch|miss|want|like)$/.test(
      textOf(tokens, verb),
    )
  )
    return false
  const at = verb + 1
  if (tokens.gap[at] !== GAP.space) return false
  if (hasLex(tokens, at, LEX.drug) || isNumber(tokens, at)) return true
  if (!isWord(tokens, at)) return false
  if (/^(?:his|her|their|both|another|any|more|it|off|on|to)$/.test(textOf(tokens, at)))
    return !/^(?:it|to|on|any|more)$/.test(textOf(tokens, at)) || /^(?:want|like|take|try)$/.test(textOf(tokens, verb))
  const noun = /^(?:the|an?)$/.test(textOf(tokens, at)) ? at + 1 : at
  return (
    PERSON_ILLS.has(tokens.hash[noun]!) ||
    hasLex(tokens, noun, LEX.drug) ||
    /^(?:pills?|meds?|medications?|shots?|vaccines?|tetanus|flu|refill|referral|ct|mri|xray|labs|dose|doses|antibiotics|dialysis|chemo|formula|milk|honey|peanut|eggs|surgery|insulin|steroids|tube|colonoscopy|mammogram|prior|auth|ride|interpreter|wheelchair)$/.test(
      textOf(tokens, noun),
    )
  )
}

/** This is Mia calling; it's Theo from the desk; call me Bo; also known as Theo; he and Mia; I'm Theo. */
function isIntroduced(tokens: Tokens, first: number, last: number, grade: number): boolean {
  const before = first - 1
  const text = textOf(tokens, before).toLowerCase()
  const front = before - 1
  const behind = last + 1
  if (text === 'is' && isWord(tokens, front) && /^this$/i.test(textOf(tokens, front)))
    return (
      isSign(tokens, behind, ',') ||
      (isWord(tokens, behind) &&
        /^(?:calling|from|again|at|with|and|in|here)$/.test(textOf(tokens, behind)) &&
        (grade !== PERSON.unknown || /^(?:calling|here)$/.test(textOf(tokens, behind)) || opens(tokens, front)))
    )
  if (text === 'me' && isWord(tokens, front)) return /^call$/i.test(textOf(tokens, front)) && ends(tokens, behind)
  if (/^(?:as|by)$/.test(text) && isWord(tokens, front))
    return (
      /^(?:known|goes|went|going|registered|listed|prefers)$/i.test(textOf(tokens, front)) &&
      (grade === PERSON.named || (grade === PERSON.unknown && ends(tokens, behind))) &&
      !hasLex(tokens, first, LEX.eponym)
    )
  if (text === 'and' && isWord(tokens, front) && /^(?:he|she|i|me|him|her|mom|dad|husband|wife|you)$/i.test(textOf(tokens, front)))
    return grade !== PERSON.guarded || hasLex(tokens, first, LEX.first)
  if (text === 'of' && isWord(tokens, front) && tokens.shape[front] === SHAPE.lower)
    return hasRole(tokens, front, ROLE.relation) && ends(tokens, behind)
  return false
}

function opens(tokens: Tokens, at: number): boolean {
  return (
    at === 0 ||
    tokens.gap[at]! >= GAP.line ||
    tokens.kind[at - 1] === KIND.sign ||
    (isWord(tokens, at - 1) && /^(?:hi|hello|hey)$/i.test(textOf(tokens, at - 1)))
  )
}
