// One guess at the encoding of a document.
import type { EncodingName } from './encoding-names.ts'

export interface Guess {
  readonly encoding: EncodingName
  /** 0 to 1: how sure the guess is; 1 only where the bytes leave no choice. */
  readonly confidence: number
}

/** Two places, within 0 and 1. */
export function roundConfidence(confidence: number): number {
  return Math.round(Math.max(0, Math.min(1, confidence)) * 100) / 100
}
