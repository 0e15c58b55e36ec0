// How the tagger is trained: chosen by leaving out one author of the prose after the other (build/phi-authors.ts) and by the held-out texts `dev`.
import type { Course } from './learner.ts'

export const COURSE: Course = {
  sentences: 60_000,
  epochs: 4,
  margin: 50,
  unlistedShare: 0.2,
  unlistedProseShare: 0.04,
}

/** The share of the sentences that come from the prose; the templates hold the kinds that it lacks. */
export const PROSE_SHARE = 0.65
