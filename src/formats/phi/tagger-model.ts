// The weights of the tagger and the search for the best row of tags (Viterbi) over one run of tokens.
import { inflateSync } from 'fflate'
import { decodeBase64 } from './decode-base64.ts'
import { TAGGER_WEIGHTS } from './tagger.generated.ts'
import { FEATURE_COUNT, readFeatures, TABLE_SIZE, TAG_COUNT } from './tagger-features.ts'
import type { Tokens } from './tokens.ts'

export interface TaggerModel {
  /** A row of `TAG_COUNT` weights for each feature. */
  readonly weights: Int8Array
  /** From tag to tag. */
  readonly transitions: Float32Array | Int8Array
}

let model: TaggerModel | undefined

export function loadModel(): TaggerModel {
  if (!model) {
    const bytes = inflateSync(decodeBase64(TAGGER_WEIGHTS))
    const all = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)
    model = { weights: unplane(all.subarray(0, TABLE_SIZE * TAG_COUNT)), transitions: all.subarray(TABLE_SIZE * TAG_COUNT) }
  }
  return model
}

/** The weights lie tag after tag in the file, which packs better. */
function unplane(planes: Int8Array): Int8Array {
  const weights = new Int8Array(planes.length)
  for (let tag = 0; tag < TAG_COUNT; tag++)
    for (let i = 0; i < TABLE_SIZE; i++) weights[i * TAG_COUNT + tag] = planes[tag * TABLE_SIZE + i]!
  return weights
}

/** The scores of a text's tokens: rules ask again for what the search has asked for. */
interface Scores {
  readonly model: TaggerModel
  /** `TAG_COUNT` for each token: 58 weights of a byte stay below 7,500. */
  readonly values: Int16Array
  readonly isKnown: Uint8Array
}

const scored = new WeakMap<Tokens, Scores>()

function scoresOf(tokens: Tokens, model: TaggerModel): Scores {
  const known = scored.get(tokens)
  if (known?.model === model) return known
  const scores = { model, values: new Int16Array(tokens.count * TAG_COUNT), isKnown: new Uint8Array(tokens.count) }
  scored.set(tokens, scores)
  return scores
}

const features = new Int32Array(FEATURE_COUNT)

/** Adds up the weights of a token's features, once: in seven sums that need no memory, for this is most of the tagger's work. */
function scoreToken(tokens: Tokens, at: number, { model: { weights }, values, isKnown }: Scores): void {
  if (isKnown[at] === 1) return
  isKnown[at] = 1
  readFeatures(tokens, at, features)
  let [outside, name, inName, location, inLocation, organization, inOrganization] = [0, 0, 0, 0, 0, 0, 0]
  for (let f = 0; f < FEATURE_COUNT; f++) {
    const row = features[f]! * TAG_COUNT
    outside += weights[row]!
    name += weights[row + 1]!
    inName += weights[row + 2]!
    location += weights[row + 3]!
    inLocation += weights[row + 4]!
    organization += weights[row + 5]!
    inOrganization += weights[row + 6]!
  }
  const offset = at * TAG_COUNT
  values[offset] = outside
  values[offset + 1] = name
  values[offset + 2] = inName
  values[offset + 3] = location
  values[offset + 4] = inLocation
  values[offset + 5] = organization
  values[offset + 6] = inOrganization
}

/** How much better the tags of a stretch are than "outside", for each token; in the unit of the weights. */
export function marginOf(tokens: Tokens, first: number, last: number, tag: number, model: TaggerModel): number {
  const scores = scoresOf(tokens, model)
  let margin = 0
  for (let i = first; i <= last; i++) {
    scoreToken(tokens, i, scores)
    margin += scores.values[i * TAG_COUNT + (i === first ? tag : tag + 1)]! - scores.values[i * TAG_COUNT]!
  }
  return margin / (last - first + 1)
}

/** The tags that may stand before each tag, in order: inside stands only behind a beginning or an inside of its own kind. */
const BEFORE: readonly (readonly number[])[] = Array.from({ length: TAG_COUNT }, (_, tag) =>
  tag === 0 || tag % 2 === 1 ? Array.from({ length: TAG_COUNT }, (_, before) => before) : [tag - 1, tag],
)

/** What one run needs while it is searched, kept for the next one. */
const work = { size: 0, row: new Float32Array(0), best: new Float32Array(0), from: new Uint8Array(0) }

function reserve(length: number): typeof work {
  const size = length * TAG_COUNT
  if (work.size < size) Object.assign(work, { size, row: new Float32Array(size), best: new Float32Array(size), from: new Uint8Array(size) })
  return work
}

/**
 * The best tags of the tokens from `first` to `last`.
 * @param outsideBias added to the score of "outside", in the unit of `marginOf`: negative finds more
 */
export function bestTags(tokens: Tokens, first: number, last: number, model: TaggerModel, outsideBias: number): Uint8Array {
  const length = last - first + 1
  const scores = scoresOf(tokens, model)
  for (let i = first; i <= last; i++) scoreToken(tokens, i, scores)
  const { row } = reserve(length)
  row.set(scores.values.subarray(first * TAG_COUNT, (last + 1) * TAG_COUNT))
  for (let i = 0; i < length; i++) row[i * TAG_COUNT]! += outsideBias
  return bestPath(row, length, model.transitions)
}

/**
 * The best row of tags (Viterbi).
 * @param scores `TAG_COUNT` for each token
 */
export function bestPath(scores: Float32Array, length: number, transitions: TaggerModel['transitions']): Uint8Array {
  const { best, from } = reserve(length)
  for (let tag = 0; tag < TAG_COUNT; tag++) {
    // A run begins behind "outside".
    best[tag] = BEFORE[tag]!.includes(0) ? transitions[tag]! + scores[tag]! : Number.NEGATIVE_INFINITY
    from[tag] = 0
  }
  for (let i = TAG_COUNT; i < length * TAG_COUNT; i += TAG_COUNT) {
    for (let tag = 0; tag < TAG_COUNT; tag++) {
      let top = Number.NEGATIVE_INFINITY
      let source = 0
      for (const before of BEFORE[tag]!) {
        const score = best[i - TAG_COUNT + before]! + transitions[before * TAG_COUNT + tag]!
        if (score > top) {
          top = score
          source = before
        }
      }
      best[i + tag] = top + scores[i + tag]!
      from[i + tag] = source
    }
  }
  return readBack(best, from, length)
}

function readBack(best: Float32Array, from: Uint8Array, length: number): Uint8Array {
  const tags = new Uint8Array(length)
  let tag = 0
  const end = (length - 1) * TAG_COUNT
  for (let i = 1; i < TAG_COUNT; i++) if (best[end + i]! > best[end + tag]!) tag = i
  for (let i = length - 1; i >= 0; i--) {
    tags[i] = tag
    tag = from[i * TAG_COUNT + tag]!
  }
  return tags
}
