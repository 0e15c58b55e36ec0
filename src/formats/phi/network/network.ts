// What the networks say of each token of a text: how much speaks for each tag of a name, a place or an organization, and for each kind of identifier.
// A row of dilated convolutions over words and their surroundings, trained by build/phi-network: one network for English, one for the other languages.
import { languageBits, OTHER_LEX_BITS } from '../language/language-bits.ts'
import { isOther } from '../language/languages.ts'
import type { LanguageRun } from '../language/text-languages.ts'
import { KIND, type Tokens } from '../tokens.ts'
import { KERNEL_SIZE, MAX_ROWS, NetworkKernel, REACH } from './kernel.ts'
import { KernelMemory } from './kernel-memory.ts'
import { OUTPUTS, unpackNetwork, WIDTH } from './network-weights.ts'
import { OTHER_WEIGHTS } from './other-weights.generated.ts'
import { NETWORK_WEIGHTS } from './phi-weights.generated.ts'
import { WORD_INPUT_SIZE, WordInput } from './word-input.ts'

/** Seven tags, then eight kinds, in hundredths of the logarithm of odds, token after token. */
export type NetworkScores = Int16Array

interface Network {
  readonly kernel: NetworkKernel
  readonly input: WordInput
}

const ENGLISH_LEX_BITS = 15
let english: Network | undefined
let others: Network | undefined
/** Of a score: kernel.c rounds to it. */
export const SCORE_UNIT = 100

/**
 * @param runs the languages of all tokens; text in an unsupported language is judged as English
 * @returns `OUTPUTS` scores a token
 */
export function networkScores(tokens: Tokens, runs: readonly LanguageRun[]): NetworkScores {
  const scores = new Int16Array(tokens.count * OUTPUTS)
  const step = MAX_ROWS - 2 * REACH
  for (const { first, end, language } of runs)
    for (let from = first; from < end; ) {
      const signs = endOfSigns(tokens, from, end)
      if (signs - from < LONG_SIGNS) {
        const to = startOfSigns(tokens, from, Math.min(end, from + step))
        scoreBlock(tokens, from, to, language, scores)
        from = to
      } else {
        for (; from < signs; from++) scores[from * OUTPUTS + NO_KIND] = SURELY_NONE
      }
    }
  return scores
}

/** So many signs in a row, such as a line of dashes, belong to no identifier. */
const LONG_SIGNS = 64
/** Place of the kind of a token that identifies nobody, and a score that leaves no doubt. */
const NO_KIND = 7
const SURELY_NONE = 30_000

/** The token behind the signs that begin there. */
function endOfSigns({ kind }: Tokens, from: number, end: number): number {
  let at = from
  while (at < end && kind[at] === KIND.sign) at++
  return at
}

/** Where the next long row of signs begins behind `from`, `end` where there is none. */
function startOfSigns({ kind }: Tokens, from: number, end: number): number {
  let row = 0
  for (let at = from + 1; at < end; at++) {
    row = kind[at] === KIND.sign ? row + 1 : 0
    if (row === LONG_SIGNS) return at - LONG_SIGNS + 1
  }
  return end
}

function load(packed: string, lexBits: number): Network {
  const weights = unpackNetwork(packed, lexBits)
  const memory = new KernelMemory(KERNEL_SIZE + WORD_INPUT_SIZE)
  return { kernel: new NetworkKernel(weights, memory), input: new WordInput(weights, memory) }
}

/** A block with the surroundings that change it: what lies beyond the text is empty. */
function scoreBlock(tokens: Tokens, from: number, to: number, language: number, scores: NetworkScores): void {
  const isOfOthers = isOther(language)
  if (isOfOthers) others ??= load(OTHER_WEIGHTS, OTHER_LEX_BITS)
  else english ??= load(NETWORK_WEIGHTS, ENGLISH_LEX_BITS)
  const { kernel, input } = (isOfOthers ? others : english)!
  const first = Math.max(0, from - REACH)
  const last = Math.min(tokens.count, to + REACH)
  for (let i = first; i < last; i++) {
    const lex = isOfOthers ? tokens.lex[i]! | languageBits(tokens, i, language) : tokens.lex[i]!
    input.read(tokens, i, lex, kernel.input + (i - first) * WIDTH * 4)
  }
  scores.set(kernel.scores(last - first).subarray((from - first) * OUTPUTS, (to - first) * OUTPUTS), from * OUTPUTS)
}
