// Institutions and places behind a label, in any case and with any sign: employer - Brighton Tile, pharmacy: kinney drugs, hospice is Seasons, LTACH: Select.
import { RANK } from '../candidate.ts'
import type { PhiCategory } from '../category.ts'
import { hashWords } from '../fold.ts'
import type { StartPositions } from '../layer-starts.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_PROPER } from '../lexicon-bits.ts'
import { BESIDE_NAMES } from '../name-shape.ts'
import { hasLex, hasRole, isCapitalized, isGlued, isSign, isSmallLatin, isWord, lengthOf, startsColumn, textOf } from '../token-tests.ts'
import { GAP, KIND, POSSESSIVE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { GENERIC } from './institution-words.ts'
import { addTokens, type LayerContext } from './layer.ts'
import { CARE_HEADS, COLOURS, FIRM_HEADS, NEVER_SLOT, VIRTUES } from './slot-words.ts'
import { isMedicalForm } from './unknown-words.ts'

const FACILITIES = hashWords('facility hospital hosp clinic hospice snf ltac ltach irf alf rehab dialysis practice')
const ORGANIZATIONS = hashWords(
  'pharmacy pharm employer workplace insurance insurer ins payer payor carrier school daycare preschool church shelter agency vendor dme hha lab sponsor college university company gym team',
)
const PLACES = hashWords('pob birthplace hometown city town county residence lives residing from')
/** What such a field says where it names nobody. */
const NOTHING = hashWords(
  'none unknown na no yes same home self on denies not tbd pending see retired unemployed disabled disability private cash medicaid medicare commercial uninsured student homemaker housewife full part time ft pt employed works active inactive patient review reviewed verified confirmed declined deferred normal positive negative any other local closed open needed required n nil ppo hmo pos hdhp ltc alone with at in the a to for and is per via',
)
const MOST_WORDS = 5

export function findLabelValues(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (tokens.kind[i] !== KIND.word) continue
    const hash = tokens.hash[i]!
    const category = FACILITIES.has(hash)
      ? 'facility'
      : ORGANIZATIONS.has(hash)
        ? 'organization'
        : PLACES.has(hash)
          ? 'location'
          : undefined
    if (!category) continue
    const first = behindLabel(tokens, i, category)
    if (first > 0) readValue(context, first, category, isWord(tokens, first - 1))
  }
}

findLabelValues.starts = { words: [FACILITIES, ORGANIZATIONS, PLACES] }

/** Where the value begins; -1 where the word is no label. */
function behindLabel(tokens: Tokens, label: number, category: PhiCategory): number {
  const next = label + 1
  if (tokens.gap[next]! > GAP.space) return -1
  if (isSign(tokens, next, ':') || isSign(tokens, next, '=')) return next + 1
  const opensLine = label === 0 || tokens.gap[label]! >= GAP.line || tokens.kind[label - 1] === KIND.sign
  if (isSign(tokens, next, '-') && !isGlued(tokens, next) && !isGlued(tokens, next + 1) && opensLine) return next + 1
  const isSpoken = category !== 'location' && isWord(tokens, next) && /^is$/i.test(textOf(tokens, next))
  return isSpoken && !/^(?:rehab|dialysis|agency|team|vendor)$/i.test(textOf(tokens, label)) ? next + 1 : -1
}

function readValue(context: LayerContext, first: number, category: PhiCategory, isSpoken: boolean): void {
  const { tokens } = context
  if (!isWord(tokens, first) || tokens.gap[first]! > GAP.space || NOTHING.has(tokens.hash[first]!)) return
  const end = endOfValue(tokens, first)
  // The next field of the line: employer: blue barn insurance: molina
  const last = isSign(tokens, end + 1, ':') ? end - 1 : end
  if (last < first || isSign(tokens, last + 1, '/')) return
  if (hasRole(tokens, last + 1, ROLE.medicalHead) && tokens.gap[last + 1]! <= GAP.space) return
  if (!isNamed(tokens, first, last, category, isSpoken)) return
  addTokens(context, first, last, category, 0.7, `${category === 'location' ? 'place' : 'institution'}/label-value`, RANK.tagger)
}

/** All in capitals or all in small letters, up to a sign or a small word of the sentence. */
function endOfValue(tokens: Tokens, first: number): number {
  const small = isSmallLatin(tokens, first)
  let last = first - 1
  for (let at = first, words = 0; at < tokens.count && words < MOST_WORDS && tokens.gap[at]! <= GAP.space; at++) {
    if (at > first && startsColumn(tokens, at)) break
    if (at > first && (isSign(tokens, at, '&') || (isSign(tokens, at, '-') && isGlued(tokens, at) && isGlued(tokens, at + 1)))) continue
    if (tokens.kind[at] === KIND.sign && tokens.hash[at] === POSSESSIVE) {
      last = at
      continue
    }
    if (!isWord(tokens, at)) break
    const joins =
      at > first && /^(?:of|the|and|de)$/.test(textOf(tokens, at)) && isWord(tokens, at + 1) && !small && isCapitalized(tokens, at + 1)
    if (joins) continue
    if (small ? !isSmallLatin(tokens, at) : !isCapitalized(tokens, at)) break
    if (hasRole(tokens, at, BESIDE_NAMES & ~ROLE.unit) && !hasRole(tokens, at, ROLE.facility | ROLE.organization | ROLE.facilityPart)) break
    last = at
    words++
  }
  return last
}

/** A word that tells it from others: a name, a word of no list, or a plain word where such names have one. */
function isNamed(tokens: Tokens, first: number, last: number, category: PhiCategory, isSpoken: boolean): boolean {
  let hasHead = false
  let plain = 0
  for (let at = first; at <= last; at++) {
    if (!isWord(tokens, at)) continue
    const hash = tokens.hash[at]!
    if (hasLex(tokens, at, LEX.drug | LEX.test | LEX.abbreviation) && !hasLex(tokens, at, LEX.organization | LEX.city)) return false
    if (isMedicalForm(tokens, at) || hasRole(tokens, at, ROLE.medicalHead)) return false
    if (at > first && (CARE_HEADS.has(hash) || FIRM_HEADS.has(hash))) hasHead = true
    const isGeneric = GENERIC.has(hash) || NEVER_SLOT.has(hash)
    if (isGeneric) continue
    if (hasLex(tokens, at, LEX.organization) && !hasLex(tokens, at, LEX.city | LEX.first)) return true
    if (VIRTUES.has(hash) || (COLOURS.has(hash) && last > first)) return true
    if (!hasLex(tokens, at, LEX_ENGLISH | LEX_MEDICAL) && lengthOf(tokens, at) > 2 && tokens.role[at] === 0)
      return category !== 'location' || hasLex(tokens, at, LEX_PROPER) || isCapitalized(tokens, at) || last === first
    plain++
  }
  // Medicine Nook, Blue Barn: plain words with capitals inside of a line.
  return (
    plain > 0 && isCapitalized(tokens, first) && category !== 'location' && (hasHead || isSpoken || plain > 1) && tokens.role[first] === 0
  )
}
