// Names of accounts, secrets and files that no at sign marks: user dmf_roof, u/dmf_roof, snap: dmfroof22, wifi pw roofBlue77, \\rad01\orven, bit.ly/3xOrvn.
// The value must look made: an underscore, digits glued to letters, or capitals inside.
import { RANK } from '../candidate.ts'
import type { PhiCategory } from '../category.ts'
import { hashWords } from '../fold.ts'
import { isGlued, isNumber, isSign, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP } from '../tokens.ts'
import { addTokens, type LayerContext } from './layer.ts'

const ACCOUNTS = hashWords(
  'user username handle insta instagram ig snap snapchat tiktok discord psn gamertag xbox steam reddit twitter fb facebook telegram signal skype venmo zelle cashapp paypal onlyfans twitch youtube threads bluesky grindr tinder hinge bumble profile login portal pw pwd passwd password pass wifi ssid',
)
const FILLERS = /^(?:is|as|name|named|called|handle|user|account|acct|pw|password|pass|login|id|under)$/i
const SHORT_TLD = /^(?:ly|gl|co|me|io|gg|be|to|tv|cc|ee|st|id|page|link|app|dev)$/i
const MOST_TOKENS = 24
const LEAST_LENGTH = 5

export function findHandles(context: LayerContext): void {
  const { tokens } = context
  for (let i = 0; i < tokens.count; i++) {
    if (isSign(tokens, i, '\\')) i = readPath(context, i)
    else if (isWord(tokens, i)) {
      if (ACCOUNTS.has(tokens.hash[i]!)) readAccount(context, i)
      if (isSign(tokens, i + 1, '/') && /^u$/i.test(textOf(tokens, i)) && isGlued(tokens, i + 1) && isGlued(tokens, i + 2))
        readMade(context, i + 2)
      else if (isSign(tokens, i + 1, '.') && isGlued(tokens, i + 1)) readShortLink(context, i)
    }
  }
}

function add(context: LayerContext, first: number, last: number, category: PhiCategory): void {
  addTokens(context, first, last, category, 0.8, 'handle', RANK.pattern)
}

function readAccount(context: LayerContext, noun: number): void {
  const { tokens } = context
  let at = noun + 1
  while (
    at - noun < 5 &&
    (/^[:=@"]$/.test(textOf(tokens, Math.min(at, tokens.count - 1))) || (isWord(tokens, at) && FILLERS.test(textOf(tokens, at))))
  )
    at++
  if (at < tokens.count && tokens.gap[at]! <= GAP.space && !(at === noun + 1 && isGlued(tokens, at))) readMade(context, at)
}

function readMade(context: LayerContext, first: number): void {
  const { tokens } = context
  if (!isWord(tokens, first) && !isNumber(tokens, first)) return
  let last = first
  while (last - first < MOST_TOKENS && isGlued(tokens, last + 1)) {
    const next = last + 1
    if (!isWord(tokens, next) && !isNumber(tokens, next) && !(/^[_.!$&*-]$/.test(textOf(tokens, next)) && isGlued(tokens, next + 1))) break
    last = next
  }
  const text = tokens.text.slice(tokens.start[first]!, tokens.end[last]!)
  if (text.length >= LEAST_LENGTH && isMade(text)) add(context, first, last, 'other-id')
}

function isMade(text: string): boolean {
  if (!/\p{L}/u.test(text)) return false
  if (text.includes('_')) return true
  return /^\p{L}{3,}[!$&*.]?\d/u.test(text) || /^\p{Ll}+\p{Lu}\p{Ll}+/u.test(text) || /^\p{Ll}{2,}\p{Lu}\p{L}*$/u.test(text)
}

/** C:\pts\orven, \\rad01\orven: two backslashes and more in what is glued together. Returns the last token that was looked at. */
function readPath(context: LayerContext, at: number): number {
  const { tokens } = context
  let first = at
  while (at - first < 4 && first > 0 && isGlued(tokens, first)) first--
  let [last, slashes] = [at, 1]
  while (last - at < MOST_TOKENS && isGlued(tokens, last + 1) && last + 1 < tokens.count) {
    last++
    if (isSign(tokens, last, '\\')) slashes++
  }
  if (slashes > 1 && tokens.end[last]! - tokens.start[first]! >= 8) add(context, first, last, 'url')
  return last
}

/** Bit.ly/3xOrvn: a short host, a short ending and a path. */
function readShortLink(context: LayerContext, host: number): void {
  const { tokens } = context
  const [end, slash, path] = [host + 2, host + 3, host + 4]
  if (isGlued(tokens, host) || !isWord(tokens, end) || !isGlued(tokens, end) || !SHORT_TLD.test(textOf(tokens, end))) return
  if (
    !isSign(tokens, slash, '/') ||
    !isGlued(tokens, slash) ||
    !isGlued(tokens, path) ||
    (lengthOf(tokens, host) < 3 && textOf(tokens, host) !== 't')
  )
    return
  let last = path
  while (last - path < MOST_TOKENS && isGlued(tokens, last + 1) && !/^[,;)."]$/.test(textOf(tokens, last + 1))) last++
  if (tokens.end[last]! - tokens.start[path]! >= 4) add(context, host, last, 'url')
}
