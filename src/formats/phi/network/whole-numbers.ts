// A number in parts: what a sign joins to a part that the network finds is part of it, too.
import { isGlued, isNumber, isWord, lengthOf } from '../token-tests.ts'
import type { Tokens } from '../tokens.ts'
import { CONTEXT_KINDS } from './kinds.ts'
import type { Likely } from './likely.ts'
import { isJoint } from './unlearned.ts'

/** Digits of the whole number. Fewer are a score or a pressure as often. */
const LEAST_JOINED = 5
/** Tokens on one side of what was found. */
const MOST_PARTS = 8
const LONGEST_LETTERS = 3

/** @returns the first and the last token of `T-300/559` or `C/15/340044`, of which `T` or `15` was found; what was found where it is no number */
export function wholeNumber(tokens: Tokens, from: number, to: number, { kinds }: Likely): { first: number; last: number } {
  const part = { first: from, last: to }
  if (CONTEXT_KINDS[kinds[from]!] !== 'id') return part
  let first = from
  let last = to
  while (to - first < MOST_PARTS && isJoint(tokens, first - 1) && isPart(tokens, first - 2) && isGlued(tokens, first)) first -= 2
  while (last - from < MOST_PARTS && isJoint(tokens, last + 1) && isGlued(tokens, last + 2) && isPart(tokens, last + 2)) last += 2
  const text = tokens.text.slice(tokens.start[first], tokens.end[last])
  // 164/71/12: readings.
  if (text.includes('/') && !/\p{L}/u.test(text)) return part
  return text.replace(/\D/g, '').length >= LEAST_JOINED ? { first, last } : part
}

function isPart(tokens: Tokens, at: number): boolean {
  return isNumber(tokens, at) || (isWord(tokens, at) && lengthOf(tokens, at) <= LONGEST_LETTERS)
}
