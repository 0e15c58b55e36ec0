// Institutions by a shortened or bare last word: Saltmarsh Regional, Colonial War Mem., Cottonwood MS, Howell County HD, Kittiwake Fire & Rescue. What stands in
// front must be a name or a word of no list.
import { RANK } from '../candidate.ts'
import type { PhiCategory } from '../category.ts'
import { hashWords } from '../fold.ts'
import { CAPITALS, type StartPositions } from '../layer-starts.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_PROPER } from '../lexicon-bits.ts'
import { BESIDE_NAMES } from '../name-shape.ts'
import { hasLex, hasRole, isGlued, isNumber, isSign, isWord, lengthOf, startsColumn, textOf } from '../token-tests.ts'
import { GAP, KIND, POSSESSIVE, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { GENERIC } from './institution-words.ts'
import { addTokens, type LayerContext } from './layer.ts'

const CARE_TAILS = hashWords(
  'memorial regional mem recovery childrens methodist infirmary birthplace ortho orthopedics rehab endoscopy hospice campus ctr wing practice dermpath dialysis imaging endodontics periodontics surgicenter pharmacy drug surg hosp peds internists retina pulmonary',
)
const OTHER_TAILS = hashWords(
  'elementary tabernacle baptist lutheran ministries rescue terrace downs lanes speedway equipment cooperative embassy consulate office raiders rovers rangers united falcons steelworks ironworks coachworks brickworks glassworks colliery offshore paratransit haulage abattoir casualty mutual carpets kitchens trawlers quilters ushers',
)
/** Shortened last words in capitals: a health district, a school, an office of the sheriff, a supplier. */
const SHORT_CARE = new Set(['MC', 'RMC', 'CHC', 'IHCC', 'IHS', 'CHR', 'HD', 'SNF', 'ALF', 'VAMC'])
const SHORT_OTHER = new Set([
  'MS',
  'HS',
  'ES',
  'ISD',
  'SO',
  'PD',
  'FD',
  'DME',
  'FC',
  'CC',
  'EMS',
  'VFD',
  'SD',
  'DSS',
  'CPS',
  'DCFS',
  'RFC',
  'AFC',
  'SC',
  'GAA',
  'GC',
  'BMV',
  'DMV',
])
const NEVER = BESIDE_NAMES | ROLE.pronoun
const MOST_WORDS = 4

export function findInstitutionTails(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(1); i < tokens.count; i = positions.next(i + 1)) {
    if (!isWord(tokens, i) || tokens.gap[i] !== GAP.space || tokens.shape[i]! < SHAPE.capital) continue
    const category = categoryOf(tokens, i)
    if (!category) continue
    const first = startOf(tokens, i)
    if (first >= i || !tellsApart(tokens, first, i)) continue
    const short = tokens.shape[i] === SHAPE.upper
    if (short && (isAllUpper(tokens, first, i) || (isNumber(tokens, i + 1) && !startsColumn(tokens, i + 1)))) continue
    // Elmhurst Wing B
    const letter = tokens.shape[i + 1] === SHAPE.initial && tokens.gap[i + 1] === GAP.space && !isSign(tokens, i + 2, '.')
    addTokens(context, first, letter && !short ? i + 1 : i, category, 0.75, 'institution/tail', RANK.tagger)
  }
}

findInstitutionTails.starts = { shapes: CAPITALS }

function categoryOf(tokens: Tokens, at: number): PhiCategory | undefined {
  if (hasRole(tokens, at + 1, ROLE.medicalHead) && tokens.gap[at + 1] === GAP.space) return undefined
  if (tokens.shape[at] === SHAPE.capital)
    return CARE_TAILS.has(tokens.hash[at]!) ? 'facility' : OTHER_TAILS.has(tokens.hash[at]!) ? 'organization' : undefined
  if (tokens.shape[at] !== SHAPE.upper || isSequence(tokens, at)) return undefined
  const text = textOf(tokens, at)
  return SHORT_CARE.has(text) ? 'facility' : SHORT_OTHER.has(text) ? 'organization' : undefined
}

/** Multiplanar PD fat-saturated: the proton density of a scan. */
function isSequence(tokens: Tokens, at: number): boolean {
  return (
    isWord(tokens, at + 1) &&
    /^(?:PD|SE|ES|FS|SC)$/.test(textOf(tokens, at)) &&
    /^(?:fat|weighted|FS|fs|saturated|T[12]|axial|sagittal|coronal|images?|sequences?)$/.test(textOf(tokens, at + 1))
  )
}

/** Capitals in one line with hyphens, & and the genitive between them. */
function startOf(tokens: Tokens, tail: number): number {
  let first = tail
  for (let words = 0; words < MOST_WORDS && first > 0 && tokens.gap[first]! <= GAP.space; words++) {
    let before = first - 1
    if (isSign(tokens, before, '&') || (isSign(tokens, before, '-') && isGlued(tokens, first)) || isGenitive(tokens, before)) before--
    if (
      startsColumn(tokens, before + 1) ||
      !isWord(tokens, before) ||
      tokens.shape[before]! < SHAPE.capital ||
      tokens.shape[before] === SHAPE.initial
    )
      break
    if (hasRole(tokens, before, NEVER) || hasLex(tokens, before, LEX.drug | LEX.test)) break
    first = before
  }
  return first
}

function isGenitive(tokens: Tokens, at: number): boolean {
  return tokens.kind[at] === KIND.sign && tokens.hash[at] === POSSESSIVE
}

/** A name of the lists, or a long word of no list, that no heading and no disease is. */
function tellsApart(tokens: Tokens, first: number, tail: number): boolean {
  for (let i = first; i < tail; i++) {
    if (!isWord(tokens, i) || lengthOf(tokens, i) < 3 || GENERIC.has(tokens.hash[i]!)) continue
    if (tokens.shape[i] === SHAPE.upper && hasLex(tokens, i, LEX.abbreviation)) continue
    if (tokens.lex[i] === 0 && tokens.role[i] === 0) return true
    const place = hasLex(tokens, i, LEX_PROPER) && !hasLex(tokens, i, first < tail - 1 ? LEX.drug | LEX.test : LEX_MEDICAL)
    if (place && (!hasLex(tokens, i, LEX_ENGLISH) || first < tail - 1 || tokens.gap[first]! <= GAP.space)) return true
  }
  return false
}

function isAllUpper(tokens: Tokens, first: number, last: number): boolean {
  for (let i = first; i <= last; i++) if (isWord(tokens, i) && tokens.shape[i] !== SHAPE.upper) return false
  return true
}
