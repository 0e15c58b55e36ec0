// Institutions by the little words around them: rang from the Coombe, lost at QEH, to ED, UHG, drove me to Fishermen's, the shelter, Hope on Ninth, employer (Gulf
// Meridian). One capital alone counts beside somebody only.
import { RANK } from '../candidate.ts'
import { hashWord, hashWords } from '../fold.ts'
import { LABEL_OPENERS } from '../id-labels.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_NAME } from '../lexicon-bits.ts'
import { hasLex, hasRole, isCapitalized, isGlued, isSign, isSmallLatin, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, KIND, POSSESSIVE, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { GENERIC } from './institution-words.ts'
import { addTokens, type LayerContext } from './layer.ts'
import { BESIDE_SITES, NEVER_SLOT } from './slot-words.ts'
import { addBesideOnly, isOpened } from './small-slots.ts'
import { isMedicalForm } from './unknown-words.ts'

const PLACED = hashWords('at from to into')
const THE = hashWord('the')
/** Nouns that the name of the institution follows in brackets or behind a comma. */
const NOUNS = hashWords(
  'employer insurer insurance shelter hostel school college nursery daycare preschool kindergarten church parish mosque company firm agency charity site facility hospice home clinic hospital pharmacy practice lab union sponsor payer carrier supplier gym club workplace convent refuge',
)
/** What people do about a hospital. */
const MOVED = hashWords(
  'rang rung ring phoned phone called calling call went gone go taken took brought bring drove driven sent home back discharged dcd admitted transferred transfer ferry ambulance born delivered delivering booked seen letter referred waiting bed appointment appt clinic scan surgery nurse midwife doctor consultant consultants',
)
const MOST_WORDS = 5

export function findSiteSlots(context: LayerContext): void {
  const { tokens } = context
  for (let i = 0; i < tokens.count; i++) {
    if (tokens.kind[i] !== KIND.word || tokens.shape[i] === SHAPE.upper) continue
    const hash = tokens.hash[i]!
    if (PLACED.has(hash)) readPlaced(context, i)
    if (NOUNS.has(hash) && tokens.shape[i] === SHAPE.lower) readApposition(context, i)
  }
}

function readPlaced(context: LayerContext, preposition: number): void {
  const { tokens } = context
  const next = preposition + 1
  const isBehindThe = isWord(tokens, next) && tokens.hash[next] === THE
  const first = isBehindThe ? next + 1 : next
  if (!isWord(tokens, first) || tokens.gap[first] !== GAP.space || !isPlain(tokens, first)) return
  if (isBehindThe) readNickname(context, next, first)
  else if (tokens.shape[first] === SHAPE.upper) readAcronym(context, preposition, first)
  else if (tokens.shape[first] === SHAPE.capital) readGenitive(context, first)
}

/** Nothing of medicine, no ward and no label. */
function isPlain(tokens: Tokens, at: number): boolean {
  if (hasRole(tokens, at, BESIDE_SITES) || NEVER_SLOT.has(tokens.hash[at]!) || GENERIC.has(tokens.hash[at]!)) return false
  return !LABEL_OPENERS.has(tokens.hash[at]!) && !hasLex(tokens, at, LEX_MEDICAL) && !isMedicalForm(tokens, at)
}

/** From the Coombe, to the vic: one word that is no plain one and the end of the phrase. */
function readNickname(context: LayerContext, article: number, at: number): void {
  const { tokens } = context
  const isSmall = isSmallLatin(tokens, at)
  if (!isSmall && tokens.shape[at] !== SHAPE.capital) return
  if (isSmall ? textOf(tokens, at) !== 'vic' : hasLex(tokens, at, LEX_ENGLISH | LEX.region)) return
  if (lengthOf(tokens, at) < 3 || !endsPhrase(tokens, at + 1) || !isOpened(tokens, article - 1, MOVED)) return
  if (tokens.lex[at] === 0 || isSmall) addTokens(context, article, at, 'facility', 0.6, 'institution/nickname', RANK.tagger)
  else addBesideOnly(context, article, at, 'facility', 'nickname')
}

/** Lost at QEH: three or four capitals of no list among small letters. */
function readAcronym(context: LayerContext, preposition: number, at: number): void {
  const { tokens } = context
  const length = lengthOf(tokens, at)
  if (
    tokens.lex[at] !== 0 ||
    tokens.role[at] !== 0 ||
    length < 3 ||
    length > 4 ||
    (isGlued(tokens, at + 1) && !isSign(tokens, at + 1, ',') && !isSign(tokens, at + 1, '.'))
  )
    return
  if (tokens.shape[preposition] !== SHAPE.lower || !isSmallLatin(tokens, preposition - 1) || !endsPhrase(tokens, at + 1)) return
  // From ESKD, from AVNRT: what somebody comes from is a state more often than a place.
  if (/^at$/.test(textOf(tokens, preposition))) addTokens(context, at, at, 'facility', 0.6, 'institution/acronym', RANK.tagger)
  else if (/^from$/.test(textOf(tokens, preposition))) addBesideOnly(context, at, at, 'facility', 'acronym')
}

/** To Fishermen's; at Woodie's: the genitive ends the phrase. */
function readGenitive(context: LayerContext, at: number): void {
  const { tokens } = context
  let last = at
  while (last - at < 2 && isCapitalized(tokens, last + 1) && tokens.gap[last + 1] === GAP.space && isPlain(tokens, last + 1)) last++
  const sign = last + 1
  if (tokens.kind[sign] !== KIND.sign || tokens.hash[sign] !== POSSESSIVE || !isGlued(tokens, sign) || !endsPhrase(tokens, sign + 1)) return
  if (last === at && hasLex(tokens, at, LEX_NAME) && !hasLex(tokens, at, LEX.organization)) return
  addTokens(context, at, sign, 'facility', 0.65, 'institution/genitive', RANK.tagger)
}

function endsPhrase(tokens: Tokens, at: number): boolean {
  if (tokens.gap[at]! >= GAP.line) return true
  if (tokens.kind[at] === KIND.sign) return /^[,.;?!)]$/.test(textOf(tokens, at))
  return hasRole(tokens, at, ROLE.function | ROLE.pronoun)
}

/** The shelter, Hope on Ninth, needs; employer (Gulf Meridian Offshore): two capitals and more. */
function readApposition(context: LayerContext, noun: number): void {
  const { tokens } = context
  const sign = noun + 1
  const isBracket = isSign(tokens, sign, '(')
  if (!isBracket && !isSign(tokens, sign, ',')) return
  const first = sign + 1
  if (!isCapitalized(tokens, first) || tokens.shape[first] === SHAPE.upper || tokens.gap[first]! > GAP.space) return
  if (!isPlain(tokens, first) && !(hasLex(tokens, first, LEX.first) && !hasLex(tokens, first, LEX.drug))) return
  if (isWord(tokens, noun - 1) && /^(?:to|for|after|before|without|no)$/.test(textOf(tokens, noun - 1))) return
  let [last, words] = [first, 1]
  for (let at = first + 1; at < tokens.count && words < MOST_WORDS && tokens.gap[at]! <= GAP.space; at++) {
    if (isCapitalized(tokens, at) && isPlain(tokens, at)) {
      last = at
      words++
    } else if (!(isWord(tokens, at) && /^(?:of|on|the|and|for|at|de|la)$/.test(textOf(tokens, at))) && !isSign(tokens, at, '&')) break
  }
  const closes = isSign(tokens, last + 1, isBracket ? ')' : ',') || (!isBracket && isSign(tokens, last + 1, '.'))
  const isPerson = hasLex(tokens, first, LEX.first) && words <= 2 && hasLex(tokens, last, LEX.last)
  if (words >= 2 && closes && !isPerson) addTokens(context, first, last, 'organization', 0.65, 'institution/apposition', RANK.tagger)
}
