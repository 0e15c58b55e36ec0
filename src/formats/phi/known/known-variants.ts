// Known names that a line, a scanner or a hasty hand has changed: broken over two lines, spaced, with digits for letters, one letter wrong, left out, added
// or in the wrong place; and the short names of their bearers.
import { RANK } from '../candidate.ts'
import { foldUnit, HASH_START, hashUnit, hashWord } from '../fold.ts'
import type { LayerContext } from '../layers/layer.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_PROPER } from '../lexicon-bits.ts'
import { hasLex, hasRole, isCapitalized, isGlued, isSign, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, KIND, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'

export interface KnownVariants {
  readonly nameParts: ReadonlySet<number>
  /** Words of names, and each of them without one of its letters. */
  readonly nearNames: ReadonlySet<number>
  readonly nicknames: ReadonlySet<number>
}

const LEAST_NEAR = 6
const MOST_NEAR = 24
const LEAST_BROKEN = 5
const MAX_PIECES = 24
/** A scanner misreads few letters of one name. */
const MAX_DIGITS = 3

/** Hashes of a word and of it without each of its letters; nothing for a short word. */
export function nearHashes(word: string): number[] {
  if (word.length < LEAST_NEAR || word.length > MOST_NEAR) return []
  return [hashWord(word), ...Array.from(word, (_, i) => hashWord(word.slice(0, i) + word.slice(i + 1)))]
}

export function readKnownVariant(context: LayerContext, known: KnownVariants, at: number): void {
  if (known.nameParts.size === 0) return
  const { tokens } = context
  if (readBroken(context, known, at) || tokens.kind[at] === KIND.number) return
  if (isNickname(tokens, known, at) || isNear(tokens, known, at)) add(context, at, at)
}

function add({ tokens, found }: LayerContext, first: number, last: number): void {
  found.push({
    start: tokens.start[first]!,
    end: tokens.end[last]!,
    category: 'name',
    score: 0.95,
    rule: 'known/name-variant',
    rank: RANK.known,
  })
}

/** Bill for William: with a capital, and where it is a word, too, inside of a sentence or before somebody's verb. */
function isNickname(tokens: Tokens, { nicknames }: KnownVariants, at: number): boolean {
  if (!nicknames.has(tokens.hash[at]!) || lengthOf(tokens, at) < 2) return false
  if (!hasLex(tokens, at, LEX_ENGLISH)) return isCapitalized(tokens, at) || hasLex(tokens, at, LEX.first)
  const begins = at === 0 || tokens.gap[at]! >= GAP.line || isSign(tokens, at - 1, '.') || isSign(tokens, at - 1, '?')
  return isCapitalized(tokens, at) && !(begins && hasRole(tokens, at + 1, ROLE.function))
}

/** Margret, Sulivan, Ngyuen: one letter away from a known word, and no word of English or medicine. */
function isNear(tokens: Tokens, { nearNames }: KnownVariants, at: number): boolean {
  const length = lengthOf(tokens, at)
  if (length < LEAST_NEAR || length > MOST_NEAR || tokens.role[at] !== 0) return false
  if (hasLex(tokens, at, LEX_ENGLISH | LEX_MEDICAL | LEX.abbreviation | LEX.organization)) return false
  if (!isCapitalized(tokens, at) && tokens.lex[at] !== 0) return false
  if (tokens.lex[at] !== 0 && !hasLex(tokens, at, LEX_PROPER)) return false
  if (nearNames.has(tokens.hash[at]!)) return true
  for (let skipped = 0; skipped < length; skipped++) {
    let hash = HASH_START
    for (let i = 0; i < length; i++) if (i !== skipped) hash = hashUnit(hash, foldUnit(tokens.text.charCodeAt(tokens.start[at]! + i)))
    if (nearNames.has(hash)) return true
  }
  return false
}

/** Letters that a scanner reads as a digit. */
const LETTERS_OF: Readonly<Record<string, string>> = { '0': 'o', '1': 'l', '3': 'e', '5': 's', '8': 'b', '9': 'g', '4': 'a' }

/** Sulli-⏎van, M a r g a r e t, Su11ivan: pieces that only together are the name. */
function readBroken(context: LayerContext, { nameParts }: KnownVariants, first: number): boolean {
  const { tokens } = context
  let hash = HASH_START
  let otherHash = HASH_START
  let letters = 0
  let digits = 0
  let at = first
  for (let pieces = 0; pieces < MAX_PIECES && at < tokens.count; pieces++) {
    if (tokens.kind[at] === KIND.word) {
      for (let i = tokens.start[at]!; i < tokens.end[at]!; i++) {
        const unit = foldUnit(tokens.text.charCodeAt(i))
        hash = hashUnit(hash, unit)
        otherHash = hashUnit(otherHash, unit)
      }
    } else {
      digits += lengthOf(tokens, at)
      if (digits > MAX_DIGITS) return false
      for (const digit of textOf(tokens, at)) {
        const letter = LETTERS_OF[digit]
        if (letter === undefined) return false
        hash = hashUnit(hash, letter.charCodeAt(0))
        otherHash = hashUnit(otherHash, (digit === '1' ? 'i' : letter).charCodeAt(0))
      }
    }
    letters += lengthOf(tokens, at)
    if (letters > 40) return false
    if (pieces > 0 && letters >= LEAST_BROKEN && (nameParts.has(hash) || nameParts.has(otherHash)) && endsHere(tokens, at)) {
      add(context, first, at)
      return true
    }
    at = nextPiece(tokens, at)
    if (at < 0) return false
  }
  return false
}

function endsHere(tokens: Tokens, at: number): boolean {
  return !isGlued(tokens, at + 1) || tokens.kind[at + 1] === KIND.sign
}

/** The piece that goes on the word, or -1: behind a hyphen at the end of a line, glued to digits, single letters, or pieces that are no words. */
function nextPiece(tokens: Tokens, at: number): number {
  const next = at + 1
  if (isGlued(tokens, next) && tokens.kind[next] !== KIND.sign && tokens.kind[next] !== tokens.kind[at]) return next
  if (isSign(tokens, next, '-') && isGlued(tokens, next) && isWord(tokens, next + 1) && tokens.gap[next + 1] === GAP.line) return next + 1
  if (!isWord(tokens, at) || !isWord(tokens, next) || tokens.gap[next]! > GAP.line || isGlued(tokens, next)) return -1
  if (lengthOf(tokens, at) === 1 && lengthOf(tokens, next) === 1) return next
  return isNoWord(tokens, at) && isNoWord(tokens, next) ? next : -1
}

function isNoWord(tokens: Tokens, at: number): boolean {
  return !hasLex(tokens, at, LEX.common | LEX.abbreviation) && !hasRole(tokens, at, ROLE.function | ROLE.unit)
}
