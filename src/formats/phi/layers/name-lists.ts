// Persons in a row behind a label of a meeting: Present: Voss, Okafor and Tarnowsky; Attendees: Theo, Mia. A word of the lists that is no name ends the row.
import { RANK } from '../candidate.ts'
import { hashWords } from '../fold.ts'
import type { StartPositions } from '../layer-starts.ts'
import { endOfName } from '../name-shape.ts'
import { hasRole, isSign, isWord, textOf } from '../token-tests.ts'
import { GAP, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'
import { PERSON, personGrade } from './person-words.ts'

const LABELS = hashWords('present attendees participants attended invited absent team panel presenters attendance')
const MOST_PERSONS = 12
const LEAST_PERSONS = 2

export function findNameLists(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(1); i < tokens.count; i = positions.next(i + 1))
    if (isSign(tokens, i, ':') && isWord(tokens, i - 1) && LABELS.has(tokens.hash[i - 1]!)) readRow(context, i + 1)
}

findNameLists.starts = { signs: ':' }

function readRow(context: LayerContext, from: number): void {
  const { tokens } = context
  const row: (readonly [number, number])[] = []
  for (let at = from; row.length < MOST_PERSONS && tokens.gap[at]! <= GAP.space; ) {
    if (personGrade(tokens, at) < PERSON.unknown) break
    let last = endOfName(tokens, at, 3)
    while (last > at && hasRole(tokens, last, ROLE.credential)) last--
    row.push([at, last])
    at = behindJoint(tokens, last + 1)
    if (at < 0) break
  }
  if (row.length < LEAST_PERSONS) return
  for (const [first, last] of row) addTokens(context, first, last, 'name', 0.74, 'name/row', RANK.pattern)
}

/** The token behind a comma, `and`, what one is in brackets or by a credential; -1 where the row ends. */
function behindJoint(tokens: Tokens, given: number): number {
  let at = given
  if (isSign(tokens, at, '(') && isSign(tokens, at + 2, ')')) at += 3
  if (isWord(tokens, at) && hasRole(tokens, at, ROLE.credential) && tokens.gap[at] === GAP.space) at++
  const start = at
  if (isSign(tokens, at, ',') || isSign(tokens, at, '&') || isSign(tokens, at, ';') || isSign(tokens, at, '/')) at++
  if (isWord(tokens, at) && textOf(tokens, at) === 'and') at++
  return at > start ? at : -1
}
