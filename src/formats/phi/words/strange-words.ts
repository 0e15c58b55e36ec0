// What mode fail-closed hides, without its words of everyday language and medicine: documents and notes are made to be read, and a name is a word of
// neither, or has been found already.
import { type Candidate, RANK } from '../candidate.ts'
import { hashWord } from '../fold.ts'
import type { LayerContext } from '../layers/layer.ts'
import { lookUp } from '../lexicon.ts'
import { LEX, LEX_ENGLISH, LEX_NAME } from '../lexicon-bits.ts'
import { listUnsafe } from '../network/find-likely.ts'
import { resolveCandidates } from '../search/resolve.ts'
import { lengthOf } from '../token-tests.ts'
import { GAP, KIND, type Tokens } from '../tokens.ts'
import { LABEL_OPENERS } from './id-labels.ts'
import { isMedicalForm } from './medical-forms.ts'

/** The rule of what mode fail-closed finds beyond the layers. */
export const STRANGE = 'unknown'

/** Digits in a row that no measure has. */
const LONG_NUMBER = /\d{5}/
/** A house and its street. */
const STREET = /\d[ \t]+\p{L}{2}/u
const LEAST_LETTERS = 3

/** @returns what the layers found, and what else mode fail-closed does if it is strange */
export function addStrange(context: LayerContext, layered: readonly Candidate[]): readonly Candidate[] {
  const { text } = context.tokens
  const unsafe = joinStreets(text, resolveCandidates([...layered, ...listUnsafe(context), ...listUnknown(context.tokens, layered)], text))
  const foreign = listForeignLines(context.tokens, layered)
  let line = 0
  const strange = unsafe.flatMap((candidate) => {
    while (line < foreign.length && foreign[line]!.end < candidate.end) line++
    if (line < foreign.length && foreign[line]!.start <= candidate.start) return []
    const rests = restsOf(text, candidate, layered)
    return isStrange(rests.map(({ start, end }) => text.slice(start, end)).join('|')) ? rests : []
  })
  if (strange.length === 0) return layered
  return resolveCandidates([...layered, ...strange.map((each) => ({ ...each, rule: STRANGE }))], text)
}

/** A line of so few words has no language. */
const FEW_WORDS = 2
const LEAST_ENGLISH = 0.4

/** Lines in another language than English, where every word is a strange one. @param layered in order */
function listForeignLines(tokens: Tokens, layered: readonly Candidate[]): { readonly start: number; readonly end: number }[] {
  const lines: { start: number; end: number }[] = []
  let next = 0
  for (let i = 0; i < tokens.count; ) {
    const first = i
    let count = 0
    let english = 0
    do {
      while (next < layered.length && layered[next]!.end <= tokens.start[i]!) next++
      const isFound = next < layered.length && layered[next]!.start < tokens.end[i]!
      if (!isFound && tokens.kind[i] === KIND.word && lengthOf(tokens, i) > 1) {
        count++
        if ((tokens.lex[i]! & (LEX_ENGLISH | LEX.drug | LEX.test)) !== 0) english++
      }
      i++
    } while (i < tokens.count && tokens.gap[i]! < GAP.line)
    if (count > FEW_WORDS && english < count * LEAST_ENGLISH) lines.push({ start: tokens.start[first]!, end: tokens.end[i - 1]! })
  }
  return lines
}

const LEAST_UNKNOWN = 7

/** Long words that no list knows and that are not built as words of medicine are, and shorter ones beside a name. @param layered in order */
function listUnknown(tokens: Tokens, layered: readonly Candidate[]): Candidate[] {
  const found: Candidate[] = []
  const isName = new Uint8Array(tokens.count + 1)
  let at = 0
  for (const { start, end, category } of layered) {
    while (at < tokens.count && tokens.end[at]! <= start) at++
    for (let i = at; i < tokens.count && tokens.start[i]! < end; i++) if (category === 'name') isName[i] = 1
  }
  const isBeside = (i: number) =>
    (i > 0 && isName[i - 1] === 1 && tokens.gap[i] === GAP.space) || (isName[i + 1] === 1 && tokens.gap[i + 1] === GAP.space)
  for (let i = 0; i < tokens.count; i++) {
    if (tokens.kind[i] !== KIND.word || tokens.role[i] !== 0 || isMedicalForm(tokens, i) || LABEL_OPENERS.has(tokens.hash[i]!)) continue
    const isUnknown = tokens.lex[i] === 0 && lengthOf(tokens, i) >= LEAST_UNKNOWN
    if (!isUnknown && !(lengthOf(tokens, i) >= LEAST_LETTERS && isBeside(i))) continue
    found.push({ start: tokens.start[i]!, end: tokens.end[i]!, category: 'name', score: 0.3, rule: STRANGE, rank: RANK.lexicon })
  }
  return found
}

/** What the layers did not find of a candidate. @param layered in order */
function restsOf(text: string, candidate: Candidate, layered: readonly Candidate[]): Candidate[] {
  const { start, end } = candidate
  let low = 0
  let high = layered.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (layered[middle]!.end <= start) low = middle + 1
    else high = middle
  }
  const rests: Candidate[] = []
  const add = (from: number, to: number) => {
    const rest = text.slice(from, to)
    const bare = rest.trim()
    const first = from + rest.indexOf(bare)
    if (bare !== '') rests.push({ ...candidate, start: first, end: first + bare.length })
  }
  let at = start
  for (let i = low; i < layered.length && layered[i]!.start < end; i++) {
    if (layered[i]!.start > at) add(at, layered[i]!.start)
    at = Math.max(at, layered[i]!.end)
  }
  if (at < end) add(at, end)
  return rests
}

/** Blanks, or one word between them that mode fail-closed takes for safe. */
const BETWEEN = /^[ \t]+(?:\p{L}{1,20}[ \t]+)?$/u
const LONGEST_GAP = 24

/** A number and the words that go on behind it: a house and its street, whose words are ordinary ones. */
function joinStreets(text: string, unsafe: readonly Candidate[]): Candidate[] {
  const joined: Candidate[] = []
  for (const candidate of unsafe) {
    const last = joined.at(-1)
    const gap = last && candidate.start - last.end <= LONGEST_GAP ? text.slice(last.end, candidate.start) : ''
    if (last && HOUSE.test(text.slice(last.start, last.end)) && BETWEEN.test(gap))
      // A number alone may be taken for an age, and a generalized age keeps the words behind it.
      joined[joined.length - 1] = { ...last, end: candidate.end, category: 'location' }
    else joined.push(candidate)
  }
  return joined
}

/** A number that is no measure, first or before more words. */
const HOUSE = /^(?:\p{L}{1,20}[ \t]+)?\d{1,6}(?:$|[ \t]+\p{L})/u

/** @returns whether a stretch that only mode fail-closed finds may be part of a name, a place or a number of a person */
export function isStrange(text: string): boolean {
  if (LONG_NUMBER.test(text) || STREET.test(text)) return true
  return (text.match(/[\p{L}\p{M}]+/gu) ?? []).some((word) => [...word].length >= LEAST_LETTERS && !isPlain(word))
}

function isPlain(word: string): boolean {
  const bits = lookUp(hashWord(word))
  if ((bits & LEX.common) !== 0) return true
  return (bits & (LEX_ENGLISH | LEX.drug | LEX.test)) !== 0 && (bits & LEX_NAME) === 0
}
