// Persons behind a title by a word or a letter that the other layers take for no name: mrs pain, MR LOW, dr long said, mrs b's son, Mr. In; doctor ernest day,
// as it is dictated. A title of persons stands before nothing else, but doctors also have visits and offices, and `MR` and `MS` are an image and a disease.
import { RANK } from '../candidate.ts'
import { hashWords } from '../fold.ts'
import type { StartPositions } from '../layer-starts.ts'
import { LEX, LEX_MEDICAL, LEX_PROPER } from '../lexicon-bits.ts'
import { hasLex, hasRole, isGlued, isNumber, isSign, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, KIND, POSSESSIVE, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'
import { PRODUCTS } from './name-contexts.ts'
import { PERSON } from './person-words.ts'
import { hurriedGrade, isPlainName } from './plain-names.ts'
import { isMedicalForm } from './unknown-words.ts'

/** Behind these nothing but a name stands. */
const SURE = hashWords('mr mrs mister missus')
const DOCTORS = hashWords('dr doctor prof professor')
/** Titles that are a verb, a disease or a trade as well. */
const LOOSE = hashWords(
  'miss ms nurse sister sgt sergeant capt captain officer pastor father rev reverend chaplain coach deacon detective judge',
)
const BEFORE_NOBODY = hashWords(
  'the a an my your his her our their this that each every any no another which what other same new old family',
)
const OF_IMAGES = hashWords(
  'angio angiogram angiography spine brain head neck knee hip shoulder elbow wrist ankle foot liver pelvis abdomen prostate breast heart cardiac rectum enterography elastography guided scan imaging image images contrast cholangiogram urogram venogram safe unsafe conditional compatible exam study protocol sequence lumbar cervical thoracic c-spine',
)
const DEGREES = hashWords(
  'mild moderate severe trace trivial none no normal murmur jet present and or with on tr ar pr mr emeritus visiting',
)
const OF_DOCTORS = hashWords(
  'visit visits appt appts appointment appointments office offices note notes letter order orders list bill bills number name portal shopping hours says said told wants wanted thinks thought prescribed gave put asked ask called call calls doesnt didnt dont wont cant cannot never just still will would wrote sent started stopped took saw knows suggested mentioned refused please here now today yesterday tomorrow google pepper recommended recommend ordered phone house strange surgery excuse slip script rx care office clinic gets got needs keeps patient strike dre',
)
const SPEAKS = hashWords(
  'says said wants wanted has had is was thinks thought told asked asks ordered gave put will wrote needs refused refuses denies cant wont doesnt',
)

const MOST_DOTTED = 4

export function findPlainTitles(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(0); i + 1 < tokens.count; i = positions.next(i + 1)) {
    if (tokens.kind[i] !== KIND.word || !hasRole(tokens, i, ROLE.title) || !isTitle(tokens, i)) continue
    const dotted = isSign(tokens, i + 1, '.') && isGlued(tokens, i + 1)
    // See the eye doctor. Recheck: the dot of a whole word ends the sentence.
    if (dotted && lengthOf(tokens, i) > MOST_DOTTED) continue
    const first = dotted ? i + 2 : i + 1
    if (!isWord(tokens, first) || tokens.gap[first] !== GAP.space) continue
    if (lengthOf(tokens, first) === 1 ? isLetter(tokens, i, first) : isTitled(tokens, i, first)) add(context, first)
  }
}

findPlainTitles.starts = { words: [SURE, DOCTORS, LOOSE] }

function add(context: LayerContext, first: number): void {
  const { tokens } = context
  const second = first + 1
  const goesOn =
    tokens.shape[first] === tokens.shape[second] &&
    tokens.gap[second] === GAP.space &&
    tokens.hash[first] !== tokens.hash[second] &&
    hasLex(tokens, first, LEX_PROPER) &&
    !hasLex(tokens, first, LEX.common) &&
    hurriedGrade(tokens, second) !== PERSON.none
  addTokens(context, first, goesOn ? second : first, 'name', 0.75, 'name/plain-title', RANK.tagger)
}

function isTitle(tokens: Tokens, at: number): boolean {
  const hash = tokens.hash[at]!
  if (!SURE.has(hash) && !DOCTORS.has(hash) && !LOOSE.has(hash)) return false
  return !(isWord(tokens, at - 1) && tokens.gap[at] === GAP.space && BEFORE_NOBODY.has(tokens.hash[at - 1]!))
}

/** Mrs b's son, mr o is npo: `MR C spine` is an image. */
function isLetter(tokens: Tokens, title: number, letter: number): boolean {
  const behind = isSign(tokens, letter + 1, '.') && isGlued(tokens, letter + 1) ? letter + 2 : letter + 1
  // Ms. k wants out
  if (!SURE.has(tokens.hash[title]!) && !DOCTORS.has(tokens.hash[title]!))
    return isWord(tokens, behind) && SPEAKS.has(tokens.hash[behind]!) && isSign(tokens, title + 1, '.')
  if (tokens.kind[behind] === KIND.sign && tokens.hash[behind] === POSSESSIVE) return true
  if (/^[ai]$/i.test(textOf(tokens, letter)) || isNumber(tokens, behind) || isSign(tokens, behind, '-')) return false
  return !isWord(tokens, behind) || !OF_IMAGES.has(tokens.hash[behind]!)
}

function isTitled(tokens: Tokens, title: number, at: number): boolean {
  const hash = tokens.hash[at]!
  const [isSure, isDoctor] = [SURE.has(tokens.hash[title]!), DOCTORS.has(tokens.hash[title]!)]
  if (DEGREES.has(hash) || PRODUCTS.has(hash)) return false
  const isShouted = tokens.shape[title] === SHAPE.upper
  if (hasRole(tokens, at, ROLE.function | ROLE.title)) return (isSure || isDoctor) && !isShouted && isShortSurname(tokens, at)
  // Moderate MR: a valve that leaks, an image.
  if (isShouted && lengthOf(tokens, title) === 2 && (tokens.shape[at] !== SHAPE.upper || hurriedGrade(tokens, at) === PERSON.none))
    return false
  if (hasRole(tokens, at, ROLE.relation | ROLE.person | ROLE.weekday | ROLE.unit) && !isPlainName(tokens, at)) return false
  if (isSure) return !OF_IMAGES.has(hash) || tokens.shape[title] === SHAPE.capital || lengthOf(tokens, title) > 2
  if (isDoctor && OF_DOCTORS.has(hash)) return false
  if (hasLex(tokens, at, LEX.drug) || isMedicalForm(tokens, at)) return false
  const speaks = isWord(tokens, at + 1) && tokens.gap[at + 1] === GAP.space && SPEAKS.has(tokens.hash[at + 1]!)
  if (isDoctor && (speaks || !hasLex(tokens, at, LEX.common))) return !hasLex(tokens, at, LEX.abbreviation)
  const grade = hurriedGrade(tokens, at)
  if (isDoctor) return grade !== PERSON.none
  return (grade === PERSON.guarded || grade === PERSON.named) && speaks && !hasLex(tokens, at, LEX_MEDICAL)
}

/** Mr. In in 7: a short word with a capital before one in small letters. */
function isShortSurname(tokens: Tokens, at: number): boolean {
  return (
    tokens.shape[at] === SHAPE.capital &&
    lengthOf(tokens, at) <= 3 &&
    !/^(?:And|The|Who|Was|Is|Has|For|Or|Of|But|Not|Can|Did|How|Why|May)$/.test(textOf(tokens, at)) &&
    isWord(tokens, at + 1) &&
    tokens.shape[at + 1] === SHAPE.lower
  )
}
