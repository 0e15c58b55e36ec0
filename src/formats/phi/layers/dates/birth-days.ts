// Days of birth that only their label makes dates: DOB 4 march 61, dob march 4 61, DoB 98-04-11, dob may fifth sixty one.
import { RANK } from '../../candidate.ts'
import { hashWords } from '../../fold.ts'
import type { StartPositions } from '../../layer-starts.ts'
import { hasRole, isGlued, isNumber, isSign, isWord, lengthOf, textOf } from '../../token-tests.ts'
import { GAP, KIND, type Tokens } from '../../tokens.ts'
import { ROLE } from '../../word-roles.ts'
import { BIRTH_WORDS } from '../../words/date-cues.ts'
import { addTokens, type LayerContext } from '../layer.ts'
import { isDay } from './month-days.ts'

export function findBirthDays(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    const letter = tokens.text.charCodeAt(tokens.start[i]!) | 32
    if ((letter === 0x64 || letter === 0x62) && tokens.kind[i] === KIND.word && BIRTH_WORDS.has(tokens.hash[i]!)) readBirth(context, i)
  }
}

findBirthDays.starts = { words: [BIRTH_WORDS] }

function add(context: LayerContext, first: number, last: number): void {
  addTokens(context, first, last, 'date', 0.8, 'date/birth', RANK.pattern)
}

/** DOB 4 march 61, dob march 4 61, DoB 98-04-11, dob may fifth sixty one. */
function readBirth(context: LayerContext, label: number): void {
  const { tokens } = context
  let at = label + 1
  while (at - label < 4 && (isSign(tokens, at, ':') || (isWord(tokens, at) && /^(?:is|was|on|date|of|the)$/i.test(textOf(tokens, at)))))
    at++
  if (tokens.gap[at]! > GAP.space) return
  const month = hasRole(tokens, at, ROLE.month) ? at : at + 1
  const day = month === at ? at + 1 : at
  if (hasRole(tokens, month, ROLE.month) && isDay(tokens, day)) {
    const year = Math.max(month, day) + 1
    if (isNumber(tokens, year) && lengthOf(tokens, year) === 2 && tokens.gap[year] === GAP.space) add(context, at, year)
  } else if (isTriple(tokens, at)) add(context, at, at + 4)
  else readSpelledBirth(context, at)
}

/** 98-04-11: three pairs of digits with the same sign between. */
function isTriple(tokens: Tokens, at: number): boolean {
  for (const number of [at, at + 2, at + 4]) if (!isNumber(tokens, number) || lengthOf(tokens, number) > 2) return false
  const sign = textOf(tokens, at + 1)
  return (
    /^[-./]$/.test(sign) &&
    isSign(tokens, at + 3, sign) &&
    isGlued(tokens, at + 4) &&
    !(isGlued(tokens, at + 5) && isNumber(tokens, at + 6))
  )
}

const SPELLED = hashWords(
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety oh zero the of thousand hundred and',
)
const LEAST_WORDS = 4
const LEAST_WORDS_WITH_MONTH = 3

function readSpelledBirth(context: LayerContext, first: number): void {
  const { tokens } = context
  let last = first - 1
  let least = LEAST_WORDS
  while (last - first < 10 && isWord(tokens, last + 1) && tokens.gap[last + 1]! <= GAP.space) {
    if (!SPELLED.has(tokens.hash[last + 1]!) && !hasRole(tokens, last + 1, ROLE.month)) break
    last++
    if (hasRole(tokens, last, ROLE.month)) least = LEAST_WORDS_WITH_MONTH
  }
  if (last - first + 1 >= least) add(context, first, last)
}
