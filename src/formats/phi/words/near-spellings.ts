// Finds surnames of the document again where one letter is missing, doubled, changed or out of its place: Castiglano for Castigliano.
import type { Candidate } from '../candidate.ts'
import { LEX_ENGLISH, LEX_MEDICAL } from '../lexicon-bits.ts'
import { hasLex, lengthOf } from '../token-tests.ts'
import { KIND, SHAPE, type Tokens } from '../tokens.ts'

const LEAST_LETTERS = 6
/** More names than these are a list, where each stands by itself; the bound keeps the work linear. */
const MOST_NAMES = 48

/** The long words of names, which may be misspelt elsewhere. */
export function longNames(tokens: Tokens, words: ReadonlyMap<string | number, Candidate>): Map<string, Candidate> {
  const names = new Map<string, Candidate>()
  for (let i = 0; i < tokens.count && names.size < MOST_NAMES; i++) {
    if (tokens.kind[i] !== KIND.word || lengthOf(tokens, i) < LEAST_LETTERS || lengthOf(tokens, i) > 24) continue
    const candidate = words.get(tokens.hash[i]!)
    if (candidate?.category === 'name' && !hasLex(tokens, i, LEX_ENGLISH | LEX_MEDICAL)) names.set(textAt(tokens, i), candidate)
  }
  return names
}

/** The name that the word misspells, where the word is in no list. */
export function misspeltName(tokens: Tokens, at: number, names: ReadonlyMap<string, Candidate>): Candidate | undefined {
  const length = lengthOf(tokens, at)
  if (tokens.lex[at] !== 0 || tokens.role[at] !== 0 || length < LEAST_LETTERS || length > 24) return undefined
  if (tokens.shape[at] !== SHAPE.capital && tokens.shape[at] !== SHAPE.upper) return undefined
  const text = textAt(tokens, at)
  for (const [name, candidate] of names) if (differsByOne(text, name)) return candidate
  return undefined
}

function textAt(tokens: Tokens, at: number): string {
  return tokens.text.slice(tokens.start[at]!, tokens.end[at]!).toLowerCase()
}

/** One letter more, less, changed, or two neighbours changed over; the first letter is the same. */
function differsByOne(one: string, other: string): boolean {
  if (one[0] !== other[0] || Math.abs(one.length - other.length) > 1) return false
  let head = 0
  while (head < one.length && one[head] === other[head]) head++
  let tail = 0
  while (tail < one.length - head && tail < other.length - head && one[one.length - 1 - tail] === other[other.length - 1 - tail]) tail++
  const [a, b] = [one.length - head - tail, other.length - head - tail]
  if (a <= 1 && b <= 1) return a + b > 0
  return a === 2 && b === 2 && one[head] === other[head + 1] && one[head + 1] === other[head]
}
