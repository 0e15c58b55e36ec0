// A run of groups of digits with single separators between, as phone numbers, cards and record numbers are written.
import { GAP, KIND, type Tokens } from '../tokens.ts'

const MAX_GROUPS = 9
const MAX_DIGITS = 24

export interface DigitRun {
  /** First and last token. */
  readonly first: number
  readonly last: number
  /** Tokens that are numbers. */
  readonly groups: readonly number[]
  /** Separator in front of each group but the first. */
  readonly separators: readonly string[]
  readonly digits: string
  readonly plus: boolean
}

/** Reads from a number on; `+` and `(` in front of it belong to the run. */
export function readDigitRun(tokens: Tokens, at: number): DigitRun {
  const { kind, hash, gap, text, start, end } = tokens
  let first = at
  if (at > 0 && gap[at] === GAP.none && kind[at - 1] === KIND.sign && hash[at - 1] === 0x28) first = at - 1
  const plus = first > 0 && kind[first - 1] === KIND.sign && hash[first - 1] === 0x2b && gap[first]! <= GAP.space
  if (plus) first--
  const groups = [at]
  const separators: string[] = []
  let digits = text.slice(start[at]!, end[at]!)
  let last = at
  while (groups.length < MAX_GROUPS) {
    const next = nextGroup(tokens, last)
    if (next < 0) break
    const size = end[next]! - start[next]!
    if (digits.length + size > MAX_DIGITS) break
    separators.push(text.slice(end[last]!, start[next]!))
    digits += text.slice(start[next]!, end[next]!)
    groups.push(next)
    last = next
  }
  if (hash[last + 1] === 0x29 && kind[last + 1] === KIND.sign && groups.length === 1 && first < at) last = at
  return { first, last, groups, separators, digits, plus }
}

/** The number behind one separator: a blank, one of `-./`, or a bracket with blanks. */
function nextGroup({ kind, hash, gap, count }: Tokens, last: number): number {
  let at = last + 1
  if (at >= count || gap[at]! > GAP.space) return -1
  if (kind[at] === KIND.number) return gap[at] === GAP.space ? at : -1
  if (kind[at] !== KIND.sign) return -1
  const sign = hash[at]!
  if (sign === 0x29 || sign === 0x28) {
    at++
    if (at < count && kind[at] === KIND.sign && hash[at] === 0x2d && gap[at]! === GAP.none) at++
    if (at < count && kind[at] === KIND.sign && hash[at] === 0x28 && gap[at]! <= GAP.space) at++
    return at < count && kind[at] === KIND.number && gap[at]! <= GAP.space ? at : -1
  }
  if (sign !== 0x2d && sign !== 0x2e && sign !== 0x2f) return -1
  if (at + 1 >= count || kind[at + 1] !== KIND.number || gap[at + 1]! > GAP.space) return -1
  const spaced = gap[at] === GAP.space
  return spaced === (gap[at + 1] === GAP.space) && (sign === 0x2d || !spaced) ? at + 1 : -1
}

/** Sizes of the groups from `from` to `to` as text: `3-3-4`. */
export function shapeOfRun(tokens: Tokens, run: DigitRun, from = 0, to = run.groups.length): string {
  let shape = ''
  for (let i = from; i < to; i++) {
    const at = run.groups[i]!
    shape += (shape ? '-' : '') + String(tokens.end[at]! - tokens.start[at]!)
  }
  return shape
}
