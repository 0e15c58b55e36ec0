// Makes the sentences that the network learns from: the prose and the templates, drawn and filled by seeded random numbers, so that the same weights
// come out everywhere.
import { CARRIER } from './carrier-prose.ts'
import { SHORTHAND } from './carrier-shorthand.ts'
import { fill, type Sentence } from './fill.ts'
import type { NameStock } from './name-stock.ts'
import { NOTE_LINES } from './note-lines.ts'
import { type Piece, readPieces } from './pieces.ts'
import type { Block } from './prose.ts'
import { QUERIES, QUESTIONS } from './query-templates.ts'
import { GENERAL_QUESTIONS, QUESTION_LINES } from './question-lines.ts'
import { RECORDS, REQUESTS } from './record-templates.ts'
import { POSITIVE } from './templates.ts'
import { VISITS } from './visit-prose.ts'

/** mulberry32 */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export interface Sources {
  readonly stock: NameStock
  readonly prose: readonly Block[]
  /** Share of the sentences that come from the prose. */
  readonly proseShare: number
}

export function makeSentences({ stock, prose, proseShare }: Sources, random: () => number, count: number): Sentence[] {
  const pickBlock = byLength(prose)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  return Array.from({ length: count }, () => {
    if (random() < proseShare) return varyProse(pickBlock(random), stock, random)
    const parts = Array.from({ length: 1 + Math.floor(random() * 3) }, () => fill(piecesOf(pick(pickTemplates(random))), stock, random))
    return mistype(varyCase(joinSentences(parts, random() < 0.3 ? '\n' : ' '), TEMPLATE_CASES, random), random)
  })
}

/** Each block as often as it is long: notes stand beside lists of one-line questions. */
function byLength(prose: readonly Block[]): (random: () => number) => Block {
  let total = 0
  const ends = prose.map(({ length }) => (total += length))
  return (random) => {
    const at = random() * total
    let [low, high] = [0, ends.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (ends[middle]! <= at) low = middle + 1
      else high = middle
    }
    return prose[low]!
  }
}

const templates = new Map<string, readonly Piece[]>()

function piecesOf(template: string): readonly Piece[] {
  const known = templates.get(template)
  if (known) return known
  const pieces = readPieces(template)
  templates.set(template, pieces)
  return pieces
}

/** A block as it stands there, or a window of its lines, or of the sentences of one line: nothing is learned by its place in the block. */
function varyProse({ lines, isShouted }: Block, stock: NameStock, random: () => number): Sentence {
  const way = random()
  const window =
    way < WHOLE_SHARE
      ? lines
      : way < WHOLE_SHARE + LINES_SHARE
        ? cut(lines, 3, random)
        : cut(lines, 1, random).map((line) => cut(line, 2, random))
  const block = joinSentences(
    window.map((line) =>
      joinSentences(
        line.map((sentence) => fill(sentence, stock, random)),
        '',
      ),
    ),
    '\n',
  )
  if (isShouted) return { ...block, text: block.text.toUpperCase() }
  return mistype(varyCase(block, PROSE_CASES, random), random)
}

const WHOLE_SHARE = 0.4
const LINES_SHARE = 0.3

function cut<T>(list: readonly T[], most: number, random: () => number): readonly T[] {
  const from = Math.floor(random() * list.length)
  return list.slice(from, from + 1 + Math.floor(random() * most))
}

function joinSentences(parts: readonly Sentence[], joint: string): Sentence {
  let text = ''
  const spans: { start: number; end: number; kind: number }[] = []
  for (const part of parts) {
    if (text) text += joint
    for (const span of part.spans) spans.push({ start: span.start + text.length, end: span.end + text.length, kind: span.kind })
    text += part.text
  }
  return { text, spans }
}

/** Shares of what is read in capitals and in small letters. */
const TEMPLATE_CASES = { upper: 0.05, lower: 0.12 }
const PROSE_CASES = { upper: 0.03, lower: 0.08 }

function varyCase({ text, spans }: Sentence, { upper, lower }: typeof PROSE_CASES, random: () => number): Sentence {
  const way = random()
  // Ligatures and dotted capitals would move what stands behind them.
  const keep = (other: string): string => (other.length === text.length ? other : text)
  if (way < upper) return { text: keep(text.toUpperCase()), spans }
  return way < upper + lower ? { text: keep(text.toLowerCase()), spans } : { text, spans }
}

const MISTYPED_SHARE = 0.03

/** Two letters of a word in the wrong order, as they are typed in haste. */
function mistype(sentence: Sentence, random: () => number): Sentence {
  if (random() >= MISTYPED_SHARE) return sentence
  const { text } = sentence
  const at = Math.floor(random() * text.length)
  if (!/^\p{Ll}{3}/u.test(text.slice(at, at + 3))) return sentence
  return { ...sentence, text: text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2) }
}

/** Prose without names outweighs the rest, as it does in notes. */
const POSITIVE_SHARE = 0.4

const QUERY_SHARE = 0.35

function pickTemplates(random: () => number): readonly string[] {
  if (random() < LINE_SHARE) return pickLines(random)
  const isQuery = random() < QUERY_SHARE
  const other = random() < 0.45
  if (random() < POSITIVE_SHARE) return isQuery ? (other ? REQUESTS : QUERIES) : other ? RECORDS : POSITIVE
  if (isQuery) return other ? VISITS : QUESTIONS
  return random() < 0.3 ? VISITS : other ? CARRIER : SHORTHAND
}

/** Share of whole lines of notes and of whole questions. */
const LINE_SHARE = 0.05

function pickLines(random: () => number): readonly string[] {
  const way = random()
  return way < 0.5 ? NOTE_LINES : way < 0.75 ? QUESTION_LINES : GENERAL_QUESTIONS
}
