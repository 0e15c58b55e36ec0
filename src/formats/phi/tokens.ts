// One pass over the normalised text: words, numbers and signs with what the layers ask of them, in arrays that stand side by side.
import { foldUnit, HASH_START, hashUnit } from './fold.ts'
import { lookUp } from './lexicon.ts'
import { LEX, LEX_OF_TOKENS } from './lexicon-bits.ts'
import { roleOf } from './word-roles.ts'

export const KIND = { sign: 0, word: 1, number: 2 } as const
export const SHAPE = { none: 0, lower: 1, capital: 2, upper: 3, initial: 4, mixed: 5 } as const
/** White space before a token. */
export const GAP = { none: 0, space: 1, line: 2, paragraph: 3 } as const

export interface Tokens {
  readonly text: string
  count: number
  /** All arrays are longer by one than `count`: the last entry is a sign without text behind a paragraph. */
  start: Int32Array
  end: Int32Array
  kind: Uint8Array
  shape: Uint8Array
  gap: Uint8Array
  /** Hash of the folded word, of a sign its code unit. */
  hash: Int32Array
  lex: Int32Array
  role: Int32Array
}

export function tokenize(text: string): Tokens {
  const tokens = allocate(text, Math.max(64, Math.ceil(text.length / 4)))
  let at = 0
  let gap: number = GAP.paragraph
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === 10 || code === 13) {
      if (code === 13 && text.charCodeAt(at + 1) === 10) at++
      gap = gap >= GAP.line ? GAP.paragraph : GAP.line
      at++
    } else if (isSpace(code)) {
      if (gap === GAP.none) gap = GAP.space
      at++
    } else {
      at = readToken(tokens, at, code, gap)
      gap = isCutWord(tokens, at) ? GAP.space : GAP.none
    }
  }
  finish(tokens)
  return tokens
}

function readToken(tokens: Tokens, at: number, code: number, gap: number): number {
  if (tokens.count + 2 > tokens.start.length) grow(tokens)
  const index = tokens.count++
  tokens.start[index] = at
  tokens.gap[index] = gap
  let end: number
  if (isDigit(code)) end = readNumber(tokens, index, at)
  else if (isLetter(code)) end = readWord(tokens, index, at)
  else end = readSign(tokens, index, at, code)
  tokens.end[index] = end
  return end
}

/** Behind `john` of johnSmith: the next word reads as if a space stood between the two. */
function isCutWord({ kind, text, count }: Tokens, at: number): boolean {
  return kind[count - 1] === KIND.word && isLetter(text.charCodeAt(at))
}

function readNumber(tokens: Tokens, index: number, at: number): number {
  let end = at + 1
  while (isDigit(tokens.text.charCodeAt(end))) end++
  tokens.kind[index] = KIND.number
  return end
}

function readSign(tokens: Tokens, index: number, at: number, code: number): number {
  tokens.hash[index] = code
  if (code !== 0x27) return at + 1
  const next = tokens.text.charCodeAt(at + 1)
  if ((next | 32) !== 0x73 || isLetter(tokens.text.charCodeAt(at + 2))) return at + 1
  tokens.hash[index] = POSSESSIVE
  return at + 2
}

/** The hash of the sign 's. */
export const POSSESSIVE = 0x2773

function readWord(tokens: Tokens, index: number, at: number): number {
  const { text } = tokens
  let hash = HASH_START
  let upper = 0
  let lower = 0
  let end = at
  let inner = 0
  for (; ; end++) {
    const code = text.charCodeAt(end)
    const folded = foldUnit(code)
    if (isLetter(code)) {
      if (isUpper(code, folded)) {
        if (upper === 0 && isGivenName(hash, lower) && isSurname(text, end)) break
        upper++
        if (end > at) inner++
      } else lower++
    } else if (code !== 0x27 || end === at || !isApostropheInside(text, end)) break
    hash = hashUnit(hash, folded)
  }
  tokens.kind[index] = KIND.word
  tokens.hash[index] = hash
  tokens.shape[index] = shapeOf(upper, lower, inner)
  if (end - at > 1) tokens.lex[index] = lookUp(hash) & LEX_OF_TOKENS
  tokens.role[index] = roleOf(hash)
  return end
}

/** Shorter words are parts of names of fields: idName, maxRow. */
const LEAST_OF_NAME = 3
const LONGEST_NAME = 24

/** The small letters before the first capital: `john` of johnSmith. */
function isGivenName(hash: number, letters: number): boolean {
  return letters >= LEAST_OF_NAME && (lookUp(hash) & LEX.first) !== 0
}

/** One capital and small letters that a list has as a name: `Smith` of johnSmith. */
function isSurname(text: string, from: number): boolean {
  let hash = hashUnit(HASH_START, foldUnit(text.charCodeAt(from)))
  let end = from + 1
  for (; isLetter(text.charCodeAt(end)); end++) {
    const folded = foldUnit(text.charCodeAt(end))
    if (end - from > LONGEST_NAME || isUpper(text.charCodeAt(end), folded)) return false
    hash = hashUnit(hash, folded)
  }
  return end - from >= LEAST_OF_NAME && (lookUp(hash) & (LEX.first | LEX.last)) !== 0
}

/** O'Brien and N'Golo are one word; the genitive of Crohn's is a sign of its own. */
function isApostropheInside(text: string, at: number): boolean {
  const next = text.charCodeAt(at + 1)
  if (!isLetter(next)) return false
  return (next | 32) !== 0x73 || isLetter(text.charCodeAt(at + 2))
}

function shapeOf(upper: number, lower: number, inner: number): number {
  if (upper === 0) return SHAPE.lower
  if (lower === 0) return upper === 1 ? SHAPE.initial : SHAPE.upper
  return inner === 0 ? SHAPE.capital : SHAPE.mixed
}

/** Joins the lexicon's entries of several words: every word of the phrase gets its bits. */
function finish(tokens: Tokens): void {
  const { count, lex } = tokens
  tokens.gap[count] = GAP.paragraph
  tokens.start[count] = tokens.end[count] = tokens.text.length
  tokens.kind[count] = KIND.sign
  tokens.hash[count] = tokens.lex[count] = tokens.role[count] = tokens.shape[count] = 0
  for (let i = 0; i < count; i++) {
    if ((lex[i]! & LEX.opensPhrase) === 0) continue
    const end = phraseEnd(tokens, i)
    if (end > i) i = end
  }
}

function phraseEnd(tokens: Tokens, from: number): number {
  const { text, kind, start, end, gap, hash } = tokens
  let phrase = tokens.hash[from]!
  let found = from
  let words = 1
  for (let i = from + 1; i < tokens.count && words < 3; i++) {
    if (gap[i]! > GAP.space) break
    if (kind[i] === KIND.sign && (hash[i] === 0x2e || hash[i] === 0x2d || hash[i] === 0x26)) continue
    if (kind[i] !== KIND.word || ((tokens.shape[i] === SHAPE.lower) !== (tokens.shape[from] === SHAPE.lower) && end[i]! - start[i]! > 3))
      break
    phrase = hashUnit(phrase, 0x20)
    for (let at = start[i]!; at < end[i]!; at++) phrase = hashUnit(phrase, foldUnit(text.charCodeAt(at)))
    words++
    const bits = lookUp(phrase) & LEX_OF_TOKENS
    if (bits === 0 || bits === LEX.opensPhrase) continue
    for (let part = from; part <= i; part++) if (kind[part] === KIND.word) tokens.lex[part]! |= bits | LEX.inPhrase
    found = i
  }
  return found
}

function allocate(text: string, size: number): Tokens {
  return {
    text,
    count: 0,
    start: new Int32Array(size),
    end: new Int32Array(size),
    kind: new Uint8Array(size),
    shape: new Uint8Array(size),
    gap: new Uint8Array(size),
    hash: new Int32Array(size),
    lex: new Int32Array(size),
    role: new Int32Array(size),
  }
}

function grow(tokens: Tokens): void {
  const bigger = allocate(tokens.text, tokens.start.length * 2)
  for (const name of ['start', 'end', 'kind', 'shape', 'gap', 'hash', 'lex', 'role'] as const) {
    bigger[name].set(tokens[name])
    Object.assign(tokens, { [name]: bigger[name] })
  }
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

const LETTER = /[\p{L}\p{M}]/u
const classes = new Uint8Array(0x250)
for (let code = 0; code < classes.length; code++) {
  const char = String.fromCharCode(code)
  classes[code] = LETTER.test(char) ? (char !== char.toLowerCase() ? 2 : 1) : 0
}

export function isLetter(code: number): boolean {
  if (code < 0x250) return classes[code]! > 0
  return code >= 0x250 && (code < 0x2000 || code > 0x2e7f) && (code < 0xd800 || code > 0xdfff) && LETTER.test(String.fromCharCode(code))
}

function isUpper(code: number, folded: number): boolean {
  if (code < 0x250) return classes[code] === 2
  return code !== folded && String.fromCharCode(code).toLowerCase() !== String.fromCharCode(code)
}

function isSpace(code: number): boolean {
  return code <= 0x20 || code === 0x7f || code === 0x85
}
