// An averaged perceptron over the features of the tagger: one run of training over sentences that are made as it goes.
import { LEX, LEX_PROPER } from '../../src/formats/phi/lexicon-bits.ts'
import { endOfRun, FEATURE_COUNT, isTaggable, readFeatures, TABLE_SIZE, TAG_COUNT } from '../../src/formats/phi/tagger-features.ts'
import { bestPath } from '../../src/formats/phi/tagger-model.ts'
import { KIND, type Tokens, tokenize } from '../../src/formats/phi/tokens.ts'
import type { Sentence } from './fill.ts'

/** How a run goes. */
export interface Course {
  readonly sentences: number
  readonly epochs: number
  /** By how much the true tag must be better than each wrong one, a token; an update moves a token's score by twice the number of its features. */
  readonly margin: number
  /** Share of names that training hides from the lexicon, so that names of no list are found too. */
  readonly unlistedShare: number
  /** The same for other words, because no list has them all. */
  readonly unlistedProseShare: number
}

/** Values that move, and what is needed for the mean of all that they ever were. */
interface Averaged {
  readonly values: Float32Array
  readonly sums: Float64Array
}

/** What a run learned. */
export interface Learned {
  readonly weights: Averaged
  readonly transitions: Averaged
  steps: number
}

interface Learner extends Learned {
  readonly course: Course
  readonly random: () => number
}

interface Weights {
  readonly weights: Float32Array
  readonly transitions: Float32Array
}

const BLOCKS = 20

/** @param make as many sentences as are asked for, from random numbers */
export function train(
  course: Course,
  random: () => number,
  make: (count: number) => readonly Sentence[],
  log: (line: string) => void,
): Learned {
  const learner = { course, random, weights: newAveraged(TABLE_SIZE), transitions: newAveraged(TAG_COUNT), steps: 1 }
  for (let epoch = 0; epoch < course.epochs; epoch++) {
    const sum = { wrong: 0, total: 0 }
    for (let block = 0; block < BLOCKS; block++)
      for (const sentence of make(Math.ceil(course.sentences / BLOCKS))) learnSentence(learner, sentence, sum)
    log(`epoch ${epoch + 1}: ${((100 * sum.wrong) / sum.total).toFixed(2)} % of ${sum.total} tags moved`)
  }
  return learner
}

function learnSentence(learner: Learner, sentence: Sentence, sum: { wrong: number; total: number }): void {
  const tokens = tokenize(sentence.text)
  const gold = tagsOf(tokens, sentence)
  hideNames(tokens, gold, learner)
  for (let i = 0; i < tokens.count; i++) {
    if (!isTaggable(tokens, i)) continue
    const last = endOfRun(tokens, i)
    sum.wrong += learnRun(learner, tokens, i, last, gold)
    sum.total += last - i + 1
    i = last
    learner.steps++
  }
}

function newAveraged(rows: number): Averaged {
  return { values: new Float32Array(rows * TAG_COUNT), sums: new Float64Array(rows * TAG_COUNT) }
}

export function tagsOf(tokens: Tokens, { spans }: Sentence): Uint8Array {
  const tags = new Uint8Array(tokens.count)
  let span = 0
  for (let i = 0; i < tokens.count; i++) {
    while (span < spans.length && spans[span]!.end <= tokens.start[i]!) span++
    if (span >= spans.length || spans[span]!.start > tokens.start[i]!) continue
    const inside = i > 0 && tokens.start[i - 1]! >= spans[span]!.start
    tags[i] = 1 + spans[span]!.kind * 2 + (inside ? 1 : 0)
  }
  return tags
}

function hideNames(tokens: Tokens, gold: Uint8Array, { random, course }: Learner): void {
  for (let i = 0; i < tokens.count; i++) {
    if (gold[i] === 0 && tokens.kind[i] === KIND.word && tokens.role[i] === 0 && random() < course.unlistedProseShare) tokens.lex[i] = 0
    if (gold[i] === 0 || tokens.kind[i] !== KIND.word || (tokens.lex[i]! & (LEX.common | LEX.word | LEX.eponym)) !== 0) continue
    if (random() < course.unlistedShare) tokens.lex[i]! &= ~(LEX_PROPER | LEX.organization)
  }
}

/** Moves the weights of a run from the found tags to the true ones; returns how many differed. */
function learnRun(learner: Learner, tokens: Tokens, first: number, last: number, gold: Uint8Array): number {
  const { transitions, steps } = learner
  const length = last - first + 1
  const truths = truthsOf(gold.subarray(first, last + 1))
  const features = new Int32Array(length * FEATURE_COUNT)
  for (let i = 0; i < length; i++) readFeatures(tokens, first + i, features.subarray(i * FEATURE_COUNT, (i + 1) * FEATURE_COUNT))
  const found = bestPath(scoreRun(learner, features, truths), length, transitions.values)
  let wrong = 0
  for (let i = 0; i < length; i++) {
    const [truth, guess] = [truths[i]!, found[i]!]
    const truthBefore = i > 0 ? truths[i - 1]! : 0
    const guessBefore = i > 0 ? found[i - 1]! : 0
    if (truth !== guess) {
      wrong++
      moveToken(learner, features.subarray(i * FEATURE_COUNT, (i + 1) * FEATURE_COUNT), truth, guess)
    }
    if (truth !== guess || truthBefore !== guessBefore) {
      move(transitions, truthBefore * TAG_COUNT + truth, steps)
      move(transitions, guessBefore * TAG_COUNT + guess, -steps)
    }
  }
  return wrong
}

/** A name whose first word belongs to no run begins inside of this one. */
function truthsOf(gold: Uint8Array): Uint8Array {
  const truths = gold.slice()
  truths.forEach((tag, i) => {
    const before = i > 0 ? truths[i - 1]! : 0
    if (tag > 0 && tag % 2 === 0 && before !== tag && before !== tag - 1) truths[i] = tag - 1
  })
  return truths
}

/** The sum of the weights, and for each wrong tag the margin. */
function scoreRun({ course, weights: { values } }: Learner, features: Int32Array, truths: Uint8Array): Float32Array {
  const scores = new Float32Array(truths.length * TAG_COUNT)
  truths.forEach((truth, i) => {
    for (let f = i * FEATURE_COUNT; f < (i + 1) * FEATURE_COUNT; f++) {
      for (let tag = 0; tag < TAG_COUNT; tag++) scores[i * TAG_COUNT + tag]! += values[features[f]! * TAG_COUNT + tag]!
    }
    for (let tag = 0; tag < TAG_COUNT; tag++) if (tag !== truth) scores[i * TAG_COUNT + tag]! += course.margin
  })
  return scores
}

function moveToken({ weights, steps }: Learner, features: Int32Array, truth: number, guess: number): void {
  for (const feature of features) {
    move(weights, feature * TAG_COUNT + truth, steps)
    move(weights, feature * TAG_COUNT + guess, -steps)
  }
}

/** @param steps so many there were, with the sign of the move */
function move({ values, sums }: Averaged, at: number, steps: number): void {
  values[at]! += Math.sign(steps)
  sums[at]! += steps
}

/** Of each run the mean of all values that ever were; of all runs the mean of these. */
export function meanOf(learners: readonly Learned[]): Weights {
  return { weights: meanPart(learners, 'weights'), transitions: meanPart(learners, 'transitions') }
}

/** Of a thousand weights two are cut off. */
const KEPT_SHARE = 0.998

/** Weights are multiples of it: what they lose evens out over the features of a token, and the file packs a fifth smaller. */
const STEP = 6
const LARGEST = 21 * STEP

/** In whole numbers from -126 to 126. */
export function toBytes({ weights, transitions }: Weights): { weights: Int8Array; transitions: Int8Array } {
  const sorted = Float32Array.from(weights, Math.abs).sort()
  const unit = LARGEST / Math.max(sorted[Math.floor(sorted.length * KEPT_SHARE)]!, 1e-9)
  const whole = (value: number): number => Math.max(-LARGEST, Math.min(LARGEST, Math.round((value * unit) / STEP) * STEP))
  return { weights: Int8Array.from(weights, whole), transitions: Int8Array.from(transitions, whole) }
}

function meanPart(learners: readonly Learned[], part: 'weights' | 'transitions'): Float32Array {
  const means = new Float64Array(learners[0]![part].values.length)
  for (const {
    [part]: { values, sums },
    steps,
  } of learners) {
    for (let i = 0; i < means.length; i++) means[i]! += (values[i]! - sums[i]! / steps) / learners.length
  }
  return Float32Array.from(means)
}
