// Measures what the PHI detector finds in the annotated texts, and what each layer contributes to it.
//
// node build/phi-measure.ts [ablate] [dev|test] [layer,layer …]…
// Prints identifiers touched and covered, the same in small letters, texts without an identifier that are touched, and the share of plain text that
// is masked, of one half (test where none is named), in English and in each other language. With `ablate` each layer is switched off by itself; each further argument is a group that is
// switched off together, by the names of layer functions. The network learned from the halves `dev`.
import { readdirSync } from 'node:fs'
import { detectPhi, LAYERS, switchLayersOff } from '../src/formats/phi/detect-phi.ts'
import { SUPPORTED_LANGUAGES } from '../src/formats/phi/language/languages.ts'
import { type AnnotatedText, readAnnotated, uncovered } from '../test/formats/phi/annotated-text.ts'

const FIXTURES = new URL('../test/fixtures/phi/', import.meta.url)

interface Sets {
  /** Queries and notes. */
  readonly annotated: readonly AnnotatedText[]
  readonly negatives: readonly AnnotatedText[]
  readonly plain: readonly AnnotatedText[]
}

function readSets(half: string, folder = 'held-out', part = ''): Sets {
  const read = (kind: RegExp) =>
    readdirSync(new URL(`${folder}/`, FIXTURES))
      .filter((name) => name.endsWith(`.${half}.txt`) && name.includes(part) && kind.test(name))
      .flatMap((name) => readAnnotated(`${folder}/${name}`, /notes|plain/.test(name) ? '\n---\n' : '\n'))
  return { annotated: read(/queries|notes/), negatives: read(/negatives/), plain: read(/plain/) }
}

function inSmallLetters(texts: readonly AnnotatedText[]): AnnotatedText[] {
  return texts
    .map(({ text, spans }) => ({ text: text.toLowerCase(), spans }))
    .filter(({ text }, i) => text.length === texts[i]!.text.length)
}

/** Shares of the identifiers that are touched and that are hidden whole, in per cent. */
function recallOf(texts: readonly AnnotatedText[]): [touched: number, covered: number] {
  const sum = { spans: 0, touched: 0, covered: 0 }
  for (const { text, spans } of texts) {
    const found = detectPhi(text)
    for (const span of spans.filter(({ category }) => category !== 'neutral' && category !== 'trap')) {
      const missing = uncovered(text, span, found)
      sum.spans++
      if (missing < uncovered(text, span, [])) sum.touched++
      if (missing === 0) sum.covered++
    }
  }
  return [(100 * sum.touched) / sum.spans, (100 * sum.covered) / sum.spans]
}

function maskedShare(texts: readonly AnnotatedText[]): number {
  const masked = texts.flatMap(({ text }) => detectPhi(text)).reduce((sum, { start, end }) => sum + end - start, 0)
  const length = texts.reduce((sum, { text }) => sum + text.length, 0)
  return length === 0 ? 0 : (100 * masked) / length
}

function measure({ annotated, negatives, plain }: Sets): readonly number[] {
  const touched = negatives.filter(({ text }) => detectPhi(text).length > 0).length
  return [...recallOf(annotated), ...recallOf(inSmallLetters(annotated)), touched, maskedShare(plain)]
}

const HEADS = ['touched', 'covered', 'small: touched', 'small: covered', 'negatives', 'plain masked']

function print(what: string, figures: readonly number[], all: readonly number[]): void {
  const cells = figures.map((figure, i) => {
    const change = figure - all[i]!
    return `${HEADS[i]} ${figure.toFixed(2)}${figures === all ? '' : ` (${change > 0 ? '+' : ''}${change.toFixed(2)})`}`
  })
  console.log(`${what}: ${cells.join(', ')}`)
}

const words = process.argv.slice(2)
const isAblation = words[0] === 'ablate'
if (isAblation) words.shift()
const half = words[0] === 'dev' || words[0] === 'test' ? words.shift()! : 'test'
const groups = words
const known = new Set(LAYERS.map(({ name }) => name))
const chosen = groups.length > 0 ? groups.map((group) => group.split(',')) : [...known].map((name) => [name])
const unknown = chosen.flat().filter((name) => !known.has(name))
if (unknown.length > 0) throw new Error(`no layer is named ${unknown.join(', ')}`)
const sets = readSets(half)
const all = measure(sets)
print(`${half}, all ${known.size} layers`, all, all)
if (!isAblation && groups.length === 0) {
  const figures = measure(readSets(half, 'word-names'))
  print(`${half}, single names that are words`, figures, figures)
}
for (const language of isAblation || groups.length > 0 ? [] : SUPPORTED_LANGUAGES.slice(1)) {
  const figures = measure(readSets(half, 'languages', `-${language}-`))
  print(`${half}, ${language}`, figures, figures)
}
for (const names of isAblation || groups.length > 0 ? chosen : []) {
  switchLayersOff(new Set(names))
  print(`without ${names.length > 3 ? `${names.length} layers` : names.join(', ')}`, measure(sets), all)
}
