// Days of a month as ordinals: 14th, fourteenth, the twenty-first.
import { hashWord } from '../fold.ts'
import { isGlued, isNumber, isSign, isWord, lengthOf, numberAt, textOf } from '../token-tests.ts'
import { GAP, type Tokens } from '../tokens.ts'

export interface OrdinalDay {
  /** Its last token. */
  readonly last: number
  /** 1 to 31. */
  readonly value: number
  readonly isSpelled: boolean
}

const WORDS =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'
const VALUES: ReadonlyMap<number, number> = new Map([
  ...WORDS.split(' ').map((word, index) => [hashWord(word), index + 1] as const),
  [hashWord('thirtieth'), 30],
  [hashWord('twenty'), 20],
  [hashWord('thirty'), 30],
])
/** Hashes of the words that an ordinal in words begins with. */
export const ORDINAL_WORDS: readonly number[] = [...VALUES.keys()]
const LAST_DAY = 31
const LAST_UNIT = 9

/** The ordinal that begins at the token; undefined where none does or it is no day of a month. */
export function readOrdinalDay(tokens: Tokens, at: number): OrdinalDay | undefined {
  if (isNumber(tokens, at)) return readSuffixed(tokens, at)
  if (!isWord(tokens, at)) return undefined
  const value = VALUES.get(tokens.hash[at]!)
  if (value === undefined) return undefined
  return /y$/i.test(textOf(tokens, at)) ? readCompound(tokens, at, value) : { last: at, value, isSpelled: true }
}

function readSuffixed(tokens: Tokens, at: number): OrdinalDay | undefined {
  const [value, suffix] = [numberAt(tokens, at), at + 1]
  if (value < 1 || value > LAST_DAY || lengthOf(tokens, at) > 2 || !isWord(tokens, suffix) || !isGlued(tokens, suffix)) return undefined
  return /^(?:st|nd|rd|th)$/i.test(textOf(tokens, suffix)) ? { last: suffix, value, isSpelled: false } : undefined
}

/** Twenty-first, thirty first. */
function readCompound(tokens: Tokens, at: number, ten: number): OrdinalDay | undefined {
  const last = isSign(tokens, at + 1, '-') && isGlued(tokens, at + 1) ? at + 2 : at + 1
  const unit = isWord(tokens, last) && tokens.gap[last]! <= GAP.space ? VALUES.get(tokens.hash[last]!) : undefined
  return unit !== undefined && unit <= LAST_UNIT && ten + unit <= LAST_DAY ? { last, value: ten + unit, isSpelled: true } : undefined
}
