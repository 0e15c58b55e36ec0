// What the tagger sees of a text beyond the tokens next to one: kinds of words, the sentence, the line, the whole text. Read once a text, in passes
// over its tokens, so that the cost grows with the length of the text alone.
import { lookUpClass } from './lexicon.ts'
import { LEX } from './lexicon-bits.ts'
import { countElsewhere } from './tagger-repeats.ts'
import { GAP, KIND, SHAPE, type Tokens } from './tokens.ts'
import { ROLE } from './word-roles.ts'

/** An entry for each token. */
export interface Surroundings {
  /** The class of the word (`lookUpClass`). */
  readonly classes: Uint8Array
  /** What the token is as the surroundings of others: the word itself for small words and signs, else the kind of word. */
  readonly kinds: Int32Array
  /** Classes of the last verb and of the last other word with a noun's class before it in the sentence, 0 for none. */
  readonly verbs: Uint8Array
  readonly nouns: Uint8Array
  /** The role of the nearest word with one before and behind it in the line, with how far it is. */
  readonly rolesBefore: Int32Array
  readonly rolesAfter: Int32Array
  /** Whom and what the sentence speaks of before it and, in the higher bits, behind it. */
  readonly mentions: Uint16Array
  /** Words with a capital that stand beside it, before and behind. */
  readonly capitals: Uint8Array
  /** Length and end of its line, a colon in front of it, how far it stands from the beginning. */
  readonly lines: Uint8Array
  /** How the same word stands elsewhere in the text. */
  readonly repeats: Uint8Array
  /** Case, lines, length and end of the text. */
  readonly text: number
}

const known = new WeakMap<Tokens, Surroundings>()

export function surroundingsOf(tokens: Tokens): Surroundings {
  const read = known.get(tokens)
  if (read) return read
  const surroundings = readSurroundings(tokens)
  known.set(tokens, surroundings)
  return surroundings
}

function readSurroundings(tokens: Tokens): Surroundings {
  const { count } = tokens
  const surroundings = {
    classes: new Uint8Array(count),
    kinds: new Int32Array(count),
    verbs: new Uint8Array(count),
    nouns: new Uint8Array(count),
    rolesBefore: new Int32Array(count),
    rolesAfter: new Int32Array(count),
    mentions: new Uint16Array(count),
    capitals: new Uint8Array(count),
    lines: new Uint8Array(count),
    repeats: countElsewhere(tokens),
    text: describeText(tokens),
  }
  readKinds(tokens, surroundings)
  readForward(tokens, surroundings)
  readBackward(tokens, surroundings)
  readLines(tokens, surroundings.lines)
  return surroundings
}

/** What `kinds` says beside hashes of words, codes of signs and classes. */
const KINDS = { number: 2, name: 4, medical: 5, capital: 6, unknown: 7, other: 8, classes: 0x100, signs: 0x10000 } as const
const CLOSED = ROLE.function | ROLE.pronoun | ROLE.particle

function readKinds(tokens: Tokens, { classes, kinds }: Surroundings): void {
  for (let at = 0; at < tokens.count; at++) {
    if (tokens.kind[at] === KIND.word && tokens.lex[at] !== 0) classes[at] = lookUpClass(tokens.hash[at]!)
    kinds[at] = kindOf(tokens, at, classes[at]!)
  }
}

function kindOf({ kind, hash, role, lex, shape }: Tokens, at: number, wordClass: number): number {
  if (kind[at] === KIND.number) return KINDS.number
  if (kind[at] !== KIND.word) return hash[at]! + KINDS.signs
  if ((role[at]! & CLOSED) !== 0) return hash[at]!
  const bits = lex[at]!
  const isCapital = shape[at]! >= SHAPE.capital
  if (isCapital && (bits & (LEX.first | LEX.last)) !== 0 && (bits & LEX.common) === 0) return KINDS.name
  if (wordClass > 0) return KINDS.classes + wordClass
  if ((bits & (LEX.drug | LEX.test | LEX.eponym)) !== 0) return KINDS.medical
  if (isCapital) return KINDS.capital
  return bits === 0 ? KINDS.unknown : KINDS.other
}

const CLASS = { firstNoun: 4, firstVerb: 30, lastVerb: 44 } as const
/** Roles that say something of words further off. */
const TELLING = ~(ROLE.function | ROLE.particle | ROLE.direction | ROLE.state | ROLE.namePart)
const MOST_BEFORE = 6
const MOST_AFTER = 5

function readForward(tokens: Tokens, { classes, verbs, nouns, rolesBefore, mentions, capitals }: Surroundings): void {
  let [verb, noun, mentioned, telling, run] = [0, 0, 0, -MOST_BEFORE - 1, 0]
  for (let at = 0; at < tokens.count; at++) {
    if (tokens.gap[at]! >= GAP.line) telling = -MOST_BEFORE - 1
    if (opensSentence(tokens, at)) verb = noun = mentioned = 0
    if (tokens.gap[at]! > GAP.space) run = 0
    verbs[at] = verb
    nouns[at] = noun
    mentions[at] = mentioned
    capitals[at] = run
    rolesBefore[at] = withDistance(tokens, telling, at - telling, MOST_BEFORE)
    const wordClass = classes[at]!
    if (wordClass >= CLASS.firstVerb && wordClass <= CLASS.lastVerb) verb = wordClass
    else if (wordClass >= CLASS.firstNoun && wordClass < CLASS.firstVerb) noun = wordClass
    mentioned |= mentionOf(tokens.role[at]!)
    if ((tokens.role[at]! & TELLING) !== 0) telling = at
    run = isCapitalWord(tokens, at) ? Math.min(run + 1, MOST_CAPITALS) : 0
  }
}

function readBackward(tokens: Tokens, { rolesAfter, mentions, capitals }: Surroundings): void {
  let [mentioned, telling, run] = [0, tokens.count + MOST_AFTER, 0]
  for (let at = tokens.count - 1; at >= 0; at--) {
    if (tokens.gap[at + 1]! >= GAP.line) telling = at + MOST_AFTER + 1
    if (opensSentence(tokens, at + 1)) mentioned = 0
    if (tokens.gap[at + 1]! > GAP.space) run = 0
    mentions[at]! |= mentioned << MENTION_BITS
    capitals[at]! |= run << 4
    rolesAfter[at] = withDistance(tokens, telling, telling - at, MOST_AFTER)
    mentioned |= mentionOf(tokens.role[at]!)
    if ((tokens.role[at]! & TELLING) !== 0) telling = at
    run = isCapitalWord(tokens, at) ? Math.min(run + 1, MOST_CAPITALS) : 0
  }
}

const MOST_CAPITALS = 4

function isCapitalWord({ kind, shape }: Tokens, at: number): boolean {
  return kind[at] === KIND.word && shape[at]! >= SHAPE.capital
}

/** Roles take the lower 20 bits. */
function withDistance({ role }: Tokens, at: number, distance: number, most: number): number {
  if (distance > most) return 3 << 20
  return (role[at]! & TELLING) | ((distance <= 1 ? 0 : distance <= 3 ? 1 : 2) << 20)
}

/** True behind a full stop or question mark that does not belong to a title or an initial, and at the beginning of a line. */
function opensSentence({ gap, kind, hash, role, shape, count }: Tokens, at: number): boolean {
  if (at === 0 || at >= count || gap[at]! >= GAP.line) return true
  if (kind[at - 1] !== KIND.sign) return false
  if (hash[at - 1] === 0x3f) return true
  return hash[at - 1] === 0x2e && !(at > 1 && ((role[at - 2]! & ROLE.title) !== 0 || shape[at - 2] === SHAPE.initial))
}

const MENTION_BITS = 5

function mentionOf(role: number): number {
  return (
    ((role & ROLE.pronoun) !== 0 ? 1 : 0) |
    ((role & (ROLE.title | ROLE.relation)) !== 0 ? 2 : 0) |
    ((role & ROLE.person) !== 0 ? 4 : 0) |
    ((role & ROLE.medicalHead) !== 0 ? 8 : 0) |
    ((role & (ROLE.facility | ROLE.organization | ROLE.placeVerb)) !== 0 ? 16 : 0)
  )
}

/** A label ends within so many tokens. */
const LONGEST_LABEL = 5

function readLines(tokens: Tokens, lines: Uint8Array): void {
  for (let first = 0; first < tokens.count; ) {
    let last = first
    while (last + 1 < tokens.count && tokens.gap[last + 1]! < GAP.line) last++
    const length = last - first < 2 ? 0 : last - first < 5 ? 1 : last - first < 12 ? 2 : 3
    const end = tokens.kind[last] === KIND.sign && (tokens.hash[last] === 0x2e || tokens.hash[last] === 0x3f) ? 16 : 0
    let colon = -1
    for (let at = first; at <= last; at++) {
      const label = colon < 0 ? 0 : at - colon === 1 ? 4 : 8
      lines[at] = length + label + end + 32 * Math.min(at - first, 3)
      if (at < first + LONGEST_LABEL && tokens.kind[at] === KIND.sign && tokens.hash[at] === 0x3a) colon = at
    }
    first = last + 1
  }
}

function describeText({ count, shape, gap, kind, hash }: Tokens): number {
  let [lower, upper, capital, lines] = [0, 0, 0, 0]
  for (let at = 0; at < count; at++) {
    if (shape[at] === SHAPE.lower) lower++
    else if (shape[at] === SHAPE.upper) upper++
    else if (shape[at] === SHAPE.capital) capital++
    if (at > 0 && gap[at]! >= GAP.line) lines++
  }
  const words = lower + upper + capital + 1
  const written = capital + upper === 0 ? 0 : upper > words * 0.6 ? 1 : capital > words * 0.5 ? 2 : capital > words * 0.2 ? 3 : 4
  const asks = count > 0 && kind[count - 1] === KIND.sign && hash[count - 1] === 0x3f
  return written + (lines > 0 ? 8 : 0) + (asks ? 16 : 0) + (words < 20 ? 0 : words < 80 ? 32 : 64)
}
