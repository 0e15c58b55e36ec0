// What the network says of each token of a text: how much speaks for each tag of a name, a place or an organization, and for each kind of identifier.
// A row of dilated convolutions over words and their surroundings, trained by build/phi-network.
import type { Tokens } from '../tokens.ts'
import { MAX_ROWS, NetworkKernel, REACH } from './kernel.ts'
import { OUTPUTS, unpackNetwork, WIDTH } from './network-weights.ts'
import { WordInput } from './word-input.ts'

/** Seven tags, then eight kinds, in hundredths of the logarithm of odds, token after token. */
export type NetworkScores = Int16Array

interface Network {
  readonly kernel: NetworkKernel
  readonly input: WordInput
}

let network: Network | undefined
const scored = new WeakMap<Tokens, NetworkScores>()
/** Of a score. */
export const SCORE_UNIT = 100

/** @returns `OUTPUTS` scores a token, computed once for a text */
export function networkScores(tokens: Tokens): NetworkScores {
  const known = scored.get(tokens)
  if (known) return known
  network ??= load()
  const scores = new Int16Array(tokens.count * OUTPUTS)
  const step = MAX_ROWS - 2 * REACH
  for (let from = 0; from < tokens.count; from += step) scoreBlock(network, tokens, from, Math.min(tokens.count, from + step), scores)
  scored.set(tokens, scores)
  return scores
}

function load(): Network {
  const weights = unpackNetwork()
  return { kernel: new NetworkKernel(weights), input: new WordInput(weights) }
}

/** A block with the surroundings that change it: what lies beyond the text is empty. */
function scoreBlock({ kernel, input }: Network, tokens: Tokens, from: number, to: number, scores: NetworkScores): void {
  const first = Math.max(0, from - REACH)
  const last = Math.min(tokens.count, to + REACH)
  for (let i = first; i < last; i++) input.read(tokens, i, kernel.input, (i - first) * WIDTH)
  const output = kernel.run(last - first)
  for (let i = from; i < to; i++)
    for (let k = 0; k < OUTPUTS; k++) scores[i * OUTPUTS + k] = Math.round(clamp(output[(i - first) * 16 + k]!) * SCORE_UNIT)
}

function clamp(value: number): number {
  return Math.max(-300, Math.min(300, value))
}
