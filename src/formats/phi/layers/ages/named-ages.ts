// Ages over 89 behind the name of a person whom another layer has found: Okonjo (91), born 4/2/33 (91), Helen Ford 96 hip fracture, Mr Kato at 96 has.
import { type Candidate, RANK } from '../../candidate.ts'
import type { StartPositions } from '../../layer-starts.ts'
import { isSign, isWord, lengthOf, numberAt, textOf } from '../../token-tests.ts'
import { GAP, KIND, type Tokens } from '../../tokens.ts'
import { endsClause } from '../../words/clause-ends.ts'
import { addTokens, type LayerContext } from '../layer.ts'
import { isMeasureOfPerson } from './age-subjects.ts'
import { isBehindMeasure, isMeasureBehind, isPartOfNumber, OLDEST, YOUNGEST } from './old-ages.ts'

export function findNamedAges(context: LayerContext, positions: StartPositions): void {
  const { tokens, found } = context
  let named: Map<number, Candidate> | undefined
  for (let age = positions.next(0); age < tokens.count; age = positions.next(age + 1)) {
    if (!isAge(tokens, age)) continue
    const last = endOfName(tokens, age)
    if (last < 0) continue
    named ??= new Map(
      found.filter(({ category }) => category === 'name' || category === 'date').map((candidate) => [candidate.end, candidate]),
    )
    const before = named.get(tokens.end[last]!)
    if (!before || (before.category === 'date' && !isSign(tokens, age - 1, '('))) continue
    if (isBehindMeasure(tokens, last)) continue
    addTokens(context, age, age, 'age', 0.75, 'age/named', RANK.pattern)
  }
}

findNamedAges.starts = { numbers: true }

function isAge(tokens: Tokens, at: number): boolean {
  if (tokens.kind[at] !== KIND.number || lengthOf(tokens, at) > 3) return false
  const value = numberAt(tokens, at)
  return value >= YOUNGEST && value <= OLDEST && !isPartOfNumber(tokens, at) && !isMeasureBehind(tokens, at + 1)
}

/** The last token of what would be the name that the age stands behind; -1 where none can be. */
function endOfName(tokens: Tokens, age: number): number {
  if (isSign(tokens, age - 1, '(')) return isSign(tokens, age + 1, ')') ? age - 2 : -1
  if (tokens.gap[age] !== GAP.space || isMeasureOfPerson(tokens, age)) return -1
  const next = age + 1
  if (!endsClause(tokens, next) && !(isWord(tokens, next) && tokens.gap[next] === GAP.space)) return -1
  return isWord(tokens, age - 1) && /^at$/i.test(textOf(tokens, age - 1)) ? age - 2 : age - 1
}
