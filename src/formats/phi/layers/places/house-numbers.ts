// Whether a number may be that of a house.
import { isGlued, isNumber, isSign, isWord, lengthOf, numberAt, textOf } from '../../token-tests.ts'
import { GAP, type Tokens } from '../../tokens.ts'

const MOST_DIGITS = 6

/** False for minutes, fractions and parts of decimals: 12:40 PM Dr Lee. */
export function mayBeHouse(tokens: Tokens, at: number): boolean {
  if (isSign(tokens, at - 1, '@') || (lengthOf(tokens, at) === 4 && tokens.text[tokens.start[at]!] === '0')) return false
  if (lengthOf(tokens, at) > MOST_DIGITS || isSign(tokens, at - 1, '.')) return false
  if (!isGlued(tokens, at)) return true
  return isSign(tokens, at - 1, '/') ? isFlat(tokens, at) : !isMinute(tokens, at)
}

function isMinute(tokens: Tokens, at: number): boolean {
  return isSign(tokens, at - 1, ':') && isNumber(tokens, at - 2) && lengthOf(tokens, at) === 2 && numberAt(tokens, at) < 60
}

/** 4/12 Wattle Street, U4/12: the flat in front of the house; a date has a word of time or a year beside it. */
function isFlat(tokens: Tokens, at: number): boolean {
  const before = at - 3
  if (!isNumber(tokens, at - 2) || !isGlued(tokens, at - 1) || isSign(tokens, before, '/')) return false
  return !isWord(tokens, before) || tokens.gap[at - 2] === GAP.none || /^(?:at|of|to|address)$/i.test(textOf(tokens, before))
}
