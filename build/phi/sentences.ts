// Fills the templates: sentences with the places of their names, made from seeded random numbers, so that the same weights come out everywhere.

import { CARRIER, EPONYM_HEADS } from './carrier-prose.ts'
import { ABBREVIATIONS, SHORTHAND } from './carrier-shorthand.ts'
import type { NameStock } from './name-stock.ts'
import { NOTE_LINES } from './note-lines.ts'
import { QUERIES, QUESTIONS } from './query-templates.ts'
import { GENERAL_QUESTIONS, QUESTION_LINES } from './question-lines.ts'
import { RECORDS, REQUESTS } from './record-templates.ts'
import { POSITIVE, SURROUNDINGS } from './templates.ts'
import { VISITS } from './visit-prose.ts'

export interface Sentence {
  readonly text: string
  readonly spans: readonly { readonly start: number; readonly end: number; readonly kind: number }[]
}

/** Kinds as the tagger's tags count them. {c} and {s} are places that gave a disease, a score or a study its name, and no kind. */
const KINDS: Readonly<Record<string, number>> = { P: 0, F: 0, L: 0, f: 0, l: 0, I: 0, C: 1, S: 1, H: 2, O: 2 }

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

export function makeSentences(stock: NameStock, random: () => number, count: number): Sentence[] {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  return Array.from({ length: count }, () => {
    const parts = Array.from({ length: 1 + Math.floor(random() * 3) }, () => fill(pick(pickTemplates(random)), stock, random))
    return varyCase(joinSentences(parts, random() < 0.3 ? '\n' : ' '), random)
  })
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

function varyCase({ text, spans }: Sentence, random: () => number): Sentence {
  const way = random()
  if (way < 0.05) return { text: text.toUpperCase(), spans }
  return way < 0.17 ? { text: text.toLowerCase(), spans } : { text, spans }
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

const SLOT = /\{(\w+)\}/g

function fill(template: string, stock: NameStock, random: () => number): Sentence {
  const spans: { start: number; end: number; kind: number }[] = []
  let text = ''
  let at = 0
  for (const match of template.matchAll(SLOT)) {
    text += template.slice(at, match.index)
    at = match.index + match[0].length
    const slot = match[1]!
    const value = fillSlot(slot, stock, random)
    const kind = KINDS[slot]
    const last = spans.at(-1)
    const joins =
      kind === 0 &&
      last &&
      last.kind === 0 &&
      /^(?: |, |\. | "|)$/.test(text.slice(last.end)) &&
      !/[.,]$/.test(template.slice(0, match.index - 2))
    if (kind !== undefined && (slot !== 'I' || !/\{\w\}$/.test(template.slice(0, match.index)) || joins)) {
      if (joins) spans[spans.length - 1] = { ...last, end: text.length + value.length }
      else if (kind === 1 && last?.kind === 1 && text.slice(last.end) === ', ')
        spans[spans.length - 1] = { ...last, end: text.length + value.length }
      else spans.push({ start: text.length, end: text.length + value.length, kind })
    }
    text += value
  }
  return { text: text + template.slice(at), spans }
}

function fillSlot(slot: string, stock: NameStock, random: () => number): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  switch (slot) {
    case 'P':
      return stock.person(random)
    case 'F':
      return stock.given(random)
    case 'L':
      return stock.surname(random)
    case 'f':
      return stock.given(random).toLowerCase()
    case 'l':
      return stock.surname(random).toLowerCase()
    case 'I':
      return String.fromCharCode(65 + Math.floor(random() * 26))
    case 'C':
      return stock.place(random)
    case 'c':
      return stock.place(random)
    case 'S':
    case 's':
      return pick(stock.states)
    case 'H':
      return stock.hospital(random)
    case 'O':
      return stock.organization(random)
    case 'D':
      return capitalize(pick(stock.drugs), random() < 0.6)
    case 'E':
      return capitalize(pick(stock.eponyms), true)
    case 'e':
      return `${capitalize(pick(stock.eponyms), true)}${random() < 0.2 ? "'s" : random() < 0.15 ? `-${capitalize(pick(stock.eponyms), true)}` : ''} ${pick(EPONYM_HEADS)}`
    case 'T':
      return random() < 0.5 ? pick(stock.tests).toUpperCase() : capitalize(pick(stock.tests), true)
    case 'M':
      return capitalize(pick(stock.medical), random() < 0.4)
    case 'B':
      return capitalize(pick(stock.brands), true)
    case 'W':
      return capitalize(pick(stock.english), true)
    case 'w':
      return pick(stock.english)
    case 'Ab':
      return random() < 0.6 ? pick(ABBREVIATIONS).toUpperCase() : capitalize(pick(ABBREVIATIONS), random() < 0.5)
    case 'N':
      return random() < 0.3 ? (random() * 20).toFixed(1) : String(Math.floor(random() ** 3 * 9000) + 1)
    case 'A':
      return String(1 + Math.floor(random() * 98))
    case 'X':
      return `${1 + Math.floor(random() * 12)}/${1 + Math.floor(random() * 28)}/${2000 + Math.floor(random() * 25)}`
    default:
      return pick(SURROUNDINGS[slot as keyof typeof SURROUNDINGS])
  }
}

function capitalize(word: string, upper: boolean): string {
  return upper ? word.slice(0, 1).toUpperCase() + word.slice(1) : word
}
