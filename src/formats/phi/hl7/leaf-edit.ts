// What cleaning changes of a message: an edit of its text, and the change that the report tells of.
import type { PhiCategory } from '../category.ts'
import type { PhiAction } from '../policy/policy-schema.ts'

export interface LeafEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}

export interface LeafChange {
  readonly path: string | null
  readonly category: PhiCategory
  readonly action: PhiAction
}
