// Institutions and places with a capital by the slot that they fill, where the word alone would not do: resident physician at Jackson, methadone at CODA, hiking
// in the Smokies, born at Trillium. A plain word counts only where the text surely speaks of somebody.
import { RANK } from '../candidate.ts'
import type { PhiCategory } from '../category.ts'
import { hashWord } from '../fold.ts'
import type { StartPositions } from '../layer-starts.ts'
import { LEX, LEX_ENGLISH, LEX_PROPER } from '../lexicon-bits.ts'
import { hasLex, hasRole, isCapitalized, isGlued, isSign, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { GENERIC } from './institution-words.ts'
import { addTokens, type LayerContext } from './layer.ts'
import { BESIDE_SITES, NEVER_SLOT, SLOTS_OF } from './slot-words.ts'
import { addBesideOnly, isOpened } from './small-slots.ts'
import { isMedicalForm } from './unknown-words.ts'

const THE = hashWord('the')

export function findCapitalSlots(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(1); i < tokens.count; i = positions.next(i + 1)) {
    if (tokens.kind[i] !== KIND.word || tokens.shape[i] !== SHAPE.lower || !SLOTS_OF.has(tokens.hash[i]!)) continue
    const isBehindThe = isWord(tokens, i + 1) && tokens.hash[i + 1] === THE
    const first = isBehindThe ? i + 2 : i + 1
    if (tokens.gap[first] === GAP.space && isCapitalized(tokens, first)) readSlot(context, i, first, isBehindThe)
  }
}

findCapitalSlots.starts = { words: [[...SLOTS_OF.keys()]] }

function readSlot(context: LayerContext, preposition: number, first: number, isBehindThe: boolean): void {
  const { tokens } = context
  if (!mayName(tokens, first)) return
  for (const { openers, category } of SLOTS_OF.get(tokens.hash[preposition]!) ?? []) {
    if (!isOpened(tokens, preposition, openers)) continue
    const last = endOfName(tokens, first)
    if (hasRole(tokens, last + 1, ROLE.medicalHead) && tokens.gap[last + 1]! <= GAP.space) return
    if (category === 'location') {
      if (isPlace(tokens, first, last)) addBesideOnly(context, first, last, category, 'slot')
    } else if (isInstitution(tokens, preposition, first, last)) {
      addTokens(context, first, last, category, 0.65, 'institution/slot', RANK.tagger)
      return
    } else if (!isBehindThe) addPlain(context, first, last, category)
  }
}

/** No ward, no service, no drug and no person. */
function mayName(tokens: Tokens, at: number): boolean {
  if (hasRole(tokens, at, BESIDE_SITES) || lengthOf(tokens, at) < 3 || GENERIC.has(tokens.hash[at]!) || NEVER_SLOT.has(tokens.hash[at]!))
    return false
  if (hasLex(tokens, at, LEX.drug) || isMedicalForm(tokens, at) || isSign(tokens, at + 1, ':')) return false
  return !(hasLex(tokens, at, LEX.abbreviation) && tokens.shape[at] === SHAPE.upper)
}

function endOfName(tokens: Tokens, first: number): number {
  let last = first
  while (
    last - first < 3 &&
    isCapitalized(tokens, last + 1) &&
    tokens.gap[last + 1] === GAP.space &&
    !hasRole(tokens, last + 1, BESIDE_SITES) &&
    !hasLex(tokens, last + 1, LEX.drug | LEX.test)
  )
    last++
  // Haven of Rest, Our Lady of the Lake
  const of = last + 1
  if (isWord(tokens, of) && /^of$/.test(textOf(tokens, of)) && tokens.gap[of] === GAP.space) {
    const next = isWord(tokens, of + 1) && tokens.hash[of + 1] === THE ? of + 2 : of + 1
    if (isCapitalized(tokens, next) && tokens.gap[next] === GAP.space && !hasRole(tokens, next, BESIDE_SITES)) return next
  }
  return last
}

/** A town behind `at`, capitals or a mixed form that no list of medicine has, a word of no list. */
function isInstitution(tokens: Tokens, preposition: number, first: number, last: number): boolean {
  const known = tokens.lex[first]! & ~(LEX.opensPhrase | LEX.inPhrase)
  const isAt = /^at$/.test(textOf(tokens, preposition))
  if (tokens.shape[first] === SHAPE.upper)
    return last === first && isAcronym(tokens, first) && (known === 0 || (isAt && known === LEX.word))
  if (tokens.shape[first] === SHAPE.mixed) return known === 0 || hasLex(tokens, first, LEX_PROPER | LEX.organization)
  if (known === 0) return true
  if (hasLex(tokens, first, LEX_ENGLISH)) return first < last && hasLex(tokens, first, LEX_PROPER) && isAt
  return isAt && hasLex(tokens, first, LEX.city | LEX.region | LEX.rareProper | LEX.proper | LEX.last)
}

/** Three to five capitals among small letters, and no number behind them. */
function isAcronym(tokens: Tokens, at: number): boolean {
  return (
    lengthOf(tokens, at) >= 3 &&
    lengthOf(tokens, at) <= 5 &&
    tokens.role[at] === 0 &&
    !isGlued(tokens, at + 1) &&
    tokens.kind[at + 1] !== KIND.number
  )
}

function isPlace(tokens: Tokens, first: number, last: number): boolean {
  if (tokens.shape[first] === SHAPE.upper) return false
  if (hasLex(tokens, first, LEX.test | LEX.eponym) && !hasLex(tokens, first, LEX.city | LEX.region)) return false
  if (!hasLex(tokens, first, LEX_ENGLISH)) return true
  return last > first && hasLex(tokens, first, LEX_PROPER) && tokens.role[last] === 0
}

/** Trillium, Gateway: the end of the phrase behind a plain word. */
function addPlain(context: LayerContext, first: number, last: number, category: PhiCategory): void {
  const { tokens } = context
  const next = last + 1
  const ends =
    tokens.gap[next]! >= GAP.line || (tokens.kind[next] === KIND.sign && !isSign(tokens, next, '-')) || hasRole(tokens, next, ROLE.function)
  if (ends && tokens.shape[first] === SHAPE.capital && !hasLex(tokens, first, LEX.test | LEX.eponym))
    addBesideOnly(context, first, last, category, 'plain-slot')
}
