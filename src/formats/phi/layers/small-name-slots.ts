// Single names in small letters by the slot of the sentence that they fill: for X, is X on, X's class, named X, bed 7 X, X (my nanny).
// A word that no list knows counts only where nothing but a person fits.
import { RANK } from '../candidate.ts'
import { hashWords } from '../fold.ts'
import { LEX, LEX_MEDICAL, LEX_NAME } from '../lexicon-bits.ts'
import { hasLex, hasRole, isGlued, isNumber, isSign, isSmallLatin, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, KIND, POSSESSIVE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'
import { NO_NAME_HERE } from './small-names.ts'
import { isMedicalForm } from './unknown-words.ts'

/** What somebody is done to or spoken of by: a name alone may follow where the phrase then goes on as one about a person does. */
const BEFORE_OBJECT = hashWords(
  'for re about regarding tell ask call remind give given told asked called saw seen see notify page paged text texted email emailed with by per',
)
const BEFORE_SUBJECT = hashWords(
  'is was does did has had can could should would will if because since says said that when why how whether think thinks keep keeps got get getting let lets make made help helps have wants want need needs start give giving put send keep',
)
/** What is said of persons and of no drug. */
const PERSON_ONLY = hashWords(
  'allergic pregnant npo dnr dni intubated awake alert eligible breastfeeding suicidal homeless confused asleep constipated dehydrated febrile septic hypotensive tachy bradycardic anemic diabetic refusing complaining vomiting throwing crying wheezing coughing',
)
const BEHIND_NAME = hashWords(
  'allergic who whos pls please pt dob mrn age aged needs wants is was has had says said still and or on in at to if but because since before after so he she his her hes shes they when while today tonight tomorrow yesterday abt about not now home back again here there too first yet already ok okay npo dnr tpa labs chart meds again take go come get eat have drink fly drive stop start restart resume need meet qualify see been be the a an his her from with re via w asap stat going taking coming getting doing having',
)
const NAMED = hashWords('named called surname lastname firstname aka alias')
const OWNED = hashWords(
  'class classroom room house home car bed chart labs mom mother dad father wife husband son daughter sister brother parents family nurse doctor phone birthday appointment appt school cough rash fever meds insurance name surgery results teacher boyfriend girlfriend kids baby discharge chart',
)
const RELATIONS = hashWords('kid kiddo toddler newborn infant hubby teen preemie nanny bestie gramps nana')

export function findSmallNameSlots(context: LayerContext): void {
  const { tokens } = context
  for (let i = 0; i < tokens.count; i++) {
    if (!isSmallLatin(tokens, i) || tokens.role[i]! !== 0 || lengthOf(tokens, i) < 3) continue
    if (NO_NAME_HERE.has(tokens.hash[i]!)) continue
    const kind = kindOf(tokens, i)
    if (kind !== NONE && fillsSlot(tokens, i, kind)) addTokens(context, i, i, 'name', 0.7, 'name/small-slot', RANK.tagger)
  }
}

const NONE = 0
/** No list knows it. */
const UNKNOWN = 1
/** A given name that is a plain word, too. */
const PLAIN = 2
const NAME = 3

/** How much the word alone says. */
function kindOf(tokens: Tokens, at: number): number {
  const lex = tokens.lex[at]!
  if (lex === 0) return !isGlued(tokens, at) && !isMedicalForm(tokens, at) ? UNKNOWN : NONE
  if ((lex & (LEX.drug | LEX.test)) !== 0) return NONE
  if ((lex & LEX_NAME) === 0) return (lex & ~LEX.rareProper) === 0 ? UNKNOWN : NONE
  if ((lex & LEX.common) !== 0) return (lex & LEX.first) !== 0 && (lex & LEX.proper) !== 0 ? PLAIN : NONE
  if ((lex & (LEX.abbreviation | LEX.organization)) !== 0) return NONE
  if ((lex & LEX.first) !== 0 && (lex & LEX.proper) !== 0) return NAME
  return (lex & (LEX.word | LEX_MEDICAL)) === 0 ? NAME : NONE
}

function fillsSlot(tokens: Tokens, at: number, kind: number): boolean {
  const behind = at + 1
  const spaced = tokens.gap[at] === GAP.space && isWord(tokens, at - 1)
  const before = spaced ? tokens.hash[at - 1]! : 0
  if (hasRole(tokens, behind, ROLE.medicalHead) && tokens.gap[behind]! <= GAP.space && !PERSON_ONLY.has(tokens.hash[behind]!)) return false
  if (spaced && NAMED.has(before) && tokens.gap[behind]! <= GAP.paragraph) return true
  if (isRelationBehind(tokens, behind)) return kind === NAME || kind === PLAIN
  if (spaced && RELATIONS.has(before)) return kind === NAME || isVerbBehind(tokens, behind)
  if (isAgeBehind(tokens, behind)) return kind === NAME || (kind === UNKNOWN && tokens.gap[at]! >= GAP.line)
  if (spaced && BEFORE_SUBJECT.has(before) && isPredicate(tokens, behind)) return true
  if (kind !== NAME) return false
  if (isPossessed(tokens, behind)) return true
  if (isInBed(tokens, at)) return true
  if (!spaced || !(BEFORE_OBJECT.has(before) || BEFORE_SUBJECT.has(before))) return false
  return (
    (BEFORE_OBJECT.has(before) && (endsHere(tokens, behind) || hasRole(tokens, behind, ROLE.credential))) ||
    (isWord(tokens, behind) && BEHIND_NAME.has(tokens.hash[behind]!)) ||
    hasDrug(tokens, behind)
  )
}

/** Holly (my nanny); thomas, his brother. */
function isRelationBehind(tokens: Tokens, at: number): boolean {
  if (!isSign(tokens, at, '(') && !isSign(tokens, at, ',')) return false
  return (
    isWord(tokens, at + 1) &&
    /^(?:my|his|her|our|their|the|pts)$/i.test(textOf(tokens, at + 1)) &&
    (hasRole(tokens, at + 2, ROLE.relation) || RELATIONS.has(tokens.hash[at + 2]!)) &&
    tokens.gap[at + 2]! <= GAP.space
  )
}

/** Is 4 y/o; , 53 yo; (82f). */
function isAgeBehind(tokens: Tokens, given: number): boolean {
  let at = given
  if (tokens.gap[at]! > GAP.space) return false
  if (isSign(tokens, at, ',') || isSign(tokens, at, '(') || (isWord(tokens, at) && /^is$/i.test(textOf(tokens, at)))) at++
  else return false
  return (
    isNumber(tokens, at) &&
    lengthOf(tokens, at) <= 3 &&
    isWord(tokens, at + 1) &&
    /^(?:[mf]|yof?|yom|y|yrs?|years?)$/i.test(textOf(tokens, at + 1))
  )
}

/** A person only: allergic, pregnant; on with a drug behind it. */
function isPredicate(tokens: Tokens, at: number): boolean {
  if (!isWord(tokens, at) || tokens.gap[at] !== GAP.space) return false
  if (PERSON_ONLY.has(tokens.hash[at]!)) return true
  if (!/^(?:on|taking|off|allergic|still)$/.test(textOf(tokens, at))) return false
  return hasLex(tokens, at + 1, LEX.drug) || (textOf(tokens, at) === 'still' && hasLex(tokens, at + 2, LEX.drug))
}

/** Clement's class; thomas's labs. */
function isPossessed(tokens: Tokens, at: number): boolean {
  return tokens.kind[at] === KIND.sign && tokens.hash[at] === POSSESSIVE && isWord(tokens, at + 1) && OWNED.has(tokens.hash[at + 1]!)
}

/** Bed 7b o'neill; rm 12 koelpin. */
function isInBed(tokens: Tokens, at: number): boolean {
  let i = at - 1
  if (tokens.gap[at] !== GAP.space) return false
  if (isWord(tokens, i) && lengthOf(tokens, i) === 1 && isGlued(tokens, i)) i--
  return isNumber(tokens, i) && isWord(tokens, i - 1) && /^(?:bed|room|rm|bay)$/i.test(textOf(tokens, i - 1))
}

function endsHere(tokens: Tokens, at: number): boolean {
  if (tokens.gap[at]! >= GAP.line) return true
  return tokens.kind[at] === KIND.sign && !isSign(tokens, at, '-') && !isSign(tokens, at, '/') && tokens.hash[at] !== POSSESSIVE
}

/** Give vang tpa. */
function hasDrug(tokens: Tokens, at: number): boolean {
  return tokens.gap[at] === GAP.space && hasLex(tokens, at, LEX.drug)
}

function isVerbBehind(tokens: Tokens, at: number): boolean {
  return (
    isWord(tokens, at) &&
    tokens.gap[at] === GAP.space &&
    (/(?:ed|s)$/.test(textOf(tokens, at)) || /^(?:ate|fell|got|bit|hit|has|had|was|cut|ran|drank|threw)$/.test(textOf(tokens, at)))
  )
}
