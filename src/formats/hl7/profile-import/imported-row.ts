// Rows of the profile format as an import writes them: what they say, without the defaults of the rest.
import type { PlaceRow, ProfileCondition, Usage } from '../validate/profile-schema.ts'

export interface ImportedCondition {
  readonly all?: readonly Partial<ProfileCondition>[]
  readonly any?: readonly Partial<ProfileCondition>[]
}

export interface ImportedRow extends Partial<Omit<PlaceRow, 'path' | 'when'>> {
  readonly path: string
  readonly when?: ImportedCondition
}

/** Usage of a row and when it holds. */
export interface ConditionalUsage {
  readonly usage: Usage
  readonly when: ImportedCondition
  readonly otherwise: Usage
}
