// Where a clause ends, which several layers ask of what stands behind a number.
import { isGlued, isNumber, textOf } from '../token-tests.ts'
import { GAP, KIND, type Tokens } from '../tokens.ts'

/** True where the token begins a line or is a sign that closes a clause; the point of a decimal does not. */
export function endsClause(tokens: Tokens, at: number): boolean {
  if (tokens.gap[at]! >= GAP.line) return true
  return tokens.kind[at] === KIND.sign && /^[,;.:?!)]$/.test(textOf(tokens, at)) && !(isGlued(tokens, at + 1) && isNumber(tokens, at + 1))
}
