// Questions about tokens that several layers ask.
import { GAP, KIND, SHAPE, type Tokens } from './tokens.ts'

export function isSign(tokens: Tokens, at: number, sign: string): boolean {
  return at >= 0 && at < tokens.count && tokens.kind[at] === KIND.sign && tokens.hash[at] === sign.charCodeAt(0)
}

export function isWord(tokens: Tokens, at: number): boolean {
  return at >= 0 && at < tokens.count && tokens.kind[at] === KIND.word
}

export function isNumber(tokens: Tokens, at: number): boolean {
  return at >= 0 && at < tokens.count && tokens.kind[at] === KIND.number
}

export function lengthOf(tokens: Tokens, at: number): number {
  return tokens.end[at]! - tokens.start[at]!
}

/** The value of a number of at most nine digits; -1 for a longer one and for anything else. */
export function numberAt(tokens: Tokens, at: number): number {
  if (!isNumber(tokens, at)) return -1
  const length = lengthOf(tokens, at)
  if (length > 9) return -1
  let value = 0
  for (let i = tokens.start[at]!; i < tokens.end[at]!; i++) value = value * 10 + tokens.text.charCodeAt(i) - 48
  return value
}

/** True where nothing stands between the token and the one before it. */
export function isGlued(tokens: Tokens, at: number): boolean {
  return at > 0 && at <= tokens.count && tokens.gap[at] === GAP.none
}

export function hasRole(tokens: Tokens, at: number, role: number): boolean {
  return at >= 0 && at < tokens.count && (tokens.role[at]! & role) !== 0
}

export function hasLex(tokens: Tokens, at: number, bits: number): boolean {
  return at >= 0 && at < tokens.count && (tokens.lex[at]! & bits) !== 0
}

/** True for John, JOHN, McCoy and a single capital. */
export function isCapitalized(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at) && tokens.shape[at]! >= SHAPE.capital && isUpperStart(tokens, at)
}

function isUpperStart(tokens: Tokens, at: number): boolean {
  if (tokens.shape[at] !== SHAPE.mixed) return true
  const first = tokens.text[tokens.start[at]!]!
  return first !== first.toLowerCase()
}

export function textOf(tokens: Tokens, at: number): string {
  return tokens.text.slice(tokens.start[at]!, tokens.end[at]!)
}

const MAX_ARCS = 24
/** Of the second arc behind 0 and 1. */
const ROOT_ARCS = 40

/**
 * The last token of an object identifier or a version of four arcs and more that begins at the token, -1 where none does: 2.16.840.1.113883.6.1.
 * The first arc is 0, 1 or 2, the second one below 40 behind 0 and 1, and no arc begins with 0 (X.660): 1.800.555.0100 and 1.203.555.0182.9 are
 * telephone numbers, 1.2.3.4 is an address of a network.
 */
export function endOfObjectIdentifier(tokens: Tokens, at: number): number {
  if (
    !isNumber(tokens, at) ||
    lengthOf(tokens, at) !== 1 ||
    numberAt(tokens, at) > 2 ||
    (isGlued(tokens, at) && isSign(tokens, at - 1, '.'))
  )
    return -1
  let last = at
  let arcs = 1
  let isSmall = true
  if (numberAt(tokens, at) < 2 && numberAt(tokens, at + 2) >= ROOT_ARCS) return -1
  while (isSign(tokens, last + 1, '.') && isGlued(tokens, last + 1) && isNumber(tokens, last + 2) && isGlued(tokens, last + 2)) {
    if (++arcs > MAX_ARCS) break
    last += 2
    if (lengthOf(tokens, last) > 1 && tokens.text[tokens.start[last]!] === '0') return -1
    if (numberAt(tokens, last) > 255 || numberAt(tokens, last) < 0) isSmall = false
  }
  return arcs < 4 || (arcs === 4 && isSmall) ? -1 : last
}

/** The first token that ends behind an offset. */
export function firstAt({ end, count }: Tokens, offset: number): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (end[middle]! <= offset) low = middle + 1
    else high = middle
  }
  return low
}

/** The token that begins (`start`) or ends (`end`) at the offset, -1 where none does; the bounds are in order. */
export function tokenAt(bounds: Int32Array, count: number, offset: number): number {
  let low = 0
  let high = count - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const bound = bounds[middle]!
    if (bound === offset) return middle
    if (bound < offset) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** Most Latin letters need no test of their script. */
const LAST_OF_COMMON_LATIN = 0x24f
const LATIN = /^\p{Script=Latin}$/u

/** A word in another script than Latin. */
export function isOfOtherScript({ text, start }: Tokens, at: number): boolean {
  return text.charCodeAt(start[at]!) > LAST_OF_COMMON_LATIN && !LATIN.test(text[start[at]!]!)
}
