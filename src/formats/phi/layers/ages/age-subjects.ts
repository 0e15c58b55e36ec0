// Of whom a number is said: Lenny is 97, the woman in bed 6 is really 105, a man of 98, Mrs Quill 94. A saturation, a pulse and a weight are told of a
// person in the same words, so that what follows the number is asked first.

import { hashWords } from '../../fold.ts'
import { LEX, LEX_ENGLISH, LEX_NAME } from '../../lexicon-bits.ts'
import { hasLex, hasRole, isCapitalized, isGlued, isNumber, isSign, isWord, lengthOf, textOf } from '../../token-tests.ts'
import { GAP, KIND, POSSESSIVE, SHAPE, type Tokens } from '../../tokens.ts'
import { ROLE } from '../../word-roles.ts'
import { endsClause } from '../../words/clause-ends.ts'

const ELDERS = hashWords(
  'nan nana nanna nanny gran gramps grampa grandad granddad grandmama nonna nonno oma opa ouma oupa abuela abuelo mam mammy mama papa pop pops poppop meemaw pawpaw who',
)
const PEOPLE = hashWords(
  'man woman lady gentleman male female fellow chap bloke guy person gal widow widower farmer teacher nurse engineer veteran miner pilot driver nun priest monk lawyer carpenter welder baker butcher plumber electrician builder mechanic fisherman sailor soldier secretary accountant banker librarian professor musician painter tailor seamstress homemaker housewife retiree pensioner rancher dairyman postman policeman firefighter machinist clerk cook gardener minister deacon shopkeeper',
)
const SEVERAL = hashWords(
  'sisters brothers siblings twins nuns priests residents patients women men ladies aunts uncles parents grandparents neighbours neighbors friends clients folks people',
)
const ADVERBS = hashWords(
  'really actually already now only nearly almost just about over still well probably currently approximately around',
)
const PERSONS = ROLE.pronoun | ROLE.relation | ROLE.person
/** What has such numbers, too. */
const MEASURED =
  /^(?:temps?|temperature|tmax|fevers?|hr|pulse|(?:de)?sat(?:s|ted|ting|urat(?:ed|ing))?|saturations?|spo|o|bp|sbp|dbp|map|pressures?|weight|weighs|weighed|wt|glucose|sugars?|bg|bmi|height|rate|ef|lvef|scores?|scored|iq|dose|level|heart|plts?|platelets?|ra|air|curve|centiles?|percentiles?|growth)$/i

/** 98 percent, 95 over 60, 92 on 2 L, 94 on room air: the number behind a person is a measure. */
export function isMeasureOfPerson(tokens: Tokens, last: number): boolean {
  const next = last + 1
  if (isSign(tokens, next, '%') || isSign(tokens, next, '°')) return true
  if (!isWord(tokens, next) || tokens.gap[next]! > GAP.space) return false
  if (/^(?:percent|pct|degrees?|over|pounds?|lbs?|kilos?|stone|systolic|diastolic|percentile|centile|points?)$/i.test(textOf(tokens, next)))
    return true
  if (isGlued(tokens, next)) return true
  if (/^on$/i.test(textOf(tokens, next))) return isOxygen(tokens, next + 1)
  return hasRole(tokens, next, ROLE.unit) && !/^(?:in|w|s|d|MI|M|F|L|y|yo|yr|yrs|years?)$/.test(textOf(tokens, next))
}

/** Room air, 2 L, CPAP. */
function isOxygen(tokens: Tokens, at: number): boolean {
  const word = isNumber(tokens, at) ? at + 1 : at
  if (!isWord(tokens, word) || tokens.gap[word]! > GAP.space) return false
  const text = textOf(tokens, word)
  return word > at ? /^(?:l|lpm|lit(?:er|re)s?)$/i.test(text) : /^(?:room|ra|nc|air|oxygen|o|bipap|cpap|hfnc|vent|high)$/i.test(text)
}

/** She's 92, Lenny is 97, the woman in bed 6 is really 105, six sisters, one is 92; a man of 98. */
export function isSaidOfPerson(tokens: Tokens, first: number, last: number): boolean {
  if (tokens.gap[first] !== GAP.space) return false
  if (isMeasureOfPerson(tokens, last) && !isOfPronoun(tokens, first, last)) return false
  let verb = first - 1
  for (let words = 0; words < 2 && isWord(tokens, verb) && ADVERBS.has(tokens.hash[verb]!); words++) verb--
  if (isWord(tokens, verb) && /^of$/i.test(textOf(tokens, verb))) return isPeople(tokens, verb - 1)
  const isIs = tokens.kind[verb] === KIND.sign && tokens.hash[verb] === POSSESSIVE
  if (!isIs && !(isWord(tokens, verb) && /^(?:is|was|turns|turned|turning)$/i.test(textOf(tokens, verb)))) return false
  return isSubject(tokens, verb - 1) || isOneOfSeveral(tokens, verb - 1)
}

/** Words of `on room air`. */
const AIR = 3

/** She is 95 on room air: who speaks of a saturation names it, or the person by another word. */
function isOfPronoun(tokens: Tokens, first: number, last: number): boolean {
  if (!isWord(tokens, last + 1) || !/^on$/i.test(textOf(tokens, last + 1)) || isNumber(tokens, last + 2)) return false
  if (!/^(?:is|was)$/i.test(textOf(tokens, Math.max(0, first - 1))) || !/^s?he$/i.test(textOf(tokens, Math.max(0, first - 2)))) return false
  for (let i = Math.max(0, first - REACH); i < Math.min(tokens.count, last + REACH); i++)
    if ((i < first || i > last + AIR) && isWord(tokens, i) && MEASURED.test(textOf(tokens, i))) return false
  return true
}

function isPeople(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at) && PEOPLE.has(tokens.hash[at]!)
}

/** A person's word or a name, or a person whom a place follows: the woman in bed 6, the lady from room 4. */
function isSubject(tokens: Tokens, at: number): boolean {
  if (isPerson(tokens, at)) return true
  for (let i = at, steps = 0; steps < 4 && i > 0; i--, steps++) {
    if (tokens.gap[i]! > GAP.space || (tokens.kind[i] === KIND.sign && !isSign(tokens, i, '-'))) return false
    if (isWord(tokens, i) && (MEASURED.test(textOf(tokens, i)) || hasLex(tokens, i, LEX.test))) return false
    if (isWord(tokens, i) && /^(?:in|from|on|at)$/i.test(textOf(tokens, i))) return isPerson(tokens, i - 1) || isPeople(tokens, i - 1)
  }
  return false
}

export function isPerson(tokens: Tokens, at: number): boolean {
  if (!isWord(tokens, at)) return false
  return hasRole(tokens, at, PERSONS) || ELDERS.has(tokens.hash[at]!) || PEOPLE.has(tokens.hash[at]!) || isGivenName(tokens, at)
}

/** A capital that is a name and no English, no test and no drug. */
function isGivenName(tokens: Tokens, at: number): boolean {
  return (
    tokens.shape[at] === SHAPE.capital &&
    hasLex(tokens, at, LEX_NAME) &&
    !hasLex(tokens, at, LEX_ENGLISH | LEX.test | LEX.drug | LEX.abbreviation)
  )
}

const REACH = 14

function isOneOfSeveral(tokens: Tokens, at: number): boolean {
  if (!isWord(tokens, at) || !/^(?:one|other|another|eldest|oldest|youngest|third|second)$/i.test(textOf(tokens, at))) return false
  return isSentenceOf(tokens, at - 1, (i) => SEVERAL.has(tokens.hash[i]!))
}

/** Whether the sentence in front, of a few words, holds such a word and tells no measure. */
function isSentenceOf(tokens: Tokens, from: number, isSuch: (at: number) => boolean): boolean {
  let holds = false
  for (let i = from; i >= 0 && i > from - REACH; i--) {
    if (isSign(tokens, i, '.') || isSign(tokens, i, '?') || tokens.gap[i + 1]! >= GAP.line) break
    if (!isWord(tokens, i)) continue
    if (MEASURED.test(textOf(tokens, i)) || hasLex(tokens, i, LEX.test)) return false
    if (isSuch(i)) holds = true
  }
  return holds
}

/** Lost his hearing aids, now 93 and shouting: the sentence is about a person and tells no measure. */
export function isNowOfPerson(tokens: Tokens, at: number): boolean {
  const now = at - 1
  if (!isWord(tokens, now) || !/^now$/i.test(textOf(tokens, now)) || !isSign(tokens, now - 1, ',') || isMeasureOfPerson(tokens, at))
    return false
  if (!endsClause(tokens, at + 1) && !/^(?:and|with|but)$/i.test(textOf(tokens, Math.min(at + 1, tokens.count - 1)))) return false
  return isSentenceOf(
    tokens,
    now - 2,
    (i) => hasRole(tokens, i, ROLE.pronoun | ROLE.relation) || ELDERS.has(tokens.hash[i]!) || isPeople(tokens, i),
  )
}

const MOST_NAMES = 3

/** Mrs Chaudhry 94., father Oupa Kobus 95,, Pastor Lemuel Gaines, 95:, nan (93): names behind a title or kin. */
export function isBehindNamed(tokens: Tokens, first: number, last: number): boolean {
  if (!endsClause(tokens, last + 1) && !/^and$/i.test(textOf(tokens, Math.min(last + 1, tokens.count - 1)))) return false
  const isJoined = isSign(tokens, first - 1, ',') || (isSign(tokens, first - 1, '(') && isGlued(tokens, first))
  const name = isJoined ? first - 2 : first - 1
  if (tokens.gap[first]! > GAP.space) return false
  if (
    isJoined &&
    isWord(tokens, name) &&
    (ELDERS.has(tokens.hash[name]!) || isPeople(tokens, name) || hasRole(tokens, name, ROLE.relation))
  )
    return true
  let at = name
  while (name - at < MOST_NAMES && isCapitalized(tokens, at) && lengthOf(tokens, at) > 1 && !isTitle(tokens, at)) {
    if (hasLex(tokens, at, LEX.test | LEX.drug) || MEASURED.test(textOf(tokens, at)) || tokens.gap[at + 1]! > GAP.space) return false
    at--
  }
  if (at === name) return false
  return isTitle(tokens, isSign(tokens, at, '.') ? at - 1 : at) || (hasRole(tokens, at, ROLE.relation) && tokens.gap[at + 1] === GAP.space)
}

function isTitle(tokens: Tokens, at: number): boolean {
  return (
    isWord(tokens, at) &&
    /^(?:mr|mrs|ms|miss|mister|pastor|rev|reverend|father|sister|brother|rabbi|judge|aunt|auntie|uncle)$/i.test(textOf(tokens, at))
  )
}

/** Gramps 95th and, at nan's 100th she: whose birthday it is. */
export function isBirthdayOf(tokens: Tokens, first: number, last: number): boolean {
  const next = last + 1
  const isOpen = isWord(tokens, next) && tokens.gap[next]! <= GAP.space
  const isFree =
    endsClause(tokens, next) ||
    (isOpen &&
      (hasRole(tokens, next, ROLE.function) || /^(?:party|bash|celebrations?|falls|last|next|tomorrow|today)$/i.test(textOf(tokens, next))))
  if (!isFree || tokens.gap[first] !== GAP.space) return false
  const isGenitive = tokens.kind[first - 1] === KIND.sign && tokens.hash[first - 1] === POSSESSIVE
  const whose = isGenitive ? first - 2 : first - 1
  const isKin = isWord(tokens, whose) && (hasRole(tokens, whose, ROLE.relation) || ELDERS.has(tokens.hash[whose]!))
  if (!isKin && !(isWord(tokens, whose) && /^(?:his|her|their|my|whose)$/i.test(textOf(tokens, whose)))) return false
  return isSentenceOf(tokens, whose, () => true)
}
