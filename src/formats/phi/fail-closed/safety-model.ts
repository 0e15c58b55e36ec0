// Probability that a word or number is part of an identifier: a logistic regression, trained on texts of several writers.
import { inflateSync } from 'fflate'
import { decodeBase64 } from '../decode-base64.ts'
import { loadModel } from '../tagger-model.ts'
import type { Tokens } from '../tokens.ts'
import { type Findings, readSafetyFeatures, SafetyFeatures } from './safety-features.ts'
import { SAFETY_WEIGHTS } from './safety-weights.generated.ts'

/** Integer weights per unit: a stored 24 is a weight of 1. */
export const SAFETY_UNIT = 24

let weights: Int8Array | undefined

function loadWeights(): Int8Array {
  if (!weights) {
    const bytes = inflateSync(decodeBase64(SAFETY_WEIGHTS))
    weights = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)
  }
  return weights
}

const features = new SafetyFeatures()

/** @returns the logarithm of the odds that the token is part of an identifier */
export function identifierOdds(tokens: Tokens, at: number, findings: Findings): number {
  readSafetyFeatures(tokens, at, findings, loadModel(), features)
  const table = loadWeights()
  let sum = 0
  for (let i = 0; i < features.count; i++) sum += table[features.rows[i]!]!
  return sum / SAFETY_UNIT
}
