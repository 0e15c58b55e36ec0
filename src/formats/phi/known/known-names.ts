// Parts and initials of the names that the caller knows: one word alone, with the initials beside it, inflected, and rows of initials with and without dots.
import { RANK } from '../candidate.ts'
import { foldUnit, HASH_START, hashUnit } from '../fold.ts'
import type { LayerContext } from '../layers/layer.ts'
import { LEX, LEX_ENGLISH } from '../lexicon-bits.ts'
import { hasLex, hasRole, isCapitalized, isGlued, isSign, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'

export interface KnownNames {
  readonly nameParts: ReadonlySet<number>
  readonly initials: ReadonlySet<string>
  /** Every letter of the initials. */
  readonly letters: ReadonlySet<string>
}

function add({ tokens, found }: LayerContext, first: number, last: number, rule: string): void {
  found.push({
    start: tokens.start[first]!,
    end: tokens.end[last]!,
    category: 'name',
    score: 0.97,
    rule: `known/${rule}`,
    rank: RANK.known,
  })
}

/** A part of a known name alone: with a capital, or where it is no English word; the initials of the person beside it belong to it. */
export function readKnownWord(context: LayerContext, known: KnownNames, at: number): void {
  const { tokens } = context
  if (!known.nameParts.has(tokens.hash[at]!) && !isInflected(tokens, known, at)) return
  if (!isCapitalized(tokens, at) && hasLex(tokens, at, LEX_ENGLISH)) return
  add(context, startWithInitial(tokens, known, at), endWithInitial(tokens, known, at), 'name-part')
}

const LEAST_STEM = 5
const MAX_ENDING = 2

/** Brennans, Иванова: a known word with at most two letters behind it, that no list has. */
function isInflected(tokens: Tokens, { nameParts }: KnownNames, at: number): boolean {
  const length = lengthOf(tokens, at)
  if (length <= LEAST_STEM || length > 40 || tokens.lex[at] !== 0 || tokens.role[at] !== 0 || !isCapitalized(tokens, at)) return false
  let hash = HASH_START
  for (let i = tokens.start[at]!, end = tokens.end[at]!; i < end; i++) {
    hash = hashUnit(hash, foldUnit(tokens.text.charCodeAt(i)))
    const stem = i + 1 - tokens.start[at]!
    if (stem >= LEAST_STEM && stem >= length - MAX_ENDING && nameParts.has(hash)) return true
  }
  return false
}

/** M. Brennan, M Brennan. */
function startWithInitial(tokens: Tokens, known: KnownNames, at: number): number {
  if (tokens.gap[at]! > GAP.space) return at
  const before = isSign(tokens, at - 1, '.') && isGlued(tokens, at - 1) ? at - 2 : at - 1
  return isInitialOf(tokens, known, before) && (before < at - 1 || tokens.gap[at] === GAP.space) ? before : at
}

/** Brennan M., Brennan, M, Brennan-Vos M. */
function endWithInitial(tokens: Tokens, known: KnownNames, at: number): number {
  const next = isSign(tokens, at + 1, ',') ? at + 2 : at + 1
  const isSpaced = tokens.gap[next] === GAP.space || (next === at + 2 && tokens.gap[next] === GAP.none)
  return isSpaced && isInitialOf(tokens, known, next) ? next : at
}

function isInitialOf(tokens: Tokens, { letters }: KnownNames, at: number): boolean {
  return isWord(tokens, at) && tokens.shape[at] === SHAPE.initial && letters.has(textOf(tokens, at).toUpperCase())
}

/** Abbreviations with dots that are no initials even where they spell the patient's. */
const DOTTED = new Set('md do rn np pa am pm po iv im sc od os ou bid tid qid prn us uk er ed or pt ot hs ac pc eg ie'.split(' '))

/** M.L.B., M. L., m.l. anywhere; MLB where it is no abbreviation, or at the end of a line, behind a label or in brackets. */
export function readKnownInitials(context: LayerContext, known: KnownNames, at: number): void {
  const { tokens } = context
  if (known.initials.size === 0) return
  const text = textOf(tokens, at)
  if (lengthOf(tokens, at) === 1) {
    readDotted(context, known, at)
    return
  }
  if (tokens.shape[at] !== SHAPE.upper || !known.initials.has(text)) return
  const isPlain = tokens.role[at] === 0 && !hasLex(tokens, at, LEX_ENGLISH | LEX.abbreviation | LEX.test | LEX.drug)
  if ((isPlain && standsAlone(tokens, at)) || isInitialsSpot(tokens, at)) add(context, at, at, 'initials')
}

/** No part of a code such as JN-12. */
function standsAlone(tokens: Tokens, at: number): boolean {
  const isOpen = !isGlued(tokens, at) || isSign(tokens, at - 1, '(') || isSign(tokens, at - 1, '"') || isSign(tokens, at - 1, '/')
  return isOpen && (!isGlued(tokens, at + 1) || /^[,.;:!?)"/']/.test(tokens.text.slice(tokens.end[at]!, tokens.end[at]! + 1)))
}

function readDotted(context: LayerContext, { initials }: KnownNames, first: number): void {
  const { tokens } = context
  if (isGlued(tokens, first) && isSign(tokens, first - 1, '.') && isWord(tokens, first - 2) && lengthOf(tokens, first - 2) === 1) return
  let letters = textOf(tokens, first)
  let last = first
  while (letters.length < 5 && isSign(tokens, last + 1, '.') && isGlued(tokens, last + 1)) {
    const next = last + 2
    if (!isWord(tokens, next) || lengthOf(tokens, next) !== 1 || tokens.gap[next]! > GAP.space) break
    letters += textOf(tokens, next)
    last = next
  }
  if (letters.length < 2 || DOTTED.has(letters.toLowerCase()) || !initials.has(letters.toUpperCase())) return
  add(context, first, last, 'initials')
}

/** Initials stand at the end of a line, behind a label or in brackets; elsewhere they are an abbreviation. */
function isInitialsSpot(tokens: Tokens, at: number): boolean {
  return (
    tokens.gap[at + 1]! >= GAP.line ||
    isSign(tokens, at - 1, ':') ||
    (isSign(tokens, at - 1, '(') && isSign(tokens, at + 1, ')')) ||
    hasRole(tokens, at - 1, ROLE.person | ROLE.title) ||
    (isWord(tokens, at - 1) &&
      /^(?:initials|by|thx|thanks|regards|re|about|for|from|with|to|per|told|called|call|asked)$/i.test(textOf(tokens, at - 1)))
  )
}
