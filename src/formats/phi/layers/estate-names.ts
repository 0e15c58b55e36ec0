// Homes, clinics and schools that are called after nature alone: Oak Hollow, Twin Creeks, Sunny Ridge. Two such words with capitals inside of a sentence
// are a name, unless a disease or a test follows.
import { RANK } from '../candidate.ts'
import { hashWords } from '../fold.ts'
import type { StartPositions } from '../layer-starts.ts'
import { hasRole, isSign, isWord } from '../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'

const NATURE = hashWords(
  'oak oaks maple pine pines cedar cedars willow willows elm hickory magnolia birch aspen aspens cypress sycamore laurel chestnut juniper holly hollow creek creeks brook brookside river rivers riverside lake lakes lakeside lakeview ridge hill hills hillside hillcrest valley meadow meadows prairie canyon mesa desert bay harbor harbour cove shore shores island sunny sunset sunrise shady quiet pleasant fair green silver golden crystal clear rocky stone eagle falcon hawk fox deer heron swan dove rose garden gardens grove orchard vista view springs falls fountain fountains twin haven harmony serenity tranquility heritage pioneer liberty crossroads cornerstone gateway skyline horizon evergreen woodland woodlands forest park terrace villa manor estates landing bend run trace crossing glen knoll bluff bluffs highland highlands cottonwood sagewood driftwood cobblestone lighthouse windmill prairieview parkside bayside oceanside northgate southgate westgate eastgate westwood northwood rosewood',
)
const REACH = 3

export function findEstates(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(1); i + 1 < tokens.count; i = positions.next(i + 1)) {
    if (!isNature(tokens, i) || !isNature(tokens, i + 1) || tokens.gap[i + 1] !== GAP.space) continue
    const last = isNature(tokens, i + 2) && tokens.gap[i + 2] === GAP.space ? i + 2 : i + 1
    if (isInside(tokens, i) && !hasHeadNear(tokens, last)) addTokens(context, i, last, 'facility', 0.7, 'institution/estate', RANK.tagger)
    i = last
  }
}

findEstates.starts = { words: [NATURE] }

function isNature(tokens: Tokens, at: number): boolean {
  return tokens.kind[at] === KIND.word && tokens.shape[at] === SHAPE.capital && NATURE.has(tokens.hash[at]!)
}

/** Behind a word in small letters, a comma, a bracket or a number: no heading and no beginning of a sentence. */
function isInside(tokens: Tokens, at: number): boolean {
  if (tokens.gap[at]! > GAP.space) return false
  const before = at - 1
  if (tokens.kind[before] === KIND.word) return tokens.shape[before] === SHAPE.lower
  return tokens.kind[before] === KIND.number || isSign(tokens, before, ',') || isSign(tokens, before, '(') || isSign(tokens, before, '@')
}

function hasHeadNear(tokens: Tokens, last: number): boolean {
  for (let i = last + 1; i <= last + REACH && isWord(tokens, i) && tokens.gap[i]! <= GAP.space; i++)
    if (hasRole(tokens, i, ROLE.medicalHead)) return true
  return false
}
