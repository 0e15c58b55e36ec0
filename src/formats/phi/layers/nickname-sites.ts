// Hospitals and homes by what people call them in small letters: mass gen, u of m, the pines, st als, mayo called, admitted methodist 3/4, good sam wants to send her.
import { RANK } from '../candidate.ts'
import { hashWord, hashWords } from '../fold.ts'
import type { StartPositions } from '../layer-starts.ts'
import { hasRole, isNumber, isSign, isSmallLatin, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, KIND, POSSESSIVE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'
import { PLANTS } from './slot-words.ts'

/** Short names of hospitals and their chains that are plain words, too. */
export const SYSTEMS = hashWords(
  'mayo banner sharp dignity ascension advent spectrum abbott regions select methodist baptist lutheran presby presbyterian northwestern rush temple duke stanford fortis swedish sinai cedars advocate aurora fairview childrens providence mercy kindred encompass northshore sanford avera emory loyola hopkins geisinger ochsner baylor christus novant atrium prisma bellin unity froedtert gundersen essentia',
)
/** Names of two words, the first by the second. */
const PAIRS: ReadonlyMap<number, ReadonlySet<number>> = new Map(
  [
    ['mass', 'gen general eye'],
    ['good', 'sam samaritan shepherd'],
    ['holy', 'cross family name redeemer'],
    ['sacred', 'heart'],
    ['life', 'care'],
    ['minute', 'clinic'],
    ['kings', 'college county'],
    ['patient', 'first'],
    ['one', 'medical'],
    ['planned', 'parenthood'],
    ['childrens', 'mercy hospital national'],
    ['memorial', 'hermann herman sloan'],
    ['cedars', 'sinai'],
    ['mount', 'sinai'],
    ['mt', 'sinai'],
  ].map(([first, seconds]) => [hashWord(first!), hashWords(seconds!)]),
)
const TREES = hashWords(
  'pines oaks elms willows cedars larches birches maples gables meadows gardens palms laurels hollies beeches limes firs poplars aspens orchards cloisters arbors arbours fountains lodges terraces waterfront willow',
)
const SITED = hashWords('at from to unit ward resident home snf nh facility')
const VERBS = hashWords(
  'called calls calling wants wanted sent sends sending says said faxed discharged denied transferred told refuses refused accepted declined',
)
const EVENTS = hashWords('admitted seen dcd discharged transferred hospitalized delivered born inpt inpatient icu er ed')

export function findNicknameSites(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (!isSmallLatin(tokens, i)) continue
    const hash = tokens.hash[i]!
    if (PAIRS.has(hash) && isSecond(tokens, i)) readPair(context, i)
    if (SYSTEMS.has(hash)) readSystem(context, i)
    if (TREES.has(hash)) readTrees(context, i)
    if (hash === U) readState(context, i)
    if (hash === CHILDREN) readChildren(context, i)
    if (PLANTS.has(hash)) readPlant(context, i)
  }
}

const U = hashWord('u')
const CHILDREN = hashWord('children')
const HOMES = hashWords('grove manor snf alf ltc nh rehab hospice hollow glen')
const THE = hashWord('the')

const add = (context: LayerContext, first: number, last: number): void =>
  addTokens(context, first, last, 'facility', 0.65, 'institution/nickname', RANK.tagger)

function isSecond(tokens: Tokens, first: number): boolean {
  return (
    tokens.gap[first + 1] === GAP.space && isSmallLatin(tokens, first + 1) && PAIRS.get(tokens.hash[first]!)!.has(tokens.hash[first + 1]!)
  )
}

/** Mass gen, good sam: behind a word of place, in front of a verb, or with a hospital behind. */
function readPair(context: LayerContext, first: number): void {
  const { tokens } = context
  const isThing = hasRole(tokens, first + 2, ROLE.medicalHead) && tokens.gap[first + 2]! <= GAP.space
  if (!isThing && (isSited(tokens, first) || isAgent(tokens, first, first + 1) || isEvent(tokens, first, first + 1)))
    add(context, first, first + 1)
}

/** Mayo called about her labs; admitted methodist 3/4. */
function readSystem(context: LayerContext, at: number): void {
  const { tokens } = context
  if (isAgent(tokens, at, at) || isEvent(tokens, at, at)) add(context, at, at)
}

/** At mass gen, from the good sam: behind a word of place, the article between them or not. */
function isSited(tokens: Tokens, first: number): boolean {
  const isArticle = isWord(tokens, first - 1) && tokens.hash[first - 1] === THE && tokens.gap[first] === GAP.space
  const before = isArticle ? first - 2 : first - 1
  return isWord(tokens, before) && tokens.gap[before + 1]! <= GAP.space && SITED.has(tokens.hash[before]!)
}

/** The beginning of a sentence or a line in front, a verb of people behind. */
function isAgent(tokens: Tokens, first: number, last: number): boolean {
  const next = last + 1
  if (!isWord(tokens, next) || tokens.gap[next] !== GAP.space || !VERBS.has(tokens.hash[next]!)) return false
  const before = first - 1
  return (
    tokens.gap[first]! >= GAP.line ||
    isSign(tokens, before, '.') ||
    isSign(tokens, before, ',') ||
    (isWord(tokens, before) && hasRole(tokens, before, ROLE.function))
  )
}

/** Admitted there without a preposition, a day or the end behind. */
function isEvent(tokens: Tokens, first: number, last: number): boolean {
  if (!isWord(tokens, first - 1) || !EVENTS.has(tokens.hash[first - 1]!) || tokens.gap[first]! > GAP.space) return false
  const next = last + 1
  return (
    isNumber(tokens, next) ||
    tokens.gap[next]! >= GAP.line ||
    isSign(tokens, next, ',') ||
    isSign(tokens, next, '.') ||
    hasRole(tokens, next, ROLE.function)
  )
}

/** From the pines; anorexia unit the larches. */
function readTrees(context: LayerContext, at: number): void {
  const { tokens } = context
  if (tokens.hash[at - 1] !== THE || tokens.gap[at] !== GAP.space || !isWord(tokens, at - 2) || !SITED.has(tokens.hash[at - 2]!)) return
  const next = at + 1
  const ends =
    tokens.gap[next]! >= GAP.line || !isWord(tokens, next) || hasRole(tokens, next, ROLE.function) || VERBS.has(tokens.hash[next]!)
  if (ends) add(context, at - 1, at)
}

/** Transferred from children's: the end of the phrase behind it. */
function readChildren(context: LayerContext, at: number): void {
  const { tokens } = context
  const next = at + 2
  if (
    tokens.kind[at + 1] !== KIND.sign ||
    tokens.hash[at + 1] !== POSSESSIVE ||
    !isWord(tokens, at - 1) ||
    !/^(?:at|from)$/.test(textOf(tokens, at - 1))
  )
    return
  const ends =
    tokens.gap[next]! >= GAP.line ||
    !isWord(tokens, next) ||
    hasRole(tokens, next, ROLE.function) ||
    /^(?:last|this|in|today|yesterday)$/.test(textOf(tokens, next))
  if (ends) add(context, at, at + 1)
}

/** Oak manor called; maple grove wants to send her. */
function readPlant(context: LayerContext, at: number): void {
  const { tokens } = context
  const head = at + 1
  if (isSmallLatin(tokens, head) && tokens.gap[head] === GAP.space && HOMES.has(tokens.hash[head]!)) add(context, at, head)
}

/** U of m, u of chicago. */
function readState(context: LayerContext, at: number): void {
  const { tokens } = context
  const name = at + 2
  if (!isWord(tokens, at + 1) || textOf(tokens, at + 1) !== 'of' || !isWord(tokens, name) || tokens.gap[name] !== GAP.space) return
  if (tokens.gap[at + 1] !== GAP.space || hasRole(tokens, name, ROLE.function & ~ROLE.unit)) return
  if (lengthOf(tokens, name) <= 2 || tokens.lex[name] !== 0) add(context, at, name)
}

findNicknameSites.starts = { words: [[...PAIRS.keys()], SYSTEMS, TREES, [U, CHILDREN], PLANTS] }
