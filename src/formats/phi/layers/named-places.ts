// Institutions that a noun, an article or a number names: care home De Wilgenhof, EMS via Acadian, from The Willows, AT HENNEPIN RIDGE, Local 150,
// VFW Post 2209, Occupation: welder, Kestrel Forge. The noun alone, a ward and a drug behind it are nobody's.
import { RANK } from '../candidate.ts'
import type { PhiCategory } from '../category.ts'
import { hashWord, hashWords } from '../fold.ts'
import type { StartPositions } from '../layer-starts.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_NAME, LEX_PROPER } from '../lexicon-bits.ts'
import { isMeasured } from '../measure-words.ts'
import { BESIDE_NAMES } from '../name-shape.ts'
import { hasLex, hasRole, isCapitalized, isGlued, isNumber, isSign, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, KIND, POSSESSIVE, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { GENERIC } from './institution-words.ts'
import { addTokens, type LayerContext } from './layer.ts'

/** Nouns that a name follows at once. */
const FACILITY_NOUNS = hashWords('hospital clinic hospice home unit practice surgery rehab snf nursing facility residence ltac irf')
const ORGANIZATION_NOUNS = hashWords(
  'pharmacy pharmacist school college university church parish mosque company employer agency courier insurer insurance shelter charity camp plant factory ems airline crew priest doula team lodge union club band sponsor payer vendor supplier dme hmo transport transporter aid scheme',
)
const LINKS = hashWords('via by from with at through of is')
const PREPOSITIONS = hashWords('at from to via of with by for in near')
/** What is told apart by its number: Local 150, Post 88, Engine 7, P.S. 118. */
const NUMBERED = hashWords(
  'local post engine medic squad lodge chapter troop district precinct battalion regiment squadron platoon union vfw amvets nest',
)
const SEATS = hashWords('embassy consulate diocese archdiocese church bank port city county village')
const THE = hashWord('the')
const JOBS = hashWords('occupation job employment profession trade occ')
const WORKERS = hashWords(
  'employee worker driver mechanic cashier clerk manager nurse teacher engineer pilot technician operator supervisor retiree welder machinist employees workers drivers warehouse plant factory store shift',
)
const NOT_FIRST = (BESIDE_NAMES & ~ROLE.credential) | ROLE.pronoun | ROLE.ward
const MOST_WORDS = 4

export function findNamedPlaces(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (tokens.kind[i] !== KIND.word) continue
    const hash = tokens.hash[i]!
    if (FACILITY_NOUNS.has(hash)) readBehindNoun(context, i, 'facility')
    else if (ORGANIZATION_NOUNS.has(hash)) readBehindNoun(context, i, 'organization')
    if (NUMBERED.has(hash)) readNumbered(context, i)
    if (SEATS.has(hash) && tokens.shape[i] === SHAPE.capital) readSeat(context, i)
    if (JOBS.has(hash) && isSign(tokens, i + 1, ':')) readOccupation(context, i + 2)
    if (hash === THE && tokens.shape[i] === SHAPE.capital) readArticle(context, i)
    if (tokens.shape[i] === SHAPE.upper && PREPOSITIONS.has(hash)) readShouted(context, i)
    if (hasLex(tokens, i, LEX.organization) && isCapitalized(tokens, i)) readEmployer(context, i)
  }
}

findNamedPlaces.starts = { words: [FACILITY_NOUNS, ORGANIZATION_NOUNS, NUMBERED, SEATS, JOBS, [THE], PREPOSITIONS], lex: LEX.organization }

function add(context: LayerContext, first: number, last: number, category: PhiCategory, rule: string): void {
  addTokens(context, first, last, category, 0.7, `named-place/${rule}`, RANK.tagger)
}

/** Pharmacy Boots, home unit KfH Bad Salzungen, EMS via Berks. */
function readBehindNoun(context: LayerContext, noun: number, category: PhiCategory): void {
  const { tokens } = context
  let first = noun + 1
  if (tokens.shape[noun] === SHAPE.upper && !/^(?:EMS|SNF|IRF|LTAC|DME)$/.test(textOf(tokens, noun))) return
  if (isWord(tokens, first) && LINKS.has(tokens.hash[first]!) && tokens.shape[first] === SHAPE.lower) first++
  if (first === noun + 1 && tokens.shape[noun] === SHAPE.capital && isCapitalized(tokens, noun - 1) && tokens.gap[noun] === GAP.space)
    return
  if (tokens.gap[first] !== GAP.space || !isName(tokens, first, tokens.shape[noun] === SHAPE.upper)) return
  const last = endOfName(tokens, first)
  if (hasRole(tokens, last + 1, ROLE.medicalHead) && tokens.gap[last + 1]! <= GAP.space) return
  add(context, first, last, category, 'noun')
}

/** A capital that no list of medicine, and no plain word alone, has. */
function isName(tokens: Tokens, at: number, shouted = false): boolean {
  const shape = tokens.shape[at]!
  if (!isWord(tokens, at) || (shape !== SHAPE.capital && shape !== SHAPE.mixed && !(shouted && shape === SHAPE.upper))) return false
  if (hasRole(tokens, at, NOT_FIRST) || GENERIC.has(tokens.hash[at]!) || lengthOf(tokens, at) < 3) return false
  if (hasLex(tokens, at, LEX_MEDICAL | LEX.abbreviation) && !hasLex(tokens, at, LEX.organization)) return false
  if (isSign(tokens, at + 1, ':')) return false
  if (!hasLex(tokens, at, LEX_ENGLISH)) return tokens.lex[at] === 0 || hasLex(tokens, at, LEX_PROPER | LEX.organization)
  return hasLex(tokens, at, LEX_PROPER) && isCapitalized(tokens, at + 1) && tokens.gap[at + 1] === GAP.space
}

function endOfName(tokens: Tokens, first: number): number {
  let last = first
  for (let at = first + 1, words = 1; words < MOST_WORDS && at < tokens.count && tokens.gap[at]! <= GAP.space; at++) {
    if (isWord(tokens, at) && isCapitalized(tokens, at) && !hasRole(tokens, at, NOT_FIRST & ~(ROLE.ward | ROLE.medicalHead))) {
      if (hasLex(tokens, at, LEX.drug | LEX.test) && !hasLex(tokens, at, LEX_PROPER)) break
      last = at
      words++
    } else if (tokens.kind[at] === KIND.sign && tokens.hash[at] === POSSESSIVE && isGlued(tokens, at)) last = at
    else if (
      !((isSign(tokens, at, '-') || isSign(tokens, at, '/')) && isGlued(tokens, at) && isGlued(tokens, at + 1)) &&
      !isSign(tokens, at, '&')
    ) {
      if (!(isWord(tokens, at) && /^(?:of|de|at|the|and|bei|am|van|der|du|la)$/.test(textOf(tokens, at)) && isCapitalized(tokens, at + 1)))
        break
    }
  }
  return last
}

/** From The Willows; lives at The Pines at Whiting: the article with a capital inside of a sentence. */
function readArticle(context: LayerContext, article: number): void {
  const { tokens } = context
  const first = article + 1
  const before = article - 1
  const isInside =
    tokens.gap[article]! <= GAP.space &&
    (isNumber(tokens, before) ||
      isSign(tokens, before, ',') ||
      (isWord(tokens, before) && (PREPOSITIONS.has(tokens.hash[before]!) || FACILITY_NOUNS.has(tokens.hash[before]!))))
  if (!isInside || tokens.shape[first] !== SHAPE.capital || tokens.gap[first] !== GAP.space) return
  if (hasRole(tokens, first, NOT_FIRST) || GENERIC.has(tokens.hash[first]!) || hasLex(tokens, first, LEX_MEDICAL | LEX.abbreviation)) return
  const last = endOfName(tokens, first)
  if (hasRole(tokens, last, ROLE.medicalHead) || (hasRole(tokens, last + 1, ROLE.medicalHead) && tokens.gap[last + 1]! <= GAP.space)) return
  add(context, article, last, 'facility', 'article')
}

/** AT HENNEPIN RIDGE, FROM ST BRENDAN'S: in a line of capitals words of which one is no plain word. */
function readShouted(context: LayerContext, preposition: number): void {
  const { tokens } = context
  if (!/^(?:AT|FROM)$/.test(textOf(tokens, preposition))) return
  let [last, words, named] = [preposition, 0, 0]
  for (let at = preposition + 1; at < tokens.count && words < MOST_WORDS && tokens.gap[at]! <= GAP.space; at++) {
    if (isSign(tokens, at, '.') && /^(?:ST|MT)$/.test(textOf(tokens, at - 1))) continue
    if (tokens.kind[at] === KIND.sign && tokens.hash[at] === POSSESSIVE) {
      last = at
      continue
    }
    if (tokens.shape[at] !== SHAPE.upper || hasRole(tokens, at, NOT_FIRST & ~ROLE.title)) break
    if (hasLex(tokens, at, LEX_MEDICAL | LEX.abbreviation) && !hasLex(tokens, at, LEX_PROPER)) break
    words++
    last = at
    if (lengthOf(tokens, at) > 3 && !GENERIC.has(tokens.hash[at]!) && hasLex(tokens, at, LEX_PROPER) && !hasLex(tokens, at, LEX_MEDICAL))
      named++
  }
  if (words >= 2 && named > 0 && !hasVerb(tokens, preposition, last)) add(context, preposition + 1, last, 'facility', 'shouted')
}

/** FROM FIELD SHOWS STE: more than two words or a verb of reports is no name. */
function hasVerb(tokens: Tokens, preposition: number, last: number): boolean {
  for (let i = preposition + 1; i <= last; i++)
    if (/(?:ED|OWS|ING|TES|SES)$/.test(textOf(tokens, i)) && hasLex(tokens, i, LEX.common)) return true
  return false
}

/** Union Local 417, VFW Post 2209, P.S. 118: the number and the capitals in front of the noun. */
function readNumbered(context: LayerContext, noun: number): void {
  const { tokens } = context
  const number = isSign(tokens, noun + 1, '#') || isSign(tokens, noun + 1, '.') ? noun + 2 : noun + 1
  if (!isNumber(tokens, number) || lengthOf(tokens, number) > 4 || tokens.shape[noun]! < SHAPE.capital || tokens.gap[noun + 1]! > GAP.space)
    return
  if (isMeasured(tokens, number) || tokens.gap[number]! > GAP.space) return
  // Post 2 weeks, Post 3: only behind capitals.
  let first = noun
  while (
    noun - first < 3 &&
    isCapitalized(tokens, first - 1) &&
    tokens.gap[first] === GAP.space &&
    !hasRole(tokens, first - 1, ROLE.function)
  )
    first--
  if (first === noun && /^(?:post|district|chapter|medic|squad|nest)$/i.test(textOf(tokens, noun))) return
  add(context, first, number, 'organization', 'numbered')
}

/** Embassy of Malta, Diocese of Kerry. */
function readSeat(context: LayerContext, at: number): void {
  const { tokens } = context
  const place = isWord(tokens, at + 2) && /^the$/.test(textOf(tokens, at + 2)) ? at + 3 : at + 2
  if (!isWord(tokens, at + 1) || textOf(tokens, at + 1) !== 'of' || tokens.gap[place] !== GAP.space || !isName(tokens, place)) return
  add(context, at, endOfName(tokens, place), 'organization', 'seat')
}

/** Occupation: forklift operator, Siemens; Job: teacher (Penrose Elementary). */
function readOccupation(context: LayerContext, first: number): void {
  const { tokens } = context
  for (let at = first; at < first + 8 && at < tokens.count && tokens.gap[at]! <= GAP.space; at++) {
    if (isSign(tokens, at, '.') || isSign(tokens, at, ';')) return
    const isJoint = isSign(tokens, at, ',') || isSign(tokens, at, '(') || isSign(tokens, at, '@')
    if (!isJoint || !isName(tokens, at + 1)) continue
    add(context, at + 1, endOfName(tokens, at + 1), 'organization', 'occupation')
    return
  }
}

/** Amazon employee, former UPS driver. */
function readEmployer(context: LayerContext, at: number): void {
  const { tokens } = context
  const next = at + 1
  if (!isWord(tokens, next) || tokens.gap[next] !== GAP.space || !WORKERS.has(tokens.hash[next]!) || tokens.shape[next] !== SHAPE.lower)
    return
  if (hasLex(tokens, at, LEX.drug | LEX.test | LEX_NAME)) return
  add(context, at, at, 'organization', 'employer')
}
