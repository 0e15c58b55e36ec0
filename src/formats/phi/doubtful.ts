// Adds what the tagger alone names to a text that speaks of somebody. Questions and reports without an identifier are full of words with capitals
// that look like names; beside a person, a record number or a telephone the same words are names far more often.
import { type Candidate, RANK } from './candidate.ts'
import { SHORT_TEXT_UNITS } from './layers/doubtful-words.ts'
import type { LayerContext } from './layers/layer.ts'

/** How far the tagger must be from "no name" in a longer text, in the unit of the weights. */
const LEAST_MARGIN = 650

export function addDoubtful({ tokens, mode, found, doubtful }: LayerContext): void {
  if (doubtful.length === 0) return
  const isShort = mode === 'fail-closed' || tokens.text.length <= SHORT_TEXT_UNITS
  if (!found.some((candidate) => isShort || isSomebody(candidate))) return
  for (const { margin, ...candidate } of doubtful) if (isShort || margin >= LEAST_MARGIN) found.push(candidate)
}

const THINGS: ReadonlySet<string> = new Set(['facility', 'organization', 'location', 'date', 'age', 'url', 'device', 'other-id'])

/** A person or a number of one, by a rule and not by the tagger. */
function isSomebody({ category, rank, rule }: Candidate): boolean {
  return !THINGS.has(category) && (rank >= RANK.pattern || rule === 'lexicon/full-name')
}
