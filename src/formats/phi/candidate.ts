// What a layer says of a stretch of the normalised text, before the resolver decides between the layers.
import type { PhiCategory } from './category.ts'

/** Who is believed where layers contradict each other, the strongest last. */
export const RANK = { lexicon: 1, network: 2, pattern: 3, labelled: 4, known: 5, checksum: 6 } as const

export interface Candidate {
  readonly start: number
  readonly end: number
  readonly category: PhiCategory
  readonly score: number
  /** Layer and rule, such as `date/month-name`. */
  readonly rule: string
  readonly rank: number
}
